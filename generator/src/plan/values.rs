//! Default values as Rust expressions.

use super::planner::Planner;
use super::scope::Scope;
use super::types::{self, RustType};
use crate::ir::{self, FloatWidth, Kind, Presence, TypeId, ValueChecker};
use crate::schema::{self, Node};

/// A value to be written as an expression.
#[derive(Debug)]
pub(crate) enum Value {
    None,
    Some(Box<Value>),
    Boxed(Box<Value>),
    Bool(bool),
    /// An integer or float, as a literal.
    Number(String),
    String(String),
    /// A library's type, as the text that it reads.
    Spelled(String),
    /// Any JSON, as its text.
    Json(String),
    /// A variant of a fieldless enum.
    Variant(String, String),
    List(Vec<Value>),
    Tuple(Vec<Value>),
    /// A newtype with what it holds.
    Newtype(String, Box<Value>),
    Map(Vec<(String, Value)>),
    /// A struct with its fields.
    Struct(String, Vec<(String, FieldValue)>),
    /// A variant of a union with what it holds.
    Arm(String, String, Box<Value>),
}

/// How a value stands in a field.
#[derive(Debug)]
pub(crate) enum FieldValue {
    /// As it is.
    Plain(Value),
    /// In an `Option` for absence; `None` is absent.
    Optional(Option<Value>),
    /// In a `Maybe`.
    Maybe(Option<Value>),
}

/// The expression for a JSON value, which was checked against its type. As deep as the value, which the parser bounds.
///
/// A default may fill in further defaults. Those of a type that holds itself would never end, so a budget bounds them.
pub(super) fn of(planner: &Planner<'_>, id: TypeId, ty: &RustType, node: &Node) -> Value {
    let Some(left) = planner.budget.get().checked_sub(1) else { return Value::None };
    planner.budget.set(left);
    let depth = planner.depth.get();
    if depth > 256 {
        planner.budget.set(0);
        return Value::None;
    }
    planner.depth.set(depth + 1);
    let value = expression(planner, id, ty, node);
    planner.depth.set(depth);
    value
}

fn expression(planner: &Planner<'_>, id: TypeId, ty: &RustType, node: &Node) -> Value {
    if let RustType::Box(inner) = ty {
        return Value::Boxed(Box::new(of(planner, id, inner, node)));
    }
    let signature = planner.signature;
    if let (Some(name), RustType::Named(..)) = (planner.names.newtype(id), ty) {
        let held = types::within(signature, planner.names, planner.boxes, None, id);
        return Value::Newtype(name.to_owned(), Box::new(of(planner, id, &held, node)));
    }
    match (&signature.types[id].kind, &node.value) {
        (Kind::Nullable(_), schema::Value::Null) => Value::None,
        (Kind::Nullable(inner), _) => {
            let inner_type = if let RustType::Option(inner) = ty { inner } else { ty };
            Value::Some(Box::new(of(planner, *inner, inner_type, node)))
        }
        (Kind::Boolean, schema::Value::Bool(value)) => Value::Bool(*value),
        (Kind::Integer(_), schema::Value::Number(text)) => Value::Number(integer(text)),
        (Kind::Float(width), schema::Value::Number(text)) => Value::Number(float(*width, text)),
        (Kind::String, schema::Value::String(text)) => match planner.names.library(id) {
            None => Value::String(text.clone()),
            Some(library) => {
                if let Some(reason) = library.refusal(text) {
                    planner.refuse_default(node, reason);
                }
                Value::Spelled(text.clone())
            }
        },
        (Kind::Enum(values), _) => {
            let place = values
                .variants
                .iter()
                .position(|variant| ir::is_literal(&variant.value, node))
                .unwrap_or_default();
            let item = planner.fieldless(id, String::new(), Vec::new(), values);
            let variant = item.variants.into_iter().nth(place);
            let name = planner.names.rust_name(id).unwrap_or_default().to_owned();
            Value::Variant(name, variant.map(|variant| variant.name).unwrap_or_default())
        }
        (Kind::List(item), schema::Value::Array(items)) => {
            let RustType::Vec(item_type) = ty else { return Value::List(Vec::new()) };
            Value::List(items.iter().map(|node| of(planner, *item, item_type, node)).collect())
        }
        (Kind::Tuple(kinds), schema::Value::Array(nodes)) => {
            let RustType::Tuple(types) = ty else { return Value::Tuple(Vec::new()) };
            let items = kinds.iter().zip(types).zip(nodes);
            Value::Tuple(items.map(|((&kind, ty), node)| of(planner, kind, ty, node)).collect())
        }
        (Kind::Map(value), schema::Value::Object(object)) => {
            let RustType::Map(value_type) = ty else { return Value::Map(Vec::new()) };
            let entry = |member: &schema::Member| {
                (member.key.clone(), of(planner, *value, value_type, &member.value))
            };
            Value::Map(object.members.iter().map(entry).collect())
        }
        (Kind::Object(_), schema::Value::Object(object)) => structure(planner, id, object),
        (Kind::Union(union), _) => {
            let chosen = ValueChecker::new(&signature.types, &signature.rules).arm(id, node);
            let at = union.arms.iter().position(|&arm| Some(arm) == chosen).unwrap_or_default();
            let mut scope = Scope::variants();
            let arms: Vec<_> =
                union.arms.iter().map(|&arm| planner.arm(id, arm, union, &mut scope)).collect();
            let (Some(arm), Some(variant)) = (union.arms.get(at), arms.get(at)) else {
                return Value::None;
            };
            let name = planner.names.rust_name(id).unwrap_or_default().to_owned();
            Value::Arm(name, variant.name.clone(), Box::new(of(planner, *arm, &variant.ty, node)))
        }
        _ => Value::Json(node.json()),
    }
}

