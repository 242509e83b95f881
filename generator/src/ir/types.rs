//! The model: signatures, their fields and the types these have.

use super::{Guard, NamedRule, TextRule};
use crate::diagnostic::Place;
use crate::schema::Node;

/// A text and where it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Spanned {
    /// The text.
    pub text: String,
    /// Where it stands.
    pub place: Place,
}

/// One language-model task.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The name, as `title` gives it.
    pub name: Spanned,
    /// The instruction, as `description` gives it; may be empty.
    pub instructions: String,
    /// The whole file, for problems that concern no smaller place.
    pub place: Place,
    /// Input and output fields mixed, in the file's order.
    pub fields: Vec<Field>,
    /// All types that fields reach.
    pub types: Types,
    /// Demos, in the file's order.
    pub demos: Vec<Demo>,
    /// For a schema that is generated as types only: the type of the whole. It has no fields then.
    pub root: Option<TypeId>,
    /// Rules that others call by their number, since several places refer to them.
    pub rules: Vec<NamedRule>,
}

/// Which side of the task a field is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The caller gives it.
    Input,
    /// The model gives it.
    Output,
}

/// A field of a signature.
#[derive(Clone, Debug)]
pub struct Field {
    /// Key, description, presence and type, as for a property of any object.
    pub property: Property,
    /// Input or output.
    pub direction: Direction,
    /// `x-format`: how an input value is printed. `None` prints strings raw and other values as JSON.
    pub format: Option<InputFormat>,
    /// `x-render`: a Jinja template that prints an input value.
    pub render: Option<Spanned>,
}

/// How an input value is printed in a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputFormat {
    /// Compact JSON, strings quoted too.
    Json,
    /// YAML in block style.
    Yaml,
    /// Token-Oriented Object Notation.
    Toon,
}

/// A property of an object, or a field of a signature.
#[derive(Clone, Debug)]
pub struct Property {
    /// The key, as the model sees it.
    pub wire_name: String,
    /// `x-rust-name`: overrides the Rust name that is derived from the key.
    pub rust_name: Option<Spanned>,
    /// The property's own description.
    pub description: Option<String>,
    /// Whether it may be left out.
    pub presence: Presence,
    /// Its type. A nullable property has a [`Kind::Nullable`] type.
    pub ty: TypeId,
    /// Rules on the value beyond its type, as written on the property itself or on a type it refers to.
    /// They speak of values; null, where the type allows it, passes them all.
    pub checks: Vec<Check>,
    /// `deprecated`
    pub is_deprecated: bool,
    /// Where the key stands.
    pub place: Place,
}

/// Whether a property may be left out.
#[derive(Clone, Debug)]
pub enum Presence {
    /// It must be there.
    Required,
    /// It may be left out.
    Optional,
    /// It may be left out and then has this value, which was checked against the type.
    Default(Node),
}

/// A rule with an expression: `x-checks` are reported beside the value, `x-asserts` are errors.
#[derive(Clone, Debug)]
pub struct Check {
    /// Names the rule in results.
    pub label: Spanned,
    /// A Jinja expression over `this`.
    pub expression: Spanned,
    /// Whether a value that fails is refused.
    pub is_assert: bool,
}

/// A demo: one value of every field.
#[derive(Clone, Debug)]
pub struct Demo {
    /// The object as written. Every value in it was checked against its field's type.
    pub value: Node,
    /// Where it stands.
    pub place: Place,
}

/// Index of a type in [`Types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub usize);

/// All types of a signature, each schema place once.
#[derive(Clone, Debug, Default)]
pub struct Types {
    /// The types; a [`TypeId`] is an index into this list.
    pub all: Vec<Type>,
}

impl std::ops::Index<TypeId> for Types {
    type Output = Type;

    fn index(&self, id: TypeId) -> &Type {
        &self.all[id.0]
    }
}

/// A type.
#[derive(Clone, Debug)]
pub struct Type {
    /// What values it has.
    pub kind: Kind,
    /// The schema's `title`, or the key under `$defs`: what the prompt and Rust call it.
    /// `None` for a type written in place without a title.
    pub name: Option<String>,
    /// The description of the type itself. A schema written in place gives its description to the
    /// property, so this is `None` there; only a referred-to schema (or a list item, map value or
    /// union arm written in place) has both.
    pub description: Option<String>,
    /// Where it was written.
    pub place: Place,
    /// Size and range rules, each of which says something: an integer has at most one
    /// [`BoundKind::Minimum`] and one [`BoundKind::Maximum`], neither implied by its width.
    pub bounds: Vec<Bound>,
    /// What else holds of a text: its pattern and format. All of them hold.
    pub texts: Vec<TextRule>,
    /// Rules that neither the kind nor the above say, on the JSON value as it stands in the reply. They hold
    /// for all values of the type, null included.
    pub guards: Vec<Guard>,
}

