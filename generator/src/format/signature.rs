//! The root of a signature file.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde_json::Value;

use super::field::Field;
use super::schema::SchemaOrBoolean;
use super::words::{Adapter, Style};

/// One language-model task: typed input fields, typed output fields and an instruction. `sigcodegen`
/// generates Rust from it.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
pub struct Signature {
    /// The dialect of JSON Schema, or the schema of this format, for the editor. It changes nothing.
    #[schemars(rename = "$schema")]
    pub dialect: Option<String>,
    /// Names the file for other tools. It changes nothing.
    #[schemars(rename = "$id")]
    pub id: Option<String>,
    /// A note for people. It never reaches the prompt or the code.
    #[schemars(rename = "$comment")]
    pub comment: Option<String>,
    /// The name of the signature, best in `UpperCamelCase`: Rust's types and the module are named after
    /// it. Each title is used by one file only.
    #[schemars(length(min = 1))]
    pub title: String,
    /// The instruction: what the model has to do. It may have several lines. Without it, the prompt asks
    /// for the output fields, given the input fields.
    pub description: Option<String>,
    /// Always `object`.
    #[schemars(rename = "type", extend("const" = "object"))]
    pub ty: Option<String>,
    /// The fields by the names that the model sees. Their order here is their order in the prompt.
    #[schemars(extend("minProperties" = 1))]
    pub properties: BTreeMap<String, Field>,
    /// The fields that must have a value. A field that is left out of this list is optional, an `Option` in
    /// Rust, unless it has a `default`.
    pub required: Option<Vec<String>>,
    /// Demos: each shows the model a value of every field. They become part of the prompt.
    pub examples: Option<Vec<BTreeMap<String, Value>>>,
    /// Schemas that `$ref` names, such as `#/$defs/Address`. The key names the Rust type.
    #[schemars(rename = "$defs")]
    pub defs: Option<BTreeMap<String, SchemaOrBoolean>>,
    /// As `$defs`, in the spelling of older drafts.
    pub definitions: Option<BTreeMap<String, SchemaOrBoolean>>,
    /// Whether a value may have further fields. It changes nothing: a reply's unknown sections are noted and
    /// ignored.
    pub additional_properties: Option<bool>,
    /// The adapters to generate prompts for. Default: `chat` alone.
    #[schemars(rename = "x-adapters", length(min = 1), extend("uniqueItems" = true))]
    pub adapters: Option<Vec<Adapter>>,
    /// The words in which the prompt describes types. Default: `baml`.
    #[schemars(rename = "x-style")]
    pub style: Option<Style>,
}
