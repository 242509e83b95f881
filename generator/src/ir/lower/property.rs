//! Properties: name, description, presence and rules.

use std::collections::HashMap;

use super::enumeration::non_empty;
use super::union::is_null;
use super::vocabulary::Site;
use super::{Chain, Lowering, Role};
use crate::diagnostic::{Code, quoted};
use crate::ir::{Check, Presence, Property, Spanned};
use crate::schema::{Member, Node, Object, Value};

/// As many nullable types may be nested in each other before their rules are no longer looked for.
const LONGEST: usize = 128;

impl<'a> Lowering<'a, '_> {
    pub(super) fn property(&mut self, member: &'a Member, is_required: bool) -> Property {
        let node = &member.value;
        let own = node.as_object();
        let (ty, checks, alias_description) = match self.follow(node, Site::Property) {
            Some(chain) => {
                let checks = self.checks(&chain);
                // The schemas between the property and the type speak of this use of the type.
                let between = chain.nodes.get(1..chain.nodes.len() - 1).unwrap_or_default();
                let mut objects = between.iter().filter_map(|node| node.as_object());
                let description = objects.find_map(|object| non_empty(object.get("description")));
                (self.type_of_chain(chain, Role::Property), checks, description)
            }
            None => (self.id_of(node), Vec::new(), None),
        };
        let default = own.and_then(|object| object.get("default"));
        if let Some(default) = default
            && !(is_required && default.value == Value::Null)
        {
            self.defaults.push((ty, default));
        }
        let presence = match default {
            _ if is_required => Presence::Required,
            Some(default) => Presence::Default(default.clone()),
            None => Presence::Optional,
        };
        Property {
            wire_name: member.key.clone(),
            rust_name: own.and_then(|object| self.rust_name(object)),
            description: own
                .and_then(|object| non_empty(object.get("description")))
                .or(alias_description),
            presence,
            ty,
            checks,
            is_deprecated: own
                .and_then(|object| object.get("deprecated"))
                .is_some_and(|node| node.value == Value::Bool(true)),
            place: self.place(member.key_span),
        }
    }

    pub(super) fn rust_name(&mut self, object: &'a Object) -> Option<Spanned> {
        let text = self.text(object, "x-rust-name")?;
        let place = self.place(object.get("x-rust-name")?.span);
        let is_start = |character: char| character.is_alphabetic() || character == '_';
        let is_identifier = text.starts_with(is_start)
            && text.chars().all(|character| character.is_alphanumeric() || character == '_')
            && text.chars().any(char::is_alphanumeric);
        if !is_identifier {
            let message = format!("{} is no Rust identifier", quoted(text));
            let help = "write letters, digits and `_`, no digit first";
            self.report(self.problem(Code::BadRustName, place.span, message).help(help));
            return None;
        }
        Some(Spanned { text: text.to_owned(), place })
    }

    /// The rules on a property: its own and those of the schemas that it refers to.
    fn checks(&mut self, chain: &Chain<'a>) -> Vec<Check> {
        let mut checks = Vec::new();
        let mut chains = 0;
        self.checks_of(chain, &mut checks);
        let mut target = chain.target();
        while let Some(chain) = self.only_arm_beside_null(target).filter(|_| chains < LONGEST) {
            chains += 1;
            self.checks_of(&chain, &mut checks);
            target = chain.target();
        }
        let mut seen = HashMap::new();
        for check in &checks {
            if let Some(first) = seen.insert(&check.label.text, check.label.place) {
                let message = format!("the label {} is used twice", quoted(&check.label.text));
                let problem = self.problem(Code::BadValue, check.label.place.span, message);
                let problem = problem.related(first, "first here");
                self.report(problem.help("give each rule of a property its own label"));
            }
        }
        checks
    }

    fn checks_of(&mut self, chain: &Chain<'a>, checks: &mut Vec<Check>) {
        for object in chain.nodes.iter().filter_map(|node| node.as_object()) {
            for member in &object.members {
                match member.key.as_str() {
                    "x-checks" => self.read_checks(member, false, checks),
                    "x-asserts" => self.read_checks(member, true, checks),
                    _ => {}
                }
            }
        }
    }

    fn read_checks(&mut self, member: &'a Member, is_assert: bool, checks: &mut Vec<Check>) {
        let Some(items) = member.value.as_array() else {
            self.bad_value(&member.key, &member.value, "a list of objects with `label` and `expr`");
            return;
        };
        for item in items {
            let Some(object) = item.as_object() else {
                self.bad_item(&member.key, item, "objects with `label` and `expr`");
                continue;
            };
            for part in &object.members {
                if !matches!(part.key.as_str(), "label" | "expr") {
                    let message = format!("the key {} means nothing in a rule", quoted(&part.key));
                    let problem = self.problem(Code::BadValue, part.key_span, message);
                    self.report(problem.help("a rule has a `label` and an `expr`"));
                }
            }
            let label = self.rule_text(item, object, "label");
            let expression = self.rule_text(item, object, "expr");
            if let (Some(label), Some(expression)) = (label, expression) {
                checks.push(Check { label, expression, is_assert });
            }
        }
    }

    fn rule_text(&mut self, item: &'a Node, object: &'a Object, key: &str) -> Option<Spanned> {
        let Some(node) = object.get(key) else {
            let message = format!("`{key}` is missing in this rule");
            let help = "a rule is `{ \"label\": \"short\", \"expr\": \"this|length < 80\" }`";
            self.report(self.problem(Code::BadValue, item.span, message).help(help));
            return None;
        };
        let text = self.text(object, key)?;
        if text.trim().is_empty() {
            self.report(self.problem(
                Code::BadValue,
                node.span,
                format!("the `{key}` of a rule is empty"),
            ));
            return None;
        }
        Some(Spanned { text: text.to_owned(), place: self.place(node.span) })
    }

    /// The schema that may be null, when the given one says no more than that it may be.
    fn only_arm_beside_null(&mut self, node: &'a Node) -> Option<Chain<'a>> {
        let object = node.as_object()?;
        let arms = object.get("anyOf").or_else(|| object.get("oneOf"))?.as_array()?;
        let [one, other] = arms else { return None };
        let (one, other) = (self.follow(one, Site::Arm)?, self.follow(other, Site::Arm)?);
        match (is_null(one.target()), is_null(other.target())) {
            (false, true) => Some(one),
            (true, false) => Some(other),
            _ => None,
        }
    }

    /// Refuses rules on a schema that is no property's.
    pub(super) fn refuse_checks(&mut self, node: &'a Node) {
        let Some(chain) = self.follow(node, Site::Part) else { return };
        if let Some(check) = self.checks(&chain).first() {
            let keyword = if check.is_assert { "x-asserts" } else { "x-checks" };
            let message = format!(
                "`{keyword}` on a list item, a map value or an arm of a union is not supported yet"
            );
            let problem = self.problem(Code::UnsupportedKeyword, check.label.place.span, message);
            let problem = problem.related(self.place(node.span), "it is reached from here");
            self.report(
                problem.help("put the rule on the property that holds the list, map or union"),
            );
        }
    }
}
