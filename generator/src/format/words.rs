//! The words that keywords choose from.

use schemars::JsonSchema;

/// Which side of the task a field is on.
#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
pub enum Direction {
    /// The caller gives it.
    Input,
    /// The model gives it.
    Output,
}

/// A way to ask the model and to read its reply.
#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
pub enum Adapter {
    /// Sections that begin with `[[ ## field ## ]]`.
    Chat,
}

/// The words in which prompts describe types.
#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
pub enum Style {
    /// `string`, `int`, `T or null`; objects as sketches with `//` comments.
    Baml,
}

/// How the value of an input field is printed in the prompt.
#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
pub enum InputFormat {
    /// Compact JSON, strings quoted too.
    Json,
    /// YAML in block style.
    Yaml,
    /// Token-Oriented Object Notation.
    Toon,
}

/// The name of a JSON type.
#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
pub enum TypeName {
    /// Text.
    String,
    /// A number with a fraction or without: `f64` in Rust, unless `format` says otherwise.
    Number,
    /// A whole number: `i64` in Rust, unless `format` or the bounds say otherwise.
    Integer,
    /// `true` or `false`.
    Boolean,
    /// An object: a struct in Rust with `properties`, else a map.
    Object,
    /// A list.
    Array,
    /// Null, beside another type: an `Option` in Rust.
    Null,
}

/// The width of a number in Rust.
#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
pub enum Format {
    /// `i8`
    Int8,
    /// `i16`
    Int16,
    /// `i32`
    Int32,
    /// `i64`, the default of integers
    Int64,
    /// `u8`
    Uint8,
    /// `u16`
    Uint16,
    /// `u32`
    Uint32,
    /// `u64`
    Uint64,
    /// `f32`
    Float,
    /// `f64`, the default of numbers
    Double,
}
