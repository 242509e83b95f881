//! How objects and lists begin.

use super::level::Holds;
use crate::decode::keys::Keys;
use crate::decode::{Decoder, Mode};
use crate::error::RepairKind;

/// What was open before an object was looked into.
#[derive(Clone, Copy, Debug)]
pub(in crate::decode) struct Outside {
    levels: usize,
    depth: u32,
    implied: Option<u8>,
}

impl Decoder<'_> {
    /// Opens an object whose keys are known.
    pub(in crate::decode) fn open_loose_object(&mut self, keys: &'static Keys) -> bool {
        self.open_members(Holds::Keys(keys))
    }

    /// Opens an object of any keys.
    pub(in crate::decode) fn open_loose_map(&mut self) -> bool {
        self.open_members(Holds::AnyKeys)
    }

    fn open_members(&mut self, holds: Holds) -> bool {
        if let Some(close) = self.loose.implied.take() {
            return self.push_level(holds, close);
        }
        let start = self.pos;
        if self.loose_token() == b'{' {
            self.pos += 1;
            let inner = self.behind_blank(self.pos);
            if self.bytes().get(inner) == Some(&b'{') {
                self.note(RepairKind::Closer, self.pos..inner + 1);
                self.pos = inner + 1;
            }
            return self.push_level(holds, b'}');
        }
        let Some(length) = self.call_length() else {
            self.mismatch("an object");
            return false;
        };
        self.note(RepairKind::KeyLines, start..start + length);
        self.pos += length;
        self.push_level(holds, b')')
    }

    /// Opens a list.
    pub(in crate::decode) fn open_loose_list(&mut self) -> bool {
        if let Some(close) = self.loose.implied.take() {
            return self.push_level(Holds::Items, close);
        }
        let start = self.pos;
        let close = match self.loose_token() {
            b'[' => b']',
            b'(' => b')',
            b'{' if self.is_set(start) => b'}',
            _ => {
                let Some(length) = self.call_length() else {
                    self.mismatch("a list");
                    return false;
                };
                self.pos += length - 1;
                b')'
            }
        };
        self.pos += 1;
        if close != b']' {
            self.note(RepairKind::Closer, start..self.pos);
        }
        self.push_level(Holds::Items, close)
    }

    /// Goes into an object to look at its members, and gives what is needed to go back.
    pub(in crate::decode) fn begin_scan(&mut self) -> Outside {
        let outside = self.outside();
        if self.mode == Mode::Loose {
            self.open_loose_map();
        } else {
            self.pos += 1;
        }
        outside
    }

    pub(in crate::decode) fn outside(&self) -> Outside {
        Outside { levels: self.level_count(), depth: self.depth, implied: self.loose.implied }
    }

    /// Leaves the object that was looked at.
    pub(in crate::decode) fn end_scan(&mut self, outside: Outside) {
        self.truncate_levels(outside.levels);
        self.depth = outside.depth;
        self.loose.implied = outside.implied;
    }

    /// Goes over to reading what was meant to be JSON, whose outermost brackets may be missing.
    pub(in crate::decode) fn enter_loose(&mut self, start: usize, is_implied: bool) {
        self.mode = Mode::Loose;
        self.is_broken = false;
        self.depth = 0;
        self.pos = start;
        self.truncate_levels(0);
        self.loose.is_unclosed = false;
        self.loose.implied = is_implied.then_some(0);
    }

    /// Whether a brace begins a set of values, as Python writes it.
    fn is_set(&mut self, start: usize) -> bool {
        let inner = self.behind_blank(start + 1);
        let next = self.bytes().get(inner).copied().unwrap_or(b'}');
        next != b'}' && next != b'{' && self.key_at(inner).is_none()
    }

    /// The length of a name and the bracket behind it, as in a call.
    pub(in crate::decode) fn call_length(&self) -> Option<usize> {
        const LONGEST: usize = 80;
        let rest = self.bytes().get(self.pos..)?;
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
        let length = rest.iter().take(LONGEST).take_while(|byte| is_part(byte)).count();
        (length > 0 && rest[0].is_ascii_alphabetic() && rest.get(length) == Some(&b'('))
            .then_some(length + 1)
    }
}
