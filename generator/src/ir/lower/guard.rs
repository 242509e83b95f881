//! Rules that a type's kind does not say.

use super::Lowering;
use super::assert::{asserts, is_nothing};
use crate::ir::{Assert, Guard, JsonKinds, ObjectRule, TypeId};
use crate::schema::{Member, Object};

impl<'a> Lowering<'a, '_> {
    /// Adds a rule for each keyword that the type's kind does not say.
    pub(super) fn guard(
        &mut self,
        id: TypeId,
        object: &'a Object,
        kinds: JsonKinds,
        covered: &[&str],
    ) {
        for member in &object.members {
            let key = member.key.as_str();
            let is_open = asserts(key) && !covered.contains(&key);
            if !is_open || concerned_by(key).and(kinds).is_empty() {
                continue;
            }
            let rule = self.assert_keyword(object, member);
            if !is_nothing(&rule) {
                let place = self.place(member.key_span);
                let guard = Guard { text: in_words(member), rule, place };
                self.types.all[id.0].guards.push(guard);
            }
        }
    }

    /// Forbids a key.
    pub(super) fn forbid(&mut self, id: TypeId, member: &Member) {
        let rule = ObjectRule::Properties(vec![(member.key.clone(), Assert::Always(false))]);
        let text = format!("no key `{}`", member.key);
        let place = self.place(member.key_span);
        let guard = Guard { text, rule: Assert::Object(rule), place };
        self.types.all[id.0].guards.push(guard);
    }
}

/// The kinds of values that a keyword may refuse.
pub(super) fn concerned_by(keyword: &str) -> JsonKinds {
    match keyword {
        "minLength" | "maxLength" | "pattern" | "format" => JsonKinds::STRING,
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
            JsonKinds::NUMBER
        }
        "items" | "prefixItems" | "minItems" | "maxItems" | "uniqueItems" | "contains"
        | "unevaluatedItems" => JsonKinds::ARRAY,
        "properties"
        | "patternProperties"
        | "additionalProperties"
        | "required"
        | "minProperties"
        | "maxProperties"
        | "propertyNames"
        | "dependentRequired"
        | "dependentSchemas"
        | "unevaluatedProperties" => JsonKinds::OBJECT,
        _ => JsonKinds::ALL,
    }
}

/// What a keyword asks for, for an error.
fn in_words(member: &Member) -> String {
    use crate::schema::Value;
    let key = member.key.as_str();
    match (&member.value.value, key) {
        (Value::Number(count), "minProperties") => format!("at least {count} {}", keys(count)),
        (Value::Number(count), "maxProperties") => format!("at most {count} {}", keys(count)),
        (Value::Number(number), "multipleOf") => format!("a multiple of {number}"),
        (_, "uniqueItems") => "items that all differ".to_owned(),
        (_, "contains") => "an item as `contains` says".to_owned(),
        (_, "not") => "a value that `not` does not describe".to_owned(),
        (_, "if") => "what `then` or `else` says, as `if` decides".to_owned(),
        (_, "oneOf") => "exactly one of the cases of `oneOf`".to_owned(),
        (_, "anyOf") => "one of the cases of `anyOf`".to_owned(),
        (_, "propertyNames") => "keys as `propertyNames` says".to_owned(),
        _ => format!("what `{key}` says"),
    }
}

fn keys(count: &str) -> &'static str {
    if count == "1" { "key" } else { "keys" }
}
