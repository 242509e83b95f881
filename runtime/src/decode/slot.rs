//! Where the fields of an object wait until all of them are read.

use super::{Checks, Decode, Decoder};
use crate::Maybe;
use crate::error::RepairKind;

/// The place of one field while its object is read.
#[derive(Debug)]
pub enum Slot<T: Decode> {
    /// Not read, or nothing of it can be kept.
    Empty,
    /// Read whole.
    Whole(T),
    /// Read in part.
    Part(T::Partial),
}

impl<T: Decode> Default for Slot<T> {
    fn default() -> Self {
        Self::Empty
    }
}

impl<T: Decode> Slot<T> {
    /// An empty slot.
    #[must_use]
    pub fn new() -> Self {
        Self::Empty
    }

    /// Reads the value at the current place.
    #[inline]
    pub fn read(&mut self, decoder: &mut Decoder<'_>) {
        *self = match decoder.read_field() {
            Ok(value) => Self::Whole(value),
            Err(rejected) => rejected.0.map_or(Self::Empty, |partial| Self::Part(*partial)),
        };
    }

    /// Reads the value at the current place and applies the schema's rules to it.
    pub fn read_checked(
        &mut self,
        decoder: &mut Decoder<'_>,
        rules: impl FnOnce(&T, &mut Checks<'_, '_>),
    ) {
        let errors = decoder.error_count();
        let start = decoder.pos;
        self.read(decoder);
        if let Self::Whole(value) = self {
            let span = start..decoder.pos;
            rules(value, &mut Checks::new(decoder, span));
            if decoder.error_count() != errors {
                *self = Self::Empty;
            }
        }
    }

    /// Reads a value that may be absent, but not null. Prompts show `or null` for it, so a tolerant reader takes a
    /// null for its absence.
    pub fn read_optional(&mut self, decoder: &mut Decoder<'_>) {
        if !decoder.eat_null_as_absent() {
            self.read(decoder);
        }
    }

    /// [`Slot::read_optional`] with rules.
    pub fn read_optional_checked(
        &mut self,
        decoder: &mut Decoder<'_>,
        rules: impl FnOnce(&T, &mut Checks<'_, '_>),
    ) {
        if !decoder.eat_null_as_absent() {
            self.read_checked(decoder, rules);
        }
    }

    /// The value of a field that must be there.
    ///
    /// # Panics
    ///
    /// If [`Decoder::finish`] was not asked, or said that the object cannot be made.
    #[must_use]
    pub fn whole(self) -> T {
        match self {
            Self::Whole(value) => value,
            Self::Empty | Self::Part(_) => unreachable!("the object has errors, so it is not made"),
        }
    }

    /// The value of a field that may be absent.
    #[must_use]
    pub fn optional(self) -> Option<T> {
        if let Self::Whole(value) = self { Some(value) } else { None }
    }

    /// The value of a field that has a default, which is noted where it is used.
    pub fn or_default(
        self,
        decoder: &mut Decoder<'_>,
        key: &'static str,
        default: impl FnOnce() -> T,
    ) -> T {
        self.optional().unwrap_or_else(|| {
            decoder.note_at(key, RepairKind::DefaultUsed);
            default()
        })
    }

    /// What can be kept of the field.
    #[must_use]
    pub fn partial(self) -> Option<T::Partial> {
        match self {
            Self::Empty => None,
            Self::Whole(value) => Some(value.into_partial()),
            Self::Part(partial) => Some(partial),
        }
    }
}

impl<T: Decode> Slot<Option<T>> {
    /// The value of a field that may be absent, and null as well.
    #[must_use]
    pub fn maybe(self) -> Maybe<T> {
        match self {
            Self::Whole(value) => value.into(),
            Self::Empty | Self::Part(_) => Maybe::Absent,
        }
    }
}
