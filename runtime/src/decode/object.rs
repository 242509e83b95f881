//! Objects with known keys.

use std::borrow::Cow;

use super::keys::{Key, Keys, Others};
use super::scan::skip_indent;
use super::{Decode, Decoder, Mode, Rejected, Slot};
use crate::error::{ErrorKind, RepairKind, Step};

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
            let Some(index) = found else {
                if object.keys.others == Others::Kept {
                    return Some(object.keys.keys.len());
                }
                self.skip_unknown(object);
                continue;
            };
            if object.enter(index) {
                return Some(index);
            }
            self.skip_repeated();
        }
    }

    /// Ends an object that is broken between its members: the error is that of the object, not of a member.
    #[cold]
    fn leave_broken<T>(&mut self, object: &mut Object) -> Option<T> {
        object.mark = self.findings.len();
        object.order_mark = OUT_OF_ORDER;
        None
    }

    /// Reads any key. `None` is an unknown one, whose name the object keeps.
    fn read_key(&mut self, object: &mut Object) -> Result<Option<usize>, Broken> {
        if self.peek() != b'"' {
            self.break_off("a key in double quotes");
            return Err(Broken);
        }
        let key = self.read_string().ok_or(Broken)?;
        let found = object.keys.find(key.as_bytes(), object.next);
        let found = found.or_else(|| self.fold_key(object, &key));
        if found.is_none() {
            object.rest().current = Current::Unknown(key.into_owned());
        }
        Ok(found)
    }

    /// The key that differs from this one in case and separators only, if it cannot be another one: a valid object may
    /// have other keys beside those that it may leave out.
    #[cold]
    fn fold_key(&mut self, object: &Object, name: &str) -> Option<usize> {
        let found = object.keys.find_folded(name)?;
        let key = object.keys.keys.get(found)?;
        let is_meant = key.is_required || object.keys.others == Others::Forbidden;
        let end = self.pos;
        // The key itself may still follow.
        let exact = format!("\"{}\"", key.name);
        let rest = self.bytes().get(end..).unwrap_or_default();
        let follows = memchr::memmem::find(rest, exact.as_bytes()).is_some();
        (is_meant
            && !follows
            && self.look(rest.len())
            && !object.has_seen(found)
            && self.repair(RepairKind::KeySpelling, end.saturating_sub(name.len() + 2)..end))
        .then_some(found)
    }

    /// [`Decoder::next_key`] in what was meant to be JSON.
    #[cold]
    fn next_loose(&mut self, object: &mut Object) -> Option<usize> {
        loop {
            if self.findings.len() != object.mark {
                self.attribute_member(object);
            }
            let is_first = object.is_first();
            if !self.next_part(is_first) {
                return self.leave_broken(object);
            }
            let start = self.pos;
            let Some(key) = self.loose_key() else { return self.leave_broken(object) };
            let mut found = object.keys.find(key.as_bytes(), object.next);
            if found.is_none() {
                let is_open = object.keys.others == Others::Kept;
                found = object
                    .keys
                    .find_folded(&key)
                    .filter(|&found| !is_open && !object.has_seen(found));
                if found.is_some() {
                    self.note(RepairKind::KeySpelling, start..self.pos);
                }
            }
            if found.is_some_and(|found| object.has_seen(found))
                && object.is_complete()
                && self.resumes(start)
            {
                return self.leave_broken(object);
            }
            object.mark = self.findings.len();
            let Some(index) = found else {
                object.rest().current = Current::Unknown(key.into_owned());
                if object.keys.others == Others::Kept {
                    return Some(object.keys.keys.len());
                }
                self.skip_unknown(object);
                continue;
            };
            if object.enter(index) {
                return Some(index);
            }
            self.skip_repeated();
        }
    }

    #[cold]
    fn skip_unknown(&mut self, object: &Object) {
        let start = self.pos;
        if self.skip_value() {
            let span = start..self.pos;
            if object.keys.others != Others::Forbidden {
                self.note(RepairKind::IgnoredKey, span);
            } else if !self.repair(RepairKind::IgnoredKey, span.clone()) {
                self.fail(ErrorKind::Constraint, "no such key", span);
            }
        }
    }

    #[cold]
    fn skip_repeated(&mut self) {
        let start = self.pos;
        if self.skip_value() {
            self.fail(ErrorKind::Duplicate, "one value for the key", start..self.pos);
        }
    }

    /// Gives the findings of the member that was just read its key.
    #[cold]
    fn attribute_member(&mut self, object: &mut Object) {
        let name = |index: usize| object.keys.keys.get(index).map(|key| Cow::Borrowed(key.name));
        let step = match object.rest.as_ref().map(|rest| &rest.current) {
            None => object.next.checked_sub(1).and_then(name),
            Some(Current::None) => None,
            Some(Current::Known(index)) => name(*index),
            Some(Current::Unknown(key)) => Some(Cow::Owned(key.clone())),
        };
        if let Some(step) = step {
            self.attribute(object.mark, &Step::Key(step));
        }
        object.mark = self.findings.len();
        if object.order_mark != OUT_OF_ORDER {
            object.order_mark = object.mark;
        }
    }

    #[cold]
    fn note_missing(&mut self, object: &Object) {
        for (index, key) in object.keys.keys.iter().enumerate() {
            // Of a reply that was cut off the fields that may be left out may still have been to come.
            let may_follow = self.is_cut && object.in_sections;
            if (key.is_required || may_follow) && !object.has_seen(index) {
                let is_cut =
                    self.is_broken || self.is_unclosed() || self.is_cut && object.in_sections;
                let kind = if is_cut { ErrorKind::Truncated } else { ErrorKind::MissingField };
                let mark = self.findings.len();
                let here = self.pos..self.pos;
                // A key that was left out may have been meant for it.
                let is_alone = self.ignored == object.ignored;
                let is_null = key.is_nullable && is_alone && !is_cut && !self.is_cut;
                if !is_null || !self.repair(RepairKind::AbsentAsNull, here.clone()) {
                    self.fail(kind, "", here);
                }
                self.attribute(mark, &Step::Key(key.name.into()));
            }
        }
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
