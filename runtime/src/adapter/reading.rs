//! Reading a whole reply.

use std::ops::Range;

use crate::decode::{Decode, Decoder, Finding, Rejected, Strictness};
use crate::error::{CheckResult, ErrorKind, FieldError, Repair, RepairKind};
use crate::lm::FinishReason;
use crate::sections::{self, Section, Sections, trimmed};
use crate::signature::Signature;

/// A reply to be read.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Reply<'r> {
    /// The model's text.
    pub text: &'r str,
    /// Whether the model stopped because of its length limit.
    pub is_cut: bool,
    /// Which slips are put right.
    pub strictness: Strictness,
}

/// What was read of a reply.
pub struct Reading<S: Signature> {
    /// The output, or what could be read of it.
    pub output: Result<S::Output, S::Partial>,
    /// Everything that is wrong. Not empty if there is no output.
    pub errors: Vec<FieldError>,
    /// How many more errors and repairs there were than are listed.
    pub omitted: usize,
    /// What was put right or left out.
    pub repairs: Vec<Repair>,
    /// The results of `x-checks` rules.
    pub checks: Vec<CheckResult>,
    /// Where the text of each field stands in the reply: its place among the output fields, and its bytes.
    pub raw: Vec<(usize, Range<usize>)>,
}

impl<'r> Reply<'r> {
    /// A complete reply, read tolerantly.
    #[must_use]
    pub const fn new(text: &'r str) -> Self {
        Self { text, is_cut: false, strictness: Strictness::Tolerant }
    }

    /// Says why the model stopped.
    #[must_use]
    pub fn finished(mut self, finish: &FinishReason) -> Self {
        self.is_cut = *finish == FinishReason::Length;
        self
    }

    /// Chooses which slips are put right.
    #[must_use]
    pub const fn strictness(mut self, strictness: Strictness) -> Self {
        self.strictness = strictness;
        self
    }
}

impl<S: Signature> Reading<S> {
    /// Reads a reply whose fields stand under markers.
    ///
    /// A tolerant reader takes a reply without any marker as a JSON object of the fields; failing that, if there is
    /// only one output field, as the text of it.
    #[must_use]
    pub fn of_sections(reply: &Reply<'_>) -> Self {
        let found = sections::scan(reply.text, S::OUTPUT_FIELDS, S::INPUT_FIELDS);
        if !found.fields.is_empty() {
            return Self::of_found(reply, found);
        }
        if reply.text.trim().is_empty() || found.is_completed {
            return Self::of_nothing(reply);
        }
        if reply.strictness == Strictness::Tolerant {
            let json = Self::of_json(reply);
            if json.errors.is_empty() || (S::OUTPUT_FIELDS.len() != 1 && reply.text.contains('{')) {
                return json;
            }
            if let [_] = S::OUTPUT_FIELDS {
                let text = trimmed(reply.text, 0..reply.text.len());
                let whole = Section { field: 0, text };
                let bare =
                    Self::of_found(reply, Sections { fields: vec![whole], ..Sections::default() });
                // JSON that nearly fits says more than the complaint that all of it is not the field.
                let is_better = bare.errors.is_empty() || !reply.text.trim_start().starts_with('{');
                return if is_better { bare.with_repair(RepairKind::BareReply) } else { json };
            }
        }
        Self::of_nothing(reply)
    }

    /// Reads a reply that holds one JSON object of the fields, among prose or in a fence.
    #[must_use]
    pub fn of_json(reply: &Reply<'_>) -> Self {
        let mut decoder = Decoder::new(reply.text, reply.strictness);
        decoder.enter_text(reply.is_cut);
        let output = decoder.read_text::<S::Output>();
        let reading = Self::collect(output, decoder);
        if reading.errors.is_empty() { reading.with_repair(RepairKind::JsonReply) } else { reading }
    }

    #[inline]
    fn of_found(reply: &Reply<'_>, found: Sections) -> Self {
        let Sections { fields, repeated, ignored, is_completed } = found;
        let mut decoder = Decoder::new(reply.text, reply.strictness);
        let is_cut = reply.is_cut && !is_completed;
        for span in ignored {
            if !decoder.repair(RepairKind::IgnoredText, span.clone()) {
                decoder.fail(ErrorKind::Constraint, "no text beside the fields", span);
            }
        }
        for section in repeated {
            let name = S::OUTPUT_FIELDS.get(section.field).copied().unwrap_or_default();
            decoder.repeat(name, section.text);
        }
        decoder.enter_sections(&fields, is_cut);
        let output = S::Output::decode(&mut decoder);
        let mut reading = Self::collect(output, decoder);
        reading.raw = fields.into_iter().map(|section| (section.field, section.text)).collect();
        reading
    }

    /// A reply that holds no field at all.
    fn of_nothing(reply: &Reply<'_>) -> Self {
        let mut decoder = Decoder::new(reply.text, reply.strictness);
        let whole = trimmed(reply.text, 0..reply.text.len());
        if whole.is_empty() && !reply.is_cut {
            decoder.fail(ErrorKind::EmptyReply, "", 0..0);
        }
        if !whole.is_empty() {
            decoder.note(RepairKind::IgnoredText, whole);
        }
        decoder.enter_sections(&[], reply.is_cut);
        let output = S::Output::decode(&mut decoder);
        Self::collect(output, decoder)
    }

    #[inline]
    fn collect(output: Result<S::Output, Rejected<S::Partial>>, decoder: Decoder<'_>) -> Self {
        let is_wrong = decoder.error_count() > 0;
        let (findings, omitted) = decoder.into_findings();
        let mut reading = Self {
            output: match output {
                Ok(output) if is_wrong => Err(output.into_partial()),
                Ok(output) => Ok(output),
                Err(rejected) => {
                    Err(rejected.0.map_or_else(S::Partial::default, |partial| *partial))
                }
            },
            errors: Vec::new(),
            omitted,
            repairs: Vec::new(),
            checks: Vec::new(),
            raw: Vec::new(),
        };
        for finding in findings {
            match finding {
                Finding::Error(error) => reading.errors.push(error),
                Finding::Repair(repair) => reading.repairs.push(repair),
                Finding::Check(check) => reading.checks.push(check),
            }
        }
        reading
    }

    fn with_repair(mut self, kind: RepairKind) -> Self {
        self.repairs.insert(0, Repair { path: crate::Path::default(), kind, found: String::new() });
        self
    }
}
