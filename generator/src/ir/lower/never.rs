//! Schemas that no value fits, where there must be one.

use super::Lowering;
use super::kinds::{kinds_of_type, own_kinds};
use super::vocabulary::Site;
use crate::diagnostic::{Code, quoted};
use crate::ir::JsonKinds;
use crate::schema::{Node, Value};

impl<'a> Lowering<'a, '_> {
    /// No value fits a schema that must have one.
    pub(super) fn refuse_never(&mut self, node: &'a Node) {
        let message = if node.value == Value::Bool(false) {
            "no value fits the schema `false`"
        } else {
            "no value fits this schema"
        };
        let reason = self.never_reason(node);
        self.report(self.problem(Code::NoSuchValue, node.span, message).help(reason));
    }

    /// Why no value fits a schema, and what to do.
    pub(super) fn never_reason(&mut self, node: &'a Node) -> String {
        let target = self.follow(node, Site::Member);
        let object = target.and_then(|chain| chain.target().as_object());
        let Some(object) = object else {
            return "remove what has this schema, or say which values it has".to_owned();
        };
        let kinds = object.get("type").map_or(JsonKinds::ALL, kinds_of_type);
        if object.get("enum").or(object.get("const")).is_some() && own_kinds(object).is_empty() {
            return "none of the listed values fits the `type` beside them: change one".to_owned();
        }
        let properties = object.get("properties").and_then(Node::as_object);
        let names = object.get("required").and_then(Node::as_array).unwrap_or_default();
        let is_known = |name: &&str| properties.is_some_and(|object| object.get(name).is_some());
        let unknown = names.iter().filter_map(Node::as_str).find(|name| !is_known(name));
        match unknown.filter(|_| kinds == JsonKinds::OBJECT) {
            Some(name) => format!(
                "`required` names {}, which is no property, and no others are allowed",
                quoted(name)
            ),
            None => "its keywords, with those that `allOf` and `$ref` add, contradict each other: change one".to_owned(),
        }
    }
}
