//! Values that a schema spells out, compared with values as they are written.

use sigcodegen_runtime::Json;
use sigcodegen_runtime::generated::v0_1::check::equal;

use crate::ir::Literal;
use crate::ir::decimal::Decimal;
use crate::schema::{Node, Value};

/// Whether a value is the one that a schema spells out: numbers are compared by value, objects without regard to order.
#[must_use]
pub fn is_literal(literal: &Literal, node: &Node) -> bool {
    match (literal, &node.value) {
        (Literal::Null, Value::Null) => true,
        (Literal::Bool(one), Value::Bool(other)) => one == other,
        (Literal::Integer(one), Value::Number(other)) => {
            Decimal::parse(one) == Decimal::parse(other)
        }
        (Literal::String(one), Value::String(other)) => one == other,
        (Literal::Json(text), _) => match (Json::parse(text), Json::parse(&node.json())) {
            (Ok(one), Ok(other)) => equal(&one, &other),
            _ => false,
        },
        _ => false,
    }
}
