//! Reports for editors: one JSON object per problem.

use super::human;
use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::schema::SourceMap;

/// Appends a problem as one line of JSON, without its break. Lines and columns count from one, columns in
/// characters; what a problem without a place lacks is `null`.
pub(super) fn write(out: &mut String, diagnostic: &Diagnostic, sources: &SourceMap) {
    let severity = match diagnostic.code.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    out.push_str("{\"severity\":");
    string(out, severity);
    out.push_str(",\"code\":");
    string(out, diagnostic.code.as_str());
    out.push_str(",\"message\":");
    string(out, &diagnostic.message);
    place(out, diagnostic.place, sources);
    out.push_str(",\"label\":");
    string(out, &diagnostic.label);
    out.push_str(",\"help\":");
    optional_string(out, diagnostic.help.as_deref());
    out.push_str(",\"related\":[");
    for (index, (related, note)) in diagnostic.related.iter().enumerate() {
        out.push_str(if index == 0 { "{\"label\":" } else { ",{\"label\":" });
        string(out, note);
        place(out, Some(*related), sources);
        out.push('}');
    }
    out.push_str("],\"rendered\":");
    string(out, &human::render(diagnostic, sources, false));
    out.push('}');
}

/// Appends the members that say where. The pointer is `null` too if the file could not be parsed.
fn place(out: &mut String, place: Option<Place>, sources: &SourceMap) {
    let Some(place) = place else {
        out.push_str(
            ",\"file\":null,\"line\":null,\"column\":null,\"end_line\":null,\"end_column\":null,\"pointer\":null",
        );
        return;
    };
    let file = sources.file(place.file);
    let (line, column) = file.line_column(place.span.start);
    let (end_line, end_column) = file.line_column(place.span.end);
    out.push_str(",\"file\":");
    string(out, file.name());
    let numbers = format_args!(
        ",\"line\":{line},\"column\":{column},\"end_line\":{end_line},\"end_column\":{end_column}"
    )
    .to_string();
    out.push_str(&numbers);
    out.push_str(",\"pointer\":");
    optional_string(out, file.root().map(|_| sources.pointer(place)).as_deref());
}

fn optional_string(out: &mut String, text: Option<&str>) {
    match text {
        Some(text) => string(out, text),
        None => out.push_str("null"),
    }
}

/// Appends a JSON string.
fn string(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            control if control < ' ' || control == '\u{7f}' => {
                let escape = format!("\\u{:04x}", u32::from(control));
                out.push_str(&escape);
            }
            other => out.push(other),
        }
    }
    out.push('"');
}
