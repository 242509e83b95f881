//! Where a text ends that no quote ends for certain.

use super::level::{Closes, Holds};
use crate::decode::Decoder;

/// No comment behind a text without quotes is longer, in bytes.
const LONGEST_LINE: usize = 200;

impl Decoder<'_> {
    /// Whether what stands at a place can follow a value: a separator with what belongs behind it, a fitting bracket,
    /// the end.
    pub(super) fn follows_value(&mut self, at: usize) -> bool {
        if !self.look(1) {
            return false;
        }
        let from = at;
        let at = self.behind_blank(at);
        let bytes = self.bytes();
        let Some(&byte) = bytes.get(at) else { return true };
        match byte {
            b',' | b';' => self.follows_comma(at + 1),
            b'}' | b']' | b')' => {
                let is_stray = self.loose.levels.last().is_some_and(|level| level.close == 0)
                    && self.slice(at + 1..self.bytes().len()).trim().is_empty();
                is_stray || self.follows_closer(byte, at)
            }
            b'`' => bytes[at..].starts_with(b"```"),
            b'+' => {
                let next = self.behind_blank(at + 1);
                is_quote(self.bytes(), next)
            }
            _ => match self.holds() {
                // A comma is missing.
                Some(Holds::Keys(keys)) => {
                    (at > from || byte == b'"') && self.known_key_at(at, keys)
                }
                Some(Holds::AnyKeys) => {
                    let is_apart = is_quote(bytes, at) || bytes[from..at].contains(&b'\n');
                    at > from && is_apart && self.key_at(at).is_some()
                }
                Some(Holds::Items) => at > from && matches!(byte, b'"' | b'{' | b'['),
                None => false,
            },
        }
    }

    /// Whether what stands at a place can follow the comma before it.
    fn follows_comma(&mut self, at: usize) -> bool {
        let mut at = self.behind_blank(at);
        while self.bytes().get(at) == Some(&b',') {
            at = self.behind_blank(at + 1);
        }
        let Some(&byte) = self.bytes().get(at) else { return true };
        if matches!(byte, b'}' | b']' | b')') {
            return self.follows_closer(byte, at);
        }
        match self.holds() {
            Some(Holds::Keys(keys)) => {
                self.known_key_at(at, keys)
                    || is_quote(self.bytes(), at)
                        && (self.key_at(at).is_some() || self.known_name_at(at, keys))
            }
            Some(Holds::AnyKeys) => self.key_at(at).is_some(),
            Some(Holds::Items) => {
                let rest = &self.bytes()[at..];
                let is_word = [&b"true"[..], b"false", b"null", b"True", b"False", b"None"]
                    .iter()
                    .any(|word| rest.starts_with(word));
                is_quote(self.bytes(), at)
                    || is_word
                    || matches!(byte, b'0'..=b'9' | b'-' | b'{' | b'[' | b'(')
            }
            None => false,
        }
    }

    /// Whether a bracket at a place closes something, and what follows it can.
    fn follows_closer(&mut self, bracket: u8, at: usize) -> bool {
        let mut depth = self.level_count();
        let mut at = at;
        let mut byte = bracket;
        loop {
            if depth == 0 || self.closes_at_depth(byte, at, depth) == Closes::Nothing {
                return false;
            }
            depth -= 1;
            at = self.behind_blank(at + 1);
            match self.bytes().get(at) {
                // Behind the outermost bracket anything may stand but more of the value.
                Some(b'"') if depth == 0 => return false,
                Some(b',') if depth == 0 => {
                    let next = self.behind_blank(at + 1);
                    return self.key_at(next).is_none();
                }
                Some(_) if depth == 0 => return true,
                None | Some(b',' | b';' | b'"' | b'{' | b'[') => return true,
                Some(&next @ (b'}' | b']' | b')')) => byte = next,
                Some(_) => {
                    return self.key_at(at).is_some() || self.bytes()[at..].starts_with(b"```");
                }
            }
        }
    }

    /// What a bracket closes when only so many levels are still open.
    fn closes_at_depth(&mut self, bracket: u8, at: usize, depth: usize) -> Closes {
        if depth == self.level_count() {
            return self.closes(bracket, at);
        }
        let levels = &self.loose.levels[..depth];
        if levels.iter().any(|level| level.close == bracket) {
            Closes::Outer
        } else {
            Closes::Nothing
        }
    }

    /// The end of a text without quotes that begins at a place.
    pub(super) fn bare_end(&mut self, start: usize) -> usize {
        let mut at = start;
        loop {
            let bytes = self.bytes();
            let Some(&byte) = bytes.get(at) else { return at };
            if !self.look(1) {
                return start;
            }
            let is_end = match byte {
                b',' | b';' => {
                    let is_list = matches!(self.holds(), Some(Holds::Items));
                    (is_list && byte == b',') || self.follows_value(at)
                }
                b'}' | b']' | b')' => self.follows_closer(byte, at),
                b'\n' => match self.holds() {
                    // Lines without brackets around them end one by one.
                    _ if self.loose.levels.last().is_some_and(|level| level.close == 0) => true,
                    Some(Holds::Items) => true,
                    _ => self.follows_value(at),
                },
                b' ' | b'\t' => self.ends_before_part(start, at),
                b'/' | b'#' if at > start && bytes[at - 1] == b' ' => {
                    // A comment goes to the end of its line and holds nothing of the value.
                    let ahead = &bytes[at..bytes.len().min(at + LONGEST_LINE)];
                    let line = memchr::memchr(b'\n', ahead).map(|end| &ahead[..end]);
                    let is_whole = |line: &[u8]| !line.iter().any(|byte| b"{}[]".contains(byte));
                    let is_comment = bytes[at..].starts_with(b"/*") || line.is_some_and(is_whole);
                    is_comment && self.follows_value(at)
                }
                b'`' => at > start && bytes[at..].starts_with(b"```"),
                _ => false,
            };
            if is_end {
                return at;
            }
            at += 1;
        }
    }
}

