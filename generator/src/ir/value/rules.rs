//! Rules on values, applied when code is generated: by the very functions that generated code calls.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use sigcodegen_runtime::Json;
use sigcodegen_runtime::check::{self, Decimal};

use crate::ir::{
    Assert, JsonKinds, KeySet, ListRule, NamedRule, NumberRule, ObjectRule, SeenAt, StringRule,
    TextRule,
};
use crate::pattern::{Compiled, compile};
use crate::schema::Format;

/// Rules that call each other are followed so often for one value; what is not decided then is left to the reader.
const MOST_CALLS: usize = 100_000;

/// Applies the rules of one signature.
#[derive(Debug)]
pub(super) struct Rules<'a> {
    named: &'a [NamedRule],
    /// The patterns that were met; none for one that was refused, which is reported elsewhere.
    patterns: RefCell<HashMap<&'a str, Option<Compiled>>>,
    calls: Cell<usize>,
}

impl<'a> Rules<'a> {
    pub(super) fn new(named: &'a [NamedRule]) -> Self {
        Self { named, patterns: RefCell::default(), calls: Cell::new(0) }
    }

    /// What a text should be and is not; `None` when it keeps the rule.
    pub(super) fn broken_text(&self, rule: &'a TextRule, text: &str) -> Option<String> {
        match rule {
            TextRule::Pattern(pattern) => (!self.matches(&pattern.text, text))
                .then(|| format!("it must match `{}`", pattern.text)),
            TextRule::Format(format) => (!is_of_format(*format, text))
                .then(|| format!("it must be of format `{}`", format.name())),
        }
    }

    /// Whether a rule holds for a value.
    pub(super) fn hold(&self, rule: &'a Assert, value: &Json) -> bool {
        self.calls.set(0);
        self.holds(rule, value)
    }

    fn holds(&self, rule: &'a Assert, value: &Json) -> bool {
        match rule {
            Assert::Always(holds) => *holds,
            Assert::All(rules) => rules.iter().all(|rule| self.holds(rule, value)),
            Assert::Any(rules) => rules.iter().any(|rule| self.holds(rule, value)),
            Assert::One(rules) => {
                let holds: Vec<bool> = rules.iter().map(|rule| self.holds(rule, value)).collect();
                check::exactly_one(&holds)
            }
            Assert::Not(rule) => !self.holds(rule, value),
            Assert::If(parts) => {
                let [test, then, other] = &**parts;
                self.holds(if self.holds(test, value) { then } else { other }, value)
            }
            Assert::Is(kinds) => kinds.contains(kind(value)),
            Assert::Listed(values) => {
                let texts: Vec<String> = values.iter().map(crate::schema::Node::json).collect();
                check::equals(value, &texts.iter().map(String::as_str).collect::<Vec<_>>())
            }
            Assert::Number(rule) => match rule {
                NumberRule::Minimum(limit) => check::minimum(value, limit),
                NumberRule::Maximum(limit) => check::maximum(value, limit),
                NumberRule::ExclusiveMinimum(limit) => check::above(value, limit),
                NumberRule::ExclusiveMaximum(limit) => check::below(value, limit),
                NumberRule::MultipleOf(divisor) => check::multiple_of(value, divisor),
            },
            Assert::Text(rule) => match rule {
                StringRule::Length { min, max } => check::length(value, size(*min), most(*max)),
                StringRule::Pattern(pattern) => {
                    check::text(value, |text| self.matches(&pattern.text, text))
                }
                StringRule::Format(format) => {
                    check::text(value, |text| is_of_format(*format, text))
                }
            },
            Assert::List(rule) => self.list(rule, value),
            Assert::Object(rule) => self.object(rule, value),
            Assert::Call(number) => {
                self.calls.set(self.calls.get() + 1);
                let named = self.named.get(*number).filter(|_| self.calls.get() < MOST_CALLS);
                named.is_none_or(|named| self.holds(&named.rule, value))
            }
        }
    }

