//! `oneOf` and `anyOf`: described values, nullable types, and unions of objects.

use std::collections::{HashMap, HashSet};

use super::enumeration::is_listed;
use super::shape::{JsonType, Shape};
use super::vocabulary::Site;
use super::{Chain, Lowering, PendingUnion, Role};
use crate::diagnostic::{Code, Place, quoted};
use crate::ir::{EnumStyle, Kind, Literal, TypeId, Union};
use crate::schema::{Node, Object, Value};

/// A schema with `oneOf` or `anyOf`.
#[derive(Clone, Copy)]
pub(super) struct Alternatives<'a> {
    pub(super) node: &'a Node,
    pub(super) object: &'a Object,
    pub(super) keyword: &'static str,
    pub(super) list: &'a Node,
}

impl<'a> Lowering<'a> {
    pub(super) fn alternatives(&mut self, schema: Alternatives<'a>) -> Option<Shape<'a>> {
        let Alternatives { node, object, keyword, list } = schema;
        let Some(items) = list.as_array().filter(|items| !items.is_empty()) else {
            self.bad_value(keyword, list, "a list with at least one schema");
            return None;
        };
        let mut has_null = false;
        let mut arms = Vec::with_capacity(items.len());
        for item in items {
            match self.follow(item, Site::Arm) {
                Some(chain) if is_null(chain.target()) => has_null = true,
                Some(chain) => arms.push((item, chain)),
                None => {}
            }
        }
        if arms.is_empty() {
            if has_null {
                self.refuse_null(node);
            }
            return None;
        }
        let is_nullable = arms.len() == 1 && (has_null || items.len() == 1);
        if !is_nullable || items.len() > 2 {
            for (item, _) in &arms {
                self.refuse_checks(item);
            }
        }
        // An enum that is referred to keeps its name: it is made nullable, not taken apart.
        let is_reference = is_nullable && has_null && arms[0].1.nodes.len() > 1;
        if !is_reference && arms.iter().all(|(_, chain)| is_listed(chain.target())) {
            return self.described(object, keyword, &arms, has_null);
        }
        if is_nullable {
            self.refuse_beside(object, keyword);
            let (_, chain) = arms.pop()?;
            let is_in_place = chain.nodes.len() == 1;
            let id = self.type_of_chain(chain, Role::NullableArm);
            let inner = is_in_place.then_some(id);
            return Some(Shape { inner, ..Shape::new(Kind::Nullable(id), Vec::new(), false) });
        }
        self.refuse_beside_except(object, keyword, &["type"]);
        let set = self.type_set(object)?;
        if set.types.iter().any(|&ty| ty != JsonType::Object) || (set.has_null && !has_null) {
            let beside = object.get("type").unwrap_or(node);
            let message = format!("this `type` beside `{keyword}` is not supported");
            self.refuse_shape(beside, message, "remove it: each arm says its own type");
            return None;
        }
        let arms =
            arms.into_iter().map(|(item, chain)| (self.type_of_chain(chain, Role::Part), item));
        let arms: Vec<(TypeId, &Node)> = arms.collect();
        let kind = Kind::Union(Union { arms: arms.iter().map(|&(id, _)| id).collect(), tag: None, is_exclusive: keyword == "oneOf" });
        let hint = object.get("discriminator");
        let union = Some(PendingUnion { id: TypeId(0), keyword, arms, hint });
        Some(Shape { union, ..Shape::new(kind, Vec::new(), has_null) })
    }

    /// An enum of which each arm gives a value.
    fn described(
        &mut self,
        object: &'a Object,
        keyword: &str,
        arms: &[(&'a Node, Chain<'a>)],
        mut has_null: bool,
    ) -> Option<Shape<'a>> {
        self.refuse_beside_except(object, keyword, &["type"]);
        let set = self.type_set(object)?;
        let has_type = !set.types.is_empty();
        let mut is_named = has_type;
        let mut variants = Vec::new();
        let mut is_good = true;
        for (_, chain) in arms {
            match self.arm_values(chain) {
                Some((values, null)) => {
                    has_null |= null;
                    is_named |= values.len() > 1;
                    is_named |= values
                        .iter()
                        .any(|value| value.rust_name.is_some() || value.description.is_some());
                    variants.extend(values);
                }
                None => is_good = false,
            }
        }
        if let (Some(first), [ty]) = (variants.first(), &set.types[..]) {
            let is_string = matches!(first.value, Literal::String(_));
            let fits = match ty {
                JsonType::String => is_string,
                JsonType::Integer | JsonType::Number => !is_string,
                _ => false,
            };
            if !fits {
                let place = first.place;
                let beside =
                    object.get("type").expect("a type set that is not empty was read from `type`");
                let message = format!("this `type` does not fit the values of `{keyword}`");
                let problem = self.problem(Code::NoSuchValue, beside.span, message);
                self.report(problem.related(place, "the first value"));
                return None;
            }
        }
        let style = if is_named { EnumStyle::Named } else { EnumStyle::Literal };
        if is_good { self.enumeration(variants, style, has_null) } else { None }
    }

