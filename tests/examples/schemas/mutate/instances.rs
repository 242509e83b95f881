//! Changes of instances.

use serde_json::Value;

use super::places::{parts, remove};
use super::random::Random;
use super::values::Pool;

/// Changes one or two parts of an instance.
pub(crate) fn mutate(instance: &Value, pool: &Pool, random: &mut Random) -> Value {
    let mut changed = instance.clone();
    for _ in 0..=random.below(2) {
        let all = parts(&changed);
        if all.is_empty() || random.one_in(12) {
            changed = pool.value(random);
            continue;
        }
        let pointer = random.pick(&all).clone();
        match random.below(4) {
            0 => {
                remove(&mut changed, &pointer);
            }
            1 => {
                let value = pool.value(random);
                if let Some(place) = changed.pointer_mut(&pointer) {
                    *place = value;
                }
            }
            2 => {
                let other = random.pick(&all).as_str();
                let other = changed.pointer(other).cloned().unwrap_or_default();
                if let Some(place) = changed.pointer_mut(&pointer) {
                    *place = other;
                }
            }
            _ => grow(&mut changed, &pointer, pool, random),
        }
    }
    changed
}

/// Adds to the list or the object at, or around, a pointer.
fn grow(root: &mut Value, pointer: &str, pool: &Pool, random: &mut Random) {
    let parent = pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
    let pointer = if random.one_in(2) { pointer } else { parent };
    match root.pointer_mut(pointer) {
        Some(Value::Array(items)) => {
            let again = items.last().cloned().unwrap_or_else(|| pool.value(random));
            items.push(again);
        }
        Some(Value::Object(object)) => {
            object.insert(pool.name(random), pool.value(random));
        }
        _ => {}
    }
}

/// Whether all numbers are such that every reader takes them the same: neither long nor whole with a point.
pub(crate) fn has_plain_numbers(value: &Value) -> bool {
    match value {
        Value::Number(number) => match number.as_f64() {
            _ if number.is_i64() => true,
            Some(float) => !number.is_u64() && float.fract() != 0.0,
            None => false,
        },
        Value::Array(items) => items.iter().all(has_plain_numbers),
        Value::Object(object) => object.values().all(has_plain_numbers),
        _ => true,
    }
}
