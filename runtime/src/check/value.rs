//! Rules on open values.

use std::cell::Cell;
use std::collections::HashSet;

use super::number::Decimal;
use crate::decode::Kinds;
use crate::json::{Json, Number};

/// How many more rules may be called on one value.
///
/// Rules that call each other could take time without measure on a hostile reply. When nothing is left, the value is
/// refused.
#[derive(Debug)]
pub struct Fuel(Cell<usize>);

impl Fuel {
    /// Enough for a text of so many bytes.
    pub(crate) fn for_text(bytes: usize) -> Self {
        Self(Cell::new(1000 + bytes.saturating_mul(16)))
    }

    /// Takes one; `false` when nothing is left.
    pub fn step(&self) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left > 0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.get() == 0
    }
}

/// Whether a value is of one of some kinds.
#[must_use]
pub fn is(value: &Json, kinds: Kinds) -> bool {
    let kind = match value {
        Json::Null => Kinds::NULL,
        Json::Bool(_) => Kinds::BOOLEAN,
        Json::Number(number) if Decimal::parse(number.as_str()).is_whole() => Kinds::INTEGER,
        Json::Number(_) => Kinds::FRACTION,
        Json::String(_) => Kinds::STRING,
        Json::Array(_) => Kinds::ARRAY,
        Json::Object(_) => Kinds::OBJECT,
    };
    kinds.meets(kind)
}

/// Whether exactly one of several rules holds.
#[must_use]
pub fn exactly_one(rules: &[bool]) -> bool {
    rules.iter().filter(|holds| **holds).count() == 1
}

/// Whether a rule does not hold.
#[must_use]
pub fn not(holds: bool) -> bool {
    !holds
}

/// Whether a value is one of these strings, which are sorted.
#[must_use]
pub fn one_of(value: &Json, sorted: &[&str]) -> bool {
    value.as_str().is_some_and(|text| among(text, sorted))
}

/// Whether a text is one of these, which are sorted.
#[must_use]
pub fn among(text: &str, sorted: &[&str]) -> bool {
    sorted.binary_search(&text).is_ok()
}

/// Whether a value equals one of these, which are JSON texts.
#[must_use]
pub fn equals(value: &Json, texts: &[&str]) -> bool {
    texts.iter().any(|text| Json::parse(text).is_ok_and(|one| equal(value, &one)))
}

/// Whether two values are equal: numbers by value, objects without regard to order.
#[must_use]
pub fn equal(one: &Json, other: &Json) -> bool {
    match (one, other) {
        (Json::Number(one), Json::Number(other)) => {
            one == other || Decimal::parse(one.as_str()) == Decimal::parse(other.as_str())
        }
        (Json::Array(one), Json::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| equal(one, other))
        }
        (Json::Object(members), Json::Object(others)) => {
            members.len() == others.len() && normal(one) == normal(other)
        }
        (one, other) => one == other,
    }
}

/// The value with sorted keys and numbers in one spelling, so that equal values are alike.
fn normal(value: &Json) -> Json {
    match value {
        Json::Number(number) => Json::Number(Number(Decimal::parse(number.as_str()).to_string())),
        Json::Array(items) => Json::Array(items.iter().map(normal).collect()),
        Json::Object(members) => {
            let mut members: Vec<_> =
                members.iter().map(|(key, value)| (key.clone(), normal(value))).collect();
            members.sort_by(|(one, _), (other, _)| one.cmp(other));
            Json::Object(members)
        }
        other => other.clone(),
    }
}

fn number(value: &Json, holds: impl FnOnce(&Decimal) -> bool) -> bool {
    let Json::Number(number) = value else { return true };
    holds(&Decimal::parse(number.as_str()))
}

/// `minimum`
#[must_use]
pub fn minimum(value: &Json, limit: &str) -> bool {
    number(value, |number| *number >= Decimal::parse(limit))
}

