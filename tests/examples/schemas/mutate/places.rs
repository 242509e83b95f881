//! Where schemas, and parts of any kind, stand in a JSON value.

use serde_json::Value;

/// Keywords whose value is a schema.
const ONE: [&str; 12] = [
    "additionalProperties",
    "propertyNames",
    "unevaluatedProperties",
    "unevaluatedItems",
    "items",
    "additionalItems",
    "contains",
    "not",
    "if",
    "then",
    "else",
    "contentSchema",
];
/// Keywords whose value is a list of schemas.
const LIST: [&str; 5] = ["allOf", "anyOf", "oneOf", "prefixItems", "items"];
/// Keywords whose value maps keys to schemas.
const MAP: [&str; 6] =
    ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"];

/// The JSON Pointers of all schemas within a schema, its own first.
pub(crate) fn schemas(root: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut queue = vec![(String::new(), root)];
    while let Some((pointer, schema)) = queue.pop() {
        let mut add = |steps: &[&str], inner| {
            let pointer = steps.iter().fold(pointer.clone(), |pointer, step| join(&pointer, step));
            queue.push((pointer, inner));
        };
        for (keyword, value) in schema.as_object().into_iter().flatten() {
            let keyword = keyword.as_str();
            match value {
                Value::Object(entries) if MAP.contains(&keyword) => {
                    entries.iter().for_each(|(key, inner)| add(&[keyword, key], inner));
                }
                Value::Array(items) if LIST.contains(&keyword) => {
                    let items = items.iter().enumerate();
                    items.for_each(|(at, inner)| add(&[keyword, &at.to_string()], inner));
                }
                Value::Object(_) | Value::Bool(_) if ONE.contains(&keyword) => {
                    add(&[keyword], value);
                }
                _ => {}
            }
        }
        found.push(pointer);
    }
    found
}

/// The JSON Pointers of all values within a value but its own, outer ones first.
pub(crate) fn parts(root: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut queue = std::collections::VecDeque::from([(String::new(), root)]);
    while let Some((pointer, value)) = queue.pop_front() {
        match value {
            Value::Object(object) => {
                let inner = object.iter().map(|(key, inner)| (join(&pointer, key), inner));
                queue.extend(inner);
            }
            Value::Array(items) => {
                let inner = items.iter().enumerate();
                queue.extend(inner.map(|(at, inner)| (join(&pointer, &at.to_string()), inner)));
            }
            _ => {}
        }
        if !pointer.is_empty() {
            found.push(pointer);
        }
    }
    found
}

/// Takes away the part at a pointer; `false` if there is none.
pub(crate) fn remove(root: &mut Value, pointer: &str) -> bool {
    let Some((parent, last)) = pointer.rsplit_once('/') else { return false };
    match root.pointer_mut(parent) {
        Some(Value::Object(object)) => {
            object.shift_remove(&last.replace("~1", "/").replace("~0", "~")).is_some()
        }
        Some(Value::Array(items)) => {
            let at = last.parse().ok().filter(|at: &usize| *at < items.len());
            at.map(|at| items.remove(at)).is_some()
        }
        _ => false,
    }
}

fn join(pointer: &str, step: &str) -> String {
    format!("{pointer}/{}", step.replace('~', "~0").replace('/', "~1"))
}
