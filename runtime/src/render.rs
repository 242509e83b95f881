//! What compiled `x-render` templates and rule expressions call. The behaviour is that of `MiniJinja` 2.11 with the
//! settings of DSRs.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt::{Display, Write};

use crate::json::{Encode, Json, Number};

mod text;

pub use text::{
    capitalize, first_character, has_text, indent, last_character, reversed, title, truncate,
    word_count,
};

/// Appends a number or a boolean.
pub fn print(out: &mut String, value: impl Display) {
    // Writing to a string cannot fail.
    let _ = write!(out, "{value}");
}

/// Appends a float, never with an exponent: `1.0`, `0.0000001`.
pub fn print_float(out: &mut String, value: f64) {
    let start = out.len();
    print(out, value);
    if value.is_finite() && !out[start..].contains('.') {
        out.push_str(".0");
    }
}

/// Appends any value: strings as they are, `null` for none, lists and objects with quoted strings in them.
pub fn print_value<T: Encode + ?Sized>(out: &mut String, value: &T) {
    print_open(out, &open(value), "null");
}

/// Appends a list as [`print_value`] would.
pub fn print_list<'v, T: Encode + ?Sized + 'v>(
    out: &mut String,
    items: impl IntoIterator<Item = &'v T>,
) {
    let items: Vec<_> = items.into_iter().map(open).collect();
    print_open(out, &Json::Array(items), "null");
}

/// Appends an open value, none as `none`: lists and objects in the notation of Rust's `Debug`.
pub fn print_open(out: &mut String, value: &Json, none: &str) {
    match value {
        Json::Null => out.push_str(none),
        Json::Number(number) if is_float(number) => print_float(out, number.as_f64()),
        Json::String(text) => out.push_str(text),
        other => print_nested(out, other),
    }
}

fn print_nested(out: &mut String, value: &Json) {
    match value {
        Json::Null => out.push_str("none"),
        Json::Bool(value) => print(out, value),
        Json::Number(number) if is_float(number) => {
            let _ = write!(out, "{:?}", number.as_f64());
        }
        Json::Number(number) => out.push_str(number.as_str()),
        Json::String(text) => {
            let _ = write!(out, "{text:?}");
        }
        Json::Array(items) => sequence(out, ['[', ']'], items, print_nested),
        Json::Object(members) => sequence(out, ['{', '}'], members, |out, (key, value)| {
            let _ = write!(out, "{key:?}: ");
            print_nested(out, value);
        }),
    }
}

fn sequence<T>(
    out: &mut String,
    [open, close]: [char; 2],
    items: &[T],
    print: impl Fn(&mut String, &T),
) {
    out.push(open);
    for (at, item) in items.iter().enumerate() {
        out.push_str(if at > 0 { ", " } else { "" });
        print(out, item);
    }
    out.push(close);
}

fn is_float(number: &Number) -> bool {
    number.as_str().contains(['.', 'e', 'E'])
}

/// The value without its type. One that [`Json`] cannot hold, for its depth, is its JSON text.
#[must_use]
pub fn open<T: Encode + ?Sized>(value: &T) -> Json {
    let mut text = String::new();
    value.write_json(&mut text);
    Json::parse(&text).unwrap_or(Json::String(text))
}

/// The filter `tojson`: compact JSON. Nothing in it is escaped for HTML, for prompts are none.
pub fn to_json<T: Encode + ?Sized>(value: &T) -> String {
    let mut text = String::new();
    value.write_json(&mut text);
    text
}

/// The filter `string`: the value as it is printed, but `none` for none.
pub fn to_text<T: Encode + ?Sized>(value: &T) -> String {
    let mut text = String::new();
    print_open(&mut text, &open(value), "none");
    text
}

/// The filter `join`.
pub fn join<'v, T: Encode + ?Sized + 'v>(
    items: impl IntoIterator<Item = &'v T>,
    separator: &str,
) -> String {
    let mut text = String::new();
    for (at, item) in items.into_iter().enumerate() {
        text.push_str(if at > 0 { separator } else { "" });
        print_open(&mut text, &open(item), "none");
    }
    text
}

