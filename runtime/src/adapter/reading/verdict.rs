//! What a reading tells of itself, and what is added to it.

use std::ops::Range;

use super::Reading;
use super::area::Area;
use crate::decode::Decode;
use crate::error::{ErrorKind, FieldError, Repair, RepairKind};
use crate::signature::Signature;

impl<S: Signature> Reading<S> {
    /// Whether there is an answer, but more than one, or not all of it.
    pub(super) fn is_undecided(&self) -> bool {
        let is_so =
            |error: &FieldError| matches!(error.kind, ErrorKind::Ambiguous | ErrorKind::Truncated);
        self.errors.iter().any(|error| error.path.steps().is_empty() && is_so(error))
    }

    /// Whether there is JSON that cannot be followed.
    pub(super) fn is_broken(&self) -> bool {
        self.errors.iter().any(|error| error.kind == ErrorKind::NoJson)
    }

    /// Whether a value was taken out of what was around it.
    pub(super) fn has_searched(&self) -> bool {
        let is_so = |repair: &Repair| {
            use RepairKind::{IgnoredText, Sentence, Unwrapped};
            matches!(repair.kind, Sentence | Unwrapped | IgnoredText)
        };
        self.repairs.iter().any(is_so)
    }

    /// Whether no section of a field was found.
    pub(super) fn lacks(&self, field: usize) -> bool {
        !self.raw.iter().any(|(found, _)| *found == field)
    }

    /// Whether an output field of this name was read, or nearly.
    pub(super) fn names_a_field(&self) -> bool {
        let of_field = |path: &crate::Path| !path.steps().is_empty();
        self.errors
            .iter()
            .any(|error| of_field(&error.path) && error.kind != ErrorKind::MissingField)
    }

    /// Adds an error to what was read.
    pub(super) fn refuse(&mut self, kind: ErrorKind, expected: &'static str, span: Range<usize>) {
        self.errors.push(FieldError {
            path: crate::Path::default(),
            kind,
            expected: expected.into(),
            found: String::new(),
            span,
        });
        if let Ok(output) = std::mem::replace(&mut self.output, Err(S::Partial::default())) {
            self.output = Err(output.into_partial());
        }
    }

    /// Notes how the whole was read; a way that the caller does not allow is an error.
    pub(super) fn with_repair(mut self, area: &Area<'_>, kind: RepairKind) -> Self {
        if area.reply.strictness.allows(kind) {
            let repair = Repair { path: crate::Path::default(), kind, found: String::new() };
            self.repairs.insert(0, repair);
            return self;
        }
        self.errors.push(FieldError {
            path: crate::Path::default(),
            kind: ErrorKind::Refused,
            expected: kind.to_string().into(),
            found: String::new(),
            span: area.start..area.end(),
        });
        self.output = self.output.and_then(|output| Err(output.into_partial()));
        self
    }
}
