//! Values that a schema lists: `enum`, `const`, and `oneOf` of such.

use std::collections::HashMap;

use super::assert::asserts;
use super::guard::concerned_by;
use super::kinds::{kind_of_value, kinds_of_type};
use super::shape::Shape;
use super::vocabulary::Group;
use super::{Chain, Lowering};
use crate::diagnostic::{Code, Place, quoted};
use crate::ir::decimal::{Decimal, Whole as _};
use crate::ir::equal::equal;
use crate::ir::{BoundKind, Enum, EnumStyle, JsonKinds, Kind, Literal, Spanned, Variant};
use crate::schema::{Node, Object, Value};

/// Keywords that listed values keep or not, which can be told at once.
const BOUNDS: [&str; 6] =
    ["minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];

/// Whether a schema lists its values and says nothing else of them.
pub(super) fn is_listed(object: &Object) -> bool {
    let lists = object.get("const").is_some() || object.get("enum").is_some();
    let is_silent = |key: &str| {
        !asserts(key)
            || matches!(key, "type" | "const" | "enum")
            || concerned_by(key) != JsonKinds::ALL
    };
    lists && object.members.iter().all(|member| is_silent(&member.key))
}

impl<'a> Lowering<'a, '_> {
    /// The type of a schema with `enum` or `const`.
    pub(super) fn listed(&mut self, node: &'a Node, object: &'a Object) -> Option<Shape<'a>> {
        let (variants, has_null) = self.values(object)?;
        let style =
            if object.get("const").is_some() { EnumStyle::Literal } else { EnumStyle::Named };
        if variants.is_empty() && !has_null {
            self.refuse_never(node);
            return None;
        }
        let are_within = self.are_within_bounds(object, &variants);
        let (mut shape, _) = self.enumeration(variants, style, has_null);
        if are_within {
            shape.covered.extend(BOUNDS);
        }
        Some(shape)
    }

    /// Whether all values keep the bounds beside them, which then say nothing new.
    fn are_within_bounds(&mut self, object: &'a Object, variants: &[Variant]) -> bool {
        let bounds: Vec<_> = [Group::String, Group::Number]
            .into_iter()
            .flat_map(|group| self.bounds(object, group))
            .collect();
        variants.iter().all(|variant| {
            let (measure, is_text) = match &variant.value {
                Literal::Integer(text) => (Decimal::parse(text), false),
                Literal::String(text) => (Decimal::parse(&text.chars().count().to_string()), true),
                Literal::Null | Literal::Bool(_) => return true,
                Literal::Json(_) => return bounds.is_empty(),
            };
            bounds.iter().all(|bound| {
                let concerns_text =
                    matches!(bound.kind, BoundKind::MinLength | BoundKind::MaxLength);
                concerns_text != is_text || bound.admits(&measure)
            })
        })
    }

    /// An enum of some values, and whether they are distinct. Repetitions are left out; both booleans are a boolean;
    /// null alone is any value, with its rule.
    pub(super) fn enumeration(
        &mut self,
        variants: Vec<Variant>,
        style: EnumStyle,
        has_null: bool,
    ) -> (Shape<'a>, bool) {
        let mut distinct: Vec<Variant> = Vec::with_capacity(variants.len());
        let mut seen: HashMap<Literal, Place> = HashMap::new();
        let mut are_distinct = true;
        for variant in variants {
            if let Some(&place) = seen.get(&variant.value) {
                are_distinct = false;
                let message = format!("the value {} is listed twice", spelled(&variant.value));
                let problem = self.problem(Code::NoEffect, variant.place.span, message);
                self.report(problem.related(place, "first here").help("remove one of them"));
                continue;
            }
            seen.insert(variant.value.clone(), variant.place);
            distinct.push(variant);
        }
        let covered = ["type", "enum", "const"];
        let shape = match &distinct[..] {
            [] => return (Shape::new(Kind::Any, &[]), are_distinct),
            [Variant { value: Literal::Bool(_), .. }, Variant { value: Literal::Bool(_), .. }] => {
                Shape::new(Kind::Boolean, &covered)
            }
            _ => Shape::new(Kind::Enum(Enum { variants: distinct, style }), &covered),
        };
        (Shape { is_nullable: has_null, ..shape }, are_distinct)
    }

    /// The values that `const` or `enum` lists and `type` allows, and whether null is among them. `None` when there
    /// are none, which is reported.
    pub(super) fn values(&mut self, object: &'a Object) -> Option<(Vec<Variant>, bool)> {
        let nodes = match (object.get("const"), object.member("enum")) {
            (Some(value), _) => std::slice::from_ref(value),
            (None, Some(member)) => match member.value.as_array() {
                Some(values) if !values.is_empty() => values,
                _ => {
                    self.bad_value("enum", &member.value, "a list with at least one value");
                    return None;
                }
            },
            (None, None) => return None,
        };
        let descriptions = self.enum_descriptions(object, nodes);
        let others = object.get("const").and_then(|_| object.get("enum")?.as_array());
        let kinds = object.get("type").map_or(JsonKinds::ALL, kinds_of_type);
        let mut has_null = false;
        let mut variants = Vec::with_capacity(nodes.len());
        let mut is_told = false;
        for (node, description) in nodes.iter().zip(descriptions) {
            let is_other = others.is_some_and(|list| !list.iter().any(|one| equal(one, node)));
            if is_other || !kinds.contains(kind_of_value(node)) {
                // A wrong `type` is told once, however many values there are.
                if !std::mem::replace(&mut is_told, true) {
                    let message = format!("{} does not fit the `type` beside it", node.kind());
                    let problem = self.problem(Code::NoEffect, node.span, message);
                    self.report(match node.value {
                        Value::Null => {
                            problem.help("add \"null\" to `type`, as in [\"string\", \"null\"]")
                        }
                        _ => problem.help("change `type`, or remove the value"),
                    });
                }
                continue;
            }
            match literal(node) {
                Literal::Null => has_null = true,
                value => {
                    let place = self.place(node.span);
                    variants.push(Variant { value, rust_name: None, description, place });
                }
            }
        }
        Some((variants, has_null))
    }

    /// What `x-enum-descriptions` says of each value.
    fn enum_descriptions(&mut self, object: &'a Object, values: &[Node]) -> Vec<Option<String>> {
        let empty = vec![None; values.len()];
        let Some(node) = object.get("x-enum-descriptions") else { return empty };
        match &node.value {
            Value::Array(items) if items.len() == values.len() => {
                items.iter().map(|item| self.enum_description(item)).collect()
            }
            Value::Array(items) => {
                let message = format!(
                    "`x-enum-descriptions` has {} items for {} values",
                    items.len(),
                    values.len()
                );
                self.report(self.problem(Code::BadValue, node.span, message).help(
                    "write one for each value of `enum`, null where there is nothing to say",
                ));
                empty
            }
            Value::Object(texts) => {
                let mut known: HashMap<String, usize> = HashMap::new();
                for (at, value) in values.iter().enumerate() {
                    let key = match &value.value {
                        Value::String(text) | Value::Number(text) => text.clone(),
                        _ => continue,
                    };
                    known.insert(key, at);
                }
                let mut descriptions = empty;
                for member in &texts.members {
                    if let Some(&at) = known.get(&member.key) {
                        descriptions[at] = self.enum_description(&member.value);
                        continue;
                    }
                    let message = format!("`enum` has no value {}", quoted(&member.key));
                    let problem = self.problem(Code::BadValue, member.key_span, message);
                    self.report(problem.help("each key is a value of `enum`"));
                }
                descriptions
            }
            _ => {
                self.bad_value(
                    "x-enum-descriptions",
                    node,
                    "a list, or an object from value to text",
                );
                empty
            }
        }
    }

    fn enum_description(&mut self, node: &'a Node) -> Option<String> {
        match &node.value {
            Value::Null => None,
            Value::String(text) => Some(text.clone()).filter(|text| !text.is_empty()),
            _ => {
                self.bad_item("x-enum-descriptions", node, "strings");
                None
            }
        }
    }

    /// The values of one arm of `oneOf` or `anyOf`, with its title and description.
    pub(super) fn arm_values(&mut self, chain: &Chain<'a>) -> Option<(Vec<Variant>, bool)> {
        let object = self.canon(chain.target())?;
        let (mut variants, has_null) = self.values(object)?;
        let arms = chain.nodes.iter().filter_map(|node| node.as_object());
        let (mut description, mut rust_name) = (None, None);
        for arm in arms {
            description = description.or_else(|| non_empty(arm.get("description")));
            rust_name = rust_name.or_else(|| self.rust_name(arm)).or_else(|| self.title(arm));
        }
        for variant in &mut variants {
            if variant.description.is_none() {
                variant.description.clone_from(&description);
            }
        }
        if let [variant] = &mut variants[..] {
            variant.rust_name = rust_name;
        } else if let Some(member) = object.member("x-rust-name") {
            let message = "`x-rust-name` has no effect on several values";
            let problem = self.problem(Code::MisplacedKeyword, member.key_span, message);
            self.report(problem.help("give each value an arm of its own"));
        }
        Some((variants, has_null))
    }

    fn title(&self, object: &Object) -> Option<Spanned> {
        let node = object.get("title")?;
        let text = non_empty(Some(node))?;
        Some(Spanned { text, place: self.place(node.span) })
    }

    /// The one value of a schema, if it has no more than one.
    pub(super) fn constant(&mut self, chain: &Chain<'a>) -> Option<Literal> {
        let object = self.canon(chain.target()).filter(|object| is_listed(object))?;
        let is_single = match (object.get("const"), object.get("enum")) {
            (Some(_), None) => true,
            (None, Some(values)) => values.as_array().is_some_and(|values| values.len() == 1),
            _ => false,
        };
        let restricts = |member: &crate::schema::Member| {
            asserts(&member.key) && !matches!(member.key.as_str(), "type" | "const" | "enum")
        };
        if !is_single || object.members.iter().any(restricts) {
            return None;
        }
        let (mut variants, has_null) = self.values(object)?;
        variants.pop().map(|variant| variant.value).or(has_null.then_some(Literal::Null))
    }
}

/// A value of `const` or `enum`.
fn literal(node: &Node) -> Literal {
    match &node.value {
        Value::Null => Literal::Null,
        Value::Bool(value) => Literal::Bool(*value),
        Value::String(text) => Literal::String(text.clone()),
        Value::Number(text) => {
            let whole = Decimal::parse(text).as_integer();
            let range = i64::MIN.into()..=u64::MAX.into();
            match whole.filter(|whole| range.contains(whole)) {
                Some(whole) => Literal::Integer(whole.to_string()),
                None => Literal::Json(text.clone()),
            }
        }
        Value::Array(_) | Value::Object(_) => Literal::Json(node.json()),
    }
}

/// The text of a string that says anything.
pub(super) fn non_empty(node: Option<&Node>) -> Option<String> {
    node?.as_str().filter(|text| !text.is_empty()).map(str::to_owned)
}

/// A value for use in a message.
pub(super) fn spelled(value: &Literal) -> String {
    match value {
        Literal::Null => "`null`".to_owned(),
        Literal::Bool(value) => format!("`{value}`"),
        Literal::Integer(text) | Literal::Json(text) => quoted(text),
        Literal::String(text) => quoted(&format!("\"{text}\"")),
    }
}
