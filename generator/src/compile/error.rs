//! The error of a run: everything that is wrong, as data and as text.

use std::error;
use std::fmt;

use crate::diagnostic::{Diagnostic, Format, render};
use crate::schema::SourceMap;

/// Why nothing was generated: all problems of all files, with the text that they are about.
///
/// `Debug` prints the same readable text as `Display`, because `fn main() -> Result<(), Error>` of a
/// build script shows the former.
pub struct Error(Box<Problems>);

struct Problems {
    diagnostics: Vec<Diagnostic>,
    sources: SourceMap,
}

impl Error {
    pub(crate) fn new(diagnostics: Vec<Diagnostic>, sources: SourceMap) -> Self {
        Self(Box::new(Problems { diagnostics, sources }))
    }

    /// The problems, warnings among them, in the order of files and places.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.0.diagnostics
    }

    /// The files that the problems' places are in.
    #[must_use]
    pub fn sources(&self) -> &SourceMap {
        &self.0.sources
    }

    /// The problems as text.
    #[must_use]
    pub fn render(&self, format: Format) -> String {
        render(&self.0.diagnostics, &self.0.sources, format)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.render(Format::Human { color: false }))
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "no code was generated\n\n{self}")
    }
}

impl error::Error for Error {}
