//! Strict JSON (RFC 8259), read with the place of each part.

mod number;
mod slip;
mod string;

use std::collections::HashMap;

use super::{FileId, Member, Node, Object, Span, Value};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Place, quoted};

/// How deeply values may be nested. The parser's use of the call stack is bounded by it, and so is that of
/// whatever walks the tree.
pub const DEPTH_LIMIT: usize = 128;

/// Below this number of members, comparing each with each is faster than hashing them.
const FEW: usize = 16;

/// Parses a file's text. The first thing that is not JSON is reported and ends the work; a repeated key is
/// reported, its first value stays, and the work goes on. A byte order mark at the start is skipped.
pub fn parse(text: &str, file: FileId, diagnostics: &mut Diagnostics) -> Option<Node> {
    let mut parser = Parser { text, file, at: 0, depth: 0, diagnostics };
    match parser.file() {
        Ok(root) => Some(root),
        Err(diagnostic) => {
            diagnostics.push(*diagnostic);
            None
        }
    }
}

/// What ends the work. Boxed, since it is rare and large.
type Fatal = Box<Diagnostic>;

struct Parser<'a> {
    text: &'a str,
    file: FileId,
    /// The next byte to read; always at the start of a character.
    at: usize,
    depth: usize,
    diagnostics: &'a mut Diagnostics,
}

/// What a list and an object have in common.
#[derive(Clone, Copy)]
struct Container {
    name: &'static str,
    close: u8,
    /// Where its bracket stands.
    open: usize,
}

impl Parser<'_> {
    fn file(&mut self) -> Result<Node, Fatal> {
        if self.text.starts_with('\u{feff}') {
            self.at = '\u{feff}'.len_utf8();
        }
        self.skip_blanks();
        if self.at == self.text.len() {
            return Err(self.empty_file());
        }
        if !self.begins_value() {
            return Err(self.bad_root());
        }
        let root = self.value("a JSON value")?;
        self.skip_blanks();
        if self.at < self.text.len() { Err(self.more_after_root(root.span)) } else { Ok(root) }
    }

    /// Reads a value. `expected` says in a message what may stand here.
    fn value(&mut self, expected: &str) -> Result<Node, Fatal> {
        let start = self.at;
        let value = match self.peek() {
            Some(b'"') => Value::String(self.string()?),
            Some(b'-' | b'0'..=b'9') => Value::Number(self.number()?),
            Some(b'{') => Value::Object(self.object()?),
            Some(b'[') => Value::Array(self.array()?),
            Some(b'a'..=b'z') => self.literal(expected)?,
            _ => return Err(self.bad_value(expected)),
        };
        Ok(Node { span: Span { start, end: self.at }, value })
    }

    fn begins_value(&self) -> bool {
        matches!(self.peek(), Some(b'"' | b'-' | b'0'..=b'9' | b'{' | b'['))
            || ["null", "true", "false"].contains(&self.word())
    }

    fn literal(&mut self, expected: &str) -> Result<Value, Fatal> {
        let word = self.word();
        let value = match word {
            "null" => Value::Null,
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            _ => return Err(self.bad_value(expected)),
        };
        self.at += word.len();
        Ok(value)
    }

    fn array(&mut self) -> Result<Vec<Node>, Fatal> {
        let container = self.open("list", b']')?;
        let mut items = Vec::new();
        if self.close_empty(container)? {
            return Ok(items);
        }
        loop {
            items.push(self.value("a value")?);
            if self.close_or_comma(container)? {
                return Ok(items);
            }
        }
    }

    fn object(&mut self) -> Result<Object, Fatal> {
        let container = self.open("object", b'}')?;
        let mut members = Vec::new();
        if self.close_empty(container)? {
            return Ok(Object { members });
        }
        loop {
            members.push(self.member()?);
            if self.close_or_comma(container)? {
                self.report_duplicates(&mut members);
                return Ok(Object { members });
            }
        }
    }

    fn member(&mut self) -> Result<Member, Fatal> {
        let start = self.at;
        if self.peek() != Some(b'"') {
            return Err(self.bad_key());
        }
        let key = self.string()?;
        let key_span = Span { start, end: self.at };
        self.skip_blanks();
        if self.peek() != Some(b':') {
            return Err(self.missing_colon());
        }
        self.at += 1;
        self.skip_blanks();
        let value = self.value("a value after `:`")?;
        Ok(Member { key, key_span, value })
    }

    fn open(&mut self, name: &'static str, close: u8) -> Result<Container, Fatal> {
        let container = Container { name, close, open: self.at };
        if self.depth == DEPTH_LIMIT {
            return Err(self.too_deep());
        }
        self.depth += 1;
        self.at += 1;
        self.skip_blanks();
        Ok(container)
    }

    /// Whether the container is closed before its first element.
    fn close_empty(&mut self, container: Container) -> Result<bool, Fatal> {
        if self.at == self.text.len() {
            return Err(self.not_closed(container));
        }
        Ok(self.close(container))
    }

    /// Whether the container is closed after an element. If not, the comma was read and another element follows.
    fn close_or_comma(&mut self, container: Container) -> Result<bool, Fatal> {
        self.skip_blanks();
        if self.close(container) {
            return Ok(true);
        }
        let comma = self.at;
        if self.peek() != Some(b',') {
            return Err(self.no_comma(container));
        }
        self.at += 1;
        self.skip_blanks();
        match self.peek() {
            None => Err(self.not_closed(container)),
            Some(b'}' | b']') => Err(self.trailing_comma(comma)),
            Some(_) => Ok(false),
        }
    }

    fn close(&mut self, container: Container) -> bool {
        let is_closed = self.peek() == Some(container.close);
        if is_closed {
            self.at += 1;
            self.depth -= 1;
        }
        is_closed
    }

    /// Reports each repeated key and drops its value, so that keys are unique from here on.
    fn report_duplicates(&mut self, members: &mut Vec<Member>) {
        let first_of = first_members(members);
        if first_of.iter().enumerate().all(|(at, &first)| at == first) {
            return;
        }
        for (at, &first) in first_of.iter().enumerate() {
            if at != first {
                let diagnostic = self.duplicate(&members[first], &members[at]);
                self.diagnostics.push(diagnostic);
            }
        }
        let mut is_first = first_of.iter().enumerate().map(|(at, &first)| at == first);
        members.retain(|_| is_first.next() == Some(true));
    }

    fn duplicate(&self, first: &Member, again: &Member) -> Diagnostic {
        let [first, place] = [first, again].map(|one| self.place_of(one.key_span));
        let message = format!("the key {} stands twice in this object", quoted(&again.key));
        Diagnostic::new(Code::DuplicateKey, place, message)
            .label("repeated here")
            .related(first, "first here")
            .help("remove or rename one of the two")
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        self.at += rest.iter().take_while(|byte| is_blank(byte)).count();
    }

    fn place(&self, start: usize, end: usize) -> Place {
        self.place_of(Span { start, end })
    }

    fn place_of(&self, span: Span) -> Place {
        Place { file: self.file, span }
    }
}

/// For each member, the index of the first one with its key.
fn first_members(members: &[Member]) -> Vec<usize> {
    if members.len() <= FEW {
        let first = |key: &str| members.iter().position(|one| one.key == key);
        let indices = members.iter().enumerate();
        return indices.map(|(at, one)| first(&one.key).unwrap_or(at)).collect();
    }
    let mut seen = HashMap::with_capacity(members.len());
    let indices = members.iter().enumerate();
    indices.map(|(at, member)| *seen.entry(member.key.as_str()).or_insert(at)).collect()
}
