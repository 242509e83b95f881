//! The decided code of one signature, as data: what the next stage spells.

use std::collections::BTreeSet;

use super::{ChatText, Checks, Patterns, Rules, RustType, Template, Value};
use crate::ir::{Assert, InputFormat, JsonKinds};

/// The code of one signature, decided to the last name.
pub(crate) struct Module {
    /// The module's name, and the stem of its file's.
    pub(crate) name: String,
    /// The signature's name as the schema spells it.
    pub(crate) title: String,
    /// What the signature asks for; `None` if only types are wanted.
    pub(crate) task: Option<Task>,
    /// The name of the type of the whole and of its partial type, if only types are wanted.
    pub(crate) root: Option<(String, Option<String>)>,
    pub(crate) items: Vec<Item>,
    /// The names of the compiled patterns and their values.
    pub(crate) patterns: Patterns,
    /// The functions of rules that other rules call.
    pub(crate) checks: Checks,
    /// Whether the types implement serde's traits.
    pub(crate) has_serde: bool,
    /// Names that one of our own types takes from the prelude.
    pub(crate) shadowed: BTreeSet<String>,
}

/// The task of a signature, and how it is put to a model.
pub(crate) struct Task {
    /// The type that implements the signature.
    pub(crate) marker: String,
    pub(crate) instructions: String,
    pub(crate) docs: Vec<String>,
    pub(crate) input: Struct,
    pub(crate) output: Struct,
    pub(crate) chat: ChatText,
    /// The user and assistant messages of baked demos.
    pub(crate) demos: Vec<(String, String)>,
}

/// A type of the module.
#[expect(clippy::large_enum_variant, reason = "most are structs")]
pub(crate) enum Item {
    Struct(Struct),
    Enum(Enum),
    Union(Union),
    Newtype(Newtype),
}

impl Module {
    /// Whether an item is the type of the whole.
    pub(crate) fn is_root(&self, item: &Item) -> bool {
        self.root.as_ref().is_some_and(|(name, _)| name == item.name())
    }
}

impl Item {
    fn name(&self) -> &str {
        match self {
            Self::Struct(one) => &one.name,
            Self::Enum(one) => &one.name,
            Self::Union(one) => &one.name,
            Self::Newtype(one) => &one.name,
        }
    }

    /// Whether its values are copied rather than borrowed.
    pub(crate) fn is_copy(&self) -> bool {
        match self {
            Self::Struct(Struct { derives, .. })
            | Self::Union(Union { derives, .. })
            | Self::Newtype(Newtype { derives, .. }) => derives.contains(&"Copy"),
            Self::Enum(_) => true,
        }
    }
}

/// A rule on the JSON value of a type.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    pub(crate) rule: Assert,
    /// What holds, in words.
    pub(crate) text: String,
}

/// A struct.
pub(crate) struct Struct {
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    pub(crate) derives: Vec<&'static str>,
    pub(crate) fields: Vec<Field>,
    pub(crate) constants: Vec<Constant>,
    /// The field of further keys, if they are kept. Its type is that of one value.
    pub(crate) additional: Option<Field>,
    pub(crate) guards: Vec<Guard>,
    pub(crate) is_open: bool,
    /// Whether replies hold it.
    pub(crate) is_read: bool,
    /// The type of partial values, if there is one of its own.
    pub(crate) partial: Option<String>,
    /// The type that holds the fields while they are read, if they are too many for variables.
    pub(crate) slots: Option<String>,
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
    pub(crate) guards: Vec<Guard>,
    pub(crate) is_read: bool,
    pub(crate) values: EnumValues,
    /// The kinds of JSON values that mixed values have.
    pub(crate) kinds: JsonKinds,
}

/// What the values of an enum are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum EnumValues {
    Strings,
    Signed,
    Unsigned,
    /// Of any kind, as JSON texts.
    Mixed,
}

/// A variant of a fieldless enum.
pub(crate) struct EnumVariant {
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    pub(crate) value: String,
}

/// An enum whose variants hold values.
pub(crate) struct Union {
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    pub(crate) derives: Vec<&'static str>,
    pub(crate) arms: Vec<Arm>,
    pub(crate) tag: Option<String>,
    /// Whether a value must fit one arm only.
    pub(crate) is_exclusive: bool,
    /// The kinds of JSON values that the arms have.
    pub(crate) kinds: JsonKinds,
    pub(crate) guards: Vec<Guard>,
    pub(crate) is_read: bool,
    pub(crate) partial: Option<String>,
}

/// A variant of a union.
pub(crate) struct Arm {
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    /// What it holds.
    pub(crate) ty: RustType,
    pub(crate) rules: Rules,
    /// The tag's value.
    pub(crate) tag: Option<String>,
}

/// A struct that gives a type a name.
pub(crate) struct Newtype {
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    pub(crate) derives: Vec<&'static str>,
    pub(crate) ty: RustType,
    pub(crate) rules: Rules,
    pub(crate) is_read: bool,
}
