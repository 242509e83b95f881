//! One schema for all that hold together: a schema, what it refers to, and the members of its `allOf`.

use std::collections::HashSet;

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
            _ => merge(&parts, node.span).map(|merged| self.keep(node, merged)),
        };
        let canon = canon.filter(|object| self.is_possible(object));
        self.canons.insert(node, canon);
        canon
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
            let message = format!("more than {DEEPEST} schemas are held together by each other");
            self.report(self.problem(Code::TooDeep, node.span, message));
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
