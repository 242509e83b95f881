//! The line of a reply that an error is in, with the place marked.

use std::fmt;
use std::ops::Range;

/// How many characters of a line are shown before the place, and from its start on.
const BEFORE: usize = 60;
const FROM: usize = 70;

/// How a tab is shown.
const TAB: &str = "    ";

/// A line that is cut to a window around a place.
pub(super) struct Excerpt {
    line: usize,
    column: usize,
    shown: String,
    /// How many characters stand before the mark, and how many it covers.
    indent: usize,
    marked: usize,
}

impl Excerpt {
    /// The first line of a place. `None` if the text has no such place.
    pub(super) fn of(text: &str, span: &Range<usize>) -> Option<Self> {
        let before = text.get(..span.start)?;
        text.get(span.clone())?;
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[span.start..].find('\n').map_or(text.len(), |at| span.start + at);
        let end = span.end.min(line_end);
        let head = &text[line_start..span.start];
        let from = head.char_indices().rev().nth(BEFORE - 1).map_or(0, |(at, _)| at);
        let until = text[span.start..line_end].char_indices().nth(FROM);
        let until = until.map_or(line_end, |(at, _)| span.start + at);
        let mut shown = String::new();
        if from > 0 {
            shown.push('…');
        }
        push_shown(&mut shown, &head[from..]);
        let indent = shown.chars().count();
        push_shown(&mut shown, &text[span.start..end.min(until)]);
        let marked = (shown.chars().count() - indent).max(1);
        push_shown(&mut shown, &text[end.min(until)..until]);
        if until < line_end {
            shown.push('…');
        }
        Some(Self {
            line: memchr::memchr_iter(b'\n', before.as_bytes()).count() + 1,
            column: head.chars().count() + 1,
            shown,
            indent,
            marked,
        })
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.line.to_string();
        let (margin, blank) = (number.len(), "");
        writeln!(f, "{blank:margin$}--> reply:{}:{}", self.line, self.column)?;
        writeln!(f, "{blank:margin$} |")?;
        writeln!(f, "{}", format!("{number} | {}", self.shown).trim_end())?;
        let (indent, marks) = (self.indent, "^".repeat(self.marked));
        write!(f, "{blank:margin$} | {blank:indent$}{marks}")
    }
}

fn push_shown(out: &mut String, text: &str) {
    for letter in text.chars() {
        if letter == '\t' {
            out.push_str(TAB);
        } else {
            out.push(in_line(letter));
        }
    }
}

/// What is shown for a character, so that a line stays one and no terminal obeys what a model wrote.
pub(super) fn in_line(letter: char) -> char {
    super::visible(letter).unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_shown_in_its_line() {
        let shown = |text: &str, span| Excerpt::of(text, &span).map(|one| one.to_string());
        assert_eq!(
            shown("one\ntwé 3\n", 9..10).as_deref(),
            Some(" --> reply:2:5\n  |\n2 | twé 3\n  |     ^")
        );
        assert_eq!(
            shown("a\tb\nc", 2..5).as_deref(),
            Some(" --> reply:1:3\n  |\n1 | a    b\n  |      ^")
        );
        assert_eq!(shown("", 0..0).as_deref(), Some(" --> reply:1:1\n  |\n1 |\n  | ^"));
        assert_eq!(shown("é", 1..1), None);
        assert_eq!(shown("a", 1..3), None);
    }
}
