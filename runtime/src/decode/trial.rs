//! Trials: reading a value for no more than to know whether it can be read.

use std::collections::BTreeMap;

use super::finding::Finding;
use super::{Aim, Arm, Decode, Decoded, Decoder, Strictness};
use crate::error::Path;

/// How a union was read at some place, so that trials around it need not find out again.
#[derive(Debug, Default)]
pub(super) struct Decisions {
    arms: BTreeMap<Place, Choice>,
    /// Whether the value at a place, as it stands there, keeps a rule.
    pub(super) guards: BTreeMap<(usize, usize), bool>,
}

/// A place in the reply, the union that was to be read there, and how strictly.
type Place = (usize, usize, bool);

/// Which arm of a union a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// The one at this place among the arms.
    Arm(usize),
    /// None of them.
    Nothing,
    /// More than one, where only one is allowed.
    Several,
}

/// More arms are not told apart in a message.
const MOST_EXPLAINED: usize = 5;

impl Decoder<'_> {
    fn place<U: Decode>(&self, strictness: Strictness) -> Place {
        // Two unions whose readers are one function have the same arms.
        let reader: fn(&mut Decoder<'_>) -> Decoded<U> = U::decode;
        (self.pos, reader as usize, strictness == Strictness::Strict)
    }

    /// What was decided on the union here before. What a strict reader found holds for a tolerant one.
    pub(super) fn decision<U: Decode>(&self) -> Option<Choice> {
        let known = |strictness| self.decisions.arms.get(&self.place::<U>(strictness)).copied();
        match known(Strictness::Strict) {
            None | Some(Choice::Nothing) => known(self.strictness),
            found => found,
        }
    }

    /// Keeps a decision on the union here.
    pub(super) fn decide<U: Decode>(&mut self, strictness: Strictness, choice: Choice) {
        self.decisions.arms.insert(self.place::<U>(strictness), choice);
    }

    /// Tries arms on the value here: at first as a strict reader would, so that what is valid as one arm is
    /// never repaired to fit another. Of several arms that fit, the one that leaves out the fewest keys is taken, and
    /// the first of such, unless only one may fit. The decoder stays.
    pub(super) fn try_arms<U: Decode>(
        &mut self,
        arms: &[Arm<U>],
        candidates: &[usize],
        is_exclusive: bool,
    ) -> Choice {
        let mut choice = Choice::Nothing;
        for strictness in [Strictness::Strict, self.strictness] {
            choice = self.try_as(strictness, arms, candidates, is_exclusive);
            self.decide::<U>(strictness, choice);
            if choice != Choice::Nothing || strictness == self.strictness {
                break;
            }
        }
        choice
    }

    fn try_as<U: Decode>(
        &mut self,
        strictness: Strictness,
        arms: &[Arm<U>],
        candidates: &[usize],
        is_exclusive: bool,
    ) -> Choice {
        let mut best: Option<(usize, usize)> = None;
        for &at in candidates {
            let Some(ignored) = self.probe(&arms[at], strictness) else { continue };
            if is_exclusive && best.is_some() {
                return Choice::Several;
            }
            if best.is_none_or(|(fewest, _)| ignored < fewest) {
                best = Some((ignored, at));
            }
            if ignored == 0 && !is_exclusive {
                break;
            }
        }
        best.map_or(Choice::Nothing, |(_, at)| Choice::Arm(at))
    }

    /// Reads a value as an arm and says how many keys were left out, if it can be read. Trials together pass over a fixed
    /// multiple of the reply; when that is used up, none succeeds.
    fn probe<U: Decode>(&mut self, arm: &Arm<U>, strictness: Strictness) -> Option<usize> {
        if self.probe_budget == 0 {
            return None;
        }
        let start = self.pos;
        let aim = std::mem::replace(&mut self.aim, Aim::Trial);
        let strictness = std::mem::replace(&mut self.strictness, strictness);
        let ignored = self.and_back(|decoder, mark| {
            let is_read = (arm.read)(decoder).is_ok() && decoder.errors == mark.errors;
            let end = if decoder.is_broken { decoder.broken_at } else { decoder.pos };
            let size = end.saturating_sub(start) + 1;
            decoder.probe_budget = decoder.probe_budget.saturating_sub(size);
            is_read.then(|| decoder.ignored - mark.ignored)
        });
        self.strictness = strictness;
        self.aim = aim;
        ignored
    }

    /// Does something and goes back to the place and the state before it.
    fn and_back<T>(&mut self, act: impl FnOnce(&mut Self, super::finding::Mark) -> T) -> T {
        let (mark, depth, pos, mode) = (self.mark(), self.depth, self.pos, self.mode);
        let outside = self.outside();
        let result = act(self, mark);
        self.end_scan(outside);
        self.rewind(mark);
        (self.depth, self.pos, self.mode) = (depth, pos, mode);
        result
    }

    /// Says for each arm why it does not fit: the first thing that is wrong with the value as that arm.
    pub(super) fn explain<U: Decode>(
        &mut self,
        arms: &[Arm<U>],
        candidates: &[usize],
        end: usize,
    ) -> String {
        let size = end.saturating_sub(self.pos).saturating_mul(candidates.len());
        let budget = self.probe_budget.checked_sub(size);
        // Reasons within reasons would take more than linear time.
        if self.aim != Aim::Keep || budget.is_none() {
            return String::new();
        }
        self.probe_budget = budget.unwrap_or_default();
        self.aim = Aim::Explain;
        let mut reasons: Vec<String> = Vec::new();
        for &at in candidates.iter().take(MOST_EXPLAINED) {
            let reason = self.and_back(|decoder, mark| {
                let _: Decoded<U> = (arms[at].read)(decoder);
                decoder.findings[mark.findings..].iter().find_map(reason)
            });
            reasons.extend(reason.filter(|reason| !reasons.contains(reason)));
        }
        self.aim = Aim::Keep;
        reasons.join(", or ")
    }
}

fn reason(finding: &Finding) -> Option<String> {
    let Finding::Error(error) = finding else { return None };
    let path = Path { steps: error.path.steps.iter().rev().cloned().collect() };
    let what: &dyn std::fmt::Display =
        if error.expected.is_empty() { &error.kind } else { &error.expected };
    Some(if path.steps.is_empty() { what.to_string() } else { format!("{what} at `{path}`") })
}
