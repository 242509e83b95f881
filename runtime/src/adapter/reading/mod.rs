//! Reading a whole reply.

mod area;
mod fields;
mod layouts;
mod verdict;

use std::ops::Range;

use self::area::Area;
use crate::decode::{Decode, Decoder, Finding, Rejected, Strictness};
use crate::error::{CheckResult, ErrorKind, FieldError, Repair, RepairKind};
use crate::lm::FinishReason;
use crate::sections;
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
    /// A tolerant reader takes markers in other spellings, and a reply without any as a JSON object of the fields, as
    /// fields in tags or behind labels; failing that, if there is only one output field, as the text of it. The first
    /// layout that can be read without error counts.
    #[must_use]
    pub fn of_sections(reply: &Reply<'_>) -> Self {
        let area = Area::of::<S>(reply);
        let found = sections::scan(reply.text, area.start, S::OUTPUT_FIELDS, S::INPUT_FIELDS);
        let is_tolerant = reply.strictness != Strictness::Strict;
        let is_found = !found.fields.is_empty();
        if is_found {
            let is_whole = found.is_completed && found.fields.len() == S::OUTPUT_FIELDS.len();
            let mut reading = Self::of_found(&area, found);
            if is_whole && (reading.errors.is_empty() || !is_tolerant) {
                return reading;
            }
            // A marker that is nearly one, of a field that has none, is no text.
            let other = area.sections();
            let is_missed = other.respelled.iter().any(|marker| reading.lacks(marker.field));
            if !is_tolerant {
                if let Some(marker) = other.respelled.first().filter(|_| is_missed) {
                    reading.refuse(
                        ErrorKind::Constraint,
                        "markers written as asked for",
                        marker.span.clone(),
                    );
                }
                return reading;
            }
            if reading.errors.is_empty() && !is_missed {
                return reading;
            }
            let other = Self::of_best(&area, other);
            if other.errors.is_empty() || (reading.errors.is_empty() && is_missed) {
                return other;
            }
            let found = sections::scan(reply.text, area.start, S::OUTPUT_FIELDS, S::INPUT_FIELDS);
            return Self::of_best(&area, found);
        }
        if !is_tolerant || area.is_empty() {
            return Self::of_nothing(&area);
        }
        // A whole object is one, whatever its texts hold.
        if reply.text[area.start..].starts_with(['{', '`']) {
            let json = Self::of_object(&area);
            if json.errors.is_empty() {
                return json.with_repair(&area, RepairKind::JsonReply);
            }
        }
        let other = area.sections();
        if !other.fields.is_empty() {
            return Self::of_best(&area, other);
        }
        if found.is_completed {
            return Self::of_nothing(&area);
        }
        let json = Self::of_object(&area);
        if json.errors.is_empty() {
            return json.with_repair(&area, RepairKind::JsonReply);
        }
        if json.is_undecided() {
            return json;
        }
        if let Some(other) = Self::of_tags_or_labels(&area) {
            return other;
        }
        let has_object = reply.text[area.start..].contains('{');
        if S::OUTPUT_FIELDS.len() != 1 {
            return if has_object { json } else { Self::of_nothing(&area) };
        }
        let mut bare = Self::of_bare(&area);
        if has_object && bare.has_searched() {
            bare.refuse(ErrorKind::NoJson, "the field", area.start..area.end());
        }
        // JSON that nearly fits says more than the complaint that all of it is not the field.
        let is_object = reply.text[area.start..].trim_start().starts_with('{');
        if bare.errors.is_empty() || !is_object { bare } else { json }
    }

    /// Reads a reply that holds one JSON object of the fields, among prose or in a fence.
    ///
    /// A tolerant reader takes fields under markers, in tags or behind labels as well, and if there is only one output
    /// field, its value alone.
    #[must_use]
    pub fn of_json(reply: &Reply<'_>) -> Self {
        let area = Area::of::<S>(reply);
        let json = Self::of_object(&area);
        let is_done = json.errors.is_empty() || json.is_undecided();
        if is_done || reply.strictness == Strictness::Strict || area.is_empty() {
            return json;
        }
        let found = area.sections();
        let has_markers = !found.fields.is_empty();
        if has_markers {
            let marked = Self::of_best(&area, found);
            if marked.errors.is_empty() {
                return marked.with_repair(&area, RepairKind::OtherLayout);
            }
        }
        if let Some(other) = Self::of_tags_or_labels(&area) {
            return other;
        }
        let text = reply.text[area.start..].trim_start();
        if let [_] = S::OUTPUT_FIELDS {
            // Prose is no value of a JSON reply, and an object that nearly fits is none of its field.
            let is_value = text.starts_with(['[', '-'])
                || text.starts_with(|sign: char| sign.is_ascii_digit())
                || (text.starts_with('"') && crate::Json::parse(text.trim_end()).is_ok());
            let is_member = text.starts_with('{') && !json.names_a_field() && !json.is_broken();
            if is_value || is_member || text.starts_with("```") {
                let bare = Self::of_bare_value(&area);
                if bare.errors.is_empty() && !(is_member && bare.has_searched()) {
                    return bare;
                }
            }
        }
        json
    }

    /// Reads one JSON object of all fields.
    fn of_object(area: &Area<'_>) -> Self {
        let mut decoder = area.decoder();
        decoder.enter_text(area.reply.is_cut);
        let output = decoder.read_text::<S::Output>();
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
}
