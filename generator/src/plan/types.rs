//! The Rust type of each schema type.

use super::boxes::Boxes;
use super::library::LibraryType;
use super::names::Names;
use crate::ir::{FloatWidth, IntegerWidth, Kind, Literal, Signature, TypeId};

/// A Rust type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RustType {
    /// A type that is read in one piece.
    Leaf(Leaf),
    /// A fieldless enum of the module.
    Enum(String),
    /// A struct, union or newtype of the module, and its partial type if it has one of its own.
    Named(String, Option<String>),
    Vec(Box<RustType>),
    Map(Box<RustType>),
    Tuple(Vec<RustType>),
    Option(Box<RustType>),
    Box(Box<RustType>),
}

/// A type that is read in one piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Leaf {
    String,
    Boolean,
    Integer(IntegerWidth),
    Float(FloatWidth),
    Json,
    Library(LibraryType),
}

/// The Rust type of a property or union arm of `owner`. A chain of wrappers is as long as the schema is deep, which
/// the parser bounds.
pub(super) fn of(
    signature: &Signature,
    names: &Names,
    boxes: &Boxes,
    owner: Option<TypeId>,
    id: TypeId,
) -> RustType {
    if let Some(name) = names.newtype(id) {
        let held = match signature.types[id].kind {
            Kind::Nullable(inner) => inner,
            _ => id,
        };
        let ty = RustType::Named(name.to_owned(), None);
        return if boxes.is_boxed(owner, held) { RustType::Box(Box::new(ty)) } else { ty };
    }
    within(signature, names, boxes, owner, id)
}

/// The type that a newtype holds; for all others, the type itself.
pub(super) fn within(
    signature: &Signature,
    names: &Names,
    boxes: &Boxes,
    owner: Option<TypeId>,
    id: TypeId,
) -> RustType {
    let inner = |owner, id| Box::new(of(signature, names, boxes, owner, id));
    let finish = |ty| if boxes.is_boxed(owner, id) { RustType::Box(Box::new(ty)) } else { ty };
    match &signature.types[id].kind {
        Kind::String => RustType::Leaf(names.library(id).map_or(Leaf::String, Leaf::Library)),
        Kind::Boolean => RustType::Leaf(Leaf::Boolean),
        Kind::Integer(width) => RustType::Leaf(Leaf::Integer(*width)),
        Kind::Float(width) => RustType::Leaf(Leaf::Float(*width)),
        Kind::Any => RustType::Leaf(Leaf::Json),
        Kind::Enum(_) => RustType::Enum(names.rust_name(id).unwrap_or_default().to_owned()),
        Kind::Object(_) | Kind::Union(_) => {
            let name = names.rust_name(id).unwrap_or_default().to_owned();
            finish(RustType::Named(name, names.partial_name(id)))
        }
        Kind::List(item) => RustType::Vec(inner(None, *item)),
        Kind::Map(value) => RustType::Map(inner(None, *value)),
        Kind::Tuple(items) => {
            let items = items.iter().map(|&item| *inner(Some(id), item));
            finish(RustType::Tuple(items.collect()))
        }
        Kind::Nullable(value) => RustType::Option(inner(owner, *value)),
    }
}

/// A literal as JSON text.
pub(super) fn literal_json(literal: &Literal) -> String {
    match literal {
        Literal::String(text) => {
            let mut json = String::new();
            sigcodegen_runtime::json::write_string(&mut json, text);
            json
        }
        other => literal_text(other),
    }
}

/// A literal as plain text.
pub(super) fn literal_text(literal: &Literal) -> String {
    match literal {
        Literal::Null => "null".to_owned(),
        Literal::Bool(value) => value.to_string(),
        Literal::Integer(text) | Literal::String(text) | Literal::Json(text) => text.clone(),
    }
}
