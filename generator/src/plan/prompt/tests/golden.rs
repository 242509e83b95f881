//! What DSRs prints for the same signatures.

use std::fs;
use std::path::Path;

use super::{chat, demo_messages, expect, signature};
use crate::diagnostic::{Diagnostics, Place};
use crate::ir::{Demo, Direction, Kind, Signature, TypeId};
use crate::plan::Templates;
use crate::schema::{self, FileId, Member, Node, Span, Value, parse};

/// Cases whose system message is another than that of DSRs on purpose. Each has an expected file.
const IMPROVED: &[&str] = &[
    "c03_options",          // labels say `or null`
    "c04_lists",            // labels say `or null`
    "c05_maps",             // labels say `or null`
    "c07_small_enum",       // labels say `or null`
    "c10_top_level_enums",  // definitions are printed once, labels say `or null`
    "c12_data_enum",        // a union keeps its description
    "c16_mutual_recursion", // definitions are printed once
    "c26_typed_inputs",     // labels say `or null`
];

#[test]
fn system_messages_are_those_of_dsrs() {
    let cases = cases();
    for case in &cases {
        let system = chat(&signature(&case.signature)).system;
        if IMPROVED.contains(&case.name.as_str()) {
            assert_ne!(system, case.system, "{} needs no file of its own", case.name);
            expect(&format!("{}.system.txt", case.name), &system);
        } else {
            assert_eq!(system, case.system, "in {}", case.name);
        }
    }
}

/// Takes the values out of the messages of DSRs, and prints them again. Fields with a format or a template are
/// printed at run time.
#[test]
fn messages_are_those_of_dsrs() {
    for case in cases() {
        let signature = signature(&case.signature);
        if signature.fields.iter().any(|field| field.render.is_some() || field.format.is_some()) {
            continue;
        }
        let chat = chat(&signature);
        for assistant in &case.assistants {
            let mut members =
                values(&signature, Direction::Input, &chat.inputs, &chat.reminder, &case.user);
            let outputs =
                values(&signature, Direction::Output, &chat.outputs, &chat.completed, assistant);
            members.extend(outputs);
            let messages = demo_messages(&signature, &chat, &demo(members), &Templates::none());
            assert_eq!(messages, Some((case.user.clone(), assistant.clone())), "in {}", case.name);
        }
    }
}

struct Case {
    name: String,
    signature: String,
    system: String,
    user: String,
    assistants: Vec<String>,
}

/// The recorded cases; none, with a printed reason, where they are not at hand.
fn cases() -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/cases/dsrs/golden.jsonl");
    let Ok(text) = fs::read_to_string(&path) else {
        println!("skipped: {} is not there", path.display());
        return Vec::new();
    };
    let cases: Vec<_> = text.lines().map(case).collect();
    assert!(!cases.is_empty());
    cases
}

fn case(line: &str) -> Case {
    let root = json(line).expect("each line is JSON");
    let object = root.as_object().expect("each line is an object");
    let text =
        |key| object.get(key).and_then(Node::as_str).expect("the case has this text").to_owned();
    let signature = object.get("signature").expect("the case has a signature").span;
    let assistants =
        object.get("assistant_examples").and_then(Node::as_array).expect("the case has replies");
    Case {
        name: text("name"),
        signature: line[signature.start..signature.end].to_owned(),
        system: text("system"),
        user: text("user_example"),
        assistants: assistants.iter().filter_map(Node::as_str).map(str::to_owned).collect(),
    }
}

/// Cuts a message at its markers and reads the values between them.
fn values(
    signature: &Signature,
    direction: Direction,
    markers: &[String],
    end: &str,
    message: &str,
) -> Vec<Member> {
    let fields: Vec<_> =
        signature.fields.iter().filter(|field| field.direction == direction).collect();
    let mut rest = message.strip_suffix(end).expect("the message ends as ours");
    let mut members = Vec::new();
    for (position, field) in fields.iter().enumerate() {
        rest = rest.strip_prefix(markers[position].as_str()).expect("the marker is ours");
        let stop = markers
            .get(position + 1)
            .map_or(rest.len(), |next| rest.find(next.as_str()).expect("it is there"));
        let value = read(signature, field.property.ty, &rest[..stop]);
        members.push(Member {
            key: field.property.wire_name.clone(),
            key_span: Span::default(),
            value,
        });
        rest = &rest[stop..];
    }
    assert_eq!(rest, "");
    members
}

/// Reads a value that stands raw if it is a string, else as JSON.
fn read(signature: &Signature, id: TypeId, text: &str) -> Node {
    let raw = Node { span: Span::default(), value: Value::String(text.to_owned()) };
    match signature.types[id].kind {
        Kind::String => raw,
        Kind::Nullable(inner)
            if matches!(signature.types[inner].kind, Kind::String) && text != "null" =>
        {
            raw
        }
        _ => json(text).expect("the value is JSON"),
    }
}

fn json(text: &str) -> Option<Node> {
    parse(text, FileId(0), &mut Diagnostics::default())
}

fn demo(members: Vec<Member>) -> Demo {
    let value = Node { span: Span::default(), value: Value::Object(schema::Object { members }) };
    Demo { value, place: Place { file: FileId(0), span: Span::default() } }
}
