//! Numbers.

use std::borrow::Cow;
use std::ops::Range;

use super::coerce::{Spelled, spell};
use super::{Decode, Decoded, Decoder, Kinds, Mode, Rejected, Shape, Strictness};
use crate::check::Decimal;
use crate::error::{ErrorKind, RepairKind};

/// A number as it stands in the text.
pub(super) struct Token {
    /// All of it.
    pub(super) span: Range<usize>,
    /// Whether it has neither a fraction nor an exponent.
    pub(super) is_integer: bool,
}

macro_rules! integers {
    ($($integer:ty, $expected:literal;)*) => {$(
        impl Decode for $integer {
            type Partial = Self;

            const SHAPE: Shape = Shape::Plain;
            const KINDS: Kinds = Kinds::INTEGER;

            #[inline(always)]
            fn decode(decoder: &mut Decoder<'_>) -> Decoded<Self> {
                let start = decoder.pos;
                if let Some(value) = decoder.small_integer() {
                    if let Ok(value) = <$integer>::try_from(i128::from(value)) {
                        return Ok(value);
                    }
                    decoder.fail_range($expected, start);
                    return Err(Rejected::nothing());
                }
                let Some(value) = decoder.read_i128() else { return Err(Rejected::nothing()) };
                value.try_into().map_err(|_| {
                    decoder.fail_range($expected, start);
                    Rejected::nothing()
                })
            }

            fn into_partial(self) -> Self {
                self
            }
        }
    )*};
}

integers! {
    i8, "an integer from -128 to 127";
    i16, "an integer from -32768 to 32767";
    i32, "an integer from -2147483648 to 2147483647";
    i64, "an integer from -9223372036854775808 to 9223372036854775807";
    u8, "an integer from 0 to 255";
    u16, "an integer from 0 to 65535";
    u32, "an integer from 0 to 4294967295";
    u64, "an integer from 0 to 18446744073709551615";
}

macro_rules! floats {
    ($($float:ty)*) => {$(
        impl Decode for $float {
            type Partial = Self;

            const SHAPE: Shape = Shape::Plain;
            const KINDS: Kinds = Kinds::NUMBER;

            fn decode(decoder: &mut Decoder<'_>) -> Decoded<Self> {
                let start = decoder.pos;
                let Some(text) = decoder.number_text("a number") else { return Err(Rejected::nothing()) };
                match text.parse::<$float>() {
                    Ok(value) if value.is_finite() => Ok(value),
                    _ => {
                        decoder.fail_range("a number that the type can hold", start);
                        Err(Rejected::nothing())
                    }
                }
            }

            fn into_partial(self) -> Self {
                self
            }
        }
    )*};
}

floats!(f32 f64);

impl<'r> Decoder<'r> {
    /// Reads an integer of at most 18 digits that JSON delimits, if one stands here.
    #[inline]
    fn small_integer(&mut self) -> Option<i64> {
        let text = self.bytes().get(self.pos..)?;
        let digits = text.strip_prefix(b"-").unwrap_or(text);
        let (mut value, mut len) = (0_i64, 0);
        while let Some(digit @ b'0'..=b'9') = digits.get(len) {
            value = value.wrapping_mul(10).wrapping_add(i64::from(digit - b'0'));
            len += 1;
        }
        let is_small = (1..=18).contains(&len) && (digits[0] != b'0' || len == 1);
        let is_delimited = digits.get(len).is_none_or(|byte| is_delimiter(*byte));
        if !is_small || !is_delimited || self.mode != Mode::Json {
            return None;
        }
        let is_negative = digits.len() < text.len();
        self.pos += len + usize::from(is_negative);
        Some(if is_negative { -value } else { value })
    }

    /// Reads a whole number of any size and spelling that has the value of an integer: `12`, `12.0`, `1.2e1`.
    pub(super) fn read_i128(&mut self) -> Option<i128> {
        let start = self.pos;
        let text = self.number_text("an integer")?;
        if let Ok(value) = text.parse() {
            return Some(value);
        }
        let kind = match exact_integer(&text) {
            Ok(value) => return Some(value),
            Err(kind) => kind,
        };
        let expected = if kind == ErrorKind::OutOfRange {
            "an integer that the type can hold"
        } else {
            "an integer"
        };
        self.fail(kind, expected, start..self.pos);
        None
    }

