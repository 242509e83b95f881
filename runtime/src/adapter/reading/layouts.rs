//! Layouts that were not asked for.

use super::area::Area;
use super::{Reading, Reply};
use crate::error::RepairKind;
use crate::sections::{self, Section, Sections, trimmed};
use crate::signature::Signature;

impl<S: Signature> Reading<S> {
    /// Reads the fields from tags or from behind labels, if they can be read so without error.
    pub(super) fn of_tags_or_labels(area: &Area<'_>) -> Option<Self> {
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
    pub(super) fn of_bare(area: &Area<'_>) -> Self {
        let text = trimmed(area.reply.text, area.start..area.end());
        let whole = Section { field: 0, text };
        let found = Sections { fields: vec![whole], ..Sections::default() };
        Self::of_found(area, found).with_repair(area, RepairKind::BareReply)
    }

    /// The same for a value of JSON, whose quotes are no part of it.
    pub(super) fn of_bare_value(area: &Area<'_>) -> Self {
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
}