fn structure(planner: &Planner<'_>, id: TypeId, node: &schema::Object) -> Value {
    let Kind::Object(object) = &planner.signature.types[id].kind else { return Value::None };
    let mut scope = Scope::fields();
    let fields = object.properties.iter().map(|property| {
        let wanted = property
            .rust_name
            .as_ref()
            .map_or(property.wire_name.as_str(), |name| name.text.as_str());
        let ty = types::of(planner.signature, planner.names, planner.boxes, Some(id), property.ty);
        let given = node.get(&property.wire_name).map(|node| of(planner, property.ty, &ty, node));
        let value = match &property.presence {
            Presence::Required => FieldValue::Plain(given.unwrap_or(Value::None)),
            Presence::Default(default) => {
                FieldValue::Plain(given.unwrap_or_else(|| of(planner, property.ty, &ty, default)))
            }
            Presence::Optional if matches!(ty, RustType::Option(_)) => FieldValue::Maybe(given),
            Presence::Optional => FieldValue::Optional(given),
        };
        (scope.take(wanted), value)
    });
    let mut fields: Vec<_> = fields.collect();
    if let Some(further) = object.additional {
        let ty = types::of(planner.signature, planner.names, planner.boxes, None, further);
        let is_known = |key: &str| {
            object.properties.iter().any(|property| property.wire_name == key)
                || object.constants.iter().any(|constant| constant.wire_name == key)
        };
        let entries = node.members.iter().filter(|member| !is_known(&member.key));
        let entries = entries
            .map(|member| (member.key.clone(), of(planner, further, &ty, &member.value)))
            .collect();
        fields.push((scope.take("additional_properties"), FieldValue::Plain(Value::Map(entries))));
    }
    Value::Struct(planner.names.rust_name(id).unwrap_or_default().to_owned(), fields)
}

/// A whole number, however it was spelled, as an integer literal.
fn integer(text: &str) -> String {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the value was checked to be whole and in range"
    )]
    let from_float = || text.parse::<f64>().map_or(0, |value| value as i128);
    text.parse::<i128>().unwrap_or_else(|_| from_float()).to_string()
}

/// A float literal with no more digits than the type holds.
fn float(width: FloatWidth, text: &str) -> String {
    match width {
        FloatWidth::F32 => format!("{:?}", text.parse::<f32>().unwrap_or_default()),
        FloatWidth::F64 => format!("{:?}", text.parse::<f64>().unwrap_or_default()),
    }
}
