//! The members of an object beside its known keys, where their values have a type.

use std::collections::BTreeMap;

use super::{Checks, Decode, Decoder, Object};
use crate::error::ErrorKind;

/// The place of further members while their object is read.
#[derive(Debug)]
pub struct Rest<T>(BTreeMap<String, T>);

impl<T> Default for Rest<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Rest<T> {
    /// No members.
    #[must_use]
    pub const fn new() -> Self {
        Self(BTreeMap::new())
    }

    /// The members, each of which was read whole.
    #[must_use]
    pub fn entries(self) -> BTreeMap<String, T> {
        self.0
    }
}

impl<T: Decode> Rest<T> {
    /// Reads the value of the unknown key that the object has come to.
    pub fn read(&mut self, decoder: &mut Decoder<'_>, object: &Object) {
        self.read_checked(decoder, object, |_, _| {});
    }

    /// [`Rest::read`] with the schema's rules on each value.
    pub fn read_checked(
        &mut self,
        decoder: &mut Decoder<'_>,
        object: &Object,
        rules: impl FnOnce(&T, &mut Checks<'_, '_>),
    ) {
        let Some(key) = object.unknown_key() else { return };
        let start = decoder.pos;
        let value = decoder.checked(Decoder::value, rules);
        if self.0.contains_key(key) {
            decoder.fail(ErrorKind::Duplicate, "one value for the key", start..decoder.pos);
        } else if let Ok(value) = value {
            self.0.insert(key.to_owned(), value);
        }
    }
}