/// A size or range rule. The number is spelled as in the file for floats, and in plain digits, with a
/// sign if negative, for integers and sizes.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// Which rule.
    pub kind: BoundKind,
    /// Its number.
    pub value: String,
}

/// The keywords that bound a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundKind {
    /// `minimum`
    Minimum,
    /// `maximum`
    Maximum,
    /// `exclusiveMinimum`
    ExclusiveMinimum,
    /// `exclusiveMaximum`
    ExclusiveMaximum,
    /// `minLength`, in characters
    MinLength,
    /// `maxLength`, in characters
    MaxLength,
    /// `minItems`
    MinItems,
    /// `maxItems`
    MaxItems,
}

/// What values a type has.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Any text.
    String,
    /// `true` or `false`.
    Boolean,
    /// A whole number.
    Integer(IntegerWidth),
    /// A number.
    Float(FloatWidth),
    /// One of several strings or integers.
    Enum(Enum),
    /// An object with known properties.
    Object(Object),
    /// A list.
    List(TypeId),
    /// A list of so many items, each with a type of its own. At least one, at most [`LONGEST_TUPLE`].
    Tuple(Vec<TypeId>),
    /// An object with any keys and values of one type.
    Map(TypeId),
    /// A value or null. Never nested directly in another `Nullable`.
    Nullable(TypeId),
    /// One of several types.
    Union(Union),
    /// Any JSON value.
    Any,
}

/// Rust gives longer tuples no `Debug` and the like.
pub const LONGEST_TUPLE: usize = 12;

/// The Rust integer that holds all values a schema allows: by `format` (`int8` to `uint64`), else by
/// `minimum` and `maximum` together, else `i64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are Rust's own")]
pub enum IntegerWidth {
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
}

/// The Rust float for a number: `f32` for `format` `float`, else `f64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are Rust's own")]
pub enum FloatWidth {
    F32,
    F64,
}

/// One of several values.
#[derive(Clone, Debug)]
pub struct Enum {
    /// The values; often all strings or all integers. Never empty, never two equal, never null.
    pub variants: Vec<Variant>,
    /// How it was written, which decides how prompts print it.
    pub style: EnumStyle,
}

/// How an enum was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnumStyle {
    /// `enum`, or `type` string or integer with `oneOf` of `const`s: a named list of values.
    Named,
    /// `const`, or `anyOf`/`oneOf` of bare `const`s without a `type`: literals, printed in double quotes.
    Literal,
}

/// A value of an enum.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The value as the model sees it.
    pub value: Literal,
    /// `title` of its `oneOf` arm, or `x-rust-name` there.
    pub rust_name: Option<Spanned>,
    /// Its description.
    pub description: Option<String>,
    /// Where the value stands.
    pub place: Place,
}

/// A value that a schema spells out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Literal {
    /// `null`
    Null,
    /// A boolean.
    Bool(bool),
    /// A whole number within `i64` or `u64`, in canonical spelling.
    Integer(String),
    /// A string.
    String(String),
    /// Any other value, as compact JSON: a number with a fraction or of more than 64 bits, a list, an object.
    Json(String),
}

/// An object with known properties.
#[derive(Clone, Debug)]
pub struct Object {
    /// The properties that carry a value, in the file's order.
    pub properties: Vec<Property>,
    /// Required properties with one value only: written and checked, but not part of the Rust struct.
    pub constants: Vec<Constant>,
    /// `false` when `additionalProperties` is `false`: a further key is an error for a strict reader.
    pub is_open: bool,
    /// The type of the values of further keys, when `additionalProperties` gives one: they are kept in a map.
    pub additional: Option<TypeId>,
}

/// A required property that has one value only.
#[derive(Clone, Debug)]
pub struct Constant {
    /// The key.
    pub wire_name: String,
    /// Its description.
    pub description: Option<String>,
    /// Its value. [`Literal::Json`] may be any value here.
    pub value: Literal,
    /// How many of [`Object::properties`] stand before it in the file.
    pub position: usize,
}

/// One of several types.
#[derive(Clone, Debug)]
pub struct Union {
    /// The arms, of any kind but [`Kind::Nullable`] and [`Kind::Union`]; no two the same. At least two.
    pub arms: Vec<TypeId>,
    /// The key of a constant string that every arm has, each with a value of its own; all arms are objects then.
    pub tag: Option<String>,
    /// Whether a value must fit one arm only (`oneOf`), rather than at least one (`anyOf`).
    pub is_exclusive: bool,
}
