//! Unions without a tag: which arm a value is, by its kind, by its keys, or else by trial.

use super::keys::Others;
use super::trial::Choice;
use super::{Aim, Arm, Decode, Decoded, Decoder, Kinds, Mode, Rejected, Strictness};
use crate::error::ErrorKind;

impl Decoder<'_> {
    /// Reads a value that fits one arm or several. An arm that is the only one for the value's kind, or for its keys, is
    /// read at once.
    pub fn any_of<U: Decode>(&mut self, arms: &[Arm<U>]) -> Decoded<U> {
        self.read_union(arms, false)
    }

    /// Reads a value that fits one arm and no other.
    pub fn one_of<U: Decode>(&mut self, arms: &[Arm<U>]) -> Decoded<U> {
        self.read_union(arms, true)
    }

    fn read_union<U: Decode>(&mut self, arms: &[Arm<U>], is_exclusive: bool) -> Decoded<U> {
        if self.mode == Mode::Text {
            return self.union_text(arms, is_exclusive);
        }
        let kind = self.kind_here();
        let candidates: Vec<_> = with_kind(arms, kind).collect();
        if candidates.len() > 1
            && let Some(known) = self.read_decided(arms)
        {
            return known;
        }
        match candidates[..] {
            [] => self.mismatch(kinds_of(arms).in_words()),
            [only] => return (arms[only].read)(self),
            _ if kind == Kinds::OBJECT => return self.union_object(arms, candidates, is_exclusive),
            _ => return self.union_by_trial(arms, &candidates, None, is_exclusive),
        }
        Err(Rejected::nothing())
    }

    /// Reads a union as was decided here before, on a trial; `None` if nothing was, or if it is to be told why no arm fits.
    fn read_decided<U: Decode>(&mut self, arms: &[Arm<U>]) -> Option<Decoded<U>> {
        match self.decision::<U>()? {
            Choice::Arm(at) => Some((arms[at].read)(self)),
            Choice::Nothing | Choice::Several if self.aim == Aim::Trial => {
                self.fail(ErrorKind::UnionNoMatch, "", self.pos..self.pos);
                Some(Err(Rejected::nothing()))
            }
            Choice::Nothing | Choice::Several => None,
        }
    }

    /// Tells objects apart: an arm must have all its required keys there; those come first that know most of the keys
    /// that are there.
    fn union_object<U: Decode>(
        &mut self,
        arms: &[Arm<U>],
        mut candidates: Vec<usize>,
        is_exclusive: bool,
    ) -> Decoded<U> {
        let start = self.pos;
        let Some(scores) = self.score_arms(arms, &candidates) else {
            return Err(Rejected::nothing());
        };
        self.pos = start;
        candidates.retain(|&at| scores[at].is_some());
        candidates.sort_by_key(|&at| scores[at]);
        let best = match candidates[..] {
            [only] => {
                if self.aim == Aim::Trial {
                    self.decide::<U>(self.strictness, Choice::Arm(only));
                }
                return (arms[only].read)(self);
            }
            [best, next, ..] => (scores[best] < scores[next]).then_some(best),
            [] => None,
        };
        self.union_by_trial(arms, &candidates, best, is_exclusive)
    }

    /// `best` is the arm to blame if none fits.
    fn union_by_trial<U: Decode>(
        &mut self,
        arms: &[Arm<U>],
        candidates: &[usize],
        best: Option<usize>,
        is_exclusive: bool,
    ) -> Decoded<U> {
        let start = self.pos;
        let choice = match (self.decision::<U>(), candidates) {
            (Some(choice), _) => choice,
            (None, [first, ..]) if !is_exclusive => {
                let mark = self.mark();
                let depth = self.depth;
                let value = (arms[*first].read)(self);
                let is_exact = self.ignored == mark.ignored || best.is_some();
                if value.is_ok() && self.unchanged_since(mark) && is_exact {
                    return value;
                }
                self.rewind(mark);
                (self.pos, self.depth) = (start, depth);
                self.try_arms(arms, candidates, is_exclusive)
            }
            (None, _) => self.try_arms(arms, candidates, is_exclusive),
        };
        match (choice, best) {
            (Choice::Arm(at), _) | (Choice::Nothing, Some(at)) => (arms[at].read)(self),
            (Choice::Nothing, None) => {
                let mark = self.mark();
                if self.skip_value() {
                    let end = std::mem::replace(&mut self.pos, start);
                    let reasons = self.explain(arms, candidates, end);
                    self.rewind(mark);
                    self.pos = end;
                    let expected = if reasons.is_empty() {
                        "the values of one of the variants".to_owned()
                    } else {
                        reasons
                    };
                    self.fail(ErrorKind::UnionNoMatch, expected, start..end);
                }
                Err(Rejected::nothing())
            }
            (Choice::Several, _) => {
                if self.skip_value() {
                    let expected = "a value of one variant only";
                    self.fail(ErrorKind::Ambiguous, expected, start..self.pos);
                }
                Err(Rejected::nothing())
            }
        }
    }

    /// For each arm how many keys it does not know; `None` for an arm that is no candidate, lacks a required key, or
    /// forbids one that is there. Moves behind the object; an error is noted if no arm is left.
    fn score_arms<U: Decode>(
        &mut self,
        arms: &[Arm<U>],
        candidates: &[usize],
    ) -> Option<Vec<Option<usize>>> {
        let start = self.pos;
        let mark = self.mark();
        let mut unknown = vec![0_usize; arms.len()];
        let mut seen: Vec<Vec<bool>> =
            arms.iter().map(|arm| vec![false; arm.keys.keys.len()]).collect();
        let outside = self.begin_scan();
        let mut is_first = true;
        while let Some(name) = self.next_entry(is_first) {
            is_first = false;
            for &at in candidates {
                match arms[at].keys.find(name.as_bytes(), 0) {
                    Some(index) => seen[at][index] = true,
                    None => unknown[at] += 1,
                }
            }
            if !self.skip_value() {
                break;
            }
        }
        self.end_scan(outside);
        if self.is_broken {
            return None;
        }
        self.rewind(mark);
        let lacks = |at: usize| {
            arms[at].keys.keys.iter().zip(&seen[at]).any(|(key, seen)| key.is_required && !seen)
        };
        let mut scores = vec![None; arms.len()];
        for &at in candidates {
            let is_forbidden = arms[at].keys.others == Others::Forbidden && unknown[at] > 0;
            scores[at] = (!lacks(at) && !is_forbidden).then_some(unknown[at]);
        }
        if scores.iter().all(Option::is_none) {
            let expected = required_keys(arms, candidates);
            self.fail(ErrorKind::UnionNoMatch, expected, start..self.pos);
            return None;
        }
        Some(scores)
    }

    /// Reads a union from the text of a field. A text that is a JSON value of a kind that the union has is that value;
    /// any other is the text itself, if the union has strings; else the value stands somewhere in it.
    fn union_text<U: Decode>(&mut self, arms: &[Arm<U>], is_exclusive: bool) -> Decoded<U> {
        let window = self.pos..self.bytes().len();
        let kinds = kinds_of(arms);
        if window.is_empty() && !kinds.meets(Kinds::STRING) {
            self.fail_missing(window.start);
            return Err(Rejected::nothing());
        }
        let mark = self.mark();
        self.enter_json(window.start);
        let kind = self.kind_here();
        // What a strict reader takes for text is no JSON to be repaired.
        let strictness = self.strictness;
        if kinds.meets(Kinds::STRING) {
            self.strictness = Strictness::Strict;
        }
        let is_json = self.skip_value() && self.pos == window.end;
        self.strictness = strictness;
        self.rewind(mark);
        self.pos = window.start;
        let is_closed = matches!(self.peek(), b'{' | b'[' | b'"');
        if is_json && kinds.meets(kind) && (is_closed || !self.is_cut_at(window.end)) {
            return self.decode_at(window.start);
        }
        self.mode = Mode::Text;
        let has_brackets = kinds.meets(Kinds::OBJECT.or(Kinds::ARRAY));
        if !kinds.meets(Kinds::STRING) && has_brackets {
            return self.read_value_in(&window);
        }
        if self.is_cut_at(window.end) {
            self.fail(ErrorKind::Truncated, "the rest of the value", window);
            return Err(Rejected::nothing());
        }
        let by_text = if kinds.meets(Kinds::STRING) { Kinds::STRING } else { Kinds::ALL };
        let candidates: Vec<_> = with_kind(arms, by_text).collect();
        if let [only] = candidates[..] {
            return (arms[only].read)(self);
        }
        match self.try_arms(arms, &candidates, is_exclusive) {
            Choice::Arm(at) => return (arms[at].read)(self),
            Choice::Nothing => {
                let reasons = self.explain(arms, &candidates, window.end);
                self.fail(ErrorKind::UnionNoMatch, reasons, window.clone());
            }
            Choice::Several => {
                self.fail(ErrorKind::Ambiguous, "a value of one variant only", window.clone());
            }
        }
        self.pos = window.end;
        Err(Rejected::nothing())
    }
}

/// The places of the arms that read values of a kind.
fn with_kind<U: Decode>(arms: &[Arm<U>], kind: Kinds) -> impl Iterator<Item = usize> {
    (0..arms.len()).filter(move |&at| arms[at].kinds.meets(kind))
}

fn kinds_of<U: Decode>(arms: &[Arm<U>]) -> Kinds {
    arms.iter().fold(Kinds::NONE, |kinds, arm| kinds.or(arm.kinds))
}

/// The required keys of some arms, in words.
fn required_keys<U: Decode>(arms: &[Arm<U>], candidates: &[usize]) -> String {
    const MOST_ARMS: usize = 5;
    let of_arm = |at: &usize| {
        let required = arms[*at].keys.keys.iter().filter(|key| key.is_required);
        let names: Vec<_> = required.map(|key| format!("`{}`", key.name)).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(" and ") }
    };
    let mut each: Vec<_> = candidates.iter().take(MOST_ARMS).map(of_arm).collect();
    if candidates.len() > MOST_ARMS {
        each.push("others".to_owned());
    }
    format!("the keys of one of the variants: {}", each.join(", or "))
}
