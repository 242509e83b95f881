//! JSON strings and their escapes.

use std::borrow::Cow;

use super::{Decoder, plain_len};
use crate::error::{ErrorKind, RepairKind};

impl<'r> Decoder<'r> {
    /// Reads the string that stands here, if one does and has neither escapes nor slips.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a value is then made where it belongs, not moved there"
    )]
    pub(super) fn plain_string(&mut self) -> Option<&'r str> {
        let [b'"', rest @ ..] = self.bytes().get(self.pos..)? else { return None };
        let start = self.pos + 1;
        let end = start + plain_len(rest);
        if self.bytes().get(end) != Some(&b'"') {
            return None;
        }
        let text = self.window.get(start..end)?;
        self.pos = end + 1;
        Some(text)
    }

    /// Reads the string that begins at the current quote. `None` if it does not end or is broken, which is noted.
    pub(super) fn read_string(&mut self) -> Option<Cow<'r, str>> {
        let start = self.pos + 1;
        let end = start + plain_len(self.bytes().get(start..).unwrap_or_default());
        if self.bytes().get(end) == Some(&b'"') {
            self.pos = end + 1;
            return Some(Cow::Borrowed(self.slice(start..end)));
        }
        self.read_escaped(start, end).map(Cow::Owned)
    }

    /// Passes over the string that begins at the current quote.
    pub(super) fn skip_string(&mut self) -> bool {
        let start = self.pos + 1;
        let end = start + plain_len(self.bytes().get(start..).unwrap_or_default());
        if self.bytes().get(end) == Some(&b'"') {
            self.pos = end + 1;
            return true;
        }
        self.read_escaped(start, end).is_some()
    }

    /// Reads on in a string from its first byte that is not plain.
    #[cold]
    fn read_escaped(&mut self, start: usize, mut end: usize) -> Option<String> {
        let mut text = String::from(self.slice(start..end));
        loop {
            match self.bytes().get(end) {
                Some(b'"') => {
                    self.pos = end + 1;
                    return Some(text);
                }
                Some(b'\\') => end = self.read_escape(end, &mut text)?,
                Some(&control) => {
                    if !self.repair(RepairKind::RawControl, end..end + 1) {
                        self.pos = end;
                        self.break_off("control characters as escapes");
                        return None;
                    }
                    text.push(char::from(control));
                    end += 1;
                }
                None => {
                    self.pos = end;
                    self.break_off("the end of the string");
                    return None;
                }
            }
            let plain = plain_len(&self.bytes()[end..]);
            text.push_str(self.slice(end..end + plain));
            end += plain;
        }
    }

    /// Reads one escape and gives the place behind it.
    pub(super) fn read_escape(&mut self, at: usize, text: &mut String) -> Option<usize> {
        let plain = match self.bytes().get(at + 1) {
            Some(b'n') => '\n',
            Some(b't') => '\t',
            Some(b'r') => '\r',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(&byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'u') => {
                if let Some((letter, end)) = self.unicode_escape(at) {
                    text.push(letter);
                    return Some(end);
                }
                return self.keep_escape(at, text);
            }
            // Python and JavaScript escape both quotes.
            Some(b'\'') if self.repair(RepairKind::BadEscape, at..at + 2) => '\'',
            Some(b'x') => {
                let digits = self.bytes().get(at + 2..at + 4).unwrap_or_default();
                let code = std::str::from_utf8(digits).ok().filter(|digits| digits.len() == 2);
                match code.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
                    Some(code) if self.repair(RepairKind::BadEscape, at..at + 4) => {
                        text.push(char::from(code));
                        return Some(at + 4);
                    }
                    _ => return self.keep_escape(at, text),
                }
            }
            Some(_) => return self.keep_escape(at, text),
            None => {
                self.pos = at + 1;
                self.break_off("the end of the string");
                return None;
            }
        };
        text.push(plain);
        Some(at + 2)
    }

    /// Keeps the backslash of what is no escape as text.
    fn keep_escape(&mut self, at: usize, text: &mut String) -> Option<usize> {
        let rest = self.slice(at..self.bytes().len());
        let length = if rest.starts_with(r"\u") { 6 } else { 2 };
        let shown = rest.char_indices().nth(length).map_or(rest.len(), |(end, _)| end);
        // An escape that the end of the reply cuts short is no slip.
        let is_cut = rest.starts_with(r"\u")
            && rest.len() < 6
            && rest.bytes().skip(2).all(|byte| byte.is_ascii_hexdigit());
        if is_cut {
            self.pos = self.bytes().len();
            self.break_off("the end of the string");
            return None;
        }
        if !self.repair(RepairKind::BadEscape, at..at + shown) {
            self.pos = at;
            self.break_off("an escape of JSON");
            return None;
        }
        text.push('\\');
        Some(at + 1)
    }

    /// Decodes `\uXXXX`, or two of them that are a surrogate pair, and gives the place behind.
    fn unicode_escape(&self, at: usize) -> Option<(char, usize)> {
        let first = self.hex(at + 2)?;
        if (0xD800..0xDC00).contains(&first) {
            if self.bytes().get(at + 6..at + 8) != Some(br"\u") {
                return None;
            }
            let second = self.hex(at + 8)?;
            if !(0xDC00..0xE000).contains(&second) {
                return None;
            }
            let code = 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00);
            return Some((char::from_u32(code)?, at + 12));
        }
        Some((char::from_u32(first)?, at + 6))
    }

    fn hex(&self, at: usize) -> Option<u32> {
        let digits = self.bytes().get(at..at + 4)?;
        digits.iter().try_fold(0, |code, &digit| Some(code * 16 + char::from(digit).to_digit(16)?))
    }

    /// Notes a value that is none of those allowed.
    #[cold]
    pub(super) fn fail_choice(&mut self, expected: String, start: usize) {
        self.fail(ErrorKind::EnumMismatch, expected, start..self.pos);
    }
}
