//! All keywords.

use super::Scope::{self, Anywhere, Field, Inside, Root};
use super::{Keyword, Support};
use crate::schema::Value;
use Support::{Annotation, Checked, Foreign, Shape, Unsupported};

const SAY: &str = "remove it, and say the rule in the description, where the model reads it";
const POINTER: &str = "name the schema under `$defs` and refer to it by `#/$defs/NAME`";
const TUPLE: &str = "use an object with a property for each item, or `items` with one schema";
const MAP: &str =
    "use `additionalProperties` with a schema, and say in the description which keys there are";
const CLOSED: &str = "use `additionalProperties`, with all properties in the same schema";
const ARMS: &str = "use `oneOf` with an object schema for each case";

/// Every keyword, grouped as the standard's parts are; ours come last.
pub const KEYWORDS: &[Keyword] = &[
    // Core.
    row("$schema", Annotation, Anywhere),
    row("$vocabulary", Annotation, Anywhere),
    // Below the root it would change what the references around it mean.
    row("$id", Annotation, Root),
    // As `$id` in draft 4, but in practice a plain label that no reference relies on.
    row("id", Annotation, Anywhere),
    row("$comment", Annotation, Anywhere),
    row("$ref", Shape, Anywhere),
    row("$defs", Shape, Anywhere),
    row("definitions", Shape, Anywhere),
    row("$anchor", Unsupported(never, POINTER), Anywhere),
    row("$dynamicAnchor", Unsupported(never, POINTER), Anywhere),
    row("$dynamicRef", Unsupported(never, POINTER), Anywhere),
    row("$recursiveAnchor", Unsupported(is_false, POINTER), Anywhere),
    row("$recursiveRef", Unsupported(never, POINTER), Anywhere),
    // Types and values.
    row("type", Shape, Anywhere),
    row("enum", Shape, Anywhere),
    row("const", Shape, Anywhere),
    // Objects.
    row("properties", Shape, Anywhere),
    row("required", Shape, Anywhere),
    row("additionalProperties", Shape, Anywhere),
    row("patternProperties", Unsupported(is_empty_object, MAP), Anywhere),
    row("propertyNames", Unsupported(allows_all, MAP), Anywhere),
    row("minProperties", Unsupported(is_zero, SAY), Anywhere),
    row("maxProperties", Unsupported(never, SAY), Anywhere),
    row("dependencies", Unsupported(is_empty_object, ARMS), Anywhere),
    row("dependentRequired", Unsupported(is_empty_object, ARMS), Anywhere),
    row("dependentSchemas", Unsupported(is_empty_object, ARMS), Anywhere),
    row("unevaluatedProperties", Unsupported(allows_all, CLOSED), Anywhere),
    // Lists.
    row("items", Shape, Anywhere),
    row("prefixItems", Unsupported(never, TUPLE), Anywhere),
    row("additionalItems", Unsupported(allows_all, TUPLE), Anywhere),
    row("unevaluatedItems", Unsupported(allows_all, TUPLE), Anywhere),
    row("contains", Unsupported(never, SAY), Anywhere),
    row("minContains", Unsupported(never, SAY), Anywhere),
    row("maxContains", Unsupported(never, SAY), Anywhere),
    row("minItems", Checked, Anywhere),
    row("maxItems", Checked, Anywhere),
    row("uniqueItems", Unsupported(is_false, SAY), Anywhere),
    // Numbers.
    row("minimum", Checked, Anywhere),
    row("maximum", Checked, Anywhere),
    row("exclusiveMinimum", Checked, Anywhere),
    row("exclusiveMaximum", Checked, Anywhere),
    row("multipleOf", Unsupported(never, SAY), Anywhere),
    // Strings.
    row("minLength", Checked, Anywhere),
    row("maxLength", Checked, Anywhere),
    row("pattern", Unsupported(never, SAY), Anywhere),
    row("format", Shape, Anywhere),
    row("contentEncoding", Annotation, Anywhere),
    row("contentMediaType", Annotation, Anywhere),
    row("contentSchema", Unsupported(allows_all, SAY), Anywhere),
    // Combinations.
    row("allOf", Shape, Anywhere),
    row("anyOf", Shape, Anywhere),
    row("oneOf", Shape, Anywhere),
    row("not", Unsupported(is_false, SAY), Anywhere),
    row("if", Unsupported(never, ARMS), Anywhere),
    row("then", Unsupported(allows_all, ARMS), Anywhere),
    row("else", Unsupported(allows_all, ARMS), Anywhere),
    // Notes.
    row("title", Shape, Anywhere),
    row("description", Shape, Anywhere),
    row("default", Shape, Anywhere),
    row("examples", Shape, Anywhere),
    row("deprecated", Annotation, Anywhere),
    row("readOnly", Annotation, Anywhere),
    row("writeOnly", Annotation, Anywhere),
    // OpenAPI's. Pydantic writes `discriminator` beside `oneOf`, whose arms say the same.
    row("discriminator", Annotation, Anywhere),
    row("nullable", Foreign("JSON Schema writes `\"type\": [\"string\", \"null\"]`"), Anywhere),
    // DSPy's, as `model_json_schema()` of a signature writes them.
    row("__dspy_field_type", Shape, Field),
    row("desc", Shape, Field),
    row("prefix", Shape, Field),
    // Ours.
    row("x-field", Shape, Field),
    row("x-adapters", Shape, Root),
    row("x-style", Shape, Root),
    row("x-rust-name", Shape, Inside),
    row("x-format", Shape, Field),
    row("x-render", Shape, Field),
    row("x-checks", Checked, Inside),
    row("x-asserts", Checked, Inside),
    row("x-enum-descriptions", Shape, Inside),
];

const fn row(name: &'static str, support: Support, scope: Scope) -> Keyword {
    Keyword { name, support, scope }
}

fn never(_: &Value) -> bool {
    false
}

fn is_false(value: &Value) -> bool {
    *value == Value::Bool(false)
}

fn is_zero(value: &Value) -> bool {
    matches!(value, Value::Number(number) if number.parse() == Ok(0.0))
}

fn is_empty_object(value: &Value) -> bool {
    matches!(value, Value::Object(object) if object.members.is_empty())
}

/// `true` and `{}` are the schemas that every value fits.
fn allows_all(value: &Value) -> bool {
    *value == Value::Bool(true) || is_empty_object(value)
}