impl Decoder<'_> {
    /// Whether a member or item begins behind the blank at a place, though no comma stands before it.
    fn ends_before_part(&mut self, start: usize, at: usize) -> bool {
        let next = self.behind_blank(at);
        match self.holds() {
            Some(Holds::Keys(keys)) => self.known_key_at(next, keys),
            Some(Holds::AnyKeys) => is_quote(self.bytes(), next) && self.key_at(next).is_some(),
            Some(Holds::Items) => {
                let is_number = crate::Json::parse(self.slice(start..at).trim()).is_ok();
                let follows = self.bytes().get(next).copied().unwrap_or_default();
                is_number && (follows.is_ascii_digit() || matches!(follows, b'-' | b'"'))
            }
            None => false,
        }
    }
}

/// Whether a quote of any kind stands at a place.
pub(super) fn is_quote(text: &[u8], at: usize) -> bool {
    quote(text, at).is_some()
}

/// A quote of any kind at a place: its character and its length in bytes.
pub(super) fn quote(text: &[u8], at: usize) -> Option<(char, usize)> {
    Some(match text.get(at..)? {
        [b'"', ..] => ('"', 1),
        [b'\'', ..] => ('\'', 1),
        [b'`', ..] => ('`', 1),
        [0xe2, 0x80, 0x98, ..] => ('‘', 3),
        [0xe2, 0x80, 0x99, ..] => ('’', 3),
        [0xe2, 0x80, 0x9c, ..] => ('“', 3),
        [0xe2, 0x80, 0x9d, ..] => ('”', 3),
        [0xe2, 0x80, 0x9e, ..] => ('„', 3),
        [0xc2, 0xab, ..] => ('«', 2),
        [0xc2, 0xbb, ..] => ('»', 2),
        _ => return None,
    })
}

/// Whether one quote can end what the other began.
pub(super) const fn is_closing(open: char, quote: char) -> bool {
    match open {
        '"' | '“' | '”' | '„' => matches!(quote, '"' | '”' | '“'),
        '\'' | '‘' | '’' => matches!(quote, '\'' | '’'),
        '`' => matches!(quote, '`' | '\''),
        '«' => matches!(quote, '»'),
        _ => false,
    }
}
