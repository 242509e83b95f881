//! Whether a reply was read as expected.

use serde_json::Value;

use crate::cases::{Case, Expected, Wanted};
use crate::deviations;
use crate::same::is_same;

/// What is said of a case.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Right,
    /// As we want it, for the reason given.
    Deliberate(&'static str),
    Wrong,
    /// The generator has refused the schema.
    Refused,
    /// Counted only.
    Skipped(&'static str),
    /// There is no requirement, and an output was read.
    Read,
    /// There is no requirement, and no output was read.
    NotRead,
}

/// Judges what was told of a case, one value a mode.
pub(crate) fn judge(case: &Case, told: &[Value]) -> Verdict {
    if let Some(why) = case.skipped {
        return Verdict::Skipped(why);
    }
    if told.iter().any(|told| told.get("refused").is_some()) {
        return Verdict::Refused;
    }
    if told.is_empty() || told.iter().any(|told| told.get("crashed").is_some()) {
        return Verdict::Wrong;
    }
    let (wanted, is_noted) = match &case.expected {
        Expected::OneOf(wanted) => (wanted, true),
        Expected::Noted(wanted) => (wanted, told.iter().all(has_note)),
        Expected::Any if told.iter().all(|told| told.get("ok").is_some()) => return Verdict::Read,
        Expected::Any => return Verdict::NotRead,
    };
    // Ways to read the same reply agree.
    let agrees = told.windows(2).all(|two| two[0].get("ok") == two[1].get("ok"));
    if is_noted && agrees && told.iter().all(|told| wanted.iter().any(|wanted| fits(told, wanted)))
    {
        return Verdict::Right;
    }
    deviations::reason(case, told).map_or(Verdict::Wrong, Verdict::Deliberate)
}

/// Whether a reading is a result.
pub(crate) fn fits(told: &Value, wanted: &Wanted) -> bool {
    match wanted {
        Wanted::Output(wanted) => told.get("ok").is_some_and(|output| is_same(output, wanted)),
        Wanted::Error { kind, at } => errors(told).any(|error| {
            kind.as_ref().is_none_or(|kind| error["kind"] == kind.as_str())
                && at.as_ref().is_none_or(|at| error["at"] == at.as_str())
        }),
    }
}

fn has_note(told: &Value) -> bool {
    let repairs = told["repairs"].as_array().map_or(0, Vec::len);
    repairs > 0 || errors(told).next().is_some()
}

fn errors(told: &Value) -> impl Iterator<Item = &Value> {
    told["errors"].as_array().into_iter().flatten()
}
