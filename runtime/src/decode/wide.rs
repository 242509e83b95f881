//! Slots of structs with very many fields.

use super::{Checks, Decode, Decoder, Slot};
use crate::Maybe;

/// A [`Slot`] whose functions are compiled once for each type of value, not once for each field: optimised code of a
/// thousand fields would else take minutes to compile. A value is taken out of it once.
#[expect(missing_debug_implementations, reason = "it lives within a reader")]
pub struct WideSlot<T: Decode>(Slot<T>);

impl<T: Decode> Default for WideSlot<T> {
    fn default() -> Self {
        Self(Slot::new())
    }
}

impl<T: Decode> WideSlot<T> {
    /// [`Slot::read`].
    pub fn read(&mut self, decoder: &mut Decoder<'_>) {
        self.0.read(decoder);
    }

    /// [`Slot::read_checked`].
    pub fn read_checked(
        &mut self,
        decoder: &mut Decoder<'_>,
        rules: impl FnOnce(&T, &mut Checks<'_, '_>),
    ) {
        self.0.read_checked(decoder, rules);
    }

    /// [`Slot::read_optional`].
    #[inline(never)]
    pub fn read_optional(&mut self, decoder: &mut Decoder<'_>) {
        self.0.read_optional(decoder);
    }

    /// [`Slot::read_optional_checked`].
    pub fn read_optional_checked(
        &mut self,
        decoder: &mut Decoder<'_>,
        rules: impl FnOnce(&T, &mut Checks<'_, '_>),
    ) {
        self.0.read_optional_checked(decoder, rules);
    }

    /// [`Slot::whole`].
    ///
    /// # Panics
    ///
    /// If [`Decoder::finish`] was not asked, or said that the object cannot be made.
    #[must_use]
    #[inline(never)]
    pub fn whole(&mut self) -> T {
        self.take().whole()
    }

    /// [`Slot::optional`].
    #[must_use]
    #[inline(never)]
    pub fn optional(&mut self) -> Option<T> {
        self.take().optional()
    }

    /// [`Slot::or_default`].
    pub fn or_default(
        &mut self,
        decoder: &mut Decoder<'_>,
        key: &'static str,
        default: impl FnOnce() -> T,
    ) -> T {
        self.take().or_default(decoder, key, default)
    }

    /// [`Slot::partial`].
    #[must_use]
    #[inline(never)]
    pub fn partial(&mut self) -> Option<T::Partial> {
        self.take().partial()
    }

    fn take(&mut self) -> Slot<T> {
        std::mem::take(&mut self.0)
    }
}

impl<T: Decode> WideSlot<Option<T>> {
    /// [`Slot::nullable`].
    #[must_use]
    #[inline(never)]
    pub fn nullable(&mut self) -> Option<T> {
        self.take().nullable()
    }

    /// [`Slot::maybe`].
    #[must_use]
    #[inline(never)]
    pub fn maybe(&mut self) -> Maybe<T> {
        self.take().maybe()
    }
}
