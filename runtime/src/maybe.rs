//! Absent, null, or a value.

use crate::json::Encode;

/// A field that may be absent and may be null, which are two things in JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Maybe<T> {
    /// The key is not there. In a partial value: it was not read.
    #[default]
    Absent,
    /// The value is `null`.
    Null,
    /// There is a value.
    Present(T),
}

impl<T> Maybe<T> {
    /// The value, if there is one.
    pub fn value(self) -> Option<T> {
        if let Self::Present(value) = self { Some(value) } else { None }
    }

    /// Borrows the value.
    pub const fn as_ref(&self) -> Maybe<&T> {
        match self {
            Self::Absent => Maybe::Absent,
            Self::Null => Maybe::Null,
            Self::Present(value) => Maybe::Present(value),
        }
    }

    /// Whether the key is not there.
    pub const fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Applies a function to the value.
    pub fn map<U>(self, function: impl FnOnce(T) -> U) -> Maybe<U> {
        match self {
            Self::Absent => Maybe::Absent,
            Self::Null => Maybe::Null,
            Self::Present(value) => Maybe::Present(function(value)),
        }
    }
}

impl<T> From<Option<T>> for Maybe<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Self::Present)
    }
}

impl<T> From<T> for Maybe<T> {
    fn from(value: T) -> Self {
        Self::Present(value)
    }
}

/// `null` for both `Null` and `Absent`; an object leaves out an absent member before this is asked.
impl<T: Encode> Encode for Maybe<T> {
    fn write_json(&self, out: &mut String) {
        match self {
            Self::Present(value) => value.write_json(out),
            Self::Absent | Self::Null => out.push_str("null"),
        }
    }

    fn write_text(&self, out: &mut String) {
        match self {
            Self::Present(value) => value.write_text(out),
            Self::Absent | Self::Null => out.push_str("null"),
        }
    }

    fn size_hint(&self) -> usize {
        self.as_ref().value().map_or(4, Encode::size_hint)
    }
}
