//! The schema's rules on values, applied while reading.

use std::ops::Range;

use super::guard::Start;
use super::{Decode, Decoded, Decoder, Guard, Rejected};
use crate::error::{ErrorKind, Step};
use crate::json::Encode;

/// Applies rules to the value that was just read.
#[derive(Debug)]
pub struct Checks<'d, 'r> {
    decoder: &'d mut Decoder<'r>,
    span: Range<usize>,
    /// Where the value stands as JSON; empty if it does not, or not as it was read.
    raw: Range<usize>,
}

impl<'d, 'r> Checks<'d, 'r> {
    fn new(decoder: &'d mut Decoder<'r>, start: Start) -> Self {
        let (span, raw) = (start.span(decoder), start.raw(decoder));
        Self { decoder, span, raw }
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

    /// Rules on the value as it stands in the reply.
    pub fn guards(&mut self, value: &impl Encode, guards: &[Guard]) {
        self.decoder.apply_guards(value, guards, self.raw.clone(), &self.span);
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
            self.item(index, item, &rules);
        }
    }

    /// Applies rules to one item of a list.
    pub fn item<T>(&mut self, index: usize, item: &T, rules: impl Fn(&T, &mut Self)) {
        self.within(|| Step::Index(index), |checks| rules(item, checks));
    }

    /// Applies rules to each value of a map.
    pub fn each_value<T>(
        &mut self,
        entries: &std::collections::BTreeMap<String, T>,
        rules: impl Fn(&T, &mut Self),
    ) {
        for (key, value) in entries {
            self.within(|| Step::Key(key.clone().into()), |checks| rules(value, checks));
        }
    }

    /// Applies rules to a part of the value, whose own place in the reply is not known any more.
    fn within(&mut self, step: impl Fn() -> Step, rules: impl FnOnce(&mut Self)) {
        let raw = std::mem::take(&mut self.raw);
        let mark = self.decoder.findings.len();
        rules(self);
        if self.decoder.findings.len() != mark {
            self.decoder.attribute(mark, &step());
        }
        self.raw = raw;
    }
}

impl Decoder<'_> {
    /// Reads a value and applies rules to it.
    pub(super) fn checked<T: Decode>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Decoded<T>,
        rules: impl FnOnce(&T, &mut Checks<'_, '_>),
    ) -> Decoded<T> {
        let start = self.start();
        let value = read(self)?;
        let errors = self.errors;
        rules(&value, &mut Checks::new(self, start));
        if self.errors == errors { Ok(value) } else { Err(Rejected::nothing()) }
    }

    /// Reads what a newtype holds, and applies the schema's rules to it.
    pub fn newtype<T: Decode<Partial = T>, N: Decode<Partial = N>>(
        &mut self,
        wrap: fn(T) -> N,
        rules: impl FnOnce(&T, &mut Checks<'_, '_>),
    ) -> Decoded<N> {
        self.checked(T::decode, rules).map(wrap).map_err(|rejected| rejected.map(wrap))
    }

    /// [`Decoder::newtype`] for what is kept as a whole only.
    pub fn whole_newtype<T: Decode, N: Decode>(
        &mut self,
        wrap: fn(T) -> N,
        rules: impl FnOnce(&T, &mut Checks<'_, '_>),
    ) -> Decoded<N> {
        self.checked(T::decode, rules).map(wrap).map_err(|_| Rejected::nothing())
    }

    /// Notes something about a key of the current object that is not there.
    #[cold]
    pub(super) fn note_at(&mut self, key: &'static str, kind: crate::RepairKind) {
        let mark = self.findings.len();
        self.note(kind, self.pos..self.pos);
        self.attribute(mark, &Step::Key(key.into()));
    }
}
