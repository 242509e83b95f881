//! Several schemas that all hold, as one.

use super::dialect::made;
use super::kinds::{kinds_of_type, type_node};
use crate::ir::JsonKinds;
use crate::ir::decimal::Decimal;
use crate::ir::equal::equal;
use crate::schema::{Member, Node, Object, Span, Value};

/// Keywords that mean something together: they are taken over from one schema, or not at all.
const GROUPS: [&[&str]; 15] = [
    &["oneOf", "discriminator"],
    &["anyOf"],
    &["not"],
    &["if", "then", "else"],
    &["pattern"],
    &["format"],
    &["multipleOf"],
    &["uniqueItems"],
    &["contains", "minContains", "maxContains"],
    &["propertyNames"],
    &["dependentRequired"],
    &["dependentSchemas"],
    &["unevaluatedItems"],
    &["unevaluatedProperties"],
    &["$dynamicRef"],
];

/// Keywords of which the narrower one holds, and whether that is the greater one.
const BOUNDS: [(&str, bool); 10] = [
    ("minimum", true),
    ("exclusiveMinimum", true),
    ("minLength", true),
    ("minItems", true),
    ("minProperties", true),
    ("maximum", false),
    ("exclusiveMaximum", false),
    ("maxLength", false),
    ("maxItems", false),
    ("maxProperties", false),
];

/// Keywords that have no meaning in a merged schema, or are merged by themselves.
const OWN: [&str; 20] = [
    "$ref",
    "allOf",
    "$defs",
    "definitions",
    "$schema",
    "$id",
    "id",
    "$anchor",
    "$dynamicAnchor",
    "$comment",
    "type",
    "enum",
    "const",
    "properties",
    "patternProperties",
    "additionalProperties",
    "required",
    "items",
    "prefixItems",
    "$recursiveAnchor",
];

/// Merges schemas, the first of which gives names, descriptions and the like. What cannot be said in one schema stays
/// under `allOf`. `None` when no value fits.
pub(super) fn merge(parts: &[&Object], span: Span) -> Option<Object> {
    let mut merged = Merged { span, members: Vec::new(), left: Vec::new() };
    let is_possible = merged.types(parts) && merged.values(parts);
    if !is_possible {
        return None;
    }
    merged.notes(parts);
    merged.bounds(parts);
    merged.groups(parts);
    merged.items(parts);
    merged.objects(parts);
    if !merged.left.is_empty() {
        let left = std::mem::take(&mut merged.left);
        merged.put("allOf", Node { span, value: Value::Array(left) });
    }
    Some(Object { members: merged.members })
}

struct Merged {
    span: Span,
    members: Vec<Member>,
    /// What is left for `allOf`.
    left: Vec<Node>,
}

impl Merged {
    fn put(&mut self, key: &str, value: Node) {
        self.members.push(Member { key: key.to_owned(), key_span: value.span, value });
    }

    /// What only the outermost schema says: names, descriptions, our own keywords, unknown ones.
    fn notes(&mut self, parts: &[&Object]) {
        let is_note = |key: &str| {
            !OWN.contains(&key)
                && !BOUNDS.iter().any(|(bound, _)| *bound == key)
                && !GROUPS.iter().any(|group| group.contains(&key))
        };
        let notes = parts.iter().take(1).flat_map(|part| &part.members);
        self.members.extend(notes.filter(|member| is_note(&member.key)).cloned());
    }

    fn types(&mut self, parts: &[&Object]) -> bool {
        let mut kinds = JsonKinds::ALL;
        let mut span = None;
        for node in parts.iter().filter_map(|part| part.get("type")) {
            kinds = kinds.and(kinds_of_type(node));
            span = span.or(Some(node.span));
        }
        if let Some(span) = span {
            self.put("type", type_node(kinds, span));
        }
        !kinds.is_empty()
    }

    fn values(&mut self, parts: &[&Object]) -> bool {
        let lists = parts.iter().flat_map(|part| {
            let single = part.get("const").map(std::slice::from_ref);
            single.into_iter().chain(part.get("enum").and_then(Node::as_array))
        });
        let lists: Vec<&[Node]> = lists.collect();
        let Some((first, others)) = lists.split_first() else { return true };
        let fits =
            |value: &&Node| others.iter().all(|list| list.iter().any(|one| equal(one, value)));
        let values: Vec<Node> = first.iter().filter(fits).cloned().collect();
        if values.is_empty() {
            return false;
        }
        if others.is_empty() {
            let from = parts.iter().find_map(|part| part.member("const").or(part.member("enum")));
            self.members.extend(from.cloned());
        } else {
            self.put("enum", Node { span: self.span, value: Value::Array(values) });
        }
        true
    }

    fn bounds(&mut self, parts: &[&Object]) {
        for (keyword, is_greater) in BOUNDS {
            let members = parts.iter().filter_map(|part| part.member(keyword));
            let number = |member: &&Member| match &member.value.value {
                Value::Number(text) => Decimal::parse(text),
                _ => Decimal::parse("0"),
            };
            let narrow =
                if is_greater { members.max_by_key(number) } else { members.min_by_key(number) };
            self.members.extend(narrow.cloned());
        }
    }

    fn groups(&mut self, parts: &[&Object]) {
        for group in GROUPS {
            let mut taken: Option<&Object> = None;
            for (at, part) in parts.iter().enumerate() {
                if part.get(group[0]).is_none() {
                    continue;
                }
                // What is unevaluated depends on everything beside it.
                if group[0].starts_with("unevaluated") && at > 0 {
                    let whole = Value::Object((*part).clone());
                    self.left.push(Node { span: self.span, value: whole });
                    continue;
                }
                let members = || group.iter().filter_map(|key| part.member(key)).cloned();
                match taken {
                    None => {
                        self.members.extend(members());
                        taken = Some(part);
                    }
                    Some(first) => {
                        let is_same =
                            group.iter().all(|key| match (first.get(key), part.get(key)) {
                                (Some(one), Some(other)) => equal(one, other),
                                (one, other) => one.is_none() && other.is_none(),
                            });
                        if !is_same {
                            self.leave(members().collect());
                        }
                    }
                }
            }
        }
    }

