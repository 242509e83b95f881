//! Replies and what is read of them: each `NAME.txt` of `replies/` beside the `NAME.out` that was reviewed.
//!
//! The first line of a case names the signature, and may add `json` (the prompt asked for a JSON object), `strict` and
//! `length` (the model was cut off); the reply is all that follows, byte for byte. `report` shows the two texts that an
//! error can be turned into.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use sigcodegen_runtime::{
    Adapter, Chat, ChatSignature, FinishReason, Message, ParseError, Predict, PredictError,
    Prediction, Prompt, Reading, Reply, Response, Strictness,
};

/// The signatures of `goldens/`.
mod goldens {
    include!("../goldens/signatures.rs");
}

/// Writes what is read now, instead of comparing.
const BLESS: &str = "BLESS=1 cargo test -p sigcodegen-tests --test reading";

#[test]
fn replies_are_read_as_reviewed() {
    let is_blessing = env::var_os("BLESS").is_some();
    let mut wrong = Vec::new();
    for path in cases() {
        let case = fs::read_to_string(&path).expect("a case is UTF-8");
        let read = read(&case);
        let beside = path.with_extension("out");
        if is_blessing {
            fs::write(&beside, read).expect("the folder can be written");
            continue;
        }
        let reviewed = fs::read_to_string(&beside).unwrap_or_default();
        if read != reviewed {
            wrong.push(format!("{}\n--- reviewed\n{reviewed}--- read\n{read}", path.display()));
        }
    }
    assert!(
        wrong.is_empty(),
        "{}\nto accept what is read now, run\n    {BLESS}\nand review the difference",
        wrong.join("\n")
    );
}

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("replies");
    let entries = fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("it can be listed").path());
    let mut cases: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "txt")).collect();
    cases.sort();
    assert!(!cases.is_empty());
    cases
}

fn read(case: &str) -> String {
    use sigcodegen_tests as schemas;

    let (head, reply) = case.split_once('\n').expect("a case has a first line");
    let (name, options) = head.split_once(' ').unwrap_or((head, ""));
    let read = match name {
        "AnswerQuestion" => read_as::<schemas::AnswerQuestion>,
        "InsuranceClaimInfo" => read_as::<schemas::InsuranceClaimInfo>,
        "PlanErrands" => read_as::<schemas::PlanErrands>,
        "TriageTicket" => read_as::<schemas::TriageTicket>,
        "Bounds" => read_as::<goldens::Bounds>,
        "Collections" => read_as::<goldens::Collections>,
        "Constants" => read_as::<goldens::Constants>,
        "Enums" => read_as::<goldens::Enums>,
        "FurtherKeys" => read_as::<goldens::FurtherKeys>,
        "MixedEnums" => read_as::<goldens::MixedEnums>,
        "MixedUnions" => read_as::<goldens::MixedUnions>,
        "Objects" => read_as::<goldens::Objects>,
        "OpenValues" => read_as::<goldens::OpenValues>,
        "PlainUnion" => read_as::<goldens::PlainUnion>,
        "Presence" => read_as::<goldens::Presence>,
        "Recursion" => read_as::<goldens::Recursion>,
        "Rules" => read_as::<goldens::Rules>,
        "Scalars" => read_as::<goldens::Scalars>,
        "TaggedUnion" => read_as::<goldens::TaggedUnion>,
        "Tuples" => read_as::<goldens::Tuples>,
        "Uneven" => read_as::<goldens::Uneven>,
        other => panic!("{other} is not listed here"),
    };
    read(options, reply)
}

/// Reads a reply to a prompt that asked for a JSON object.
struct ForJson;

impl<S: ChatSignature> Adapter<S> for ForJson {
    fn name(&self) -> &'static str {
        "json"
    }

    fn messages(&self, _: &Prompt<'_, S>) -> Vec<Message> {
        Vec::new()
    }

    fn read(&self, reply: &Reply<'_>) -> Reading<S> {
        Reading::of_json(reply)
    }
}

fn read_as<S: ChatSignature>(options: &str, reply: &str) -> String {
    if options.split_whitespace().any(|option| option == "json") {
        read_with(Predict::<S, _>::with_adapter(ForJson), options, reply)
    } else {
        read_with(Predict::<S, _>::with_adapter(Chat), options, reply)
    }
}

fn read_with<S: ChatSignature, A: Adapter<S>>(
    mut predict: Predict<S, A>,
    options: &str,
    reply: &str,
) -> String {
    let mut response = Response::new(reply);
    for option in options.split_whitespace() {
        match option {
            "json" | "report" => {}
            "strict" => predict = predict.strictness(Strictness::Strict),
            "length" => response = response.finish(FinishReason::Length),
            other => panic!("no such option: {other}"),
        }
    }
    match predict.read(response) {
        Ok(prediction) => show(&prediction),
        Err(PredictError::Parse(error)) if options.contains("report") => {
            format!("for the model\n{}\n\nfor people\n{}\n", error.for_model(), error.report())
        }
        Err(PredictError::Parse(error)) => show_error(&error),
        Err(other) => panic!("nothing was called: {other}"),
    }
}

fn show<S: ChatSignature>(prediction: &Prediction<S>) -> String {
    let mut text = format!("{:#?}\n", prediction.output);
    for repair in &prediction.repairs {
        put(
            &mut text,
            format_args!("repair {:?} at {}: {:?}", repair.kind, repair.path, repair.found),
        );
    }
    for check in &prediction.checks {
        put(&mut text, format_args!("check {} at {}: {}", check.label, check.path, check.passed));
    }
    for name in S::OUTPUT_FIELDS {
        if let Some(raw) = prediction.raw(name) {
            put(&mut text, format_args!("raw {name}: {raw:?}"));
        }
    }
    text
}

fn show_error<P: std::fmt::Debug>(error: &ParseError<P>) -> String {
    let mut text = format!("{error}\n\n");
    for one in &error.errors {
        put(&mut text, format_args!("{:?} at {} of {:?}", one.kind, one.path.pointer(), one.span));
        let text_there = &error.reply[one.span.clone()];
        assert!(text_there.starts_with(one.found.trim_end_matches('…')), "{one:?}: {text_there:?}");
    }
    if error.omitted > 0 {
        put(&mut text, format_args!("omitted {}", error.omitted));
    }
    for repair in &error.repairs {
        put(
            &mut text,
            format_args!("repair {:?} at {}: {:?}", repair.kind, repair.path, repair.found),
        );
    }
    put(&mut text, format_args!("{:#?}", error.partial));
    text
}

fn put(text: &mut String, line: std::fmt::Arguments<'_>) {
    writeln!(text, "{line}").expect("a string takes all");
}
