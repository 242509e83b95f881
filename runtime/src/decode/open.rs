//! Open values.

use super::{Decode, Decoded, Decoder, Mode, Rejected, Shape, Strictness};
use crate::error::{ErrorKind, FieldError};
use crate::json::{Json, JsonError, Number};

/// Reads a text that is one JSON value.
pub(crate) fn parse_json(text: &str) -> Result<Json, JsonError> {
    parse(text).map_err(|errors| {
        let Some(error) = errors.into_iter().next() else {
            return JsonError { message: "not JSON".to_owned(), offset: 0 };
        };
        let message = match error.kind {
            ErrorKind::Truncated => format!("the text ends before {}", error.expected),
            _ => format!("{}: expected {}", error.kind, error.expected),
        };
        JsonError { message, offset: error.span.start }
    })
}

/// Reads a text that is one JSON value of a type, strictly. The errors are not empty.
pub(crate) fn parse<T: Decode>(text: &str) -> Result<T, Vec<FieldError>> {
    let mut decoder = Decoder::new(text, Strictness::Strict);
    match decoder.read_whole() {
        Ok(value) if decoder.error_count() == 0 => Ok(value),
        _ => Err(decoder.into_errors()),
    }
}

impl Decode for Json {
    type Partial = Self;

    const SHAPE: Shape = Shape::Open;

    fn decode(decoder: &mut Decoder<'_>) -> Decoded<Self> {
        match decoder.mode {
            Mode::Json => decoder.open_value(),
            Mode::Loose => decoder.loose_value(),
            Mode::Text | Mode::Sections => decoder.open_text(),
        }
    }

    fn into_partial(self) -> Self {
        self
    }
}

impl Decoder<'_> {
    /// Reads a value that is the whole text.
    pub(crate) fn read_whole<T: Decode>(&mut self) -> Decoded<T> {
        self.peek_token();
        let value = T::decode(self);
        if self.peek_token() != 0 || self.pos != self.bytes().len() {
            self.break_off("the end of the text");
        }
        value
    }

    /// Whether what was read goes to the end of the text and is not broken.
    pub(crate) fn stands_at_end(&self) -> bool {
        !self.is_broken && self.pos == self.bytes().len()
    }

    fn open_value(&mut self) -> Decoded<Json> {
        let start = self.pos;
        let value = match self.peek_token() {
            b'{' => return self.open_object(),
            b'[' => {
                return Vec::<Json>::decode(self)
                    .map(Json::Array)
                    .map_err(|part| part.map(Json::Array));
            }
            b'"' => self.read_string().map(|text| Json::String(text.into_owned())),
            b'-' | b'0'..=b'9' => {
                self.number().map(|token| Json::Number(Number(self.slice(token.span).to_owned())))
            }
            b'n' if self.eat_null() => Some(Json::Null),
            _ => self
                .skip_value()
                .then(|| Json::Bool(self.slice(start..self.pos).trim_start().starts_with('t'))),
        };
        value.ok_or(Rejected::nothing())
    }

    pub(super) fn open_object(&mut self) -> Decoded<Json> {
        if !self.open_map() {
            return Err(Rejected::nothing());
        }
        let errors = self.error_count();
        let mut members: Vec<(String, Json)> = Vec::new();
        let mut names = std::collections::HashSet::new();
        while let Some(key) = self.next_entry(members.is_empty() && names.is_empty()) {
            let mark = self.findings.len();
            let start = self.pos;
            let value = Json::decode(self);
            if !names.insert(key.clone()) {
                self.fail(ErrorKind::Duplicate, "one value for the key", start..self.pos);
            }
            if self.findings.len() != mark {
                self.attribute(mark, &crate::error::Step::Key(key.clone().into_owned().into()));
            }
            if let Ok(value) = value {
                members.push((key.into_owned(), value));
            }
        }
        self.close_level();
        let object = Json::Object(members);
        if self.is_broken || self.error_count() != errors {
            Err(Rejected::partial(object))
        } else {
            Ok(object)
        }
    }

    /// The text of a field of any type: the JSON value that it is, or the text itself.
    fn open_text(&mut self) -> Decoded<Json> {
        let window = self.pos..self.bytes().len();
        let mark = self.mark();
        let is_closed = matches!(self.peek(), b'{' | b'[' | b'"');
        // What a strict reader takes for text is no JSON to be repaired.
        let strictness = std::mem::replace(&mut self.strictness, Strictness::Strict);
        let value = self.decode_at(window.start);
        self.strictness = strictness;
        let is_whole = !self.is_broken && self.pos == window.end;
        if is_whole && (is_closed || !self.is_cut_at(window.end)) {
            return value;
        }
        self.rewind(mark);
        if self.is_cut_at(window.end) {
            self.fail(ErrorKind::Truncated, "the rest of the value", window);
            return Err(Rejected::nothing());
        }
        Ok(Json::String(self.slice(window).to_owned()))
    }
}
