//! Templates as tokens: text, the marks of tags, and what stands within them.
//!
//! Blanks are treated as `MiniJinja` does with `trim_blocks` and `lstrip_blocks`: a line end behind a block or comment
//! goes, and so do the blanks before one that begins a line. `-` takes all blanks on its side, `+` keeps them.

mod expression;

use super::Problem;
use crate::schema::Span;

/// A token and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind {
    /// Text between tags.
    Text(String),
    /// `{{`
    PrintStart,
    /// `}}`
    PrintEnd,
    /// `{%`
    BlockStart,
    /// `%}`
    BlockEnd,
    Word(String),
    String(String),
    Integer(i128),
    Float(f64),
    /// An operator or a bracket, by its spelling.
    Sign(&'static str),
}

/// What stands in a tag.
#[derive(Clone, Copy, PartialEq)]
enum Tag {
    Print,
    Block,
    Comment,
}

/// Splits a template.
pub(super) fn template(source: &str) -> Result<Vec<Token>, Problem> {
    // One line end at the end does not count, as in most editors' files.
    let source = source.strip_suffix('\n').unwrap_or(source);
    let source = source.strip_suffix('\r').unwrap_or(source);
    let mut lexer = Lexer { source, at: 0, tokens: Vec::new(), trims: false };
    while lexer.at < source.len() {
        lexer.text_and_tag()?;
    }
    Ok(lexer.tokens)
}

/// Splits an expression that stands alone.
pub(super) fn expression(source: &str) -> Result<Vec<Token>, Problem> {
    let mut lexer = Lexer { source, at: 0, tokens: Vec::new(), trims: false };
    lexer.inside(None)?;
    Ok(lexer.tokens)
}

struct Lexer<'s> {
    source: &'s str,
    at: usize,
    tokens: Vec<Token>,
    /// Whether the blanks that come next go.
    trims: bool,
}

impl<'s> Lexer<'s> {
    fn rest(&self) -> &'s str {
        &self.source[self.at..]
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        self.tokens.push(Token { kind, span: Span { start, end: self.at } });
    }

    fn push_text(&mut self, text: &str, start: usize) {
        if !text.is_empty() {
            self.push(TokenKind::Text(text.to_owned()), start);
        }
    }

    fn text_and_tag(&mut self) -> Result<(), Problem> {
        if std::mem::take(&mut self.trims) {
            self.at += self.rest().len() - self.rest().trim_start().len();
        }
        let rest = self.rest();
        let start = self.at;
        let Some((distance, tag)) = next_tag(rest) else {
            self.at = self.source.len();
            self.push_text(rest, start);
            return Ok(());
        };
        let text = &rest[..distance];
        let control = rest[distance + 2..].bytes().next();
        let text = match control {
            Some(b'-') => text.trim_end(),
            Some(b'+') => text,
            _ if tag != Tag::Print && begins_line(&self.source[..start + distance]) => {
                without_indent(text)
            }
            _ => text,
        };
        self.at = start + distance;
        self.push_text(text, start);
        let open = self.at;
        self.at += 2 + usize::from(matches!(control, Some(b'-' | b'+')));
        match tag {
            Tag::Comment => self.comment(open),
            Tag::Print => {
                self.push(TokenKind::PrintStart, open);
                self.inside(Some((tag, open)))
            }
            Tag::Block => {
                if let Some((length, control)) = basic_tag(self.rest(), "raw", false) {
                    self.at += length;
                    self.raw(open, control)
                } else {
                    self.push(TokenKind::BlockStart, open);
                    self.inside(Some((tag, open)))
                }
            }
        }
    }

    fn comment(&mut self, open: usize) -> Result<(), Problem> {
        let Some(length) = self.rest().find("#}") else {
            return Err(Problem::new(
                Span { start: open, end: open + 2 },
                "the comment is not closed by `#}`",
            ));
        };
        let control = self.rest()[..length].bytes().next_back();
        self.at += length + 2;
        self.end_tag(control);
        Ok(())
    }

    fn raw(&mut self, open: usize, control: Option<u8>) -> Result<(), Problem> {
        let start = self.at;
        let mut from = 0;
        while let Some(distance) = self.rest()[from..].find("{%") {
            let end = from + distance;
            let inner = &self.rest()[end + 2..];
            let Some((length, closing)) = basic_tag(inner, "endraw", true) else {
                from = end + 2;
                continue;
            };
            let mut text = &self.rest()[..end];
            text = match control {
                None => without_line_end(text),
                Some(b'-') => text.trim_start(),
                Some(_) => text,
            };
            text = match inner.bytes().next() {
                Some(b'-') => text.trim_end(),
                Some(b'+') => text,
                _ => without_indent(text),
            };
            self.push_text(text, start);
            self.at += end + 2 + length;
            self.end_tag(closing);
            return Ok(());
        }
        let span = Span { start: open, end: start };
        Err(Problem::new(span, "the raw block is not closed by `{% endraw %}`"))
    }

    /// Passes the line end behind a block or comment, or all blanks, or nothing.
    fn end_tag(&mut self, control: Option<u8>) {
        match control {
            Some(b'-') => self.trims = true,
            Some(b'+') => {}
            _ => self.at += self.rest().len() - without_line_end(self.rest()).len(),
        }
    }
}

fn next_tag(text: &str) -> Option<(usize, Tag)> {
    text.match_indices('{').find_map(|(at, _)| {
        let tag = match text.as_bytes().get(at + 1)? {
            b'{' => Tag::Print,
            b'%' => Tag::Block,
            b'#' => Tag::Comment,
            _ => return None,
        };
        Some((at, tag))
    })
}

/// Whether only blanks stand before the end on its line.
fn begins_line(before: &str) -> bool {
    let line =
        before.trim_end_matches(|one: char| one.is_whitespace() && !matches!(one, '\n' | '\r'));
    line.is_empty() || line.ends_with(['\n', '\r'])
}

fn without_indent(text: &str) -> &str {
    let line =
        text.trim_end_matches(|one: char| one.is_whitespace() && !matches!(one, '\n' | '\r'));
    if line.is_empty() || line.ends_with('\n') { line } else { text }
}

fn without_line_end(text: &str) -> &str {
    let text = text.strip_prefix('\r').unwrap_or(text);
    text.strip_prefix('\n').unwrap_or(text)
}

/// The length of the rest of a tag that holds one word, and the sign before its end.
fn basic_tag(inner: &str, word: &str, allows_control: bool) -> Option<(usize, Option<u8>)> {
    let blanks = |text: &'_ str| {
        text.len() - text.trim_start_matches(|one: char| one.is_ascii_whitespace()).len()
    };
    let mut at = usize::from(allows_control && inner.starts_with(['-', '+']));
    at += blanks(&inner[at..]);
    at += inner[at..].starts_with(word).then_some(word.len())?;
    at += blanks(&inner[at..]);
    let control = inner[at..].bytes().next().filter(|sign| matches!(sign, b'-' | b'+'));
    at += usize::from(control.is_some());
    inner[at..].starts_with("%}").then_some((at + 2, control))
}
