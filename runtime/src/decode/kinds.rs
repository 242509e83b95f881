//! Kinds of JSON values: what a value's first byte tells of it, and for numbers whether they are whole.

use super::number::exact_integer;
use super::{Decoder, Mode, Shape};
use crate::error::ErrorKind;

/// A set of kinds of JSON values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(u8);

impl Kinds {
    /// No kind at all.
    pub const NONE: Self = Self(0);
    /// `null`
    pub const NULL: Self = Self(1);
    /// `true` and `false`
    pub const BOOLEAN: Self = Self(2);
    /// Numbers without a fraction, however they are spelled.
    pub const INTEGER: Self = Self(4);
    /// Numbers with a fraction.
    pub(crate) const FRACTION: Self = Self(8);
    /// All numbers.
    pub const NUMBER: Self = Self::INTEGER.or(Self::FRACTION);
    /// Strings.
    pub const STRING: Self = Self(16);
    /// Lists.
    pub const ARRAY: Self = Self(32);
    /// Objects.
    pub const OBJECT: Self = Self(64);
    /// All values.
    pub const ALL: Self = Self(127);

    /// The kinds of either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the sets have a kind in common.
    pub(crate) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The kinds of most types of a shape.
    pub(super) const fn of(shape: Shape) -> Self {
        match shape {
            Shape::Plain => Self::STRING,
            Shape::Object => Self::OBJECT,
            Shape::List => Self::ARRAY,
            Shape::Open | Shape::Mixed => Self::ALL,
        }
    }

    /// What values of these kinds are, in words: `a string or a list`.
    pub(super) fn in_words(self) -> String {
        let names = [
            (Self::OBJECT, "an object"),
            (Self::ARRAY, "a list"),
            (Self::STRING, "a string"),
            (Self::FRACTION, "a number"),
            (Self::INTEGER, "an integer"),
            (Self::BOOLEAN, "a boolean"),
            (Self::NULL, "null"),
        ];
        // Numbers cover integers.
        let is_told = |kind: Self| kind == Self::INTEGER && self.meets(Self::FRACTION);
        let names = names.iter().filter(|(kind, _)| self.meets(*kind) && !is_told(*kind));
        names.map(|(_, name)| *name).collect::<Vec<_>>().join(" or ")
    }
}

impl Decoder<'_> {
    /// The kind of the JSON value that begins here; none if no value does. The decoder stays there.
    pub(super) fn kind_here(&mut self) -> Kinds {
        if self.mode == Mode::Loose {
            return self.loose_kind();
        }
        match self.peek_token() {
            b'{' => Kinds::OBJECT,
            b'[' => Kinds::ARRAY,
            b'"' => Kinds::STRING,
            b't' | b'f' => Kinds::BOOLEAN,
            b'n' => Kinds::NULL,
            b'-' | b'0'..=b'9' => self.number_kind(),
            _ => Kinds::NONE,
        }
    }

    pub(super) fn number_kind(&mut self) -> Kinds {
        let start = self.pos;
        let is_whole = self.scan_number().is_none_or(|token| {
            token.is_integer
                || exact_integer(self.slice(token.span)) != Err(ErrorKind::TypeMismatch)
        });
        self.pos = start;
        if is_whole { Kinds::INTEGER } else { Kinds::FRACTION }
    }
}
