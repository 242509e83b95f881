//! Values that a schema spells out, compared with values as they are written.

use sigcodegen_runtime::Json;
use sigcodegen_runtime::json::write_string;

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
        (Literal::Json(text), _) => match (Json::parse(text), Json::parse(&to_json(node))) {
            (Ok(one), Ok(other)) => one.equals(&other),
            _ => false,
        },
        _ => false,
    }
}

/// A value as compact JSON, its numbers as they are spelled. The file's reader bounds its depth.
#[must_use]
pub fn to_json(node: &Node) -> String {
    let mut text = String::new();
    write(&mut text, node);
    text
}

fn write(out: &mut String, node: &Node) {
    match &node.value {
        Value::Null => out.push_str("null"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Number(text) => out.push_str(text),
        Value::String(text) => write_string(out, text),
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                write(out, item);
            }
            out.push(']');
        }
        Value::Object(object) => {
            out.push('{');
            for (at, member) in object.members.iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                write_string(out, &member.key);
                out.push(':');
                write(out, &member.value);
            }
            out.push('}');
        }
    }
}
