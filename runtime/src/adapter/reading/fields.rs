//! Sections: one text a field.

use super::Reading;
use super::area::Area;
use crate::decode::{Decode, Strictness};
use crate::error::{ErrorKind, RepairKind};
use crate::sections::{Section, Sections, trimmed};
use crate::signature::Signature;

impl<S: Signature> Reading<S> {
    /// Reads sections; where several readings of them are possible, the one that has no error, if it is the only one.
    pub(super) fn of_best(area: &Area<'_>, found: Sections) -> Self {
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
    pub(super) fn of_implied(area: &Area<'_>, found: &Sections) -> Option<Self> {
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
    pub(super) fn of_one_of_two(area: &Area<'_>, found: &Sections) -> Option<Self> {
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

    #[inline]
    pub(super) fn of_found(area: &Area<'_>, found: Sections) -> Self {
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
    pub(super) fn of_nothing(area: &Area<'_>) -> Self {
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
}
