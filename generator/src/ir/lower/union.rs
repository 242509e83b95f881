//! `oneOf` and `anyOf`: described values, nullable types, and unions of objects.

use std::collections::HashSet;

use super::assert::asserts;
use super::dialect::made;
use super::enumeration::{is_listed, non_empty};
use super::kinds::{own_kinds, type_node};
use super::shape::Shape;
use super::vocabulary::Site;
use super::{Lowering, PendingUnion, Role};
use crate::diagnostic::{Code, Place, quoted};
use crate::ir::{
    EnumStyle, FloatWidth, Guard, IntegerWidth, JsonKinds, Kind, Literal, TypeId, Union,
};
use crate::schema::{Member, Node, Object, Value};

/// As many properties may be repeated in the arms of a union.
const MOST_REPEATED: usize = 400;

/// As many arms may be found in arms that are unions themselves.
const MOST_ARMS: usize = 512;

/// The arms of `oneOf` or `anyOf`.
#[derive(Default)]
struct Arms<'a> {
    /// Those that have values besides null.
    nodes: Vec<&'a Node>,
    /// How many of them allow null.
    nulls: usize,
    /// Whether the keyword says no more than that there are these arms.
    is_whole: bool,
}

impl<'a> Lowering<'a, '_> {
    /// The shape that `oneOf` or `anyOf` gives together with all beside it; `None` when what is beside gives it alone.
    pub(super) fn alternatives(
        &mut self,
        node: &'a Node,
        object: &'a Object,
        keyword: &'static str,
    ) -> Option<Shape<'a>> {
        let member = object.member(keyword)?;
        let Some(items) = member.value.as_array().filter(|items| !items.is_empty()) else {
            self.bad_value(keyword, &member.value, "a list with at least one schema");
            return Some(Shape::new(Kind::Any, &[keyword]));
        };
        for item in items {
            self.follow(item, Site::Arm);
        }
        let base = object.members.iter().filter(|one| one.key != keyword && asserts(&one.key));
        let base: Vec<&Member> = base.collect();
        let is_bare = base.iter().all(|member| member.key == "type");
        let mut arms = Arms { is_whole: true, ..Arms::default() };
        let own = own_kinds(object);
        let mut count = 0;
        for item in items {
            let is_null = self.kinds(item).and(own).without(JsonKinds::NULL).is_empty();
            count += usize::from(!is_null);
        }
        self.arms((keyword, items), own, count > 1, &mut arms);
        let has_null = arms.nulls > 0;
        // Null that fits two cases of `oneOf` fits none.
        let is_exact = arms.is_whole && !(keyword == "oneOf" && arms.nulls > 1);
        let covered = |is_exact: bool| if is_exact { vec!["type", keyword] } else { vec!["type"] };
        if is_bare && !arms.nodes.is_empty() {
            let listed = arms.nodes.iter().all(|arm| {
                self.canon(arm).is_some_and(|object| {
                    is_listed(object) && object.get("type").is_none_or(|_| true)
                })
            });
            let is_reference =
                has_null && arms.nodes.len() == 1 && self.is_reference(arms.nodes[0]);
            if listed && !is_reference {
                let (shape, are_distinct) = self.described(object, &arms.nodes, has_null);
                let covered = covered(is_exact && (are_distinct || keyword == "anyOf"));
                return Some(Shape { covered, ..shape });
            }
        }
        match arms.nodes[..] {
            [] if has_null => return Some(Shape::new(Kind::Any, &[])),
            [] => {
                self.refuse_never(node);
                return None;
            }
            [only] if is_bare && has_null => {
                let chain = self.follow(only, Site::Arm)?;
                let is_in_place = chain.nodes.len() == 1;
                let id = self.type_of_chain(chain, Role::NullableArm);
                let inner = is_in_place.then_some(id);
                return Some(Shape { inner, ..Shape::new(Kind::Nullable(id), &covered(is_exact)) });
            }
            _ => {}
        }
        if !is_bare && !arms.nodes.iter().all(|arm| self.is_shaped(arm, object)) {
            return None;
        }
        let properties: usize = base
            .iter()
            .map(|member| member.value.as_object().map_or(0, |object| object.members.len()))
            .sum();
        if !is_bare && properties * arms.nodes.len() > MOST_REPEATED {
            return None;
        }
        let nodes: Vec<&'a Node> = if is_bare {
            let kinds = own_kinds(object);
            arms.nodes.iter().map(|&arm| self.within(arm, kinds, member)).collect()
        } else {
            arms.nodes.iter().map(|&arm| self.beside(arm, &base)).collect()
        };
        // What is unevaluated is so beside all arms.
        let mut covered = covered(is_exact);
        if !is_bare {
            let passed = base.iter().filter(|one| !one.key.starts_with("unevaluated"));
            let known = super::assert::ASSERTING.iter().copied();
            covered.extend(known.filter(|known| passed.clone().any(|one| one.key == *known)));
        }
        if let [only] = nodes[..] {
            // The others cannot be, so this one is what there is.
            let object = self.canon(only)?;
            let shape = self.shape_of(only, object)?;
            covered.extend(&shape.covered);
            let is_nullable = shape.is_nullable || has_null;
            return Some(Shape { is_nullable, covered, ..shape });
        }
        if let Some(kind) = self.common_scalar(&nodes) {
            let beside: Vec<_> = covered.into_iter().filter(|one| *one != keyword).collect();
            return Some(Shape { is_nullable: has_null, ..Shape::new(kind, &beside) });
        }
        let arms = nodes.into_iter().map(|arm| (self.type_of(arm, Role::Part), arm));
        let arms: Vec<(TypeId, &Node)> = arms.collect();
        let is_exclusive = keyword == "oneOf";
        let ids = arms.iter().map(|&(id, _)| id).collect();
        let kind = Kind::Union(Union { arms: ids, tag: None, is_exclusive });
        let hint = object.get("discriminator");
        let union = Some(PendingUnion { id: TypeId(0), keyword, arms, hint });
        Some(Shape { union, is_nullable: has_null, ..Shape::new(kind, &covered) })
    }

    /// Finds the arms: those that are unions of other kinds are taken apart.
    fn arms(
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

    fn is_reference(&mut self, node: &'a Node) -> bool {
        self.follow(node, Site::Arm).is_some_and(|chain| chain.nodes.len() > 1)
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
    fn is_shaped(&mut self, arm: &'a Node, beside: &'a Object) -> bool {
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
    fn within(&mut self, arm: &'a Node, kinds: JsonKinds, member: &'a Member) -> &'a Node {
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
    fn beside(&mut self, arm: &'a Node, base: &[&Member]) -> &'a Node {
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

    /// The one kind of scalar that all arms are: what they say besides is a rule.
    fn common_scalar(&mut self, arms: &[&'a Node]) -> Option<Kind> {
        let mut kinds = JsonKinds::default();
        for arm in arms {
            kinds = kinds.or(self.kinds(arm));
        }
        Some(match kinds {
            JsonKinds::STRING => Kind::String,
            JsonKinds::BOOLEAN => Kind::Boolean,
            JsonKinds::INTEGER => Kind::Integer(IntegerWidth::I64),
            JsonKinds::NUMBER => Kind::Float(FloatWidth::F64),
            _ => return None,
        })
    }

    /// An enum of which each arm gives values.
    fn described(
        &mut self,
        object: &'a Object,
        arms: &[&'a Node],
        mut has_null: bool,
    ) -> (Shape<'a>, bool) {
        let mut is_named = object.get("type").is_some();
        let mut variants = Vec::new();
        for &arm in arms {
            if arms.len() > 1 {
                self.refuse_checks(arm);
            }
            let Some(chain) = self.follow(arm, Site::Arm) else { continue };
            if let Some((values, null)) = self.arm_values(&chain) {
                has_null |= null;
                is_named |= values.len() > 1;
                is_named |= values
                    .iter()
                    .any(|value| value.rust_name.is_some() || value.description.is_some());
                variants.extend(values);
            }
        }
        let style = if is_named { EnumStyle::Named } else { EnumStyle::Literal };
        self.enumeration(variants, style, has_null)
    }

    /// Examines a union's arms, now that all types are known.
    pub(super) fn finish_union(&mut self, union: &PendingUnion<'a>) {
        let Kind::Union(target) = &self.types[union.id].kind else { return };
        let is_exclusive = target.is_exclusive;
        let mut arms: Vec<(TypeId, &'a Node)> = Vec::new();
        for &(id, node) in &union.arms {
            if !arms.iter().any(|&(known, _)| known == id) {
                arms.push((id, node));
            } else if is_exclusive {
                let message = format!("the same schema is listed twice in `{}`", union.keyword);
                let problem = self.problem(Code::BadValue, node.span, message);
                self.report(problem.help("remove one: no value can fit exactly one of the two"));
            }
        }
        for (id, node) in &mut arms {
            if matches!(self.types[*id].kind, Kind::Nullable(_) | Kind::Union(_)) {
                // It is read as any value, and its rule is checked.
                let rule = self.assert(node);
                let any = self.add(node, Kind::Any);
                let place = self.place(node.span);
                let text = "what this case says".to_owned();
                self.types.all[any.0].guards.push(Guard { text, rule, place });
                *id = any;
            }
        }
        if let [(only, _)] = arms[..] {
            let ty = self.types[only].clone();
            let target = &mut self.types.all[union.id.0];
            (target.kind, target.bounds, target.texts) = (ty.kind, ty.bounds, ty.texts);
            target.guards.extend(ty.guards);
            return;
        }
        let union = PendingUnion { arms, hint: union.hint, ..*union };
        let are_objects =
            union.arms.iter().all(|&(id, _)| matches!(self.types[id].kind, Kind::Object(_)));
        let tag = if are_objects { self.tag_by_hint(&union) } else { None };
        if let Kind::Union(target) = &mut self.types.all[union.id.0].kind {
            target.arms = union.arms.iter().map(|&(id, _)| id).collect();
            target.tag = tag;
        }
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
