//! serde's traits for generated types, by way of their JSON.
//!
//! A value is written as its own writer has it and read as its own strict reader has it, so that serde's users get
//! the same keys, the same rules and the same errors. Formats must describe themselves, as JSON, YAML and CBOR do.

use std::fmt;

use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::decode::{Decode, MAX_DEPTH};
use crate::json::{Encode, Json, Number, to_string};
use crate::read::from_json;

/// Implements serde's traits for a generated type.
#[doc(hidden)]
#[macro_export]
macro_rules! serde_impls {
    ($name:ident) => {
        impl $crate::generated::v0_1::serde::Serialize for $name {
            fn serialize<S: $crate::generated::v0_1::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::generated::v0_1::serialize(self, serializer)
            }
        }

        impl<'de> $crate::generated::v0_1::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::generated::v0_1::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::generated::v0_1::deserialize(deserializer)
            }
        }
    };
}

/// Serialises a generated value as its JSON.
///
/// # Errors
///
/// Those of the serialiser; and a value that is no JSON: one with a key twice, or deeper than 128 levels.
pub fn serialize<T: Encode, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let json = Json::parse(&to_string(value)).map_err(S::Error::custom)?;
    json.serialize(serializer)
}

/// Reads a generated type strictly from what is deserialised.
///
/// # Errors
///
/// Those of the deserialiser, and everything that is wrong with the value.
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Decode,
    D: Deserializer<'de>,
{
    let json = Json::deserialize(deserializer)?;
    from_json(&to_string(&json)).map_err(D::Error::custom)
}

/// Integers of up to 128 bits are exact; all other numbers travel as the nearest float.
impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(number) => number.serialize(serializer),
            Self::String(text) => serializer.serialize_str(text),
            Self::Array(items) => serializer.collect_seq(items),
            Self::Object(members) => {
                serializer.collect_map(members.iter().map(|(key, value)| (key, value)))
            }
        }
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Parsed as an integer, a negative zero would lose its sign.
        let text = if self.as_str() == "-0" { "-0.0" } else { self.as_str() };
        if let Ok(value) = text.parse::<i64>() {
            serializer.serialize_i64(value)
        } else if let Ok(value) = text.parse::<u64>() {
            serializer.serialize_u64(value)
        } else if let Ok(value) = text.parse::<i128>() {
            serializer.serialize_i128(value)
        } else if let Ok(value) = text.parse::<u128>() {
            serializer.serialize_u128(value)
        } else {
            match self.as_f64() {
                value if value.is_finite() => serializer.serialize_f64(value),
                _ => Err(S::Error::custom(format_args!("{self} is too large for a float"))),
            }
        }
    }
}

/// Values without a counterpart in JSON, such as bytes and infinities, are errors.
impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Level(0).deserialize(deserializer)
    }
}

/// Reads a value at this depth.
#[derive(Clone, Copy)]
struct Level(u32);

impl Level {
    fn below<E: serde::de::Error>(self) -> Result<Self, E> {
        if self.0 == MAX_DEPTH {
            return Err(E::custom("more than 128 levels of lists and objects"));
        }
        Ok(Self(self.0 + 1))
    }
}

impl<'de> DeserializeSeed<'de> for Level {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// What stands as the one key of an object for a number that `serde_json` keeps as a text, which it does in programs
/// with its feature `arbitrary_precision`.
const NUMBER: &str = "$serde_json::private::Number";

impl<'de> Visitor<'de> for Level {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_none<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        // Options may be nested as lists may.
        self.below()?.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        self.below()?.deserialize(deserializer)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_i128<E>(self, value: i128) -> Result<Json, E> {
        Ok(Json::Number(Number(value.to_string())))
    }

    fn visit_u128<E>(self, value: u128) -> Result<Json, E> {
        Ok(Json::Number(Number(value.to_string())))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Json, E> {
        if !value.is_finite() {
            return Err(E::custom(format_args!("{value} is no JSON number")));
        }
        Ok(value.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Json, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Json, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json, A::Error> {
        let level = self.below()?;
        let mut items = Vec::new();
        while let Some(item) = seq.next_element_seed(level)? {
            items.push(item);
        }
        Ok(Json::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let level = self.below()?;
        let mut members = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            members.push((key, map.next_value_seed(level)?));
        }
        match members.as_slice() {
            [(key, Json::String(text))] if key == NUMBER => match Json::parse(text) {
                Ok(number @ Json::Number(_)) => Ok(number),
                _ => Err(A::Error::custom(format_args!("{text:?} is no JSON number"))),
            },
            _ => Ok(Json::Object(members)),
        }
    }
}
