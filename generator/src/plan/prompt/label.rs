//! The type of a field in one line: `string or null`, `Citation[]`, `map<string, float>`.

use super::shape::{Shapes, is_literal};
use super::{DEPTH_LIMIT, Excess, PROMPT_LIMIT};
use crate::ir::{Enum, Kind, Literal, Property, TypeId};

/// The label of a field, ` or null` included if it may be left out.
pub(super) fn field_label(shapes: &Shapes, property: &Property) -> Result<String, Excess> {
    let mut label = label(shapes, property.ty)?;
    if shapes.adds_null(property) {
        label.push_str(OR_NULL);
    }
    Ok(label)
}

/// What follows a type that may be null.
pub(super) const OR_NULL: &str = " or null";

/// The label of a type.
pub(super) fn label(shapes: &Shapes, id: TypeId) -> Result<String, Excess> {
    let mut label = String::new();
    write(shapes, id, 0, &mut label)?;
    Ok(label)
}

fn write(shapes: &Shapes, id: TypeId, depth: usize, out: &mut String) -> Result<(), Excess> {
    if depth > DEPTH_LIMIT {
        return Err(Excess::Depth);
    }
    if out.len() > PROMPT_LIMIT {
        return Err(Excess::Size);
    }
    match &shapes.ty(id).kind {
        Kind::Enum(list) if is_literal(list) => out.push_str(&base_types(list)),
        Kind::Enum(_) | Kind::Object(_) => out.push_str(&shapes.name(id)),
        Kind::List(item) => {
            let is_bracketed = shapes.is_choice(*item);
            out.push_str(if is_bracketed { "(" } else { "" });
            write(shapes, *item, depth + 1, out)?;
            out.push_str(if is_bracketed { ")[]" } else { "[]" });
        }
        Kind::Map(value) => {
            out.push_str("map<string, ");
            write(shapes, *value, depth + 1, out)?;
            out.push('>');
        }
        Kind::Nullable(inner) => {
            write(shapes, *inner, depth + 1, out)?;
            out.push_str(OR_NULL);
        }
        Kind::Union(_) if shapes.definition(id).is_some() => out.push_str(&shapes.name(id)),
        Kind::Union(union) => {
            for (position, arm) in union.arms.iter().enumerate() {
                out.push_str(if position == 0 { "" } else { " or " });
                write(shapes, *arm, depth + 1, out)?;
            }
        }
        Kind::Tuple(items) => {
            for (position, item) in items.iter().enumerate() {
                out.push_str(if position == 0 { "[" } else { ", " });
                write(shapes, *item, depth + 1, out)?;
            }
            out.push(']');
        }
        scalar => out.push_str(scalar_name(scalar).unwrap_or_default()),
    }
    Ok(())
}

/// What a type without parts is called.
pub(super) fn scalar_name(kind: &Kind) -> Option<&'static str> {
    match kind {
        Kind::String => Some("string"),
        Kind::Boolean => Some("bool"),
        Kind::Integer(_) => Some("int"),
        Kind::Float(_) => Some("float"),
        Kind::Any => Some("any"),
        Kind::Enum(_)
        | Kind::Object(_)
        | Kind::List(_)
        | Kind::Tuple(_)
        | Kind::Map(_)
        | Kind::Nullable(_)
        | Kind::Union(_) => None,
    }
}

/// The type of each literal; `string or string` for two strings, as DSRs prints it.
fn base_types(list: &Enum) -> String {
    let types: Vec<_> = list
        .variants
        .iter()
        .map(|variant| match variant.value {
            Literal::String(_) => "string",
            Literal::Integer(_) => "int",
            Literal::Bool(_) => "bool",
            Literal::Null => "null",
            Literal::Json(_) => "any",
        })
        .collect();
    types.join(" or ")
}