    /// Reads a number as JSON spells it; notes what should have been there if there is none.
    fn number_text(&mut self, expected: &'static str) -> Option<Cow<'r, str>> {
        let start = self.pos;
        if matches!(self.peek(), b'-' | b'0'..=b'9') {
            match self.mode {
                Mode::Json => {
                    return self.number().map(|token| Cow::Borrowed(self.slice(token.span)));
                }
                Mode::Text => {
                    let token = self.scan_number();
                    if token.is_some_and(|token| token.span.end == self.bytes().len()) {
                        return Some(Cow::Borrowed(self.slice(start..self.pos)));
                    }
                    self.pos = start;
                }
                Mode::Loose | Mode::Sections => {}
            }
        }
        self.other_number(expected).map(Cow::Owned)
    }

    #[cold]
    fn other_number(&mut self, expected: &'static str) -> Option<String> {
        if self.mode == Mode::Json
            && self.kind_here() == Kinds::BOOLEAN
            && self.strictness != Strictness::Strict
        {
            let start = self.pos;
            let value = self.read_bool()?;
            self.note(RepairKind::Coerced, start..self.pos);
            return Some(u8::from(value).to_string());
        }
        let scalar = self.scalar_text(expected)?;
        let text = scalar.text.trim();
        match spell(text) {
            Spelled::Number(_, RepairKind::Sentence) if !self.may_search(scalar.is_quoted) => {
                self.fail(ErrorKind::TypeMismatch, expected, scalar.span);
            }
            Spelled::Number(number, kind) => {
                let is_same = number == text;
                if !is_same || scalar.is_quoted {
                    self.note(if is_same { RepairKind::Coerced } else { kind }, scalar.span);
                }
                return Some(number);
            }
            Spelled::Ambiguous => self.fail_ambiguous(expected, scalar.span),
            Spelled::Nothing => {
                if text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("false") {
                    self.note(RepairKind::Coerced, scalar.span);
                    return Some(u8::from(text.eq_ignore_ascii_case("true")).to_string());
                }
                self.fail(ErrorKind::TypeMismatch, expected, scalar.span);
            }
        }
        None
    }

    /// Reads a number in JSON; what begins as one and is none breaks the JSON.
    pub(super) fn number(&mut self) -> Option<Token> {
        let token = self.scan_number();
        let is_delimited = is_delimiter(self.peek()) || self.pos == self.bytes().len();
        if token.is_none() || !is_delimited {
            self.break_off("a JSON number");
            return None;
        }
        token
    }

    /// Passes over a number by the grammar of RFC 8259.
    pub(super) fn scan_number(&mut self) -> Option<Token> {
        let start = self.pos;
        self.pos += usize::from(self.peek() == b'-');
        let first = self.pos;
        let digits = self.digits();
        if digits > 1 && self.bytes()[first] == b'0' {
            self.pos = first + 1;
            return None;
        }
        if digits == 0 {
            return None;
        }
        let mut is_integer = true;
        if self.peek() == b'.' {
            self.pos += 1;
            is_integer = false;
            if self.digits() == 0 {
                return None;
            }
        }
        if matches!(self.peek(), b'e' | b'E') {
            self.pos += 1;
            is_integer = false;
            self.pos += usize::from(matches!(self.peek(), b'+' | b'-'));
            if self.digits() == 0 {
                return None;
            }
        }
        Some(Token { span: start..self.pos, is_integer })
    }

    fn digits(&mut self) -> usize {
        let first = self.pos;
        while self.peek().is_ascii_digit() {
            self.pos += 1;
        }
        self.pos - first
    }

    #[cold]
    fn fail_range(&mut self, expected: &'static str, start: usize) {
        self.fail(ErrorKind::OutOfRange, expected, start..self.pos);
    }
}

/// Whether a byte can follow a number in JSON.
const fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t')
}

/// The value of a number that is whole. It is of another type if it has a fraction, and out of range of all types
/// from a certain size on.
pub(super) fn exact_integer(text: &str) -> Result<i128, ErrorKind> {
    let number = Decimal::parse(text);
    if !number.is_whole() {
        return Err(ErrorKind::TypeMismatch);
    }
    number.truncated().ok_or(ErrorKind::OutOfRange)
}

#[cfg(test)]
mod tests {
    use super::{ErrorKind, exact_integer};

    #[test]
    fn knows_whole_numbers_in_any_spelling() {
        let cases = [
            ("1.0", Ok(1)),
            ("1e2", Ok(100)),
            ("1.5e1", Ok(15)),
            ("1500e-2", Ok(15)),
            ("-2.50E1", Ok(-25)),
            ("0.0e999999999999999999999", Ok(0)),
            ("-0.0", Ok(0)),
            ("1.5", Err(ErrorKind::TypeMismatch)),
            ("15e-2", Err(ErrorKind::TypeMismatch)),
            ("1e-99999999999999999999", Err(ErrorKind::TypeMismatch)),
            ("1e99999999999999999999", Err(ErrorKind::OutOfRange)),
            ("1e40", Err(ErrorKind::OutOfRange)),
            ("18446744073709551615.0", Ok(18_446_744_073_709_551_615)),
        ];
        for (text, expected) in cases {
            assert_eq!(exact_integer(text), expected, "{text}");
        }
    }
}
