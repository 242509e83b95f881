//! Places in a text that may be the value: each is read for a trial, and two are compared.

use std::cmp::Ordering;
use std::ops::Range;

use super::finding::Mark;
use super::{Decode, Decoded, Decoder, Kinds};
use crate::check::equal;
use crate::json::Json;

/// A place in a text where a value was read for a trial.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "what is known of it, one thing each")]
pub(super) struct Candidate {
    pub(super) span: Range<usize>,
    pub(super) errors: usize,
    /// Whether it is valid, with no value in it read as another.
    pub(super) is_exact: bool,
    /// Whether it has a key that is wanted, so that it was meant as such a value.
    pub(super) is_attempt: bool,
    /// Whether a key is there more than once.
    pub(super) has_double: bool,
    /// How it is read.
    pub(super) reading: How,
    pub(super) is_tied: bool,
    /// Whether it goes on to the end of the text.
    pub(super) is_open: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    Json,
    /// As what was meant to be JSON.
    Loose,
    /// The same, without its outermost brackets.
    Implied,
}

impl Decoder<'_> {
    /// Reads a value for a trial.
    pub(super) fn try_at<T: Decode>(&mut self, start: usize, reading: How) -> Candidate {
        let (mark, doubles) = (self.mark(), self.doubles);
        self.enter_candidate(start, reading);
        let is_read = if reading == How::Implied {
            T::decode(self).is_ok()
        } else {
            self.value::<T>().is_ok()
        };
        let errors =
            self.errors - mark.errors + usize::from(!is_read && self.errors == mark.errors);
        let is_exact = reading == How::Json && self.unchanged_since(mark);
        let has_double = self.doubles != doubles;
        let is_open = self.is_broken && self.broken_at >= self.bytes().len();
        let end = if self.is_broken { self.broken_at } else { self.pos };
        self.rewind(mark);
        let is_attempt = errors > 0 && self.has_wanted_key::<T>(mark, start, reading);
        Candidate {
            span: start..end.max(start),
            errors,
            is_attempt,
            is_exact,
            has_double,
            reading,
            is_tied: false,
            is_open,
        }
    }

    /// Whether an object has one of the keys of the type.
    fn has_wanted_key<T: Decode>(&mut self, mark: Mark, start: usize, reading: How) -> bool {
        if T::KEYS.keys.is_empty() || self.bytes()[start] != b'{' {
            return false;
        }
        self.enter_candidate(start, reading);
        let outside = self.begin_scan();
        let mut is_wanted = false;
        let mut is_first = true;
        while !is_wanted && let Some(key) = self.next_entry(is_first) {
            is_first = false;
            is_wanted = T::KEYS.find(key.as_bytes(), 0).is_some() || !self.skip_value();
        }
        let is_wanted = is_wanted && !self.is_broken;
        self.end_scan(outside);
        self.rewind(mark);
        is_wanted
    }

    pub(super) fn enter_candidate(&mut self, start: usize, reading: How) {
        match reading {
            How::Json => self.enter_json(start),
            How::Loose => self.enter_loose(start, false),
            How::Implied => self.enter_loose(start, true),
        }
    }

    pub(super) fn read_candidate<T: Decode>(&mut self, candidate: &Candidate) -> Decoded<T> {
        self.enter_candidate(candidate.span.start, candidate.reading);
        let value = if candidate.reading == How::Implied { T::decode(self) } else { self.value() };
        self.json_span = match candidate.reading {
            How::Json => candidate.span.start..self.pos,
            How::Loose | How::Implied => 0..0,
        };
        value
    }

    /// The candidate with fewer errors. Two without any tie unless they are the same value, or the text between them says
    /// that the later one is final; of two with as many errors the later one is kept, since models draft first.
    pub(super) fn better_of<T: Decode>(&self, first: Candidate, second: Candidate) -> Candidate {
        // Where a list is wanted, each object is an item.
        let is_item = |one: &Candidate| self.bytes()[one.span.start] == b'{';
        if !T::KINDS.meets(Kinds::OBJECT) && is_item(&first) && is_item(&second) {
            return Candidate { is_tied: true, ..first };
        }
        match first.errors.cmp(&second.errors) {
            // What may have been meant to replace the first cannot be passed over.
            Ordering::Less if first.errors == 0 && second.is_attempt => {
                Candidate { is_tied: true, ..first }
            }
            Ordering::Less => first,
            Ordering::Greater => second,
            Ordering::Equal if second.errors > 0 => {
                if first.is_open {
                    first
                } else {
                    second
                }
            }
            Ordering::Equal => {
                let between = self.slice(first.span.end..second.span.start);
                let is_final = says_final(between);
                let differ = !is_final && !self.are_same(&first.span, &second.span);
                Candidate { is_tied: (first.is_tied && !is_final) || differ, ..second }
            }
        }
    }

    /// Whether more of a value stands behind the bracket that should end it: another key, or a stray part.
    pub(super) fn goes_on<T: Decode>(&mut self, candidate: &Candidate) -> bool {
        /// So much of what follows is looked at, in bytes.
        const NEAR: usize = 200;
        let end = candidate.span.end;
        let bytes = self.bytes();
        let next = bytes.get(end).copied().unwrap_or_default();
        if next == b'"' || candidate.reading == How::Loose && matches!(next, b'{' | b'[' | b']') {
            return true;
        }
        let near = bytes.get(end..bytes.len().min(end + NEAR)).unwrap_or_default();
        // What stands in other brackets is a value of its own.
        let near = &near[..memchr::memchr2(b'{', b'[', near).unwrap_or(near.len())];
        let keys = T::KEYS.keys;
        let mut quotes = memchr::memchr_iter(b'"', near);
        self.look(near.len())
            && quotes.any(|at| {
                let rest = &near[at..];
                keys.iter().any(|key| key.strip(rest).is_some() || key.strip_spaced(rest).is_some())
            })
    }

    /// Whether words stand on both sides of a place in its line.
    pub(super) fn stands_in_line(&self, span: &Range<usize>, window: &Range<usize>) -> bool {
        // A look at what is near tells enough.
        const NEAR: usize = 100;
        let near = |from: usize, to: usize| {
            String::from_utf8_lossy(self.bytes().get(from..to).unwrap_or_default()).into_owned()
        };
        let before = near(window.start.max(span.start.saturating_sub(NEAR)), span.start);
        let after = near(span.end, window.end.min(span.end + NEAR));
        let before = before.rsplit('\n').next().unwrap_or_default().trim();
        let after = after.split('\n').next().unwrap_or_default().trim();
        let is_word = |text: &str| text.contains(char::is_alphanumeric);
        is_word(after) && is_word(before) && !before.ends_with([':', '='])
    }

    fn are_same(&self, first: &Range<usize>, second: &Range<usize>) -> bool {
        let (first, second) = (self.slice(first.clone()), self.slice(second.clone()));
        first == second
            || matches!((Json::parse(first), Json::parse(second)), (Ok(first), Ok(second)) if equal(&first, &second))
    }
}

/// Words that announce a value in place of an earlier one.
const FINAL: [&str; 6] = ["final", "corrected", "correction", "revised", "updated", "finally"];

/// Whether the words right before a value announce that it replaces what came before: `Final answer:`.
fn says_final(between: &str) -> bool {
    const NEAR: usize = 100;
    let from = (between.len().saturating_sub(NEAR)..=between.len())
        .find(|&at| between.is_char_boundary(at))
        .unwrap_or_default();
    let between = &between[from..];
    let text = between.trim_end().trim_end_matches(['`', '*', ':', '\n', ' ']).to_lowercase();
    let text =
        text.strip_suffix("json").unwrap_or(&text).trim_end_matches(['`', '*', ':', '\n', ' ']);
    let last_line = text.rsplit(['\n', '.', ';']).next().unwrap_or_default().trim();
    let words: Vec<&str> = last_line
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    words.len() <= 5 && words.iter().any(|word| FINAL.contains(word)) && !words.contains(&"not")
}
