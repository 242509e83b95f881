//! Writing typed values.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{Json, write_f64};

/// A value that can be written into a prompt.
pub trait Encode {
    /// Appends the value as compact JSON.
    fn write_json(&self, out: &mut String);

    /// Appends the value as the text of a field: strings raw, all else as JSON.
    fn write_text(&self, out: &mut String) {
        self.write_json(out);
    }

    /// About how many bytes the value takes; a message's buffer is sized by it. Exact for strings.
    fn size_hint(&self) -> usize {
        16
    }
}

/// Appends a string as a JSON string: the two-letter escapes where JSON has them, `\u00xx` for other control
/// characters, everything else as it is.
pub fn write_string(out: &mut String, text: &str) {
    out.reserve(text.len() + 2);
    out.push('"');
    let mut copied = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte >= b' ' && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.push_str(&text[copied..at]);
        copied = at + 1;
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            0x08 => out.push_str("\\b"),
            0x0c => out.push_str("\\f"),
            control => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{control:04x}");
            }
        }
    }
    out.push_str(&text[copied..]);
    out.push('"');
}

/// Writes the members of one object.
#[derive(Debug)]
pub struct ObjectWriter<'o> {
    out: &'o mut String,
    is_empty: bool,
}

impl<'o> ObjectWriter<'o> {
    /// Opens an object.
    pub fn new(out: &'o mut String) -> Self {
        out.push('{');
        Self { out, is_empty: true }
    }

    /// Writes a member. The key must already be escaped, as generated code has it.
    pub fn field(&mut self, escaped_key: &str, value: &(impl Encode + ?Sized)) {
        self.key(escaped_key);
        value.write_json(self.out);
    }

    /// Writes a member unless it is absent.
    pub fn optional(&mut self, escaped_key: &str, value: Option<&impl Encode>) {
        if let Some(value) = value {
            self.field(escaped_key, value);
        }
    }

    /// Writes a member whose value is JSON text already, such as a constant.
    pub fn raw(&mut self, escaped_key: &str, json: &str) {
        self.key(escaped_key);
        self.out.push_str(json);
    }

    /// Writes a member with a key from data.
    pub fn entry(&mut self, key: &str, value: &impl Encode) {
        self.separate();
        write_string(self.out, key);
        self.out.push(':');
        value.write_json(self.out);
    }

    /// Writes members from data.
    pub fn entries(&mut self, entries: &BTreeMap<String, impl Encode>) {
        for (key, value) in entries {
            self.entry(key, value);
        }
    }

    /// Closes the object.
    pub fn finish(self) {
        self.out.push('}');
    }

    fn key(&mut self, escaped_key: &str) {
        self.separate();
        self.out.push('"');
        self.out.push_str(escaped_key);
        self.out.push_str("\":");
    }

    fn separate(&mut self) {
        if !std::mem::take(&mut self.is_empty) {
            self.out.push(',');
        }
    }
}

/// Writes the items of one list.
#[derive(Debug)]
pub struct ListWriter<'o> {
    out: &'o mut String,
    is_empty: bool,
}

impl<'o> ListWriter<'o> {
    /// Opens a list.
    pub fn new(out: &'o mut String) -> Self {
        out.push('[');
        Self { out, is_empty: true }
    }

    /// Writes an item.
    pub fn item(&mut self, value: &impl Encode) {
        if !std::mem::take(&mut self.is_empty) {
            self.out.push(',');
        }
        value.write_json(self.out);
    }

    /// Closes the list.
    pub fn finish(self) {
        self.out.push(']');
    }
}

impl Encode for str {
    fn write_json(&self, out: &mut String) {
        write_string(out, self);
    }

    #[inline]
    fn write_text(&self, out: &mut String) {
        out.push_str(self);
    }

    #[inline]
    fn size_hint(&self) -> usize {
        self.len()
    }
}

impl Encode for String {
    fn write_json(&self, out: &mut String) {
        write_string(out, self);
    }

    #[inline]
    fn write_text(&self, out: &mut String) {
        out.push_str(self);
    }

    #[inline]
    fn size_hint(&self) -> usize {
        self.len()
    }
}

