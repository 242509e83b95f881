//! Strings.

use std::borrow::Cow;

use super::{Decode, Decoded, Decoder, Kinds, Mode, Rejected, Shape, Strictness};
use crate::error::RepairKind;

impl Decode for String {
    type Partial = Self;

    const SHAPE: Shape = Shape::Plain;

    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a value is then made where it belongs, not moved there"
    )]
    fn decode(decoder: &mut Decoder<'_>) -> Decoded<Self> {
        if decoder.mode == Mode::Json
            && let Some(text) = decoder.plain_string()
        {
            return Ok(text.to_owned());
        }
        decoder.other_string().ok_or(Rejected::nothing())
    }

    fn into_partial(self) -> Self {
        self
    }
}

impl Decoder<'_> {
    /// Reads a string that stands for a value of another type; otherwise notes the kind of error and what should have
    /// been there.
    #[cfg(any(feature = "jiff", feature = "uuid", feature = "url"))]
    pub(crate) fn text_of<T: Decode<Partial = T>>(
        &mut self,
        parse: impl FnOnce(&str) -> Result<T, (crate::ErrorKind, String)>,
    ) -> Decoded<T> {
        let start = self.start();
        let Ok(text) = String::decode(self) else { return Err(Rejected::nothing()) };
        parse(&text).map_err(|(kind, expected)| {
            self.fail(kind, expected, start.span(self));
            Rejected::nothing()
        })
    }

    /// Reads a string with escapes, the text of a field, or a value of another kind as its text.
    #[cold]
    fn other_string(&mut self) -> Option<String> {
        match self.mode {
            Mode::Json if self.peek() == b'"' => self.read_string().map(Cow::into_owned),
            Mode::Json => self.text_of_json(),
            Mode::Loose => self.loose_string(),
            Mode::Text | Mode::Sections => {
                let text = self.slice(self.pos..self.bytes().len());
                self.pos = self.bytes().len();
                Some(text.to_owned())
            }
        }
    }

    /// The exact text of a value that is no string. A null is none.
    fn text_of_json(&mut self) -> Option<String> {
        let is_null = matches!(self.kind_here(), Kinds::NULL | Kinds::NONE);
        let start = self.pos;
        if is_null || self.strictness == Strictness::Strict {
            self.mismatch("a string");
            return None;
        }
        if !self.skip_value() {
            return None;
        }
        self.note(RepairKind::Coerced, start..self.pos);
        Some(self.slice(start..self.pos).to_owned())
    }
}
