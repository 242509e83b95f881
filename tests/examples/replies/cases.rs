//! The files of replies, and what is expected of each.

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde_json::{Value, json};

/// Flip it when `Reading::of_xml` is there.
pub(crate) const XML_IS_BUILT: bool = false;

/// The files that are read if none is given: what was found by attacks on the reader, and records that are not part of
/// this repository.
pub(crate) fn files() -> [PathBuf; 4] {
    let own = "examples/replies/found.jsonl";
    let records = ["replies/users.jsonl", "dspy/parse.jsonl", "replies/smol.jsonl"];
    let [users, dspy, smol] = records.map(|file| format!("../../shared/cases/{file}"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    [own.to_owned(), users, dspy, smol].map(|file| folder.join(file))
}

/// A reply and what is expected of it.
pub(crate) struct Case {
    pub(crate) id: String,
    /// What the case is about: the kind of trouble, or the tag.
    pub(crate) tag: String,
    /// The text of its signature file, without a title.
    pub(crate) schema: Value,
    /// The schema of the output fields in short, for people.
    pub(crate) summary: String,
    /// The ways to read it; each must be as expected.
    pub(crate) modes: Vec<&'static str>,
    pub(crate) reply: String,
    pub(crate) is_cut: bool,
    pub(crate) expected: Expected,
    /// Parts of what is expected that are not looked at.
    pub(crate) unchecked: Vec<&'static str>,
    /// Why it is counted only.
    pub(crate) skipped: Option<&'static str>,
}

/// What is expected of a reply.
pub(crate) enum Expected {
    /// One of these.
    OneOf(Vec<Wanted>),
    /// As before, and something is noted.
    Noted(Vec<Wanted>),
    /// Nothing but an answer of some kind.
    Any,
}

/// A result that is fine.
pub(crate) enum Wanted {
    Output(Value),
    /// An error of this kind, or of any; there, or anywhere.
    Error {
        kind: Option<String>,
        at: Option<String>,
    },
}

/// Reads a file of replies.
pub(crate) fn read(file: &Path) -> io::Result<Vec<Case>> {
    let text = fs::read_to_string(file)?;
    let mut cases = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let line: Value = serde_json::from_str(line)?;
        cases.push(if line.get("signature_schema").is_some() {
            of_dspy(&line)
        } else if line.get("sig").is_some() {
            of_small_model(at, &line)
        } else {
            of_user(&line)
        });
    }
    Ok(cases)
}

/// `{id, kind, schema of the outputs, inputs, mode, reply or reply_gen, finish, expect, also_ok, flag}`.
fn of_user(line: &Value) -> Case {
    let expect = &line["expect"];
    let mut wanted = vec![wanted(expect)];
    wanted.extend(line["also_ok"].as_array().into_iter().flatten().map(self::wanted));
    let is_other = expect.get("stream").is_some() || expect.get("flow").is_some();
    let has_flag = line.get("flag").is_some();
    let unchecked = [("partial", "partial outputs"), ("limit_ms", "time limits")];
    let unchecked = unchecked.into_iter().filter(|(key, _)| line.get(key).is_some());
    Case {
        id: text(line, "id"),
        tag: text(line, "kind"),
        schema: signature_of(&line["schema"], &line["inputs"]),
        summary: short(&line["schema"]["properties"].to_string(), 160),
        modes: modes(&line["mode"]),
        reply: reply(line),
        is_cut: line["finish"] == "length",
        expected: if has_flag { Expected::Noted(wanted) } else { Expected::OneOf(wanted) },
        unchecked: unchecked.map(|(_, part)| part).collect(),
        skipped: is_other.then_some("of another issue: streams and flows"),
    }
}

/// `{id, tag, signature_schema, adapter, reply, expected, dspy_wrong, better, better_soft}`.
fn of_dspy(line: &Value) -> Case {
    let is_wrong = line["dspy_wrong"] == true;
    let given = &line["expected"];
    let given = match given.get("error") {
        Some(_) => Wanted::Error { kind: None, at: None },
        None => Wanted::Output(given.clone()),
    };
    let expected = match (is_wrong, &given) {
        (false, Wanted::Error { .. }) => Expected::Any,
        (false, Wanted::Output(_)) => Expected::OneOf(vec![given]),
        (true, _) => {
            let mut wanted = vec![Wanted::Output(line["better"].clone())];
            wanted.extend((line["better_soft"] == true).then_some(given));
            Expected::OneOf(wanted)
        }
    };
    let modes = modes(&line["adapter"]);
    let skipped = (!XML_IS_BUILT && modes == ["xml"]).then_some("the adapter is not built");
    let properties = line["signature_schema"]["properties"].as_object().into_iter().flatten();
    let outputs = properties.filter(|(_, field)| field["__dspy_field_type"] == "output");
    let outputs = outputs.map(|(name, field)| {
        let mut field = field.clone();
        for known in ["__dspy_field_type", "desc", "prefix", "title"] {
            field.as_object_mut().and_then(|field| field.shift_remove(known));
        }
        format!("{name}: {field}")
    });
    Case {
        id: text(line, "id"),
        tag: text(line, "tag"),
        schema: line["signature_schema"].clone(),
        summary: short(&outputs.collect::<Vec<_>>().join(", "), 160),
        modes,
        reply: text(line, "reply"),
        is_cut: false,
        expected,
        unchecked: Vec::new(),
        skipped,
    }
}

/// `{sig, mode, reply, finish}`; the signatures are beside this file.
fn of_small_model(at: usize, line: &Value) -> Case {
    let name = text(line, "sig");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/replies/smol");
    let schema = fs::read_to_string(folder.join(format!("{name}.json"))).unwrap_or_default();
    Case {
        id: format!("smol/{at:04}"),
        tag: name.clone(),
        schema: serde_json::from_str(&schema).unwrap_or_default(),
        summary: name,
        modes: modes(&line["mode"]),
        reply: text(line, "reply"),
        is_cut: line["finish"] == "length",
        expected: Expected::Any,
        unchecked: Vec::new(),
        skipped: None,
    }
}

fn wanted(expect: &Value) -> Wanted {
    if let Some(output) = expect.get("ok") {
        return Wanted::Output(output.clone());
    }
    let kind = expect["error"].as_str().filter(|kind| *kind != "ItemError");
    let at = expect["at"].as_str().map(|at| at.trim_end_matches('/').to_owned());
    Wanted::Error { kind: kind.map(str::to_owned), at }
}

/// A signature of these outputs, and of text inputs.
fn signature_of(outputs: &Value, inputs: &Value) -> Value {
    let mut schema = outputs.clone();
    let names = inputs.as_array().into_iter().flatten().filter_map(Value::as_str);
    let mut properties = serde_json::Map::new();
    let mut required: Vec<Value> = Vec::new();
    for name in names {
        properties.insert(name.to_owned(), json!({"type": "string", "x-field": "input"}));
        required.push(name.into());
    }
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let mut field = field.clone();
        field["x-field"] = "output".into();
        properties.insert(name.clone(), field);
    }
    required.extend(schema["required"].as_array().into_iter().flatten().cloned());
    if let Some(object) = schema.as_object_mut() {
        object.insert("description".to_owned(), "Answer.".into());
        object.insert("properties".to_owned(), properties.into());
        object.insert("required".to_owned(), required.into());
    }
    schema
}

fn modes(mode: &Value) -> Vec<&'static str> {
    match mode.as_str() {
        Some("chat") => vec!["chat"],
        Some("xml") => vec!["xml"],
        Some("any") => vec!["chat", "json"],
        _ => vec!["json"],
    }
}

fn reply(line: &Value) -> String {
    let made = &line["reply_gen"];
    let Some(count) = made["count"].as_u64() else { return text(line, "reply") };
    let count = usize::try_from(count).unwrap_or_default();
    text(made, "prefix") + &text(made, "unit").repeat(count) + &text(made, "suffix")
}

fn text(line: &Value, key: &str) -> String {
    line[key].as_str().unwrap_or_default().to_owned()
}

/// The beginning of a text, on one line.
pub(crate) fn short(text: &str, most: usize) -> String {
    let mut short: String = text.chars().take(most).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short.replace('\n', "⏎")
}
