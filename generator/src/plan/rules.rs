//! The schema's rules on a property's value, and on the values within it.

use super::names::Names;
use super::{Guard, Patterns, template};
use crate::ir::{Bound, BoundKind, FloatWidth, Kind, Signature, TextRule, Type, TypeId};
use crate::schema::Format;

/// Rules on a value and on what it holds.
#[derive(Debug, Default)]
pub(crate) struct Rules {
    /// On the value itself.
    pub(crate) here: Vec<Rule>,
    /// On what it holds: the value of a nullable, the items of a list or tuple, the values of a map.
    pub(crate) within: Vec<(Within, Rules)>,
}

/// How further values are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Within {
    Option,
    List,
    Map,
    /// The item of a tuple at this place.
    Item(usize),
}

/// One rule.
#[derive(Debug)]
pub(crate) enum Rule {
    /// Compares a number: `value >= 0`.
    Compare { operator: &'static str, number: String, text: String },
    /// Bounds the characters of a string.
    Length { min: u64, max: Option<u64>, text: String },
    /// Bounds the items of a list.
    Items { operator: &'static str, count: u64, text: String },
    /// A string has a match of the pattern that a static holds.
    Pattern { name: String, text: String },
    /// A string has a format.
    Format(Format),
    /// Rules on the value as JSON.
    Guards(Vec<Guard>),
    /// A rule of `x-checks` or `x-asserts`.
    Expression { rule: template::Rule, label: String, is_assert: bool },
}

impl Rules {
    pub(crate) fn is_empty(&self) -> bool {
        self.here.is_empty() && self.within.is_empty()
    }
}

/// What rules are made of.
pub(super) struct Source<'p> {
    pub(super) signature: &'p Signature,
    pub(super) names: &'p Names,
    pub(super) patterns: &'p Patterns,
}

impl Source<'_> {
    /// The rules on a type's value where it is used. Objects, enums and unions have theirs in their own readers.
    pub(super) fn of(&self, id: TypeId) -> Rules {
        match self.signature.types[id].kind {
            Kind::Object(_) | Kind::Enum(_) | Kind::Union(_) => Rules::default(),
            _ if self.names.newtype(id).is_some() => Rules::default(),
            _ => self.within(id),
        }
    }

    /// The rules on what a newtype holds. Follows wrappers only, whose chain is as long as the schema is deep.
    pub(super) fn within(&self, id: TypeId) -> Rules {
        if self.names.library(id).is_some() {
            // Its type checks the format, the one rule there is.
            return Rules::default();
        }
        let ty = &self.signature.types[id];
        let parts: Vec<(Within, TypeId)> = match &ty.kind {
            Kind::Nullable(inner) => vec![(Within::Option, *inner)],
            Kind::List(inner) => vec![(Within::List, *inner)],
            Kind::Map(inner) => vec![(Within::Map, *inner)],
            Kind::Tuple(items) => {
                items.iter().enumerate().map(|(at, &item)| (Within::Item(at), item)).collect()
            }
            _ => Vec::new(),
        };
        let within = parts.into_iter().map(|(within, id)| (within, self.of(id)));
        let within = within.filter(|(_, rules)| !rules.is_empty()).collect();
        let mut here = here(&ty.kind, &ty.bounds);
        here.extend(ty.texts.iter().filter_map(|text| self.text(text)));
        let guards = guards(ty);
        if !guards.is_empty() {
            here.push(Rule::Guards(guards));
        }
        Rules { here, within }
    }

    fn text(&self, rule: &TextRule) -> Option<Rule> {
        match rule {
            TextRule::Pattern(pattern) => {
                let name = self.patterns.name(&pattern.text)?.to_owned();
                Some(Rule::Pattern {
                    name,
                    text: format!("a text that matches `{}`", pattern.text),
                })
            }
            TextRule::Format(format) => Some(Rule::Format(*format)),
        }
    }
}

/// The rules on a type's values as JSON.
pub(super) fn guards(ty: &Type) -> Vec<Guard> {
    let guard =
        |guard: &crate::ir::Guard| Guard { rule: guard.rule.clone(), text: guard.text.clone() };
    ty.guards.iter().map(guard).collect()
}

fn here(kind: &Kind, bounds: &[Bound]) -> Vec<Rule> {
    let mut rules = Vec::new();
    let (mut min_length, mut max_length) = (0, None);
    for bound in bounds {
        let count = || bound.value.parse::<f64>().map_or(u64::MAX, as_count);
        match bound.kind {
            BoundKind::Minimum => rules.extend(compare(kind, ">=", "at least", &bound.value)),
            BoundKind::Maximum => rules.extend(compare(kind, "<=", "at most", &bound.value)),
            BoundKind::ExclusiveMinimum => {
                rules.extend(compare(kind, ">", "more than", &bound.value));
            }
            BoundKind::ExclusiveMaximum => {
                rules.extend(compare(kind, "<", "less than", &bound.value));
            }
            BoundKind::MinLength => min_length = count(),
            BoundKind::MaxLength => max_length = Some(count()),
            // All lists keep this one.
            BoundKind::MinItems if count() == 0 => {}
            BoundKind::MinItems => {
                rules.push(Rule::Items {
                    operator: ">=",
                    count: count(),
                    text: format!("at least {}", counted(count(), "item")),
                });
            }
            BoundKind::MaxItems => {
                rules.push(Rule::Items {
                    operator: "<=",
                    count: count(),
                    text: format!("at most {}", counted(count(), "item")),
                });
            }
        }
    }
    if min_length > 0 || max_length.is_some() {
        let text = match max_length {
            None => format!("at least {}", counted(min_length, "character")),
            Some(max) if min_length == 0 => format!("at most {}", counted(max, "character")),
            Some(max) if min_length == max => format!("exactly {}", counted(max, "character")),
            Some(max) => format!("{min_length} to {}", counted(max, "character")),
        };
        rules.push(Rule::Length { min: min_length, max: max_length, text });
    }
    rules
}

fn counted(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// A whole, non-negative number that may be spelled as a float.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates, which is as good"
)]
fn as_count(value: f64) -> u64 {
    value as u64
}

/// Compares with a number, spelled as a literal of the value's type. A bound that all values of an integer type keep
/// is no rule.
fn compare(kind: &Kind, operator: &'static str, words: &str, bound: &str) -> Option<Rule> {
    let text = format!("{words} {bound}");
    let number = match kind {
        Kind::Integer(_) => integer_bound(operator, bound)?,
        Kind::Float(width) => {
            let value: f64 = bound.parse().ok()?;
            if *width == FloatWidth::F32 { format!("{value:?}_f64") } else { format!("{value:?}") }
        }
        _ => return None,
    };
    Some(Rule::Compare { operator, number, text })
}

/// A bound on integers as an integer literal: one with a fraction is moved to the next integer that has its effect.
#[expect(
    clippy::cast_possible_truncation,
    reason = "saturates, and a bound beyond all types has the same effect"
)]
fn integer_bound(operator: &str, bound: &str) -> Option<String> {
    if let Ok(exact) = bound.parse::<i128>() {
        return Some(exact.to_string());
    }
    let value: f64 = bound.parse().ok()?;
    let moved = match operator {
        ">=" | "<" => value.ceil(),
        _ => value.floor(),
    };
    Some((moved as i128).to_string())
}
