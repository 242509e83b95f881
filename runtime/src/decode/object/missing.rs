//! What is told of the members of an object: the keys of those that were read, and those that were not there.

use std::borrow::Cow;

use super::{Current, OUT_OF_ORDER, Object};
use crate::decode::Decoder;
use crate::error::{ErrorKind, RepairKind, Step};

impl Decoder<'_> {
    /// Gives the findings of the member that was just read its key.
    #[cold]
    pub(super) fn attribute_member(&mut self, object: &mut Object) {
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
    pub(super) fn note_missing(&mut self, object: &Object) {
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
}
