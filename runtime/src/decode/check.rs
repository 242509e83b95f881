//! The schema's rules on values, applied while reading.

use std::ops::Range;

use super::Decoder;
use crate::error::{ErrorKind, Step};

/// Applies rules to the value that was just read.
#[derive(Debug)]
pub struct Checks<'d, 'r> {
    decoder: &'d mut Decoder<'r>,
    span: Range<usize>,
}

impl<'d, 'r> Checks<'d, 'r> {
    pub(super) fn new(decoder: &'d mut Decoder<'r>, span: Range<usize>) -> Self {
        Self { decoder, span }
    }

    /// A rule of the schema. `rule` says in words what holds: `at most 100`.
    pub fn rule(&mut self, holds: bool, rule: &'static str) {
        if !holds {
            self.decoder.fail(ErrorKind::Constraint, rule, self.span.clone());
        }
    }

    /// `minimum`, `maximum` and their exclusive kin.
    pub fn range(&mut self, holds: bool, rule: &'static str) {
        if !holds {
            self.decoder.fail(ErrorKind::OutOfRange, rule, self.span.clone());
        }
    }

    /// `minLength` and `maxLength`, in characters (Unicode scalar values).
    pub fn length(&mut self, text: &str, min: usize, max: usize, rule: &'static str) {
        // A text has at least a quarter as many characters as bytes, so most need no count.
        let holds = (text.len() <= max && text.len() / 4 >= min)
            || (min..=max).contains(&text.chars().count());
        self.rule(holds, rule);
    }

    /// An `x-checks` rule: its result is reported beside the value.
    pub fn check(&mut self, passed: bool, label: &'static str) {
        self.decoder.report_check(label, passed);
    }

    /// An `x-asserts` rule: a value that breaks it is refused.
    pub fn assert(&mut self, passed: bool, label: &'static str) {
        if !passed {
            self.decoder.fail(ErrorKind::AssertFailed, label, self.span.clone());
        }
    }

    /// Applies rules to each item of a list.
    pub fn each<T>(&mut self, items: &[T], rules: impl Fn(&T, &mut Self)) {
        for (index, item) in items.iter().enumerate() {
            let mark = self.decoder.findings.len();
            rules(item, self);
            if self.decoder.findings.len() != mark {
                self.decoder.attribute(mark, &Step::Index(index));
            }
        }
    }

    /// Applies rules to each value of a map.
    pub fn each_value<T>(
        &mut self,
        entries: &std::collections::BTreeMap<String, T>,
        rules: impl Fn(&T, &mut Self),
    ) {
        for (key, value) in entries {
            let mark = self.decoder.findings.len();
            rules(value, self);
            if self.decoder.findings.len() != mark {
                self.decoder.attribute(mark, &Step::Key(key.clone().into()));
            }
        }
    }
}

impl Decoder<'_> {
    /// Notes something about a key of the current object that is not there.
    #[cold]
    pub(super) fn note_at(&mut self, key: &'static str, kind: crate::RepairKind) {
        let mark = self.findings.len();
        self.note(kind, self.pos..self.pos);
        self.attribute(mark, &Step::Key(key.into()));
    }
}
