//! Objects with known properties, and maps.

use std::collections::HashSet;

use super::enumeration::{non_empty, spelled};
use super::vocabulary::{Site, nearest};
use super::{Lowering, Role};
use crate::diagnostic::{Code, quoted};
use crate::ir::{Constant, Kind, Object as ObjectType};
use crate::schema::{Member, Node, Object, Value};

/// What `additionalProperties` says.
pub(super) enum Additional<'a> {
    Any,
    None,
    Of(&'a Node),
}

impl<'a> Lowering<'a> {
    pub(super) fn object(&mut self, node: &'a Node, object: &'a Object) -> Option<Kind> {
        let additional = self.additional(object);
        let properties = self.properties(object);
        let is_map = match (object.get("properties").is_some(), properties) {
            (false, _) => !matches!(additional, Additional::None),
            (true, []) => matches!(additional, Additional::Of(_)),
            (true, _) => false,
        };
        let required = self.required(object, properties, matches!(additional, Additional::None));
        match additional {
            Additional::Of(values) if is_map => Some(Kind::Map(self.type_of(values, Role::Part))),
            Additional::Any if is_map => Some(Kind::Map(self.any_of(node))),
            Additional::Of(values) => {
                let help =
                    "write `false`, or put the further entries under a property of their own";
                let message =
                    "`additionalProperties` with a schema beside `properties` is not supported";
                self.refuse_shape(values, message, help);
                None
            }
            _ => {
                let is_open = matches!(additional, Additional::Any);
                Some(Kind::Object(self.struct_of(properties, &required, is_open)))
            }
        }
    }

    fn struct_of(
        &mut self,
        members: &'a [Member],
        required: &HashSet<&str>,
        is_open: bool,
    ) -> ObjectType {
        let mut result = ObjectType {
            properties: Vec::new(),
            constants: Vec::new(),
            is_open,
            additional: None,
        };
        for member in members {
            let is_required = required.contains(member.key.as_str());
            if is_required
                && let Some(constant) = self.constant_property(member, result.properties.len())
            {
                result.constants.push(constant);
            } else {
                result.properties.push(self.property(member, is_required));
            }
        }
        result
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
            if listed.is_some_and(|listed| !is_same(listed, default)) {
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

    /// The names in `required`, each found to be a property.
    pub(super) fn required(
        &mut self,
        object: &'a Object,
        properties: &'a [Member],
        is_closed: bool,
    ) -> HashSet<&'a str> {
        let mut required = HashSet::new();
        let Some(node) = object.get("required") else { return required };
        // Any other value was reported when the schema was vetted.
        let Some(names) = node.as_array() else { return required };
        let known: HashSet<&str> = properties.iter().map(|member| member.key.as_str()).collect();
        for name in names {
            let Some(text) = name.as_str() else {
                self.bad_item("required", name, "strings");
                continue;
            };
            if !known.contains(text) {
                let message = format!("`required` names {}, which is no property", quoted(text));
                let problem = self.problem(Code::BadValue, name.span, message);
                let meant = nearest(text, properties.iter().map(|member| member.key.as_str()));
                self.report(match meant {
                    Some(meant) => problem.help(format!("did you mean {}?", quoted(meant))),
                    None if is_closed => problem.help("no object fits: remove the name"),
                    None => problem.help("add it to `properties`, or remove the name"),
                });
            } else if !required.insert(text) {
                let message = format!("`required` names {} twice", quoted(text));
                self.report(self.problem(Code::NoEffect, name.span, message));
            }
        }
        required
    }

    pub(super) fn additional(&mut self, object: &'a Object) -> Additional<'a> {
        let Some(node) = object.get("additionalProperties") else { return Additional::Any };
        match &node.value {
            Value::Bool(true) => Additional::Any,
            Value::Bool(false) => Additional::None,
            Value::Object(schema) if schema.members.is_empty() => Additional::Any,
            Value::Object(_) => Additional::Of(node),
            _ => {
                self.bad_value("additionalProperties", node, "a boolean or a schema");
                Additional::Any
            }
        }
    }
}

/// Whether two scalars are the same value.
fn is_same(one: &Node, other: &Node) -> bool {
    use crate::ir::decimal::Decimal;
    match (&one.value, &other.value) {
        (Value::Number(left), Value::Number(right)) => {
            Decimal::parse(left) == Decimal::parse(right)
        }
        (left, right) => left == right,
    }
}
