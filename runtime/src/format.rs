//! How input fields with an `x-format` are printed.

use crate::json::Encode;
use crate::signature::Format;

/// Appends a value in a format.
pub(crate) fn write(out: &mut String, value: &impl Encode, format: Format) {
    match format {
        Format::Json => value.write_json(out),
        Format::Yaml | Format::Toon => value.write_json(out),
    }
}
