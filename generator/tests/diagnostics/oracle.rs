//! Our reader accepts, refuses and understands what `serde_json` does.
//!
//! Known differences, each on purpose:
//! - A byte order mark at the start is skipped: editors on Windows write it.
//! - Lists and objects may be nested 128 deep, one more than there.
//! - A number beyond `f64`, such as `1e999`, is kept as spelled: the schema's reader decides what it means.
//! - A repeated key is reported, and its first value stays; there the last one wins in silence.

use serde_json::Value as Json;
use sigcodegen::diagnostic::{Code, Diagnostic, Diagnostics, Format, render};
use sigcodegen::schema::{Node, SourceMap, Value};

use crate::cases::is_harmless;

/// Texts that hold every construct, to be broken in all ways.
const SEEDS: [&str; 6] = [
    r#"{"title":"Ask","type":"object","required":["a","b"],"properties":{"a":{"x-field":"input"}}}"#,
    r#" [ 0 , -0.5e+10 , 12E-3 , true , false , null , "" , {} , [ ] ] "#,
    r#"{"\u00e9\ud83e\udd80\n\t\"\\\/\b\f\r": "é🦀\u0000", "b": [[[{"c": {}}]]]}"#,
    "{\n\t\"minimum\": -1.25,\r\n\t\"maximum\": 1e5,\n\t\"default\": \"\"\n}\n",
    r#"["\ud800\udc00","\udbff\udfff","\uFFFF","\u0000","plain ascii text, longer than eight bytes"]"#,
    r"[18446744073709551616, -9223372036854775809, 0.1000000000000000055511151231257827]",
];

/// What a mutation puts in.
const PIECES: &[&[u8]] = &[
    b"\"",
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"0",
    b"1",
    b"9",
    b"-",
    b"+",
    b".",
    b"e",
    b"E",
    b"/",
    b"u",
    b"\\u",
    b"d8",
    b"dc00",
    b"\\ud83d",
    b"t",
    b"true",
    b"nul",
    b" ",
    b"\t",
    b"\n",
    b"\r",
    b"\x0b",
    b"\x00",
    b"\x1f",
    b"\x7f",
    b"\xc3",
    b"\xa9",
    b"\xff",
    b"\xed\xa0\x80",
    b"\xf0\x9f\xa6\x80",
    b"\xef\xbb\xbf",
    b"'",
    b"//",
    b"NaN",
];

#[test]
fn every_prefix() {
    for seed in SEEDS {
        for end in 0..=seed.len() {
            check_report(&seed.as_bytes()[..end]);
        }
    }
}

#[test]
fn every_single_change() {
    for seed in SEEDS {
        for at in 0..seed.len() {
            let (before, after) = seed.as_bytes().split_at(at);
            compare(&[before, &after[1..]].concat());
            for piece in PIECES {
                compare(&[before, piece, after].concat());
                compare(&[before, piece, &after[1..]].concat());
            }
        }
    }
}

#[test]
fn many_changes() {
    let mut random = Random(0x5eed);
    for round in 0..40_000 {
        let mut bytes = SEEDS[random.below(SEEDS.len())].as_bytes().to_vec();
        for _ in 0..=random.below(6) {
            let at = random.below(bytes.len() + 1);
            let end = (at + random.below(4)).min(bytes.len());
            let piece = PIECES[random.below(PIECES.len())];
            bytes.splice(at..end, piece.iter().copied());
        }
        // Drawing a report takes far longer than finding the problem.
        if round % 20 == 0 {
            check_report(&bytes);
        } else {
            compare(&bytes);
        }
    }
}

/// Reads a text in both ways. Returns the first problem, if there is one.
fn compare(bytes: &[u8]) -> Option<(Diagnostic, SourceMap)> {
    let mut sources = SourceMap::default();
    let mut found = Diagnostics::default();
    let file = sources.read("mutated.json", bytes.to_vec(), &mut found);
    let found = found.into_sorted();
    let text = String::from_utf8_lossy(bytes);
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match (sources.file(file).root(), serde_json::from_slice::<Json>(bytes)) {
        (Some(ours), Ok(theirs)) => {
            let repeated = found.iter().any(|one| one.code == Code::DuplicateKey);
            assert!(repeated || is_same(ours, &theirs), "{text:?} is {ours:?} and {theirs:?}");
            assert_eq!(repeated, !found.is_empty(), "{text:?}");
        }
        (None, Err(_)) => assert!(!found.is_empty(), "{text:?} is refused without a reason"),
        (Some(_), Err(error)) if error.to_string().contains("number out of range") => {}
        (ours, theirs) => panic!("{text:?}: ours {ours:?}, theirs {theirs:?}"),
    }
    found.into_iter().next().map(|first| (first, sources))
}

/// Checks that a report of a mutated file is fit for a terminal and for an editor.
fn check_report(bytes: &[u8]) {
    let Some((problem, sources)) = compare(bytes) else { return };
    let text = String::from_utf8_lossy(bytes);
    let report = render(std::slice::from_ref(&problem), &sources, Format::Human { color: false });
    assert!(is_harmless(&report), "{text:?} gives {report:?}");
    let line = render(&[problem], &sources, Format::Json);
    let parsed: Result<Json, _> = serde_json::from_str(&line);
    assert!(parsed.is_ok(), "{text:?} gives {line}");
}

/// Numbers are compared as the `f64` or whole number that the spelling means.
fn is_same(ours: &Node, theirs: &Json) -> bool {
    match (&ours.value, theirs) {
        (Value::Null, Json::Null) => true,
        (Value::Bool(one), Json::Bool(other)) => one == other,
        (Value::Number(one), Json::Number(other)) => {
            serde_json::from_str::<serde_json::Number>(one).is_ok_and(|one| one == *other)
        }
        (Value::String(one), Json::String(other)) => one == other,
        (Value::Array(items), Json::Array(others)) => {
            items.len() == others.len()
                && items.iter().zip(others).all(|(one, other)| is_same(one, other))
        }
        (Value::Object(object), Json::Object(others)) => {
            let pairs = object.members.iter().zip(others);
            object.members.len() == others.len()
                && pairs.into_iter().all(|(member, (key, other))| {
                    member.key == *key && is_same(&member.value, other)
                })
        }
        _ => false,
    }
}

/// A small generator of random numbers (xorshift), so that each run is the same.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % limit
    }
}
