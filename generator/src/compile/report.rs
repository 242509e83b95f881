//! What a run did, as data.

use std::fmt;
use std::path::PathBuf;

use super::discover::one_line;
use crate::diagnostic::{Diagnostic, Format, render};
use crate::schema::SourceMap;

/// What a run that succeeded did.
#[derive(Debug)]
#[non_exhaustive]
pub struct Report {
    /// The signatures, in the order of their files.
    pub signatures: Vec<SignatureReport>,
    /// What happened to `signatures.rs`.
    pub index: FileState,
    /// Modules of earlier runs that were removed because no signature makes them any longer.
    pub removed: Vec<PathBuf>,
    /// Whether the run saw that nothing had changed since the last one and stopped there.
    pub was_fresh: bool,
    pub(super) warnings: Vec<Diagnostic>,
    pub(super) sources: SourceMap,
}

/// What a run did for one signature.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SignatureReport {
    /// The signature file, relative to the given folder.
    pub source: String,
    /// The Rust module, which is the stem of its file too.
    pub module: String,
    /// Adapter and length in bytes of each constant prompt.
    pub prompts: Vec<(String, usize)>,
    /// What happened to the module's file.
    pub state: FileState,
}

/// What happened to a generated file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileState {
    /// It was missing or differed, and was written.
    Written,
    /// It had the right content and was not touched.
    Unchanged,
}

/// A generated file that is not as a run would leave it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stale {
    /// The file.
    pub path: PathBuf,
    /// How it differs.
    pub reason: StaleReason,
}

/// How a generated file differs from what a run would leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StaleReason {
    /// It does not exist.
    Missing,
    /// It was generated from another state of the schemas, or by another version.
    Outdated,
    /// It was changed by hand after it was generated.
    Edited,
    /// No signature makes it any longer.
    Superfluous,
}

impl Report {
    /// What is not as its author may think, though code was generated.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The warnings as text; empty without any.
    #[must_use]
    pub fn render_warnings(&self, format: Format) -> String {
        render(&self.warnings, &self.sources, format)
    }

    /// The warnings, each in one line: `file:line:column: message; help`.
    pub(super) fn warnings_in_lines(&self) -> impl Iterator<Item = String> {
        self.warnings.iter().map(|warning| {
            let mut line = String::new();
            if let Some(place) = warning.place {
                let (row, column) = self.sources.line_column(place.file, place.span.start);
                line = format!("{}:{row}:{column}: ", self.sources.file(place.file).name());
            }
            line.push_str(&warning.message);
            if let Some(help) = &warning.help {
                line.push_str("; ");
                line.push_str(help);
            }
            one_line(&line)
        })
    }
}

impl fmt::Display for Stale {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self.reason {
            StaleReason::Missing => "is missing",
            StaleReason::Outdated => "is out of date",
            StaleReason::Edited => "was edited by hand",
            StaleReason::Superfluous => "belongs to no signature",
        };
        write!(formatter, "{} {reason}", self.path.display())
    }
}
