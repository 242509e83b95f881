//! Files too large to store.

use std::fmt::Write;
use std::time::{Duration, Instant};

use sigcodegen::diagnostic::{Code, Diagnostic, Diagnostics, Format, Place, render};
use sigcodegen::schema::{DEPTH_LIMIT, FileId, Node, SourceMap, Span, parse};

use crate::cases::{Run, check, is_harmless};

/// Far more than any of these takes in a debug build, far less than quadratic work would.
const LIMIT: Duration = Duration::from_secs(20);

#[test]
fn deep_nesting() {
    expect("deep-lists", "[".repeat(100_000));
    expect("deep-objects", "{\"a\":".repeat(100_000));
    expect("one-too-deep", nested(DEPTH_LIMIT + 1));
    assert!(parse_alone(&nested(DEPTH_LIMIT)).is_some());
}

#[test]
fn one_long_line() {
    let mut text = String::from("{");
    for index in 0..50_000 {
        let _ = write!(text, "\"member_{index}\":{{\"é\":1}},");
    }
    let good = text.len();
    text.push_str("\"a\":1 \"b\":2}");
    assert!(good > 1_000_000);
    expect("one-long-line", text);
}

#[test]
fn string_of_a_megabyte_not_closed() {
    expect("long-string-not-closed", format!("{{\"a\": \"{}", "x".repeat(1_000_000)));
}

#[test]
fn many_members() {
    let mut text = String::from("{");
    for index in 0..100_000 {
        let _ = writeln!(text, "\"{index}\": 0,");
    }
    text.push_str("\"77777\": 1}");
    expect("many-members", text);
}

#[test]
fn many_problems_in_one_line() {
    let started = Instant::now();
    let text = format!("[{}0]", "\"π\",".repeat(250_000));
    let mut sources = SourceMap::default();
    let mut found = Diagnostics::default();
    let file = sources.read("many.json", text.into_bytes(), &mut found);
    for index in 0..10_000 {
        let start = 1 + index * 100 / 5 * 5;
        let place = Place { file, span: Span { start, end: start + 4 } };
        found.push(Diagnostic::new(Code::BadValue, place, "bad value").label("here"));
    }
    let found = found.into_sorted();
    for format in [Format::Human { color: true }, Format::Json] {
        let report = render(&found, &sources, format);
        assert_eq!(report.matches("SG0301").count() % 10_000, 0);
    }
    assert!(started.elapsed() < LIMIT, "{:?}", started.elapsed());
}

#[test]
fn places_and_pointers_agree() {
    let text = "{ \"a/b\": [10, { \"~\": \"é\", \"\": null }], \"c\": 2 }";
    let mut sources = SourceMap::default();
    let mut found = Diagnostics::default();
    let file = sources.read("places.json", text.into(), &mut found);
    let pointers = ["", "/a~1b", "/a~1b/0", "/a~1b/1", "/a~1b/1/~0", "/a~1b/1/", "/c"];
    for pointer in pointers {
        let place = sources.resolve(file, pointer).expect("the pointer names a value");
        assert_eq!(sources.pointer(place), pointer);
    }
    for pointer in
        ["a", "/a", "/a~1b/00", "/a~1b/+0", "/a~1b/2", "/a~1b/-", "/a~1b/1/~", "/a~1b/1/~2", "/c/0"]
    {
        assert!(sources.resolve(file, pointer).is_none(), "{pointer}");
    }
    let key = text.find("\"c\"").expect("the key is there");
    let place = Place { file, span: Span { start: key, end: key + 3 } };
    assert_eq!(sources.pointer(place), "/c");
}

#[test]
fn lines_and_columns_count_characters() {
    let text = format!("\u{feff}é𝔸x\r\n\n{}z", "ß".repeat(3_000));
    let mut sources = SourceMap::default();
    let file = sources.add("a\\b.json", text.as_str());
    assert_eq!(sources.file(file).name(), "a/b.json");
    let mut expected = (1, 1);
    for (offset, character) in text.char_indices() {
        assert_eq!(sources.line_column(file, offset), expected, "at byte {offset}");
        expected = match character {
            '\u{feff}' => expected,
            '\n' => (expected.0 + 1, 1),
            _ => (expected.0, expected.1 + 1),
        };
    }
    assert_eq!(sources.line_column(file, text.len()), expected);
    assert_eq!(sources.line_column(file, usize::MAX), expected);
}

fn expect(name: &str, text: String) {
    let started = Instant::now();
    let mut run = Run { sources: SourceMap::default(), found: Diagnostics::default() };
    run.sources.read(&format!("{name}.json"), text.into_bytes(), &mut run.found);
    let report = run.render(Format::Human { color: false });
    assert!(started.elapsed() < LIMIT, "{name} took {:?}", started.elapsed());
    assert!(is_harmless(&report));
    assert!(report.len() < 5_000, "{name} has a report of {} bytes", report.len());
    check(&format!("hostile/{name}.txt"), &report);
}

fn nested(depth: usize) -> String {
    format!("{}{}", "[".repeat(depth), "]".repeat(depth))
}

fn parse_alone(text: &str) -> Option<Node> {
    let mut found = Diagnostics::default();
    let root = parse(text, FileId(0), &mut found);
    let _reported = found.into_sorted();
    root
}
