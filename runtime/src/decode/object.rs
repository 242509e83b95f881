//! Objects with known keys.

use std::borrow::Cow;

use super::scan::{is_equal, skip_blanks};
use super::{Decoder, Mode, Rejected};
use crate::error::{ErrorKind, RepairKind, Step};

/// The keys that an object may have, in the order in which a model is asked to write them.
#[derive(Debug)]
pub struct Keys {
    pub(super) keys: &'static [Key],
    /// Whether further keys are as good as none. A strict reader refuses them otherwise.
    pub(super) is_open: bool,
}

/// One key of an object.
#[derive(Debug)]
pub struct Key {
    pub(super) name: &'static str,
    pub(super) is_required: bool,
}

/// A key that must be there.
#[must_use]
pub const fn required(name: &'static str) -> Key {
    Key { name, is_required: true }
}

/// A key that may be left out.
#[must_use]
pub const fn optional(name: &'static str) -> Key {
    Key { name, is_required: false }
}

impl Keys {
    /// No keys: for types that are no objects.
    pub const NONE: Self = Self { keys: &[], is_open: true };

    /// An object that allows further keys, which are left out with a note.
    #[must_use]
    pub const fn open(keys: &'static [Key]) -> Self {
        Self { keys, is_open: true }
    }

    /// An object that forbids further keys.
    #[must_use]
    pub const fn closed(keys: &'static [Key]) -> Self {
        Self { keys, is_open: false }
    }

    /// The place of a key in the list, looked for from `first` on and then from the start.
    pub(super) fn find(&self, name: &[u8], first: usize) -> Option<usize> {
        let (before, after) = self.keys.split_at(first.min(self.keys.len()));
        let is_it = |key: &Key| key.name.as_bytes() == name;
        after
            .iter()
            .position(is_it)
            .map(|at| before.len() + at)
            .or_else(|| before.iter().position(is_it))
    }
}

/// The state of reading one object.
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
    pub fn begin_object(&mut self, keys: &'static Keys) -> Result<Object, NoObject> {
        let in_sections = self.mode == Mode::Sections;
        if !in_sections {
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
        let order_mark = if in_sections { OUT_OF_ORDER } else { mark };
        Ok(Object { keys, mark, order_mark, errors: self.errors, next: 0, rest: None, in_sections })
    }

    /// Moves to the value of the next known key and says which one it is, as an index into the object's keys.
    /// Unknown keys are skipped on the way. `None` is the end of the object.
    #[inline]
    pub fn next_key(&mut self, object: &mut Object) -> Option<usize> {
        if self.findings.len() == object.order_mark
            && let Some(pos) = self.expected_key(object)
        {
            self.pos = pos;
            object.next += 1;
            return Some(object.next - 1);
        }
        self.other_key(object)
    }

    /// Ends the object: notes the required keys that were not there. `false` if the object cannot be made.
    #[inline]
    pub fn finish(&mut self, object: Object) -> bool {
        let is_plain =
            self.findings.len() == object.order_mark && object.next == object.keys.keys.len();
        if is_plain && !self.is_broken {
            self.depth -= 1;
            return self.errors == object.errors;
        }
        self.finish_other(object)
    }

    fn finish_other(&mut self, mut object: Object) -> bool {
        if self.findings.len() != object.mark {
            self.attribute_member(&mut object);
        }
        if !object.in_sections {
            self.depth = self.depth.saturating_sub(1);
        }
        if !self.is_broken || self.broken_at == self.bytes.len() {
            self.note_missing(&object);
        }
        !self.is_broken && self.errors == object.errors
    }

    /// The place behind the key that comes next in the order, if just that stands here, laid out as is usual: no
    /// blank before the comma and the colon, at most one behind the colon.
    #[inline]
    fn expected_key(&self, object: &Object) -> Option<usize> {
        let name = object.keys.keys.get(object.next)?.name.as_bytes();
        let mut rest = self.bytes.get(self.pos..)?;
        if object.next > 0 {
            rest = rest.strip_prefix(b",")?;
        }
        rest = skip_blanks(rest);
        let (key, mut rest) = rest.split_at_checked(name.len() + 3)?;
        if key[0] != b'"'
            || key[name.len() + 1..] != *b"\":"
            || !is_equal(&key[1..=name.len()], name)
        {
            return None;
        }
        if let [b' ', behind @ ..] = rest {
            rest = behind;
        }
        rest.first().filter(|&&byte| byte > b' ').map(|_| self.bytes.len() - rest.len())
    }

    /// [`Decoder::next_key`] where anything else stands: another key, the end, a slip, a section.
    #[inline(never)]
    fn other_key(&mut self, object: &mut Object) -> Option<usize> {
        loop {
            if self.findings.len() != object.mark {
                self.attribute_member(object);
            }
            if object.in_sections {
                return self.next_section(object);
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
        if found.is_none() {
            object.rest().current = Current::Unknown(key.into_owned());
        }
        Ok(found)
    }

    #[cold]
    fn skip_unknown(&mut self, object: &Object) {
        let start = self.pos;
        if self.skip_value() {
            let span = start..self.pos;
            if object.keys.is_open {
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
            if key.is_required && !object.has_seen(index) {
                let is_cut = self.is_broken || self.is_cut && object.in_sections;
                let kind = if is_cut { ErrorKind::Truncated } else { ErrorKind::MissingField };
                let mark = self.findings.len();
                self.fail(kind, "", self.pos..self.pos);
                self.attribute(mark, &Step::Key(key.name.into()));
            }
        }
    }

    /// Moves to the next section that holds a field, and to the text in it.
    fn next_section(&mut self, object: &mut Object) -> Option<usize> {
        while let Some(section) = self.sections.next() {
            self.bytes = &self.text.as_bytes()[..section.text.end];
            self.pos = section.text.start;
            self.mode = Mode::Text;
            if object.enter(section.field) {
                return Some(section.field);
            }
            // The scanner joins equal repetitions; what is left differs.
            self.trim_window();
            let span = self.pos..self.bytes.len();
            self.fail(ErrorKind::Duplicate, "one section for the field", span);
            self.attribute_member(object);
        }
        self.mode = Mode::Sections;
        self.bytes = self.text.as_bytes();
        self.pos = self.bytes.len();
        None
    }
}

impl Object {
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
        let rest = self.rest();
        rest.current = Current::Known(index);
        let is_new = rest.seen.get_mut(index).is_some_and(|seen| !std::mem::replace(seen, true));
        self.next = index + 1;
        is_new
    }

    fn has_seen(&self, index: usize) -> bool {
        match &self.rest {
            None => index < self.next,
            Some(rest) => rest.seen.get(index).copied().unwrap_or(false),
        }
    }
}
