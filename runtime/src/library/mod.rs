//! Texts of a format as the types of libraries.
//!
//! The text must have the format before the library sees it, so that all that a schema refuses is refused here. What
//! a library cannot hold without a loss is out of its range, and an error. Values are written as the format spells
//! them, not as they were read: `2024-01-02T05:04:05+02:00` as `2024-01-02T03:04:05Z`.

#[cfg(feature = "jiff")]
mod jiff;
#[cfg(feature = "url")]
mod url;
#[cfg(feature = "uuid")]
mod uuid;

#[cfg(all(test, feature = "jiff", feature = "uuid", feature = "url"))]
mod tests;

use crate::decode::{Decode, Decoded, Decoder};

/// A library's type for the texts of one format.
pub trait Spelled: Decode<Partial = Self> {
    /// The type as the code of its users names it.
    const NAME: &'static str;

    /// The name of the format.
    const FORMAT: &'static str;

    /// Whether a text has the format.
    fn has_format(text: &str) -> bool;

    /// The value of a text that has the format; `None` if the type cannot hold it.
    fn parse(text: &str) -> Option<Self>;

    /// Appends the format's spelling of the value.
    fn spell(&self, out: &mut String);
}

/// The value of a default that the generator has checked.
///
/// # Panics
///
/// If the text does not have the format or the type cannot hold it, which the generator refuses.
#[must_use]
pub fn spelled<T: Spelled>(text: &'static str) -> T {
    let value = if T::has_format(text) { T::parse(text) } else { None };
    value.expect("the generator has checked the text of a default")
}

/// Reads a text with the format of a type.
fn decode<T: Spelled>(decoder: &mut Decoder<'_>) -> Decoded<T> {
    decoder.text_of(|text| {
        if !T::has_format(text) {
            return Err((
                crate::ErrorKind::Constraint,
                format!("a text of format `{}`", T::FORMAT),
            ));
        }
        T::parse(text).ok_or_else(|| {
            let expected = format!("a `{}` that `{}` can hold", T::FORMAT, T::NAME);
            (crate::ErrorKind::OutOfRange, expected)
        })
    })
}

/// Reading and writing by a type's [`Spelled`].
macro_rules! as_text {
    ($($name:ty)*) => {$(
        impl crate::decode::Decode for $name {
            type Partial = Self;

            const SHAPE: crate::decode::Shape = crate::decode::Shape::Plain;

            fn decode(decoder: &mut crate::decode::Decoder<'_>) -> crate::decode::Decoded<Self> {
                super::decode(decoder)
            }

            fn into_partial(self) -> Self {
                self
            }
        }

        impl crate::json::Encode for $name {
            fn write_json(&self, out: &mut String) {
                let mut text = String::new();
                super::Spelled::spell(self, &mut text);
                crate::json::write_string(out, &text);
            }

            fn write_text(&self, out: &mut String) {
                super::Spelled::spell(self, out);
            }

            fn size_hint(&self) -> usize {
                // As long as a UUID, which is longer than most.
                36
            }
        }
    )*};
}

use as_text;