/// `maximum`
#[must_use]
pub fn maximum(value: &Json, limit: &str) -> bool {
    number(value, |number| *number <= Decimal::parse(limit))
}

/// `exclusiveMinimum`
#[must_use]
pub fn above(value: &Json, limit: &str) -> bool {
    number(value, |number| *number > Decimal::parse(limit))
}

/// `exclusiveMaximum`
#[must_use]
pub fn below(value: &Json, limit: &str) -> bool {
    number(value, |number| *number < Decimal::parse(limit))
}

/// `multipleOf`
#[must_use]
pub fn multiple_of(value: &Json, divisor: &str) -> bool {
    number(value, |number| number.is_multiple_of(&Decimal::parse(divisor)))
}

/// A rule on strings.
pub fn text(value: &Json, holds: impl FnOnce(&str) -> bool) -> bool {
    value.as_str().is_none_or(holds)
}

/// `minLength` and `maxLength`, in Unicode scalar values.
#[must_use]
pub fn length(value: &Json, min: usize, max: usize) -> bool {
    text(value, |text| (min..=max).contains(&text.chars().count()))
}

/// `minItems` and `maxItems`
#[must_use]
pub fn items(value: &Json, min: usize, max: usize) -> bool {
    value.as_array().is_none_or(|items| (min..=max).contains(&items.len()))
}

/// `uniqueItems`
#[must_use]
pub fn unique(value: &Json) -> bool {
    let Json::Array(items) = value else { return true };
    let mut seen = HashSet::with_capacity(items.len());
    items.iter().all(|item| seen.insert(normal(item)))
}

/// A rule on one item of a list, where it is there.
pub fn item(value: &Json, place: usize, holds: impl FnOnce(&Json) -> bool) -> bool {
    value.as_array().and_then(|items| items.get(place)).is_none_or(holds)
}

/// A rule on all items from a place on.
pub fn items_from(value: &Json, from: usize, holds: impl Fn(&Json) -> bool) -> bool {
    value.as_array().is_none_or(|items| items.iter().skip(from).all(holds))
}

/// A rule on all items, with their places.
pub fn each_item(value: &Json, holds: impl Fn(usize, &Json) -> bool) -> bool {
    let Json::Array(items) = value else { return true };
    items.iter().enumerate().all(|(at, item)| holds(at, item))
}

/// `contains`: how many items a rule holds for.
pub fn contains(value: &Json, min: usize, max: usize, holds: impl Fn(&Json) -> bool) -> bool {
    let Json::Array(items) = value else { return true };
    (min..=max).contains(&items.iter().filter(|item| holds(item)).count())
}

/// `minProperties` and `maxProperties`
#[must_use]
pub fn keys(value: &Json, min: usize, max: usize) -> bool {
    value.as_object().is_none_or(|members| (min..=max).contains(&members.len()))
}

/// `required`: all of these keys are there.
#[must_use]
pub fn has(value: &Json, keys: &[&str]) -> bool {
    let Json::Object(members) = value else { return true };
    keys.iter().all(|key| members.iter().any(|(name, _)| name == key))
}

/// A rule on objects that have a key.
pub fn dependent(value: &Json, key: &str, holds: impl FnOnce(&Json) -> bool) -> bool {
    value.get(key).is_none() || holds(value)
}

/// A rule on the value of a key, where it is there.
pub fn property(value: &Json, key: &str, holds: impl FnOnce(&Json) -> bool) -> bool {
    value.get(key).is_none_or(holds)
}

/// A rule on all members.
pub fn each_property(value: &Json, holds: impl Fn(&str, &Json) -> bool) -> bool {
    value.as_object().is_none_or(|members| members.iter().all(|(key, value)| holds(key, value)))
}

/// `propertyNames`
pub fn each_key(value: &Json, holds: impl Fn(&Json) -> bool) -> bool {
    each_property(value, |key, _| holds(&Json::String(key.to_owned())))
}
