//! Blanks and comments.

use crate::decode::Decoder;
use crate::error::RepairKind;

/// No comment between `/*` and `*/` is longer, in bytes.
const LONGEST_COMMENT: usize = 1000;

impl Decoder<'_> {
    /// Passes over blanks and comments and shows the byte behind them; 0 at the end.
    pub(in crate::decode) fn loose_token(&mut self) -> u8 {
        let start = self.pos;
        let (end, has_comment) = past_blank(self.bytes(), start);
        self.pos = end;
        if has_comment {
            self.note(RepairKind::Comment, start..end);
        }
        self.peek()
    }

    /// The place behind the blanks and comments at a place.
    pub(in crate::decode) fn behind_blank(&mut self, at: usize) -> usize {
        let (end, _) = past_blank(self.bytes(), at);
        self.look(end.saturating_sub(at) + 1);
        end
    }

    /// Takes from what may be looked at ahead. When it is used up, nothing more is put right.
    pub(in crate::decode) fn look(&mut self, bytes: usize) -> bool {
        self.loose.lookahead = self.loose.lookahead.saturating_sub(bytes);
        self.loose.lookahead > 0
    }
}

/// The place behind blanks and comments, and whether there is a comment among them.
fn past_blank(text: &[u8], start: usize) -> (usize, bool) {
    let mut at = start;
    let mut has_comment = false;
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let skipped = match rest {
            // An escaped delimiter has a backslash to skip.
            [b' ' | b'\n' | b'\r' | b'\t' | 0x0b | 0x0c, ..]
            | [b'\\', b',' | b']' | b'}' | b':', ..] => 1,
            // No-break space, zero-width characters, byte order mark.
            [0xc2, 0xa0, ..] => 2,
            [0xe2, 0x80, 0x8b..=0x8d, ..] | [0xe2, 0x81, 0xa0, ..] | [0xef, 0xbb, 0xbf, ..] => 3,
            _ => match comment(text, at) {
                Some(length) => {
                    has_comment = true;
                    length
                }
                None => return (at, has_comment),
            },
        };
        at += skipped;
    }
}

/// The length of the comment at a place, without the line break that ends it.
fn comment(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    match rest {
        [b'/', b'/', ..] | [b'#', b' ' | b'\t', ..] => {
            Some(memchr::memchr(b'\n', rest).unwrap_or(rest.len()))
        }
        [b'/', b'*', inner @ ..] => {
            let inner = inner.get(..LONGEST_COMMENT).unwrap_or(inner);
            memchr::memmem::find(inner, b"*/").map(|end| end + 4)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::past_blank;

    #[test]
    fn passes_over_comments_of_all_kinds() {
        let cases = [
            ("  x", 2, false),
            ("// a\nx", 5, true),
            ("/* a */x", 7, true),
            ("# a\n # b\nx", 9, true),
            ("#fff", 0, false),
            ("/* a", 0, false),
            ("\u{feff}\u{200b}x", 6, false),
            ("\\, x", 1, false),
        ];
        for (text, end, has_comment) in cases {
            let (at, found) = past_blank(text.as_bytes(), 0);
            assert_eq!(
                (at, found),
                (if text.starts_with('\\') { 1 } else { end }, has_comment),
                "{text}"
            );
        }
    }
}
