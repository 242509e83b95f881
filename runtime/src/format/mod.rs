//! How input fields with an `x-format` are printed.

mod toon;
mod yaml;

use crate::json::{Encode, Json};
use crate::signature::Format;

pub use toon::write_toon;
pub use yaml::write_yaml;

/// Appends a value in a format.
///
/// A value that no [`Json`] can hold, because it is nested deeper than 128 levels or has a key twice, is printed as
/// compact JSON in every format.
pub fn write(out: &mut String, value: &impl Encode, format: Format) {
    let write_open = match format {
        Format::Json => return value.write_json(out),
        Format::Yaml => write_yaml,
        Format::Toon => write_toon,
    };
    let mut text = String::new();
    value.write_json(&mut text);
    match Json::parse(&text) {
        Ok(open) => write_open(out, &open),
        Err(_) => out.push_str(&text),
    }
}

#[cfg(test)]
mod tests;
