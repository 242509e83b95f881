//! YAML in block style.

mod scalar;

use crate::json::Json;
use scalar::{Style, style};

/// Appends a value as YAML in block style, a line end included.
///
/// The layout and the quotes are those of `serde_yaml` 0.9, which the prompts of DSRs show: lists in objects are not
/// indented, strings of several lines are block scalars, and only what YAML would read as something other than a
/// string is quoted. One thing differs: a string with a line or paragraph separator (U+2028, U+2029) is escaped,
/// for YAML 1.1 and 1.2 disagree on whether it ends a line.
///
/// Numbers are spelled as the value spells them.
///
/// ```
/// use sigcodegen_runtime::{Json, format::write_yaml};
///
/// let value = Json::parse(r#"{"id": 7, "text": "two\nlines", "tags": ["a", "07"]}"#).unwrap();
/// let mut text = String::new();
/// write_yaml(&mut text, &value);
/// assert_eq!(text, "id: 7\ntext: |-\n  two\n  lines\ntags:\n- a\n- '07'\n");
/// ```
pub fn write_yaml(out: &mut String, value: &Json) {
    Writer { out }.document(value);
}

/// Columns that a nested block stands further right.
const INDENT: usize = 2;

/// Bytes of the longest key that stands before its colon on one line.
const SIMPLE_KEY: usize = 128;

/// What YAML 1.1 ends lines with. A key that holds one does not stand on one line with its colon.
const LINE_ENDS: [char; 5] = ['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'];

struct Writer<'o> {
    out: &'o mut String,
}

impl Writer<'_> {
    fn document(&mut self, value: &Json) {
        match value {
            Json::Array(items) if !items.is_empty() => self.list(items, 0),
            Json::Object(members) if !members.is_empty() => self.object(members, 0),
            scalar => self.scalar(scalar, INDENT),
        }
        self.end_line();
    }

    /// Writes a list whose first item begins where the text ends.
    fn list(&mut self, items: &[Json], indent: usize) {
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                self.begin_line(indent);
            }
            self.out.push_str("- ");
            self.nested(item, indent + INDENT);
        }
    }

    /// Writes an object whose first key begins where the text ends.
    fn object(&mut self, members: &[(String, Json)], indent: usize) {
        for (at, (key, value)) in members.iter().enumerate() {
            if at > 0 {
                self.begin_line(indent);
            }
            if key.len() <= SIMPLE_KEY && !key.contains(LINE_ENDS) {
                self.string(key, indent + INDENT);
                self.out.push(':');
                self.value(value, indent);
            } else {
                self.out.push_str("? ");
                self.string(key, indent + INDENT);
                self.begin_line(indent);
                self.out.push_str(": ");
                self.nested(value, indent + INDENT);
            }
        }
    }

    /// Writes what follows `- `, which may begin on the same line.
    fn nested(&mut self, value: &Json, indent: usize) {
        match value {
            Json::Array(items) if !items.is_empty() => self.list(items, indent),
            Json::Object(members) if !members.is_empty() => self.object(members, indent),
            scalar => self.scalar(scalar, indent),
        }
    }

    /// Writes what follows `key:`.
    fn value(&mut self, value: &Json, indent: usize) {
        match value {
            Json::Array(items) if !items.is_empty() => {
                self.begin_line(indent);
                self.list(items, indent);
            }
            Json::Object(members) if !members.is_empty() => {
                self.begin_line(indent + INDENT);
                self.object(members, indent + INDENT);
            }
            scalar => {
                self.out.push(' ');
                self.scalar(scalar, indent + INDENT);
            }
        }
    }

    /// Writes a value without parts.
    fn scalar(&mut self, value: &Json, indent: usize) {
        match value {
            Json::Null => self.out.push_str("null"),
            Json::Bool(value) => self.out.push_str(if *value { "true" } else { "false" }),
            Json::Number(number) => self.out.push_str(number.as_str()),
            Json::String(text) => self.string(text, indent),
            Json::Array(_) => self.out.push_str("[]"),
            Json::Object(_) => self.out.push_str("{}"),
        }
    }

    /// Writes a string; `indent` is where the lines of a block scalar begin.
    fn string(&mut self, text: &str, indent: usize) {
        match style(text) {
            Style::Plain => self.out.push_str(text),
            Style::SingleQuoted => scalar::single_quoted(self.out, text),
            Style::DoubleQuoted => scalar::double_quoted(self.out, text),
            Style::Literal => {
                scalar::literal_header(self.out, text);
                for line in text.split('\n') {
                    self.out.push('\n');
                    if !line.is_empty() {
                        self.pad(indent);
                        self.out.push_str(line);
                    }
                }
            }
        }
    }

    fn begin_line(&mut self, indent: usize) {
        self.end_line();
        self.pad(indent);
    }

    /// Ends the line, unless a block scalar did so.
    fn end_line(&mut self) {
        if !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }

    fn pad(&mut self, indent: usize) {
        self.out.extend(std::iter::repeat_n(' ', indent));
    }
}