    fn list(&self, rule: &'a ListRule, value: &Json) -> bool {
        match rule {
            ListRule::Length { min, max } => check::items(value, size(*min), most(*max)),
            ListRule::Unique => check::unique(value),
            ListRule::Prefix(rules) => rules
                .iter()
                .enumerate()
                .all(|(at, rule)| check::item(value, at, |item| self.holds(rule, item))),
            ListRule::Rest(from, rule) => {
                check::items_from(value, *from, |item| self.holds(rule, item))
            }
            ListRule::Contains { rule, min, max } => {
                check::contains(value, size(*min), most(*max), |item| self.holds(rule, item))
            }
            ListRule::Unevaluated(seen, rule) => {
                let seen: Vec<_> = seen.iter().filter(|one| self.holds(&one.when, value)).collect();
                check::each_item(value, |place, item| {
                    let is_seen = seen.iter().any(|one| match &one.items {
                        SeenAt::All => true,
                        SeenAt::First(count) => place < *count,
                        SeenAt::Fitting(rule) => self.holds(rule, item),
                    });
                    is_seen || self.holds(rule, item)
                })
            }
        }
    }

    fn object(&self, rule: &'a ObjectRule, value: &Json) -> bool {
        match rule {
            ObjectRule::Size { min, max } => check::keys(value, size(*min), most(*max)),
            ObjectRule::Required(keys) => {
                check::has(value, &keys.iter().map(String::as_str).collect::<Vec<_>>())
            }
            ObjectRule::Properties(rules) => rules
                .iter()
                .all(|(key, rule)| check::property(value, key, |value| self.holds(rule, value))),
            ObjectRule::PatternProperties(rules) => rules.iter().all(|(pattern, rule)| {
                check::each_property(value, |key, value| {
                    !self.matches(&pattern.text, key) || self.holds(rule, value)
                })
            }),
            ObjectRule::Additional(known, rule) => check::each_property(value, |key, value| {
                self.is_among(known, key) || self.holds(rule, value)
            }),
            ObjectRule::Names(rule) => check::each_key(value, |key| self.holds(rule, key)),
            ObjectRule::Dependent(key, rule) => {
                check::dependent(value, key, |value| self.holds(rule, value))
            }
            ObjectRule::Unevaluated(seen, rule) => {
                let seen: Vec<_> = seen.iter().filter(|one| self.holds(&one.when, value)).collect();
                check::each_property(value, |key, value| {
                    let knows = |keys: &'a Option<KeySet>| {
                        keys.as_ref().is_none_or(|keys| self.is_among(keys, key))
                    };
                    seen.iter().any(|one| knows(&one.keys)) || self.holds(rule, value)
                })
            }
        }
    }

    fn is_among(&self, keys: &'a KeySet, key: &str) -> bool {
        keys.names.iter().any(|name| name == key)
            || keys.patterns.iter().any(|pattern| self.matches(&pattern.text, key))
    }

    fn matches(&self, pattern: &'a str, text: &str) -> bool {
        let mut patterns = self.patterns.borrow_mut();
        let compiled = patterns.entry(pattern).or_insert_with(|| compile(pattern).ok());
        compiled.as_ref().is_none_or(|compiled| compiled.matches(text))
    }
}

fn kind(value: &Json) -> JsonKinds {
    match value {
        Json::Null => JsonKinds::NULL,
        Json::Bool(_) => JsonKinds::BOOLEAN,
        Json::Number(number) if Decimal::parse(number.as_str()).is_whole() => JsonKinds::INTEGER,
        Json::Number(_) => JsonKinds::FRACTION,
        Json::String(_) => JsonKinds::STRING,
        Json::Array(_) => JsonKinds::ARRAY,
        Json::Object(_) => JsonKinds::OBJECT,
    }
}

fn size(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

fn most(count: Option<u64>) -> usize {
    count.map_or(usize::MAX, size)
}

fn is_of_format(format: Format, text: &str) -> bool {
    use check::format as formats;
    match format {
        Format::DateTime => formats::date_time(text),
        Format::Date => formats::date(text),
        Format::Time => formats::time(text),
        Format::Duration => formats::duration(text),
        Format::Email => formats::email(text),
        Format::IdnEmail => formats::idn_email(text),
        Format::Hostname => formats::hostname(text),
        Format::IdnHostname => formats::idn_hostname(text),
        Format::Ipv4 => formats::ipv4(text),
        Format::Ipv6 => formats::ipv6(text),
        Format::Uri => formats::uri(text),
        Format::UriReference => formats::uri_reference(text),
        Format::Iri => formats::iri(text),
        Format::IriReference => formats::iri_reference(text),
        Format::UriTemplate => formats::uri_template(text),
        Format::Uuid => formats::uuid(text),
        Format::Regex => formats::regex(text),
        Format::JsonPointer => formats::json_pointer(text),
        Format::RelativeJsonPointer => formats::relative_json_pointer(text),
    }
}
