//! The patterns of a module: each text is compiled once and held by one static.

use std::collections::BTreeMap;

use super::checks::Checks;
use super::reach::Reach;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, quoted};
use crate::ir::{Assert, Signature, Spanned, TextRule, TypeId};
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
    /// Compiles all patterns that the rules on values that are read use. Those that cannot be are reported.
    pub(super) fn of(
        signature: &Signature,
        reach: &Reach,
        checks: &Checks,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let mut patterns = Self::default();
        let types = signature.types.all.iter().enumerate();
        for (_, ty) in types.filter(|&(at, _)| reach.is_read(TypeId(at))) {
            for rule in &ty.texts {
                if let TextRule::Pattern(pattern) = rule {
                    patterns.add(pattern, diagnostics);
                }
            }
            for guard in &ty.guards {
                patterns.add_all(&guard.rule, diagnostics);
            }
        }
        for (_, rule) in checks.all() {
            patterns.add_all(rule, diagnostics);
        }
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

    /// Compiles the patterns in a rule, and in the rules within it. A list of what is left stands in for recursion.
    fn add_all(&mut self, rule: &Assert, diagnostics: &mut Diagnostics) {
        let mut left = vec![rule];
        while let Some(rule) = left.pop() {
            for pattern in rule.patterns() {
                self.add(pattern, diagnostics);
            }
            left.extend(rule.parts().into_iter().rev());
        }
    }
}
