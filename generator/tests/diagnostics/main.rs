//! Malformed files beside the reports that they give. `BLESS=1` writes the reports anew.

mod cases;
mod generated;
mod oracle;

use cases::{Run, check_folder};
use sigcodegen::diagnostic::{Diagnostics, Format, render};
use sigcodegen::schema::{FileId, Location, Node, SourceMap, Value, check_members};

#[test]
fn malformed_json() {
    check_folder("json", 60, parse_only);
}

#[test]
fn hostile_bytes() {
    check_folder("hostile", 15, parse_only);
}

#[test]
fn keywords() {
    check_folder("keyword", 7, |name, bytes| {
        let mut run = parse_only(name, bytes);
        for (id, file) in run.sources.files() {
            let root = file.root().expect("keyword cases are JSON");
            check_schema(root, Location::Root, id, &mut run.found);
        }
        run
    });
}

#[test]
fn for_editors() {
    for name in ["json/duplicate-key", "json/list-not-closed", "hostile/wide-characters"] {
        let run = parse_only(name, cases::read(name));
        cases::check(&format!("{name}.jsonl"), &run.render(Format::Json));
    }
}

#[test]
fn in_colour() {
    let run = parse_only("json/duplicate-key", cases::read("json/duplicate-key"));
    cases::check("json/duplicate-key.ansi", &run.render(Format::Human { color: true }));
}

#[test]
fn nothing_to_report() {
    let sources = SourceMap::default();
    assert_eq!(render(&[], &sources, Format::Human { color: true }), "");
    assert_eq!(render(&[], &sources, Format::Json), "");
}

fn parse_only(name: &str, bytes: Vec<u8>) -> Run {
    let mut run = Run { sources: SourceMap::default(), found: Diagnostics::default() };
    run.sources.read(&format!("{name}.json"), bytes, &mut run.found);
    run
}

/// Checks the members of a schema and of those within, as far as these cases go.
fn check_schema(node: &Node, location: Location, file: FileId, found: &mut Diagnostics) {
    let Value::Object(object) = &node.value else { return };
    check_members(object, location, file, false, found);
    let inner = if location == Location::Root { Location::Field } else { Location::Inner };
    if let Some(Value::Object(properties)) = object.get("properties").map(|node| &node.value) {
        for member in &properties.members {
            check_schema(&member.value, inner, file, found);
        }
    }
    for arm in object.get("anyOf").and_then(Node::as_array).unwrap_or_default() {
        check_schema(arm, Location::Inner, file, found);
    }
}
