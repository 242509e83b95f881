//! The text of schema files, and the only code that knows lines, columns and pointers.

use super::{Node, Value, parse};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Place};

/// Columns are counted from the nearest of these marks, so that a file of one long line costs no more
/// than one of many short lines.
const MARK_DISTANCE: usize = 512;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// Names a file of a [`SourceMap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// A stretch of a file's text, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// Whether the other span lies within this one.
    #[must_use]
    pub fn holds(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// All files of a run.
#[derive(Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Adds a file's text without parsing it. The name is shown to the user; its backslashes become slashes.
    pub fn add(&mut self, name: &str, text: impl Into<String>) -> FileId {
        let id = self.next_id();
        self.files.push(SourceFile::new(name, text.into()));
        id
    }

    /// Adds a file's bytes and parses them. What stops that is reported; the file then has no root.
    pub fn read(&mut self, name: &str, bytes: Vec<u8>, diagnostics: &mut Diagnostics) -> FileId {
        let id = self.next_id();
        match String::from_utf8(bytes) {
            Ok(text) => {
                let mut file = SourceFile::new(name, text);
                file.root = parse(&file.text, id, diagnostics);
                self.files.push(file);
            }
            Err(error) => {
                diagnostics.push(not_utf8(id, error.as_bytes(), error.utf8_error()));
                let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                self.files.push(SourceFile::new(name, text));
            }
        }
        id
    }

    /// A file.
    ///
    /// # Panics
    ///
    /// When the id is of another map.
    #[must_use]
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// The files, in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        (0..).map(FileId).zip(&self.files)
    }

    /// The line and the column of a byte, both counted from one. Columns count characters (Unicode scalar
    /// values); a byte order mark is not counted. A byte past the end counts as the end.
    #[must_use]
    pub fn line_column(&self, file: FileId, offset: usize) -> (usize, usize) {
        self.file(file).line_column(offset)
    }

    /// The JSON Pointer (RFC 6901) of the innermost member or item that holds the place; `""` is the
    /// root, and all there is of a file that could not be parsed.
    #[must_use]
    pub fn pointer(&self, place: Place) -> String {
        self.file(place.file).pointer(place.span)
    }

    /// The place of the value that a JSON Pointer names. `None` when there is none.
    #[must_use]
    pub fn resolve(&self, file: FileId, pointer: &str) -> Option<Place> {
        let node = self.file(file).root()?.at(pointer)?;
        Some(Place { file, span: node.span })
    }

    fn next_id(&self) -> FileId {
        FileId(u32::try_from(self.files.len()).expect("fewer than 2^32 files fit in memory"))
    }
}

/// A file: its name, its text and, when it could be parsed, its root value.
#[derive(Debug)]
pub struct SourceFile {
    name: String,
    text: String,
    root: Option<Node>,
    /// Where each line begins.
    line_starts: Vec<usize>,
    /// How many characters begin before each multiple of [`MARK_DISTANCE`] bytes.
    marks: Vec<usize>,
}

impl SourceFile {
    fn new(name: &str, text: String) -> Self {
        let breaks = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let line_starts = std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect();
        let blocks = text.as_bytes().chunks(MARK_DISTANCE).scan(0, |characters, block| {
            let before = *characters;
            *characters += count_characters(block);
            Some(before)
        });
        let marks = blocks.collect();
        Self { name: name.replace('\\', "/"), text, root: None, line_starts, marks }
    }

    /// The name, as shown to the user.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text. Bytes that are not UTF-8 were replaced, and then there is no root.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The value, unless the file could not be parsed.
    #[must_use]
    pub fn root(&self) -> Option<&Node> {
        self.root.as_ref()
    }

    /// The bytes of a line, its break and a byte order mark left out. Lines count from one; one past the last is empty.
    #[must_use]
    pub fn line(&self, number: usize) -> Span {
        let length = self.text.len();
        let start = number.checked_sub(1).and_then(|at| self.line_starts.get(at).copied());
        let start = start.unwrap_or(length);
        let end = self.line_starts.get(number).map_or(length, |next| next - 1);
        let is_marked = start == 0 && self.text.starts_with(BYTE_ORDER_MARK);
        let start = if is_marked { BYTE_ORDER_MARK.len_utf8() } else { start };
        let is_crlf = end > start && self.text.as_bytes()[end - 1] == b'\r';
        Span { start, end: if is_crlf && end < length { end - 1 } else { end } }
    }

    pub(crate) fn line_column(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.text.len());
        let line = self.line_starts.partition_point(|&start| start <= offset);
        let start = self.line_starts[line - 1];
        let has_mark = start == 0 && offset > 0 && self.text.starts_with(BYTE_ORDER_MARK);
        let column = self.characters_before(offset) - self.characters_before(start);
        (line, column + usize::from(!has_mark))
    }

    fn characters_before(&self, offset: usize) -> usize {
        let block = (offset / MARK_DISTANCE).min(self.marks.len().saturating_sub(1));
        let rest = &self.text.as_bytes()[block * MARK_DISTANCE..offset];
        self.marks.get(block).copied().unwrap_or(0) + count_characters(rest)
    }

    fn pointer(&self, span: Span) -> String {
        let mut pointer = String::new();
        let mut node = self.root.as_ref();
        while let Some(outer) = node {
            node = match &outer.value {
                Value::Object(object) => {
                    let members = &object.members;
                    let after = members.partition_point(|one| one.key_span.start <= span.start);
                    after.checked_sub(1).map(|at| &members[at]).and_then(|member| {
                        let whole =
                            Span { start: member.key_span.start, end: member.value.span.end };
                        whole.holds(span).then(|| {
                            push_token(&mut pointer, &member.key);
                            &member.value
                        })
                    })
                }
                Value::Array(items) => {
                    let after = items.partition_point(|item| item.span.start <= span.start);
                    after.checked_sub(1).filter(|&at| items[at].span.holds(span)).map(|at| {
                        push_token(&mut pointer, &at.to_string());
                        &items[at]
                    })
                }
                _ => None,
            };
        }
        pointer
    }
}

/// Appends a reference token to a JSON Pointer, escaped as RFC 6901 asks.
pub fn push_token(pointer: &mut String, token: &str) {
    pointer.push('/');
    for character in token.chars() {
        match character {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
}

fn not_utf8(file: FileId, bytes: &[u8], error: std::str::Utf8Error) -> Diagnostic {
    let at = error.valid_up_to();
    // The replacement character that stands for the bad bytes takes three.
    let place = Place { file, span: Span { start: at, end: at + 3 } };
    let message = format!("byte {at} is 0x{:02X}, which is not UTF-8 there", bytes[at]);
    let help = match bytes {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => "the file looks like UTF-16: save it as UTF-8",
        _ => "save the file as UTF-8",
    };
    Diagnostic::new(Code::NotUtf8, place, message).label("not UTF-8").help(help)
}

/// Counts the bytes that begin a character.
fn count_characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}
