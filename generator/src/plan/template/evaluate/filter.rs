//! Filters at generation.

use sigcodegen_runtime::render;

use super::Run;
use super::value::{Rank, Value};
use crate::plan::template::tree::{Alternative, Case, Filter, Key};

impl Run<'_> {
    pub(super) fn filter(&mut self, filter: &Filter, subject: Value) -> Value {
        match (filter, subject) {
            (Filter::ToText | Filter::ToJson, Value::Missing) => Value::Missing,
            (Filter::Matches(_), Value::Missing) => Value::Bool(false),
            (Filter::ToJson, value) => Value::String(value.to_json().to_string()),
            (Filter::ToText, value) => {
                let mut text = String::new();
                value.print(&mut text, "none");
                Value::String(text)
            }
            (_, Value::String(text)) => string_filter(filter, &text),
            (_, Value::List(items)) => self.list_filter(filter, items),
            (Filter::Length, Value::Map(members)) => Value::Int(render::int(members.len())),
            (Filter::Keys, Value::Map(members)) => {
                Value::List(members.into_iter().map(|(key, _)| Value::String(key)).collect())
            }
            (Filter::Abs, Value::Int(value)) => Value::Int(value.saturating_abs()),
            (Filter::Abs, Value::Float(value)) => Value::Float(value.abs()),
            (Filter::Round(digits), Value::Float(value)) => {
                Value::Float(render::round(value, *digits))
            }
            (Filter::Int, Value::Float(value)) => Value::Int(render::whole(value)),
            (Filter::Int, Value::Bool(value)) => Value::Int(i128::from(value)),
            (Filter::Float, Value::Int(value)) => Value::Float(render::float(value)),
            (Filter::Float, Value::Bool(value)) => Value::Float(f64::from(u8::from(value))),
            (_, Value::Missing | Value::Null) => Value::Missing,
            (_, other) => other,
        }
    }

    fn list_filter(&mut self, filter: &Filter, items: Vec<Value>) -> Value {
        match filter {
            Filter::Length => Value::Int(render::int(items.len())),
            Filter::Join(separator) => {
                let mut text = String::new();
                for (at, item) in items.iter().enumerate() {
                    text.push_str(if at > 0 { separator } else { "" });
                    item.print(&mut text, "none");
                }
                Value::String(text)
            }
            Filter::First => items.into_iter().next().unwrap_or(Value::Missing),
            Filter::Last => items.into_iter().next_back().unwrap_or(Value::Missing),
            Filter::Reverse => Value::List(items.into_iter().rev().collect()),
            Filter::Sum => {
                if items.iter().any(|item| matches!(item, Value::Float(_))) {
                    Value::Float(render::sum_floats(items.iter().filter_map(Value::as_float)))
                } else {
                    let whole = items.iter().filter_map(|item| {
                        if let Value::Int(value) = item { Some(*value) } else { None }
                    });
                    Value::Int(render::sum(whole))
                }
            }
            Filter::Min(key) => self
                .ranked(key, items)
                .into_iter()
                .min_by(|one, other| one.0.cmp(&other.0))
                .map_or(Value::Missing, |(_, item)| item),
            Filter::Max(key) => self
                .ranked(key, items)
                .into_iter()
                .max_by(|one, other| one.0.cmp(&other.0))
                .map_or(Value::Missing, |(_, item)| item),
            Filter::Sort { key, reverse } => {
                let mut ranked = self.ranked(key, items);
                ranked.sort_by(|one, other| one.0.cmp(&other.0));
                if *reverse {
                    ranked.reverse();
                }
                Value::List(ranked.into_iter().map(|(_, item)| item).collect())
            }
            Filter::Unique(key) => {
                let mut seen = std::collections::BTreeSet::new();
                let ranked = self.ranked(key, items).into_iter();
                Value::List(
                    ranked
                        .filter(|(rank, _)| seen.insert(rank.clone()))
                        .map(|(_, item)| item)
                        .collect(),
                )
            }
            Filter::Map(value, variable) => {
                let mapped = items.into_iter().map(|item| {
                    self.variables.insert(*variable, item);
                    self.value(value)
                });
                Value::List(mapped.collect())
            }
            _ => Value::List(items),
        }
    }

    /// Items with what they are compared by.
    fn ranked(&mut self, key: &Key, items: Vec<Value>) -> Vec<(Rank, Value)> {
        let mut ranked = Vec::with_capacity(items.len());
        for item in items {
            self.variables.insert(key.item, item.clone());
            let rank = match (self.value(&key.value), key.case) {
                (Value::String(text), Case::IgnoredInAscii) => {
                    Rank::String(text.to_ascii_lowercase())
                }
                (Value::String(text), Case::Ignored) => Rank::String(text.to_lowercase()),
                (value, _) => Rank::of(value),
            };
            ranked.push((rank, item));
        }
        ranked
    }
}

fn string_filter(filter: &Filter, text: &str) -> Value {
    let strings = |parts: &mut dyn Iterator<Item = &str>| {
        Value::List(parts.map(|part| Value::String(part.to_owned())).collect())
    };
    Value::String(match filter {
        Filter::Length => return Value::Int(render::int(text.chars().count())),
        Filter::WordCount => return Value::Int(render::int(render::word_count(text))),
        Filter::Lines => return strings(&mut text.lines()),
        Filter::Split(None) => return strings(&mut text.split_whitespace()),
        Filter::Split(Some(separator)) => return strings(&mut text.split(separator.as_str())),
        Filter::Matches(pattern) => {
            return Value::Bool(pattern.iter().any(|one| matches(one, text)));
        }
        Filter::First => {
            return text.chars().next().map_or(Value::Missing, |one| Value::String(one.into()));
        }
        Filter::Last => {
            return text
                .chars()
                .next_back()
                .map_or(Value::Missing, |one| Value::String(one.into()));
        }
        Filter::Upper => text.to_uppercase(),
        Filter::Lower => text.to_lowercase(),
        Filter::Title => render::title(text),
        Filter::Capitalize => render::capitalize(text),
        Filter::Trim(None) => text.trim().to_owned(),
        Filter::Trim(Some(characters)) => {
            text.trim_matches(|one| characters.contains(one)).to_owned()
        }
        Filter::Replace(from, to) => text.replace(from.as_str(), to),
        Filter::Truncate { length, cuts_words, end, leeway } => {
            render::truncate(text, *length, *cuts_words, end, *leeway)
        }
        Filter::Indent { width, first, empty } => render::indent(text, *width, *first, *empty),
        Filter::Reverse => text.chars().rev().collect(),
        _ => text.to_owned(),
    })
}

fn matches(alternative: &Alternative, text: &str) -> bool {
    let part = alternative.text.as_str();
    match (alternative.at_start, alternative.at_end) {
        (true, true) => text == part,
        (true, false) => text.starts_with(part),
        (false, true) => text.ends_with(part),
        (false, false) => text.contains(part),
    }
}
