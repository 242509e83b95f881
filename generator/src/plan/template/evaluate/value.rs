//! Values at generation.

use std::cmp::Ordering;

use sigcodegen_runtime::Json;
use sigcodegen_runtime::render;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Missing,
    Null,
    Bool(bool),
    Int(i128),
    Float(f64),
    String(String),
    List(Vec<Value>),
    Map(Vec<(String, Value)>),
}

impl Value {
    /// Reads a value as generated code writes it. Its depth is bounded by its reader.
    pub(super) fn of(json: &Json) -> Self {
        match json {
            Json::Null => Self::Null,
            Json::Bool(value) => Self::Bool(*value),
            Json::Number(number) => match number.as_str().parse() {
                Ok(value) => Self::Int(value),
                Err(_) => Self::Float(number.as_f64()),
            },
            Json::String(text) => Self::String(text.clone()),
            Json::Array(items) => Self::List(items.iter().map(Self::of).collect()),
            Json::Object(members) => Self::Map(
                members.iter().map(|(key, value)| (key.clone(), Self::of(value))).collect(),
            ),
        }
    }

    pub(super) fn to_json(&self) -> Json {
        match self {
            Self::Missing | Self::Null => Json::Null,
            Self::Bool(value) => (*value).into(),
            Self::Int(value) => Json::parse(&value.to_string()).unwrap_or_default(),
            Self::Float(value) => (*value).into(),
            Self::String(text) => text.as_str().into(),
            Self::List(items) => Json::Array(items.iter().map(Self::to_json).collect()),
            Self::Map(members) => Json::Object(
                members.iter().map(|(key, value)| (key.clone(), value.to_json())).collect(),
            ),
        }
    }

    pub(super) fn print(&self, out: &mut String, none: &str) {
        match self {
            Self::Missing => {}
            // JSON has no infinities.
            Self::Float(value) => render::print_float(out, *value),
            other => render::print_open(out, &other.to_json(), none),
        }
    }

    pub(super) fn is_true(&self) -> bool {
        match self {
            Self::Missing => false,
            Self::Float(value) => *value != 0.0,
            other => render::is_true(&other.to_json()),
        }
    }

    pub(super) fn member(&self, key: &str) -> Option<Self> {
        let Self::Map(members) = self else { return None };
        members.iter().find(|(name, _)| name == key).map(|(_, value)| value.clone())
    }

    pub(super) fn into_items(self) -> Vec<Self> {
        if let Self::List(items) = self { items } else { Vec::new() }
    }

    pub(super) fn as_text(&self) -> Option<&str> {
        if let Self::String(text) = self { Some(text) } else { None }
    }

    pub(super) fn as_float(&self) -> Option<f64> {
        match self {
            Self::Int(value) => Some(render::float(*value)),
            Self::Float(value) => Some(*value),
            _ => None,
        }
    }

    /// How two values of like types compare.
    pub(super) fn order(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Int(one), Self::Int(other)) => Some(one.cmp(other)),
            (Self::String(one), Self::String(other)) => Some(one.cmp(other)),
            (Self::Bool(one), Self::Bool(other)) => Some(one.cmp(other)),
            _ => self.as_float()?.partial_cmp(&other.as_float()?),
        }
    }
}

/// A value that can be sorted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    Nothing,
    Bool(bool),
    Int(i128),
    Float(render::Ordered),
    String(String),
}

impl Rank {
    pub(super) fn of(value: Value) -> Self {
        match value {
            Value::Bool(value) => Self::Bool(value),
            Value::Int(value) => Self::Int(value),
            Value::Float(value) => Self::Float(render::Ordered(value)),
            Value::String(text) => Self::String(text),
            _ => Self::Nothing,
        }
    }
}
