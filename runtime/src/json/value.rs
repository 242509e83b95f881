//! Open values: JSON without a type.

use std::fmt;

use super::{Encode, Number};

/// Any JSON value. Members keep their order, numbers their digits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Json {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string.
    String(String),
    /// A list.
    Array(Vec<Json>),
    /// An object: its members in the order of the text. Keys are unique in what [`Json::parse`] returns.
    Object(Vec<(String, Json)>),
}

/// Why a text is not JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// What stood in the way.
    pub(crate) message: String,
    /// Where, in bytes from the start.
    pub(crate) offset: usize,
}

impl Json {
    /// Reads a text that is one JSON value (RFC 8259), at most 128 levels deep, without a repeated key.
    ///
    /// # Errors
    ///
    /// The first thing in the text that is not JSON, with its offset.
    pub fn parse(text: &str) -> Result<Self, JsonError> {
        crate::decode::parse_json(text)
    }

    /// The value of a key, if this is an object that has it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Json> {
        let Self::Object(members) = self else { return None };
        members.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The text, if this is a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        if let Self::String(text) = self { Some(text) } else { None }
    }

    /// The boolean, if this is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(value) = self { Some(*value) } else { None }
    }

    /// The unsigned integer, if this is one that fits.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        if let Self::Number(number) = self { number.as_u64() } else { None }
    }

    /// The nearest float, if this is a number.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        if let Self::Number(number) = self { Some(number.as_f64()) } else { None }
    }

    /// The items, if this is a list.
    #[must_use]
    pub fn as_array(&self) -> Option<&[Json]> {
        if let Self::Array(items) = self { Some(items) } else { None }
    }

    /// The members, if this is an object.
    #[must_use]
    pub fn as_object(&self) -> Option<&[(String, Json)]> {
        if let Self::Object(members) = self { Some(members) } else { None }
    }
}

impl JsonError {
    /// Where the text stops being JSON, in bytes from its start.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }
}

/// Compact JSON.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write_json(&mut text);
        f.write_str(&text)
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.message, self.offset)
    }
}

impl std::error::Error for JsonError {}

impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<u64> for Json {
    fn from(value: u64) -> Self {
        Self::Number(value.into())
    }
}

impl From<i64> for Json {
    fn from(value: i64) -> Self {
        Self::Number(value.into())
    }
}

/// Infinities and NaN, which JSON cannot spell, become `null`.
impl From<f64> for Json {
    fn from(value: f64) -> Self {
        if !value.is_finite() {
            return Self::Null;
        }
        let mut text = String::new();
        super::write_f64(&mut text, value);
        Self::Number(Number(text))
    }
}

impl From<&str> for Json {
    fn from(value: &str) -> Self {
        Self::String(value.to_owned())
    }
}

impl From<String> for Json {
    fn from(value: String) -> Self {
        Self::String(value)
    }
}

impl From<Vec<Json>> for Json {
    fn from(value: Vec<Json>) -> Self {
        Self::Array(value)
    }
}
