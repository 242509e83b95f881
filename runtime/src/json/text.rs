//! Typed values from and to JSON text.

use super::Encode;
use crate::decode::Decode;
use crate::error::FieldError;

/// Reads a generated type, or a list, map or scalar, from a text that is one JSON value (RFC 8259) and nothing else.
/// Nothing is repaired.
///
/// # Errors
///
/// Everything that is wrong with the text, at least one thing, in its order.
pub fn from_str<T: Decode>(text: &str) -> Result<T, Vec<FieldError>> {
    crate::decode::parse(text)
}

/// Writes a value as compact JSON.
#[must_use]
pub fn to_string(value: &(impl Encode + ?Sized)) -> String {
    let mut text = String::with_capacity(value.size_hint());
    value.write_json(&mut text);
    text
}
