//! Members whose keys do not come in order, or are not spelled as they should be.

use super::{Broken, Current, Object};
use crate::decode::Decoder;
use crate::decode::keys::Others;
use crate::error::{ErrorKind, RepairKind};

impl Decoder<'_> {
    /// Reads any key. `None` is an unknown one, whose name the object keeps.
    pub(super) fn read_key(&mut self, object: &mut Object) -> Result<Option<usize>, Broken> {
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
        let rest = self.bytes().get(end..).unwrap_or_default();
        if !is_meant || object.has_seen(found) || !self.look(rest.len()) {
            return None;
        }
        // The key itself may still follow.
        let exact = format!("\"{}\"", key.name);
        let follows = memchr::memmem::find(rest, exact.as_bytes()).is_some();
        let span = end.saturating_sub(name.len() + 2)..end;
        (!follows && self.repair(RepairKind::KeySpelling, span)).then_some(found)
    }

    /// [`Decoder::next_key`] in what was meant to be JSON.
    #[cold]
    pub(super) fn next_loose(&mut self, object: &mut Object) -> Option<usize> {
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
            if found.is_none() {
                object.rest().current = Current::Unknown(key.into_owned());
            }
            if let Some(index) = self.take_member(object, found) {
                return Some(index);
            }
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

    /// The place of the member whose key was just read, if it is to be read; else it is passed over.
    #[inline]
    pub(super) fn take_member(
        &mut self,
        object: &mut Object,
        found: Option<usize>,
    ) -> Option<usize> {
        match found {
            None if object.keys.others == Others::Kept => return Some(object.keys.keys.len()),
            None => self.skip_unknown(object),
            Some(index) if object.enter(index) => return Some(index),
            Some(_) => self.skip_repeated(),
        }
        None
    }
}
