//! Reading a whole reply.

use std::ops::Range;

use crate::decode::{Decode, Decoder, Finding, Rejected, Strictness};
use crate::error::{CheckResult, ErrorKind, FieldError, Repair, RepairKind};
use crate::lm::FinishReason;
use crate::sections::{self, Section, Sections, is_blank, trimmed};
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

/// The part of a reply that answers, and the reasoning before it.
struct Area<'a> {
    reply: &'a Reply<'a>,
    outputs: &'static [&'static str],
    inputs: &'static [&'static str],
    reasoning: Range<usize>,
    start: usize,
}

impl<'a> Area<'a> {
    fn of<S: Signature>(reply: &'a Reply<'a>) -> Self {
        let is_strict = reply.strictness == Strictness::Strict;
        let reasoning =
            if is_strict { 0..0 } else { sections::reasoning(reply.text, S::OUTPUT_FIELDS) };
        let rest = &reply.text[reasoning.end..];
        let blanks =
            if is_strict { 0 } else { rest.len() - rest.trim_start_matches(is_blank).len() };
        Self {
            reply,
            outputs: S::OUTPUT_FIELDS,
            inputs: S::INPUT_FIELDS,
            start: reasoning.end + blanks,
            reasoning,
        }
    }

    /// The end of the text without the blanks behind it.
    fn end(&self) -> usize {
        self.reply.text.trim_end_matches(is_blank).len().max(self.start)
    }

    fn is_empty(&self) -> bool {
        self.start >= self.end()
    }

    /// The sections under markers in any spelling.
    fn sections(&self) -> Sections {
        sections::find(self.reply.text, self.start, self.outputs, self.inputs)
    }

