//! Booleans.

use super::coerce::bool_of;
use super::number::exact_integer;
use super::{Decode, Decoded, Decoder, Kinds, Mode, Rejected, Shape, Strictness};
use crate::error::{ErrorKind, RepairKind};

impl Decode for bool {
    type Partial = Self;

    const SHAPE: Shape = Shape::Plain;
    const KINDS: Kinds = Kinds::BOOLEAN;

    fn decode(decoder: &mut Decoder<'_>) -> Decoded<Self> {
        decoder.read_bool().ok_or(Rejected::nothing())
    }

    fn into_partial(self) -> Self {
        self
    }
}

impl Decoder<'_> {
    pub(super) fn read_bool(&mut self) -> Option<bool> {
        let rest = &self.bytes()[self.pos.min(self.bytes().len())..];
        let (value, len) = match rest {
            [b't', b'r', b'u', b'e', ..] => (true, 4),
            [b'f', b'a', b'l', b's', b'e', ..] => (false, 5),
            _ => return self.lenient_bool(),
        };
        let is_whole = match self.mode {
            Mode::Json => rest.get(len).is_none_or(|byte| !byte.is_ascii_alphanumeric()),
            Mode::Loose => false,
            Mode::Text | Mode::Sections => rest.len() == len,
        };
        if is_whole {
            self.pos += len;
            return Some(value);
        }
        self.lenient_bool()
    }

    /// Reads a boolean from a number or a text.
    #[cold]
    fn lenient_bool(&mut self) -> Option<bool> {
        const EXPECTED: &str = "a boolean";
        let is_number = self.mode == Mode::Json && self.peek().is_ascii_digit();
        if is_number && self.strictness != Strictness::Strict {
            let token = self.number()?;
            let text = self.slice(token.span.clone());
            let value = match exact_integer(text) {
                Ok(1) => true,
                Ok(0) => false,
                _ => {
                    self.fail(ErrorKind::TypeMismatch, EXPECTED, token.span);
                    return None;
                }
            };
            self.note(RepairKind::Coerced, token.span);
            return Some(value);
        }
        let scalar = self.scalar_text(EXPECTED)?;
        let text = scalar.text.trim();
        match bool_of(text) {
            Some(Ok(_)) if text.contains(' ') && !self.may_search(scalar.is_quoted) => {
                self.fail(ErrorKind::TypeMismatch, EXPECTED, scalar.span);
            }
            Some(Ok(value)) => {
                let is_literal = matches!(text, "true" | "false");
                let kind =
                    if text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("false") {
                        if scalar.is_quoted { RepairKind::Coerced } else { RepairKind::LetterCase }
                    } else {
                        RepairKind::Coerced
                    };
                if !is_literal || scalar.is_quoted {
                    self.note(kind, scalar.span);
                }
                return Some(value);
            }
            Some(Err(())) => self.fail_ambiguous(EXPECTED, scalar.span),
            None => self.fail(ErrorKind::TypeMismatch, EXPECTED, scalar.span),
        }
        None
    }
}
