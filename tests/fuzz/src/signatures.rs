//! The signatures that targets read replies with.

use sigcodegen_runtime::json::{Encode, from_str, to_string};
use sigcodegen_runtime::{
    ChatSignature, FieldError, FinishReason, Reading, Repair, Reply, Signature, Strictness,
};

/// Those of `tests/goldens`.
mod goldens {
    include!("../../goldens/signatures.rs");
}

/// Those of `schemas/`, as a build script generates them.
#[allow(unused_imports, reason = "inputs are not used")]
pub(crate) mod schemas {
    sigcodegen_runtime::include_signatures!();
}

pub(crate) use goldens::CollectionsOutput;

/// A signature without its type.
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    /// Its file.
    pub(crate) schema: &'static str,
    /// Reads JSON of all output fields and nothing else, and writes what was read.
    pub(crate) parse: fn(&str) -> Result<String, Vec<FieldError>>,
    /// Reads a reply.
    pub(crate) read: fn(&str, &Way) -> Outcome,
}

/// How a reply is read.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub(crate) layout: Layout,
    pub(crate) strictness: Strictness,
    pub(crate) finish: FinishReason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    Sections,
    Json,
}

/// What was read.
pub(crate) struct Outcome {
    /// As JSON, if there is no error.
    pub(crate) value: Option<String>,
    pub(crate) errors: Vec<FieldError>,
    pub(crate) repairs: Vec<Repair>,
}

impl Way {
    pub(crate) fn new(layout: Layout, strictness: Strictness) -> Self {
        Self { layout, strictness, finish: FinishReason::Stop }
    }
}

/// The signature that a byte chooses.
pub(crate) fn subject(byte: u8) -> &'static Subject {
    &SUBJECTS[usize::from(byte) % SUBJECTS.len()]
}

macro_rules! subjects {
    ($($module:ident :: $name:ident from $file:literal,)*) => {
        /// All of them.
        pub(crate) const SUBJECTS: &[Subject] = &[$(Subject {
            name: stringify!($name),
            schema: include_str!(concat!("../../../", $file)),
            parse: parse::<$module::$name>,
            read: read::<$module::$name>,
        },)*];
    };
}

subjects! {
    schemas::AnswerQuestion from "schemas/answer_question.json",
    schemas::InsuranceClaimInfo from "schemas/insurance_claim.json",
    schemas::PlanErrands from "schemas/plan_errands.json",
    schemas::TriageTicket from "schemas/triage_ticket.json",
    goldens::Collections from "tests/goldens/collections.json",
    goldens::Constants from "tests/goldens/constants.json",
    goldens::Enums from "tests/goldens/enums.json",
    goldens::FurtherKeys from "tests/goldens/further_keys.json",
    goldens::MixedEnums from "tests/goldens/mixed_enums.json",
    goldens::MixedUnions from "tests/goldens/mixed_unions.json",
    goldens::Objects from "tests/goldens/objects.json",
    goldens::OpenValues from "tests/goldens/open_values.json",
    goldens::PlainUnion from "tests/goldens/plain_union.json",
    goldens::Presence from "tests/goldens/presence.json",
    goldens::Recursion from "tests/goldens/recursion.json",
    goldens::Scalars from "tests/goldens/scalars.json",
    goldens::TaggedUnion from "tests/goldens/tagged_union.json",
    goldens::Tuples from "tests/goldens/tuples.json",
}

fn parse<S: Signature<Output: Encode>>(text: &str) -> Result<String, Vec<FieldError>> {
    from_str::<S::Output>(text).map(|output| to_string(&output))
}

fn read<S: ChatSignature + Signature<Output: Encode>>(text: &str, way: &Way) -> Outcome {
    let reply = Reply::new(text).strictness(way.strictness).finished(&way.finish);
    let reading = match way.layout {
        Layout::Sections => Reading::<S>::of_sections(&reply),
        Layout::Json => Reading::<S>::of_json(&reply),
    };
    let value = reading.output.ok().map(|output| to_string(&output));
    Outcome { value, errors: reading.errors, repairs: reading.repairs }
}
