//! The functions of rules that other rules call.

use super::reach::Reach;
use super::scope::Scope;
use crate::ir::{Assert, Signature, TypeId};

/// The rules that others call, as functions.
#[derive(Debug, Default)]
pub(crate) struct Checks {
    /// The function of each rule of the signature; those that nothing calls have none.
    functions: Vec<Option<String>>,
    /// The functions that are called, with their rules, in the order of the file.
    all: Vec<(String, Assert)>,
}

impl Checks {
    /// Names the rules that are called when values are read.
    pub(super) fn of(signature: &Signature, reach: &Reach) -> Self {
        let mut is_called = vec![false; signature.rules.len()];
        let types = signature.types.all.iter().enumerate();
        let read = types.filter(|&(at, _)| reach.is_read(TypeId(at)));
        let mut left: Vec<&Assert> =
            read.flat_map(|(_, ty)| ty.guards.iter().map(|guard| &guard.rule)).collect();
        while let Some(rule) = left.pop() {
            if let Assert::Call(number) = rule {
                if let (Some(called), Some(named)) =
                    (is_called.get_mut(*number), signature.rules.get(*number))
                    && !std::mem::replace(called, true)
                {
                    left.push(&named.rule);
                }
            } else {
                left.extend(rule.parts());
            }
        }
        let mut scope = Scope::fields();
        let mut checks = Self::default();
        for (named, is_called) in signature.rules.iter().zip(is_called) {
            let name = is_called.then(|| scope.take(&format!("rule {}", named.name)));
            if let Some(name) = &name {
                checks.all.push((name.clone(), named.rule.clone()));
            }
            checks.functions.push(name);
        }
        checks
    }

    /// The function of a rule.
    pub(crate) fn function(&self, number: usize) -> &str {
        self.functions.get(number).and_then(Option::as_deref).unwrap_or_default()
    }

    /// All functions with their rules.
    pub(crate) fn all(&self) -> &[(String, Assert)] {
        &self.all
    }
}