impl Encode for bool {
    fn write_json(&self, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
    }
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl Encode for $integer {
            fn write_json(&self, out: &mut String) {
                // Writing to a string cannot fail.
                let _ = write!(out, "{self}");
            }
        }
    )*};
}

integers!(i8 i16 i32 i64 u8 u16 u32 u64);

impl Encode for f64 {
    fn write_json(&self, out: &mut String) {
        write_f64(out, *self);
    }
}

/// Widened to `f64` first, as `serde_json`'s values are: `0.1` prints as `0.10000000149011612`.
impl Encode for f32 {
    fn write_json(&self, out: &mut String) {
        write_f64(out, f64::from(*self));
    }
}

impl<T: Encode + ?Sized> Encode for &T {
    fn write_json(&self, out: &mut String) {
        (**self).write_json(out);
    }

    fn write_text(&self, out: &mut String) {
        (**self).write_text(out);
    }

    fn size_hint(&self) -> usize {
        (**self).size_hint()
    }
}

impl<T: Encode> Encode for Option<T> {
    fn write_json(&self, out: &mut String) {
        match self {
            Some(value) => value.write_json(out),
            None => out.push_str("null"),
        }
    }

    fn write_text(&self, out: &mut String) {
        match self {
            Some(value) => value.write_text(out),
            None => out.push_str("null"),
        }
    }

    fn size_hint(&self) -> usize {
        self.as_ref().map_or(4, Encode::size_hint)
    }
}

impl<T: Encode> Encode for Box<T> {
    fn write_json(&self, out: &mut String) {
        (**self).write_json(out);
    }

    fn write_text(&self, out: &mut String) {
        (**self).write_text(out);
    }

    fn size_hint(&self) -> usize {
        (**self).size_hint()
    }
}

impl<T: Encode> Encode for Vec<T> {
    fn write_json(&self, out: &mut String) {
        let mut list = ListWriter::new(out);
        for item in self {
            list.item(item);
        }
        list.finish();
    }

    fn size_hint(&self) -> usize {
        self.iter().map(|item| item.size_hint() + 4).sum()
    }
}

macro_rules! tuples {
    ($(($($index:tt $item:ident),*))*) => {$(
        impl<$($item: Encode),*> Encode for ($($item,)*) {
            fn write_json(&self, out: &mut String) {
                let mut list = ListWriter::new(out);
                $(list.item(&self.$index);)*
                list.finish();
            }

            fn size_hint(&self) -> usize {
                2 $(+ self.$index.size_hint() + 1)*
            }
        }
    )*};
}

tuples! {
    (0 A)
    (0 A, 1 B)
    (0 A, 1 B, 2 C)
    (0 A, 1 B, 2 C, 3 D)
    (0 A, 1 B, 2 C, 3 D, 4 E)
    (0 A, 1 B, 2 C, 3 D, 4 E, 5 F)
    (0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G)
    (0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G, 7 H)
    (0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G, 7 H, 8 I)
    (0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G, 7 H, 8 I, 9 J)
    (0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G, 7 H, 8 I, 9 J, 10 K)
    (0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G, 7 H, 8 I, 9 J, 10 K, 11 L)
}

impl<T: Encode> Encode for BTreeMap<String, T> {
    fn write_json(&self, out: &mut String) {
        let mut object = ObjectWriter::new(out);
        object.entries(self);
        object.finish();
    }

    fn size_hint(&self) -> usize {
        self.iter().map(|(key, value)| key.len() + value.size_hint() + 6).sum()
    }
}

impl Encode for Json {
    fn write_json(&self, out: &mut String) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(value) => value.write_json(out),
            Self::Number(number) => out.push_str(number.as_str()),
            Self::String(text) => write_string(out, text),
            Self::Array(items) => items.write_json(out),
            Self::Object(members) => {
                let mut object = ObjectWriter::new(out);
                for (key, value) in members {
                    object.entry(key, value);
                }
                object.finish();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::write_string;

    #[test]
    fn escapes_as_serde_json_does() {
        for code in (0..0x2_0000).filter_map(char::from_u32) {
            let text = format!("a{code}b");
            let mut ours = String::new();
            write_string(&mut ours, &text);
            assert_eq!(ours, serde_json::to_string(&text).unwrap());
        }
    }
}
