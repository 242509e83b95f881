//! The validator that verdicts are compared with.

use jsonschema::{Draft, Validator};
use serde_json::{Value, json};
use sigcodegen::schema::{Format, NUMBER_FORMATS};

use super::places::schemas;

/// What the oracle says of each instance; `None` if it does not take the schema, or reads it otherwise for a reason.
pub(crate) fn verdicts(mut schema: Value, instances: &[Value]) -> Option<Vec<bool>> {
    let draft = draft(&schema);
    if let Some(object) = schema.as_object_mut() {
        object.shift_remove("$schema");
    }
    if !is_comparable(&schema, draft) {
        return None;
    }
    let validator = build(&schema, draft)?;
    Some(instances.iter().map(|instance| validator.is_valid(instance)).collect())
}

/// As the generator reads it.
fn draft(schema: &Value) -> Draft {
    let name = schema.get("$schema").and_then(Value::as_str).unwrap_or_default();
    let drafts = [
        ("draft-03", Draft::Draft4),
        ("draft-04", Draft::Draft4),
        ("draft-06", Draft::Draft6),
        ("draft-07", Draft::Draft7),
        ("2019-09", Draft::Draft201909),
    ];
    let found = drafts.into_iter().find(|(part, _)| name.contains(part));
    found.map_or(Draft::Draft202012, |(_, draft)| draft)
}

/// The generator reads all of a file by one draft, honours keywords that newer drafts took away, and formats that say the
/// width of a number. What the oracle takes for a host name in any script may have blanks.
fn is_comparable(schema: &Value, draft: Draft) -> bool {
    let is_new = matches!(draft, Draft::Draft201909 | Draft::Draft202012);
    schemas(schema).iter().filter_map(|pointer| schema.pointer(pointer)).all(|schema| {
        let has = |keyword| schema.get(keyword).is_some();
        let is_newest = draft == Draft::Draft202012;
        let format = schema.get("format").and_then(Value::as_str).unwrap_or_default();
        if format == "idn-hostname" || NUMBER_FORMATS.contains(&format) {
            return false;
        }
        !(has("$schema") || is_new && has("dependencies") || is_newest && has("$recursiveRef"))
    })
}

fn build(schema: &Value, draft: Draft) -> Option<Validator> {
    let mut options = jsonschema::options().with_draft(draft).should_validate_formats(true);
    for (format, _) in Format::ALL {
        // Drafts know different formats; the generator knows all of them in each.
        let own = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .should_validate_formats(true)
            .build(&json!({ "format": format }))
            .ok()?;
        options = options
            .with_format(format, move |text: &str| own.is_valid(&Value::String(text.to_owned())));
    }
    options.build(schema).ok()
}
