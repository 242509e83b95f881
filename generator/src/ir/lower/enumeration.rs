//! Values that a schema lists: `enum`, `const`, and `oneOf` of such.

use std::collections::HashMap;

use super::shape::{JsonType, Shape, TypeSet};
use super::vocabulary::Group;
use super::{Chain, Lowering};
use crate::diagnostic::{Code, Place, quoted};
use crate::ir::decimal::Decimal;
use crate::ir::{Enum, EnumStyle, Kind, Literal, Spanned, Variant};
use crate::schema::{Node, Object, Value};

/// Whether a schema lists its values.
pub(super) fn is_listed(node: &Node) -> bool {
    node.as_object().is_some_and(|object| {
        let lists = object.get("const").is_some() || object.get("enum").is_some();
        lists
            && !object
                .members
                .iter()
                .any(|one| matches!(one.key.as_str(), "oneOf" | "anyOf" | "allOf"))
    })
}

impl<'a> Lowering<'a> {
    /// The type of a schema with `enum` or `const`.
    pub(super) fn listed(&mut self, node: &'a Node, object: &'a Object) -> Option<Shape<'a>> {
        let (variants, has_null) = self.values(object)?;
        if variants.is_empty() {
            self.refuse_null(node);
            return None;
        }
        let is_const = object.get("const").is_some();
        let style = if is_const { EnumStyle::Literal } else { EnumStyle::Named };
        self.enumeration(variants, style, has_null)
    }

    /// An enum of some values, once these are found to be alike and distinct.
    pub(super) fn enumeration(
        &mut self,
        variants: Vec<Variant>,
        style: EnumStyle,
        has_null: bool,
    ) -> Option<Shape<'a>> {
        let first = variants.first()?;
        let mut is_good = true;
        let mut seen: HashMap<&Literal, Place> = HashMap::new();
        for variant in &variants {
            let span = variant.place.span;
            if let Literal::Null | Literal::Bool(_) = variant.value {
                let message =
                    format!("{} is not supported as a value here", spelled(&variant.value));
                let help = "a boolean has `\"type\": \"boolean\"`; \
                            a required property of an object may be a `const` of any scalar";
                self.report(self.problem(Code::UnsupportedShape, span, message).help(help));
                is_good = false;
            } else if std::mem::discriminant(&variant.value) != std::mem::discriminant(&first.value)
            {
                let message = "an enum of strings and integers together is not supported";
                let problem = self.problem(Code::UnsupportedShape, span, message);
                let problem = problem.related(first.place, "the first value is of another type");
                self.report(problem.help("make all values strings"));
                is_good = false;
            }
            if let Some(&place) = seen.get(&variant.value) {
                let message = format!("the value {} is listed twice", spelled(&variant.value));
                let problem = self.problem(Code::BadValue, span, message);
                self.report(problem.related(place, "first here").help("remove one of them"));
                is_good = false;
            }
            seen.insert(&variant.value, variant.place);
        }
        is_good.then(|| Shape::new(Kind::Enum(Enum { variants, style }), Vec::new(), has_null))
    }

    /// The values that `const` or `enum` lists, and whether null is among them.
    pub(super) fn values(&mut self, object: &'a Object) -> Option<(Vec<Variant>, bool)> {
        let set = self.type_set(object)?;
        let nodes = match (object.get("const"), object.member("enum")) {
            (Some(_), Some(member)) => {
                let message = "`enum` beside `const` is not supported";
                let problem = self.problem(Code::UnsupportedShape, member.key_span, message);
                self.report(problem.help("keep the one that is meant"));
                return None;
            }
            (Some(value), None) => std::slice::from_ref(value),
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
        let mut has_null = false;
        let mut variants = Vec::with_capacity(nodes.len());
        let mut is_good = true;
        for (node, description) in nodes.iter().zip(descriptions) {
            // A wrong `type` is told once, however many values there are.
            if !self.fits_type(node, &set) {
                return None;
            }
            let Some(value) = self.literal(node) else {
                is_good = false;
                continue;
            };
            if value == Literal::Null {
                has_null = true;
            } else {
                let place = self.place(node.span);
                variants.push(Variant { value, rust_name: None, description, place });
            }
        }
        if set.has_null && !has_null {
            let node = object.get("type").expect("a type set with null was read from `type`");
            let message = "`type` allows null, but the listed values do not";
            let problem = self.problem(Code::NoEffect, node.span, message);
            self.report(
                problem.help("add null to the list if it may be null, else remove it here"),
            );
        }
        self.check_bounds_around(object, &variants);
        is_good.then_some((variants, has_null))
    }

    /// Bounds beside listed values must let all of them pass, and then say nothing new.
    fn check_bounds_around(&mut self, object: &'a Object, variants: &[Variant]) {
        let group = match variants.first().map(|variant| &variant.value) {
            Some(Literal::String(_)) => Some(Group::String),
            Some(Literal::Integer(_)) => Some(Group::Number),
            _ => None,
        };
        self.warn_of_others(object, group, "these values");
        let bounds = group.map(|group| self.bounds(object, group)).unwrap_or_default();
        for variant in variants {
            let measure = match &variant.value {
                Literal::Integer(text) => Decimal::parse(text),
                Literal::String(text) => Decimal::parse(&text.chars().count().to_string()),
                Literal::Null | Literal::Bool(_) | Literal::Json(_) => continue,
            };
            if let Some(bound) = bounds.iter().find(|bound| !bound.admits(&measure)) {
                let message =
                    format!("{} is out of the bound {}", spelled(&variant.value), bound.value);
                let problem = self.problem(Code::NoSuchValue, variant.place.span, message);
                self.report(problem.help("remove the value, or widen the bound"));
            }
        }
    }

    /// Whether `type` allows a listed value.
    fn fits_type(&mut self, node: &Node, set: &TypeSet) -> bool {
        let fits = match &node.value {
            Value::Null => set.has_null,
            Value::Bool(_) => set.types.contains(&JsonType::Boolean),
            Value::String(_) => set.types.contains(&JsonType::String),
            Value::Array(_) => set.types.contains(&JsonType::Array),
            Value::Object(_) => set.types.contains(&JsonType::Object),
            Value::Number(text) => {
                let is_whole = Decimal::parse(text).as_integer().is_some();
                set.types.contains(&JsonType::Number)
                    || (is_whole && set.types.contains(&JsonType::Integer))
            }
        };
        let has_type = !set.types.is_empty() || set.has_null;
        if has_type && !fits {
            let message = format!("{} does not fit the `type` beside it", node.kind());
            let problem = self.problem(Code::NoSuchValue, node.span, message);
            self.report(match node.value {
                Value::Null => problem.help("add \"null\" to `type`, as in [\"string\", \"null\"]"),
                _ => problem.help("change `type`, or remove the value"),
            });
        }
        fits || !has_type
    }

    /// A value of `const` or `enum`.
    fn literal(&mut self, node: &'a Node) -> Option<Literal> {
        let (message, help) = match &node.value {
            Value::Null => return Some(Literal::Null),
            Value::Bool(value) => return Some(Literal::Bool(*value)),
            Value::String(text) => return Some(Literal::String(text.clone())),
            Value::Number(text) => {
                let whole = Decimal::parse(text).as_integer();
                let range = i64::MIN.into()..=u64::MAX.into();
                if let Some(whole) = whole.filter(|whole| range.contains(whole)) {
                    return Some(Literal::Integer(whole.to_string()));
                }
                let help = "list strings, or whole numbers of at most 64 bits";
                (format!("{} is not supported as a listed value", quoted(text)), help)
            }
            Value::Array(_) | Value::Object(_) => {
                let message = format!("{} is not supported as a listed value", node.kind());
                (message, "list strings or whole numbers")
            }
        };
        self.refuse_shape(node, message, help);
        None
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
        let object = chain.target().as_object()?;
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
        let target = chain.target();
        let object = target.as_object().filter(|_| is_listed(target))?;
        let is_single = match (object.get("const"), object.get("enum")) {
            (Some(_), None) => true,
            (None, Some(values)) => values.as_array().is_some_and(|values| values.len() == 1),
            _ => false,
        };
        if !is_single {
            return None;
        }
        let (mut variants, has_null) = self.values(object)?;
        variants.pop().map(|variant| variant.value).or(has_null.then_some(Literal::Null))
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
