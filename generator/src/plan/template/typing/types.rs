//! The types of schema values, and what they are called in messages.

use crate::ir::{
    FloatWidth, IntegerWidth, JsonKinds, Kind, Literal, Presence, Property, TypeId, Types,
};
use crate::plan::EnumValues;
use crate::plan::kinds::of_values;
use crate::plan::template::Context;
use crate::plan::template::tree::{Native, Stored, Type};

pub(super) const WIDE: Type = Type::Int(Native::Wide);
pub(super) const COUNT: Type = Type::Int(Native::Count);
pub(super) const DOUBLE: Type = Type::Float(FloatWidth::F64);

/// The type of a schema type's values. Wrappers are as many as the schema is deep.
pub(super) fn of(context: &Context<'_>, id: TypeId) -> Type {
    let types = &context.signature.types;
    match &types[id].kind {
        Kind::String if (context.is_spelled)(id) => Type::Spelled,
        Kind::String => Type::String,
        Kind::Boolean => Type::Bool,
        Kind::Integer(width) => Type::Int(Native::Schema(*width)),
        Kind::Float(width) => Type::Float(*width),
        Kind::Enum(list) if of_values(list) == EnumValues::Mixed => Type::Mixed(id),
        Kind::Enum(_) => Type::Enum(id),
        Kind::Object(_) => Type::Object(id),
        Kind::Union(_) if types.kinds(id) == JsonKinds::OBJECT => Type::Union(id),
        Kind::Union(_) | Kind::Tuple(_) => Type::Mixed(id),
        Kind::Any => Type::Any,
        Kind::List(item) => Type::List(Box::new(of(context, *item))),
        Kind::Map(value) => Type::Map(Box::new(of(context, *value))),
        Kind::Nullable(inner) => Type::Nullable(Box::new(of(context, *inner))),
    }
}

/// The type of a property, absence counted as null, and how its field holds it.
pub(super) fn of_property(context: &Context<'_>, property: &Property) -> (Type, Stored) {
    let is_optional = matches!(property.presence, Presence::Optional);
    match of(context, property.ty) {
        ty @ Type::Nullable(_) => (ty, if is_optional { Stored::Maybe } else { Stored::Option }),
        ty if is_optional => (Type::Nullable(Box::new(ty)), Stored::Option),
        ty => (ty, Stored::Plain),
    }
}

/// The type of the values of a fieldless enum.
pub(super) fn of_enum_value(types: &Types, id: TypeId) -> Type {
    let Kind::Enum(list) = &types[id].kind else { return Type::String };
    let mut ty = Type::Int(Native::Schema(IntegerWidth::I64));
    for variant in &list.variants {
        match &variant.value {
            Literal::Integer(text) if text.parse::<i64>().is_err() => {
                ty = Type::Int(Native::Schema(IntegerWidth::U64));
            }
            Literal::Integer(_) => {}
            _ => return Type::String,
        }
    }
    ty
}

/// A type for values of both types, if there is one.
pub(super) fn common(one: &Type, other: &Type) -> Option<Type> {
    match (one, other) {
        _ if one == other => Some(one.clone()),
        (Type::Int(_), Type::Int(_)) => Some(WIDE),
        (Type::Float(_), Type::Float(_)) => Some(DOUBLE),
        _ => None,
    }
}

pub(super) fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Int(_) | Type::Float(_))
}

pub(super) fn in_words(types: &Types, ty: &Type) -> String {
    match ty {
        Type::Null => "null".to_owned(),
        Type::Bool => "a boolean".to_owned(),
        Type::Int(_) => "an integer".to_owned(),
        Type::Float(_) => "a float".to_owned(),
        Type::String | Type::Spelled => "a string".to_owned(),
        Type::Enum(id) => in_words(types, &of_enum_value(types, *id)),
        Type::Object(_) => "an object".to_owned(),
        Type::Union(_) => "one of several objects".to_owned(),
        Type::Mixed(id) if matches!(types[*id].kind, Kind::Tuple(_)) => "a tuple".to_owned(),
        Type::Mixed(_) => "a value of several types".to_owned(),
        Type::Any => "a value of any type".to_owned(),
        Type::List(_) => "a list".to_owned(),
        Type::Map(_) => "a map".to_owned(),
        Type::Nullable(inner) => format!("{} or null", in_words(types, inner)),
        Type::Missing(inner) => in_words(types, inner),
    }
}
