//! Unions: the arms, and the tag that tells objects apart.

use std::borrow::Cow;
use std::ops::Range;

use super::{Checks, Decode, Decoded, Decoder, Keys, Kinds, Mode, Rejected};
use crate::error::{ErrorKind, Step};

/// An arm of a union without a tag.
#[derive(Debug)]
pub struct Arm<U: Decode> {
    pub(super) kinds: Kinds,
    pub(super) keys: &'static Keys,
    pub(super) read: fn(&mut Decoder<'_>) -> Decoded<U>,
}

/// An arm of which only the type is known that it holds.
#[derive(Debug)]
pub struct ArmOf {
    kinds: Kinds,
    keys: &'static Keys,
}

/// An arm that holds this type.
#[must_use]
pub const fn arm_of<T: Decode>() -> ArmOf {
    ArmOf { kinds: T::KINDS, keys: T::KEYS }
}

impl ArmOf {
    /// Says how the arm is read.
    #[must_use]
    pub const fn read<U: Decode>(self, read: fn(&mut Decoder<'_>) -> Decoded<U>) -> Arm<U> {
        Arm { kinds: self.kinds, keys: self.keys, read }
    }
}

impl<'r> Decoder<'r> {
    /// Looks for the member that tells the arms of a union apart and gives the place of its value in the list.
    /// The decoder stays before the object. `None` after an error, which is noted, with the object skipped.
    pub fn tag(&mut self, key: &'static str, values: &[&str]) -> Option<usize> {
        if self.kind_here() != Kinds::OBJECT {
            self.mismatch("an object");
            return None;
        }
        let (start, mark) = (self.pos, self.mark());
        let found = self.find_tag(key);
        self.rewind(mark);
        self.pos = start;
        let (kind, span) = match found {
            Some((Some(text), span)) => match values.iter().position(|value| *value == text) {
                Some(place) => return Some(place),
                None => (ErrorKind::EnumMismatch, span),
            },
            Some((None, span)) => (ErrorKind::EnumMismatch, span),
            None => (ErrorKind::MissingField, start..start),
        };
        if self.skip_value() {
            self.fail(kind, spell(values), span);
            self.attribute(mark.findings, &Step::Key(key.into()));
        }
        None
    }

    /// Reads the arm that was found, and wraps it as a variant, or what can be kept of it as a partial one.
    pub fn arm<T: Decode, U: Decode>(
        &mut self,
        whole: fn(T) -> U,
        partial: fn(T::Partial) -> U::Partial,
    ) -> Decoded<U> {
        T::decode(self).map(whole).map_err(|rejected| rejected.map(partial))
    }

    /// Reads the arm that was found, for a union of which nothing but the whole is kept.
    pub fn whole_arm<T: Decode, U: Decode>(&mut self, whole: fn(T) -> U) -> Decoded<U> {
        T::decode(self).map(whole).map_err(|_| Rejected::nothing())
    }

    /// [`Decoder::arm`] with the schema's rules on what the arm holds.
    pub fn checked_arm<T: Decode, U: Decode>(
        &mut self,
        whole: fn(T) -> U,
        partial: fn(T::Partial) -> U::Partial,
        rules: impl FnOnce(&T, &mut Checks<'_, '_>),
    ) -> Decoded<U> {
        let value = self.checked(T::decode, rules);
        value.map(whole).map_err(|rejected| rejected.map(partial))
    }

    /// [`Decoder::whole_arm`] with the schema's rules on what the arm holds.
    pub fn checked_whole_arm<T: Decode, U: Decode>(
        &mut self,
        whole: fn(T) -> U,
        rules: impl FnOnce(&T, &mut Checks<'_, '_>),
    ) -> Decoded<U> {
        self.checked(T::decode, rules).map(whole).map_err(|_| Rejected::nothing())
    }

    /// The value of a member, if it is a string, and its place. `None` if there is no such member, or none that is
    /// complete.
    fn find_tag(&mut self, key: &str) -> Option<(Option<Cow<'r, str>>, Range<usize>)> {
        let outside = self.begin_scan();
        let found = self.find_tag_within(key);
        self.end_scan(outside);
        found
    }

    fn find_tag_within(&mut self, key: &str) -> Option<(Option<Cow<'r, str>>, Range<usize>)> {
        let mut is_first = true;
        while let Some(name) = self.next_entry(is_first) {
            is_first = false;
            let start = self.pos;
            let is_tag = name == key || self.mode == Mode::Loose && name.eq_ignore_ascii_case(key);
            let text = if is_tag && self.mode == Mode::Loose {
                Some(Cow::Owned(self.loose_scalar()?.text))
            } else if is_tag && self.peek() == b'"' {
                self.read_string()
            } else if self.skip_value() {
                None
            } else {
                return None;
            };
            if self.is_broken {
                return None;
            }
            if is_tag {
                return Some((text, start..self.pos));
            }
        }
        None
    }
}

fn spell(values: &[&str]) -> String {
    values.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>().join(" or ")
}
