//! Lists and tuples.

use super::shape::Shape;
use super::vocabulary::Group;
use super::{Lowering, Role};
use crate::diagnostic::Code;
use crate::ir::{Kind, LONGEST_TUPLE};
use crate::schema::{Node, Object};

impl<'a> Lowering<'a, '_> {
    pub(super) fn list(&mut self, node: &'a Node, object: &'a Object) -> Shape<'a> {
        let bounds = self.bounds(object, Group::List);
        let items = object.get("items");
        let rest_is_never = match items {
            Some(items) => self.canon(items).is_none(),
            None => false,
        };
        if let Some(prefix) = object.get("prefixItems").and_then(Node::as_array) {
            return self.tuple(node, object, prefix, rest_is_never);
        }
        let covered = ["type", "minItems", "maxItems"];
        match items {
            Some(items) if !rest_is_never => {
                let id = self.type_of(items, Role::Part);
                let covered: Vec<_> = covered.into_iter().chain(["items"]).collect();
                Shape { bounds, ..Shape::new(Kind::List(id), &covered) }
            }
            _ => Shape { bounds, ..Shape::new(Kind::List(self.any_of(node)), &covered) },
        }
    }

    /// A list with a schema for each of its first items: a tuple, if it is as long as these are.
    fn tuple(
        &mut self,
        node: &'a Node,
        object: &'a Object,
        prefix: &'a [Node],
        is_closed: bool,
    ) -> Shape<'a> {
        let bounds = self.bounds(object, Group::List);
        let count = prefix.len() as u64;
        let mut limit = |keyword| object.member(keyword).and_then(|one| self.count(one));
        let (min, max) = (limit("minItems"), limit("maxItems"));
        let is_closed = is_closed || max == Some(count);
        let is_long_enough =
            min.is_none_or(|min| min == count) && max.is_none_or(|max| max >= count);
        let fits = is_closed && is_long_enough && (1..=LONGEST_TUPLE).contains(&prefix.len());
        if !fits || prefix.iter().any(|item| self.canon(item).is_none()) {
            let covered = ["type", "minItems", "maxItems"];
            return Shape { bounds, ..Shape::new(Kind::List(self.any_of(node)), &covered) };
        }
        if min.is_none() {
            let span = object.member("prefixItems").map_or(node.span, |member| member.key_span);
            let message = "lists with fewer items are not read";
            let help = format!("say so: `\"minItems\": {count}`");
            self.report(self.problem(Code::Narrowed, span, message).help(help));
        }
        let items = prefix.iter().map(|item| self.type_of(item, Role::Part)).collect();
        Shape::new(Kind::Tuple(items), &["type", "prefixItems", "items", "minItems", "maxItems"])
    }
}
