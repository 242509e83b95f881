//! The published JSON Schema of the format.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::signature::Signature;
use crate::schema::{KEYWORDS, Keyword, Location};

/// How the published schema names itself. Editors may fetch it from there or, better, read the copy that
/// `sigcodegen schema` prints.
pub const SCHEMA_ID: &str =
    "https://raw.githubusercontent.com/sigcodegen/sigcodegen/main/schemas/signature.schema.json";

/// The members that come first in the published schema, in this order.
const FIRST: [&str; 4] = ["$schema", "$id", "title", "description"];

/// The format as a JSON Schema (2020-12), laid out for people.
#[must_use]
pub fn published() -> String {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let mut derived = generator.into_root_schema_for::<Signature>().to_value();
    tidy(&mut derived);
    let Value::Object(mut derived) = derived else { return String::new() };
    derived.insert("$id".to_owned(), json!(SCHEMA_ID));
    complete(&mut derived, Location::Root);
    for (name, location) in [("Field", Location::Field), ("Schema", Location::Inner)] {
        let schema = derived.get_mut("$defs").and_then(|all| all.get_mut(name));
        if let Some(Value::Object(schema)) = schema {
            complete(schema, location);
        }
    }
    let mut ordered = Map::new();
    for name in FIRST {
        ordered.extend(derived.shift_remove_entry(name));
    }
    ordered.extend(derived);
    let mut text = format!("{:#}", Value::Object(ordered));
    text.push('\n');
    text
}

/// Adds what the derived schema of a schema object cannot say: which keywords are refused, and that the
/// prefix `x-` is ours.
fn complete(schema: &mut Map<String, Value>, location: Location) {
    let Some(Value::Object(properties)) = schema.get_mut("properties") else { return };
    properties.values_mut().for_each(remove_null);
    for keyword in KEYWORDS {
        if let Some(refusal) = refusal(keyword, location) {
            properties.entry(keyword.name).or_insert(refusal);
        }
    }
    let ours = KEYWORDS.iter().filter_map(|keyword| keyword.name.strip_prefix("x-"));
    let pattern = format!("^x-(?!({})$)", ours.collect::<Vec<_>>().join("|"));
    schema.insert("patternProperties".to_owned(), json!({ (pattern): false }));
}

/// The schema of a keyword that is refused at a place, or may stand there only where it restricts nothing.
fn refusal(keyword: &Keyword, location: Location) -> Option<Value> {
    if !keyword.scope.includes(location) {
        let is_ours = keyword.name.starts_with(['$', '_']) || keyword.name.starts_with("x-");
        return is_ours.then(|| json!({ "description": "It has no effect here.", "not": {} }));
    }
    None
}

/// An `Option` is a property that may be left out, not one that may be null.
fn remove_null(property: &mut Value) {
    let Value::Object(property) = property else { return };
    if let Some(Value::Array(types)) = property.get_mut("type") {
        types.retain(|ty| ty != "null");
        if let [only] = &mut types[..] {
            let only = only.take();
            property.insert("type".to_owned(), only);
        }
    }
    let arms = property.get("anyOf").and_then(Value::as_array);
    if let Some([Value::Object(arm), null]) = arms.map(Vec::as_slice)
        && *null == json!({ "type": "null" })
    {
        let arm = arm.clone();
        property.shift_remove("anyOf");
        property.extend(arm);
    }
}

/// Joins the lines of descriptions, which were broken for the source code's sake, and removes formats that
/// only say which Rust type was derived from. The nesting is that of our own types.
fn tidy(value: &mut Value) {
    match value {
        Value::Object(object) => {
            if let Some(Value::String(text)) = object.get_mut("description") {
                *text = text.replace('\n', " ");
            }
            if object.get("format").is_some_and(Value::is_string) {
                object.shift_remove("format");
            }
            object.values_mut().for_each(tidy);
        }
        Value::Array(items) => items.iter_mut().for_each(tidy),
        _ => {}
    }
}
