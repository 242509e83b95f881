//! When JSON Schema calls two values equal.

use super::decimal::Decimal;
use crate::schema::{Node, Value};

/// Whether two values are equal: numbers by value, objects without regard to order.
pub(super) fn equal(one: &Node, other: &Node) -> bool {
    match (&one.value, &other.value) {
        (Value::Number(left), Value::Number(right)) => {
            left == right || Decimal::parse(left) == Decimal::parse(right)
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len()
                && left.iter().zip(right).all(|(one, other)| equal(one, other))
        }
        (Value::Object(left), Value::Object(right)) => {
            let has = |key: &str, value| right.get(key).is_some_and(|found| equal(value, found));
            left.members.len() == right.members.len()
                && left.members.iter().all(|member| has(&member.key, &member.value))
        }
        (left, right) => left == right,
    }
}

/// A value as compact JSON.
#[must_use]
pub fn json(node: &Node) -> String {
    let mut out = String::new();
    write(node, &mut out);
    out
}

fn write(node: &Node, out: &mut String) {
    use sigcodegen_runtime::json::write_string;
    match &node.value {
        Value::Null => out.push_str("null"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Number(text) => out.push_str(text),
        Value::String(text) => write_string(out, text),
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                out.push(if at == 0 { '[' } else { ',' });
                write(item, out);
            }
            out.push_str(if items.is_empty() { "[]" } else { "]" });
        }
        Value::Object(object) => {
            for (at, member) in object.members.iter().enumerate() {
                out.push(if at == 0 { '{' } else { ',' });
                write_string(out, &member.key);
                out.push(':');
                write(&member.value, out);
            }
            out.push_str(if object.members.is_empty() { "{}" } else { "}" });
        }
    }
}
