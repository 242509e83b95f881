//! Values of any type, and values that are passed over.

use crate::decode::{Aim, Decode, Decoded, Decoder, Kinds, Rejected};
use crate::error::RepairKind;
use crate::json::{Json, Number};

impl Decoder<'_> {
    /// The kind of the value that begins here.
    pub(in crate::decode) fn loose_kind(&mut self) -> Kinds {
        if self.loose.implied.is_some() {
            return Kinds::OBJECT;
        }
        match self.loose_token() {
            b'{' => Kinds::OBJECT,
            b'[' | b'(' => Kinds::ARRAY,
            b'-' | b'0'..=b'9' => {
                let start = self.pos;
                let is_number = self.scan_number().is_some() && {
                    let end = self.pos;
                    self.follows_value(end)
                };
                self.pos = start;
                if is_number { self.number_kind() } else { Kinds::STRING }
            }
            _ if super::ends::is_quote(self.bytes(), self.pos) => Kinds::STRING,
            _ => match self.word() {
                "true" | "false" | "True" | "False" | "TRUE" | "FALSE" => Kinds::BOOLEAN,
                "null" | "None" | "nil" | "NULL" => Kinds::NULL,
                _ if self.call_length().is_some() => Kinds::OBJECT,
                _ if self.pos < self.bytes().len() => Kinds::STRING,
                _ => Kinds::NONE,
            },
        }
    }

    /// Whether a text in quotes begins here.
    pub(in crate::decode) fn is_quote_here(&self) -> bool {
        super::ends::is_quote(self.bytes(), self.pos)
    }

    /// The word that stands here.
    fn word(&self) -> &str {
        let rest = self.bytes().get(self.pos..).unwrap_or_default();
        let length = rest.iter().take(16).take_while(|byte| byte.is_ascii_alphanumeric()).count();
        self.slice(self.pos..self.pos + length)
    }

    /// Takes a null, as any language writes it.
    pub(in crate::decode) fn eat_loose_null(&mut self) -> bool {
        if self.loose.implied.is_some() || self.loose_kind() != Kinds::NULL {
            return false;
        }
        let length = self.word().len();
        let span = self.pos..self.pos + length;
        if !self.follows_value(span.end) {
            return false;
        }
        if self.word() != "null" {
            self.note(RepairKind::Literal, span.clone());
        }
        self.pos = span.end;
        true
    }

    /// Reads a text, or a value of another kind as its text.
    pub(in crate::decode) fn loose_string(&mut self) -> Option<String> {
        let kind = self.loose_kind();
        let start = self.pos;
        match kind {
            Kinds::OBJECT | Kinds::ARRAY if self.peek() != b'(' && self.call_length().is_none() => {
                if !self.skip_loose() {
                    return None;
                }
                // Only what is JSON has a text of its own.
                if Json::parse(self.slice(start..self.pos)).is_err() {
                    self.fail(crate::ErrorKind::TypeMismatch, "a string", start..self.pos);
                    return None;
                }
                self.note(RepairKind::Coerced, start..self.pos);
                Some(self.slice(start..self.pos).to_owned())
            }
            Kinds::NULL => {
                self.mismatch("a string");
                None
            }
            _ => {
                let scalar = self.loose_scalar()?;
                if !scalar.is_quoted {
                    let kind = if kind == Kinds::STRING {
                        RepairKind::Unquoted
                    } else {
                        RepairKind::Coerced
                    };
                    self.note(kind, scalar.span);
                }
                Some(scalar.text)
            }
        }
    }

    /// Reads a value of any type.
    pub(in crate::decode) fn loose_value(&mut self) -> Decoded<Json> {
        let kind = self.loose_kind();
        let value = match kind {
            Kinds::OBJECT => return self.open_object(),
            Kinds::ARRAY => {
                return Vec::<Json>::decode(self)
                    .map(Json::Array)
                    .map_err(|part| part.map(Json::Array));
            }
            Kinds::NULL if self.eat_loose_null() => Some(Json::Null),
            _ => self.loose_scalar().map(|scalar| {
                let text = scalar.text;
                if scalar.is_quoted {
                    return Json::String(text);
                }
                match kind {
                    Kinds::BOOLEAN if text.eq_ignore_ascii_case("true") => Json::Bool(true),
                    Kinds::BOOLEAN if text.eq_ignore_ascii_case("false") => Json::Bool(false),
                    Kinds::INTEGER | Kinds::FRACTION if Json::parse(&text).is_ok() => {
                        Json::Number(Number(text))
                    }
                    _ => {
                        self.note(RepairKind::Unquoted, scalar.span);
                        Json::String(text)
                    }
                }
            }),
        };
        value.ok_or(Rejected::nothing())
    }

    /// Passes over a value; `false` if it cannot be followed, which is noted.
    pub(in crate::decode) fn skip_loose(&mut self) -> bool {
        let mark = self.mark();
        let aim = std::mem::replace(&mut self.aim, Aim::Count);
        let _: Decoded<Json> = self.loose_value();
        self.aim = aim;
        let is_broken = self.is_broken;
        let broken_at = self.broken_at;
        self.rewind(mark);
        if is_broken {
            self.pos = broken_at;
            self.break_off("a value");
        }
        !is_broken
    }
}
