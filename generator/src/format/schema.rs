//! A schema of values, at any depth.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde_json::{Number, Value};

use super::words::{Format, TypeName};

/// A schema of values.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
pub struct Schema {
    /// The draft of this schema: the same as that of the file.
    #[schemars(rename = "$schema")]
    pub dialect: Option<String>,
    /// A note for people. It never reaches the prompt or the code.
    #[schemars(rename = "$comment")]
    pub comment: Option<String>,
    /// Names the Rust type.
    pub title: Option<String>,
    /// Tells the model what the value is, and becomes the documentation in Rust.
    pub description: Option<String>,
    /// Another schema of this file, such as `#/$defs/Address`. Keywords beside it hold as well, except in draft 7 and
    /// before.
    #[schemars(rename = "$ref")]
    pub reference: Option<String>,
    /// An address of this schema, which references may name.
    #[schemars(rename = "$id")]
    pub id: Option<String>,
    /// As `$id`, in draft 4.
    #[schemars(rename = "id")]
    pub old_id: Option<String>,
    /// A name of this schema: `"$ref": "#NAME"` points at it.
    #[schemars(rename = "$anchor")]
    pub anchor: Option<String>,
    /// As `$anchor`, for `$dynamicRef`.
    #[schemars(rename = "$dynamicAnchor")]
    pub dynamic_anchor: Option<String>,
    /// As `$ref`, to the one schema of the file with this `$dynamicAnchor`.
    #[schemars(rename = "$dynamicRef")]
    pub dynamic_reference: Option<String>,
    /// As `$ref`, to the root (2019-09).
    #[schemars(rename = "$recursiveRef")]
    pub recursive_reference: Option<String>,
    /// Marks what `$recursiveRef` points at (2019-09).
    #[schemars(rename = "$recursiveAnchor")]
    pub recursive_anchor: Option<bool>,
    /// The JSON type, or a list of types: with `null` the value may be null, several others are a Rust enum.
    #[schemars(rename = "type")]
    pub ty: Option<OneOrMany<TypeName>>,
    /// The values that are allowed. It becomes a Rust enum.
    #[schemars(rename = "enum", length(min = 1), extend("uniqueItems" = true))]
    pub values: Option<Vec<Value>>,
    /// What the values of `enum` mean, each told to the model beside the value.
    #[schemars(rename = "x-enum-descriptions")]
    pub enum_descriptions: Option<EnumDescriptions>,
    /// The one value that is allowed.
    #[schemars(rename = "const")]
    pub constant: Option<Value>,
    /// The value where none is given. It must fit the schema.
    pub default: Option<Value>,
    /// The properties of an object, in the order in which the model writes them.
    pub properties: Option<BTreeMap<String, SchemaOrBoolean>>,
    /// The properties that must be there. One that is left out of this list is an `Option` in Rust, unless
    /// it has a `default`.
    pub required: Option<Vec<String>>,
    /// Without `properties`, the schema of a map's values. Beside them, `false` makes a further property an
    /// error, and a schema keeps further properties in a map.
    pub additional_properties: Option<SchemaOrBoolean>,
    /// The schemas of properties whose names match a pattern.
    pub pattern_properties: Option<BTreeMap<String, SchemaOrBoolean>>,
    /// What the name of each property must be.
    pub property_names: Option<Box<SchemaOrBoolean>>,
    /// The least number of properties.
    pub min_properties: Option<u64>,
    /// The greatest number of properties.
    pub max_properties: Option<u64>,
    /// Properties that must be there when another one is.
    pub dependent_required: Option<BTreeMap<String, Vec<String>>>,
    /// What holds of the object when a property is there.
    pub dependent_schemas: Option<BTreeMap<String, SchemaOrBoolean>>,
    /// The two above in one, as older drafts have them.
    pub dependencies: Option<BTreeMap<String, Dependency>>,
    /// What holds of properties that nothing else speaks of.
    pub unevaluated_properties: Option<Box<SchemaOrBoolean>>,
    /// The schema of a list's items; a list of schemas, one for each of the first items, in older drafts.
    pub items: Option<OneOrManySchemas>,
    /// The schemas of a list's first items. With `"items": false` it becomes a Rust tuple.
    pub prefix_items: Option<Vec<SchemaOrBoolean>>,
    /// The schema of items behind those of `items`, in older drafts.
    pub additional_items: Option<Box<SchemaOrBoolean>>,
    /// What holds of items that nothing else speaks of.
    pub unevaluated_items: Option<Box<SchemaOrBoolean>>,
    /// What at least one item must be.
    pub contains: Option<Box<SchemaOrBoolean>>,
    /// So many items at least are as `contains` says.
    pub min_contains: Option<u64>,
    /// So many items at most are as `contains` says.
    pub max_contains: Option<u64>,
    /// Whether all items must differ.
    pub unique_items: Option<bool>,
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
    /// The number must be a multiple of this.
    pub multiple_of: Option<Number>,
    /// The least length of a text, in characters.
    pub min_length: Option<u64>,
    /// The greatest length of a text, in characters.
    pub max_length: Option<u64>,
    /// What a text must match somewhere: a regular expression of ECMAScript.
    pub pattern: Option<String>,
    /// The width of a number in Rust, or how a text is written. Other formats are not checked, and warned of.
    pub format: Option<OrOther<Format>>,
    /// Alternatives of which exactly one fits. They become a Rust enum; described values of the form
    /// `{"const": .., "description": ..}` become a plain one, a schema and `{"type": "null"}` an `Option`.
    #[schemars(length(min = 1))]
    pub one_of: Option<Vec<SchemaOrBoolean>>,
    /// Alternatives of which at least one fits, as for `oneOf`.
    #[schemars(length(min = 1))]
    pub any_of: Option<Vec<SchemaOrBoolean>>,
    /// Schemas that all hold. They are merged.
    #[schemars(length(min = 1))]
    pub all_of: Option<Vec<SchemaOrBoolean>>,
    /// What the value must not be.
    pub not: Option<Box<SchemaOrBoolean>>,
    /// Decides between `then` and `else`.
    #[schemars(rename = "if")]
    pub condition: Option<Box<SchemaOrBoolean>>,
    /// What holds where `if` does.
    pub then: Option<Box<SchemaOrBoolean>>,
    /// What holds where `if` does not.
    #[schemars(rename = "else")]
    pub otherwise: Option<Box<SchemaOrBoolean>>,
    /// Whether the value should no longer be used. It is said in the documentation in Rust.
    pub deprecated: Option<bool>,
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

/// Names of properties, or a schema.
#[derive(JsonSchema)]
#[schemars(untagged)]
pub enum Dependency {
    /// Properties that must be there.
    Names(Vec<String>),
    /// What holds of the object.
    Schema(SchemaOrBoolean),
}

/// One schema, or one for each of the first items.
#[derive(JsonSchema)]
#[schemars(untagged)]
pub enum OneOrManySchemas {
    /// One.
    One(Box<SchemaOrBoolean>),
    /// Several.
    Many(Vec<SchemaOrBoolean>),
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
