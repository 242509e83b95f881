//! The text of prompts, in style `baml`: type names such as `string or null`, sketches of types with `//`
//! comments, definitions of large enums and of recursive objects ahead of their first use.
//!
//! The layout is that of DSRs with BAML's renderer. It differs where that one loses something: labels say
//! `or null`, a definition is printed once, and no description is dropped.

mod block;
mod chat;
mod cycle;
mod demo;
mod docs;
mod label;
mod shape;
mod sketch;
mod value;

pub(crate) use chat::{ChatText, chat_text};
pub(crate) use demo::demo_messages;
#[cfg(feature = "cli")]
pub(crate) use demo::print_inputs;
#[cfg(test)]
pub(crate) use value::render_value;

#[cfg(test)]
mod tests;

use self::shape::{NameOf, Shapes};
use crate::diagnostic::Place;
use crate::ir::{Field, Signature};

/// A prompt may take this many bytes. Objects are printed anew wherever they are used, so a small file can
/// ask for a prompt of any size.
pub(crate) const PROMPT_LIMIT: usize = 1 << 20;

/// Types may be nested this deeply where a prompt prints them in place.
pub(crate) const DEPTH_LIMIT: usize = 128;

/// A prompt passed a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PromptError {
    /// Which limit.
    pub(crate) excess: Excess,
    /// The field that passed it, or the whole file.
    pub(crate) place: Place,
}

/// A limit of prompts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Excess {
    /// [`PROMPT_LIMIT`]
    Size,
    /// [`DEPTH_LIMIT`]
    Depth,
}

/// The label of a field's type, of a signature whose prompts are within the limits.
pub(crate) fn label(signature: &Signature, name_of: NameOf<'_>, field: &Field) -> String {
    let shapes = Shapes::new(&signature.types, name_of);
    label::field_label(&shapes, &field.property).unwrap_or_default()
}

/// Takes the blanks off the end of every line.
fn trim_line_ends(text: &str) -> String {
    let mut trimmed = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        trimmed.push_str(line.trim_end());
        if line.ends_with('\n') {
            trimmed.push('\n');
        }
    }
    trimmed
}
