//! Enums: one of several values.

use super::coerce::{Found, Spelled, find_label, spell, undecorated};
use super::{Decode, Decoded, Decoder, Kinds, Mode, Rejected, Strictness};
use crate::Json;
use crate::check::equal;
use crate::error::{ErrorKind, RepairKind};

/// The values of an enum as the model writes them, in the order of its variants.
#[derive(Debug)]
pub enum Choices {
    /// Strings that JSON spells without escapes.
    Strings(&'static [&'static str]),
    /// Strings of which some need escapes.
    Escaped(&'static [&'static str]),
    /// Many strings that JSON spells without escapes, and their places in the order of the strings.
    Sorted(&'static [&'static str], &'static [usize]),
    /// Values of any kind, as JSON texts.
    Json(&'static [&'static str]),
    /// Integers of which none is larger than an `i64`.
    Signed(&'static [i64]),
    /// Integers of which none is negative.
    Unsigned(&'static [u64]),
}

impl Decoder<'_> {
    /// Reads one of several values, each of which stands for the variant at the same place.
    #[inline]
    pub fn choose<T: Decode + Copy>(&mut self, choices: &Choices, variants: &[T]) -> Decoded<T> {
        let place = match choices {
            Choices::Strings(values) if self.mode == Mode::Json => self.string_choice(values),
            Choices::Escaped(values) if self.mode == Mode::Json => self.other_choice(values),
            Choices::Sorted(values, order) if self.mode == Mode::Json => {
                self.sorted_choice(values, order)
            }
            Choices::Strings(values) | Choices::Escaped(values) | Choices::Sorted(values, _) => {
                self.text_choice(values)
            }
            Choices::Json(values) => self.json_choice(values),
            Choices::Signed(values) => self.integer_choice(values),
            Choices::Unsigned(values) => self.integer_choice(values),
        };
        place.and_then(|place| variants.get(place).copied()).ok_or(Rejected::nothing())
    }

    #[inline]
    fn string_choice(&mut self, values: &[&str]) -> Option<usize> {
        if let Some([b'"', text @ ..]) = self.bytes().get(self.pos..) {
            let is_it = |value: &&str| {
                text.get(value.len()) == Some(&b'"') && text[..value.len()] == *value.as_bytes()
            };
            if let Some(place) = values.iter().position(is_it) {
                self.pos += values[place].len() + 2;
                return Some(place);
            }
        }
        self.other_choice(values)
    }

    fn sorted_choice(&mut self, values: &[&str], order: &[usize]) -> Option<usize> {
        let start = self.pos;
        if let Some(text) = self.plain_string() {
            let value = |place: &usize| values.get(*place).copied().unwrap_or_default();
            if let Ok(at) = order.binary_search_by_key(&text, value) {
                return order.get(at).copied();
            }
            self.pos = start;
        }
        self.other_choice(values)
    }

    /// Compares by value. A text that is none of the values, nor any JSON, is compared with the strings among them.
    fn json_choice(&mut self, values: &[&str]) -> Option<usize> {
        let start = self.pos;
        if self.mode == Mode::Json {
            if !self.skip_value() {
                return None;
            }
            let text = self.slice(start..self.pos).trim();
            if let Some(found) = find_json(values, text) {
                return Some(found);
            }
            let inner = Json::parse(text).ok().and_then(|json| json.as_str().map(str::to_owned));
            return self.json_label(values, inner.as_deref().unwrap_or(text), start);
        }
        let text = if self.mode == Mode::Loose {
            let scalar = self.loose_scalar()?;
            if scalar.is_quoted
                && let Some(found) = find_json(values, &crate::json::to_string(&scalar.text))
            {
                return Some(found);
            }
            scalar.text
        } else {
            let text = self.slice(start..self.bytes().len()).to_owned();
            self.pos = self.bytes().len();
            text
        };
        if text.is_empty() {
            self.fail_missing(start);
            return None;
        }
        if let Some(found) = find_json(values, &text) {
            return Some(found);
        }
        let as_string = find_json(values, &crate::json::to_string(text.as_str()));
        as_string.or_else(|| self.json_label(values, &text, start))
    }

    /// The value that a text spells in another way than JSON.
    #[cold]
    fn json_label(&mut self, values: &[&str], text: &str, start: usize) -> Option<usize> {
        let span = start..self.pos;
        if self.strictness != Strictness::Strict {
            let bare = undecorated(text);
            let literal = match bare.to_ascii_lowercase().as_str() {
                "true" => Some("true"),
                "false" => Some("false"),
                "null" | "none" => Some("null"),
                _ => None,
            };
            let as_number = match spell(bare) {
                Spelled::Number(number, _) => Some(number),
                Spelled::Ambiguous | Spelled::Nothing => None,
            };
            let found = literal
                .and_then(|literal| find_json(values, literal))
                .or_else(|| find_json(values, &as_number?));
            if found.is_some() {
                self.note(RepairKind::Coerced, span);
                return found;
            }
            let strings: Vec<(usize, String)> = values
                .iter()
                .enumerate()
                .filter_map(|(at, value)| Some((at, Json::parse(value).ok()?.as_str()?.to_owned())))
                .collect();
            let labels: Vec<&str> = strings.iter().map(|(_, label)| label.as_str()).collect();
            if !labels.is_empty() {
                let found = self.lenient_choice(&labels, text, start)?;
                return strings.get(found).map(|(at, _)| *at);
            }
        }
        self.fail_choice(list(values), start);
        None
    }

    #[cold]
    fn other_choice(&mut self, values: &[&str]) -> Option<usize> {
        let start = self.pos;
        if self.peek() != b'"' {
            let is_plain =
                matches!(self.kind_here(), Kinds::INTEGER | Kinds::FRACTION | Kinds::BOOLEAN);
            let start = self.pos;
            if self.skip_value() {
                let text = self.slice(start..self.pos).to_owned();
                if is_plain && self.strictness != Strictness::Strict {
                    return self.lenient_choice(values, &text, start);
                }
                self.fail(ErrorKind::EnumMismatch, list(values), start..self.pos);
            }
            return None;
        }
        let text = self.read_string()?;
        let exact = values.iter().position(|value| *value == text);
        exact.or_else(|| self.lenient_choice(values, &text, start))
    }

    /// In running text the value stands bare; in quotes it is as good, since prompts print demos that way.
    fn text_choice(&mut self, values: &[&str]) -> Option<usize> {
        if self.mode == Mode::Loose {
            return self.loose_choice(values);
        }
        let start = self.pos;
        let text = self.slice(start..self.bytes().len());
        self.pos = self.bytes().len();
        let quoted = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let exact = values.iter().position(|value| *value == text);
        exact.or_else(|| values.iter().position(|value| Some(*value) == quoted)).or_else(|| {
            if text.is_empty() {
                self.fail_missing(start);
                return None;
            }
            self.lenient_choice(values, text, start)
        })
    }

    fn loose_choice(&mut self, values: &[&str]) -> Option<usize> {
        if matches!(self.kind_here(), Kinds::OBJECT | Kinds::ARRAY | Kinds::NULL) {
            self.mismatch(list(values));
            return None;
        }
        let scalar = self.loose_scalar()?;
        let exact = values.iter().position(|value| *value == scalar.text);
        if exact.is_some() && !scalar.is_quoted {
            self.note(RepairKind::Unquoted, scalar.span.clone());
        }
        exact.or_else(|| {
            let is_among = matches!(find_label(values, &scalar.text), Found::Among(_));
            if is_among && !self.may_search(scalar.is_quoted) {
                self.fail_choice(list(values), scalar.span.start);
                return None;
            }
            self.lenient_choice(values, &scalar.text, scalar.span.start)
        })
    }

    /// The value that a text means, though it is more than the value or spelled otherwise.
    #[cold]
    fn lenient_choice(&mut self, values: &[&str], text: &str, start: usize) -> Option<usize> {
        let span = start..self.pos;
        if self.strictness != Strictness::Strict {
            let (found, kind) = match find_label(values, text) {
                Found::Folded(at) if values[at].eq_ignore_ascii_case(text) => {
                    (at, RepairKind::LetterCase)
                }
                Found::Folded(at) => (at, RepairKind::Decoration),
                Found::Among(at) => (at, RepairKind::Sentence),
                Found::Several => {
                    self.fail(ErrorKind::Ambiguous, list(values), span);
                    return None;
                }
                Found::Nothing => {
                    self.fail_choice(list(values), start);
                    return None;
                }
            };
            if self.repair(kind, span) {
                return Some(found);
            }
        }
        self.fail_choice(list(values), start);
        None
    }

    fn integer_choice<I: Copy + Into<i128> + ToString>(&mut self, values: &[I]) -> Option<usize> {
        let start = self.pos;
        let value = self.read_i128()?;
        let found = values.iter().position(|&one| one.into() == value);
        if found.is_none() {
            let spelled: Vec<_> = values.iter().map(ToString::to_string).collect();
            self.fail_choice(list(&spelled), start);
        }
        found
    }

    /// Reads a value that the schema fixes, given as JSON text.
    pub fn constant(&mut self, json: &'static str) {
        let rest = &self.bytes()[self.pos.min(self.bytes().len())..];
        let is_delimited = |byte: &u8| matches!(byte, b',' | b'}' | b' ' | b'\n' | b'\r' | b'\t');
        if self.mode == Mode::Json
            && rest.starts_with(json.as_bytes())
            && rest.get(json.len()).is_none_or(is_delimited)
        {
            self.pos += json.len();
            return;
        }
        let start = self.pos;
        if self.mode == Mode::Loose || self.strictness != Strictness::Strict {
            let kind = self.kind_here();
            if !matches!(kind, Kinds::OBJECT | Kinds::ARRAY | Kinds::NONE) {
                self.json_choice(&[json]);
                return;
            }
        }
        if self.skip_value() && find_json(&[json], self.slice(start..self.pos)).is_none() {
            self.fail(ErrorKind::EnumMismatch, json, start..self.pos);
        }
    }
}

/// The place of the value that a text spells, among values given as JSON texts.
fn find_json(values: &[&str], text: &str) -> Option<usize> {
    let text = text.trim();
    values.iter().position(|value| *value == text).or_else(|| {
        let found = Json::parse(text).ok()?;
        values.iter().position(|value| Json::parse(value).is_ok_and(|value| equal(&value, &found)))
    })
}

/// Spells out the values for a message.
fn list(values: &[impl std::fmt::Display]) -> String {
    const SHOWN: usize = 20;
    let shown: Vec<_> = values.iter().take(SHOWN).map(|value| format!("`{value}`")).collect();
    let rest = values.len().saturating_sub(SHOWN);
    let tail = if rest > 0 { format!(" or {rest} others") } else { String::new() };
    format!("{}{tail}", shown.join(" or "))
}
