//! Unions: which of several objects stands here.

use std::borrow::Cow;
use std::ops::Range;

use super::{Decode, Decoded, Decoder, Keys, Mode, Rejected};
use crate::error::{ErrorKind, Step};

/// An arm of a union without a tag.
#[derive(Debug)]
pub struct Arm {
    keys: &'static Keys,
    probe: fn(&mut Decoder<'_>) -> bool,
}

impl Arm {
    /// The arm that reads this type.
    #[must_use]
    pub const fn of<T: Decode>() -> Self {
        Self { keys: T::KEYS, probe: |decoder| T::decode(decoder).is_ok() }
    }
}

impl<'r> Decoder<'r> {
    /// Looks for the member that tells the arms of a union apart and gives the place of its value in the list.
    /// The decoder stays before the object. `None` after an error, which is noted, with the object skipped.
    pub fn tag(&mut self, key: &'static str, values: &[&str]) -> Option<usize> {
        if self.peek_token() != b'{' {
            self.mismatch("an object");
            return None;
        }
        let (start, mark) = (self.pos, self.mark());
        let found = self.find_tag(key);
        self.rewind(mark);
        self.pos = start;
        let (kind, span) = match found {
            Some((Some(text), span)) => match values.iter().position(|value| *value == text) {
                Some(place) => return Some(place),
                None => (ErrorKind::EnumMismatch, span),
            },
            Some((None, span)) => (ErrorKind::EnumMismatch, span),
            None => (ErrorKind::MissingField, start..start),
        };
        if self.skip_value() {
            self.fail(kind, spell(values), span);
            self.attribute(mark.findings, &Step::Key(key.into()));
        }
        None
    }

    /// Reads the arm that was found, and wraps it as a variant, or what can be kept of it as a partial one.
    pub fn arm<T: Decode, U: Decode>(
        &mut self,
        whole: fn(T) -> U,
        partial: fn(T::Partial) -> U::Partial,
    ) -> Decoded<U> {
        T::decode(self).map(whole).map_err(|rejected| rejected.map(partial))
    }

    /// Reads the arm that was found, for a union of which nothing but the whole is kept.
    pub fn whole_arm<T: Decode, U: Decode>(&mut self, whole: fn(T) -> U) -> Decoded<U> {
        T::decode(self).map(whole).map_err(|_| Rejected::nothing())
    }

    /// The value of a member, if it is a string, and its place. `None` if there is no such member, or none that is
    /// complete.
    fn find_tag(&mut self, key: &str) -> Option<(Option<Cow<'r, str>>, Range<usize>)> {
        self.pos += 1;
        let mut is_first = true;
        while let Some(name) = self.next_entry(is_first) {
            is_first = false;
            let start = self.pos;
            let text = if name == key && self.peek() == b'"' {
                self.read_string()
            } else if self.skip_value() {
                None
            } else {
                return None;
            };
            if self.is_broken {
                return None;
            }
            if name == key {
                return Some((text, start..self.pos));
            }
        }
        None
    }

    /// Finds the arm that an object fits best: all required keys there, and the fewest that the arm does not know.
    /// Among arms that fit by their keys equally well, the one that also reads without error. The decoder stays
    /// before the object. `None` after an error, which is noted, with the object skipped.
    pub fn best_arm(&mut self, arms: &[Arm]) -> Option<usize> {
        if self.peek_token() != b'{' {
            self.mismatch("an object");
            return None;
        }
        let start = self.pos;
        let scores = self.score_arms(arms)?;
        let end = std::mem::replace(&mut self.pos, start);
        let best = scores.iter().flatten().min()?;
        let mut fitting: Vec<_> =
            (0..arms.len()).filter(|&at| scores[at].as_ref() == Some(best)).collect();
        if fitting.len() > 1 {
            fitting.retain(|&at| self.probe(&arms[at], start, end));
        }
        let (kind, expected) = match fitting[..] {
            [arm] => return Some(arm),
            [] => (ErrorKind::UnionNoMatch, "the values of one of the variants"),
            _ => (ErrorKind::Ambiguous, "an object of one variant only"),
        };
        self.pos = end;
        self.fail(kind, expected, start..end);
        None
    }

    /// For each arm how many keys it does not know; `None` for an arm that lacks a required key or forbids one
    /// that is there. Moves behind the object; an error is noted if no arm is left.
    fn score_arms(&mut self, arms: &[Arm]) -> Option<Vec<Option<usize>>> {
        let start = self.pos;
        let mark = self.mark();
        let mut unknown = vec![0_usize; arms.len()];
        let mut seen: Vec<Vec<bool>> =
            arms.iter().map(|arm| vec![false; arm.keys.keys.len()]).collect();
        self.pos += 1;
        let mut is_first = true;
        while let Some(name) = self.next_entry(is_first) {
            is_first = false;
            for (at, arm) in arms.iter().enumerate() {
                match arm.keys.find(name.as_bytes(), 0) {
                    Some(index) => seen[at][index] = true,
                    None => unknown[at] += 1,
                }
            }
            if !self.skip_value() {
                break;
            }
        }
        if self.is_broken {
            return None;
        }
        self.rewind(mark);
        let lacks = |at: usize| {
            arms[at].keys.keys.iter().zip(&seen[at]).any(|(key, seen)| key.is_required && !seen)
        };
        let score = |at: usize| {
            let is_forbidden = !arms[at].keys.is_open && unknown[at] > 0;
            (!lacks(at) && !is_forbidden).then_some(unknown[at])
        };
        let scores: Vec<_> = (0..arms.len()).map(score).collect();
        if scores.iter().all(Option::is_none) {
            self.fail(ErrorKind::UnionNoMatch, "the keys of one of the variants", start..self.pos);
            return None;
        }
        Some(scores)
    }

    /// Reads an object as an arm for a trial. Trials together pass over a fixed multiple of the reply; when that is
    /// used up, none succeeds.
    fn probe(&mut self, arm: &Arm, start: usize, end: usize) -> bool {
        if self.mode != Mode::Json || self.probe_budget < end - start {
            return false;
        }
        self.probe_budget -= end - start;
        let (mark, depth) = (self.mark(), self.depth);
        let is_trial = std::mem::replace(&mut self.is_trial, true);
        let is_read = (arm.probe)(self) && self.errors == mark.errors;
        self.is_trial = is_trial;
        self.rewind(mark);
        self.depth = depth;
        self.pos = start;
        is_read
    }
}

fn spell(values: &[&str]) -> String {
    values.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>().join(" or ")
}
