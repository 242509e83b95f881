//! Objects with known keys.

mod member;
mod missing;

use super::keys::{Key, Keys};
use super::scan::skip_indent;
use super::{Decode, Decoder, Mode, Rejected, Slot};
use crate::error::ErrorKind;

/// The state of reading an object while its keys come in order.
///
/// It is small and never borrowed across a call, so the compiler knows at each member which key comes next.
#[derive(Clone, Copy, Debug)]
pub struct InOrder {
    keys: &'static Keys,
    /// How many findings there were before the object.
    mark: usize,
    /// The same; a number that no list of findings has in sections, which are not read in this way.
    order_mark: usize,
    /// How many errors there were before the object.
    errors: usize,
    /// How many keys had been left out before the object.
    ignored: usize,
    /// The key that comes next.
    next: usize,
    in_sections: bool,
}

/// The state of reading an object whose keys come in any order.
#[derive(Debug)]
pub struct Object {
    keys: &'static Keys,
    /// How many findings there were before the current member.
    mark: usize,
    /// The same while all keys came in order, so that exactly those before `next` have been read; else a number that
    /// no list of findings has. One comparison tells whether the short way is open.
    order_mark: usize,
    /// How many errors there were before the object.
    errors: usize,
    /// How many keys had been left out before the object.
    ignored: usize,
    /// The key that comes next if the model keeps the order.
    next: usize,
    /// What is needed besides as soon as keys do not come in order.
    rest: Option<Box<Rest>>,
    in_sections: bool,
}

/// See [`Object::order_mark`].
const OUT_OF_ORDER: usize = usize::MAX;

/// The state of an object whose keys do not come in order.
#[derive(Debug, Default)]
struct Rest {
    /// For each key whether it has been read.
    seen: Vec<bool>,
    current: Current,
}

/// The key of the current member.
#[derive(Debug, Default)]
enum Current {
    #[default]
    None,
    Known(usize),
    Unknown(String),
}

/// The JSON cannot be followed any more. The error is with the decoder.
struct Broken;

/// The value is no object. The error is with the decoder.
#[derive(Debug)]
pub struct NoObject;

impl<P> From<NoObject> for Rejected<P> {
    fn from(_: NoObject) -> Self {
        Self::nothing()
    }
}

impl Decoder<'_> {
    /// Opens an object with these keys.
    ///
    /// # Errors
    ///
    /// The value is something else; it is skipped and noted.
    #[inline]
    pub fn begin_object(&mut self, keys: &'static Keys) -> Result<InOrder, NoObject> {
        let in_sections = self.mode == Mode::Sections;
        let in_order = self.mode == Mode::Json;
        if self.mode == Mode::Loose {
            if !self.open_loose_object(keys) {
                return Err(NoObject);
            }
        } else if !in_sections {
            if self.peek_token() != b'{' {
                self.mismatch("an object");
                return Err(NoObject);
            }
            if !self.enter() {
                return Err(NoObject);
            }
            self.pos += 1;
        }
        let mark = self.findings.len();
        let order_mark = if in_order { mark } else { OUT_OF_ORDER };
        let (errors, ignored) = (self.errors, self.ignored);
        Ok(InOrder { keys, mark, order_mark, errors, ignored, next: 0, in_sections })
    }

    /// Moves to the value of the next known key and says which one it is, as an index into the object's keys.
    /// Unknown keys are skipped on the way, unless the object keeps them: then they have the index behind the last.
    /// `None` is the end of the object.
    #[inline]
    pub fn next_key(&mut self, object: &mut Object) -> Option<usize> {
        if self.findings.len() == object.order_mark
            && object.next == object.keys.keys.len()
            && let Some(pos) = self.behind_end()
        {
            self.pos = pos;
            return None;
        }
        self.other_key(object)
    }

    /// Ends the object: notes the required keys that were not there. `false` if the object cannot be made.
    #[inline]
    pub fn finish(&mut self, object: &mut Object) -> bool {
        let is_plain =
            self.findings.len() == object.order_mark && object.next == object.keys.keys.len();
        if is_plain && !self.is_broken {
            self.depth -= 1;
            return self.errors == object.errors;
        }
        self.finish_other(object)
    }

    fn finish_other(&mut self, object: &mut Object) -> bool {
        if self.findings.len() != object.mark {
            self.attribute_member(object);
        }
        if !object.in_sections {
            self.close_level();
        }
        if !self.is_broken || self.broken_at == self.bytes().len() {
            self.note_missing(object);
        }
        !self.is_broken && self.errors == object.errors
    }

    /// The place behind the key that comes next in the order, if just that stands here, laid out as is usual: no
    /// blank before the comma and the colon, at most one behind the colon.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only in place is the key a constant")]
    fn behind_key(&self, key: &Key, is_first: bool) -> Option<usize> {
        let mut rest = self.bytes().get(self.pos..)?;
        if !is_first {
            let [b',', behind @ ..] = rest else { return None };
            rest = behind;
        }
        if !matches!(rest, [b'"', ..]) {
            rest = skip_indent(rest);
        }
        rest = key.strip(rest)?;
        if let [b' ', behind @ ..] = rest {
            rest = behind;
        }
        rest.first().filter(|&&byte| byte > b' ').map(|_| self.bytes().len() - rest.len())
    }

    /// The place behind the end of the object, if that stands here.
    #[inline]
    fn behind_end(&self) -> Option<usize> {
        let mut rest = self.bytes().get(self.pos..)?;
        if !matches!(rest, [b'}', ..]) {
            rest = skip_indent(rest);
        }
        let [b'}', rest @ ..] = rest else { return None };
        Some(self.bytes().len() - rest.len())
    }

    /// [`Decoder::next_key`] where anything else stands: another key, the end, a slip, a section.
    #[inline(never)]
    fn other_key(&mut self, object: &mut Object) -> Option<usize> {
        if self.findings.len() == object.order_mark
            && let Some(key) = object.keys.keys.get(object.next)
            && let Some(pos) = self.behind_key(key, object.next == 0)
        {
            self.pos = pos;
            object.next += 1;
            return Some(object.next - 1);
        }
        loop {
            if self.findings.len() != object.mark {
                self.attribute_member(object);
            }
            match self.mode {
                _ if object.in_sections => return self.next_section(object),
                Mode::Loose => return self.next_loose(object),
                _ => {}
            }
            let is_first = object.is_first();
            match self.peek_token() {
                b',' if !is_first => {
                    self.pos += 1;
                    self.peek_token();
                }
                b'}' => {
                    self.pos += 1;
                    return None;
                }
                b'"' if is_first => {}
                _ => {
                    self.break_off(if is_first { "a key or `}`" } else { "`,` or `}`" });
                    return self.leave_broken(object);
                }
            }
            let Ok(found) = self.read_key(object) else { return self.leave_broken(object) };
            if self.peek_token() != b':' {
                self.break_off("`:`");
                return self.leave_broken(object);
            }
            self.pos += 1;
            self.peek_token();
            if let Some(index) = self.take_member(object, found) {
                return Some(index);
            }
        }
    }

    /// Ends an object that is broken between its members: the error is that of the object, not of a member.
    #[cold]
    fn leave_broken<T>(&mut self, object: &mut Object) -> Option<T> {
        object.mark = self.findings.len();
        object.order_mark = OUT_OF_ORDER;
        None
    }

    /// Moves to the next section that holds a field, and to the text in it.
    fn next_section(&mut self, object: &mut Object) -> Option<usize> {
        while let Some(section) = self.sections.next() {
            self.window = self.text.get(..section.text.end).unwrap_or_default();
            self.pos = section.text.start;
            self.mode = Mode::Text;
            if object.enter(section.field) {
                return Some(section.field);
            }
            // The scanner joins equal repetitions; what is left differs.
            self.trim_window();
            let span = self.pos..self.bytes().len();
            self.fail(ErrorKind::Duplicate, "one section for the field", span);
            self.attribute_member(object);
        }
        self.mode = Mode::Sections;
        self.window = self.text;
        self.pos = self.bytes().len();
        None
    }
}

