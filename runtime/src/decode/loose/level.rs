//! The brackets that are open, and what closes them.

use crate::decode::keys::Keys;
use crate::decode::{Decoder, MAX_DEPTH, Mode};
use crate::error::{ErrorKind, RepairKind};

/// An object or list that is being read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    pub(super) holds: Holds,
    /// What closes it; 0 if nothing opened it, so that the end of the text does.
    pub(super) close: u8,
}

/// What a level holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Holds {
    /// Members with these keys.
    Keys(&'static Keys),
    /// Members with any keys.
    AnyKeys,
    Items,
}

/// What a closing bracket closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closes {
    /// The innermost level.
    This,
    /// A level around it, so that the innermost one lacks its own.
    Outer,
    /// Nothing.
    Nothing,
}

impl Decoder<'_> {
    pub(super) fn push_level(&mut self, holds: Holds, close: u8) -> bool {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            self.depth -= 1;
            let start = self.pos;
            self.break_off("at most 128 levels of lists and objects");
            self.fail(
                ErrorKind::DepthLimit,
                "at most 128 levels of lists and objects",
                start..start,
            );
            return false;
        }
        self.loose.levels.push(Level { holds, close });
        true
    }

    /// Leaves the innermost list or object.
    pub(in crate::decode) fn close_level(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        if self.mode == Mode::Loose {
            self.loose.levels.pop();
        }
    }

    /// Whether the text ended before its last bracket.
    pub(in crate::decode) fn is_unclosed(&self) -> bool {
        self.mode == Mode::Loose && self.loose.is_unclosed
    }

    pub(in crate::decode) fn level_count(&self) -> usize {
        self.loose.levels.len()
    }

    pub(in crate::decode) fn truncate_levels(&mut self, count: usize) {
        self.loose.levels.truncate(count);
        self.loose.implied = None;
    }

    /// Moves to the next member or item of the innermost level; `false` at its end, or where it breaks.
    pub(in crate::decode) fn next_part(&mut self, is_first: bool) -> bool {
        let mut commas = 0;
        loop {
            let byte = self.loose_token();
            let at = self.pos;
            match byte {
                0 if at >= self.bytes().len() => {
                    self.end_of_text(commas > 0 || is_first);
                    return false;
                }
                b',' | b';' => {
                    self.pos += 1;
                    commas += 1;
                    if commas > 1 || is_first || byte == b';' {
                        self.note(RepairKind::Separator, at..at + 1);
                    }
                }
                b'}' | b']' | b')' => {
                    if commas > 0 {
                        self.note(RepairKind::Separator, at - 1..at + 1);
                        commas = 0;
                    }
                    match self.closes(byte, at) {
                        Closes::This => {
                            self.pos += 1;
                            if self.close() != byte {
                                self.note(RepairKind::Closer, at..at + 1);
                            }
                            return false;
                        }
                        Closes::Outer => {
                            self.note(RepairKind::Closer, at..at + 1);
                            return false;
                        }
                        Closes::Nothing => {
                            self.pos += 1;
                            self.note(RepairKind::Closer, at..at + 1);
                        }
                    }
                }
                _ if self.is_end_of_value(at) => {
                    self.end_of_text(false);
                    return false;
                }
                _ => return self.begins_part(is_first || commas > 0),
            }
        }
    }

    /// Whether a member or item begins here.
    fn begins_part(&mut self, is_separated: bool) -> bool {
        let at = self.pos;
        let is_list = matches!(self.holds(), Some(Holds::Items));
        if is_list || self.key_at(at).is_some() {
            if !is_separated {
                self.note(RepairKind::Separator, at..at);
            }
            return true;
        }
        // Prose behind an object that lacks its bracket.
        let is_word = self.slice(at..self.bytes().len()).starts_with(char::is_alphabetic);
        if !is_separated
            && is_word
            && self.level_count() == 1
            && !self.is_cut_at(self.bytes().len())
        {
            self.note(RepairKind::Closer, at..at);
            return false;
        }
        self.break_loose("a key");
        false
    }

    /// Gives up here; what a reply that was cut off ends with is cut off itself.
    pub(super) fn break_loose(&mut self, expected: &'static str) {
        if self.is_cut_at(self.bytes().len()) {
            self.pos = self.bytes().len();
        }
        self.break_off(expected);
    }

    /// The level ends with the text.
    fn end_of_text(&mut self, has_begun: bool) {
        let at = self.pos;
        let end = self.bytes().len();
        let more_was_to_come = has_begun && self.close() != 0 && end >= self.text.trim_end().len();
        if self.is_cut_at(end) || more_was_to_come {
            self.pos = self.bytes().len();
            self.break_off("a closing bracket");
        } else if self.close() != 0 {
            self.loose.is_unclosed = end >= self.text.trim_end().len();
            self.note(RepairKind::Closer, at..at);
        }
    }

    /// A code fence that ends.
    fn is_end_of_value(&self, at: usize) -> bool {
        self.bytes()[at..].starts_with(b"```")
    }

    fn close(&self) -> u8 {
        self.loose.levels.last().map_or(0, |level| level.close)
    }

    pub(super) fn holds(&self) -> Option<Holds> {
        self.loose.levels.last().map(|level| level.holds)
    }

    /// What a closing bracket at a place closes.
    pub(super) fn closes(&mut self, bracket: u8, at: usize) -> Closes {
        let count = self.loose.levels.len();
        if self.close() == bracket {
            return Closes::This;
        }
        let outer = self.loose.levels.iter().rposition(|level| level.close == bracket);
        self.look(count);
        let Some(outer) = outer else {
            let is_wrong = bracket != b')' && self.close() != 0;
            return if is_wrong { Closes::This } else { Closes::Nothing };
        };
        // A list that ends with a brace, with another key of the object around it behind.
        if outer + 2 == count
            && matches!(self.holds(), Some(Holds::Items))
            && let Some(Level { holds: Holds::Keys(keys), .. }) = self.loose.levels.get(outer)
            && outer == 0
        {
            let keys = *keys;
            let comma = self.behind_blank(at + 1);
            if self.bytes().get(comma) == Some(&b',') {
                let next = self.behind_blank(comma + 1);
                if self.known_key_at(next, keys) {
                    return Closes::This;
                }
            }
        }
        Closes::Outer
    }
}
