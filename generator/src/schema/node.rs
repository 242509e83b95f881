//! A JSON value with the place of each part.

use std::borrow::Cow;

use sigcodegen_runtime::json::write_string;

use super::Span;

/// A JSON value and the bytes that it takes in its file.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// From the first byte of the value to the one after its last.
    pub span: Span,
    /// The value.
    pub value: Value,
}

/// What a [`Node`] holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, spelled as in the file, so that no digit is lost.
    Number(String),
    /// A string, escapes resolved.
    String(String),
    /// A list.
    Array(Vec<Node>),
    /// An object.
    Object(Object),
}

/// The members of a JSON object, in the order of the file. Keys are unique: a repeated key is refused on reading.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    /// The members.
    pub members: Vec<Member>,
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// The key, escapes resolved.
    pub key: String,
    /// Where the key stands, quotes included.
    pub key_span: Span,
    /// The value.
    pub value: Node,
}

impl Object {
    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.member(key).map(|member| &member.value)
    }

    /// The member of a key.
    #[must_use]
    pub fn member(&self, key: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.key == key)
    }
}

impl Node {
    /// The members, if this is an object.
    #[must_use]
    pub fn as_object(&self) -> Option<&Object> {
        if let Value::Object(object) = &self.value { Some(object) } else { None }
    }

    /// The items, if this is a list.
    #[must_use]
    pub fn as_array(&self) -> Option<&[Node]> {
        if let Value::Array(items) = &self.value { Some(items) } else { None }
    }

    /// The text, if this is a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        if let Value::String(text) = &self.value { Some(text) } else { None }
    }

    /// Writes the value as it stands in the file, without blanks. Its reader bounds its depth.
    pub fn write_json(&self, out: &mut String) {
        match &self.value {
            Value::Null => out.push_str("null"),
            Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Value::Number(text) => out.push_str(text),
            Value::String(text) => write_string(out, text),
            Value::Array(items) => {
                out.push('[');
                for (position, item) in items.iter().enumerate() {
                    out.push_str(if position == 0 { "" } else { "," });
                    item.write_json(out);
                }
                out.push(']');
            }
            Value::Object(object) => {
                out.push('{');
                for (position, member) in object.members.iter().enumerate() {
                    out.push_str(if position == 0 { "" } else { "," });
                    write_string(out, &member.key);
                    out.push(':');
                    member.value.write_json(out);
                }
                out.push('}');
            }
        }
    }

    /// The value as [`Self::write_json`] writes it.
    #[must_use]
    pub fn json(&self) -> String {
        let mut out = String::new();
        self.write_json(&mut out);
        out
    }

    /// What kind of value this is, in words for a message: `a string`, `an object`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self.value {
            Value::Null => "null",
            Value::Bool(_) => "a boolean",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::Array(_) => "a list",
            Value::Object(_) => "an object",
        }
    }
}

impl Node {
    /// The value that a JSON Pointer (RFC 6901) names, seen from this one; `""` is this one.
    /// `None` when there is none, or when the text is not a pointer.
    #[must_use]
    pub fn at(&self, pointer: &str) -> Option<&Self> {
        if pointer.is_empty() {
            return Some(self);
        }
        pointer.strip_prefix('/')?.split('/').try_fold(self, |node, token| match &node.value {
            Value::Object(object) => object.get(&unescape(token)?),
            Value::Array(items) => items.get(index(token)?),
            _ => None,
        })
    }
}

/// Resolves the two escapes of a reference token: `~0` is `~`, `~1` is `/`. Any other `~` is an error.
fn unescape(token: &str) -> Option<Cow<'_, str>> {
    let mut parts = token.split('~');
    let first = parts.next()?;
    if first.len() == token.len() {
        return Some(Cow::Borrowed(token));
    }
    let mut text = String::from(first);
    for part in parts {
        let (escaped, rest) = match part.split_at_checked(1)? {
            ("0", rest) => ('~', rest),
            ("1", rest) => ('/', rest),
            _ => return None,
        };
        text.push(escaped);
        text.push_str(rest);
    }
    Some(Cow::Owned(text))
}

/// An index is spelled in digits without a leading zero.
fn index(token: &str) -> Option<usize> {
    let is_plain = token == "0" || !token.starts_with(['0', '+']);
    is_plain.then(|| token.parse().ok()).flatten()
}