impl InOrder {
    /// Reads the member with the key at this place, if all before it have been read and it comes next.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only in place is the key a constant")]
    pub fn read<T: Decode>(&mut self, decoder: &mut Decoder<'_>, place: usize) -> Slot<T> {
        if self.next == place
            && self.order_mark == decoder.findings.len()
            && let Some(key) = self.keys.keys.get(place)
            && let Some(pos) = decoder.behind_key(key, place == 0)
        {
            decoder.pos = pos;
            self.next = place + 1;
            Slot::read_json(decoder)
        } else {
            Slot::new()
        }
    }

    /// The object with all that is still to be read.
    #[must_use]
    #[inline]
    pub const fn others(self) -> Object {
        let Self { keys, mark, order_mark, errors, ignored, next, in_sections } = self;
        Object { keys, mark, order_mark, errors, ignored, next, rest: None, in_sections }
    }
}

impl Object {
    /// The key of the current member, if it is none of the known ones.
    pub(super) fn unknown_key(&self) -> Option<&str> {
        match &self.rest.as_ref()?.current {
            Current::Unknown(key) => Some(key),
            Current::None | Current::Known(_) => None,
        }
    }

    fn is_first(&self) -> bool {
        match &self.rest {
            None => self.next == 0,
            Some(rest) => matches!(rest.current, Current::None),
        }
    }

    /// The state out of order, made of the state in order where that ends.
    fn rest(&mut self) -> &mut Rest {
        self.order_mark = OUT_OF_ORDER;
        let (next, count) = (self.next, self.keys.keys.len());
        self.rest.get_or_insert_with(|| {
            let seen = (0..count).map(|index| index < next).collect();
            let current = next.checked_sub(1).map_or(Current::None, Current::Known);
            Box::new(Rest { seen, current })
        })
    }

    /// Makes a key the current one; `false` if it has been read before.
    fn enter(&mut self, index: usize) -> bool {
        if self.rest.is_none() && index == self.next {
            self.next += 1;
            return true;
        }
        let rest = self.rest();
        rest.current = Current::Known(index);
        let is_new = rest.seen.get_mut(index).is_some_and(|seen| !std::mem::replace(seen, true));
        self.next = index + 1;
        is_new
    }

    /// Whether all keys that must be there have been.
    fn is_complete(&self) -> bool {
        let mut keys = self.keys.keys.iter().enumerate();
        keys.all(|(index, key)| !key.is_required || self.has_seen(index))
    }

    fn has_seen(&self, index: usize) -> bool {
        match &self.rest {
            None => index < self.next,
            Some(rest) => rest.seen.get(index).copied().unwrap_or(false),
        }
    }
}