    /// A decoder that stands at the beginning of the area.
    fn decoder(&self) -> Decoder<'a> {
        let mut decoder = Decoder::new(self.reply.text, self.reply.strictness);
        if self.start > 0 {
            decoder.begin_at(self.start, self.end());
        }
        if !self.reasoning.is_empty() {
            decoder.note(RepairKind::Reasoning, self.reasoning.clone());
        }
        decoder
    }
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

    /// Reads the fields from tags or from behind labels, if they can be read so without error.
    fn of_tags_or_labels(area: &Area<'_>) -> Option<Self> {
        let layouts = [
            sections::tags(area.reply.text, area.start, S::OUTPUT_FIELDS),
            sections::labels(area.reply.text, area.start, S::OUTPUT_FIELDS),
        ];
        let mut readings = layouts
            .into_iter()
            .filter(|found| !found.fields.is_empty())
            .map(|found| Self::of_found(area, found));
        let reading = readings.find(|reading| reading.errors.is_empty())?;
        Some(reading.with_repair(area, RepairKind::OtherLayout))
    }

    /// Reads all of the reply as the only field.
    fn of_bare(area: &Area<'_>) -> Self {
        let text = trimmed(area.reply.text, area.start..area.end());
        let whole = Section { field: 0, text };
        let found = Sections { fields: vec![whole], ..Sections::default() };
        Self::of_found(area, found).with_repair(area, RepairKind::BareReply)
    }

    /// The same for a value of JSON, whose quotes are no part of it.
    fn of_bare_value(area: &Area<'_>) -> Self {
        let text = area.reply.text[area.start..area.end()].trim();
        if let Ok(crate::Json::String(inner)) = crate::Json::parse(text) {
            let reply = Reply { text: &inner, ..*area.reply };
            if inner.trim_start().starts_with('{') {
                let area = Area { reply: &reply, start: 0, reasoning: 0..0, ..*area };
                let json = Self::of_object(&area);
                if json.errors.is_empty() {
                    return json.with_repair(&area, RepairKind::Unwrapped);
                }
            }
            let bare = Self::of_bare(&Area { reply: &reply, start: 0, reasoning: 0..0, ..*area });
            return Self { raw: Vec::new(), ..bare };
        }
        Self::of_bare(area)
    }

    /// Reads sections; where several readings of them are possible, the one that has no error, if it is the only one.
    fn of_best(area: &Area<'_>, found: Sections) -> Self {
        if area.reply.strictness == Strictness::Strict {
            return Self::of_found(area, found);
        }
        if let Some(reading) =
            Self::of_implied(area, &found).or_else(|| Self::of_one_of_two(area, &found))
        {
            return reading;
        }
        Self::of_found(area, found)
    }

    /// Reads the text before the first marker as the one field that has none, if it comes before the others.
    fn of_implied(area: &Area<'_>, found: &Sections) -> Option<Self> {
        let first = found.fields.first()?;
        let before = found.ignored.first().filter(|text| text.end <= first.text.start)?;
        let is_there = |field: &usize| found.fields.iter().any(|one| one.field == *field);
        let mut missing = (0..S::OUTPUT_FIELDS.len()).filter(|field| !is_there(field));
        let field =
            missing.next().filter(|field| missing.next().is_none() && *field < first.field)?;
        let mut implied = found.clone();
        implied.ignored.remove(0);
        implied.fields.insert(0, Section { field, text: before.clone() });
        // A field that may be left out is not missing.
        if Self::of_found(area, found.clone()).errors.is_empty() {
            return None;
        }
        let reading = Self::of_found(area, implied);
        reading.errors.is_empty().then(|| reading.with_repair(area, RepairKind::ImpliedMarker))
    }

    /// Reads a field that has two texts as the one of them that can be read.
    fn of_one_of_two(area: &Area<'_>, found: &Sections) -> Option<Self> {
        let field_of = |at: usize| found.fields.get(at).map(|one| one.field);
        let second =
            (1..found.fields.len()).find(|&at| (0..at).any(|one| field_of(one) == field_of(at)))?;
        let first = (0..second).find(|&one| field_of(one) == field_of(second))?;
        let mut readings = [first, second].into_iter().map(|left_out| {
            let mut rest = found.clone();
            let section = rest.fields.remove(left_out);
            rest.ignored.push(section.text);
            Self::of_found(area, rest)
        });
        // The later one counts, if the first was none; a later one that cannot be read may have been meant to count.
        let (later, earlier) = (readings.next()?, readings.next()?);
        let is_settled = later.errors.is_empty() && !earlier.errors.is_empty();
        (is_settled && !found.has_more).then_some(later)
    }

    /// Whether there is an answer, but more than one, or not all of it.
    fn is_undecided(&self) -> bool {
        let is_so =
            |error: &FieldError| matches!(error.kind, ErrorKind::Ambiguous | ErrorKind::Truncated);
        self.errors.iter().any(|error| error.path.steps().is_empty() && is_so(error))
    }

    /// Whether there is JSON that cannot be followed.
    fn is_broken(&self) -> bool {
        self.errors.iter().any(|error| error.kind == ErrorKind::NoJson)
    }

    /// Whether a value was taken out of what was around it.
    fn has_searched(&self) -> bool {
        let is_so = |repair: &Repair| {
            use RepairKind::{IgnoredText, Sentence, Unwrapped};
            matches!(repair.kind, Sentence | Unwrapped | IgnoredText)
        };
        self.repairs.iter().any(is_so)
    }

    /// Whether no section of a field was found.
    fn lacks(&self, field: usize) -> bool {
        !self.raw.iter().any(|(found, _)| *found == field)
    }

    /// Adds an error to what was read.
    fn refuse(&mut self, kind: ErrorKind, expected: &'static str, span: Range<usize>) {
        self.errors.push(FieldError {
            path: crate::Path::default(),
            kind,
            expected: expected.into(),
            found: String::new(),
            span,
        });
        if let Ok(output) = std::mem::replace(&mut self.output, Err(S::Partial::default())) {
            self.output = Err(output.into_partial());
        }
    }

    /// Whether an output field of this name was read, or nearly.
    fn names_a_field(&self) -> bool {
        let of_field = |path: &crate::Path| !path.steps().is_empty();
        self.errors
            .iter()
            .any(|error| of_field(&error.path) && error.kind != ErrorKind::MissingField)
    }

    #[inline]
    fn of_found(area: &Area<'_>, found: Sections) -> Self {
        let Sections { fields, repeated, ignored, is_completed, is_cut, respelled, has_more: _ } =
            found;
        let mut decoder = area.decoder();
        let is_cut = is_cut || area.reply.is_cut && !is_completed;
        for span in ignored {
            if !decoder.repair(RepairKind::IgnoredText, span.clone()) {
                decoder.fail(ErrorKind::Constraint, "no text beside the fields", span);
            }
        }
        let name = |field: usize| S::OUTPUT_FIELDS.get(field).copied().unwrap_or_default();
        for marker in respelled {
            decoder.note_field(name(marker.field), RepairKind::MarkerSpelling, marker.span);
        }
        for section in repeated {
            decoder.repeat(name(section.field), section.text);
        }
        decoder.enter_sections(&fields, is_cut);
        let output = S::Output::decode(&mut decoder);
        let mut reading = Self::collect(output, decoder);
        reading.raw = fields.into_iter().map(|section| (section.field, section.text)).collect();
        reading
    }

    /// A reply that holds no field at all.
    fn of_nothing(area: &Area<'_>) -> Self {
        let mut decoder = area.decoder();
        let whole = trimmed(area.reply.text, area.start..area.end());
        if whole.is_empty() && !area.reply.is_cut {
            decoder.fail(ErrorKind::EmptyReply, "", 0..0);
        }
        if !whole.is_empty() {
            decoder.note(RepairKind::IgnoredText, whole);
        }
        decoder.enter_sections(&[], area.reply.is_cut);
        let output = S::Output::decode(&mut decoder);
        let mut reading = Self::collect(output, decoder);
        if reading.errors.is_empty() {
            // Every field may be left out, but a reply without any answers nothing.
            reading.refuse(ErrorKind::MissingField, "any of the fields", area.start..area.end());
        }
        reading
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

    /// Notes how the whole was read; a way that the caller does not allow is an error.
    fn with_repair(mut self, area: &Area<'_>, kind: RepairKind) -> Self {
        if area.reply.strictness.allows(kind) {
            let repair = Repair { path: crate::Path::default(), kind, found: String::new() };
            self.repairs.insert(0, repair);
            return self;
        }
        self.errors.push(FieldError {
            path: crate::Path::default(),
            kind: ErrorKind::Refused,
            expected: kind.to_string().into(),
            found: String::new(),
            span: area.start..area.end(),
        });
        self.output = self.output.and_then(|output| Err(output.into_partial()));
        self
    }
}
