//! Changes of schemas.

use std::collections::HashSet;

use serde_json::{Map, Value, json};
use sigcodegen::schema::KEYWORDS;

use super::places::{parts, remove, schemas};
use super::random::Random;
use super::values::Pool;
use crate::cases::{Case, Test};

/// A subschema that is longer is not spliced into another schema.
const LONGEST_GIFT: usize = 4_000;

/// Changes a schema several times.
pub(crate) fn mutate(host: &Case, all: &[Case], random: &mut Random) -> Value {
    let mut schema = host.schema.clone();
    let changes = 1 + random.below(7);
    for _ in 0..changes {
        let pool = pool(&schema, host);
        change(&mut schema, &pool, all, random);
    }
    if !random.one_in(8) {
        let pool = pool(&schema, host);
        mend(&mut schema, &pool, random);
    }
    if let Some(object) = schema.as_object_mut() {
        // So that the type is named by the file.
        object.shift_remove("title");
    }
    schema
}

pub(crate) fn pool(schema: &Value, host: &Case) -> Pool {
    let mut names: Vec<String> = Vec::new();
    let mut references: Vec<String> = Vec::new();
    for pointer in schemas(schema) {
        if let Some((rest, name)) = pointer.rsplit_once('/')
            && rest.ends_with("/properties")
        {
            names.push(name.replace("~1", "/").replace("~0", "~"));
        }
        references.push(format!("#{}", pointer.replace('%', "%25")));
    }
    let mut values = Vec::new();
    for test in host.tests.iter().filter(|test| test.data.len() < 20_000).take(4) {
        let data: Value = serde_json::from_str(&test.data).unwrap_or_default();
        let inner: Vec<Value> =
            parts(&data).iter().filter_map(|pointer| data.pointer(pointer).cloned()).collect();
        values.extend(inner.into_iter().filter(|value| value.to_string().len() < 60).take(40));
    }
    Pool { names, references, values }
}

/// A schema of a few keywords with instances at random: in a small one, keywords meet more often.
pub(crate) fn invent(random: &mut Random) -> Case {
    let pool = Pool::small();
    let schema = pool.schema(random, 4);
    let tests = (0..8).map(|_| pool.instance(random, 3).to_string());
    let tests = tests.map(|data| Test { is_valid: true, data }).collect();
    Case { id: "invented".to_owned(), schema, tests, name: String::new() }
}

fn change(root: &mut Value, pool: &Pool, all: &[Case], random: &mut Random) {
    let places = schemas(root);
    let pointer = random.pick(&places).clone();
    let other = random.pick(&places).clone();
    let Some(place) = root.pointer_mut(&pointer) else { return };
    match random.below(24) {
        0 | 1 => *place = gift(all, random),
        2 | 3 => merge(place, gift(all, random), random),
        4 => drop_keyword(place, random),
        5 => drop_part(root, random),
        6 => swap(root, &pointer, &other),
        7 => copy(root, &pointer, &other, random),
        8 | 9 => replace_keyword(place, pool, random),
        10..15 => add_keyword(place, pool, random, true),
        15 => add_keyword(place, pool, random, false),
        16 | 17 => wrap(place, pool, random),
        18 => nest(place, pool, random),
        19 => rename(place, pool, random),
        20 | 21 => *place = json!({ "$ref": pool.reference(random) }),
        22 => *place = pool.schema(random, 3),
        _ => branch(place, pool, random),
    }
}

/// A subschema of any case.
fn gift(all: &[Case], random: &mut Random) -> Value {
    let schema = &random.pick(all).schema;
    let pointer = random.pick(&schemas(schema)).clone();
    let gift = schema.pointer(&pointer).cloned().unwrap_or_default();
    if gift.to_string().len() > LONGEST_GIFT { json!({ "type": "string" }) } else { gift }
}

fn merge(place: &mut Value, gift: Value, random: &mut Random) {
    if let (Some(object), Value::Object(gift)) = (place.as_object_mut(), gift) {
        object.extend(gift.into_iter().filter(|_| !random.one_in(3)));
    }
}

fn keyword_of(object: &Map<String, Value>, random: &mut Random) -> Option<String> {
    let keys: Vec<&String> = object.keys().collect();
    (!keys.is_empty()).then(|| (*random.pick(&keys)).clone())
}

fn drop_keyword(place: &mut Value, random: &mut Random) {
    if let Some(object) = place.as_object_mut()
        && let Some(key) = keyword_of(object, random)
    {
        object.shift_remove(&key);
    }
}

fn drop_part(root: &mut Value, random: &mut Random) {
    let parts = parts(root);
    if !parts.is_empty() {
        let pointer = random.pick(&parts).clone();
        remove(root, &pointer);
    }
}

