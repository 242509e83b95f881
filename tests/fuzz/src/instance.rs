//! Random outputs of a signature, made from its file.
//!
//! Every text and number is there once, so that it can be found again. Rules on values are not honoured, but for
//! bounds: an output that is not valid is of no use and is left out by who asked for it.

use serde_json::{Map, Value, json};

use crate::entropy::Choices;

/// Makes values of schemas.
struct Maker<'s, 'c, 'b> {
    root: &'s Value,
    choices: &'c mut Choices<'b>,
    /// How many texts and numbers were made.
    count: usize,
}

/// The output fields of a signature, as one object.
pub(crate) fn output(schema: &str, choices: &mut Choices<'_>) -> Value {
    let root: Value = serde_json::from_str(schema).expect("the file is JSON");
    let mut maker = Maker { root: &root, choices, count: 0 };
    let mut fields = Map::new();
    for (name, property) in root["properties"].as_object().into_iter().flatten() {
        if property["x-field"] == "output" {
            maker.member(&root, name, property, 0, &mut fields);
        }
    }
    Value::Object(fields)
}

impl Maker<'_, '_, '_> {
    fn member(
        &mut self,
        object: &Value,
        name: &str,
        schema: &Value,
        depth: usize,
        members: &mut Map<String, Value>,
    ) {
        let is_required =
            object["required"].as_array().is_some_and(|all| all.contains(&json!(name)));
        if is_required || (depth < 5 && self.choices.below(3) > 0) {
            members.insert(name.to_owned(), self.value(schema, depth));
        }
    }

    fn value(&mut self, schema: &Value, depth: usize) -> Value {
        if let Some(path) = schema["$ref"].as_str() {
            let root = self.root;
            return self.value(root.pointer(&path[1..]).unwrap_or(&Value::Null), depth);
        }
        if let Some(value) = schema.get("const") {
            return value.clone();
        }
        if let Some(values) = schema["enum"].as_array() {
            return self.choices.of(values).clone();
        }
        for key in ["oneOf", "anyOf"] {
            if let Some(arms) = schema[key].as_array() {
                let null = arms.iter().find(|arm| arm["type"] == "null");
                let arm = if depth > 4 { null.unwrap_or(&arms[0]) } else { self.choices.of(arms) };
                return self.value(arm, depth);
            }
        }
        match &schema["type"] {
            Value::String(kind) => self.of_type(kind, schema, depth),
            Value::Array(kinds) => {
                let kind = if depth > 4 { &kinds[kinds.len() - 1] } else { self.choices.of(kinds) };
                self.of_type(kind.as_str().unwrap_or("null"), schema, depth)
            }
            _ => {
                let kind = *self.choices.of(&["string", "integer", "boolean", "null", "array"]);
                self.of_type(kind, &Value::Null, depth + 2)
            }
        }
    }

    fn of_type(&mut self, kind: &str, schema: &Value, depth: usize) -> Value {
        match kind {
            "object" => self.object(schema, depth + 1),
            "array" => self.list(schema, depth + 1),
            "string" => self.text().into(),
            "integer" => self.whole(schema),
            "number" => {
                self.count += 1;
                let number = format!("{}.{}", self.choices.below(9), 1000 + self.count);
                serde_json::from_str(&number).unwrap_or_default()
            }
            "boolean" => (self.choices.below(2) == 0).into(),
            _ => Value::Null,
        }
    }

    fn object(&mut self, schema: &Value, depth: usize) -> Value {
        let mut members = Map::new();
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            self.member(schema, name, property, depth, &mut members);
        }
        let further = &schema["additionalProperties"];
        if further.is_object() && depth < 5 {
            for _ in 0..self.choices.below(3) {
                let key = self.word();
                members.insert(key, self.value(further, depth));
            }
        }
        Value::Object(members)
    }

    fn list(&mut self, schema: &Value, depth: usize) -> Value {
        let mut items = Vec::new();
        for item in schema["prefixItems"].as_array().into_iter().flatten() {
            items.push(self.value(item, depth));
        }
        if schema["items"] != Value::Bool(false) && depth < 5 {
            for _ in 0..self.choices.below(4) {
                items.push(self.value(&schema["items"], depth));
            }
        }
        Value::Array(items)
    }

    fn whole(&mut self, schema: &Value) -> Value {
        self.count += 1;
        let (from, to) = match schema["format"].as_str() {
            Some("int8" | "uint8") => (0, 127),
            Some("int16" | "uint16") => (0, 32767),
            _ => (0, 1_000_000),
        };
        let from = schema["minimum"].as_i64().unwrap_or(from).max(0);
        let to = schema["maximum"].as_i64().unwrap_or(to).min(to);
        let place = i64::try_from(self.choices.below(97) * 101 + self.count).unwrap_or_default();
        (from + place % (to - from + 1).max(1)).into()
    }

    fn word(&mut self) -> String {
        const WORDS: &[&str] = &["amber", "birch", "cedar", "delta", "ember", "flint", "grove"];
        self.count += 1;
        format!("{}{}", self.choices.of(WORDS), self.count)
    }

    /// A text as models write them: it may hold what JSON and layouts are made of.
    fn text(&mut self) -> String {
        const PIECES: &[&str] = &[
            "",
            " ",
            " and then",
            ", ",
            ": ",
            " [1]",
            " {x}",
            "\"",
            "'s",
            "\n",
            "\\",
            " // no",
            " # 1",
            " null",
            " it's",
            " (see below)",
            "; ",
            " é",
            "```",
            " https://example.com/a?b=1",
            " 50%",
            "}",
            "]",
            " \"quoted\" ",
            " = ",
        ];
        let mut text = self.word();
        for _ in 0..self.choices.below(3) {
            let piece = *self.choices.of(PIECES);
            text.push_str(piece);
            text.push_str(&self.word());
        }
        text
    }
}
