//! Values of other types than the one that is wanted: which are read all the same, and how.
//!
//! What fits its type is never touched. A value is read as another type only where nothing is lost and one reading is
//! left; every such reading is noted.

mod label;
mod number;
mod word;

use super::loose::Scalar;
use super::{Aim, Decode, Decoded, Decoder, Kinds, Mode, Rejected, Strictness};
use crate::error::{ErrorKind, RepairKind, Step};

pub(super) use label::{Found, find_label};
pub(super) use number::{Spelled, spell};
pub(super) use word::{bool_of, is_null_word, undecorated};

/// So many lists of one, or objects of one member, are opened on the way to a value.
const MOST_WRAPPERS: u8 = 2;

/// Keys that say no more than that a value follows.
const WRAPPERS: [&str; 14] = [
    "value", "values", "item", "items", "list", "result", "results", "answer", "output",
    "response", "data", "content", "label", "text",
];

impl Decoder<'_> {
    /// Reads a value in JSON; one of a kind that the type does not have is read as the type in another way, if there is
    /// one.
    #[inline]
    pub(super) fn value<T: Decode>(&mut self) -> Decoded<T> {
        let start = self.pos;
        match T::decode(self) {
            Ok(value) => Ok(value),
            Err(rejected) => self.second_reading(start, rejected),
        }
    }

    #[cold]
    fn second_reading<T: Decode>(
        &mut self,
        start: usize,
        first: Rejected<T::Partial>,
    ) -> Decoded<T> {
        let may_coerce = self.strictness != Strictness::Strict
            && matches!(self.aim, Aim::Keep | Aim::Count)
            && self.wrappers < MOST_WRAPPERS;
        if self.is_broken || !may_coerce || !matches!(self.mode, Mode::Json | Mode::Loose) {
            return Err(first);
        }
        let end = std::mem::replace(&mut self.pos, start);
        let kind = self.kind_here();
        let (start, levels) = (self.pos, self.outside());
        if T::KINDS.meets(kind) || matches!(kind, Kinds::NONE | Kinds::NULL) {
            self.pos = end;
            return Err(first);
        }
        // The error that is noted is that of the kind, the only one.
        let undone = self.take_last_error();
        let mark = self.mark();
        self.wrappers += 1;
        let value = self.coerced::<T>(kind, start);
        self.wrappers -= 1;
        if let Ok(value) = value
            && self.errors == mark.errors
            && !self.is_broken
            && self.pos == end
        {
            return Ok(value);
        }
        self.rewind(mark);
        self.end_scan(levels);
        self.pos = end;
        self.restore_error(undone);
        Err(first)
    }

    fn coerced<T: Decode>(&mut self, kind: Kinds, start: usize) -> Decoded<T> {
        match kind {
            Kinds::STRING if self.mode == Mode::Loose && !self.is_quote_here() => {
                Err(Rejected::nothing())
            }
            Kinds::STRING => self.value_in_string(start),
            Kinds::ARRAY => self.only_item(start),
            Kinds::OBJECT => self.only_member(start),
            _ => Err(Rejected::nothing()),
        }
    }

    /// Reads a value from a string that holds its text or its JSON.
    fn value_in_string<T: Decode>(&mut self, start: usize) -> Decoded<T> {
        let text = if self.mode == Mode::Loose {
            // A text whose end was guessed is not searched.
            let changes = self.changes;
            let scalar = self.loose_scalar().filter(|_| self.changes == changes);
            scalar.map(|scalar| scalar.text)
        } else {
            self.read_string().map(std::borrow::Cow::into_owned)
        };
        let Some(text) = text else { return Err(Rejected::nothing()) };
        let span = start..self.pos;
        let mut inner = Decoder::new(&text, self.strictness);
        inner.aim = self.aim;
        inner.wrappers = self.wrappers;
        inner.is_within_string = true;
        inner.enter_text(false);
        let value = inner.read_text::<T>();
        if value.is_err() || inner.errors > 0 {
            return Err(Rejected::nothing());
        }
        self.note(RepairKind::Unwrapped, span);
        self.take_findings(inner);
        value
    }

    /// Reads a value from a list that holds nothing else.
    fn only_item<T: Decode>(&mut self, start: usize) -> Decoded<T> {
        if !self.open_list() || !self.next_item(true) {
            return Err(Rejected::nothing());
        }
        let value = self.value();
        let is_only = !self.is_broken && !self.next_item(false);
        self.close_level();
        self.note(RepairKind::Unwrapped, start..start + 1);
        if is_only { value } else { Err(Rejected::nothing()) }
    }

    /// Reads a value from an object that holds nothing else. An object is no list, but may hold one.
    fn only_member<T: Decode>(&mut self, start: usize) -> Decoded<T> {
        if !self.open_map() {
            return Err(Rejected::nothing());
        }
        let Some(key) = self.next_entry(true) else { return Err(Rejected::nothing()) };
        let kind = self.kind_here();
        let is_wrapper = WRAPPERS.iter().any(|wrapper| key.eq_ignore_ascii_case(wrapper));
        if !is_wrapper {
            return Err(Rejected::nothing());
        }
        let fits = T::KINDS.meets(kind) || !T::KINDS.meets(Kinds::ARRAY.or(Kinds::OBJECT));
        if !fits {
            return Err(Rejected::nothing());
        }
        let mark = self.findings.len();
        let value = self.value();
        if self.findings.len() != mark {
            self.attribute(mark, &Step::Key(key.into_owned().into()));
        }
        let is_only = !self.is_broken && self.next_entry(false).is_none();
        self.close_level();
        self.note(RepairKind::Unwrapped, start..start + 1);
        if is_only { value } else { Err(Rejected::nothing()) }
    }

    /// Reads the one item of a list that stands without brackets, if it can be nothing else.
    #[cold]
    pub(super) fn single_item<T: Decode>(&mut self, start: usize) -> Decoded<Vec<T>> {
        let end = self.pos;
        let may_coerce =
            self.strictness != Strictness::Strict && matches!(self.aim, Aim::Keep | Aim::Count);
        if !may_coerce || self.is_broken || self.mode == Mode::Text {
            return Err(Rejected::nothing());
        }
        self.pos = start;
        let kind = self.kind_here();
        let start = self.pos;
        if !T::KINDS.meets(kind) || matches!(kind, Kinds::NULL | Kinds::STRING | Kinds::ARRAY) {
            self.pos = end;
            return Err(Rejected::nothing());
        }
        let undone = self.take_last_error();
        let mark = self.mark();
        let item = T::decode(self);
        if let Ok(item) = item
            && self.errors == mark.errors
        {
            self.attribute(mark.findings, &Step::Index(0));
            self.note(RepairKind::SingleItem, start..self.pos);
            return Ok(vec![item]);
        }
        self.rewind(mark);
        self.pos = end;
        self.restore_error(undone);
        Err(Rejected::nothing())
    }

    /// Reads a scalar that is not written as JSON writes it: in what was meant to be JSON, or in a string.
    pub(super) fn scalar_text(&mut self, expected: &'static str) -> Option<Scalar> {
        match self.mode {
            Mode::Loose => {
                let byte = self.loose_token();
                if matches!(byte, b'{' | b'[') {
                    self.mismatch(expected);
                    return None;
                }
                self.loose_scalar()
            }
            Mode::Json if self.peek() == b'"' && self.strictness != Strictness::Strict => {
                let start = self.pos;
                let text = self.read_string()?.into_owned();
                Some(Scalar { text, is_quoted: true, span: start..self.pos })
            }
            Mode::Text if self.strictness != Strictness::Strict => {
                let span = self.pos..self.bytes().len();
                if span.is_empty() {
                    self.fail_missing(span.start);
                    return None;
                }
                self.pos = span.end;
                Some(Scalar { text: self.slice(span.clone()).to_owned(), is_quoted: false, span })
            }
            _ => {
                self.mismatch(expected);
                None
            }
        }
    }

    /// Takes a word that stands for null, if no value of these kinds can be such a text.
    #[inline]
    pub(super) fn eat_null_word(&mut self, kinds: Kinds) -> bool {
        if kinds.meets(Kinds::STRING) || (self.mode == Mode::Json && self.peek() != b'"') {
            return false;
        }
        self.eat_null_text()
    }

    #[cold]
    fn eat_null_text(&mut self) -> bool {
        if self.strictness == Strictness::Strict || !matches!(self.mode, Mode::Json | Mode::Text) {
            return false;
        }
        let (start, mark) = (self.pos, self.mark());
        let is_null = if self.mode == Mode::Text {
            let text = self.slice(start..self.bytes().len());
            self.pos = self.bytes().len();
            is_null_word(text)
        } else {
            self.read_string().is_some_and(|text| is_null_word(&text))
        };
        if is_null && !self.is_cut_at(self.pos) {
            self.note(RepairKind::NullWord, start..self.pos);
            return true;
        }
        self.rewind(mark);
        self.pos = start;
        false
    }

    /// Whether a text that could not be read, which is the only error since, is a word that stands for null.
    #[cold]
    pub(super) fn is_null_instead(&mut self, start: usize) -> bool {
        let may_coerce = self.strictness != Strictness::Strict
            && matches!(self.aim, Aim::Keep | Aim::Count)
            && !self.is_broken
            && !self.is_cut_at(self.pos);
        let text = self.slice(start..self.pos.max(start));
        let is_text = matches!(self.mode, Mode::Text) || text.trim_start().starts_with('"');
        if !may_coerce || !is_text || !is_null_word(text) {
            return false;
        }
        self.take_last_error();
        self.note(RepairKind::NullWord, start..self.pos);
        true
    }

    /// Whether a value may be taken out of the words around it. Words without quotes in JSON are as likely a part of
    /// something else.
    pub(super) fn may_search(&self, is_quoted: bool) -> bool {
        is_quoted || self.mode != Mode::Loose
    }

    /// Notes that two readings of a value are as good as each other.
    pub(super) fn fail_ambiguous(&mut self, expected: &'static str, span: std::ops::Range<usize>) {
        self.fail(ErrorKind::Ambiguous, expected, span);
    }
}