fn swap(root: &mut Value, one: &str, other: &str) {
    let Some(first) = root.pointer(one).cloned() else { return };
    let Some(second) = root.pointer_mut(other) else { return };
    let second = std::mem::replace(second, first);
    if let Some(place) = root.pointer_mut(one) {
        *place = second;
    }
}

/// Copies a keyword of one schema into another.
fn copy(root: &mut Value, from: &str, to: &str, random: &mut Random) {
    let Some(object) = root.pointer(from).and_then(Value::as_object) else { return };
    let Some(key) = keyword_of(object, random) else { return };
    let value = object[&key].clone();
    if let Some(object) = root.pointer_mut(to).and_then(Value::as_object_mut) {
        object.insert(key, value);
    }
}

/// Puts a value of another kind in a keyword's place.
fn replace_keyword(place: &mut Value, pool: &Pool, random: &mut Random) {
    let Some(object) = place.as_object_mut() else { return };
    let Some(key) = keyword_of(object, random) else { return };
    let is_likely = random.one_in(2);
    let new = if is_likely { pool.likely(&key, random, 2) } else { pool.unlikely(random) };
    object.insert(key, new);
}

fn add_keyword(place: &mut Value, pool: &Pool, random: &mut Random, is_likely: bool) {
    let keyword = random.pick(KEYWORDS).name;
    let value = if is_likely { pool.likely(keyword, random, 3) } else { pool.unlikely(random) };
    match place {
        Value::Object(object) => {
            object.insert(keyword.to_owned(), value);
        }
        _ => *place = json!({ keyword: value }),
    }
}

/// Puts a schema into a combination.
fn wrap(place: &mut Value, pool: &Pool, random: &mut Random) {
    let inner = place.take();
    let other = pool.schema(random, 2);
    *place = match random.below(8) {
        0 => json!({ "allOf": [inner, other] }),
        1 => json!({ "anyOf": [inner, other] }),
        2 => json!({ "oneOf": [other, inner] }),
        3 => json!({ "not": { "not": inner } }),
        4 => json!({ "anyOf": [inner, { "type": "null" }] }),
        5 => json!({ "if": other, "then": inner }),
        6 => json!({ "allOf": [inner], "unevaluatedProperties": false }),
        _ => json!({ "allOf": [inner.clone()], "oneOf": [inner, other] }),
    };
}

/// Puts a schema deep into others.
fn nest(place: &mut Value, pool: &Pool, random: &mut Random) {
    let depth = if random.one_in(4) { 1 + random.below(70) } else { 1 + random.below(5) };
    let way = random.below(5);
    for _ in 0..depth {
        let inner = place.take();
        *place = match way {
            0 => json!({ "properties": { pool.name(random): inner } }),
            1 => json!({ "items": inner }),
            2 => json!({ "anyOf": [inner] }),
            3 => json!({ "allOf": [inner] }),
            _ => json!({ "not": inner }),
        };
    }
}

fn rename(place: &mut Value, pool: &Pool, random: &mut Random) {
    let properties = place.get_mut("properties").and_then(Value::as_object_mut);
    if let Some(properties) = properties
        && let Some(key) = keyword_of(properties, random)
    {
        let inner = properties.shift_remove(&key).unwrap_or_default();
        properties.insert(pool.name(random), inner);
    }
}

/// Adds a condition on properties that are there.
fn branch(place: &mut Value, pool: &Pool, random: &mut Random) {
    let Some(object) = place.as_object_mut() else { return };
    let name = pool.name(random);
    let test = json!({ "properties": { &name: { "const": pool.value(random) } } });
    match random.below(4) {
        0 => {
            object.insert("if".to_owned(), test);
            object.insert("then".to_owned(), pool.schema(random, 2));
            object.insert("else".to_owned(), pool.schema(random, 1));
        }
        1 => {
            let arms = json!([test, { "required": [pool.name(random)] }]);
            object.insert(if random.one_in(2) { "anyOf" } else { "oneOf" }.to_owned(), arms);
        }
        2 => {
            object.insert("not".to_owned(), test);
        }
        _ => {
            object.insert("unevaluatedProperties".to_owned(), pool.schema(random, 1));
            object.insert("anyOf".to_owned(), json!([test, pool.schema(random, 2)]));
        }
    }
}

/// Points references that lead nowhere to something.
fn mend(root: &mut Value, pool: &Pool, random: &mut Random) {
    let known: HashSet<String> = pool.references.iter().cloned().collect();
    for pointer in schemas(root) {
        let reference = root.pointer_mut(&pointer).and_then(|schema| schema.get_mut("$ref"));
        if let Some(Value::String(text)) = reference
            && !known.contains(text.as_str())
        {
            *text = pool.reference(random);
        }
    }
}