/// Whether an open value is null.
#[must_use]
pub fn is_null(value: &Json) -> bool {
    *value == Json::Null
}

/// The items of an iterator, to be gone over several times.
pub fn collected<T>(items: impl Iterator<Item = T>) -> Vec<T> {
    items.collect()
}

/// Whether an open value counts as true: neither null, false, zero nor empty.
#[must_use]
pub fn is_true(value: &Json) -> bool {
    match value {
        Json::Null => false,
        Json::Bool(value) => *value,
        Json::Number(number) => number.as_f64() != 0.0,
        Json::String(text) => !text.is_empty(),
        Json::Array(items) => !items.is_empty(),
        Json::Object(members) => !members.is_empty(),
    }
}

/// An item of a list by its place; a negative place counts from the end.
#[must_use]
pub fn item<T>(items: &[T], place: i64) -> Option<&T> {
    let distance = usize::try_from(place.unsigned_abs()).ok()?;
    let place = if place < 0 { items.len().checked_sub(distance)? } else { distance };
    items.get(place)
}

/// The filter `sort`, by what the function gives for an item. Equal items keep their order.
pub fn sorted<'v, T: ?Sized, K: Ord>(
    items: impl IntoIterator<Item = &'v T>,
    key: impl Fn(&'v T) -> K,
) -> Vec<&'v T> {
    let mut items: Vec<_> = items.into_iter().collect();
    items.sort_by_cached_key(|item| key(item));
    items
}

/// The filter `unique`: the first item of each that have the same key.
pub fn unique<'v, T: ?Sized, K: Ord>(
    items: impl IntoIterator<Item = &'v T>,
    key: impl Fn(&'v T) -> K,
) -> Vec<&'v T> {
    let mut seen = BTreeSet::new();
    items.into_iter().filter(|item| seen.insert(key(item))).collect()
}

/// The filter `min`.
pub fn smallest<'v, T: ?Sized, K: Ord>(
    items: impl IntoIterator<Item = &'v T>,
    key: impl Fn(&'v T) -> K,
) -> Option<&'v T> {
    items.into_iter().min_by_key(|item| key(item))
}

/// The filter `max`.
pub fn largest<'v, T: ?Sized, K: Ord>(
    items: impl IntoIterator<Item = &'v T>,
    key: impl Fn(&'v T) -> K,
) -> Option<&'v T> {
    items.into_iter().max_by_key(|item| key(item))
}

/// The filter `sum` of whole numbers; stays within the type.
pub fn sum(items: impl IntoIterator<Item = i128>) -> i128 {
    items.into_iter().fold(0, i128::saturating_add)
}

/// The filter `sum` of floats.
pub fn sum_floats(items: impl IntoIterator<Item = f64>) -> f64 {
    items.into_iter().fold(0.0, |sum, item| sum + item)
}

/// A float that can be sorted.
#[derive(Clone, Copy, Debug)]
pub struct Ordered(pub f64);

impl Ord for Ordered {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ordered {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Ordered {}

/// A length as a number to calculate with.
#[must_use]
pub fn int(length: usize) -> i128 {
    i128::try_from(length).unwrap_or(i128::MAX)
}

/// The filter `float`.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "the nearest float is what the filter gives")]
pub fn float(value: i128) -> f64 {
    value as f64
}

/// The filter `int` of a float: its whole part.
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "saturates, as the filter does")]
pub fn whole(value: f64) -> i128 {
    value as i128
}

/// The filter `round`, halves away from zero.
#[must_use]
pub fn round(value: f64, digits: i32) -> f64 {
    let scale = 10_f64.powi(digits);
    (scale * value).round() / scale
}

/// Whether two floats are equal.
#[must_use]
#[expect(clippy::float_cmp, reason = "`==` in a template is exact")]
pub fn same(one: f64, other: f64) -> bool {
    one == other
}

#[cfg(test)]
mod tests;
