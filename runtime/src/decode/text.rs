//! Fields in running text: where their value stands, among fences and prose.

use std::ops::Range;

use super::{Aim, Decode, Decoded, Decoder, Kinds, Mode, Rejected, Shape};
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
            _ => self.eat_absent_text(),
        }
    }

    fn eat_absent_text(&mut self) -> bool {
        self.trim_window();
        let is_absent = matches!(self.slice(self.pos..self.bytes().len()), "" | "null");
        if is_absent {
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

    /// Reads an object or list that stands somewhere in a text.
    ///
    /// A text that is the value and nothing else is read at once. Otherwise each complete value of this kind that
    /// stands in no other brackets is tried, and the one that reads without error is taken; if several do and their
    /// texts differ, the field is ambiguous. What stands within brackets that are no JSON is a part of something
    /// broken, never a value of its own. Each byte is passed over a fixed number of times.
    pub(super) fn read_value_in<T: Decode>(&mut self, window: &Range<usize>) -> Decoded<T> {
        let mark = self.mark();
        if opens::<T>(self.bytes()[window.start]) {
            let value = self.decode_at(window.start);
            if self.errors == mark.errors && self.peek_token() == 0 && self.pos == window.end {
                return value;
            }
            self.rewind(mark);
        }
        let aim = std::mem::replace(&mut self.aim, Aim::Count);
        let found = self.find_candidates::<T>(window);
        self.aim = aim;
        match found {
            Found { best: Some(best), .. } if best.is_tied => {
                self.fail(ErrorKind::Ambiguous, "one value; several fit", window.clone());
                Err(Rejected::nothing())
            }
            Found { best: Some(best), unclosed, .. } if unclosed.is_none() || best.errors == 0 => {
                self.take_candidate(&best.span, window)
            }
            Found { unclosed: Some(start), .. }
            | Found { broken: Some(Range { start, .. }), .. }
            | Found { other: Some(start), .. } => self.decode_at(start),
            Found { .. } => {
                self.mode = Mode::Text;
                self.fail(ErrorKind::NoJson, expected::<T>(), window.clone());
                Err(Rejected::nothing())
            }
        }
    }

    /// Tries the values that a text holds.
    fn find_candidates<T: Decode>(&mut self, window: &Range<usize>) -> Found {
        let mark = self.mark();
        let mut found = Found::default();
        let mut strays = MAX_STRAYS;
        let mut from = window.start;
        while let Some(next) = memchr::memchr2(b'[', b'{', &self.bytes()[from..]) {
            let start = from + next;
            self.enter_json(start);
            if self.skip_value() {
                from = self.pos;
                if !opens::<T>(self.bytes()[start]) {
                    found.other.get_or_insert(start);
                    continue;
                }
                let _: Decoded<T> = self.decode_at(start);
                let errors = self.errors - mark.errors;
                self.rewind(mark);
                let candidate = Candidate { span: start..from, errors, is_tied: false };
                found.best = Some(match found.best {
                    None => candidate,
                    Some(best) => self.better_of(best, candidate),
                });
                continue;
            }
            let stopped = self.broken_at;
            self.rewind(mark);
            if stopped == self.bytes().len() {
                found.unclosed = Some(start);
                break;
            }
            // What breaks right behind a bracket may be no JSON at all.
            let is_stray = stopped <= start + 1;
            if !is_stray
                && found.broken.as_ref().is_none_or(|broken| broken.len() < stopped - start)
            {
                found.broken = Some(start..stopped);
            }
            match self.closing_bracket(start) {
                Some(end) => from = end,
                None if is_stray && strays > 0 => {
                    strays -= 1;
                    from = start + 1;
                }
                None => {
                    found.broken.get_or_insert(start..stopped);
                    break;
                }
            }
        }
        found
    }

    /// The place behind the bracket that closes this one, if brackets of both kinds are counted alike.
    fn closing_bracket(&self, start: usize) -> Option<usize> {
        let mut open = 0_usize;
        for (at, byte) in self.bytes().iter().enumerate().skip(start) {
            match byte {
                b'[' | b'{' => open += 1,
                b']' | b'}' => open -= 1,
                _ => continue,
            }
            if open == 0 {
                return Some(at + 1);
            }
        }
        None
    }

    fn take_candidate<T: Decode>(
        &mut self,
        span: &Range<usize>,
        window: &Range<usize>,
    ) -> Decoded<T> {
        let before = self.slice(window.start..span.start).trim();
        let after = self.slice(span.end..window.end).trim();
        if self.is_cut_at(window.end) && !after.is_empty() && after != "```" {
            // What was still to come may have been the value.
            self.fail(ErrorKind::Truncated, "the rest of the text", span.end..window.end);
            return Err(Rejected::nothing());
        }
        let is_fenced = is_fence_start(before) && (after.is_empty() || after == "```");
        let kind = if is_fenced { RepairKind::Fence } else { RepairKind::IgnoredText };
        if (!before.is_empty() || !after.is_empty()) && !self.repair(kind, window.clone()) {
            self.fail(ErrorKind::NoJson, expected::<T>(), window.clone());
            return Err(Rejected::nothing());
        }
        self.decode_at(span.start)
    }

    /// The candidate with fewer errors. Two without any tie unless they are spelled alike; of two with as many
    /// errors the later one is kept, since models draft first.
    fn better_of(&self, first: Candidate, second: Candidate) -> Candidate {
        match first.errors.cmp(&second.errors) {
            std::cmp::Ordering::Less => first,
            std::cmp::Ordering::Greater => second,
            std::cmp::Ordering::Equal => {
                let differ = self.slice(first.span.clone()) != self.slice(second.span.clone());
                Candidate { is_tied: first.is_tied || (second.errors == 0 && differ), ..second }
            }
        }
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

    pub(super) fn fail_missing(&mut self, at: usize) {
        let kind = if self.is_cut_at(at) { ErrorKind::Truncated } else { ErrorKind::MissingField };
        self.fail(kind, "", at..at);
    }

    /// Whether a text that ends here is the end of a reply that was cut off.
    pub(super) fn is_cut_at(&self, end: usize) -> bool {
        self.is_cut && end >= self.text.trim_end().len()
    }
}

/// How many brackets that open nothing are passed over in a text.
const MAX_STRAYS: usize = 16;

/// What the brackets of a text hold.
#[derive(Default)]
struct Found {
    /// The value of the right kind with the fewest errors.
    best: Option<Candidate>,
    /// Where a value begins that goes on to the end of the text.
    unclosed: Option<usize>,
    /// The longest stretch that began as JSON and then was none.
    broken: Option<Range<usize>>,
    /// Where a value of the other kind begins.
    other: Option<usize>,
}

/// A place in a text where a value was read for a trial.
struct Candidate {
    span: Range<usize>,
    errors: usize,
    is_tied: bool,
}

/// Whether a list or object of the type begins with this bracket.
fn opens<T: Decode>(bracket: u8) -> bool {
    let kind = if bracket == b'[' { Kinds::ARRAY } else { Kinds::OBJECT };
    matches!(bracket, b'[' | b'{') && T::KINDS.meets(kind)
}

fn expected<T: Decode>() -> &'static str {
    match (T::KINDS.meets(Kinds::OBJECT), T::KINDS.meets(Kinds::ARRAY)) {
        (true, true) => "a JSON object or list",
        (false, true) => "a JSON list",
        _ => "a JSON object",
    }
}

/// Whether a text is the opening line of a code fence and nothing else: three backticks and perhaps a language.
fn is_fence_start(text: &str) -> bool {
    text.strip_prefix("```")
        .is_some_and(|language| language.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}
