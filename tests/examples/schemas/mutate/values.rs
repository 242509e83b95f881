//! Values of keywords, likely and unlikely ones.

use serde_json::{Map, Value, json};
use sigcodegen::schema::{Format, KEYWORDS, NUMBER_FORMATS};

use super::random::Random;

/// What a schema and its instances have to offer.
pub(crate) struct Pool {
    /// Names of properties.
    pub(crate) names: Vec<String>,
    /// References to schemas.
    pub(crate) references: Vec<String>,
    /// Values that occur in instances, and texts.
    pub(crate) values: Vec<Value>,
}

/// A text that becomes a number as it stands when the schema is written; `serde_json` could not hold it.
pub(crate) const NUMBER: &str = "as a number: ";

const KINDS: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];
const NUMBERS: [&str; 16] = [
    "0",
    "-0.0",
    "1",
    "-1",
    "0.5",
    "1e400",
    "-1e400",
    "1e-400",
    "1E+2",
    "2.0",
    "1e1000000000",
    "0.10000000000000000000000000001",
    "123456789012345678901234567890",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775809",
];
const HOSTILE: [&str; 32] = [
    "",
    " ",
    "_",
    "__",
    "0",
    "self",
    "Self",
    "super",
    "crate",
    "type",
    "async",
    "r#type",
    "Ok",
    "None",
    "Some",
    "Vec",
    "String",
    "Option",
    "Result",
    "json",
    "value",
    "decoder",
    "a/b",
    "a~1b",
    "a.b",
    "%25",
    "\"",
    "\\",
    "{}",
    "\n\u{0}\u{202e}",
    "日本語",
    "*/ //! #[x] ```",
];
const PATTERNS: [&str; 28] = [
    "^a",
    "a$",
    "^$",
    "",
    "^[a-z]+$",
    "^\\d{2,4}$",
    "\\w",
    "^\\S+\\s\\S*$",
    "^(foo|bar)?baz$",
    "^x-",
    "^.{3}$",
    "[^a]",
    "^[\\u0000-\\u007f]*$",
    "^(a+)+$",
    "(?=a)b",
    "^(?!a).*$",
    "(?<=a)b",
    "(a)\\1",
    "(?:a){1000}",
    "(a{100}){100}",
    "\\bfoo\\b",
    "\\p{L}+",
    "^[",
    "a**",
    "\\",
    "^[\\w.-]+@[\\w.-]+$",
    "[\\s\\S]*",
    "^(?:[0-9]{1,3}\\.){3}[0-9]{1,3}$",
];
const ADDRESSES: [&str; 8] = [
    "#",
    "#a",
    "a.json",
    "http://example.com/a",
    "http://example.com/a#",
    "urn:example:a",
    "#/definitions/a",
    "%",
];
const DRAFTS: [&str; 5] = [
    "http://json-schema.org/draft-04/schema#",
    "http://json-schema.org/draft-06/schema#",
    "http://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft/2019-09/schema",
    "https://json-schema.org/draft/2020-12/schema",
];

impl Pool {
    /// Few names and few small values, so that they meet often.
    pub(crate) fn small() -> Self {
        let values =
            json!([null, false, true, 0, 1, 2, -1.5, "", "a", "b", "ab", [], [1], {}, { "a": 1 }]);
        Self {
            names: ["a", "b", "c"].map(str::to_owned).into(),
            references: ["#", "#/properties/a", "#/$defs/a"].map(str::to_owned).into(),
            values: values.as_array().cloned().unwrap_or_default(),
        }
    }

    /// An instance that fits no schema in particular.
    pub(crate) fn instance(&self, random: &mut Random, depth: usize) -> Value {
        match random.below(3) {
            0 if depth > 0 => {
                (0..random.below(4)).map(|_| self.instance(random, depth - 1)).collect()
            }
            1 if depth > 0 => {
                let mut members = Map::new();
                for _ in 0..random.below(4) {
                    members
                        .insert(random.pick(&self.names).clone(), self.instance(random, depth - 1));
                }
                members.into()
            }
            _ => self.value(random),
        }
    }

    /// The name of a property.
    pub(crate) fn name(&self, random: &mut Random) -> String {
        if self.names.is_empty() || random.one_in(8) {
            return (*random.pick(&HOSTILE)).to_owned();
        }
        random.pick(&self.names).clone()
    }

    /// A reference to a schema that is there.
    pub(crate) fn reference(&self, random: &mut Random) -> String {
        if random.one_in(6) { "#".to_owned() } else { random.pick(&self.references).clone() }
    }

    /// A value of any kind.
    pub(crate) fn value(&self, random: &mut Random) -> Value {
        match random.below(10) {
            0..6 if !self.values.is_empty() => random.pick(&self.values).clone(),
            0 => Value::Null,
            1 => json!(random.one_in(2)),
            2..5 => json!(random.below(5)),
            5 => json!(-1.5),
            6 => json!(self.name(random)),
            7 => json!([self.name(random), 1]),
            8 => json!({ self.name(random): 1 }),
            _ => json!([{}, [], null, "", 0, false]),
        }
    }

