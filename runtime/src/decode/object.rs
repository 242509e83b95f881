//! Objects with known keys.

use std::borrow::Cow;

use super::{Decoder, Mode, Rejected, plain_len};
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
    /// How many errors there were before the object.
    errors: usize,
    /// The key of the current member.
    current: Current,
    /// The key that comes next if the model keeps the order.
    next: usize,
    seen: Seen,
    in_sections: bool,
}

#[derive(Debug)]
enum Current {
    None,
    Known(usize),
    Unknown(String),
}

/// Which keys have been read.
#[derive(Debug, Default)]
struct Seen {
    first: u64,
    more: Vec<u64>,
    count: usize,
}

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
        Ok(Object {
            keys,
            mark: self.findings.len(),
            errors: self.errors,
            current: Current::None,
            next: 0,
            seen: Seen::default(),
            in_sections,
        })
    }

    /// Moves to the value of the next known key and says which one it is, as an index into the object's keys.
    /// Unknown keys are skipped on the way. `None` is the end of the object.
    #[inline]
    pub fn next_key(&mut self, object: &mut Object) -> Option<usize> {
        loop {
            if self.findings.len() != object.mark {
                self.attribute_member(object);
            }
            if object.in_sections {
                return self.next_section(object);
            }
            match self.peek_token() {
                b',' if !matches!(object.current, Current::None) => {
                    self.pos += 1;
                    self.peek_token();
                }
                b'}' => {
                    self.pos += 1;
                    return None;
                }
                b'"' if matches!(object.current, Current::None) => {}
                _ => {
                    self.break_off(if matches!(object.current, Current::None) {
                        "a key or `}`"
                    } else {
                        "`,` or `}`"
                    });
                    return None;
                }
            }
            let found =
                if self.eat_key(object) { Some(object.next) } else { self.read_key(object)? };
            if self.peek() == b':' || self.peek_token() == b':' {
                self.pos += 1;
            } else {
                self.break_off("`:`");
                return None;
            }
            self.peek_token();
            let Some(index) = found else {
                self.skip_unknown(object);
                continue;
            };
            object.current = Current::Known(index);
            object.next = index + 1;
            if object.seen.insert(index) {
                return Some(index);
            }
            self.skip_repeated();
        }
    }

    /// Ends the object: notes the required keys that were not there. `false` if the object cannot be made.
    pub fn finish(&mut self, mut object: Object) -> bool {
        if self.findings.len() != object.mark {
            self.attribute_member(&mut object);
        }
        if !object.in_sections {
            self.depth = self.depth.saturating_sub(1);
        }
        if !self.is_broken && object.seen.count < object.keys.keys.len() {
            self.note_missing(&mut object);
        }
        !self.is_broken && self.errors == object.errors
    }

    /// Takes the expected key together with its quotes, if that is what stands here.
    #[inline]
    fn eat_key(&mut self, object: &Object) -> bool {
        let Some(key) = object.keys.keys.get(object.next) else { return false };
        let name = key.name.as_bytes();
        let Some([b'"', rest @ ..]) = self.bytes.get(self.pos..) else { return false };
        let is_it =
            rest.len() > name.len() && rest[name.len()] == b'"' && rest[..name.len()] == *name;
        if is_it {
            self.pos += name.len() + 2;
        }
        is_it
    }

    /// Reads a key that is not the expected one. `Some(None)` is an unknown key, left in `object.current`; `None` is
    /// the end, as the JSON is broken.
    fn read_key(&mut self, object: &mut Object) -> Option<Option<usize>> {
        if self.peek() != b'"' {
            self.break_off("a key in double quotes");
            return None;
        }
        let start = self.pos + 1;
        let plain = plain_len(&self.bytes[start.min(self.bytes.len())..]);
        let end = start + plain;
        let key = if self.bytes.get(end) == Some(&b'"') {
            self.pos = end + 1;
            Cow::Borrowed(self.slice(start..end))
        } else {
            self.read_string()?
        };
        let found = object.keys.find(key.as_bytes(), object.next);
        if found.is_none() {
            object.current = Current::Unknown(key.into_owned());
        }
        Some(found)
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
        let step = match std::mem::replace(&mut object.current, Current::Known(0)) {
            Current::None => None,
            Current::Known(index) => object.keys.keys.get(index).map(|key| Cow::Borrowed(key.name)),
            Current::Unknown(key) => Some(Cow::Owned(key)),
        };
        if let Some(step) = step {
            self.attribute(object.mark, &Step::Key(step));
        }
        object.mark = self.findings.len();
    }

    #[cold]
    fn note_missing(&mut self, object: &mut Object) {
        for (index, key) in object.keys.keys.iter().enumerate() {
            if key.is_required && !object.seen.contains(index) {
                let is_cut = self.is_cut && object.in_sections;
                let kind = if is_cut { ErrorKind::Truncated } else { ErrorKind::MissingField };
                self.fail(kind, "", self.pos..self.pos);
                self.attribute(
                    self.findings.len().saturating_sub(1).max(object.mark),
                    &Step::Key(key.name.into()),
                );
            }
        }
    }

    /// Moves to the next section that holds a field, and to the text in it.
    fn next_section(&mut self, object: &mut Object) -> Option<usize> {
        while let Some(section) = self.sections.next() {
            self.bytes = &self.text.as_bytes()[..section.text.end];
            self.pos = section.text.start;
            self.mode = Mode::Text;
            object.current = Current::Known(section.field);
            if object.seen.insert(section.field) {
                return Some(section.field);
            }
            // The scanner joins equal repetitions; what is left differs.
            self.fail(ErrorKind::Duplicate, "one section for the field", section.text.clone());
            self.attribute_member(object);
        }
        self.mode = Mode::Sections;
        self.bytes = self.text.as_bytes();
        self.pos = self.bytes.len();
        None
    }
}

impl Seen {
    /// Marks a key; `false` if it was marked before.
    #[inline]
    fn insert(&mut self, index: usize) -> bool {
        let bit = 1_u64 << (index % 64);
        let word = match index / 64 {
            0 => &mut self.first,
            at => {
                if self.more.len() < at {
                    self.more.resize(at, 0);
                }
                &mut self.more[at - 1]
            }
        };
        let is_new = *word & bit == 0;
        *word |= bit;
        self.count += usize::from(is_new);
        is_new
    }

    fn contains(&self, index: usize) -> bool {
        let word = match index / 64 {
            0 => self.first,
            at => self.more.get(at - 1).copied().unwrap_or(0),
        };
        word & (1 << (index % 64)) != 0
    }
}
