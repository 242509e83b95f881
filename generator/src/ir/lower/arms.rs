//! The arms of `oneOf` and `anyOf`, each with what stands beside them.

use std::collections::HashSet;

use super::Lowering;
use super::assert::asserts;
use super::dialect::made;
use super::enumeration::non_empty;
use super::kinds::{own_kinds, type_node};
use super::vocabulary::Site;
use crate::ir::JsonKinds;
use crate::schema::{Member, Node, Object, Value};

/// As many arms may be found in arms that are unions themselves.
const MOST_ARMS: usize = 512;

/// The arms of `oneOf` or `anyOf`.
#[derive(Default)]
pub(super) struct Arms<'a> {
    /// Those that have values besides null.
    pub(super) nodes: Vec<&'a Node>,
    /// How many of them allow null.
    pub(super) nulls: usize,
    /// Whether the keyword says no more than that there are these arms.
    pub(super) is_whole: bool,
}

impl<'a> Lowering<'a, '_> {
    /// Finds the arms: those that are unions of other kinds are taken apart.
    pub(super) fn arms(
        &mut self,
        (keyword, items): (&str, &'a [Node]),
        kinds: JsonKinds,
        takes_apart: bool,
        arms: &mut Arms<'a>,
    ) {
        let mut seen = HashSet::new();
        for item in items {
            let target = self.follow(item, Site::Arm).map_or(item, |chain| chain.target());
            let Some(object) = self.canon(target) else { continue };
            if !seen.insert(std::ptr::from_ref(target)) {
                arms.is_whole &= keyword == "anyOf";
                continue;
            }
            let allowed = self.kinds(target).and(kinds);
            if allowed.is_empty() {
                continue;
            }
            let is_open = object.members.iter().all(|member| !asserts(&member.key));
            if allowed.contains(JsonKinds::NULL) && !is_open {
                arms.nulls += 1;
            }
            if allowed == JsonKinds::NULL {
                continue;
            }
            let nested = ["anyOf", "oneOf"]
                .into_iter()
                .find_map(|inner| Some((inner, object.get(inner)?.as_array()?)));
            match nested {
                Some((inner, list)) if takes_apart && arms.nodes.len() + list.len() < MOST_ARMS => {
                    let base: Vec<&Member> = object
                        .members
                        .iter()
                        .filter(|one| one.key != inner && asserts(&one.key))
                        .collect();
                    let nulls = arms.nulls;
                    arms.is_whole &= keyword == "anyOf" && inner == "anyOf" && base.is_empty();
                    let start = arms.nodes.len();
                    if !self.is_within(target) {
                        self.open.push(target);
                        self.arms((inner, list), allowed, true, arms);
                        self.open.pop();
                    }
                    if !base.is_empty() {
                        for at in start..arms.nodes.len() {
                            arms.nodes[at] = self.beside(arms.nodes[at], &base);
                        }
                    }
                    arms.nulls = nulls;
                }
                _ if takes_apart && allowed.contains(JsonKinds::NULL) && !is_open => {
                    arms.nodes.push(self.without_null(item, object));
                }
                _ => arms.nodes.push(item),
            }
        }
    }

    fn is_within(&self, node: &Node) -> bool {
        self.open.iter().any(|open| std::ptr::eq(*open, node)) || self.open.len() > 16
    }

    /// The same schema without null.
    fn without_null(&mut self, node: &'a Node, object: &'a Object) -> &'a Node {
        let kinds = own_kinds(object).without(JsonKinds::NULL);
        let is_said = |member: &&Member| !matches!(member.key.as_str(), "$defs" | "definitions");
        let mut members: Vec<Member> = object.members.iter().filter(is_said).cloned().collect();
        for member in &mut members {
            match (member.key.as_str(), &mut member.value.value) {
                ("type", _) => member.value = type_node(kinds, member.value.span),
                ("enum", Value::Array(values)) => values.retain(|value| value.value != Value::Null),
                _ => {}
            }
        }
        let node = Node { span: node.span, value: Value::Object(Object { members }) };
        self.intern(node)
    }

    /// Whether an arm gives values a shape of their own beside the other keywords of its schema.
    pub(super) fn is_shaped(&mut self, arm: &'a Node, beside: &'a Object) -> bool {
        const SHAPING: [&str; 9] = [
            "properties",
            "patternProperties",
            "items",
            "prefixItems",
            "enum",
            "const",
            "oneOf",
            "anyOf",
            "additionalProperties",
        ];
        let Some(object) = self.canon(arm) else { return false };
        SHAPING.iter().any(|keyword| object.get(keyword).is_some())
            || own_kinds(object).and(own_kinds(beside)) != own_kinds(beside)
    }

    /// An arm beside which `type` stands: as it is if it allows no other kinds.
    pub(super) fn within(
        &mut self,
        arm: &'a Node,
        kinds: JsonKinds,
        member: &'a Member,
    ) -> &'a Node {
        let own = self.kinds(arm);
        if own.and(kinds) == own {
            return arm;
        }
        let span = member.value.span;
        let ty =
            made(span, vec![("type", type_node(kinds.and(own).without(JsonKinds::NULL), span))]);
        self.joined(arm, ty)
    }

    /// An arm together with the keywords beside the union.
    pub(super) fn beside(&mut self, arm: &'a Node, base: &[&Member]) -> &'a Node {
        let passed = base.iter().filter(|member| !member.key.starts_with("unevaluated"));
        let members = passed.map(|member| Member::clone(member)).collect();
        let base = Node { span: arm.span, value: Value::Object(Object { members }) };
        self.joined(arm, base)
    }

    fn joined(&mut self, arm: &'a Node, base: Node) -> &'a Node {
        let span = arm.span;
        let chain = self.follow(arm, Site::Arm);
        let mut titles = chain
            .iter()
            .flat_map(|chain| &chain.nodes)
            .filter_map(|node| non_empty(node.as_object()?.get("title")));
        let key = chain.as_ref().and_then(|chain| chain.key.as_deref().map(str::to_owned));
        let title = titles.next_back().or(key);
        let mut members = Vec::new();
        if let Some(title) = title {
            members.push(("title", Node { span, value: Value::String(title) }));
        }
        let list = vec![base, arm.clone()];
        members.push(("allOf", Node { span, value: Value::Array(list) }));
        self.intern(made(span, members))
    }
}