    /// A value that a keyword may well have.
    pub(crate) fn likely(&self, keyword: &str, random: &mut Random, depth: usize) -> Value {
        match keyword {
            "$ref" | "$dynamicRef" => json!(self.reference(random)),
            "$recursiveRef" => json!("#"),
            "$schema" => json!(random.pick(&DRAFTS)),
            "$id" | "id" | "$anchor" | "$dynamicAnchor" => json!(random.pick(&ADDRESSES)),
            "$defs" | "definitions" | "properties" | "dependentSchemas" | "dependencies" => {
                self.entries(random, depth)
            }
            "patternProperties" => {
                let name = *random.pick(&PATTERNS);
                json!({ name: self.schema(random, depth) })
            }
            "type" if random.one_in(3) => json!([random.pick(&KINDS[..3]), random.pick(&KINDS)]),
            "type" => json!(random.pick(&KINDS)),
            "enum" => (0..=random.below(4)).map(|_| self.value(random)).collect(),
            "examples" => json!([self.value(random)]),
            "const" | "default" => self.value(random),
            "required" => self.some_names(random),
            "dependentRequired" => json!({ self.name(random): self.some_names(random) }),
            "propertyNames" if random.one_in(2) => json!({ "pattern": random.pick(&PATTERNS) }),
            "allOf" | "anyOf" | "oneOf" | "prefixItems" => {
                (0..=random.below(3)).map(|_| self.schema(random, depth)).collect()
            }
            "items" if random.one_in(6) => json!([self.schema(random, depth)]),
            "items"
            | "additionalItems"
            | "contains"
            | "propertyNames"
            | "additionalProperties"
            | "unevaluatedProperties"
            | "unevaluatedItems"
            | "not"
            | "if"
            | "then"
            | "else"
            | "contentSchema" => self.schema(random, depth),
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => {
                json!([-1.5, 0.0, 0.25, 3.0, 100.0, 1e9][random.below(6)])
            }
            "multipleOf" => json!([0.01, 0.5, 1.0, 3.0, 7.5][random.below(5)]),
            _ if keyword.starts_with("min") || keyword.starts_with("max") => {
                json!([0, 1, 1, 2, 3, 10][random.below(6)])
            }
            "pattern" => json!(random.pick(&PATTERNS)),
            "format" if random.one_in(4) => json!(random.pick(&NUMBER_FORMATS)),
            "format" => json!(random.pick(&Format::ALL).0),
            "uniqueItems" | "deprecated" | "readOnly" | "writeOnly" | "nullable" => {
                json!(!random.one_in(4))
            }
            "x-checks" | "x-asserts" => json!([{ "label": "short", "expr": "this|length < 80" }]),
            _ => json!(self.name(random)),
        }
    }

    /// A value that a keyword should not have.
    pub(crate) fn unlikely(&self, random: &mut Random) -> Value {
        match random.below(9) {
            0 => Value::Null,
            1 => json!(random.one_in(2)),
            2 | 3 => json!(format!("{NUMBER}{}", random.pick(&NUMBERS))),
            4 => json!(random.pick(&HOSTILE)),
            5 => json!([]),
            6 => json!({}),
            7 => json!([self.value(random), self.value(random)]),
            _ => self.value(random),
        }
    }

    /// A small schema.
    pub(crate) fn schema(&self, random: &mut Random, depth: usize) -> Value {
        if depth == 0 || random.one_in(6) {
            return match random.below(6) {
                0 => json!(true),
                1 => json!(random.one_in(2)),
                2 => json!({ "const": self.value(random) }),
                3 => json!({ "type": random.pick(&KINDS) }),
                4 => json!({ "$ref": self.reference(random) }),
                _ => json!({ "required": self.some_names(random) }),
            };
        }
        let mut schema = Map::new();
        for _ in 0..=random.below(3) {
            let keyword = random.pick(KEYWORDS).name;
            if !matches!(keyword, "$schema" | "$id" | "id" | "x-adapters" | "x-style") {
                schema.insert(keyword.to_owned(), self.likely(keyword, random, depth - 1));
            }
        }
        if random.one_in(2) {
            schema.insert("type".to_owned(), json!(random.pick(&KINDS)));
        }
        schema.into()
    }

    fn entries(&self, random: &mut Random, depth: usize) -> Value {
        let mut entries = Map::new();
        for _ in 0..=random.below(3) {
            entries.insert(self.name(random), self.schema(random, depth));
        }
        entries.into()
    }

    fn some_names(&self, random: &mut Random) -> Value {
        (0..=random.below(2)).map(|_| json!(self.name(random))).collect()
    }
}

/// The text of a schema, with numbers that only a text can hold.
pub(crate) fn write(schema: &Value) -> String {
    let text = format!("{schema:#}");
    let marked = format!("\"{NUMBER}");
    let mut parts = text.split(&marked);
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // The mark may also be a key, or part of one.
        match part.split_once('"') {
            Some((number, rest)) if !rest.starts_with(':') => result.extend([number, rest]),
            _ => result.extend([marked.as_str(), part]),
        }
    }
    result
}
