//! The list of findings, and how they get their paths.

use std::borrow::Cow;
use std::ops::Range;

use super::{Aim, Decoder, Strictness};
use crate::error::{CheckResult, ErrorKind, FieldError, Path, Repair, RepairKind, Step};

/// How many errors and how many other findings are kept. Further ones are counted; a hostile reply could else make
/// the list many times as long as itself.
const MAX_FINDINGS: usize = 1000;

/// How many characters of an offending text are shown.
const MAX_FOUND: usize = 80;

/// Something to tell the caller.
#[derive(Clone, Debug)]
pub(crate) enum Finding {
    Error(FieldError),
    Repair(Repair),
    Check(CheckResult),
}

/// How much had been found at some time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) findings: usize,
    pub(super) errors: usize,
    dropped: usize,
    changes: usize,
    pub(super) ignored: usize,
}

impl Finding {
    fn path(&mut self) -> &mut Path {
        match self {
            Self::Error(error) => &mut error.path,
            Self::Repair(repair) => &mut repair.path,
            Self::Check(check) => &mut check.path,
        }
    }
}

impl Decoder<'_> {
    /// Notes an error at the current value.
    #[cold]
    pub(crate) fn fail(
        &mut self,
        kind: ErrorKind,
        expected: impl Into<Cow<'static, str>>,
        span: Range<usize>,
    ) {
        self.errors += 1;
        self.doubles += usize::from(kind == ErrorKind::Duplicate);
        match self.aim {
            Aim::Keep | Aim::Explain => {}
            Aim::Count => return,
            Aim::Trial => return self.give_up(),
        }
        let found = excerpt(self.slice(span.clone()));
        self.keep(Finding::Error(FieldError {
            path: Path::default(),
            kind,
            expected: expected.into(),
            found,
            span,
        }));
    }

    /// Notes something that was left out or filled in without harm to a valid reply.
    #[cold]
    pub(crate) fn note(&mut self, kind: RepairKind, span: Range<usize>) {
        // A caller may refuse what even a strict reader leaves out with a note.
        if matches!(self.strictness, Strictness::Allow(_)) && !self.strictness.allows(kind) {
            return self.fail(ErrorKind::Refused, kind.to_string(), span);
        }
        self.ignored += usize::from(kind == RepairKind::IgnoredKey);
        self.changes += usize::from(kind.is_change());
        self.absent += usize::from(kind == RepairKind::AbsentAsNull);
        if matches!(self.aim, Aim::Count | Aim::Trial) {
            return;
        }
        let found = excerpt(self.slice(span));
        self.keep(Finding::Repair(Repair { path: Path::default(), kind, found }));
    }

    /// Puts a slip right if the caller allows it: notes the repair and says so.
    #[cold]
    pub(crate) fn repair(&mut self, kind: RepairKind, span: Range<usize>) -> bool {
        let is_allowed = self.strictness.allows(kind);
        if is_allowed {
            self.note(kind, span);
        }
        is_allowed
    }

    pub(super) fn report_check(&mut self, label: &'static str, passed: bool) {
        if matches!(self.aim, Aim::Count | Aim::Trial) {
            return;
        }
        self.keep(Finding::Check(CheckResult { path: Path::default(), label, passed }));
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            findings: self.findings.len(),
            errors: self.errors,
            dropped: self.dropped,
            changes: self.changes,
            ignored: self.ignored,
        }
    }

    /// Whether nothing went wrong and nothing was put right since a mark.
    pub(super) fn unchanged_since(&self, mark: Mark) -> bool {
        self.errors == mark.errors && self.changes == mark.changes && !self.is_broken
    }

    /// Forgets what was found since a mark, after a trial.
    pub(super) fn rewind(&mut self, mark: Mark) {
        self.findings.truncate(mark.findings);
        self.errors = mark.errors;
        self.dropped = mark.dropped;
        self.changes = mark.changes;
        self.ignored = mark.ignored;
        self.is_broken = false;
    }

    /// Whether a value was taken out of a sentence.
    pub(super) fn has_searched(&self) -> bool {
        let is_so = |finding: &Finding| matches!(finding, Finding::Repair(repair) if repair.kind == RepairKind::Sentence);
        self.findings.iter().any(is_so)
    }

    /// Takes back the error that was noted last.
    pub(super) fn take_last_error(&mut self) -> Option<Finding> {
        let is_kept = self.errors <= MAX_FINDINGS && matches!(self.aim, Aim::Keep | Aim::Explain);
        self.errors = self.errors.saturating_sub(1);
        if is_kept && matches!(self.findings.last(), Some(Finding::Error(_))) {
            return self.findings.pop();
        }
        None
    }

    /// Notes an error again that was taken back.
    pub(super) fn restore_error(&mut self, error: Option<Finding>) {
        self.errors += 1;
        self.findings.extend(error);
    }

    /// Takes over what another decoder found within the current value.
    pub(super) fn take_findings(&mut self, other: Decoder<'_>) {
        self.changes += other.changes;
        self.ignored += other.ignored;
        self.dropped += other.dropped;
        for finding in other.findings {
            self.keep(finding);
        }
    }

    /// A flood of notes does not displace errors.
    fn keep(&mut self, finding: Finding) {
        let errors = self.errors.min(MAX_FINDINGS);
        let has_room = if matches!(finding, Finding::Error(_)) {
            self.errors <= MAX_FINDINGS
        } else {
            self.findings.len() - errors < MAX_FINDINGS
        };
        if has_room {
            self.findings.push(finding);
        } else {
            self.dropped += 1;
        }
    }

    /// Adds a step to the paths of all findings since a mark.
    #[cold]
    pub(super) fn attribute(&mut self, mark: usize, step: &Step) {
        for finding in self.findings.iter_mut().skip(mark) {
            finding.path().steps.push(step.clone());
        }
    }

    /// The findings with their paths outermost first, and how many more there were.
    pub(crate) fn into_findings(self) -> (Vec<Finding>, usize) {
        let mut findings = self.findings;
        for finding in &mut findings {
            finding.path().steps.reverse();
        }
        (findings, self.dropped)
    }

    pub(crate) fn into_errors(self) -> Vec<FieldError> {
        let errors = self.into_findings().0.into_iter().filter_map(|finding| match finding {
            Finding::Error(error) => Some(error),
            Finding::Repair(_) | Finding::Check(_) => None,
        });
        errors.collect()
    }

    pub(crate) fn error_count(&self) -> usize {
        self.errors
    }
}

/// The start of a text, for a message.
pub(super) fn excerpt(text: &str) -> String {
    match text.char_indices().nth(MAX_FOUND) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
