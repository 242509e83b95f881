//! Strict reading beside `serde_json`.

use serde_json::Value;
use sigcodegen_runtime::json::{from_str, to_string};
use sigcodegen_runtime::{ErrorKind, FieldError, Json, RepairKind, Strictness};

use super::oracle::{Collections, offset};
use super::split;
use crate::signatures::{CollectionsOutput, Layout, Subject, Way, subject};

/// JSON and what is nearly JSON, read strictly: accepted as serde does, to the same value, refused at the same place.
pub fn strict_oracle(data: &[u8]) {
    let Some((first, text)) = split(data) else { return };
    let theirs = serde_json::from_str::<Value>(&text);
    // Its own way to hold numbers, which a text may spell by accident.
    if text.contains("$serde_json") {
        return;
    }
    open(&text, &theirs);
    typed(subject(first), &text, &theirs);
    derived(&text);
}

/// Open values: the same members in the same order, the same digits.
fn open(text: &str, theirs: &Result<Value, serde_json::Error>) {
    match (Json::parse(text), theirs) {
        (Ok(ours), Ok(theirs)) => {
            let written = ours.to_string();
            let again: Value = serde_json::from_str(&written)
                .unwrap_or_else(|error| panic!("open, written as no JSON: {written} {error}"));
            assert_eq!(again.to_string(), theirs.to_string(), "open, read otherwise: {text:?}");
        }
        // Serde takes the last of several.
        (Err(ours), Ok(_)) => {
            assert!(ours.to_string().contains("more than once"), "open, refused: {text:?} {ours}");
        }
        (Ok(_), Err(theirs)) => panic!("open, accepted: {text:?} {theirs}"),
        (Err(ours), Err(theirs)) => {
            // A key that is there twice comes before what serde complains of.
            if !ours.to_string().contains("more than once") {
                same_place(text, ours.offset(), theirs);
            }
        }
    }
}

fn same_place(text: &str, ours: usize, theirs: &serde_json::Error) {
    let (place, said) = (offset(text, theirs), theirs.to_string());
    // Serde counts the byte that it has looked at, ours says where it begins.
    if ours == place || ours + 1 == place {
        return;
    }
    // Ours ends where the text does, serde where the last line does that is not empty.
    if theirs.is_eof() && ours == text.len() {
        return;
    }
    let kind = said.split(" at line").next().unwrap_or_default().replace(':', "");
    assert!(
        is_accepted(text, ours, place, &said),
        "another place, {kind}: {ours}, not {place} {text:?}"
    );
}

/// Places that differ for a reason.
fn is_accepted(text: &str, ours: usize, theirs: usize, said: &str) -> bool {
    let between = text.get(ours.min(theirs)..theirs.max(ours)).unwrap_or_default();
    // Ours names the word, the number or the escape as a whole, by its beginning; serde the byte within.
    let is_within_word = ours < theirs && !between.contains(['{', '}', '[', ']', ',', ':']);
    is_within_word
        // Ours says where the escape begins, whatever of it is wrong.
        || (ours < theirs && text.as_bytes().get(ours) == Some(&b'\\'))
        // Serde has read on to the byte that is not of the word.
        || (said.starts_with("expected ident") && ours < theirs && theirs <= ours + 5)
        // Both stop at a depth of 128, but count it from another place.
        || said.contains("recursion limit")
}

