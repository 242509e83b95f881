//! Which items and keys the parts of a schema have looked at, for `unevaluatedItems` and `unevaluatedProperties`.

use super::Lowering;
use super::assert::all;
use crate::diagnostic::Code;
use crate::ir::{Assert, KeySet, ObjectRule, SeenAt, SeenItems, SeenKeys};
use crate::schema::{Node, Object, Span, Value};

/// A part of a schema, and what must hold for it to count.
struct Branch<'a> {
    when: Vec<Assert>,
    object: &'a Object,
    /// The place of the part that applies this one.
    parent: usize,
}

/// As many parts are looked at.
const MOST: usize = 256;

impl<'a> Lowering<'a, '_> {
    pub(super) fn seen_keys(&mut self, object: &'a Object) -> Vec<SeenKeys> {
        let mut seen = Vec::new();
        for (at, Branch { when, object, .. }) in self.branches(object).into_iter().enumerate() {
            let is_all = object.get("additionalProperties").is_some()
                || (at > 0 && object.get("unevaluatedProperties").is_some());
            let keys = if is_all { None } else { Some(self.key_set(object)) };
            let says = |keys: &KeySet| !keys.names.is_empty() || !keys.patterns.is_empty();
            if keys.as_ref().is_none_or(says) {
                seen.push(SeenKeys { when: all(when), keys });
            }
        }
        seen
    }

    pub(super) fn seen_items(&mut self, object: &'a Object) -> Vec<SeenItems> {
        let mut seen = Vec::new();
        for (at, Branch { when, object, .. }) in self.branches(object).into_iter().enumerate() {
            let is_all = object.get("items").is_some()
                || (at > 0 && object.get("unevaluatedItems").is_some());
            let mut add = |items| seen.push(SeenItems { when: all(when.clone()), items });
            if is_all {
                add(SeenAt::All);
                continue;
            }
            if let Some(prefix) = object.get("prefixItems").and_then(Node::as_array) {
                add(SeenAt::First(prefix.len()));
            }
            if let Some(contains) = object.get("contains") {
                let rule = self.assert(contains);
                seen.push(SeenItems { when: all(when), items: SeenAt::Fitting(rule) });
            }
        }
        seen
    }

    /// The schema itself and all that apply to the same value, each with its condition.
    fn branches(&mut self, object: &'a Object) -> Vec<Branch<'a>> {
        let mut branches = vec![Branch { when: Vec::new(), object, parent: 0 }];
        let mut at = 0;
        while at < branches.len() {
            if branches.len() > MOST {
                let message = "too many schemas look at the same value to tell what is unevaluated";
                let span =
                    object.member("unevaluatedProperties").or(object.member("unevaluatedItems"));
                let span = span.map_or_else(Span::default, |member| member.key_span);
                let help = "close the schemas by `additionalProperties` or `items` instead";
                self.report(self.problem(Code::UnsupportedKeyword, span, message).help(help));
                break;
            }
            let object = branches[at].object;
            for (node, condition) in self.applied(object) {
                let node = self.modern(node);
                let Some(object) = node.as_object() else { continue };
                // What leads back to itself applies already, under a wider condition.
                let mut ancestor = at;
                let is_within = loop {
                    if std::ptr::eq(branches[ancestor].object, object) {
                        break true;
                    }
                    if ancestor == 0 {
                        break false;
                    }
                    ancestor = branches[ancestor].parent;
                };
                if !is_within {
                    let when = branches[at].when.iter().cloned().chain(condition).collect();
                    branches.push(Branch { when, object, parent: at });
                }
            }
            at += 1;
        }
        branches
    }

    /// The schemas that a schema applies to the same value, each with its condition.
    fn applied(&mut self, object: &'a Object) -> Vec<(&'a Node, Option<Assert>)> {
        let mut applied = Vec::new();
        for keyword in ["$ref", "$dynamicRef"] {
            if let Some(reference) = object.member(keyword)
                && let Some(target) = self.resolve(object, reference)
            {
                applied.push((target.node, None));
            }
        }
        let list = |keyword| object.get(keyword).and_then(Node::as_array).unwrap_or_default();
        applied.extend(list("allOf").iter().map(|node| (node, None)));
        for node in ["anyOf", "oneOf"].into_iter().flat_map(list) {
            applied.push((node, Some(self.holds(node))));
        }
        if let Some(test) = object.get("if") {
            let condition = self.holds(test);
            applied.push((test, Some(condition.clone())));
            applied.extend(object.get("then").map(|then| (then, Some(condition.clone()))));
            let not = || Some(Assert::Not(Box::new(condition.clone())));
            applied.extend(object.get("else").map(|other| (other, not())));
        }
        let dependent = object.get("dependentSchemas").and_then(Node::as_object);
        for member in dependent.map_or(&[][..], |object| &object.members) {
            let condition = Assert::All(vec![
                Assert::Is(crate::ir::JsonKinds::OBJECT),
                Assert::Object(ObjectRule::Required(vec![member.key.clone()])),
            ]);
            applied.push((&member.value, Some(condition)));
        }
        applied
    }

    /// That a schema holds. Its rule is made later: it may come back to this place.
    fn holds(&mut self, node: &'a Node) -> Assert {
        match &node.value {
            Value::Bool(value) => Assert::Always(*value),
            _ => Assert::Call(self.rule_of(node, Some("case"))),
        }
    }
}
