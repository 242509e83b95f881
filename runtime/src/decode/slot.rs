//! Where the fields of an object wait until all of them are read.

use super::{Checks, Decode, Decoder, Kinds, Mode, Rejected};
use crate::Maybe;
use crate::error::RepairKind;

/// The place of one field while its object is read.
///
/// While nothing is read it is as a value of which nothing can be kept.
#[derive(Debug)]
pub struct Slot<T: Decode>(Result<T, Rejected<T::Partial>>);

impl<T: Decode> Default for Slot<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Decode> Slot<T> {
    /// An empty slot.
    #[must_use]
    #[inline]
    pub const fn new() -> Self {
        Self(Err(Rejected::nothing()))
    }

    /// Reads the value at the current place in JSON.
    #[inline(never)]
    pub(super) fn read_json(decoder: &mut Decoder<'_>) -> Self {
        Self(decoder.value())
    }

    /// Reads the value at the current place.
    #[inline(never)]
    pub fn read(&mut self, decoder: &mut Decoder<'_>) {
        *self = if decoder.mode == Mode::Text {
            Self(decoder.read_text())
        } else {
            Self::read_json(decoder)
        };
    }

    /// Reads the value at the current place and applies the schema's rules to it.
    pub fn read_checked(
        &mut self,
        decoder: &mut Decoder<'_>,
        rules: impl FnOnce(&T, &mut Checks<'_, '_>),
    ) {
        if decoder.mode == Mode::Text {
            decoder.trim_window();
        }
        let read = |decoder: &mut Decoder<'_>| {
            if decoder.mode == Mode::Text { decoder.read_text() } else { decoder.value() }
        };
        self.0 = decoder.checked(read, rules);
    }

    /// Reads a value that may be absent, but not null. Prompts show `or null` for it, so a tolerant reader takes a
    /// null for its absence.
    pub fn read_optional(&mut self, decoder: &mut Decoder<'_>) {
        if T::KINDS.meets(Kinds::NULL) || !decoder.eat_null_as_absent() {
            self.read(decoder);
        }
    }

    /// [`Slot::read_optional`] with rules.
    pub fn read_optional_checked(
        &mut self,
        decoder: &mut Decoder<'_>,
        rules: impl FnOnce(&T, &mut Checks<'_, '_>),
    ) {
        if T::KINDS.meets(Kinds::NULL) || !decoder.eat_null_as_absent() {
            self.read_checked(decoder, rules);
        }
    }

    /// The value of a field that must be there.
    ///
    /// # Panics
    ///
    /// If [`Decoder::finish`] was not asked, or said that the object cannot be made.
    #[must_use]
    #[inline]
    pub fn whole(self) -> T {
        self.optional().expect("the object has no errors, so all its required fields were read")
    }

    /// The value of a field that may be absent.
    #[must_use]
    #[inline]
    pub fn optional(self) -> Option<T> {
        self.0.ok()
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
        self.0.map_or_else(
            |rejected| rejected.0.map(|part| *part),
            |value| Some(value.into_partial()),
        )
    }
}

impl<T: Decode> Slot<Option<T>> {
    /// The value of a field that must be there; one that was absent and could be taken for null is null.
    #[must_use]
    pub fn nullable(self) -> Option<T> {
        self.optional().flatten()
    }

    /// The value of a field that may be absent, and null as well.
    #[must_use]
    pub fn maybe(self) -> Maybe<T> {
        self.optional().map_or(Maybe::Absent, Maybe::from)
    }
}
