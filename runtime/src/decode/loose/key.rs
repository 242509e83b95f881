//! Keys, however they are written.

use std::borrow::Cow;
use std::ops::Range;

use super::ends::{is_closing, quote};
use super::level::Holds;
use crate::decode::Decoder;
use crate::decode::keys::Keys;
use crate::error::RepairKind;

/// No key is longer.
const LONGEST_KEY: usize = 256;

/// A key with what separates it from its value.
pub(in crate::decode) struct KeyAt {
    /// Its name, without quotes.
    name: Range<usize>,
    /// The place behind the separator.
    end: usize,
    /// Whether it is written as in JSON.
    is_quoted: bool,
    has_colon: bool,
}

impl<'r> Decoder<'r> {
    /// The key at a place, if one stands there and its separator follows.
    pub(in crate::decode) fn key_at(&mut self, at: usize) -> Option<KeyAt> {
        let bytes = self.bytes();
        let (name, mut end, is_quoted) = if let Some((open, length)) = quote(bytes, at) {
            let (name, end) = quoted_name(bytes, at + length, open)?;
            (name, end, open == '"')
        } else {
            let length = bare_name(bytes.get(at..)?);
            if length == 0 {
                return None;
            }
            let name = at..at + length;
            // The opening quote alone is missing.
            let has_quote = quote(bytes, name.end).map_or(0, |(_, length)| length);
            (name.clone(), name.end + has_quote, false)
        };
        if !self.look(end - at) {
            return None;
        }
        end = self.behind_blank(end);
        while self.bytes().get(end..end + 2) == Some(b"::") {
            end += 1;
        }
        let separator = match self.bytes().get(end..)? {
            [b':' | b'=', b'>' | b'=', ..] => 2,
            [b':' | b'=', ..] => 1,
            _ => return None,
        };
        let has_colon =
            self.bytes()[end] == b':' && separator == 1 && self.bytes()[end - 1] != b':';
        Some(KeyAt { name, end: end + separator, is_quoted, has_colon })
    }

    /// Whether one of these keys stands at a place.
    pub(super) fn known_key_at(&mut self, at: usize, keys: &'static Keys) -> bool {
        let Some(key) = self.key_at(at) else { return false };
        let name = self.slice(key.name);
        keys.find(name.as_bytes(), 0).or_else(|| keys.find_folded(name)).is_some()
    }

    /// Whether one of these keys stands in quotes at a place, whatever follows it.
    pub(super) fn known_name_at(&mut self, at: usize, keys: &'static Keys) -> bool {
        let Some((open, length)) = quote(self.bytes(), at) else { return false };
        let Some((name, end)) = quoted_name(self.bytes(), at + length, open) else { return false };
        self.look(end - at) && keys.find(self.slice(name).as_bytes(), 0).is_some()
    }

    /// Reads the key that stands here and its separator.
    pub(in crate::decode) fn loose_key(&mut self) -> Option<Cow<'r, str>> {
        let start = self.pos;
        let Some(key) = self.key_at(start) else {
            self.break_off("a key");
            return None;
        };
        let name = self.slice(key.name.clone());
        let name = if name.contains('\\') {
            let spelled = format!("\"{name}\"");
            match crate::Json::parse(&spelled) {
                Ok(crate::Json::String(name)) => Cow::Owned(name),
                _ => Cow::Owned(name.replace("\\'", "'")),
            }
        } else {
            Cow::Borrowed(name)
        };
        if !key.is_quoted {
            self.note(RepairKind::Unquoted, key.name);
        }
        if !key.has_colon {
            self.note(RepairKind::Separator, start..key.end);
        }
        self.pos = key.end;
        self.loose_token();
        Some(name)
    }

    /// Moves to the next member of an object or map and reads its key.
    pub(in crate::decode) fn loose_member(&mut self, is_first: bool) -> Option<Cow<'r, str>> {
        if !self.next_part(is_first) {
            return None;
        }
        self.loose_key()
    }

    /// Moves to the next item of a list.
    pub(in crate::decode) fn loose_item(&mut self, is_first: bool) -> bool {
        self.loose.implied.is_some() || self.next_part(is_first)
    }

    /// Whether a key that is there already begins the next item of the list around the object.
    pub(in crate::decode) fn resumes(&mut self, start: usize) -> bool {
        let count = self.loose.levels.len();
        let is_item = count
            .checked_sub(2)
            .and_then(|at| self.loose.levels.get(at))
            .is_some_and(|level| matches!(level.holds, Holds::Items));
        if is_item {
            self.loose.implied = Some(b'}');
            self.pos = start;
            self.note(RepairKind::SplitItem, start..start);
        }
        is_item
    }
}

/// The name within quotes, and the place behind them. A missing quote is where the separator stands.
fn quoted_name(text: &[u8], start: usize, open: char) -> Option<(Range<usize>, usize)> {
    let longest = text.len().min(start + LONGEST_KEY);
    let mut at = start;
    while at < longest {
        match text[at] {
            b'\\' => at += 1,
            b'\n' => return None,
            _ => {
                if let Some((close, length)) = quote(text, at)
                    && is_closing(open, close)
                {
                    return Some((start..at, at + length));
                }
            }
        }
        at += 1;
    }
    None
}

/// How long the name without quotes is that a text begins with.
fn bare_name(text: &[u8]) -> usize {
    let is_part = |byte: &u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'-' | b'.') || *byte >= 0x80
    };
    text.iter().take(LONGEST_KEY).take_while(|byte| is_part(byte)).count()
}
