//! Numbers of any size and precision.

use std::fmt;

/// A JSON number, spelled as it was written, so that no digit of it is lost.
///
/// Two numbers are equal if they are spelled alike: `1` and `1.0` differ.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Number(pub(crate) String);

impl Number {
    /// The spelling.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The value as an unsigned integer, if it is one and fits.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        self.0.parse().ok()
    }

    /// The value as a signed integer, if it is one and fits.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        self.0.parse().ok()
    }

    /// The nearest float; infinite when the number is too large for one.
    #[must_use]
    pub fn as_f64(&self) -> f64 {
        // The grammar of JSON numbers is a part of the grammar that `f64` reads.
        self.0.parse().unwrap_or(f64::NAN)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<u64> for Number {
    fn from(value: u64) -> Self {
        Self(value.to_string())
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Self(value.to_string())
    }
}
