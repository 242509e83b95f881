//! Which arm of a union a value is.

use std::collections::HashMap;

use super::{Problem, ValueChecker, required, spelled};
use crate::diagnostic::quoted;
use crate::ir::decimal::{Decimal, Whole as _};
use crate::ir::{JsonKinds, Kind, Literal, Object, TypeId, Types, Union};
use crate::schema::{Node, Value};

/// How the arms of a union are told apart. Arms are named by their place in the union.
#[derive(Debug, Default)]
pub(super) struct Arms<'a> {
    /// By the value of the tag.
    by_tag: HashMap<&'a str, usize>,
    /// By each key that they know; only for unions without a tag.
    by_key: HashMap<&'a str, Vec<usize>>,
    /// Those that read objects and require nothing of them.
    undemanding: Vec<usize>,
    /// The kinds of values that each has.
    kinds: Vec<JsonKinds>,
}

impl<'a> Arms<'a> {
    fn new(types: &'a Types, union: &'a Union) -> Self {
        let mut arms = Self::default();
        for (at, &id) in union.arms.iter().enumerate() {
            let kinds = types.kinds(id);
            arms.kinds.push(kinds);
            let Kind::Object(object) = &types[id].kind else {
                if kinds.contains(JsonKinds::OBJECT) {
                    arms.undemanding.push(at);
                }
                continue;
            };
            if let Some(tag) = &union.tag {
                if let Some(value) = tag_value(object, tag) {
                    arms.by_tag.insert(value, at);
                }
                continue;
            }
            let constants = object.constants.iter().map(|one| one.wire_name.as_str());
            let properties = object.properties.iter().map(|one| one.wire_name.as_str());
            for key in constants.chain(properties) {
                arms.by_key.entry(key).or_default().push(at);
            }
            if required(object).next().is_none() {
                arms.undemanding.push(at);
            }
        }
        arms
    }

    /// The arms that may fit a value: for an object those that know keys of it, those that know most first, then those
    /// that may fit all the same.
    fn candidates(&self, node: &Node) -> Vec<usize> {
        let Value::Object(object) = &node.value else { return self.of_kind(node) };
        let mut known: HashMap<usize, usize> = HashMap::new();
        for member in &object.members {
            for &arm in self.by_key.get(member.key.as_str()).into_iter().flatten() {
                *known.entry(arm).or_default() += 1;
            }
        }
        let mut arms: Vec<usize> = known.keys().copied().collect();
        arms.sort_unstable_by_key(|arm| (std::cmp::Reverse(known[arm]), *arm));
        arms.extend(self.undemanding.iter().filter(|arm| !known.contains_key(arm)));
        arms
    }

    fn of_kind(&self, node: &Node) -> Vec<usize> {
        let kind = match &node.value {
            Value::Null => JsonKinds::NULL,
            Value::Bool(_) => JsonKinds::BOOLEAN,
            Value::Number(text) if Decimal::parse(text).as_integer().is_some() => {
                JsonKinds::INTEGER
            }
            Value::Number(_) => JsonKinds::NUMBER,
            Value::String(_) => JsonKinds::STRING,
            Value::Array(_) => JsonKinds::ARRAY,
            Value::Object(_) => JsonKinds::OBJECT,
        };
        let kinds = self.kinds.iter().enumerate();
        kinds.filter(|(_, kinds)| kinds.contains(kind)).map(|(at, _)| at).collect()
    }
}

impl<'a> ValueChecker<'a> {
    pub(super) fn union(
        &mut self,
        id: TypeId,
        union: &'a Union,
        node: &Node,
        problems: &mut Vec<Problem>,
    ) -> Option<String> {
        let Some(tag) = &union.tag else {
            let fitting = self.fitting(id, union, node);
            return match fitting[..] {
                [] => Some("no arm of the union fits".to_owned()),
                [_, _, ..] if union.is_exclusive => {
                    Some("several arms of the union fit, of which `oneOf` allows one".to_owned())
                }
                _ => None,
            };
        };
        let Value::Object(object) = &node.value else {
            return Some(format!("expected an object, found {}", node.kind()));
        };
        let Some(value) = object.get(tag) else {
            return Some(format!("{}, which tells the arms apart, is missing", quoted(tag)));
        };
        match self.tagged(id, union, value) {
            Some(arm) => {
                self.value(arm, node, problems);
                None
            }
            None => Some(format!("{} of {} names no arm", spelled(value), quoted(tag))),
        }
    }

    /// The arm that a value is read as: the first that fits. None fits if the value must fit one only and fits two.
    pub(super) fn choose(&mut self, id: TypeId, union: &'a Union, node: &Node) -> Option<TypeId> {
        if let Some(tag) = &union.tag {
            let value = node.as_object()?.get(tag)?;
            return self.tagged(id, union, value).filter(|&arm| self.fits(arm, node));
        }
        match self.fitting(id, union, node)[..] {
            [_, _, ..] if union.is_exclusive => None,
            [first, ..] => Some(first),
            [] => None,
        }
    }

    /// The arms that fit; no more than two are looked for.
    fn fitting(&mut self, id: TypeId, union: &'a Union, node: &Node) -> Vec<TypeId> {
        let most = if union.is_exclusive { 2 } else { 1 };
        let candidates = self.arms(id, union).candidates(node);
        let arms = candidates.into_iter().map(|at| union.arms[at]);
        arms.filter(|&arm| self.fits(arm, node)).take(most).collect()
    }

    fn tagged(&mut self, id: TypeId, union: &'a Union, value: &Node) -> Option<TypeId> {
        let Value::String(text) = &value.value else { return None };
        let at = *self.arms(id, union).by_tag.get(text.as_str())?;
        union.arms.get(at).copied()
    }

    fn arms(&mut self, id: TypeId, union: &'a Union) -> &Arms<'a> {
        self.arms.entry(id).or_insert_with(|| Arms::new(self.types, union))
    }

    fn fits(&mut self, arm: TypeId, node: &Node) -> bool {
        let key = (std::ptr::from_ref(node), arm);
        if let Some(&fits) = self.fits.get(&key) {
            return fits;
        }
        let mut problems = Vec::new();
        self.value(arm, node, &mut problems);
        self.fits.insert(key, problems.is_empty());
        problems.is_empty()
    }
}

fn tag_value<'a>(object: &'a Object, tag: &str) -> Option<&'a str> {
    let constant = object.constants.iter().find(|constant| constant.wire_name == tag)?;
    if let Literal::String(text) = &constant.value { Some(text) } else { None }
}
