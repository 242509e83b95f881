//! Reading beside `serde_json` on valid replies and mutated ones, and what holds for any reply whatever.

use std::path::Path;
use std::{env, fs};

use sigcodegen_runtime::json::{from_str, to_string};
use sigcodegen_runtime::{
    ChatSignature, ErrorKind, FinishReason, Json, ParseError, Predict, PredictError, Prediction,
    Response, Strictness,
};

use self::collections::Collections;
use self::pieces::PIECES;

#[path = "../examples/shared/collections.rs"]
mod collections;
#[path = "../examples/shared/pieces.rs"]
mod pieces;

/// The signatures of `goldens/`.
mod goldens {
    include!("../goldens/signatures.rs");
}

/// How many mutations each seed goes through.
const ROUNDS: usize = 4000;

const COLLECTIONS: &str = r#"{"matrix": [[1, -2.5e3], []], "cube": [[["x"], ["o", "x"]]], "gaps": [1, null, -9223372036854775808],
 "no_list": [true, false], "groups": {"a": [{"name": "n\u00e9\"\\", "scores": [1, 0]}], "": []},
 "nested": {"k": {"b": null, "c": "d\n"}}, "rows": [{"k": 18446744073709551615}, {}]}"#;

/// Accepted and rejected alike, and read to the same value. Each difference that may be is named.
#[test]
fn typed_reading_is_that_of_serde() {
    let mut accepted = 0;
    for text in mutations(COLLECTIONS) {
        let ours = from_str::<goldens::CollectionsOutput>(&text);
        let theirs = serde_json::from_str::<Collections>(&text);
        match (ours, theirs) {
            (Ok(ours), Ok(theirs)) => {
                let ours: serde_json::Value =
                    serde_json::from_str(&to_string(&ours)).expect("ours is JSON");
                assert_eq!(ours, serde_json::to_value(&theirs).expect("theirs too"), "{text}");
                accepted += 1;
            }
            (Err(ours), Err(_)) => assert!(!ours.is_empty(), "{text}"),
            // Serde takes the last of several, and null for a nullable that is missing.
            (Err(ours), Ok(_)) => {
                let is_stricter = |kind| {
                    matches!(
                        kind,
                        ErrorKind::Duplicate | ErrorKind::MissingField | ErrorKind::Constraint
                    )
                };
                assert!(ours.iter().all(|error| is_stricter(error.kind)), "{text}: {ours:?}");
            }
            // 1.0 and -0 are whole numbers.
            (Ok(_), Err(theirs)) => {
                assert!(theirs.to_string().contains("floating point"), "{text}: {theirs}");
            }
        }
    }
    assert!(accepted > ROUNDS / 100, "mutations rarely leave the text valid: {accepted}");
}

#[test]
fn open_values_are_those_of_serde() {
    let mut accepted = 0;
    for text in mutations(COLLECTIONS) {
        match (Json::parse(&text), serde_json::from_str::<serde_json::Value>(&text)) {
            (Ok(ours), Ok(theirs)) => {
                let ours: serde_json::Value =
                    serde_json::from_str(&ours.to_string()).expect("ours is JSON");
                assert_eq!(ours, theirs, "{text}");
                accepted += 1;
            }
            (Err(_), Err(_)) => {}
            // Serde takes the last of several.
            (Err(ours), Ok(_)) => {
                assert!(ours.to_string().contains("more than once"), "{text}: {ours}");
            }
            // Ours keeps the digits of any number.
            (Ok(_), Err(theirs)) => {
                assert!(theirs.to_string().contains("out of range"), "{text}: {theirs}");
            }
        }
    }
    assert!(accepted > ROUNDS / 100, "mutations rarely leave the text valid: {accepted}");
}

