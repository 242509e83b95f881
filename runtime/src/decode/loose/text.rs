//! Texts in quotes of any kind or in none.

use std::ops::Range;

use super::ends::{is_closing, quote};
use super::level::{Holds, Level};
use crate::decode::Decoder;
use crate::error::{ErrorKind, RepairKind};

/// More quotes within a text are not looked at.
const MOST_QUOTES: usize = 64;

/// A value that is no list or object.
pub(in crate::decode) struct Scalar {
    pub(in crate::decode) text: String,
    pub(in crate::decode) is_quoted: bool,
    pub(in crate::decode) span: Range<usize>,
}

impl Decoder<'_> {
    /// Reads a value that is no list or object. `None` if none stands here, or if it is cut off; that is noted.
    pub(in crate::decode) fn loose_scalar(&mut self) -> Option<Scalar> {
        self.loose_token();
        let start = self.pos;
        let text = match quote(self.bytes(), start) {
            Some((open, length)) => {
                let mut text = self.quoted_text(open, length)?;
                while let Some((open, length)) = self.joined_text() {
                    text.push_str(&self.quoted_text(open, length)?);
                }
                return Some(Scalar { text, is_quoted: true, span: start..self.pos });
            }
            None => self.bare_text()?,
        };
        Some(Scalar { text: text.0, is_quoted: text.1, span: start..self.pos })
    }

    /// Reads a text without quotes; with a stray one at its end it is a text, not a literal.
    fn bare_text(&mut self) -> Option<(String, bool)> {
        let start = self.pos;
        let end = self.bare_end(start);
        let text = self.slice(start..end).trim_end();
        if text.is_empty() {
            self.break_off("a value");
            return None;
        }
        // A word or number that the reply ends with may lack its own end.
        let is_last = end == self.bytes().len() && end >= self.text.trim_end().len();
        let is_word = matches!(text, "true" | "false" | "null" | "True" | "False" | "None");
        let is_enclosed = self.loose.levels.iter().any(|level| level.close != 0);
        if is_last && (self.is_cut || is_enclosed && !is_word) {
            self.pos = end;
            self.break_off("the rest of the value");
            return None;
        }
        self.pos = start + text.len();
        // A quote within may have been meant to begin or end something.
        if text.trim_end_matches('"').contains('"') {
            self.fail(ErrorKind::Ambiguous, "one text, in quotes", start..self.pos);
            return None;
        }
        let stray = text.strip_suffix(['"', '”']).filter(|text| !text.contains('"'));
        if let Some(inner) = stray {
            self.note(RepairKind::Quotes, start..self.pos);
            return Some((inner.to_owned(), true));
        }
        Some((text.to_owned(), false))
    }

    /// Reads a text that begins with a quote.
    fn quoted_text(&mut self, open: char, length: usize) -> Option<String> {
        let start = self.pos;
        let mark = &self.bytes()[start..start + length];
        let is_triple = length == 1 && self.bytes()[start + 1..].starts_with(&[mark[0]; 2]) && {
            let behind = start + 3;
            !self.follows_value(start + 2) || self.bytes().get(behind) == Some(&b'\n')
        };
        let mut text = String::new();
        let mut at = start + if is_triple { 3 } else { length };
        let mut has_inner = open != '"' || is_triple;
        let mut from = at;
        let mut inner: Vec<Range<usize>> = Vec::new();
        loop {
            let plain = self.until_sign(from, open);
            text.push_str(self.slice(at..plain));
            at = plain;
            let Some(&byte) = self.bytes().get(at) else {
                self.refuse_several(&inner, start..self.bytes().len())?;
                return self.unended_text(start, text);
            };
            if byte == b'\\' {
                at = self.read_escape(at, &mut text)?;
                from = at;
                continue;
            }
            if byte < b' ' {
                self.note(RepairKind::RawControl, at..at + 1);
                text.push(char::from(byte));
                at += 1;
                from = at;
                continue;
            }
            let (close, width) = quote(self.bytes(), at).unwrap_or((' ', 1));
            let end = if is_triple { at + 3 } else { at + width };
            let closes = is_closing(open, close)
                && (!is_triple || self.bytes()[at..].starts_with(&[byte; 3]));
            if closes && self.follows_value(end) {
                self.refuse_several(&inner, start..end)?;
                has_inner |= close != '"';
                if has_inner {
                    self.note(RepairKind::Quotes, start..end);
                }
                self.pos = end;
                return Some(text);
            }
            if let Some(kept) = self.missing_end(at, &text, start) {
                self.refuse_several(&inner, start..at)?;
                self.note(RepairKind::Quotes, start..self.pos);
                text.truncate(kept);
                return Some(text);
            }
            has_inner = true;
            if inner.len() < MOST_QUOTES {
                inner.push(at..at + width);
            }
            from = at + width;
        }
    }

    /// Notes a text that may be several, and passes over it.
    fn refuse_several(&mut self, inner: &[Range<usize>], span: Range<usize>) -> Option<()> {
        if inner.is_empty() || !(self.may_be_several(inner) || self.holds_key(&span)) {
            return Some(());
        }
        self.pos = span.end;
        self.fail(ErrorKind::Ambiguous, "one text, with its quotes escaped", span);
        None
    }

    /// Whether a known key stands at a place, whatever follows it.
    fn begins_key(&self, at: usize) -> bool {
        let Some(Holds::Keys(keys)) = self.holds() else { return false };
        let rest = self.slice(at..self.bytes().len());
        let is_part = |letter: &char| letter.is_alphanumeric() || matches!(letter, '_' | '-');
        let length: usize = rest.chars().take(256).take_while(is_part).map(char::len_utf8).sum();
        keys.find(&rest.as_bytes()[..length], 0).is_some()
    }

    /// Whether a text whose end is not certain has a key of what is around it where a key can stand.
    fn holds_key(&mut self, span: &Range<usize>) -> bool {
        let text = self.slice(span.clone());
        self.look(text.len());
        let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '$');
        let colons = memchr::memchr_iter(b':', text.as_bytes()).take(MOST_QUOTES);
        let quotes = ['"', '\'', '“', '”', '`'];
        colons.map(|at| text[..at].trim_end().trim_end_matches(quotes)).any(|before| {
            let rest = before.trim_end_matches(is_part);
            let name = &before[rest.len()..];
            let outside = rest.trim_end_matches(quotes);
            let blanks = &outside[outside.trim_end().len()..];
            let can_begin = blanks.contains('\n')
                || outside.trim_end().ends_with([',', '{', '[', '}', ']', '"'])
                || outside.len() < rest.len();
            let is_key = |level: &Level| match level.holds {
                Holds::Keys(keys) => keys.find(name.as_bytes(), 0).is_some(),
                Holds::AnyKeys | Holds::Items => false,
            };
            can_begin && self.loose.levels.iter().any(is_key)
        })
    }

    /// Whether quotes within a text are placed as if they ended one and began another: what was taken for one text may be
    /// several.
    fn may_be_several(&mut self, quotes: &[Range<usize>]) -> bool {
        let is_list = matches!(self.holds(), Some(Holds::Items));
        quotes.iter().any(|quote| {
            let before = self.slice(0..quote.start).trim_end();
            if before.ends_with(['[', '{']) {
                return true;
            }
            let is_behind_comma = before.ends_with(',');
            let comma = self.behind_blank(quote.end);
            let is_before_comma = self.bytes().get(comma) == Some(&b',');
            if is_list {
                let is_double = super::ends::is_quote(self.bytes(), quote.end);
                return is_before_comma || is_behind_comma || is_double;
            }
            let next = self.behind_blank(comma + 1);
            let begins = |byte: &u8| matches!(byte, b'"' | b'\'' | b'{' | b'[');
            let has_key =
                |decoder: &mut Self| decoder.key_at(next).is_some() || decoder.begins_key(next);
            is_before_comma && (self.bytes().get(next).is_some_and(begins) || has_key(self))
        })
    }

    /// The next place of a byte that may end a text, or needs a look.
    fn until_sign(&mut self, from: usize, open: char) -> usize {
        let bytes = self.bytes();
        let rest = bytes.get(from..).unwrap_or_default();
        let is_sign = |byte: u8| match byte {
            b'\\' => true,
            byte if byte < b' ' => true,
            b'"' => matches!(open, '"' | '“' | '”' | '„'),
            b'\'' => matches!(open, '\'' | '‘' | '’' | '`'),
            b'`' => open == '`',
            0xe2 => !matches!(open, '`' | '«'),
            0xc2 => open == '«',
            _ => false,
        };
        let found = rest.iter().position(|&byte| is_sign(byte)).unwrap_or(rest.len());
        self.look(1);
        from + found
    }

    /// Whether the quote at a place begins the next key, so that the one that ends the text is missing. Moves to the end
    /// of the text and gives its length.
    fn missing_end(&mut self, at: usize, text: &str, start: usize) -> Option<usize> {
        let holds = self.holds();
        let is_next = match holds {
            Some(Holds::Keys(keys)) => self.known_key_at(at, keys),
            Some(Holds::AnyKeys) => self.key_at(at).is_some(),
            _ => false,
        };
        let before = self.slice(start..at);
        let blanks = before.len() - before.trim_end().len();
        let has_break = before[before.len() - blanks..].contains('\n');
        let trimmed = before.trim_end();
        let is_separated = trimmed.ends_with(',');
        if !(has_break || is_separated) || !is_next {
            return None;
        }
        let kept = text.trim_end();
        let kept = if is_separated { kept.strip_suffix(',').unwrap_or(kept) } else { kept };
        self.pos = start + trimmed.len() - usize::from(is_separated);
        Some(kept.trim_end().len())
    }

    /// A text without its closing quote, which goes to the end but for the brackets that close what is around it.
    fn unended_text(&mut self, start: usize, mut text: String) -> Option<String> {
        let end = self.bytes().len();
        self.pos = end;
        if self.is_cut_at(end) || end >= self.text.trim_end().len() && !self.ends_closed(start, end)
        {
            self.break_off("the end of the string");
            return None;
        }
        let mut levels = self.loose.levels.len();
        let mut kept = text.trim_end();
        let mut outermost = 0;
        while levels > outermost {
            let close = char::from(self.loose.levels[outermost].close);
            let Some(inner) = kept.strip_suffix(close) else { break };
            kept = inner.trim_end();
            outermost += 1;
            levels = self.loose.levels.len();
        }
        let dropped = text.len() - kept.len();
        let kept = kept.len();
        text.truncate(kept);
        self.pos = end.saturating_sub(dropped);
        self.note(RepairKind::Quotes, start..self.pos);
        Some(text)
    }

    /// Whether the brackets that close all that is open stand at the end of the text.
    fn ends_closed(&self, start: usize, end: usize) -> bool {
        let mut rest = self.slice(0..end).trim_end();
        // Code has brackets of its own.
        if self.slice(start..end).contains(['{', '[']) {
            return false;
        }
        self.loose.levels.iter().all(|level| {
            let close = char::from(level.close);
            let inner = rest.strip_suffix(close);
            rest = inner.unwrap_or(rest).trim_end();
            inner.is_some() || level.close == 0
        })
    }

    /// Moves to the text behind a plus, if one stands here.
    fn joined_text(&mut self) -> Option<(char, usize)> {
        let plus = self.behind_blank(self.pos);
        if self.bytes().get(plus) != Some(&b'+') {
            return None;
        }
        let next = self.behind_blank(plus + 1);
        let found = quote(self.bytes(), next)?;
        self.note(RepairKind::Quotes, plus..next);
        self.pos = next;
        Some(found)
    }
}
