//! One schema for all that hold together: a schema, what it refers to, and the members of its `allOf`.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::Lowering;
use super::kinds::own_kinds;
use super::merge::merge;
use super::vocabulary::Site;
use crate::diagnostic::Code;
use crate::ir::JsonKinds;
use crate::schema::{Node, Object, Value};

/// As many schemas may hold together through each other.
const DEEPEST: usize = 128;

impl<'a> Lowering<'a, '_> {
    /// The schema with all that holds together with it merged into one, in the spelling of 2020-12. What cannot be
    /// merged stays under `allOf`. `None` when no value fits.
    pub(super) fn canon(&mut self, node: &'a Node) -> Option<&'a Object> {
        if let Some(&known) = self.canons.get(&std::ptr::from_ref(node)) {
            return known;
        }
        let mut parts = Vec::new();
        let is_possible = self.collect(node, &mut parts, &mut HashSet::new(), 0);
        let canon = match parts[..] {
            _ if !is_possible => None,
            [] => Some(self.keep(node, Object::default())),
            [only] if only.get("allOf").is_none() && only.get("$ref").is_none() => Some(only),
            _ => self.merged(node, parts),
        };
        let canon = canon.filter(|object| self.is_possible(object));
        self.canons.insert(node, canon);
        canon
    }

    /// Several schemas as one. The same schemas are merged once, wherever they meet: a schema that refers to one around it
    /// would else be merged without end.
    fn merged(&mut self, node: &'a Node, parts: Vec<&'a Object>) -> Option<&'a Object> {
        let mut distinct: Vec<(u64, &'a Object)> = Vec::with_capacity(parts.len());
        for part in parts {
            let print = self.fingerprint(part);
            if !distinct.iter().any(|&(known, _)| known == print) {
                distinct.push((print, part));
            }
        }
        let key: Vec<u64> = distinct.iter().map(|&(print, _)| print).collect();
        if let Some(&known) = self.merges.get(&key) {
            return known;
        }
        let parts: Vec<&Object> = distinct.into_iter().map(|(_, part)| part).collect();
        let merged = merge(&parts, node.span);
        let size = merged.as_ref().map_or(0, size_of);
        if let Some(left) = self.merge_budget.checked_sub(size + 1) {
            self.merge_budget = left;
        } else {
            let message = "the schemas of this file can be held together in too many ways";
            let problem = self.problem(Code::TooDeep, node.span, message);
            self.report(
                problem.help("write fewer `allOf`, or keywords beside `$ref`, within each other"),
            );
            return Some(self.keep(node, Object::default()));
        }
        let canon = merged.map(|merged| self.keep(node, merged));
        self.merges.insert(key, canon);
        canon
    }

    /// A number for what a schema says and where: copies have the same.
    fn fingerprint(&mut self, object: &'a Object) -> u64 {
        if let Some(&known) = self.fingerprints.get(&std::ptr::from_ref(object)) {
            return known;
        }
        let mut hasher = DefaultHasher::new();
        hash_object(object, &mut hasher);
        let print = hasher.finish();
        self.fingerprints.insert(object, print);
        print
    }

    /// Whether any value can fit: `type` and the listed values leave some, and an object may have the keys that it must
    /// have.
    fn is_possible(&mut self, object: &'a Object) -> bool {
        let kinds = own_kinds(object);
        if kinds != JsonKinds::OBJECT {
            return !kinds.is_empty();
        }
        let properties = object.get("properties").and_then(Node::as_object);
        let is_closed = object.get("patternProperties").is_none()
            && object
                .get("additionalProperties")
                .is_some_and(|one| one.value == Value::Bool(false));
        let names = object.get("required").and_then(Node::as_array).unwrap_or_default();
        names.iter().filter_map(Node::as_str).all(|name| {
            match properties.and_then(|object| self.member(object, name)) {
                Some(schema) => schema.value != Value::Bool(false),
                None => !is_closed,
            }
        })
    }

    /// Keeps a schema of our own making; one that says the same at the same place is kept once.
    pub(super) fn intern(&mut self, node: Node) -> &'a Node {
        let mut hasher = DefaultHasher::new();
        hash_node(&node, &mut hasher);
        let print = hasher.finish();
        if let Some(&known) = self.interned.get(&print) {
            return known;
        }
        let node: &'a Node = self.arena.alloc(node);
        self.interned.insert(print, node);
        node
    }

    fn keep(&self, node: &Node, object: Object) -> &'a Object {
        let node = self.arena.alloc(Node { span: node.span, value: Value::Object(object) });
        node.as_object().expect("it was made an object")
    }

    /// Adds a schema and all that hold together with it; `false` when one of them is `false`.
    fn collect(
        &mut self,
        node: &'a Node,
        parts: &mut Vec<&'a Object>,
        seen: &mut HashSet<*const Node>,
        depth: usize,
    ) -> bool {
        if !seen.insert(node) {
            return true;
        }
        if depth > DEEPEST {
            // A chain of references that is too long was told before.
            if !self.has_failed {
                let message =
                    format!("more than {DEEPEST} schemas are held together by each other");
                self.report(self.problem(Code::TooDeep, node.span, message));
            }
            return true;
        }
        // Who asks has seen to the outermost schema.
        if depth > 0 && !self.vet(node, Site::Member) {
            return true;
        }
        let node = self.modern(node);
        let object = match &node.value {
            Value::Bool(value) => return *value,
            Value::Object(object) => object,
            _ => return true,
        };
        if let Some(reference) = object.member("$ref") {
            let target = self.resolve(object, reference).map(|target| target.node);
            if self.dialect.ignores_beside_ref() {
                return target.is_none_or(|node| self.collect(node, parts, seen, depth + 1));
            }
            parts.push(object);
            if let Some(target) = target
                && !self.collect(target, parts, seen, depth + 1)
            {
                return false;
            }
        } else {
            parts.push(object);
        }
        let Some(list) = object.get("allOf") else { return true };
        let Some(members) = list.as_array().filter(|members| !members.is_empty()) else {
            self.bad_value("allOf", list, "a list with at least one schema");
            return true;
        };
        members.iter().all(|member| self.collect(member, parts, seen, depth + 1))
    }
}

/// How many values a schema is made of.
fn size_of(object: &Object) -> usize {
    let members = object.members.iter().map(|member| size_of_node(&member.value));
    1 + members.sum::<usize>()
}

fn size_of_node(node: &Node) -> usize {
    match &node.value {
        Value::Array(items) => 1 + items.iter().map(size_of_node).sum::<usize>(),
        Value::Object(object) => size_of(object),
        _ => 1,
    }
}

/// Definitions are no part of what a schema says.
fn hash_object(object: &Object, hasher: &mut DefaultHasher) {
    for member in &object.members {
        if matches!(member.key.as_str(), "$defs" | "definitions") {
            continue;
        }
        member.key.hash(hasher);
        hash_node(&member.value, hasher);
    }
    object.members.len().hash(hasher);
}

fn hash_node(node: &Node, hasher: &mut DefaultHasher) {
    node.span.hash(hasher);
    match &node.value {
        Value::Null => 0.hash(hasher),
        Value::Bool(value) => value.hash(hasher),
        Value::Number(text) | Value::String(text) => text.hash(hasher),
        Value::Array(items) => {
            for item in items {
                hash_node(item, hasher);
            }
            items.len().hash(hasher);
        }
        Value::Object(object) => hash_object(object, hasher),
    }
}
