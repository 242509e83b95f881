//! Large and deep replies: each is read to an end, without a panic and in time that grows as the reply does.
//!
//! The time is not measured. A reader that is slower than linear would not come to an end here.

use sigcodegen_runtime::{
    ChatSignature, ErrorKind, FinishReason, Json, ParseError, Predict, PredictError, RepairKind,
    Response,
};
use sigcodegen_tests::{AnswerQuestion, InsuranceClaimInfo, TriageTicket};

/// The signatures of `goldens/`.
mod goldens {
    include!("../goldens/signatures.rs");
}

const MEGABYTE: usize = 1_000_000;

/// Each is repeated to a megabyte.
const FLOODS: &[&str] = &[
    "[[ ## ",
    "[[ ## answer ## ]]\n",
    "\n[[ ## answer ## ]]\na\n[[ ## answer ## ]]\nb",
    "[[ ## claim ## ]]\n{\n",
    "\"",
    "\\",
    "\\\"",
    "'",
    "{",
    "[",
    "{}",
    "[]",
    "}{",
    "][",
    "{ ",
    "{\"",
    "{\"a\":",
    "[{",
    "{\"header\":5}\n",
    "{\"header\":[\n",
    "```",
    "```json\n{",
    " ",
    "\n",
    " \n[",
    "null ",
    "0",
    "-",
    "1,",
    "é",
    "\u{feff}",
    "\u{0}",
    "<think>",
];

#[test]
fn floods_of_text() {
    for flood in FLOODS {
        let text = flood.repeat(MEGABYTE / flood.len());
        let claim = format!("[[ ## claim ## ]]\n{text}");
        refused::<InsuranceClaimInfo>(&claim);
        read::<InsuranceClaimInfo>(&claim, &FinishReason::Length);
        read::<AnswerQuestion>(&text, &FinishReason::Stop);
        refused::<TriageTicket>(&text);
        let twice = format!("[[ ## list ## ]]\n{text}\n[[ ## anything ## ]]\n{text}");
        refused::<goldens::OpenValues>(&twice);
    }
}

/// The same object again and again is one answer. All that it lacks may be null, and each is noted.
#[test]
fn one_object_without_end() {
    let flood = "{\"header\":{}}\n";
    let reply = format!("[[ ## claim ## ]]\n{}", flood.repeat(MEGABYTE / flood.len()));
    let read = Predict::<InsuranceClaimInfo>::new().read(Response::new(reply.as_str()));
    let prediction = read.expect("it is one object");
    let notes = prediction.repairs.iter();
    let absent = notes.filter(|repair| repair.kind == RepairKind::AbsentAsNull).count();
    assert_eq!(absent, 8, "{:?}", prediction.repairs);
}

/// Markers, quotes, braces, brackets and fences.
#[test]
fn floods_of_ten_megabytes() {
    for flood in ["[[ ## claim ## ]]\n", "\"", "{", "[", "{\"", "```json\n"] {
        let text = flood.repeat(10 * MEGABYTE / flood.len());
        refused::<InsuranceClaimInfo>(&format!("[[ ## claim ## ]]\n{text}"));
    }
}

/// Text within JSON: keys, strings, numbers, and unknown members.
#[test]
fn floods_in_json() {
    let long = |piece: &str| piece.repeat(MEGABYTE / piece.len());
    for inner in [
        format!("{{\"header\":{{\"claim_id\":\"{}\"}}", long("\\n")),
        format!("{{\"header\":{{\"claim_id\":\"{}\"}}", long("\\q")),
        format!("{{\"header\":{{\"claim_id\":\"{}\"}}", long("\n")),
        format!("{{\"{}\":1}}", long("k")),
        format!("{{{}\"b\":1}}", long("\"a\":1,")),
        format!("{{{}\"b\":1}}", long("\"header\":{},")),
        format!("{{\"a\":{}}}", long("9")),
        format!("{{\"a\":[{}1]}}", long("1,")),
        format!("{{\"insured_objects\":[{}{{}}]}}", long("{},")),
        format!("{{\"insured_objects\":[{}1]}}", long("1,")),
    ] {
        refused::<InsuranceClaimInfo>(&format!("[[ ## claim ## ]]\n{inner}\n"));
    }
    for inner in [
        format!("[{}1]", long("{\"value\":true},")),
        format!("[{}1]", long("{\"value\":[{}]},")),
        format!("[{{\"value\":[{}1]}}]", long("1,")),
    ] {
        refused::<goldens::PlainUnion>(&format!("[[ ## amounts ## ]]\n{inner}\n"));
    }
}

/// A reply of a thousand errors keeps no more of them than anybody reads.
#[test]
fn the_list_of_errors_is_bounded() {
    let items = "{\"a\":1},".repeat(MEGABYTE / 8);
    let error = refused::<InsuranceClaimInfo>(&format!(
        "[[ ## claim ## ]]\n{{\"insured_objects\":[{items}1]}}"
    ));
    assert_eq!((error.errors.len(), error.repairs.len()), (1000, 1000));
    assert!(error.omitted > MEGABYTE / 8);
}

