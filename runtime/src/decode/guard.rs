//! Rules on values as they stand in the reply, as JSON.

use std::ops::Range;

use super::{Aim, Decode, Decoded, Decoder, Mode, Rejected};
use crate::Json;
use crate::check::Fuel;
use crate::error::ErrorKind;
use crate::json::Encode;

/// A rule on a JSON value.
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    holds: fn(&Json, &Fuel) -> bool,
    text: &'static str,
}

/// The beginning of a value that is about to be read.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    pos: usize,
    is_json: bool,
    errors: usize,
    changes: usize,
}

impl Guard {
    /// A rule, and what holds in words: `what "if" and "then" say`.
    #[must_use]
    pub const fn new(holds: fn(&Json, &Fuel) -> bool, text: &'static str) -> Self {
        Self { holds, text }
    }
}

impl Start {
    /// The text of the value that was read since.
    pub(super) fn span(&self, decoder: &Decoder<'_>) -> Range<usize> {
        self.pos..decoder.pos
    }

    /// Where the value that was read since stands as JSON; empty if it does not, or not as it was read.
    pub(super) fn raw(&self, decoder: &Decoder<'_>) -> Range<usize> {
        match decoder.mode {
            _ if decoder.changes != self.changes => 0..0,
            Mode::Json if self.is_json => self.span(decoder),
            _ => decoder.json_span.clone(),
        }
    }
}

impl Decoder<'_> {
    /// Notes where a value begins, for [`Decoder::guarded`].
    #[must_use]
    pub fn start(&mut self) -> Start {
        if self.mode == Mode::Json {
            self.peek_token();
        }
        Start {
            pos: self.pos,
            is_json: self.mode == Mode::Json,
            errors: self.errors,
            changes: self.changes,
        }
    }

    /// Applies rules to a value that was just read whole. One that breaks a rule, which is noted, is kept as a partial
    /// value.
    pub fn guarded<T: Decode + Encode>(
        &mut self,
        start: Start,
        value: T,
        guards: &[Guard],
    ) -> Decoded<T> {
        if self.errors == start.errors {
            self.apply_guards(&value, guards, start.raw(self), &start.span(self));
        }
        if self.errors == start.errors {
            return Ok(value);
        }
        Err(Rejected::partial(value.into_partial()))
    }

    /// Applies rules to a value whose text stands at `raw`; if nothing stands there, to what the value is written as.
    pub(super) fn apply_guards(
        &mut self,
        value: &(impl Encode + ?Sized),
        guards: &[Guard],
        raw: Range<usize>,
        span: &Range<usize>,
    ) {
        // Trials come by here again and again.
        let known = |guard: &Guard| self.decisions.guards.get(&(raw.start, guard.holds as usize));
        if !raw.is_empty() && guards.iter().all(|guard| known(guard) == Some(&true)) {
            return;
        }
        if !raw.is_empty()
            && self.aim == Aim::Trial
            && guards.iter().any(|guard| known(guard) == Some(&false))
        {
            return self.fail(ErrorKind::Constraint, "", span.clone());
        }
        let place = (!raw.is_empty() && self.aim == Aim::Trial).then_some(raw.start);
        let as_read = if raw.is_empty() { None } else { Json::parse(self.slice(raw)).ok() };
        let written = || {
            let mut text = String::new();
            value.write_json(&mut text);
            Json::parse(&text).ok()
        };
        let Some(json) = as_read.or_else(written) else {
            // It is written deeper than it was read.
            self.fail(
                ErrorKind::DepthLimit,
                "at most 128 levels of lists and objects",
                span.clone(),
            );
            return;
        };
        let fuel = Fuel::for_text(span.len());
        for guard in guards {
            let holds = (guard.holds)(&json, &fuel);
            if let Some(place) = place {
                let is_kept = holds && !fuel.is_empty();
                self.decisions.guards.insert((place, guard.holds as usize), is_kept);
            }
            if fuel.is_empty() {
                let expected = "a value whose rules can be checked in bounded time";
                self.fail(ErrorKind::Constraint, expected, span.clone());
                return;
            }
            if !holds {
                self.fail(ErrorKind::Constraint, guard.text, span.clone());
            }
        }
    }
}
