//! What went wrong and the way out, for each usual slip in hand-written JSON.

use super::{Container, DEPTH_LIMIT, Fatal, Parser};
use crate::diagnostic::{Code, Diagnostic, Place, quoted};
use crate::schema::Span;

/// A key or a word of another language is quoted up to this many bytes.
const LONGEST_WORD: usize = 40;

const OBJECT: &str = "a signature file holds a JSON object: `{ \"title\": \"…\", … }`";

impl Parser<'_> {
    /// Something else stands where a value or a key should.
    pub(super) fn unexpected(&self, expected: &str) -> Fatal {
        let message = format!("expected {expected}, found {}", self.found());
        let diagnostic =
            malformed(self.found_place(), message).label(format!("expected {expected}"));
        match self.slip() {
            Some(help) => diagnostic.help(help).into(),
            None => diagnostic.into(),
        }
    }

    /// Something else stands where a value should.
    pub(super) fn bad_value(&self, expected: &str) -> Fatal {
        let mut error = self.unexpected(expected);
        let word = self.word();
        if error.help.is_none() && !word.is_empty() {
            error.help = Some(format!("text stands in double quotes: `\"{word}\"`"));
        }
        error
    }

    /// The file begins with something that no JSON value begins with.
    pub(super) fn bad_root(&self) -> Fatal {
        let mut error = self.unexpected("a JSON object");
        error.help.get_or_insert_with(|| OBJECT.into());
        error
    }

    pub(super) fn empty_file(&self) -> Fatal {
        let place = self.place(self.at, self.at);
        Diagnostic::new(Code::EmptyFile, place, "the file is empty").help(OBJECT).into()
    }

    pub(super) fn bad_key(&self) -> Fatal {
        let mut error = self.unexpected("a key in double quotes");
        let word = self.word();
        if error.help.is_none() && !word.is_empty() {
            error.help = Some(format!("put the key in double quotes: `\"{word}\"`"));
        }
        error
    }

    pub(super) fn missing_colon(&self) -> Fatal {
        let mut error = self.unexpected("`:` after the key");
        error.help.get_or_insert_with(|| "put `:` between a key and its value".into());
        error
    }

    /// An element is followed by neither a comma nor the closing bracket.
    pub(super) fn no_comma(&self, container: Container) -> Fatal {
        if self.at == self.text.len() {
            return self.not_closed(container);
        }
        let close = char::from(container.close);
        let mut error = self.unexpected(&format!("`,` or `{close}`"));
        let opened = self.place(container.open, container.open + 1);
        if matches!(self.peek(), Some(b'}' | b']')) {
            error.related.push((opened, format!("this {} is still open", container.name)));
            error.help = Some(format!("close the {} with `{close}` first", container.name));
        } else if error.help.is_none() && (self.begins_value() || !self.word().is_empty()) {
            let before = self.text[..self.at].trim_end().len();
            error.related.push((self.place(before, before), "after this".into()));
            error.help = Some("put a comma between the two".into());
        }
        error
    }

    pub(super) fn trailing_comma(&self, comma: usize) -> Fatal {
        let message = format!("expected another element after the comma, found {}", self.found());
        malformed(self.place(comma, comma + 1), message)
            .label("this comma has nothing after it")
            .help("remove the comma: JSON allows none after the last element")
            .into()
    }

    pub(super) fn not_closed(&self, container: Container) -> Fatal {
        let (name, close) = (container.name, char::from(container.close));
        let end = self.text.trim_end().len();
        malformed(
            self.place(end, end),
            format!("the file ends within a {name}").replace("a o", "an o"),
        )
        .label(format!("expected `{close}`"))
        .related(self.place(container.open, container.open + 1), format!("the {name} begins here"))
        .help(format!("close the {name} with `{close}`"))
        .into()
    }

    pub(super) fn more_after_root(&self, root: Span) -> Fatal {
        let mut error = self.unexpected("the end of the file");
        let help = match self.peek() {
            Some(b'}' | b']') => "remove this bracket: nothing is open here",
            _ => "a file holds one JSON object: put each signature in its own file",
        };
        error.help.get_or_insert_with(|| help.into());
        error.related.push((self.place(root.end - 1, root.end), "the value ends here".into()));
        error
    }

    pub(super) fn too_deep(&self) -> Fatal {
        let message = format!("values are nested more than {DEPTH_LIMIT} deep");
        Diagnostic::new(Code::TooDeep, self.place(self.at, self.at + 1), message)
            .label(format!("level {}", DEPTH_LIMIT + 1))
            .help("give the inner schemas a name under `$defs` and refer to them")
            .into()
    }

    pub(super) fn leading_zero(&self, start: usize) -> Fatal {
        malformed(self.place(start, self.at), "a number begins with a needless zero")
            .label("JSON numbers have no leading zeros")
            .help("remove the zeros in front, or write a string")
            .into()
    }

    /// A number breaks off, or runs into a word.
    pub(super) fn bad_number(&self, start: usize, expected: &str) -> Fatal {
        let message = format!("expected {expected}, found {}", self.found());
        let place = self.place(start, self.at + self.word().len());
        let help = match self.word() {
            "Infinity" | "inf" => "JSON has no infinity",
            "x" | "X" if &self.text[start..self.at] == "0" => "JSON numbers are decimal",
            word if word.starts_with(['x', 'X']) => "JSON numbers are decimal",
            _ => "JSON numbers look like `-1`, `0.5` or `1e9`",
        };
        malformed(place, message).label("this number is malformed").help(help).into()
    }

    /// A string meets the end of its line or of the file.
    pub(super) fn string_not_closed(&self, open: usize) -> Fatal {
        let end = if self.at == self.text.len() { "file" } else { "line" };
        malformed(
            self.place(open, self.at),
            format!("a string is not closed before the end of the {end}"),
        )
        .label("this string is still open")
        .help("close it with `\"`; a line break within a string is spelled `\\n`")
        .into()
    }

    pub(super) fn control_character(&self, control: u8) -> Fatal {
        let spelling = if control == b'\t' { "\\t".into() } else { format!("\\u{control:04x}") };
        malformed(
            self.place(self.at, self.at + 1),
            format!("a string holds {}", self.found_character()),
        )
        .label("control characters must be escaped")
        .help(format!("write it as `{spelling}`"))
        .into()
    }

    pub(super) fn bad_escape(&self, start: usize) -> Fatal {
        let place = self.found_place();
        let message = format!("expected an escape after `\\`, found {}", self.found_character());
        malformed(self.place(start, place.span.end), message)
            .label("JSON has no such escape")
            .help("a backslash itself is spelled `\\\\`; the escapes are `\\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX`")
            .into()
    }

    pub(super) fn bad_hex(&self, start: usize) -> Fatal {
        let found = self.found_character();
        let message = format!("expected four hex digits after `\\u`, found {found}");
        malformed(self.place(start, self.at), message)
            .label("this escape is malformed")
            .help("write `\\u` and four of `0` to `9`, `a` to `f`")
            .into()
    }

    pub(super) fn lone_surrogate(&self, start: usize, code: u32) -> Fatal {
        let message =
            format!("`\\u{code:04x}` is half of a surrogate pair, its other half is missing");
        malformed(self.place(start, self.at), message)
            .label("no character by itself")
            .help("write the character itself, or both halves")
            .into()
    }

    /// The name or word that begins here; empty if none does.
    pub(super) fn word(&self) -> &str {
        let rest = &self.text[self.at..];
        let is_inner = |character: char| character.is_alphanumeric() || "_$-".contains(character);
        let begins = rest.starts_with(|one: char| one.is_alphabetic() || "_$".contains(one));
        let inner = rest.char_indices().take_while(|&(at, one)| at < LONGEST_WORD && is_inner(one));
        let end = inner.last().map_or(0, |(at, one)| at + one.len_utf8());
        if begins { &rest[..end] } else { "" }
    }

    /// What stands here, in words.
    fn found(&self) -> String {
        let word = self.word();
        match self.peek() {
            _ if !word.is_empty() => quoted(word),
            Some(b'"') => "a string".into(),
            Some(b'0'..=b'9') => "a number".into(),
            Some(b'/') if self.begins_comment() => "a comment".into(),
            _ => self.found_character(),
        }
    }

    /// The character that stands here, in words.
    fn found_character(&self) -> String {
        match self.text[self.at..].chars().next() {
            None => "the end of the file".into(),
            Some('\n' | '\r') => "the end of the line".into(),
            Some('\t') => "a tab".into(),
            Some(' ') => "a space".into(),
            Some(visible) if is_visible(visible) => format!("`{visible}`"),
            Some(hidden) => format!("the character U+{:04X}", u32::from(hidden)),
        }
    }

    fn found_place(&self) -> Place {
        let character = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
        self.place(self.at, self.at + self.word().len().max(character))
    }

    /// The way out of a slip that can happen at any place.
    fn slip(&self) -> Option<String> {
        let help = match self.text[self.at..].chars().next()? {
            '/' if self.begins_comment() => "JSON has no comments: say it in a `$comment` member",
            '#' => "JSON has no comments: say it in a `$comment` member",
            '\'' | '`' => "JSON strings stand in double quotes",
            '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{2018}' | '\u{2019}' => {
                "JSON strings stand in straight double quotes"
            }
            ',' => "remove the comma, or put the missing element before it",
            ';' => "JSON separates elements with `,`",
            '+' => "JSON numbers have no plus sign",
            '.' => "JSON numbers begin with a digit: `0.5`",
            blank if blank.is_whitespace() || is_invisible_blank(blank) => {
                "only space, tab and line breaks may stand between JSON's parts"
            }
            _ => return self.foreign_word(),
        };
        Some(help.into())
    }

    /// The JSON for a word of another language.
    fn foreign_word(&self) -> Option<String> {
        let word = self.word();
        let json = match word {
            "True" | "TRUE" | "yes" => "true",
            "False" | "FALSE" | "no" => "false",
            "None" | "NULL" | "Null" | "nil" | "undefined" => "null",
            "NaN" | "nan" | "Infinity" | "inf" => {
                return Some(format!("JSON has no `{word}`: write `null` or a string"));
            }
            _ => return None,
        };
        Some(format!("JSON spells it `{json}`"))
    }

    fn begins_comment(&self) -> bool {
        ["//", "/*"].iter().any(|mark| self.text[self.at..].starts_with(mark))
    }
}

fn malformed(place: Place, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::MalformedJson, place, message)
}

fn is_visible(character: char) -> bool {
    !character.is_control() && !character.is_whitespace() && !is_invisible_blank(character)
}

/// Characters without width that editors hide: joiners, directional marks, byte order marks.
fn is_invisible_blank(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}
