//! The drafts of JSON Schema, and what older ones spell differently: all schemas are brought to one spelling.

use super::Lowering;
use crate::schema::{Member, Node, Object, Span, Value};

/// A draft of JSON Schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Dialect {
    Draft4,
    Draft6,
    Draft7,
    Draft2019,
    Draft2020,
}

impl Dialect {
    /// The draft that `$schema` names; the newest without one, or with one that is none of the standard's.
    pub(super) fn of(object: &Object) -> Self {
        let name = object.get("$schema").and_then(Node::as_str);
        let has = |part: &str| name.is_some_and(|name| name.contains(part));
        if has("draft-04") || has("draft-03") {
            Self::Draft4
        } else if has("draft-06") {
            Self::Draft6
        } else if has("draft-07") {
            Self::Draft7
        } else if has("2019-09") {
            Self::Draft2019
        } else {
            Self::Draft2020
        }
    }

    /// The draft of a file.
    pub(super) fn of_file(root: &Node) -> Self {
        root.as_object().map_or(Self::Draft2020, Self::of)
    }

    /// Whether a reference stands for its whole schema, so that keywords beside it mean nothing.
    pub(super) fn ignores_beside_ref(self) -> bool {
        self <= Self::Draft7
    }

    /// Whether a keyword restricts values in this draft. What a draft took away is honoured in later ones too, where
    /// it has no other meaning there: real schemas use it so.
    fn knows(self, keyword: &str) -> bool {
        let since = match keyword {
            "const" | "contains" | "propertyNames" => Self::Draft6,
            "if" | "then" | "else" => Self::Draft7,
            "dependentRequired"
            | "dependentSchemas"
            | "unevaluatedProperties"
            | "unevaluatedItems"
            | "minContains"
            | "maxContains"
            | "$recursiveRef" => Self::Draft2019,
            "prefixItems" | "$dynamicRef" => Self::Draft2020,
            _ => Self::Draft4,
        };
        self >= since
    }
}

impl<'a> Lowering<'a, '_> {
    /// The schema in the spelling of 2020-12: itself, if it has nothing of an older draft.
    ///
    /// `items` as a list becomes `prefixItems`, `additionalItems` becomes `items`, a boolean `exclusiveMinimum` moves
    /// the number there, `dependencies` are split, keywords that the draft does not have are left out.
    pub(super) fn modern(&mut self, node: &'a Node) -> &'a Node {
        let Some(object) = node.as_object() else { return node };
        if !object.members.iter().any(|member| self.is_old(object, member)) {
            return node;
        }
        if let Some(&known) = self.modern.get(&std::ptr::from_ref(node)) {
            return known;
        }
        let members = object.members.iter().flat_map(|member| self.respell(object, member));
        let members = members.collect();
        let new = Node { span: node.span, value: Value::Object(Object { members }) };
        let new = self.intern(new);
        self.modern.insert(node, new);
        new
    }

    fn is_old(&self, object: &Object, member: &Member) -> bool {
        match member.key.as_str() {
            "items" => member.value.as_array().is_some(),
            "exclusiveMinimum" | "exclusiveMaximum" => matches!(member.value.value, Value::Bool(_)),
            "additionalItems" => object.get("prefixItems").is_none(),
            "dependencies" | "$recursiveRef" => true,
            key => !self.dialect.knows(key),
        }
    }

    fn respell(&self, object: &Object, member: &Member) -> Vec<Member> {
        let value = &member.value;
        let renamed = |key: &str, value: &Node| {
            vec![Member { key: key.to_owned(), key_span: member.key_span, value: value.clone() }]
        };
        let is_true = |key: &str| object.get(key).is_some_and(|one| one.value == Value::Bool(true));
        match member.key.as_str() {
            "items" if value.as_array().is_some_and(<[Node]>::is_empty) => Vec::new(),
            "items" if value.as_array().is_some() => renamed("prefixItems", value),
            // Beside a schema for all items it means nothing.
            "additionalItems" => {
                let is_list = object.get("items").is_some_and(|items| items.as_array().is_some());
                if is_list { renamed("items", value) } else { Vec::new() }
            }
            "exclusiveMinimum" | "exclusiveMaximum" if matches!(value.value, Value::Bool(_)) => {
                Vec::new()
            }
            "minimum" if is_true("exclusiveMinimum") => renamed("exclusiveMinimum", value),
            "maximum" if is_true("exclusiveMaximum") => renamed("exclusiveMaximum", value),
            "dependencies" => {
                let Some(entries) = value.as_object() else {
                    return renamed("dependentSchemas", value);
                };
                let (lists, schemas): (Vec<_>, Vec<_>) =
                    entries.members.iter().cloned().partition(|entry| {
                        matches!(entry.value.value, Value::Array(_) | Value::String(_))
                    });
                let lists = lists.into_iter().map(|mut entry| {
                    if let Value::String(_) = entry.value.value {
                        let span = entry.value.span;
                        entry.value = Node { span, value: Value::Array(vec![entry.value]) };
                    }
                    entry
                });
                let mut members = Vec::new();
                for (key, entries) in
                    [("dependentRequired", lists.collect()), ("dependentSchemas", schemas)]
                {
                    if !Vec::is_empty(&entries) {
                        let entries = Value::Object(Object { members: entries });
                        members.extend(renamed(key, &Node { span: value.span, value: entries }));
                    }
                }
                members
            }
            "$recursiveRef" if self.dialect.knows("$recursiveRef") => renamed("$ref", value),
            key if !self.dialect.knows(key) => Vec::new(),
            _ => vec![member.clone()],
        }
    }
}

/// A schema of our own making, at the place of the one that it stands for.
pub(super) fn made(span: Span, members: Vec<(&str, Node)>) -> Node {
    let members = members.into_iter().map(|(key, value)| Member {
        key: key.to_owned(),
        key_span: value.span,
        value,
    });
    Node { span, value: Value::Object(Object { members: members.collect() }) }
}
