//! Passing over values, and giving up on broken ones.

use std::borrow::Cow;

use super::{Decoder, Mode};
use crate::error::ErrorKind;

impl Decoder<'_> {
    /// Passes over one JSON value of any depth, checking its grammar. `false` if it is broken, which is noted.
    ///
    /// Open levels are kept in a list of bits, so neither the call stack nor memory grows with hostile nesting
    /// by more than a bit for each byte.
    pub(super) fn skip_value(&mut self) -> bool {
        if self.mode == Mode::Loose {
            return self.skip_loose();
        }
        let mut open = Levels::default();
        loop {
            // At the start of a value.
            match self.peek_token() {
                b'{' => {
                    self.pos += 1;
                    if self.peek_token() == b'}' {
                        self.pos += 1;
                    } else {
                        open.push(true);
                        if !self.skip_key() {
                            return false;
                        }
                        continue;
                    }
                }
                b'[' => {
                    self.pos += 1;
                    if self.peek_token() == b']' {
                        self.pos += 1;
                    } else {
                        open.push(false);
                        continue;
                    }
                }
                _ => {
                    if !self.skip_scalar() {
                        return false;
                    }
                }
            }
            // Behind a value.
            loop {
                let Some(is_object) = open.last() else { return true };
                match self.peek_token() {
                    b',' => {
                        self.pos += 1;
                        if is_object && !self.skip_key() {
                            return false;
                        }
                        break;
                    }
                    b'}' if is_object => self.pos += 1,
                    b']' if !is_object => self.pos += 1,
                    _ => {
                        self.break_off(if is_object { "`,` or `}`" } else { "`,` or `]`" });
                        return false;
                    }
                }
                open.pop();
            }
        }
    }

    /// Notes that the value is of another type, and passes over it.
    #[cold]
    pub(super) fn mismatch(&mut self, expected: impl Into<Cow<'static, str>>) {
        if self.mode == Mode::Text {
            let span = self.pos..self.bytes().len();
            if span.is_empty() {
                self.fail_missing(span.start);
            } else {
                self.fail(ErrorKind::TypeMismatch, expected, span);
            }
            self.pos = self.bytes().len();
            return;
        }
        let start = self.pos;
        if self.skip_value() {
            self.fail(ErrorKind::TypeMismatch, expected, start..self.pos);
        }
    }

    /// Notes that the JSON cannot be followed from here, and moves to the end, where all enclosing levels stop too.
    #[cold]
    pub(super) fn break_off(&mut self, expected: &'static str) {
        if self.is_broken {
            return;
        }
        let at = self.pos.min(self.bytes().len());
        let rest = self.slice(at..self.bytes().len());
        let is_cut = ["", "true", "false", "null"].iter().any(|word| word.starts_with(rest.trim()));
        let kind = if is_cut { ErrorKind::Truncated } else { ErrorKind::NoJson };
        let shown = rest.char_indices().nth(20).map_or(rest.len(), |(end, _)| end);
        self.fail(kind, expected, at..at + shown);
        self.is_broken = true;
        self.broken_at = if is_cut { self.bytes().len() } else { at };
        self.pos = self.bytes().len();
    }

    /// Ends a trial: all that encloses the value stops as where JSON is broken.
    pub(super) fn give_up(&mut self) {
        if !self.is_broken {
            self.is_broken = true;
            self.broken_at = self.pos;
            self.pos = self.bytes().len();
        }
    }

    fn skip_key(&mut self) -> bool {
        if self.peek_token() != b'"' {
            self.break_off("a key in double quotes");
            return false;
        }
        if !self.skip_string() {
            return false;
        }
        if self.peek_token() != b':' {
            self.break_off("`:`");
            return false;
        }
        self.pos += 1;
        true
    }

    fn skip_scalar(&mut self) -> bool {
        let rest = &self.bytes()[self.pos.min(self.bytes().len())..];
        match rest.first() {
            Some(b'"') => self.skip_string(),
            Some(b'-' | b'0'..=b'9') => self.number().is_some(),
            _ => {
                let word = [&b"true"[..], b"false", b"null"]
                    .into_iter()
                    .find(|word| rest.starts_with(word));
                let is_word = word.is_some_and(|word| {
                    rest.get(word.len()).is_none_or(|&byte| !byte.is_ascii_alphanumeric())
                });
                match word {
                    Some(word) if is_word => self.pos += word.len(),
                    _ => {
                        self.break_off("a JSON value");
                        return false;
                    }
                }
                true
            }
        }
    }
}

/// The open levels of a value: one bit each, set for an object.
#[derive(Default)]
struct Levels {
    words: Vec<u64>,
    count: usize,
}

impl Levels {
    fn push(&mut self, is_object: bool) {
        let (word, bit) = (self.count / 64, self.count % 64);
        if word == self.words.len() {
            self.words.push(0);
        }
        self.words[word] &= !(1 << bit);
        self.words[word] |= u64::from(is_object) << bit;
        self.count += 1;
    }

    fn last(&self) -> Option<bool> {
        let at = self.count.checked_sub(1)?;
        Some(self.words[at / 64] & (1 << (at % 64)) != 0)
    }

    fn pop(&mut self) {
        self.count = self.count.saturating_sub(1);
    }
}