/// A hundred thousand levels, wherever a value may stand.
#[test]
fn nesting_without_end() {
    const DEPTH: usize = 100_000;
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("[{\"next\":", "}]")] {
        let opened = open.repeat(DEPTH);
        let closed = format!("{opened}1{}", close.repeat(DEPTH));
        for value in [&closed, &opened] {
            assert!(Json::parse(value).is_err());
            refused::<InsuranceClaimInfo>(&format!("[[ ## claim ## ]]\n{value}"));
            refused::<InsuranceClaimInfo>(&format!("[[ ## claim ## ]]\n{{\"unknown\":{value}}}"));
            refused::<goldens::Collections>(&format!("[[ ## matrix ## ]]\n{value}"));
            refused::<goldens::OpenValues>(&format!("[[ ## list ## ]]\n{value}"));
            refused::<goldens::OpenValues>(&format!("[[ ## inner ## ]]\n{{\"payload\":{value}}}"));
            refused::<goldens::PlainUnion>(&format!("[[ ## amounts ## ]]\n{value}"));
            refused::<TriageTicket>(value);
        }
    }
}

/// Types that hold themselves are read to a bounded depth, however the reply nests them.
#[test]
fn recursion_without_end() {
    const NUMBER: &str = "{\"op\":\"number\",\"value\":1}";
    let sum = format!("{{\"op\":\"sum\",\"right\":{NUMBER},\"left\":");
    let late_tag = format!(",\"right\":{NUMBER},\"op\":\"sum\"}}");
    for (field, depth, open, inner, close) in [
        ("chain", 100_000, "{\"link\":\"a\",\"next\":", "null", "}"),
        ("chain", 100_000, "{\"next\":", "null", ",\"link\":\"a\"}"),
        (
            "company",
            10_000,
            "{\"name\":\"\",\"head\":{\"name\":\"\",\"moonlights_for\":",
            "null",
            "}}",
        ),
        ("outline", 100_000, "{\"label\":\"a\",\"children\":[", "", "]}"),
        ("formula", 10_000, &sum, NUMBER, "}"),
        ("formula", 10_000, "{\"left\":", NUMBER, &late_tag),
    ] {
        let value = format!("{}{inner}{}", open.repeat(depth), close.repeat(depth));
        let error = refused::<goldens::Recursion>(&format!("[[ ## {field} ## ]]\n{value}\n"));
        assert!(has_limit(&error), "{field} {open}: {error}");
    }
}

/// Unions that only trial tells apart, in each other: trials of the outer ones do not repeat those of the inner ones.
#[test]
fn trials_within_trials() {
    let nested = |depth: usize, inner: &str| {
        let opens =
            ["{\"kind\":\"a\",\"inner\":", "{\"kind\":1,\"inner\":", "{\"kind\":true,\"inner\":"];
        let open: String = opens.into_iter().cycle().take(depth).collect();
        format!("{open}{inner}{}", "}".repeat(depth))
    };
    for depth in [1, 60, 126] {
        let text = nested(depth, r#"{"kind":"leaf"}"#);
        let read = goldens::OnlyNested::from_json(&text).expect("each level is of one kind");
        assert_eq!(read.to_json(), text);
        assert!(goldens::OnlyNested::from_reply(&text).is_ok_and(|read| read.repairs.is_empty()));
    }
    for inner in [r#"{"kind":null}"#, "{}", "5", r#"{"kind":"a","inner":[]}"#, "{\"kind\":"] {
        let text = nested(120, inner);
        let error = goldens::OnlyNested::from_json(&text).expect_err("its core fits nothing");
        assert!(!error.errors.is_empty());
        goldens::OnlyNested::from_reply(&text).expect_err("its core fits nothing");
    }
    let wide =
        format!(r#"{{"kind":true,"inner":[{}{{"kind":0}}]}}"#, r#"{"kind":"a"},"#.repeat(50_000));
    assert!(goldens::OnlyNested::from_json(&wide).is_ok());
    let deep = nested(10_000, "0");
    goldens::OnlyNested::from_json(&deep).expect_err("it is too deep");
}

/// As deep as is allowed, and one level more.
#[test]
fn the_depth_limit_is_exact() {
    let nested = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    assert!(Json::parse(&nested(128)).is_ok());
    assert!(Json::parse(&nested(129)).is_err());
    let chain = |depth: usize| {
        let open = "{\"link\":\"a\",\"next\":".repeat(depth);
        format!("[[ ## chain ## ]]\n{open}null{}\n", "}".repeat(depth))
    };
    assert!(!has_limit(&refused::<goldens::Recursion>(&chain(128))));
    assert!(has_limit(&refused::<goldens::Recursion>(&chain(129))));
}

fn has_limit<P>(error: &ParseError<P>) -> bool {
    error.errors.iter().any(|one| one.kind == ErrorKind::DepthLimit)
}

/// Reads a reply that is wrong.
fn refused<S: ChatSignature>(reply: &str) -> ParseError<S::Partial> {
    read::<S>(reply, &FinishReason::Stop).expect("nobody could read it")
}

/// Reads a reply, and gives the error if there is one.
fn read<S: ChatSignature>(reply: &str, finish: &FinishReason) -> Option<ParseError<S::Partial>> {
    match Predict::<S>::new().read(Response::new(reply).finish(finish.clone())) {
        Ok(_) => None,
        Err(PredictError::Parse(error)) => {
            assert!(!error.errors.is_empty(), "no reason is given");
            Some(*error)
        }
        Err(other) => panic!("nothing was called: {other}"),
    }
}
