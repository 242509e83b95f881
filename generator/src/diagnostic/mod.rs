//! What is wrong with the input, as data. [`render`] turns it into text; nothing else does.

mod code;
mod render;

pub use code::Code;
pub use render::{Format, render};

use crate::schema::{FileId, Span};

/// How many characters of a user's text a message repeats.
const LONGEST_QUOTE: usize = 60;

/// Whether a problem stops generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing is generated.
    Error,
    /// The code is generated, but something is not as its author may think.
    Warning,
}

/// A stretch of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// The bytes in it.
    pub span: Span,
}

/// One problem, its place, and the way out.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Names the rule that was broken; carries the severity.
    pub code: Code,
    /// What is wrong, in one sentence without a final stop.
    pub message: String,
    /// Where. `None` only for problems of no file's text, such as a folder that cannot be read.
    pub place: Option<Place>,
    /// Says at the caret what is wrong there; may be empty.
    pub label: String,
    /// Further places that explain the problem, such as the first of two duplicates.
    pub related: Vec<(Place, String)>,
    /// The way out.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A problem at a place.
    pub fn new(code: Code, place: Place, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            place: Some(place),
            label: String::new(),
            related: Vec::new(),
            help: None,
        }
    }

    /// A problem that has no place in a text.
    pub fn placeless(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            place: None,
            label: String::new(),
            related: Vec::new(),
            help: None,
        }
    }

    /// Says what is wrong at the caret.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Shows a further place.
    #[must_use]
    pub fn related(mut self, place: Place, note: impl Into<String>) -> Self {
        self.related.push((place, note.into()));
        self
    }

    /// Names the way out.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Collects problems, so that all of them are reported and none stops the search for the next.
///
/// A collector with errors that is dropped before [`Self::into_sorted`] panics in debug builds: nothing that
/// was found may go unsaid.
#[derive(Debug, Default)]
#[must_use]
pub struct Diagnostics {
    found: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Adds a problem.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Whether any problem forbids generation.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.found.iter().any(|one| one.code.severity() == Severity::Error)
    }

    /// The problems, in the order of files and places.
    #[must_use]
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        let mut found = std::mem::take(&mut self.found);
        found.sort_by_key(|one| one.place.map(|place| (place.file, place.span.start)));
        found
    }
}

impl Drop for Diagnostics {
    fn drop(&mut self) {
        let is_read = !self.has_errors() || std::thread::panicking();
        debug_assert!(is_read, "errors were dropped unread: {:?}", self.found);
    }
}

/// A text of the user's for use in a message: between backticks, clipped, and free of control characters.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut clipped = String::new();
    for character in text.chars().take(LONGEST_QUOTE) {
        match character {
            '"' | '\'' | '\\' => clipped.push(character),
            _ => clipped.extend(character.escape_debug()),
        }
    }
    if text.chars().nth(LONGEST_QUOTE).is_some() {
        clipped.push('…');
    }
    format!("`{clipped}`")
}
