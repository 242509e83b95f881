//! Objects with known properties, and maps.

use std::collections::HashSet;

use super::enumeration::{non_empty, spelled};
use super::merge::is_open;
use super::shape::Shape;
use super::vocabulary::{Site, nearest};
use super::{Lowering, Role};
use crate::diagnostic::{Code, quoted};
use crate::ir::equal::equal;
use crate::ir::{Constant, Kind, Object as ObjectType, Presence, Property, TypeId};
use crate::schema::{Member, Node, Object, Value};

/// What becomes of the keys that `properties` does not name.
#[derive(Clone, Copy)]
enum Further<'a> {
    /// They are skipped, with a note.
    Skipped,
    /// They are refused.
    Refused,
    /// They are kept, with values of this schema.
    Kept(&'a Node),
    /// They are kept, with any values.
    KeptOpen,
}

/// Keywords that may speak of properties which the struct does not have.
const HOLDERS: [&str; 8] =
    ["dependentSchemas", "if", "then", "else", "oneOf", "anyOf", "allOf", "unevaluatedProperties"];

impl<'a> Lowering<'a, '_> {
    pub(super) fn object(&mut self, node: &'a Node, object: &'a Object) -> Option<Shape<'a>> {
        let properties = self.properties(object);
        let required = self.required(object, properties);
        let (further, is_said) = self.further(object, properties);
        let mut covered = vec!["type", "properties", "required"];
        if is_said {
            covered.extend(["additionalProperties", "patternProperties"]);
        }
        let has_known = !properties.is_empty() || !required.is_empty();
        // `properties` without a property is a struct without fields, which someone may fill later.
        let is_map = !has_known
            && (object.get("properties").is_none() || matches!(further, Further::Kept(_)));
        let kept = match further {
            Further::Kept(values) => Some(self.type_of(values, Role::Part)),
            Further::KeptOpen => Some(self.any_of(node)),
            Further::Skipped if is_map => Some(self.any_of(node)),
            Further::Skipped | Further::Refused => None,
        };
        if let Some(values) = kept
            && is_map
        {
            return Some(Shape::new(Kind::Map(values), &covered));
        }
        let is_open = !matches!(further, Further::Refused);
        let (object, forbidden) = self.struct_of(node, properties, &required, is_open, kept)?;
        let forbidden = if is_open { forbidden } else { Vec::new() };
        Some(Shape { forbidden, ..Shape::new(Kind::Object(object), &covered) })
    }

    /// What `additionalProperties` and `patternProperties` say of further keys, and whether that says both whole.
    fn further(&mut self, object: &'a Object, properties: &'a [Member]) -> (Further<'a>, bool) {
        let additional = object.get("additionalProperties").filter(|schema| !is_open(schema));
        let is_closed = additional.is_some_and(|schema| self.canon(schema).is_none());
        let patterns = object.get("patternProperties").and_then(Node::as_object);
        let patterns = patterns.map_or(&[][..], |object| &object.members);
        match (patterns, additional) {
            ([], Some(_)) if is_closed => (Further::Refused, true),
            ([], Some(values)) => (Further::Kept(values), true),
            ([], None) => {
                let has_more = HOLDERS.iter().any(|key| object.get(key).is_some());
                let is_kept = has_more && !properties.is_empty();
                (if is_kept { Further::KeptOpen } else { Further::Skipped }, true)
            }
            ([only], Some(_)) if is_closed && self.canon(&only.value).is_some() => {
                (Further::Kept(&only.value), false)
            }
            _ => (Further::KeptOpen, false),
        }
    }

    /// The struct with these properties, and those that must not be there. `None` when no object fits.
    fn struct_of(
        &mut self,
        node: &'a Node,
        members: &'a [Member],
        required: &[&'a Node],
        is_open: bool,
        additional: Option<TypeId>,
    ) -> Option<(ObjectType, Vec<&'a Member>)> {
        let mut result =
            ObjectType { properties: Vec::new(), constants: Vec::new(), is_open, additional };
        let mut forbidden = Vec::new();
        let names: HashSet<&str> = required.iter().filter_map(|node| node.as_str()).collect();
        for member in members {
            let is_required = names.contains(member.key.as_str());
            if self.canon(&member.value).is_none() {
                if is_required {
                    self.refuse_never(&member.value);
                    return None;
                }
                let reason = self.never_reason(&member.value);
                let message =
                    format!("no value fits {}, so it must not be there", quoted(&member.key));
                let problem = self.problem(Code::NeverThere, member.key_span, message);
                if member.value.value != Value::Bool(false) {
                    self.report(problem.help(reason));
                }
                forbidden.push(member);
            } else if is_required
                && let Some(constant) = self.constant_property(member, result.properties.len())
            {
                result.constants.push(constant);
            } else {
                result.properties.push(self.property(member, is_required));
            }
        }
        let known: HashSet<&str> = members.iter().map(|member| member.key.as_str()).collect();
        for name in required {
            let Some(key) = name.as_str().filter(|key| !known.contains(key)) else { continue };
            if !is_open {
                let message = format!("`required` names {}, which is no property", quoted(key));
                let problem = self.problem(Code::NoSuchValue, name.span, message);
                self.report(problem.help("no object fits: remove the name"));
                return None;
            }
            result.properties.push(Property {
                wire_name: key.to_owned(),
                rust_name: None,
                description: None,
                presence: Presence::Required,
                ty: additional.unwrap_or_else(|| self.any_of(node)),
                checks: Vec::new(),
                is_deprecated: false,
                place: self.place(name.span),
            });
        }
        Some((result, forbidden))
    }

    fn constant_property(&mut self, member: &'a Member, position: usize) -> Option<Constant> {
        let chain = self.follow(&member.value, Site::Property)?;
        let value = self.constant(&chain)?;
        let own = member.value.as_object()?;
        for keyword in ["x-rust-name", "x-checks", "x-asserts"] {
            if let Some(found) = own.member(keyword) {
                let message = format!("`{keyword}` has no effect on a property with one value");
                let problem = self.problem(Code::MisplacedKeyword, found.key_span, message);
                self.report(problem.help("remove it: the property is not part of the Rust struct"));
            }
        }
        if let Some(default) = own.get("default") {
            let target = chain.target().as_object()?;
            let listed = target.get("const").or_else(|| target.get("enum")?.as_array()?.first());
            if listed.is_some_and(|listed| !equal(listed, default)) {
                let message = format!("the only value is {}", spelled(&value));
                self.report(self.problem(Code::DefaultMismatch, default.span, message));
            }
        }
        let description =
            non_empty(own.get("description")).or_else(|| self.value_description(&chain));
        Some(Constant { wire_name: member.key.clone(), description, value, position })
    }

    fn value_description(&mut self, chain: &super::Chain<'a>) -> Option<String> {
        let (variants, _) = self.values(chain.target().as_object()?)?;
        variants.into_iter().next()?.description
    }

    /// The members of `properties`.
    pub(super) fn properties(&mut self, object: &'a Object) -> &'a [Member] {
        match object.get("properties") {
            None => &[],
            Some(Node { value: Value::Object(properties), .. }) => &properties.members,
            Some(node) => {
                self.bad_value("properties", node, "an object from names to schemas");
                &[]
            }
        }
    }

    /// The names in `required`, without repetitions. One that is no property is told, as it may be a slip.
    pub(super) fn required(
        &mut self,
        object: &'a Object,
        properties: &'a [Member],
    ) -> Vec<&'a Node> {
        let mut required: Vec<&'a Node> = Vec::new();
        // Any other value was reported when the schema was vetted.
        let names = object.get("required").and_then(Node::as_array).unwrap_or_default();
        let known: HashSet<&str> = properties.iter().map(|member| member.key.as_str()).collect();
        let mut seen = HashSet::new();
        for name in names {
            let Some(text) = name.as_str() else {
                self.bad_item("required", name, "strings");
                continue;
            };
            if !seen.insert(text) {
                let message = format!("`required` names {} twice", quoted(text));
                self.report(self.problem(Code::NoEffect, name.span, message));
                continue;
            }
            required.push(name);
            if properties.is_empty() || known.contains(text) {
                continue;
            }
            let message = format!("`required` names {}, which is no property", quoted(text));
            let problem = self.problem(Code::UnknownRequired, name.span, message);
            let meant = nearest(text, properties.iter().map(|member| member.key.as_str()));
            self.report(match meant {
                Some(meant) => problem.help(format!("did you mean {}?", quoted(meant))),
                None => {
                    problem.help("add it to `properties`; until then its value may be anything")
                }
            });
        }
        required
    }
}