/// Mutations of the reviewed replies, read in each way.
#[test]
fn what_holds_for_any_reply() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("replies");
    let mut cases = 0;
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        if path.extension().is_none_or(|end| end != "txt") {
            continue;
        }
        let case = fs::read_to_string(&path).expect("a case is UTF-8");
        let (head, reply) = case.split_once('\n').expect("a case has a first line");
        let holds = match head.split(' ').next().expect("a signature is named") {
            "Collections" => holds_for::<goldens::Collections>,
            "Constants" => holds_for::<goldens::Constants>,
            "Enums" => holds_for::<goldens::Enums>,
            "Objects" => holds_for::<goldens::Objects>,
            "OpenValues" => holds_for::<goldens::OpenValues>,
            "PlainUnion" => holds_for::<goldens::PlainUnion>,
            "Presence" => holds_for::<goldens::Presence>,
            "Recursion" => holds_for::<goldens::Recursion>,
            "Scalars" => holds_for::<goldens::Scalars>,
            "TaggedUnion" => holds_for::<goldens::TaggedUnion>,
            "TriageTicket" => holds_for::<sigcodegen_tests::TriageTicket>,
            "InsuranceClaimInfo" => holds_for::<sigcodegen_tests::InsuranceClaimInfo>,
            _ => continue,
        };
        cases += 1;
        for reply in mutations(reply).take(ROUNDS / 20) {
            holds(&reply);
        }
    }
    assert!(cases > 50);
}

fn holds_for<S: ChatSignature>(reply: &str) {
    let read = |strictness, finish: FinishReason| {
        let predict = Predict::<S>::new().strictness(strictness);
        match predict.read(Response::new(reply).finish(finish)) {
            Ok(prediction) => Ok(prediction),
            Err(PredictError::Parse(error)) => Err(error),
            Err(other) => panic!("nothing was called: {other}"),
        }
    };
    let strict = read(Strictness::Strict, FinishReason::Stop);
    let tolerant = read(Strictness::Tolerant, FinishReason::Stop);
    let cut = read(Strictness::Tolerant, FinishReason::Length);
    for reading in [&strict, &tolerant, &cut] {
        if let Err(error) = reading {
            error_holds(error, reply);
        }
    }
    if let Ok(strict) = strict {
        let tolerant = tolerant.unwrap_or_else(|error| {
            panic!("valid, but not to a tolerant reader: {error}\n{reply}")
        });
        assert_eq!(shown(&strict), shown(&tolerant), "a valid reply was altered:\n{reply}");
    }
}

fn shown<S: ChatSignature>(prediction: &Prediction<S>) -> String {
    format!("{:?} {:?}", prediction.output, prediction.repairs)
}

fn error_holds<P>(error: &ParseError<P>, reply: &str) {
    assert_eq!(error.reply, reply);
    assert!(!error.errors.is_empty(), "no reason is given:\n{reply}");
    for one in &error.errors {
        let there =
            reply.get(one.span.clone()).unwrap_or_else(|| panic!("{one:?} is nowhere:\n{reply}"));
        assert!(there.starts_with(one.found.trim_end_matches('…')), "{one:?} is not {there:?}");
    }
}

/// A text, and then with up to three changes each.
fn mutations(seed: &str) -> impl Iterator<Item = String> {
    let seed = seed.to_owned();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    std::iter::once(seed.clone())
        .chain(std::iter::repeat_with(move || {
            let mut text = seed.clone();
            for _ in 0..=random.below(3) {
                let (one, other) = (random.boundary(&text), random.boundary(&text));
                let range = one.min(other)..one.max(other).min(one.min(other) + 20);
                let range = range.start..boundary(&text, range.end);
                match random.below(5) {
                    0 => text.insert_str(one, PIECES[random.below(PIECES.len())]),
                    1 => text.replace_range(range, ""),
                    2 => text.replace_range(range, PIECES[random.below(PIECES.len())]),
                    3 => {
                        let copy = text[range].to_owned();
                        text.insert_str(one, &copy);
                    }
                    _ => text.truncate(one),
                }
            }
            text
        }))
        .take(ROUNDS)
}

/// Xorshift: the same numbers in each run, so that a failure comes again.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or_default() % end.max(1)
    }

    fn boundary(&mut self, text: &str) -> usize {
        boundary(text, self.below(text.len() + 1))
    }
}

/// The last place up to this one where a character begins.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default()
}
