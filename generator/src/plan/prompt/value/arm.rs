//! Which arm of a union a value belongs to.

use crate::ir::{Constant, Kind, Literal, Object, Presence, TypeId, Types, Union};
use crate::schema::{self, Node, Value};

/// The arm that the object fits, by its tag or else by its keys and the kinds of their values. Of several that fit,
/// the one that knows most keys wins, and of these the first.
///
/// Only the object itself is looked at, not the objects within it, so that nested unions take linear time.
pub(super) fn choose<'a>(
    types: &'a Types,
    union: &Union,
    object: &schema::Object,
) -> Option<&'a Object> {
    let mut best: Option<(usize, &Object)> = None;
    for &arm in &union.arms {
        let Kind::Object(known) = &types[arm].kind else { continue };
        if let Some(score) = fit(types, known, object)
            && best.is_none_or(|(best_score, _)| score > best_score)
        {
            best = Some((score, known));
        }
    }
    best.map(|(_, known)| known)
}

/// How many keys of the object the arm knows; `None` if the object is none of the arm's.
fn fit(types: &Types, known: &Object, object: &schema::Object) -> Option<usize> {
    if !known.constants.iter().all(|constant| has(object, constant)) {
        return None;
    }
    let mut score = known.constants.len();
    for property in &known.properties {
        match object.get(&property.wire_name) {
            Some(node) if is_of_kind(types, property.ty, node) => score += 1,
            Some(_) => return None,
            None if matches!(property.presence, Presence::Required) => return None,
            None => {}
        }
    }
    (known.is_open || score == object.members.len()).then_some(score)
}

fn has(object: &schema::Object, constant: &Constant) -> bool {
    object.get(&constant.wire_name).is_some_and(|node| is_literal(node, &constant.value))
}

fn is_literal(node: &Node, literal: &Literal) -> bool {
    match (&node.value, literal) {
        (Value::Null, Literal::Null) => true,
        (Value::Bool(one), Literal::Bool(other)) => one == other,
        (Value::String(one), Literal::String(other)) => one == other,
        (Value::Number(one), Literal::Integer(other)) => {
            let mut canonical = String::new();
            super::number::write_integer(one, &mut canonical);
            canonical == *other
        }
        _ => false,
    }
}

fn is_of_kind(types: &Types, id: TypeId, node: &Node) -> bool {
    match (&types[id].kind, &node.value) {
        (Kind::Any, _)
        | (Kind::Nullable(_), Value::Null)
        | (Kind::String, Value::String(_))
        | (Kind::Boolean, Value::Bool(_))
        | (Kind::Integer(_) | Kind::Float(_), Value::Number(_))
        | (Kind::Object(_) | Kind::Map(_) | Kind::Union(_), Value::Object(_))
        | (Kind::List(_), Value::Array(_)) => true,
        (Kind::Nullable(inner), _) => is_of_kind(types, *inner, node),
        (Kind::Enum(list), _) => {
            list.variants.iter().any(|variant| is_literal(node, &variant.value))
        }
        _ => false,
    }
}
