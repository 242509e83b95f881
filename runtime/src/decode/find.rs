//! Finding an object or list in a text: among prose, in fences, behind drafts, in something around it.

use std::cmp::Ordering;
use std::ops::Range;

use super::text::{expected, is_fence_start, opens};
use super::{Aim, Decode, Decoded, Decoder, Kinds, Mode, Rejected, Strictness};
use crate::check::equal;
use crate::error::{ErrorKind, RepairKind};
use crate::json::Json;
use crate::sections::{is_blank, trimmed};

/// How many brackets that open nothing are passed over in a text.
const MAX_STRAYS: usize = 16;

/// So many objects around the value are gone into.
const MOST_WRAPPERS: usize = 3;

/// A place in a text where a value was read for a trial.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "what is known of it, one thing each")]
struct Candidate {
    span: Range<usize>,
    errors: usize,
    /// Whether it is valid, with no value in it read as another.
    is_exact: bool,
    /// Whether it has a key that is wanted, so that it was meant as such a value.
    is_attempt: bool,
    /// Whether a key is there more than once.
    has_double: bool,
    /// How it is read.
    reading: How,
    is_tied: bool,
    /// Whether it goes on to the end of the text.
    is_open: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    Json,
    /// As what was meant to be JSON.
    Loose,
    /// The same, without its outermost brackets.
    Implied,
}

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

    /// Reads a value for a trial.
    fn try_at<T: Decode>(&mut self, start: usize, reading: How) -> Candidate {
        let (mark, doubles) = (self.mark(), self.doubles);
        self.enter_candidate(start, reading);
        let is_read = if reading == How::Implied {
            T::decode(self).is_ok()
        } else {
            self.value::<T>().is_ok()
        };
        let errors =
            self.errors - mark.errors + usize::from(!is_read && self.errors == mark.errors);
        let is_exact = reading == How::Json && self.unchanged_since(mark);
        let has_double = self.doubles != doubles;
        let is_open = self.is_broken && self.broken_at >= self.bytes().len();
        let end = if self.is_broken { self.broken_at } else { self.pos };
        self.rewind(mark);
        let is_attempt = errors > 0 && self.has_wanted_key::<T>(mark, start, reading);
        Candidate {
            span: start..end.max(start),
            errors,
            is_attempt,
            is_exact,
            has_double,
            reading,
            is_tied: false,
            is_open,
        }
    }

    /// Whether an object has one of the keys of the type.
    fn has_wanted_key<T: Decode>(
        &mut self,
        mark: super::finding::Mark,
        start: usize,
        reading: How,
    ) -> bool {
        if T::KEYS.keys.is_empty() || self.bytes()[start] != b'{' {
            return false;
        }
        self.enter_candidate(start, reading);
        let outside = self.begin_scan();
        let mut is_wanted = false;
        let mut is_first = true;
        while !is_wanted && let Some(key) = self.next_entry(is_first) {
            is_first = false;
            is_wanted = T::KEYS.find(key.as_bytes(), 0).is_some() || !self.skip_value();
        }
        let is_wanted = is_wanted && !self.is_broken;
        self.end_scan(outside);
        self.rewind(mark);
        is_wanted
    }

    fn enter_candidate(&mut self, start: usize, reading: How) {
        match reading {
            How::Json => self.enter_json(start),
            How::Loose => self.enter_loose(start, false),
            How::Implied => self.enter_loose(start, true),
        }
    }

    fn read_candidate<T: Decode>(&mut self, candidate: &Candidate) -> Decoded<T> {
        self.enter_candidate(candidate.span.start, candidate.reading);
        let value = if candidate.reading == How::Implied { T::decode(self) } else { self.value() };
        self.json_span = match candidate.reading {
            How::Json => candidate.span.start..self.pos,
            How::Loose | How::Implied => 0..0,
        };
        value
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

    /// The candidate with fewer errors. Two without any tie unless they are the same value, or the text between them says
    /// that the later one is final; of two with as many errors the later one is kept, since models draft first.
    fn better_of<T: Decode>(&self, first: Candidate, second: Candidate) -> Candidate {
        // Where a list is wanted, each object is an item.
        let is_item = |one: &Candidate| self.bytes()[one.span.start] == b'{';
        if !T::KINDS.meets(Kinds::OBJECT) && is_item(&first) && is_item(&second) {
            return Candidate { is_tied: true, ..first };
        }
        match first.errors.cmp(&second.errors) {
            // What may have been meant to replace the first cannot be passed over.
            Ordering::Less if first.errors == 0 && second.is_attempt => {
                Candidate { is_tied: true, ..first }
            }
            Ordering::Less => first,
            Ordering::Greater => second,
            Ordering::Equal if second.errors > 0 => {
                if first.is_open {
                    first
                } else {
                    second
                }
            }
            Ordering::Equal => {
                let between = self.slice(first.span.end..second.span.start);
                let is_final = says_final(between);
                let differ = !is_final && !self.are_same(&first.span, &second.span);
                Candidate { is_tied: (first.is_tied && !is_final) || differ, ..second }
            }
        }
    }

    /// Whether more of a value stands behind the bracket that should end it: another key, or a stray part.
    fn goes_on<T: Decode>(&mut self, candidate: &Candidate) -> bool {
        /// So much of what follows is looked at, in bytes.
        const NEAR: usize = 200;
        let end = candidate.span.end;
        let bytes = self.bytes();
        let next = bytes.get(end).copied().unwrap_or_default();
        if next == b'"' || candidate.reading == How::Loose && matches!(next, b'{' | b'[' | b']') {
            return true;
        }
        let near = bytes.get(end..bytes.len().min(end + NEAR)).unwrap_or_default();
        // What stands in other brackets is a value of its own.
        let near = &near[..memchr::memchr2(b'{', b'[', near).unwrap_or(near.len())];
        let keys = T::KEYS.keys;
        let mut quotes = memchr::memchr_iter(b'"', near);
        self.look(near.len())
            && quotes.any(|at| {
                let rest = &near[at..];
                keys.iter().any(|key| key.strip(rest).is_some() || key.strip_spaced(rest).is_some())
            })
    }

    /// Whether words stand on both sides of a place in its line.
    fn stands_in_line(&self, span: &Range<usize>, window: &Range<usize>) -> bool {
        // A look at what is near tells enough.
        const NEAR: usize = 100;
        let near = |from: usize, to: usize| {
            String::from_utf8_lossy(self.bytes().get(from..to).unwrap_or_default()).into_owned()
        };
        let before = near(window.start.max(span.start.saturating_sub(NEAR)), span.start);
        let after = near(span.end, window.end.min(span.end + NEAR));
        let before = before.rsplit('\n').next().unwrap_or_default().trim();
        let after = after.split('\n').next().unwrap_or_default().trim();
        let is_word = |text: &str| text.contains(char::is_alphanumeric);
        is_word(after) && is_word(before) && !before.ends_with([':', '='])
    }

    fn are_same(&self, first: &Range<usize>, second: &Range<usize>) -> bool {
        let (first, second) = (self.slice(first.clone()), self.slice(second.clone()));
        first == second
            || matches!((Json::parse(first), Json::parse(second)), (Ok(first), Ok(second)) if equal(&first, &second))
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

/// Words that announce a value in place of an earlier one.
const FINAL: [&str; 6] = ["final", "corrected", "correction", "revised", "updated", "finally"];

/// Whether the words right before a value announce that it replaces what came before: `Final answer:`.
fn says_final(between: &str) -> bool {
    const NEAR: usize = 100;
    let from = (between.len().saturating_sub(NEAR)..=between.len())
        .find(|&at| between.is_char_boundary(at))
        .unwrap_or_default();
    let between = &between[from..];
    let text = between.trim_end().trim_end_matches(['`', '*', ':', '\n', ' ']).to_lowercase();
    let text =
        text.strip_suffix("json").unwrap_or(&text).trim_end_matches(['`', '*', ':', '\n', ' ']);
    let last_line = text.rsplit(['\n', '.', ';']).next().unwrap_or_default().trim();
    let words: Vec<&str> = last_line
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    words.len() <= 5 && words.iter().any(|word| FINAL.contains(word)) && !words.contains(&"not")
}
