//! Making what was found as small as it can be.

use serde_json::Value;

use super::places::{parts, remove, schemas};

/// So many smaller ones are tried at a time.
const WIDTH: usize = 60;
/// After so many times it is small enough.
const ROUNDS: usize = 40;

/// Drops parts of a value while it keeps what it was found for. The function tells it of several values at once.
pub(crate) fn minimise(
    mut value: Value,
    is_schema: bool,
    mut keeps: impl FnMut(&[Value]) -> Vec<bool>,
) -> Value {
    let mut from = 0;
    for _ in 0..ROUNDS {
        let steps = steps(&value, is_schema);
        let some: Vec<&Step> = steps.iter().skip(from).take(WIDTH).collect();
        if some.is_empty() {
            if from == 0 {
                break;
            }
            // A last look at all, since what was left out may have kept others in.
            from = 0;
            if steps.len() <= WIDTH {
                break;
            }
            continue;
        }
        let candidates: Vec<Value> = some.iter().map(|step| step.apply(&value)).collect();
        let kept: Vec<bool> = keeps(&candidates);
        let mut good: Vec<&Step> =
            some.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(step, _)| *step).collect();
        if good.is_empty() {
            from += WIDTH;
            continue;
        }
        // Several together, the half of them, and so on, down to one.
        let mut together = Vec::new();
        while !good.is_empty() {
            together.push(all_of(&value, &good));
            good.truncate(good.len() / 2);
        }
        let kept = keeps(&together);
        let best = together.into_iter().zip(kept).find(|(_, kept)| *kept);
        let Some((best, _)) = best else { break };
        value = best;
        from = 0;
    }
    value
}

/// One way to make a value smaller.
struct Step {
    pointer: String,
    /// What comes in the place of the part; nothing if it is dropped.
    new: Option<Value>,
}

impl Step {
    fn apply(&self, value: &Value) -> Value {
        all_of(value, &[self])
    }
}

fn all_of(value: &Value, steps: &[&Step]) -> Value {
    let mut value = value.clone();
    // From the last to the first, so that the places in lists stay true.
    for step in steps.iter().rev() {
        match &step.new {
            None => {
                remove(&mut value, &step.pointer);
            }
            Some(new) => {
                if let Some(place) = value.pointer_mut(&step.pointer) {
                    *place = new.clone();
                }
            }
        }
    }
    value
}

/// The ways to make a value smaller: first to drop each part, then to put what is within a part in its place.
fn steps(value: &Value, is_schema: bool) -> Vec<Step> {
    let mut steps: Vec<Step> =
        parts(value).into_iter().map(|pointer| Step { pointer, new: None }).collect();
    let places = if is_schema { schemas(value) } else { parts(value) };
    for pointer in places {
        let Some(place) = value.pointer(&pointer) else { continue };
        if is_schema {
            let inner = schemas(place).into_iter().filter(|inner| inner.matches('/').count() <= 2);
            for inner in inner.filter(|inner| !inner.is_empty()) {
                let new = place.pointer(&inner).cloned();
                steps.push(Step { pointer: pointer.clone(), new });
            }
            if place.as_object().is_some_and(|object| !object.is_empty()) {
                steps.push(Step { pointer: pointer.clone(), new: Some(Value::Bool(true)) });
            }
        } else if matches!(place, Value::Array(_) | Value::Object(_)) {
            steps.push(Step { pointer: pointer.clone(), new: Some(Value::Null) });
        } else if place.as_str().is_some_and(|text| text.len() > 1) {
            steps.push(Step { pointer: pointer.clone(), new: Some("a".into()) });
        }
    }
    steps
}
