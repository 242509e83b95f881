//! The decided code of one signature, as data: what the next stage spells.

use std::collections::BTreeSet;

use super::{ChatText, Rules, RustType, Template, Value};
use crate::ir::InputFormat;

/// The code of one signature, decided to the last name.
pub(crate) struct Module {
    /// The module's name, and the stem of its file's.
    pub(crate) name: String,
    /// The signature's name as the schema spells it.
    pub(crate) title: String,
    /// The type that implements the signature.
    pub(crate) marker: String,
    pub(crate) instructions: String,
    pub(crate) docs: Vec<String>,
    pub(crate) input: Struct,
    pub(crate) output: Struct,
    pub(crate) items: Vec<Item>,
    pub(crate) chat: ChatText,
    /// The user and assistant messages of baked demos.
    pub(crate) demos: Vec<(String, String)>,
    /// Names that one of our own types takes from the prelude.
    pub(crate) shadowed: BTreeSet<String>,
}

/// A type of the module.
pub(crate) enum Item {
    Struct(Struct),
    Enum(Enum),
    Union(Union),
}

/// A struct.
pub(crate) struct Struct {
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    pub(crate) derives: Vec<&'static str>,
    pub(crate) fields: Vec<Field>,
    pub(crate) constants: Vec<Constant>,
    pub(crate) is_open: bool,
    /// Whether replies hold it.
    pub(crate) is_read: bool,
    /// The type of partial values, if there is one of its own.
    pub(crate) partial: Option<String>,
}

/// A field of a struct.
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) wire_name: String,
    pub(crate) docs: Vec<String>,
    /// The type of the value; [`Nullable`](RustType::Option) included, absence not.
    pub(crate) ty: RustType,
    pub(crate) presence: FieldPresence,
    pub(crate) rules: Rules,
    /// How an input field is printed.
    pub(crate) format: Option<InputFormat>,
    /// The template that prints an input field.
    pub(crate) render: Option<Template>,
}

/// Whether a field may be absent.
pub(crate) enum FieldPresence {
    Required,
    Optional,
    Default(Value),
}

/// A key with one value, which the struct does not hold.
pub(crate) struct Constant {
    pub(crate) wire_name: String,
    /// The value as JSON text.
    pub(crate) json: String,
    /// How many fields stand before it.
    pub(crate) position: usize,
}

/// A fieldless enum.
pub(crate) struct Enum {
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    pub(crate) variants: Vec<EnumVariant>,
    pub(crate) is_read: bool,
    pub(crate) values: EnumValues,
}

/// What the values of an enum are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum EnumValues {
    Strings,
    Signed,
    Unsigned,
}

/// A variant of a fieldless enum.
pub(crate) struct EnumVariant {
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    pub(crate) value: String,
}

/// An enum whose variants hold structs.
pub(crate) struct Union {
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    pub(crate) derives: Vec<&'static str>,
    pub(crate) arms: Vec<Arm>,
    pub(crate) tag: Option<String>,
    pub(crate) is_read: bool,
    pub(crate) partial: Option<String>,
}

/// A variant of a union.
pub(crate) struct Arm {
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    /// What it holds.
    pub(crate) ty: RustType,
    /// The tag's value.
    pub(crate) tag: Option<String>,
}