/// A type: well-formed as serde sees it, and the value that stands there.
fn typed(subject: &Subject, text: &str, theirs: &Result<Value, serde_json::Error>) {
    let name = subject.name;
    match ((subject.parse)(text), theirs) {
        (Ok(_), Err(theirs)) => panic!("{name}, accepted: {theirs} {text:?}"),
        (Ok(ours), Ok(theirs)) => {
            let ours: Value = serde_json::from_str(&ours)
                .unwrap_or_else(|error| panic!("{name}, written as no JSON: {error} {ours}"));
            let strict = Way::new(Layout::Json, Strictness::Strict);
            let notes = (subject.read)(text, &strict).repairs;
            let has = |kind| notes.iter().any(|note| note.kind == kind);
            let may = Differences {
                fewer: has(RepairKind::IgnoredKey),
                more: has(RepairKind::DefaultUsed) || has(RepairKind::AbsentAsNull),
            };
            assert!(same(&ours, theirs, may), "{name}, read otherwise: {ours} of {text:?}");
        }
        (Err(errors), Ok(_)) => {
            let syntax = errors.iter().find(|error| is_syntax(error));
            assert!(syntax.is_none(), "{name}, well-formed, but not to ours: {syntax:?} {text:?}");
        }
        (Err(errors), Err(theirs)) => {
            assert!(!errors.is_empty(), "{name}, no reason: {text:?}");
            let is_bounded = errors.iter().any(|error| error.kind == ErrorKind::DepthLimit);
            assert!(
                is_bounded || errors.iter().any(is_syntax),
                "{name}, malformed, but not said: {theirs} {errors:?} {text:?}"
            );
        }
    }
}

fn is_syntax(error: &FieldError) -> bool {
    matches!(error.kind, ErrorKind::NoJson | ErrorKind::Truncated | ErrorKind::EmptyReply)
}

/// What serde's value may differ in.
#[derive(Clone, Copy)]
struct Differences {
    /// Ours leaves out keys that the type does not have.
    fewer: bool,
    /// Ours fills in defaults.
    more: bool,
}

fn same(ours: &Value, theirs: &Value, may: Differences) -> bool {
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => {
            let has_all = ours.iter().all(|(key, value)| match theirs.get(key) {
                Some(other) => same(value, other, may),
                None => may.more || value.is_null(),
            });
            has_all
                && (may.fewer
                    || theirs.iter().all(|(key, value)| ours.contains_key(key) || value.is_null()))
        }
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len()
                && ours.iter().zip(theirs).all(|(ours, theirs)| same(ours, theirs, may))
        }
        // Floats keep their value, not their spelling; whole numbers may be spelled as floats. `f32` is as near as it gets.
        (Value::Number(ours), Value::Number(theirs)) => {
            let (ours, theirs) = (ours.to_string(), theirs.to_string());
            let as_f64 = |number: &str| number.parse::<f64>().ok();
            let as_f32 = |number: &str| number.parse::<f32>().ok();
            match (ours.parse::<i128>(), theirs.parse::<i128>()) {
                (Ok(ours), Ok(theirs)) if ours == theirs => true,
                _ => as_f64(&ours) == as_f64(&theirs) || as_f32(&ours) == as_f32(&theirs),
            }
        }
        _ => ours == theirs,
    }
}

/// The verdict of a type that serde derives.
fn derived(text: &str) {
    let ours = from_str::<CollectionsOutput>(text);
    match (ours, serde_json::from_str::<Collections>(text)) {
        (Ok(ours), Ok(theirs)) => {
            let none = Differences { fewer: false, more: false };
            let ours: Value = serde_json::from_str(&to_string(&ours)).expect("ours is JSON");
            let theirs = serde_json::to_value(&theirs).expect("theirs too");
            assert!(same(&ours, &theirs, none), "derived, read otherwise: {text:?}");
        }
        // Serde takes the last of several in a map, and null for a nullable that is missing.
        (Err(ours), Ok(_)) => {
            let is_stricter = |kind| matches!(kind, ErrorKind::Duplicate | ErrorKind::MissingField);
            let all = ours.iter().all(|error| is_stricter(error.kind));
            assert!(all, "derived, refused: {ours:?} {text:?}");
        }
        // 1.0 and -0 are whole numbers, however many zeros and exponents spell them.
        (Ok(_), Err(theirs)) => {
            let said = theirs.to_string();
            let is_number = said.contains("floating point") || said.contains("invalid number");
            assert!(is_number, "derived, accepted: {theirs} {text:?}");
        }
        (Err(_), Err(_)) => {}
    }
}
