use sigcodegen_runtime::{FinishReason, Strictness};

use super::split;
use crate::signatures::{Layout, Outcome, Way, subject};

/// Any bytes as a reply, read in each way: no panic, a reason for each refusal, and each error at a place in the reply.
pub fn never_panics(data: &[u8]) {
    let Some((first, reply)) = split(data) else { return };
    let subject = subject(first);
    let finishes = [
        FinishReason::Stop,
        FinishReason::Length,
        FinishReason::ContentFilter,
        FinishReason::ToolCalls,
        FinishReason::Other("else".to_owned()),
    ];
    for layout in [Layout::Sections, Layout::Json] {
        for strictness in [Strictness::Strict, Strictness::Tolerant] {
            for finish in &finishes {
                let way = Way { layout, strictness, finish: finish.clone() };
                let outcome = (subject.read)(&reply, &way);
                holds(&outcome, &reply, subject.name, &way);
            }
        }
    }
}

fn holds(outcome: &Outcome, reply: &str, name: &str, way: &Way) {
    assert_eq!(
        outcome.value.is_none(),
        !outcome.errors.is_empty(),
        "a value and errors, or neither: {name} {way:?}"
    );
    for error in &outcome.errors {
        let Some(there) = reply.get(error.span.clone()) else {
            panic!("an error is nowhere: {name} {way:?} {error:?}");
        };
        assert!(
            there.starts_with(error.found.trim_end_matches('…')),
            "an error shows what is not there: {name} {way:?} {error:?}, {there:?}"
        );
    }
    if let Some(value) = &outcome.value {
        let read = serde_json::from_str::<serde_json::Value>(value);
        assert!(read.is_ok(), "what is written is not JSON: {name} {way:?} {value}");
    }
}