    fn leave(&mut self, members: Vec<Member>) {
        self.left.push(Node { span: self.span, value: Value::Object(Object { members }) });
    }

    fn items(&mut self, parts: &[&Object]) {
        let concerned: Vec<&&Object> = parts
            .iter()
            .filter(|part| part.get("items").is_some() || part.get("prefixItems").is_some())
            .collect();
        let members = |part: &Object| {
            ["prefixItems", "items"]
                .into_iter()
                .filter_map(|key| part.member(key).cloned())
                .collect::<Vec<_>>()
        };
        if concerned.iter().all(|part| part.get("prefixItems").is_none()) {
            let schemas = concerned.iter().filter_map(|part| part.get("items"));
            if let Some(all) = all_of(schemas.cloned().collect()) {
                self.put("items", all);
            }
            return;
        }
        for (at, part) in concerned.into_iter().enumerate() {
            if at == 0 {
                self.members.extend(members(part));
            } else {
                self.leave(members(part));
            }
        }
    }

    /// A property has the schemas that each of the parts has for its key.
    fn objects(&mut self, parts: &[&Object]) {
        let names = parts.iter().filter_map(|part| part.get("required")?.as_array()).flatten();
        let mut required: Vec<Node> = Vec::new();
        for name in names {
            if !required.iter().any(|known| known.value == name.value) {
                required.push(name.clone());
            }
        }
        let has_patterns = |part: &&&Object| part.get("patternProperties").is_some();
        let patterned: Vec<&&Object> = parts.iter().filter(has_patterns).collect();
        let mut properties: Vec<Member> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for (at, part) in parts.iter().enumerate() {
            for member in properties_of(part) {
                if !seen.insert(member.key.as_str()) {
                    continue;
                }
                let mut schemas: Vec<Node> = Vec::new();
                // Parts before this one do not name the key.
                for (place, part) in parts.iter().enumerate() {
                    let own = if place < at { None } else { property(part, &member.key) };
                    let additional = || {
                        let schema = part.get("additionalProperties")?;
                        (part.get("patternProperties").is_none()).then_some(schema)
                    };
                    schemas.extend(own.or_else(additional).filter(|one| !is_open(one)).cloned());
                }
                let value = all_of(schemas).unwrap_or_else(|| member.value.clone());
                properties.push(Member { value, ..member.clone() });
            }
        }
        if parts.iter().any(|part| part.get("properties").is_some()) {
            let value = Value::Object(Object { members: properties });
            self.put("properties", Node { span: self.span, value });
        }
        if !required.is_empty() {
            self.put("required", Node { span: self.span, value: Value::Array(required) });
        }
        let additional: Vec<&Node> = parts
            .iter()
            .filter_map(|part| part.get("additionalProperties"))
            .filter(|schema| !is_open(schema))
            .collect();
        let rest = |part: &Object| {
            ["properties", "patternProperties", "additionalProperties"]
                .into_iter()
                .filter_map(|key| part.member(key).cloned())
                .collect::<Vec<_>>()
        };
        match patterned[..] {
            [] => {
                if let Some(all) = all_of(additional.into_iter().cloned().collect()) {
                    self.put("additionalProperties", all);
                }
            }
            [only]
                if additional.len()
                    == usize::from(
                        only.get("additionalProperties").is_some_and(|one| !is_open(one)),
                    ) =>
            {
                let keys = ["patternProperties", "additionalProperties"];
                self.members.extend(keys.into_iter().filter_map(|key| only.member(key).cloned()));
                self.leave(rest(only));
            }
            _ => {
                // Nothing is lost: further keys are kept, and each part's rules are checked.
                self.put("additionalProperties", made(self.span, Vec::new()));
                let parts = parts.iter().filter(|part| {
                    part.get("patternProperties").is_some()
                        || part.get("additionalProperties").is_some()
                });
                let left: Vec<_> = parts.map(|part| rest(part)).collect();
                for members in left {
                    self.leave(members);
                }
            }
        }
    }
}

/// A schema that says what all of these say; `None` for none.
fn all_of(mut schemas: Vec<Node>) -> Option<Node> {
    if let Some(at) = schemas.iter().position(|schema| schema.value == Value::Bool(false)) {
        return Some(schemas.swap_remove(at));
    }
    match schemas.len() {
        0 => None,
        1 => schemas.pop(),
        _ => {
            let span = schemas[0].span;
            // The first gives the name and the description.
            let title = |key| {
                schemas
                    .iter()
                    .find_map(|one| one.as_object()?.get(key).cloned().map(|value| (key, value)))
            };
            let mut members: Vec<(&str, Node)> =
                ["title", "description", "default"].into_iter().filter_map(title).collect();
            members.push(("allOf", Node { span, value: Value::Array(schemas) }));
            Some(made(span, members))
        }
    }
}

/// Whether a schema lets all values pass.
pub(super) fn is_open(schema: &Node) -> bool {
    match &schema.value {
        Value::Bool(value) => *value,
        Value::Object(object) => object.members.is_empty(),
        _ => false,
    }
}

pub(super) fn properties_of(object: &Object) -> &[Member] {
    object.get("properties").and_then(Node::as_object).map_or(&[], |object| &object.members)
}

fn property<'o>(object: &'o Object, key: &str) -> Option<&'o Node> {
    object.get("properties")?.as_object()?.get(key)
}
