//! Numbers, kept as they are spelled.

use super::{Fatal, Parser};

impl Parser<'_> {
    /// Reads a number that begins at a digit or a minus sign.
    pub(super) fn number(&mut self) -> Result<String, Fatal> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        let first = self.peek();
        let digits = self.digits();
        if digits == 0 {
            return Err(self.bad_number(start, "a digit after `-`"));
        }
        if digits > 1 && first == Some(b'0') {
            return Err(self.leading_zero(start));
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            if self.digits() == 0 {
                return Err(self.bad_number(start, "a digit after the point"));
            }
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            if self.digits() == 0 {
                return Err(self.bad_number(start, "a digit in the exponent"));
            }
        }
        if matches!(self.peek(), Some(b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.')) {
            return Err(self.bad_number(start, "the end of the number"));
        }
        Ok(self.text[start..self.at].to_owned())
    }

    /// Skips digits and counts them.
    fn digits(&mut self) -> usize {
        let rest = &self.text.as_bytes()[self.at..];
        let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += count;
        count
    }
}
