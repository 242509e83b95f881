//! Rules without the parts that say nothing: what always or never holds, choices between the same.

use super::{Assert, JsonKinds, ListRule, ObjectRule, SeenAt, Signature};

impl Signature {
    /// Folds the rules of all types, and leaves out those that always hold.
    pub(super) fn fold_rules(&mut self) {
        for ty in &mut self.types.all {
            ty.guards.iter_mut().for_each(|guard| guard.rule.fold());
            ty.guards.retain(|guard| !guard.rule.is_always(true));
        }
        self.rules.iter_mut().for_each(|named| named.rule.fold());
    }
}

impl Assert {
    /// Whether this is the rule that always holds, or the one that never does.
    pub(crate) fn is_always(&self, holds: bool) -> bool {
        matches!(self, Self::Always(always) if *always == holds)
    }

    /// Replaces the rule by a shorter one that holds for the same values. A rule is as deep as its schema.
    fn fold(&mut self) {
        match self {
            Self::All(rules) => *self = joined(rules, true, Self::All),
            Self::Any(rules) => *self = joined(rules, false, Self::Any),
            Self::One(rules) => {
                rules.iter_mut().for_each(Self::fold);
                rules.retain(|rule| !rule.is_always(false));
                match (rules.pop(), rules.is_empty()) {
                    (None, _) => *self = Self::Always(false),
                    (Some(only), true) => *self = only,
                    (Some(last), false) => rules.push(last),
                }
            }
            Self::Not(rule) => {
                rule.fold();
                if let Self::Always(holds) = **rule {
                    *self = Self::Always(!holds);
                }
            }
            Self::If(parts) => {
                parts.iter_mut().for_each(Self::fold);
                let [test, then, other] = &mut **parts;
                let taken = match (&*test, &*then, &*other) {
                    (Self::Always(true), ..) => then,
                    (Self::Always(false), ..) => other,
                    (_, Self::Always(one), Self::Always(same)) if one == same => then,
                    (_, Self::Always(true), Self::Always(false)) => test,
                    (_, Self::Always(false), Self::Always(true)) => {
                        *self = Self::Not(Box::new(take(test)));
                        return;
                    }
                    _ => return,
                };
                *self = take(taken);
            }
            Self::Is(JsonKinds::ALL) => *self = Self::Always(true),
            Self::Is(kinds) if kinds.is_empty() => *self = Self::Always(false),
            Self::List(rule) => {
                if fold_list(rule) {
                    *self = Self::Always(true);
                }
            }
            Self::Object(rule) => {
                if fold_object(rule) {
                    *self = Self::Always(true);
                }
            }
            Self::Always(_)
            | Self::Is(_)
            | Self::Listed(_)
            | Self::Number(_)
            | Self::Text(_)
            | Self::Call(_) => {}
        }
    }
}

fn take(rule: &mut Assert) -> Assert {
    std::mem::replace(rule, Assert::Always(true))
}

/// Joins rules by "and", for which `neutral` is true, or by "or".
fn joined(rules: &mut Vec<Assert>, neutral: bool, join: fn(Vec<Assert>) -> Assert) -> Assert {
    rules.iter_mut().for_each(Assert::fold);
    rules.retain(|rule| !rule.is_always(neutral));
    if rules.is_empty() || rules.iter().any(|rule| rule.is_always(!neutral)) {
        return Assert::Always(neutral == rules.is_empty());
    }
    if let [only] = &mut rules[..] {
        return take(only);
    }
    join(std::mem::take(rules))
}

/// Folds what a rule on lists consists of; `true` if all lists keep it.
fn fold_list(rule: &mut ListRule) -> bool {
    match rule {
        ListRule::Length { min, max } => *min == 0 && max.is_none(),
        ListRule::Unique => false,
        ListRule::Prefix(rules) => {
            rules.iter_mut().for_each(Assert::fold);
            while rules.last().is_some_and(|rule| rule.is_always(true)) {
                rules.pop();
            }
            rules.is_empty()
        }
        ListRule::Rest(_, rule) => {
            rule.fold();
            rule.is_always(true)
        }
        ListRule::Contains { rule, min, max } => {
            rule.fold();
            *min == 0 && (max.is_none() || rule.is_always(false))
        }
        ListRule::Unevaluated(seen, rule) => {
            rule.fold();
            for one in &mut *seen {
                one.when.fold();
                if let SeenAt::Fitting(rule) = &mut one.items {
                    rule.fold();
                }
            }
            seen.retain(|one| !one.when.is_always(false));
            rule.is_always(true)
        }
    }
}

/// Folds what a rule on objects consists of; `true` if all objects keep it.
fn fold_object(rule: &mut ObjectRule) -> bool {
    match rule {
        ObjectRule::Size { min, max } => *min == 0 && max.is_none(),
        ObjectRule::Required(keys) => keys.is_empty(),
        ObjectRule::Properties(properties) => {
            for (_, rule) in &mut *properties {
                rule.fold();
            }
            properties.retain(|(_, rule)| !rule.is_always(true));
            properties.is_empty()
        }
        ObjectRule::PatternProperties(patterns) => {
            for (_, rule) in &mut *patterns {
                rule.fold();
            }
            patterns.retain(|(_, rule)| !rule.is_always(true));
            patterns.is_empty()
        }
        ObjectRule::Additional(_, rule)
        | ObjectRule::Names(rule)
        | ObjectRule::Dependent(_, rule) => {
            rule.fold();
            rule.is_always(true)
        }
        ObjectRule::Unevaluated(seen, rule) => {
            rule.fold();
            for one in &mut *seen {
                one.when.fold();
            }
            seen.retain(|one| !one.when.is_always(false));
            rule.is_always(true)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Assert;
    use crate::ir::{JsonKinds, ObjectRule};

    fn folded(mut rule: Assert) -> String {
        rule.fold();
        format!("{rule:?}")
    }

    #[test]
    fn what_says_nothing_is_left_out() {
        let is = || Assert::Is(JsonKinds::STRING);
        let [yes, no] = [|| Assert::Always(true), || Assert::Always(false)];
        let cases = [
            (Assert::All(vec![yes(), is()]), is()),
            (Assert::All(vec![is(), no()]), no()),
            (Assert::All(vec![]), yes()),
            (Assert::Any(vec![no(), is()]), is()),
            (Assert::Any(vec![is(), yes()]), yes()),
            (Assert::Any(vec![]), no()),
            (Assert::One(vec![no(), is()]), is()),
            (Assert::One(vec![no()]), no()),
            (Assert::Not(Box::new(Assert::All(vec![]))), no()),
            (Assert::If(Box::new([is(), yes(), yes()])), yes()),
            (Assert::If(Box::new([is(), yes(), no()])), is()),
            (Assert::If(Box::new([is(), no(), yes()])), Assert::Not(Box::new(is()))),
            (Assert::If(Box::new([yes(), is(), no()])), is()),
            (Assert::Object(ObjectRule::Properties(vec![("a".to_owned(), yes())])), yes()),
            (Assert::Is(JsonKinds::ALL), yes()),
        ];
        for (rule, expected) in cases {
            let spelled = format!("{rule:?}");
            assert_eq!(folded(rule), format!("{expected:?}"), "{spelled}");
        }
    }
}
