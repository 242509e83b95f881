//! The patterns of a module: each text is compiled once and held by one static.

use std::collections::BTreeMap;

use super::reach::Reach;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, quoted};
use crate::ir::{
    Assert, KeySet, ListRule, ObjectRule, SeenAt, Signature, Spanned, StringRule, TextRule, TypeId,
};
use crate::pattern::{Compiled, compile};

/// The compiled patterns of a module.
#[derive(Debug, Default)]
pub(crate) struct Patterns {
    /// The names of the statics with what they hold, in the order of the file.
    all: Vec<(String, Compiled)>,
    /// For each text the place in the list; none for a text that was refused.
    places: BTreeMap<String, Option<usize>>,
}

impl Patterns {
    /// Compiles all patterns that rules of a signature use. Those that cannot be are reported.
    pub(super) fn of(signature: &Signature, reach: &Reach, diagnostics: &mut Diagnostics) -> Self {
        let mut patterns = Self::default();
        let mut asserts: Vec<&Assert> = Vec::new();
        for (at, ty) in signature.types.all.iter().enumerate() {
            if !reach.is_read(TypeId(at)) {
                continue;
            }
            for rule in &ty.texts {
                if let TextRule::Pattern(pattern) = rule {
                    patterns.add(pattern, diagnostics);
                }
            }
            asserts.extend(ty.guards.iter().rev().map(|guard| &guard.rule));
            patterns.add_all(&mut asserts, diagnostics);
        }
        asserts.extend(signature.rules.iter().rev().map(|named| &named.rule));
        patterns.add_all(&mut asserts, diagnostics);
        patterns
    }

    /// The name of the static that holds a pattern; `None` for one that was refused.
    pub(crate) fn name(&self, pattern: &str) -> Option<&str> {
        let place = (*self.places.get(pattern)?)?;
        self.all.get(place).map(|(name, _)| name.as_str())
    }

    /// The names of the statics with what they hold.
    pub(crate) fn all(&self) -> &[(String, Compiled)] {
        &self.all
    }

    fn add(&mut self, pattern: &Spanned, diagnostics: &mut Diagnostics) {
        if self.places.contains_key(&pattern.text) {
            return;
        }
        let place = match compile(&pattern.text) {
            Ok(compiled) => {
                self.all.push((format!("PATTERN_{}", self.all.len() + 1), compiled));
                Some(self.all.len() - 1)
            }
            Err(refused) => {
                let span = refused.span;
                let part = pattern.text.get(span).unwrap_or_default();
                let message = format!("{} in a pattern: {}", refused.message, quoted(part));
                let problem = Diagnostic::new(Code::UnsupportedKeyword, pattern.place, message);
                diagnostics.push(problem.help(refused.help));
                None
            }
        };
        self.places.insert(pattern.text.clone(), place);
    }

    /// Compiles the patterns in rules, and in the rules within them. A list of what is left stands in for recursion.
    fn add_all(&mut self, left: &mut Vec<&Assert>, diagnostics: &mut Diagnostics) {
        while let Some(assert) = left.pop() {
            match assert {
                Assert::All(parts) | Assert::Any(parts) | Assert::One(parts) => {
                    left.extend(parts.iter().rev());
                }
                Assert::Not(part) => left.push(part),
                Assert::If(parts) => left.extend(parts.iter().rev()),
                Assert::Text(StringRule::Pattern(pattern)) => self.add(pattern, diagnostics),
                Assert::List(rule) => list_parts(rule, left),
                Assert::Object(rule) => self.add_keys(rule, left, diagnostics),
                Assert::Always(_)
                | Assert::Is(_)
                | Assert::Listed(_)
                | Assert::Number(_)
                | Assert::Text(StringRule::Length { .. } | StringRule::Format(_))
                | Assert::Call(_) => {}
            }
        }
    }

    fn add_keys<'a>(
        &mut self,
        rule: &'a ObjectRule,
        left: &mut Vec<&'a Assert>,
        diagnostics: &mut Diagnostics,
    ) {
        let mut add_set = |set: &KeySet| {
            set.patterns.iter().for_each(|pattern| self.add(pattern, diagnostics));
        };
        match rule {
            ObjectRule::Size { .. } | ObjectRule::Required(_) => {}
            ObjectRule::Properties(properties) => {
                left.extend(properties.iter().rev().map(|(_, rule)| rule));
            }
            ObjectRule::PatternProperties(patterns) => {
                for (pattern, _) in patterns {
                    self.add(pattern, diagnostics);
                }
                left.extend(patterns.iter().rev().map(|(_, rule)| rule));
            }
            ObjectRule::Additional(known, rule) => {
                add_set(known);
                left.push(rule);
            }
            ObjectRule::Names(rule) | ObjectRule::Dependent(_, rule) => left.push(rule),
            ObjectRule::Unevaluated(seen, rule) => {
                for one in seen {
                    one.keys.iter().for_each(&mut add_set);
                }
                left.push(rule);
                left.extend(seen.iter().rev().map(|one| &one.when));
            }
        }
    }
}

fn list_parts<'a>(rule: &'a ListRule, left: &mut Vec<&'a Assert>) {
    match rule {
        ListRule::Length { .. } | ListRule::Unique => {}
        ListRule::Prefix(rules) => left.extend(rules.iter().rev()),
        ListRule::Rest(_, rule) | ListRule::Contains { rule, .. } => left.push(rule),
        ListRule::Unevaluated(seen, rule) => {
            left.push(rule);
            for one in seen {
                left.push(&one.when);
                if let SeenAt::Fitting(rule) = &one.items {
                    left.push(rule);
                }
            }
        }
    }
}
