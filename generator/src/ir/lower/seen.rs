//! Which items and keys the parts of a schema have looked at, for `unevaluatedItems` and `unevaluatedProperties`.

use super::Lowering;
use super::assert::all;
use crate::ir::{Assert, KeySet, ObjectRule, SeenAt, SeenItems, SeenKeys};
use crate::schema::{Node, Object};

/// A part of a schema, and what must hold for it to count.
struct Branch<'a> {
    when: Vec<Assert>,
    object: &'a Object,
}

/// As many parts are looked at.
const MOST: usize = 256;

impl<'a> Lowering<'a, '_> {
    pub(super) fn seen_keys(&mut self, object: &'a Object) -> Vec<SeenKeys> {
        let mut seen = Vec::new();
        for (at, Branch { when, object }) in self.branches(object).into_iter().enumerate() {
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
        for (at, Branch { when, object }) in self.branches(object).into_iter().enumerate() {
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
        let mut branches = vec![Branch { when: Vec::new(), object }];
        let mut at = 0;
        while at < branches.len() && branches.len() < MOST {
            let (object, when) = (branches[at].object, branches[at].when.clone());
            let mut add = |lowering: &mut Self, node: &'a Node, condition: Option<Assert>| {
                let node = lowering.modern(node);
                if let Some(object) = node.as_object() {
                    let when = when.iter().cloned().chain(condition).collect();
                    branches.push(Branch { when, object });
                }
            };
            for keyword in ["$ref", "$dynamicRef"] {
                if let Some(reference) = object.member(keyword)
                    && let Some(target) = self.resolve(object, reference)
                {
                    add(self, target.node, None);
                }
            }
            for node in object.get("allOf").and_then(Node::as_array).unwrap_or_default() {
                add(self, node, None);
            }
            for keyword in ["anyOf", "oneOf"] {
                for node in object.get(keyword).and_then(Node::as_array).unwrap_or_default() {
                    let condition = self.assert(node);
                    add(self, node, Some(condition));
                }
            }
            if let Some(test) = object.get("if") {
                let condition = self.assert(test);
                add(self, test, Some(condition.clone()));
                if let Some(then) = object.get("then") {
                    add(self, then, Some(condition.clone()));
                }
                if let Some(other) = object.get("else") {
                    add(self, other, Some(Assert::Not(Box::new(condition))));
                }
            }
            let dependent = object.get("dependentSchemas").and_then(Node::as_object);
            for member in dependent.map_or(&[][..], |object| &object.members) {
                let condition = Assert::All(vec![
                    Assert::Is(crate::ir::JsonKinds::OBJECT),
                    Assert::Object(ObjectRule::Required(vec![member.key.clone()])),
                ]);
                add(self, &member.value, Some(condition));
            }
            at += 1;
        }
        branches
    }
}
