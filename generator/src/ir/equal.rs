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