    /// Examines a union's arms, now that all types are known.
    pub(super) fn finish_union(&mut self, union: &PendingUnion<'a>) {
        if self.are_good_arms(union) {
            let tag = self.tag_by_hint(union);
            if let Kind::Union(target) = &mut self.types.all[union.id.0].kind {
                target.tag = tag;
            }
        } else {
            self.types.all[union.id.0].kind = Kind::Any;
        }
    }

    /// Whether all arms are objects, no two of them the same.
    fn are_good_arms(&mut self, union: &PendingUnion<'a>) -> bool {
        let has = |is: fn(&Kind) -> bool| {
            union.arms.iter().find(|&&(id, _)| is(&self.types[id].kind)).map(|&(_, node)| node)
        };
        if self.has_failed && has(|kind| matches!(kind, Kind::Any)).is_some() {
            // What was refused may well have been an object.
            return false;
        }
        if let Some(node) = has(|kind| matches!(kind, Kind::Nullable(_))) {
            let help = "write `{ \"type\": \"null\" }` as an arm beside the others";
            self.refuse_shape(node, "an arm of a union that may be null is not supported", help);
            return false;
        }
        if let Some(node) = has(|kind| !matches!(kind, Kind::Object(_))) {
            self.refuse_mixed(node, union.keyword);
            return false;
        }
        let mut seen = HashMap::new();
        for (id, node) in &union.arms {
            if let Some(first) = seen.insert(*id, *node) {
                let message = format!("the same schema is listed twice in `{}`", union.keyword);
                let problem = self.problem(Code::BadValue, node.span, message);
                let problem = problem.related(self.place(first.span), "first here");
                self.report(problem.help("remove one"));
                return false;
            }
        }
        true
    }

    /// The tag of a union; warns if that is not the one that `discriminator` names.
    fn tag_by_hint(&mut self, union: &PendingUnion<'a>) -> Option<String> {
        let hint = union.hint.and_then(|node| self.discriminator(node));
        let tag = self.tag(union, hint.map(|(name, _)| name));
        if let Some((name, place)) = hint
            && tag.as_deref() != Some(name)
        {
            let message = format!("{} does not tell the arms apart", quoted(name));
            let help = format!(
                "make {} a required property of each arm, each with a `const` string of its own",
                quoted(name)
            );
            self.report(self.problem(Code::NoEffect, place.span, message).help(help));
        }
        tag
    }

    /// The key that `discriminator` names.
    fn discriminator(&mut self, node: &'a Node) -> Option<(&'a str, Place)> {
        let name = node.as_object().and_then(|object| object.get("propertyName"));
        let Some((text, name)) = name.and_then(|name| Some((name.as_str()?, name))) else {
            self.bad_value("discriminator", node, "an object with a string `propertyName`");
            return None;
        };
        Some((text, self.place(name.span)))
    }

    /// The key of a constant string that every arm has with a value of its own.
    fn tag(&self, union: &PendingUnion<'a>, hint: Option<&str>) -> Option<String> {
        let constants = |id: TypeId| match &self.types[id].kind {
            Kind::Object(object) => object.constants.as_slice(),
            _ => &[],
        };
        let (first, _) = *union.arms.iter().min_by_key(|&&(id, _)| constants(id).len())?;
        let names = constants(first).iter().map(|constant| constant.wire_name.as_str());
        let is_tag = |name: &str| {
            let mut values = HashSet::new();
            union.arms.iter().all(|&(id, _)| {
                let mut found = constants(id).iter().filter(|constant| constant.wire_name == name);
                found.next().is_some_and(|constant| {
                    matches!(constant.value, Literal::String(_)) && values.insert(&constant.value)
                })
            })
        };
        let hinted = hint.filter(|name| is_tag(name));
        hinted.or_else(|| names.into_iter().find(|name| is_tag(name))).map(str::to_owned)
    }
}

/// Whether null is the only value of a schema.
pub(super) fn is_null(node: &Node) -> bool {
    let Some(object) = node.as_object() else { return false };
    let is_null_type = object.get("type").is_some_and(|ty| match &ty.value {
        Value::String(name) => name == "null",
        Value::Array(names) => matches!(&names[..], [only] if only.as_str() == Some("null")),
        _ => false,
    });
    let is_null_value = match (object.get("const"), object.get("enum").and_then(Node::as_array)) {
        (Some(value), _) | (None, Some([value])) => value.value == Value::Null,
        _ => false,
    };
    let has_values = object.get("const").is_some() || object.get("enum").is_some();
    is_null_value || (is_null_type && !has_values)
}
