//! Types that would print without end.

use super::{nameless, signature};
use crate::ir::{FloatWidth, Kind, Signature, Type, TypeId};
use crate::plan::prompt::chat::indent_instructions;
use crate::plan::prompt::{DEPTH_LIMIT, Excess, chat_text, render_value};
use crate::schema::{self, Node, Span, Value};

/// A signature whose output field has the first type of `$defs`.
fn with_definitions(definitions: &str) -> Signature {
    signature(&format!(
        r##"{{
            "title": "Limits",
            "type": "object",
            "properties": {{
                "text": {{ "type": "string", "x-field": "input" }},
                "result": {{ "$ref": "#/$defs/T0", "x-field": "output" }}
            }},
            "required": ["text", "result"],
            "$defs": {{ {definitions} }}
        }}"##
    ))
}

fn object(name: usize, properties: &str) -> String {
    format!(
        r#""T{name}": {{ "type": "object", "properties": {{ {properties} }}, "additionalProperties": false }}"#
    )
}

fn excess(signature: &Signature) -> Option<Excess> {
    chat_text(signature, &nameless).err().map(|error| error.excess)
}

#[test]
fn a_type_that_doubles_at_each_level_is_too_large() {
    let level = |at: usize| {
        let next = at + 1;
        object(
            at,
            &format!(
                r##""a": {{ "$ref": "#/$defs/T{next}" }}, "b": {{ "$ref": "#/$defs/T{next}" }}"##
            ),
        )
    };
    let mut levels: Vec<_> = (0..30).map(level).collect();
    levels.push(object(30, ""));
    assert_eq!(excess(&with_definitions(&levels.join(","))), Some(Excess::Size));
    let few = [level(0), level(1), object(2, "")].join(",");
    assert_eq!(excess(&with_definitions(&few)), None);
}

#[test]
fn many_middling_fields_are_too_large_together() {
    let mut signature = with_definitions(&object(
        0,
        &format!(r#""a": {{ "description": "{}" }}"#, "x".repeat(9000)),
    ));
    let field = signature.fields.remove(1);
    signature.fields.extend(std::iter::repeat_n(field, 1000));
    assert_eq!(excess(&signature), Some(Excess::Size));
    signature.fields.truncate(100);
    assert_eq!(excess(&signature), None);
}

#[test]
fn a_long_instruction_is_too_large() {
    let mut signature = with_definitions(&object(0, ""));
    signature.instructions = "x".repeat(2 << 20);
    assert_eq!(excess(&signature), Some(Excess::Size));
}

/// A chain of lists; the last is of floats, or of the first list.
fn lists(count: usize, is_ring: bool) -> Signature {
    let mut signature = with_definitions(&object(0, ""));
    let place = signature.place;
    let first = signature.types.all.len();
    let plain = |kind| Type {
        kind,
        name: None,
        description: None,
        place,
        bounds: Vec::new(),
        texts: Vec::new(),
        guards: Vec::new(),
    };
    let chain = (0..count).map(|at| plain(Kind::List(TypeId(first + at + 1))));
    signature.types.all.extend(chain);
    signature.types.all.push(plain(if is_ring {
        Kind::List(TypeId(first))
    } else {
        Kind::Float(FloatWidth::F64)
    }));
    signature.fields[1].property.ty = TypeId(first);
    signature
}

#[test]
fn deep_types_are_refused() {
    assert_eq!(excess(&lists(DEPTH_LIMIT, false)), None);
    assert_eq!(excess(&lists(DEPTH_LIMIT + 1, false)), Some(Excess::Depth));
    assert_eq!(excess(&lists(100_000, false)), Some(Excess::Depth));
    assert_eq!(excess(&lists(3, true)), Some(Excess::Depth));
}

#[test]
fn a_deep_object_is_refused_and_a_deep_ring_of_objects_is_not() {
    let level =
        |at: usize, next: usize| object(at, &format!(r##""a": {{ "$ref": "#/$defs/T{next}" }}"##));
    let mut levels: Vec<_> = (0..300).map(|at| level(at, at + 1)).collect();
    levels.push(object(300, ""));
    assert_eq!(excess(&with_definitions(&levels.join(","))), Some(Excess::Depth));
    levels[300] = level(300, 0);
    assert_eq!(excess(&with_definitions(&levels.join(","))), None);
}

#[test]
fn instructions_are_indented_line_by_line() {
    assert_eq!(indent_instructions(""), "");
    assert_eq!(
        indent_instructions("one\n\n \n  two \r\nthree"),
        "        one\n\n\n          two\n        three"
    );
}

/// A value of `T0` that leaves everything to its defaults.
fn with_defaults(definitions: &str) -> Option<String> {
    let signature = with_definitions(definitions);
    let empty = Node { span: Span::default(), value: Value::Object(schema::Object::default()) };
    render_value(&signature, signature.fields[1].property.ty, &empty, None)
}

#[test]
fn defaults_are_filled_in_unless_they_never_end() {
    let property =
        |name, of| format!(r##""{name}": {{ "$ref": "#/$defs/T{of}", "default": {{}} }}"##);
    let doubled = |at: usize| object(at, &[property("a", at + 1), property("b", at + 1)].join(","));

    assert_eq!(with_defaults(&object(0, &property("a", 0))), None);

    let mut levels = vec![doubled(0), object(1, r#""c": { "type": "integer", "default": 1 }"#)];
    assert_eq!(with_defaults(&levels.join(",")).as_deref(), Some(r#"{"a":{"c":1},"b":{"c":1}}"#));

    levels = (0..40).map(doubled).collect();
    levels.push(object(40, r#""c": { "type": "integer" }"#));
    assert_eq!(with_defaults(&levels.join(",")), None);
}
