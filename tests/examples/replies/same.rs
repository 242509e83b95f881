//! Whether two JSON values say the same.

use serde_json::{Map, Number, Value};

/// Equality by value: an absent key is null, the order of keys does not matter, 1 is 1.0. Names may differ as those of
/// Python differ from what stands in JSON: `given_name`, `givenName`. Where something empty is wanted, nothing may stand:
/// defaults that Python makes by a call are not part of a schema.
pub(crate) fn is_same(got: &Value, wanted: &Value) -> bool {
    match (got, wanted) {
        (Value::Number(got), Value::Number(wanted)) => match (whole(got), whole(wanted)) {
            (Some(got), Some(wanted)) => got == wanted,
            _ => got.as_f64() == wanted.as_f64(),
        },
        (Value::Array(got), Value::Array(wanted)) => {
            let mut pairs = got.iter().zip(wanted);
            got.len() == wanted.len() && pairs.all(|(got, wanted)| is_same(got, wanted))
        }
        (_, Value::Object(members)) => match (tagged(members), got) {
            (Some(wanted), _) => is_same(got, &wanted),
            (None, Value::Object(got)) => has_same_members(got, members),
            _ => false,
        },
        _ => got == wanted,
    }
}

/// Whether a float that JSON does not have stands in it.
pub(crate) fn has_no_json(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(has_no_json),
        Value::Object(members) => {
            members.contains_key("$float") || members.values().any(has_no_json)
        }
        _ => false,
    }
}

fn has_same_members(got: &Map<String, Value>, wanted: &Map<String, Value>) -> bool {
    let mut left = present(got);
    let is_found = present(wanted).into_iter().all(|(key, wanted)| {
        let exact = left.iter().position(|(name, _)| *name == key);
        let alike = |(name, _): &(&String, &Value)| in_python(name) == in_python(key);
        match exact.or_else(|| left.iter().position(alike)) {
            Some(at) => is_same(left.swap_remove(at).1, wanted),
            None => is_empty(wanted),
        }
    });
    is_found && left.is_empty()
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}

fn whole(number: &Number) -> Option<i128> {
    number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from))
}

fn present(object: &Map<String, Value>) -> Vec<(&String, &Value)> {
    object.iter().filter(|(_, value)| !value.is_null()).collect()
}

/// What a name has in common with its alias.
fn in_python(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}

/// A value that is written as `{"$bigint": ..}` or `{"$surrogate": ..}`.
fn tagged(object: &Map<String, Value>) -> Option<Value> {
    if let Some(text) = object.get("$surrogate") {
        return Some(text.clone());
    }
    object.get("$bigint").and_then(|digits| serde_json::from_str(digits.as_str()?).ok())
}
