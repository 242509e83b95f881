//! Lists, maps, boxes and nullable values.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{Decode, Decoded, Decoder, Kinds, Mode, Rejected, Shape};
use crate::Maybe;
use crate::error::{ErrorKind, Step};

impl<T: Decode> Decode for Vec<T> {
    /// The items that could be read whole.
    type Partial = Self;

    const SHAPE: Shape = Shape::List;

    fn decode(decoder: &mut Decoder<'_>) -> Decoded<Self> {
        let start = decoder.pos;
        if !decoder.open_list() {
            return decoder.single_item(start);
        }
        let errors = decoder.error_count();
        let mut items = Vec::new();
        let mut index = 0;
        while decoder.next_item(index == 0) {
            let mark = decoder.findings.len();
            if let Ok(item) = decoder.value() {
                items.push(item);
            }
            if decoder.findings.len() != mark {
                decoder.attribute(mark, &Step::Index(index));
            }
            index += 1;
        }
        decoder.close_level();
        if decoder.is_broken || decoder.error_count() != errors {
            Err(Rejected::partial(items))
        } else {
            Ok(items)
        }
    }

    fn into_partial(self) -> Self {
        self
    }
}

impl<T: Decode> Decode for BTreeMap<String, T> {
    /// The entries that could be read whole.
    type Partial = Self;

    const SHAPE: Shape = Shape::Object;

    fn decode(decoder: &mut Decoder<'_>) -> Decoded<Self> {
        if !decoder.open_map() {
            return Err(Rejected::nothing());
        }
        let errors = decoder.error_count();
        let mut entries = BTreeMap::new();
        let mut is_first = true;
        while let Some(key) = decoder.next_entry(is_first) {
            is_first = false;
            let mark = decoder.findings.len();
            let start = decoder.pos;
            let value = decoder.value::<T>();
            if entries.contains_key(key.as_ref()) {
                decoder.fail(ErrorKind::Duplicate, "one value for the key", start..decoder.pos);
            }
            if decoder.findings.len() != mark {
                decoder.attribute(mark, &Step::Key(Cow::Owned(key.clone().into_owned())));
            }
            if let Ok(value) = value {
                entries.entry(key.into_owned()).or_insert(value);
            }
        }
        decoder.close_level();
        if decoder.is_broken || decoder.error_count() != errors {
            Err(Rejected::partial(entries))
        } else {
            Ok(entries)
        }
    }

    fn into_partial(self) -> Self {
        self
    }
}

impl<T: Decode> Decode for Option<T> {
    type Partial = Maybe<T::Partial>;

    const KEYS: &'static super::Keys = T::KEYS;
    const SHAPE: Shape = T::SHAPE;
    const KINDS: Kinds = T::KINDS.or(Kinds::NULL);

    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a value is then made where it belongs, not moved there"
    )]
    fn decode(decoder: &mut Decoder<'_>) -> Decoded<Self> {
        if decoder.eat_whole_null() || decoder.eat_null_word(T::KINDS) {
            return Ok(None);
        }
        let start = decoder.pos;
        match T::decode(decoder) {
            Ok(value) => Ok(Some(value)),
            Err(_) if decoder.is_null_instead(start) => Ok(None),
            Err(rejected) => Err(rejected.map(Maybe::Present)),
        }
    }

    fn into_partial(self) -> Self::Partial {
        self.map_or(Maybe::Null, |value| Maybe::Present(value.into_partial()))
    }
}

impl<T: Decode> Decode for Box<T> {
    type Partial = Box<T::Partial>;

    const KEYS: &'static super::Keys = T::KEYS;
    const SHAPE: Shape = T::SHAPE;
    const KINDS: Kinds = T::KINDS;

    fn decode(decoder: &mut Decoder<'_>) -> Decoded<Self> {
        T::decode(decoder).map(Box::new).map_err(|rejected| rejected.map(Box::new))
    }

    fn into_partial(self) -> Self::Partial {
        Box::new((*self).into_partial())
    }
}

impl<'r> Decoder<'r> {
    /// Opens a list; `false` if something else stands here, which is noted.
    pub(super) fn open_list(&mut self) -> bool {
        self.open(b'[', "a list", Self::open_loose_list)
    }

    /// Opens an object of any keys.
    pub(super) fn open_map(&mut self) -> bool {
        self.open(b'{', "an object", Self::open_loose_map)
    }

    #[inline]
    fn open(&mut self, bracket: u8, expected: &'static str, loose: fn(&mut Self) -> bool) -> bool {
        if self.mode == Mode::Loose {
            return loose(self);
        }
        if self.peek_token() != bracket {
            self.mismatch(expected);
            return false;
        }
        if !self.enter() {
            return false;
        }
        self.pos += 1;
        true
    }

    /// Moves to the next item of a list; `false` at its end.
    #[inline]
    pub(super) fn next_item(&mut self, is_first: bool) -> bool {
        if self.mode == Mode::Loose {
            return self.loose_item(is_first);
        }
        match self.peek_token() {
            b']' => {
                self.pos += 1;
                false
            }
            b',' if !is_first => {
                self.pos += 1;
                if self.peek_token() == b']' {
                    self.break_off("an item");
                    return false;
                }
                true
            }
            _ if is_first && self.pos < self.bytes().len() => true,
            _ => {
                self.break_off(if is_first { "an item or `]`" } else { "`,` or `]`" });
                false
            }
        }
    }

    /// Moves to the value of the next entry of a map and gives its key.
    pub(super) fn next_entry(&mut self, is_first: bool) -> Option<Cow<'r, str>> {
        if self.mode == Mode::Loose {
            return self.loose_member(is_first);
        }
        match self.peek_token() {
            b'}' => {
                self.pos += 1;
                return None;
            }
            b',' if !is_first => {
                self.pos += 1;
                self.peek_token();
            }
            b'"' if is_first => {}
            _ => {
                self.break_off(if is_first { "a key or `}`" } else { "`,` or `}`" });
                return None;
            }
        }
        if self.peek() != b'"' {
            self.break_off("a key in double quotes");
            return None;
        }
        let key = self.read_string()?;
        if self.peek_token() != b':' {
            self.break_off("`:`");
            return None;
        }
        self.pos += 1;
        self.peek_token();
        Some(key)
    }

    /// Takes `null`, if the value is that: in text, if all of the text is.
    #[inline]
    fn eat_whole_null(&mut self) -> bool {
        if self.mode == Mode::Loose {
            return self.eat_loose_null();
        }
        self.peek() == b'n'
            && (self.mode == Mode::Json || self.bytes().len() - self.pos == 4)
            && self.eat_null()
    }

    #[inline]
    pub(super) fn eat_null(&mut self) -> bool {
        let rest = self.bytes().get(self.pos..).unwrap_or_default();
        let is_null = rest.starts_with(b"null")
            && rest.get(4).is_none_or(|byte| !byte.is_ascii_alphanumeric());
        if is_null {
            self.pos += 4;
        }
        is_null
    }
}
