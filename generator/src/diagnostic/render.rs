//! Turns problems into text, for people or for editors.

mod clean;
mod excerpt;
mod human;
mod json;

use super::{Diagnostic, Severity};
use crate::schema::SourceMap;

/// For whom problems are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people: a snippet of the file with a caret, and a final count.
    Human {
        /// With ANSI colours.
        color: bool,
    },
    /// For editors: a JSON object per line and problem.
    Json,
}

/// Prints problems. The time taken grows with the number of problems, not with the size of their files.
#[must_use]
pub fn render(diagnostics: &[Diagnostic], sources: &SourceMap, format: Format) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics {
        match format {
            Format::Human { color } => {
                out.push_str(&human::render(diagnostic, sources, color));
                out.push_str("\n\n");
            }
            Format::Json => {
                json::write(&mut out, diagnostic, sources);
                out.push('\n');
            }
        }
    }
    if let (Format::Human { color }, false) = (format, diagnostics.is_empty()) {
        let count =
            |severity| diagnostics.iter().filter(|one| one.code.severity() == severity).count();
        let errors = count(Severity::Error);
        out.push_str(&human::summary(errors, count(Severity::Warning), color));
        out.push('\n');
    }
    out
}
