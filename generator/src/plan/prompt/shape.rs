//! Types as prompts show them: what they are called, and which are defined apart from their uses.

use super::cycle::on_cycle;
use crate::ir::{
    Enum, EnumStyle, Kind, Literal, Object, Presence, Property, Type, TypeId, Types, Union,
};

/// What to call a type that has no name of its own: a name in the file's spirit, made from its place, such as
/// `ShippingAddress` for a property `shipping_address`.
pub(super) type NameOf<'a> = &'a dyn Fn(TypeId) -> String;

/// The types of a signature with what their printing depends on.
#[derive(Clone)]
pub(super) struct Shapes<'a> {
    types: &'a Types,
    name_of: NameOf<'a>,
    /// For each type, whether it is a part of itself.
    on_cycle: Vec<bool>,
    /// For each type, whether it is a part of itself without an object between.
    on_short_cycle: Vec<bool>,
}

/// A type that is defined once, ahead of its first use.
#[derive(Clone, Copy)]
pub(super) enum Definition<'a> {
    /// An enum of many or described values.
    Enum(&'a Enum),
    /// An object that is a part of itself.
    Object(&'a Object),
    /// A union that is a part of itself without an object between.
    Union(&'a Union),
}

/// An enum of more values than this is defined apart, as BAML does.
const MANY_VALUES: usize = 6;

impl<'a> Shapes<'a> {
    pub(super) fn new(types: &'a Types, name_of: NameOf<'a>) -> Self {
        let on_short_cycle = on_cycle(types, parts_in_place);
        Self { types, name_of, on_cycle: on_cycle(types, parts), on_short_cycle }
    }

    /// How many types there are.
    pub(super) fn count(&self) -> usize {
        self.types.all.len()
    }

    pub(super) fn ty(&self, id: TypeId) -> &'a Type {
        &self.types[id]
    }

    pub(super) fn name(&self, id: TypeId) -> String {
        self.types[id].name.clone().unwrap_or_else(|| (self.name_of)(id))
    }

    /// How the type is defined, if uses of it print its name only.
    pub(super) fn definition(&self, id: TypeId) -> Option<Definition<'a>> {
        match &self.types[id].kind {
            Kind::Enum(list)
                if is_described(list)
                    || (!is_literal(list) && list.variants.len() > MANY_VALUES) =>
            {
                Some(Definition::Enum(list))
            }
            Kind::Object(object) if self.on_cycle[id.0] => Some(Definition::Object(object)),
            Kind::Union(union) if self.on_short_cycle[id.0] => Some(Definition::Union(union)),
            _ => None,
        }
    }

    /// Whether a type prints as several with `or` between, of which not all are objects. A list of it needs brackets.
    pub(super) fn is_choice(&self, id: TypeId) -> bool {
        match &self.types[id].kind {
            Kind::Nullable(_) => true,
            Kind::Union(union) if self.definition(id).is_none() => {
                union.arms.iter().any(|&arm| !matches!(self.types[arm].kind, Kind::Object(_)))
            }
            _ => false,
        }
    }

    /// Whether a property may be null though its type does not say so: it may be left out, and a model that
    /// leaves it out often writes null.
    pub(super) fn adds_null(&self, property: &Property) -> bool {
        !matches!(property.presence, Presence::Required)
            && !matches!(self.types[property.ty].kind, Kind::Nullable(_))
    }
}

/// Whether the values are printed as literals. Literals with descriptions are not: these would be lost.
pub(super) fn is_literal(list: &Enum) -> bool {
    list.style == EnumStyle::Literal && !is_described(list)
}

fn is_described(list: &Enum) -> bool {
    list.variants
        .iter()
        .any(|variant| variant.description.as_deref().is_some_and(|text| !text.trim().is_empty()))
}

/// The values of an enum in one line: `'A' or 'B'`, literals in double quotes, numbers bare.
pub(super) fn inline_enum(list: &Enum) -> String {
    let quote = if is_literal(list) { '"' } else { '\'' };
    let values: Vec<_> = list.variants.iter().map(|variant| spell(&variant.value, quote)).collect();
    values.join(" or ")
}

/// A value as a sketch shows it. Quotes in a string are not escaped.
pub(super) fn spell(value: &Literal, quote: char) -> String {
    match value {
        Literal::String(text) => format!("{quote}{text}{quote}"),
        bare => bare_value(bare),
    }
}

/// A value without quotes.
pub(super) fn bare_value(value: &Literal) -> String {
    match value {
        Literal::Null => "null".to_owned(),
        Literal::Bool(value) => value.to_string(),
        Literal::Integer(text) | Literal::String(text) | Literal::Json(text) => text.clone(),
    }
}

/// The types directly within a type other than an object.
fn parts_in_place(ty: &Type) -> Vec<TypeId> {
    if matches!(ty.kind, Kind::Object(_)) { Vec::new() } else { parts(ty) }
}

/// The types directly within a type.
pub(super) fn parts(ty: &Type) -> Vec<TypeId> {
    match &ty.kind {
        Kind::String
        | Kind::Boolean
        | Kind::Integer(_)
        | Kind::Float(_)
        | Kind::Enum(_)
        | Kind::Any => Vec::new(),
        Kind::Object(object) => {
            let properties = object.properties.iter().map(|property| property.ty);
            properties.chain(object.additional).collect()
        }
        Kind::List(part) | Kind::Map(part) | Kind::Nullable(part) => vec![*part],
        Kind::Union(union) => union.arms.clone(),
        Kind::Tuple(items) => items.clone(),
    }
}
