//! The part of a reply that answers.

use std::ops::Range;

use super::Reply;
use crate::decode::{Decoder, Strictness};
use crate::error::RepairKind;
use crate::sections::{self, Sections, is_blank};
use crate::signature::Signature;

/// The part of a reply that answers, and the reasoning before it.
pub(super) struct Area<'a> {
    pub(super) reply: &'a Reply<'a>,
    pub(super) outputs: &'static [&'static str],
    pub(super) inputs: &'static [&'static str],
    pub(super) reasoning: Range<usize>,
    pub(super) start: usize,
}

impl<'a> Area<'a> {
    pub(super) fn of<S: Signature>(reply: &'a Reply<'a>) -> Self {
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
    pub(super) fn end(&self) -> usize {
        self.reply.text.trim_end_matches(is_blank).len().max(self.start)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.start >= self.end()
    }

    /// The sections under markers in any spelling.
    pub(super) fn sections(&self) -> Sections {
        sections::find(self.reply.text, self.start, self.outputs, self.inputs)
    }

    /// A decoder that stands at the beginning of the area.
    pub(super) fn decoder(&self) -> Decoder<'a> {
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
