//! Strings, their escapes resolved.

use super::{Fatal, Parser};

impl Parser<'_> {
    /// Reads a string that begins at a double quote.
    pub(super) fn string(&mut self) -> Result<String, Fatal> {
        let open = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            let rest = &self.text[self.at..];
            let is_plain = |byte: &u8| !matches!(byte, b'"' | b'\\' | 0..=0x1F);
            let plain = rest.bytes().take_while(is_plain).count();
            text.push_str(&rest[..plain]);
            self.at += plain;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(text);
                }
                Some(b'\\') => text.push(self.escape()?),
                None | Some(b'\n' | b'\r') => return Err(self.string_not_closed(open)),
                Some(control) => return Err(self.control_character(control)),
            }
        }
    }

    /// Reads an escape that begins at a backslash.
    fn escape(&mut self) -> Result<char, Fatal> {
        let start = self.at;
        self.at += 1;
        let character = match self.peek() {
            Some(same @ (b'"' | b'\\' | b'/')) => char::from(same),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(start),
            _ => return Err(self.bad_escape(start)),
        };
        self.at += 1;
        Ok(character)
    }

    /// Reads `uXXXX` after a backslash, and a second escape if the first is half of a surrogate pair.
    fn unicode_escape(&mut self, start: usize) -> Result<char, Fatal> {
        let first = self.hex(start)?;
        if !(0xD800..0xDC00).contains(&first) {
            return char::from_u32(first).ok_or_else(|| self.lone_surrogate(start, first));
        }
        if !self.text[self.at..].starts_with("\\u") {
            return Err(self.lone_surrogate(start, first));
        }
        let second_start = self.at;
        self.at += 1;
        let second = self.hex(second_start)?;
        if !(0xDC00..0xE000).contains(&second) {
            self.at = second_start;
            return Err(self.lone_surrogate(start, first));
        }
        let code = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
        char::from_u32(code).ok_or_else(|| self.lone_surrogate(start, first))
    }

    /// Reads `u` and four hex digits.
    fn hex(&mut self, start: usize) -> Result<u32, Fatal> {
        self.at += 1;
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            let Some(digit) = digit else { return Err(self.bad_hex(start)) };
            code = code * 16 + digit;
            self.at += 1;
        }
        Ok(code)
    }
}
