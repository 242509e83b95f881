//! The tokens within tags.

use super::{Lexer, Tag, TokenKind};
use crate::plan::template::Problem;
use crate::schema::Span;

/// Operators and brackets, longer ones first.
const SIGNS: [&str; 25] = [
    "//", "**", "==", "!=", ">=", "<=", "+", "-", "*", "/", "%", "!", ".", ",", ":", "~", "|", "=",
    ">", "<", "(", ")", "[", "]", "{",
];

impl Lexer<'_> {
    /// Reads to the end of the tag, or of the source if it is no tag's inside.
    pub(super) fn inside(&mut self, tag: Option<(Tag, usize)>) -> Result<(), Problem> {
        let mut open_brackets = 0_usize;
        loop {
            self.at += self.rest().len()
                - self.rest().trim_start_matches(|one: char| one.is_ascii_whitespace()).len();
            let start = self.at;
            let Some(first) = self.rest().chars().next() else { break };
            if open_brackets == 0 && tag.is_some_and(|(tag, _)| self.closes(tag)) {
                return Ok(());
            }
            match first {
                '"' | '\'' => self.string(first)?,
                '0'..='9' => self.number()?,
                'a'..='z' | 'A'..='Z' | '_' => {
                    let is_word = |one: char| one.is_ascii_alphanumeric() || one == '_';
                    let word = &self.rest()
                        [..self.rest().find(|one| !is_word(one)).unwrap_or(self.rest().len())];
                    self.at += word.len();
                    self.push(TokenKind::Word(word.to_owned()), start);
                }
                _ => {
                    let sign =
                        SIGNS.into_iter().chain(["}"]).find(|sign| self.rest().starts_with(sign));
                    let Some(sign) = sign else {
                        let span = Span { start, end: start + first.len_utf8() };
                        return Err(Problem::new(
                            span,
                            format!("unexpected character `{}`", first.escape_debug()),
                        ));
                    };
                    match sign {
                        "(" | "[" | "{" => open_brackets += 1,
                        ")" | "]" | "}" => open_brackets = open_brackets.saturating_sub(1),
                        _ => {}
                    }
                    self.at += sign.len();
                    self.push(TokenKind::Sign(sign), start);
                }
            }
        }
        let Some((tag, open)) = tag else { return Ok(()) };
        let close = if tag == Tag::Print { "}}" } else { "%}" };
        Err(Problem::new(
            Span { start: open, end: open + 2 },
            format!("the tag is not closed by `{close}`"),
        ))
    }

    /// Passes the end of the tag, if it is here.
    fn closes(&mut self, tag: Tag) -> bool {
        let control = self.rest().bytes().next().filter(|sign| matches!(sign, b'-' | b'+'));
        let (close, kind) = if tag == Tag::Print {
            ("}}", TokenKind::PrintEnd)
        } else {
            ("%}", TokenKind::BlockEnd)
        };
        let skipped = usize::from(control.is_some());
        if !self.rest()[skipped..].starts_with(close) {
            return false;
        }
        let start = self.at;
        self.at += skipped + 2;
        self.push(kind, start);
        if tag == Tag::Print {
            self.trims = control == Some(b'-');
        } else {
            self.end_tag(control);
        }
        true
    }

    fn string(&mut self, quote: char) -> Result<(), Problem> {
        let start = self.at;
        let mut text = String::new();
        let mut characters = self.rest().char_indices().skip(1);
        while let Some((at, character)) = characters.next() {
            if character == quote {
                self.at = start + at + 1;
                self.push(TokenKind::String(text), start);
                return Ok(());
            }
            if character != '\\' {
                text.push(character);
                continue;
            }
            let Some((_, escape)) = characters.next() else { break };
            text.push(match escape {
                '"' | '\\' | '/' | '\'' => escape,
                'b' => '\u{8}',
                'f' => '\u{c}',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'x' | 'u' => {
                    let digits: String = characters
                        .by_ref()
                        .take(if escape == 'x' { 2 } else { 4 })
                        .map(|(_, digit)| digit)
                        .collect();
                    match u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32) {
                        Some(character) => character,
                        None => return Err(self.bad_escape(start + at)),
                    }
                }
                _ => return Err(self.bad_escape(start + at)),
            });
        }
        Err(Problem::new(Span { start, end: start + 1 }, "the string is not closed"))
    }

    fn bad_escape(&self, start: usize) -> Problem {
        let end = self.source[start..]
            .char_indices()
            .nth(2)
            .map_or(self.source.len(), |(length, _)| start + length);
        Problem::new(Span { start, end }, "unknown escape in a string")
            .help("known are `\\n`, `\\t`, `\\r`, `\\b`, `\\f`, `\\\\`, `\\\"`, `\\'`, `\\xHH` and `\\uHHHH`")
    }

    fn number(&mut self) -> Result<(), Problem> {
        let start = self.at;
        let bytes = self.rest().as_bytes();
        let digits = |from: usize| {
            bytes[from..].iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'_').count()
        };
        let mut length = digits(0);
        let mut is_float = false;
        if bytes.get(length) == Some(&b'.') && bytes.get(length + 1).is_some_and(u8::is_ascii_digit)
        {
            is_float = true;
            length += 1 + digits(length + 1);
        }
        if let Some(b'e' | b'E') = bytes.get(length) {
            let sign = usize::from(matches!(bytes.get(length + 1), Some(b'+' | b'-')));
            let exponent = digits((length + 1 + sign).min(bytes.len()));
            if exponent > 0 {
                is_float = true;
                length += 1 + sign + exponent;
            }
        }
        let text = self.rest()[..length].replace('_', "");
        self.at += length;
        let span = Span { start, end: self.at };
        let kind = if is_float {
            text.parse().ok().filter(|value: &f64| value.is_finite()).map(TokenKind::Float)
        } else {
            // Numbers of schemas have 64 bits; larger ones are kept apart from what is calculated with.
            text.parse().ok().filter(|value| *value <= i128::from(u64::MAX)).map(TokenKind::Integer)
        };
        let kind = kind.ok_or_else(|| Problem::new(span, "the number is too large"))?;
        self.push(kind, start);
        Ok(())
    }
}
