//! Finding an object or list in a text: among prose, in fences, behind drafts, in something around it.

use std::ops::Range;

use super::candidate::{Candidate, How};
use super::text::{expected, is_fence_start, opens};
use super::{Aim, Decode, Decoded, Decoder, Kinds, Mode, Rejected, Strictness};
use crate::error::{ErrorKind, RepairKind};
use crate::sections::{is_blank, trimmed};

/// How many brackets that open nothing are passed over in a text.
const MAX_STRAYS: usize = 16;

/// So many objects around the value are gone into.
const MOST_WRAPPERS: usize = 3;

impl Decoder<'_> {
    /// Reads an object or list that stands somewhere in a text.
    ///
    /// A text that is the value and nothing else is read at once. Otherwise each value that stands in no other brackets
    /// is tried, as JSON or as what was meant to be JSON, and the one that reads without error is taken; if several do
    /// and differ, the field is ambiguous.
    pub(super) fn read_value_in<T: Decode>(&mut self, window: &Range<usize>) -> Decoded<T> {
        let mark = self.mark();
        if opens::<T>(self.bytes()[window.start]) {
            let value = self.decode_at(window.start);
            let is_whole = self.peek_token() == 0 && self.pos == window.end;
            if self.errors == mark.errors && is_whole {
                return value;
            }
            if self.strictness == Strictness::Strict && (self.is_broken || is_whole) {
                return value;
            }
            self.rewind(mark);
        }
        if self.strictness == Strictness::Strict {
            return self.fail_to_find::<T>(window);
        }
        if T::KINDS.meets(Kinds::ARRAY) && begins_bullets(self.slice(window.clone())) {
            // The last item of a list that was cut off may lack its end.
            let items =
                if self.is_cut_at(window.end) { None } else { self.text_without_brackets(window) };
            return items.unwrap_or_else(|| self.fail_to_find::<T>(window));
        }
        let window = &self.behind_reasoning(window);
        let aim = std::mem::replace(&mut self.aim, Aim::Count);
        let best = self.best_candidate::<T>(window);
        self.aim = aim;
        match best {
            Some(best) if best.is_tied => {
                self.fail(ErrorKind::Ambiguous, "one value; several fit", window.clone());
                Err(Rejected::nothing())
            }
            Some(best) if best.errors == 0 => self.take_candidate(&best, window),
            best => {
                if !self.is_cut_at(window.end)
                    && let Some(value) = self.text_without_brackets::<T>(window)
                {
                    return value;
                }
                let Some(best) = best else { return self.fail_to_find::<T>(window) };
                let mark = self.mark();
                match self.read_candidate(&best) {
                    // It is a value, but cannot be the one that is meant.
                    Ok(_) if self.errors == mark.errors => {
                        self.rewind(mark);
                        self.fail_to_find::<T>(window)
                    }
                    read => read,
                }
            }
        }
    }

    /// The text without the reasoning that it begins with.
    fn behind_reasoning(&mut self, window: &Range<usize>) -> Range<usize> {
        let mut rest = window.clone();
        while !self.is_within_string && self.slice(rest.clone()).starts_with('<') {
            let reasoning = crate::sections::reasoning(self.slice(rest.clone()), &[]);
            let inner = trimmed(self.window, rest.start + reasoning.end..rest.end);
            if reasoning.is_empty() || inner.is_empty() || !self.look(reasoning.len()) {
                break;
            }
            self.note(RepairKind::Reasoning, rest.start..rest.start + reasoning.end);
            rest = inner;
        }
        rest
    }

    fn fail_to_find<T: Decode>(&mut self, window: &Range<usize>) -> Decoded<T> {
        self.mode = Mode::Text;
        let kind =
            if self.is_cut_at(window.end) { ErrorKind::Truncated } else { ErrorKind::NoJson };
        self.fail(kind, expected::<T>(), window.clone());
        Err(Rejected::nothing())
    }

    /// The place in the text that is best read as a value of the type.
    fn best_candidate<T: Decode>(&mut self, window: &Range<usize>) -> Option<Candidate> {
        let best = self.outermost_candidate::<T>(window);
        let is_list = T::KINDS.meets(Kinds::ARRAY) && !T::KINDS.meets(Kinds::OBJECT);
        if let Some(best) = &best
            && is_list
            && (best.is_tied || best.errors > 0)
            && let Some(start) = memchr::memchr2(b'[', b'{', &self.bytes()[window.start..])
            && self.bytes()[window.start + start] == b'{'
        {
            // Several objects where a list of them is wanted.
            let items = self.try_at::<T>(window.start + start, How::Implied);
            if items.errors == 0 || best.is_tied {
                return Some(items);
            }
        }
        match best {
            Some(best) if best.errors > 0 => Some(self.unwrapped::<T>(&best).unwrap_or(best)),
            best => best,
        }
    }

    /// The best of the values that stand in no other brackets.
    fn outermost_candidate<T: Decode>(&mut self, window: &Range<usize>) -> Option<Candidate> {
        let mark = self.mark();
        let mut best: Option<Candidate> = None;
        let mut strays = MAX_STRAYS;
        let mut from = window.start;
        let is_tuple = self.bytes().get(from) == Some(&b'(') && T::KINDS.meets(Kinds::ARRAY);
        if is_tuple || self.call_length_at(from).is_some() {
            let call = self.try_at::<T>(from, How::Loose);
            if call.errors == 0 {
                return Some(call);
            }
        }
        while let Some(next) = memchr::memchr2(b'[', b'{', &self.bytes()[from..]) {
            let start = from + next;
            self.enter_json(start);
            let is_valid = self.skip_value();
            let (end, stopped) = (self.pos, self.broken_at);
            self.rewind(mark);
            let ends_early = !is_valid && stopped >= window.end;
            let is_cut = ends_early && self.is_cut_at(window.end);
            let reading = if is_valid || is_cut { How::Json } else { How::Loose };
            let mut candidate = self.try_at::<T>(start, reading);
            if ends_early && !is_cut && candidate.errors > 0 {
                candidate = self.try_at::<T>(start, How::Json);
            }
            if ends_early && candidate.errors > 0 {
                // All that is still to come belongs to it.
                candidate.is_open = true;
                return Some(match best {
                    Some(best) if best.errors == 0 => {
                        Candidate { is_tied: best.is_tied || candidate.is_attempt, ..best }
                    }
                    _ => candidate,
                });
            }
            if is_valid && candidate.errors > 0 && candidate.has_double {
                let loose = self.try_at::<T>(start, How::Loose);
                if loose.errors < candidate.errors {
                    candidate = loose;
                }
            }
            let is_list = !T::KINDS.meets(Kinds::OBJECT);
            if is_list && candidate.errors == 0 && self.stands_in_line(&candidate.span, window) {
                // A remark in a sentence, such as the number of a source.
                candidate.errors += 1;
            }
            if candidate.errors == 0 && self.goes_on::<T>(&candidate) {
                // A bracket that closes too early: what is behind it belongs to the value.
                candidate.errors += 1;
            }
            if is_valid {
                from = end.max(candidate.span.end);
            } else if candidate.errors == 0 {
                from = candidate.span.end.max(start + 1);
            } else {
                // What breaks right behind a bracket may be no JSON at all.
                let is_stray = stopped <= start + 1 || !opens::<T>(self.bytes()[start]);
                match self.closing_bracket(start) {
                    Some(end) => from = end,
                    None if strays > 0 => {
                        strays -= 1;
                        from = start + 1;
                    }
                    None => from = window.end,
                }
                if is_stray && from < window.end {
                    candidate.errors += 1;
                }
            }
            best = Some(match best {
                None => candidate,
                Some(best) => self.better_of::<T>(best, candidate),
            });
            if from >= window.end {
                break;
            }
        }
        best
    }

    /// The value within an object that has none of the keys that are wanted.
    fn unwrapped<T: Decode>(&mut self, outer: &Candidate) -> Option<Candidate> {
        // What has no keys of its own may well be a part of itself: it cannot be told from what is around it.
        if T::KEYS.keys.is_empty() && T::KINDS.meets(Kinds::OBJECT) {
            return None;
        }
        let mark = self.mark();
        let mut start = outer.span.start;
        for _ in 0..MOST_WRAPPERS {
            self.enter_candidate(
                start,
                if outer.reading == How::Implied { How::Loose } else { outer.reading },
            );
            if self.kind_here() != Kinds::OBJECT {
                return None;
            }
            let outside = self.begin_scan();
            let (mut found, mut inner, mut is_known) = (Vec::new(), None, false);
            let mut is_first = true;
            while let Some(key) = self.next_entry(is_first) {
                is_first = false;
                let keys = T::KEYS;
                is_known |=
                    keys.find(key.as_bytes(), 0).or_else(|| keys.find_folded(&key)).is_some();
                let kind = self.kind_here();
                let place = self.pos;
                if kind == Kinds::OBJECT {
                    inner.get_or_insert(place);
                }
                if T::KINDS.or(Kinds::STRING).meets(kind)
                    && kind != Kinds::NULL
                    && found.len() < MAX_STRAYS
                {
                    found.push(place);
                }
                if !self.skip_value() {
                    break;
                }
            }
            self.end_scan(outside);
            self.rewind(mark);
            if is_known {
                return None;
            }
            let reading = if outer.reading == How::Json { How::Json } else { How::Loose };
            let mut fitting = found
                .into_iter()
                .map(|place| self.try_at::<T>(place, reading))
                .filter(|candidate| candidate.errors == 0)
                .collect::<Vec<_>>()
                .into_iter();
            if let Some(candidate) = fitting.next() {
                let is_tied = fitting.next().is_some();
                return Some(Candidate { is_tied, ..candidate });
            }
            start = inner?;
        }
        None
    }

    /// The place behind the bracket that closes this one, if brackets of both kinds are counted alike.
    fn closing_bracket(&mut self, start: usize) -> Option<usize> {
        if !self.look(1) {
            return None;
        }
        let mut open = 0_usize;
        for (at, byte) in self.bytes().iter().enumerate().skip(start) {
            match byte {
                b'[' | b'{' => open += 1,
                b']' | b'}' => open -= 1,
                _ => continue,
            }
            if open == 0 {
                self.look(at - start);
                return Some(at + 1);
            }
        }
        self.look(self.bytes().len() - start);
        None
    }

    fn take_candidate<T: Decode>(&mut self, best: &Candidate, window: &Range<usize>) -> Decoded<T> {
        let span = &best.span;
        let before = self.slice(window.start..span.start).trim_matches(is_blank);
        let after = self.slice(span.end..window.end).trim_matches(is_blank);
        let is_done = after.is_empty() || after == "```";
        if self.is_cut_at(window.end) && (!is_done || !best.is_exact) {
            // What was still to come may have been the value.
            self.fail(ErrorKind::Truncated, "the rest of the text", span.end..window.end);
            return Err(Rejected::nothing());
        }
        let is_fenced = is_fence_start(before) && (after.is_empty() || after == "```");
        let kind = if is_fenced { RepairKind::Fence } else { RepairKind::IgnoredText };
        if !before.is_empty() || !after.is_empty() {
            self.note(kind, window.clone());
        }
        let absent = self.absent;
        let value = self.read_candidate(best);
        if self.absent != absent && after.contains(char::is_alphanumeric) {
            // What was taken for null may stand in the text that was left out.
            self.fail(ErrorKind::Ambiguous, "all fields in one object", span.end..window.end);
            return Err(Rejected::nothing());
        }
        value
    }

    fn call_length_at(&mut self, at: usize) -> Option<usize> {
        let pos = std::mem::replace(&mut self.pos, at);
        let length = self.call_length();
        self.pos = pos;
        length
    }
}

/// Whether a text begins with the number of an item in brackets, as DSPy prints lists.
pub(super) fn is_numbered(text: &str) -> bool {
    text.strip_prefix("[1]").is_some_and(|rest| rest.starts_with([' ', '\t']))
}

/// Whether a text is a list in bullets, whatever brackets its items have.
fn begins_bullets(text: &str) -> bool {
    is_numbered(text) || super::list_text::has_bullets(text)
}
