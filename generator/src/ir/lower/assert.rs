//! From a schema to a rule on JSON values.

use super::Lowering;
use super::kinds::kinds_of_type;
use super::merge::properties_of;
use crate::ir::decimal::{Decimal, Whole as _};
use crate::ir::{Assert, KeySet, ListRule, NumberRule, ObjectRule, Spanned, StringRule};
use crate::schema::{Format, Member, Node, Object, Value};

/// Keywords that restrict values by themselves.
pub(super) const ASSERTING: [&str; 36] = [
    "$ref",
    "$dynamicRef",
    "type",
    "enum",
    "const",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minItems",
    "maxItems",
    "uniqueItems",
    "prefixItems",
    "items",
    "contains",
    "unevaluatedItems",
    "minProperties",
    "maxProperties",
    "required",
    "properties",
    "patternProperties",
    "additionalProperties",
    "propertyNames",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedProperties",
];

/// Whether a keyword of a schema in the spelling of 2020-12 restricts values by itself.
pub(super) fn asserts(keyword: &str) -> bool {
    ASSERTING.contains(&keyword)
}

impl<'a> Lowering<'a, '_> {
    /// The rule that a schema states.
    pub(super) fn assert(&mut self, node: &'a Node) -> Assert {
        self.vet(node, super::vocabulary::Site::Member);
        let node = self.modern(node);
        let object = match &node.value {
            Value::Bool(value) => return Assert::Always(*value),
            Value::Object(object) => object,
            _ => return Assert::Always(true),
        };
        if self.dialect.ignores_beside_ref()
            && let Some(reference) = object.member("$ref")
        {
            return self.assert_keyword(object, reference);
        }
        let rules: Vec<Assert> = object
            .members
            .iter()
            .filter(|member| asserts(&member.key))
            .map(|member| self.assert_keyword(object, member))
            .collect();
        all(rules)
    }

    /// The rule that one keyword of a schema states, with those that belong to it.
    pub(super) fn assert_keyword(&mut self, object: &'a Object, member: &'a Member) -> Assert {
        let node = &member.value;
        match member.key.as_str() {
            "$ref" | "$dynamicRef" => match self.resolve(object, member) {
                Some(target) => Assert::Call(self.rule_of(target.node, target.key.as_deref())),
                None => Assert::Always(true),
            },
            "type" => Assert::Is(kinds_of_type(node)),
            "enum" => Assert::Listed(node.as_array().unwrap_or_default().to_vec()),
            "const" => Assert::Listed(vec![node.clone()]),
            "allOf" => all(self.each(node)),
            "anyOf" => one_or(self.each(node), Assert::Any),
            "oneOf" => one_or(self.each(node), Assert::One),
            "not" => Assert::Not(Box::new(self.assert(node))),
            "if" => {
                let test = self.assert(node);
                let [then, other] = ["then", "else"].map(|keyword| match object.get(keyword) {
                    Some(node) => self.assert(node),
                    None => Assert::Always(true),
                });
                Assert::If(Box::new([test, then, other]))
            }
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
                self.assert_number(member)
            }
            "minLength" | "maxLength" | "pattern" | "format" => self.assert_text(member),
            "minItems" | "maxItems" | "uniqueItems" | "prefixItems" | "items" | "contains"
            | "unevaluatedItems" => self.assert_list(object, member),
            _ => self.assert_object(object, member),
        }
    }

    fn each(&mut self, node: &'a Node) -> Vec<Assert> {
        node.as_array().unwrap_or_default().iter().map(|node| self.assert(node)).collect()
    }

    fn assert_number(&mut self, member: &'a Member) -> Assert {
        let Value::Number(text) = &member.value.value else {
            self.bad_value(&member.key, &member.value, "a number");
            return Assert::Always(true);
        };
        let rule = match member.key.as_str() {
            "minimum" => NumberRule::Minimum,
            "maximum" => NumberRule::Maximum,
            "exclusiveMinimum" => NumberRule::ExclusiveMinimum,
            "exclusiveMaximum" => NumberRule::ExclusiveMaximum,
            _ if Decimal::parse(text) <= Decimal::parse("0") => {
                self.bad_value("multipleOf", &member.value, "a number above 0");
                return Assert::Always(true);
            }
            _ => NumberRule::MultipleOf,
        };
        Assert::Number(rule(text.clone()))
    }

    fn assert_text(&mut self, member: &'a Member) -> Assert {
        let rule = match member.key.as_str() {
            "minLength" => StringRule::Length { min: self.count(member).unwrap_or(0), max: None },
            "maxLength" => StringRule::Length { min: 0, max: self.count(member) },
            "pattern" => match self.pattern(&member.value) {
                Some(pattern) => StringRule::Pattern(pattern),
                None => return Assert::Always(true),
            },
            _ => match member.value.as_str().and_then(Format::find) {
                Some(format) => StringRule::Format(format),
                None => return Assert::Always(true),
            },
        };
        Assert::Text(rule)
    }

    /// The text of a `pattern`.
    pub(super) fn pattern(&mut self, node: &'a Node) -> Option<Spanned> {
        let Some(text) = node.as_str() else {
            self.bad_value("pattern", node, "a string");
            return None;
        };
        Some(Spanned { text: text.to_owned(), place: self.place(node.span) })
    }

    /// A number of things.
    pub(super) fn count(&mut self, member: &'a Member) -> Option<u64> {
        let count = match &member.value.value {
            Value::Number(text) => Decimal::parse(text).as_integer(),
            _ => None,
        };
        let count = count.and_then(|whole| u64::try_from(whole).ok());
        if count.is_none() {
            self.bad_value(&member.key, &member.value, "a whole number from 0");
        }
        count
    }

    fn assert_list(&mut self, object: &'a Object, member: &'a Member) -> Assert {
        let node = &member.value;
        let rule = match member.key.as_str() {
            "minItems" => ListRule::Length { min: self.count(member).unwrap_or(0), max: None },
            "maxItems" => ListRule::Length { min: 0, max: self.count(member) },
            "uniqueItems" if node.value == Value::Bool(true) => ListRule::Unique,
            "uniqueItems" => return Assert::Always(true),
            "prefixItems" => ListRule::Prefix(self.each(node)),
            "items" => {
                let from = object.get("prefixItems").and_then(Node::as_array).map_or(0, <[_]>::len);
                ListRule::Rest(from, Box::new(self.assert(node)))
            }
            "contains" => {
                let mut limit =
                    |keyword| object.member(keyword).and_then(|member| self.count(member));
                let (min, max) = (limit("minContains").unwrap_or(1), limit("maxContains"));
                ListRule::Contains { rule: Box::new(self.assert(node)), min, max }
            }
            _ => {
                let seen = self.seen_items(object);
                ListRule::Unevaluated(seen, Box::new(self.assert(node)))
            }
        };
        Assert::List(rule)
    }

    fn assert_object(&mut self, object: &'a Object, member: &'a Member) -> Assert {
        let node = &member.value;
        let rule = match member.key.as_str() {
            "minProperties" => ObjectRule::Size { min: self.count(member).unwrap_or(0), max: None },
            "maxProperties" => ObjectRule::Size { min: 0, max: self.count(member) },
            "required" => ObjectRule::Required(names(member)),
            "properties" => {
                let members = self.entries(member);
                let rules = members.iter().map(|one| (one.key.clone(), self.assert(&one.value)));
                ObjectRule::Properties(rules.filter(|(_, rule)| !is_nothing(rule)).collect())
            }
            "patternProperties" => {
                let members = self.entries(member);
                let rules =
                    members.iter().map(|one| (self.key_pattern(one), self.assert(&one.value)));
                ObjectRule::PatternProperties(rules.collect())
            }
            "additionalProperties" => {
                let rule = Box::new(self.assert(node));
                ObjectRule::Additional(self.key_set(object), rule)
            }
            "propertyNames" => ObjectRule::Names(Box::new(self.assert(node))),
            "dependentRequired" => {
                let members = self.entries(member);
                let rules = members.iter().map(|one| {
                    let names = Assert::Object(ObjectRule::Required(names(one)));
                    Assert::Object(ObjectRule::Dependent(one.key.clone(), Box::new(names)))
                });
                return all(rules.collect());
            }
            "dependentSchemas" => {
                let members = self.entries(member);
                let rules = members.iter().map(|one| {
                    let rule = Box::new(self.assert(&one.value));
                    Assert::Object(ObjectRule::Dependent(one.key.clone(), rule))
                });
                return all(rules.collect());
            }
            "unevaluatedProperties" => {
                let seen = self.seen_keys(object);
                ObjectRule::Unevaluated(seen, Box::new(self.assert(node)))
            }
            _ => return Assert::Always(true),
        };
        Assert::Object(rule)
    }

    fn entries(&mut self, member: &'a Member) -> &'a [Member] {
        if let Some(object) = member.value.as_object() {
            return &object.members;
        }
        self.bad_value(&member.key, &member.value, "an object from keys to schemas");
        &[]
    }

    /// The pattern that a key of `patternProperties` is.
    pub(super) fn key_pattern(&self, member: &Member) -> Spanned {
        Spanned { text: member.key.clone(), place: self.place(member.key_span) }
    }

    /// The keys that `properties` and `patternProperties` of a schema name.
    pub(super) fn key_set(&self, object: &'a Object) -> KeySet {
        let names = properties_of(object).iter().map(|member| member.key.clone()).collect();
        let patterns = object.get("patternProperties").and_then(Node::as_object);
        let patterns = patterns.map_or(&[][..], |object| &object.members);
        let patterns = patterns.iter().map(|member| self.key_pattern(member)).collect();
        KeySet { names, patterns }
    }
}

/// A rule that says nothing.
pub(super) fn is_nothing(rule: &Assert) -> bool {
    matches!(rule, Assert::Always(true))
}

/// The names that a list such as `required` holds. A boolean `required`, as in draft 3, restricts nothing.
fn names(member: &Member) -> Vec<String> {
    let names = member.value.as_array().unwrap_or_default().iter();
    names.filter_map(Node::as_str).map(str::to_owned).collect()
}

/// The one rule of a list, or what a longer list says.
fn one_or(mut rules: Vec<Assert>, many: fn(Vec<Assert>) -> Assert) -> Assert {
    if rules.len() == 1 { rules.swap_remove(0) } else { many(rules) }
}

/// All of these rules, as one.
pub(super) fn all(mut rules: Vec<Assert>) -> Assert {
    rules.retain(|rule| !is_nothing(rule));
    match rules.len() {
        0 => Assert::Always(true),
        1 => rules.swap_remove(0),
        _ => Assert::All(rules),
    }
}
