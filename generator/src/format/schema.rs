//! A schema of values, at any depth.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde_json::{Number, Value};

use super::words::{Format, TypeName};

/// A schema of values.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
pub struct Schema {
    /// A note for people. It never reaches the prompt or the code.
    #[schemars(rename = "$comment")]
    pub comment: Option<String>,
    /// Names the Rust type.
    pub title: Option<String>,
    /// Tells the model what the value is, and becomes the documentation in Rust.
    pub description: Option<String>,
    /// Another schema of this file, such as `#/$defs/Address`. Beside it only notes may stand, such as
    /// `description`.
    #[schemars(rename = "$ref", regex(pattern = "^#"))]
    pub reference: Option<String>,
    /// The JSON type, or a list of one type and `null` for a value that may be null.
    #[schemars(rename = "type")]
    pub ty: Option<OneOrMany<TypeName>>,
    /// The values that are allowed. It becomes a Rust enum.
    #[schemars(rename = "enum", length(min = 1), extend("uniqueItems" = true))]
    pub values: Option<Vec<Literal>>,
    /// What the values of `enum` mean, each told to the model beside the value.
    #[schemars(rename = "x-enum-descriptions")]
    pub enum_descriptions: Option<EnumDescriptions>,
    /// The one value that is allowed.
    #[schemars(rename = "const")]
    pub constant: Option<Literal>,
    /// The value where none is given. It must fit the schema.
    pub default: Option<Value>,
    /// The properties of an object, in the order in which the model writes them.
    pub properties: Option<BTreeMap<String, SchemaOrBoolean>>,
    /// The properties that must be there. One that is left out of this list is an `Option` in Rust, unless
    /// it has a `default`.
    pub required: Option<Vec<String>>,
    /// Without `properties`, the schema of a map's values. Beside them, `false` makes a further property an
    /// error.
    pub additional_properties: Option<SchemaOrBoolean>,
    /// The schema of a list's items.
    pub items: Option<SchemaOrBoolean>,
    /// The least number of items.
    pub min_items: Option<u64>,
    /// The greatest number of items.
    pub max_items: Option<u64>,
    /// The least number that is allowed.
    pub minimum: Option<Number>,
    /// The greatest number that is allowed.
    pub maximum: Option<Number>,
    /// The value must be greater than this. Draft 4 has a boolean here that sharpens `minimum`.
    pub exclusive_minimum: Option<NumberOrBoolean>,
    /// The value must be less than this. Draft 4 has a boolean here that sharpens `maximum`.
    pub exclusive_maximum: Option<NumberOrBoolean>,
    /// The least length of a text, in characters.
    pub min_length: Option<u64>,
    /// The greatest length of a text, in characters.
    pub max_length: Option<u64>,
    /// The width of a number in Rust. Other formats are not checked, and warned of.
    pub format: Option<OrOther<Format>>,
    /// Alternatives of which one fits: objects that a constant property tells apart, described values of
    /// the form `{"const": .., "description": ..}`, or a schema and `{"type": "null"}`.
    #[schemars(length(min = 1))]
    pub one_of: Option<Vec<SchemaOrBoolean>>,
    /// Alternatives, as for `oneOf`.
    #[schemars(length(min = 1))]
    pub any_of: Option<Vec<SchemaOrBoolean>>,
    /// A single schema, as some tools wrap a `$ref`.
    #[schemars(length(min = 1, max = 1))]
    pub all_of: Option<Vec<SchemaOrBoolean>>,
    /// Values for readers of the schema. They change nothing.
    pub examples: Option<Vec<Value>>,
    /// Overrides the Rust name that is derived from the key or the value.
    #[schemars(rename = "x-rust-name", length(min = 1))]
    pub rust_name: Option<String>,
    /// Rules on the value whose outcome is reported beside it.
    #[schemars(rename = "x-checks")]
    pub checks: Option<Vec<Check>>,
    /// Rules on the value: one that fails makes the reply an error.
    #[schemars(rename = "x-asserts")]
    pub asserts: Option<Vec<Check>>,
}

/// A rule with a name.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Check {
    /// Names the rule in results.
    #[schemars(length(min = 1))]
    pub label: String,
    /// An expression in Jinja syntax over `this`, such as `this|length > 0`.
    #[schemars(length(min = 1))]
    pub expr: String,
}

/// A schema, or `true` for any value.
#[derive(JsonSchema)]
#[schemars(untagged)]
pub enum SchemaOrBoolean {
    /// A schema.
    Schema(Box<Schema>),
    /// `true` allows any value, `false` none.
    Boolean(bool),
}

/// One word or a list of words.
#[derive(JsonSchema)]
#[schemars(untagged)]
pub enum OneOrMany<T> {
    /// One.
    One(T),
    /// A list.
    Many(#[schemars(length(min = 1), extend("uniqueItems" = true))] Vec<T>),
}

/// One of the words, or another.
#[derive(JsonSchema)]
#[schemars(untagged)]
pub enum OrOther<T> {
    /// One of the words.
    Known(T),
    /// Another.
    Other(String),
}

/// Texts for the values of an enum; null where there is nothing to say.
#[derive(JsonSchema)]
#[schemars(untagged)]
pub enum EnumDescriptions {
    /// By value.
    ByValue(BTreeMap<String, Option<String>>),
    /// One for each value, in the order of `enum`.
    InOrder(Vec<Option<String>>),
}

/// A value that a schema spells out.
#[derive(JsonSchema)]
#[schemars(untagged)]
pub enum Literal {
    /// A string.
    String(String),
    /// A whole number.
    Integer(i64),
    /// A boolean.
    Boolean(bool),
    /// `null`
    Null(()),
}

/// A number, or draft 4's boolean.
#[derive(JsonSchema)]
#[schemars(untagged)]
pub enum NumberOrBoolean {
    /// A number.
    Number(Number),
    /// Draft 4's boolean.
    Boolean(bool),
}
