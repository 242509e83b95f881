//! All keywords.

use super::Scope::{self, Anywhere, Field, Inside, Root};
use super::{Keyword, Support};
use Support::{Annotation, Checked, Foreign, Shape};

/// Every keyword, grouped as the standard's parts are; ours come last.
pub const KEYWORDS: &[Keyword] = &[
    // Core.
    row("$schema", Shape, Anywhere),
    row("$vocabulary", Annotation, Anywhere),
    row("$id", Shape, Anywhere),
    // As `$id`, in draft 4.
    row("id", Shape, Anywhere),
    row("$comment", Annotation, Anywhere),
    row("$ref", Shape, Anywhere),
    row("$defs", Shape, Anywhere),
    row("definitions", Shape, Anywhere),
    row("$anchor", Shape, Anywhere),
    row("$dynamicAnchor", Shape, Anywhere),
    row("$dynamicRef", Shape, Anywhere),
    row("$recursiveAnchor", Shape, Anywhere),
    row("$recursiveRef", Shape, Anywhere),
    // Types and values.
    row("type", Shape, Anywhere),
    row("enum", Shape, Anywhere),
    row("const", Shape, Anywhere),
    // Objects.
    row("properties", Shape, Anywhere),
    row("required", Shape, Anywhere),
    row("additionalProperties", Shape, Anywhere),
    row("patternProperties", Shape, Anywhere),
    row("propertyNames", Checked, Anywhere),
    row("minProperties", Checked, Anywhere),
    row("maxProperties", Checked, Anywhere),
    row("dependencies", Checked, Anywhere),
    row("dependentRequired", Checked, Anywhere),
    row("dependentSchemas", Checked, Anywhere),
    row("unevaluatedProperties", Checked, Anywhere),
    // Lists.
    row("items", Shape, Anywhere),
    row("prefixItems", Shape, Anywhere),
    row("additionalItems", Shape, Anywhere),
    row("unevaluatedItems", Checked, Anywhere),
    row("contains", Checked, Anywhere),
    row("minContains", Checked, Anywhere),
    row("maxContains", Checked, Anywhere),
    row("minItems", Checked, Anywhere),
    row("maxItems", Checked, Anywhere),
    row("uniqueItems", Checked, Anywhere),
    // Numbers.
    row("minimum", Checked, Anywhere),
    row("maximum", Checked, Anywhere),
    row("exclusiveMinimum", Checked, Anywhere),
    row("exclusiveMaximum", Checked, Anywhere),
    row("multipleOf", Checked, Anywhere),
    // Strings.
    row("minLength", Checked, Anywhere),
    row("maxLength", Checked, Anywhere),
    row("pattern", Checked, Anywhere),
    row("format", Shape, Anywhere),
    row("contentEncoding", Annotation, Anywhere),
    row("contentMediaType", Annotation, Anywhere),
    row("contentSchema", Annotation, Anywhere),
    // Combinations.
    row("allOf", Shape, Anywhere),
    row("anyOf", Shape, Anywhere),
    row("oneOf", Shape, Anywhere),
    row("not", Checked, Anywhere),
    row("if", Checked, Anywhere),
    row("then", Checked, Anywhere),
    row("else", Checked, Anywhere),
    // Notes.
    row("title", Shape, Anywhere),
    row("description", Shape, Anywhere),
    row("default", Shape, Anywhere),
    row("examples", Shape, Anywhere),
    row("deprecated", Shape, Anywhere),
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
