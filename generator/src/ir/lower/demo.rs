//! Values in the file: defaults and demos.

use std::collections::{HashMap, HashSet};

use super::Lowering;
use super::finish::{allows_null, has_null_default};
use super::vocabulary::nearest;
use crate::diagnostic::{Code, quoted};
use crate::ir::{Demo, Field, Kind, Presence, Problem, ValueChecker};
use crate::schema::{Node, Object, Value};

/// More problems of one value are not told.
const MOST_PROBLEMS: usize = 20;

impl<'a> Lowering<'a, '_> {
    /// Checks all defaults against their types.
    pub(super) fn check_defaults(&mut self, mut fields: Vec<Field>) -> Vec<Field> {
        for field in &mut fields {
            let property = &mut field.property;
            if has_null_default(property) && !allows_null(&self.types, property.ty) {
                property.presence = Presence::Optional;
            }
        }
        let (types, rules) = (std::mem::take(&mut self.types), std::mem::take(&mut self.rules));
        let mut checker = ValueChecker::new(&types, &rules);
        let mut wrong = HashSet::new();
        for (id, default) in std::mem::take(&mut self.defaults) {
            if default.value == Value::Null && !allows_null(&types, id) {
                continue;
            }
            let problems = checker.check(id, default);
            // A default is an annotation. Of a schema that comes from elsewhere a wrong one is left out.
            let code =
                if self.is_types_only { Code::DefaultIgnored } else { Code::DefaultMismatch };
            if !problems.is_empty() {
                wrong.insert(default.span);
            }
            self.tell_problems(code, "default", problems);
        }
        (self.types, self.rules) = (types, rules);
        for ty in &mut self.types.all {
            let Kind::Object(object) = &mut ty.kind else { continue };
            for property in &mut object.properties {
                if matches!(&property.presence, Presence::Default(node) if wrong.contains(&node.span))
                {
                    property.presence = Presence::Optional;
                }
            }
        }
        fields
    }

    /// Reads `examples`, each of which has a value for every required field.
    pub(super) fn demos(&mut self, object: &'a Object, fields: &[Field]) -> Vec<Demo> {
        let Some(node) = object.get("examples") else { return Vec::new() };
        let Some(items) = node.as_array() else {
            self.bad_value("examples", node, "a list of demos");
            return Vec::new();
        };
        // A field that was refused is not among the fields, though a demo may well name it.
        let are_known = self.properties(object).len() == fields.len();
        let (types, rules) = (std::mem::take(&mut self.types), std::mem::take(&mut self.rules));
        let mut checker = ValueChecker::new(&types, &rules);
        let by_name: HashMap<&str, &Field> =
            fields.iter().map(|field| (field.property.wire_name.as_str(), field)).collect();
        let demos = items.iter().filter_map(|item| {
            let demo = item.as_object();
            if demo.is_none() {
                let message = format!("a demo is an object, not {}", item.kind());
                let help = "write one value for each field: `{ \"question\": …, \"answer\": … }`";
                self.report(self.problem(Code::DemoMismatch, item.span, message).help(help));
            }
            for member in &demo?.members {
                match by_name.get(member.key.as_str()) {
                    Some(field) => {
                        let problems = checker.check(field.property.ty, &member.value);
                        self.tell_problems(Code::DemoMismatch, "demo", problems);
                    }
                    None if !are_known => {}
                    None => {
                        let message = format!("there is no field {}", quoted(&member.key));
                        let problem = self.problem(Code::DemoMismatch, member.key_span, message);
                        let names = fields.iter().map(|field| field.property.wire_name.as_str());
                        self.report(match nearest(&member.key, names) {
                            Some(meant) => problem.help(format!("did you mean {}?", quoted(meant))),
                            None => problem,
                        });
                    }
                }
            }
            self.check_complete(item, demo?, fields);
            Some(Demo { value: item.clone(), place: self.place(item.span) })
        });
        let demos = demos.collect();
        (self.types, self.rules) = (types, rules);
        demos
    }

    fn check_complete(&mut self, item: &Node, demo: &'a Object, fields: &[Field]) {
        let required =
            fields.iter().filter(|field| matches!(field.property.presence, Presence::Required));
        let mut missing = Vec::new();
        for field in required {
            if self.member(demo, &field.property.wire_name).is_none() {
                missing.push(quoted(&field.property.wire_name));
            }
        }
        if !missing.is_empty() {
            missing.truncate(MOST_PROBLEMS);
            let message = format!("the demo has no value for {}", missing.join(", "));
            let problem = self.problem(Code::DemoMismatch, item.span, message);
            self.report(problem.help("a demo has a value for every required field"));
        }
    }

    fn tell_problems(&mut self, code: Code, what: &str, problems: Vec<Problem>) {
        for problem in problems.into_iter().take(MOST_PROBLEMS) {
            let message = format!("the {what} does not fit its type: {}", problem.message);
            self.report(self.problem(code, problem.span, message));
        }
    }
}
