//! What the variants for kinds of values are called, and how the values of enums are written.

use super::module::EnumValues;
use crate::ir::{Enum, Kind, Literal};

/// How the values of an enum are written.
pub(super) fn of_values(list: &Enum) -> EnumValues {
    let kinds = list.variants.iter().map(|variant| match &variant.value {
        Literal::String(_) => EnumValues::Strings,
        Literal::Integer(text) if text.parse::<i64>().is_ok() => EnumValues::Signed,
        Literal::Integer(text) if text.parse::<u64>().is_ok() => EnumValues::Unsigned,
        _ => EnumValues::Mixed,
    });
    let is_negative =
        |literal: &Literal| matches!(literal, Literal::Integer(text) if text.starts_with('-'));
    let has_negative = list.variants.iter().any(|variant| is_negative(&variant.value));
    let joint = kinds.reduce(|all, one| match (all, one) {
        _ if all == one => all,
        (EnumValues::Signed, EnumValues::Unsigned) | (EnumValues::Unsigned, EnumValues::Signed)
            if !has_negative =>
        {
            EnumValues::Unsigned
        }
        _ => EnumValues::Mixed,
    });
    joint.unwrap_or(EnumValues::Strings)
}

/// What a variant that holds values of a kind is called, unless the kind has names of its own.
pub(super) fn variant_name(kind: &Kind) -> Option<&'static str> {
    Some(match kind {
        Kind::String => "String",
        Kind::Boolean => "Boolean",
        Kind::Integer(_) => "Integer",
        Kind::Float(_) => "Number",
        Kind::List(_) => "List",
        Kind::Tuple(_) => "Tuple",
        Kind::Map(_) => "Map",
        Kind::Any => "Other",
        Kind::Enum(_) | Kind::Object(_) | Kind::Nullable(_) | Kind::Union(_) => return None,
    })
}

/// What such a variant holds.
pub(super) fn in_words(kind: &Kind) -> Option<&'static str> {
    Some(match kind {
        Kind::String => "A string",
        Kind::Boolean => "A boolean",
        Kind::Integer(_) => "An integer",
        Kind::Float(_) => "A number",
        Kind::List(_) => "A list",
        Kind::Tuple(_) => "A tuple",
        Kind::Map(_) => "An object with any keys",
        Kind::Any => "Any other value",
        Kind::Enum(_) => "One of several values",
        Kind::Object(_) | Kind::Nullable(_) | Kind::Union(_) => return None,
    })
}
