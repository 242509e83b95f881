//! Fields in running text: where their value stands, among fences and prose.

use std::ops::Range;

use super::{Decode, Decoded, Decoder, Kinds, Mode, Rejected, Shape};
use crate::error::{ErrorKind, RepairKind, Step};
use crate::sections::{Section, trimmed};

impl<'r> Decoder<'r> {
    /// Reads a field from its text.
    #[cold]
    pub(crate) fn read_text<T: Decode>(&mut self) -> Decoded<T> {
        self.mode = Mode::Text;
        self.is_broken = false;
        self.json_span = 0..0;
        self.trim_window();
        let window = self.pos..self.bytes().len();
        let value = match T::SHAPE {
            Shape::Plain => self.read_plain(),
            Shape::Open | Shape::Mixed => T::decode(self),
            // Right for a nullable value, and of the wrong type for all others.
            Shape::Object | Shape::List if self.slice(window.clone()) == "null" => T::decode(self),
            Shape::Object | Shape::List if window.is_empty() => {
                self.fail_missing(window.start);
                Err(Rejected::nothing())
            }
            Shape::Object | Shape::List => self.read_value_in(&window),
        };
        self.mode = Mode::Text;
        self.is_broken = false;
        self.pos = window.end;
        if value.is_ok() && self.is_cut_at(window.end) {
            self.note(RepairKind::CompleteThoughCut, window);
        }
        value
    }

    /// Takes a null that stands for an absent value.
    #[inline]
    pub(super) fn eat_null_as_absent(&mut self) -> bool {
        match self.mode {
            Mode::Json => self.peek() == b'n' && self.eat_null() && self.accept_null(self.pos - 4),
            Mode::Loose => {
                self.loose_token();
                let start = self.pos;
                self.eat_loose_null() && self.accept_null(start)
            }
            _ => self.eat_absent_text(),
        }
    }

    fn eat_absent_text(&mut self) -> bool {
        self.trim_window();
        let is_absent = matches!(self.slice(self.pos..self.bytes().len()), "" | "null");
        if is_absent && !self.is_cut_at(self.bytes().len()) {
            let start = self.pos;
            self.pos = self.bytes().len();
            return self.accept_null(start);
        }
        false
    }

    /// Notes that a null was read as absent; a strict reader has an error instead. The value is done with in any case.
    #[cold]
    fn accept_null(&mut self, start: usize) -> bool {
        let span = start..self.pos;
        if !span.is_empty() && !self.repair(RepairKind::NullAsAbsent, span.clone()) {
            self.fail(ErrorKind::TypeMismatch, "a value, or no such field", span);
        }
        true
    }

    /// A field whose text is its value. The text of a reply that was cut off is never its whole value.
    fn read_plain<T: Decode>(&mut self) -> Decoded<T> {
        let window = self.pos..self.bytes().len();
        if self.is_cut_at(window.end) {
            self.fail(ErrorKind::Truncated, "the rest of the value", window);
            return Err(Rejected::nothing());
        }
        T::decode(self)
    }

    pub(super) fn decode_at<T: Decode>(&mut self, start: usize) -> Decoded<T> {
        self.enter_json(start);
        let value = T::decode(self);
        self.json_span = start..self.pos;
        value
    }

    pub(super) fn enter_json(&mut self, start: usize) {
        self.mode = Mode::Json;
        self.is_broken = false;
        self.depth = 0;
        self.pos = start;
    }

    /// Leaves out the blanks around the text of a field.
    pub(super) fn trim_window(&mut self) {
        let Range { start, end } = trimmed(self.window, self.pos..self.window.len());
        self.pos = start;
        self.window = self.window.get(..end).unwrap_or_default();
    }

    /// Goes over to reading a value from all of the text. `is_cut` says that it may lack its end.
    pub(crate) fn enter_text(&mut self, is_cut: bool) {
        self.mode = Mode::Text;
        self.is_cut = is_cut;
    }

    /// Goes over to reading the fields of an object from sections of the text. `is_cut` says that the last of them may
    /// lack its end.
    pub(crate) fn enter_sections(&mut self, fields: &'r [Section], is_cut: bool) {
        self.mode = Mode::Sections;
        self.is_cut = is_cut;
        self.sections = fields.iter();
    }

    /// Notes a field that is there twice, word for word.
    pub(crate) fn repeat(&mut self, field: &'static str, span: Range<usize>) {
        let mark = self.findings.len();
        if !self.repair(RepairKind::Repeated, span.clone()) {
            self.fail(ErrorKind::Duplicate, "one section for the field", span);
        }
        self.attribute(mark, &Step::Key(field.into()));
    }

    /// Notes something about a field.
    pub(crate) fn note_field(&mut self, field: &'static str, kind: RepairKind, span: Range<usize>) {
        let mark = self.findings.len();
        self.note(kind, span);
        self.attribute(mark, &Step::Key(field.into()));
    }

    /// Leaves out what stands before and behind a part of the text.
    pub(crate) fn begin_at(&mut self, start: usize, end: usize) {
        self.pos = start;
        self.window = self.text.get(..end).unwrap_or(self.text);
    }

    pub(super) fn fail_missing(&mut self, at: usize) {
        let kind = if self.is_cut_at(at) { ErrorKind::Truncated } else { ErrorKind::MissingField };
        self.fail(kind, "", at..at);
    }

    /// Whether a text that ends here is the end of a reply that was cut off.
    pub(super) fn is_cut_at(&self, end: usize) -> bool {
        self.is_cut && end >= self.text.trim_end().len()
    }
}

/// Whether a list or object of the type begins with this bracket.
pub(super) fn opens<T: Decode>(bracket: u8) -> bool {
    let kind = if bracket == b'[' { Kinds::ARRAY } else { Kinds::OBJECT };
    matches!(bracket, b'[' | b'{') && T::KINDS.meets(kind)
}

pub(super) fn expected<T: Decode>() -> &'static str {
    match (T::KINDS.meets(Kinds::OBJECT), T::KINDS.meets(Kinds::ARRAY)) {
        (true, true) => "a JSON object or list",
        (false, true) => "a JSON list",
        _ => "a JSON object",
    }
}

/// Whether a text is the opening line of a code fence and nothing else: three backticks and perhaps a language.
pub(super) fn is_fence_start(text: &str) -> bool {
    text.strip_prefix("```")
        .is_some_and(|language| language.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}
