//! The file that `sigcodegen new` writes.

use askama::Template;

/// A first signature that explains itself.
#[derive(Clone, Copy, Debug, Template)]
#[template(path = "starter.json", escape = "none")]
pub struct Starter<'a> {
    /// The title: letters and digits, so that it needs no escapes in JSON.
    pub title: &'a str,
}

impl Starter<'_> {
    /// The text with its gaps filled, with a final line break.
    #[must_use]
    pub fn text(&self) -> String {
        super::fill(self) + "\n"
    }
}
