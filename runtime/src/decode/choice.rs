//! Enums: one of several strings or integers.

use super::{Decode, Decoder, Mode, Shape};
use crate::error::{ErrorKind, RepairKind};

/// The values of an enum as the model writes them, in the order of its variants.
#[derive(Debug)]
pub enum Choices {
    /// Strings.
    Strings(&'static [&'static str]),
    /// Integers, in canonical spelling.
    Integers(&'static [&'static str]),
}

impl Decoder<'_> {
    /// Reads one of several values and gives its place in the list. `None` after an error, which is noted.
    pub fn choice(&mut self, choices: &Choices) -> Option<usize> {
        match choices {
            Choices::Strings(values) if self.mode == Mode::Json => self.string_choice(values),
            Choices::Strings(values) => self.text_choice(values),
            Choices::Integers(values) => self.integer_choice(values),
        }
    }

    fn string_choice(&mut self, values: &[&str]) -> Option<usize> {
        let start = self.pos;
        if self.peek() != b'"' {
            let expected = list(values);
            if self.skip_value() {
                self.fail(ErrorKind::EnumMismatch, expected, start..self.pos);
            }
            return None;
        }
        let text = self.read_string()?;
        values
            .iter()
            .position(|value| *value == text)
            .or_else(|| self.lenient_choice(values, &text, start))
    }

    /// In running text the value stands bare; in quotes it is as good, since prompts print demos that way.
    fn text_choice(&mut self, values: &[&str]) -> Option<usize> {
        let start = self.pos;
        let text = self.slice(start..self.bytes.len());
        self.pos = self.bytes.len();
        let quoted = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let exact = values.iter().position(|value| *value == text);
        exact.or_else(|| values.iter().position(|value| Some(*value) == quoted)).or_else(|| {
            if text.is_empty() {
                self.fail_missing(start);
                return None;
            }
            self.lenient_choice(values, quoted.unwrap_or(text), start)
        })
    }

    /// The one value that differs in letter case only.
    #[cold]
    fn lenient_choice(&mut self, values: &[&str], text: &str, start: usize) -> Option<usize> {
        let folded = text.to_lowercase();
        let mut fitting = (0..values.len()).filter(|&at| values[at].to_lowercase() == folded);
        let found = fitting.next();
        if found.is_some()
            && fitting.next().is_none()
            && self.repair(RepairKind::LetterCase, start..self.pos)
        {
            return found;
        }
        self.fail_choice(list(values), start);
        None
    }

    fn integer_choice(&mut self, values: &[&str]) -> Option<usize> {
        let start = self.pos;
        let value = self.read_i128()?;
        let found = values.iter().position(|one| one.parse() == Ok(value));
        if found.is_none() {
            self.fail_choice(list(values), start);
        }
        found
    }

    /// Reads a value that the schema fixes, given as JSON text.
    pub fn constant(&mut self, json: &'static str) {
        let rest = &self.bytes[self.pos.min(self.bytes.len())..];
        let is_delimited = |byte: &u8| matches!(byte, b',' | b'}' | b' ' | b'\n' | b'\r' | b'\t');
        if rest.starts_with(json.as_bytes()) && rest.get(json.len()).is_none_or(is_delimited) {
            self.pos += json.len();
            return;
        }
        let start = self.pos;
        if self.skip_value() {
            let found = crate::Json::parse(self.slice(start..self.pos));
            if found.is_err() || found != crate::Json::parse(json) {
                self.fail(ErrorKind::EnumMismatch, json, start..self.pos);
            }
        }
    }
}

/// Spells out the values for a message.
fn list(values: &[&str]) -> String {
    const SHOWN: usize = 20;
    let shown: Vec<_> = values.iter().take(SHOWN).map(|value| format!("`{value}`")).collect();
    let rest = values.len().saturating_sub(SHOWN);
    let tail = if rest > 0 { format!(" or {rest} others") } else { String::new() };
    format!("{}{tail}", shown.join(" or "))
}

impl Decode for bool {
    type Partial = Self;

    const SHAPE: Shape = Shape::Plain;

    fn decode(decoder: &mut Decoder<'_>) -> super::Decoded<Self> {
        decoder.read_bool().ok_or(super::Rejected::nothing())
    }

    fn into_partial(self) -> Self {
        self
    }
}
