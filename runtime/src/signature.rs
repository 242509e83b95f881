//! What generated code says about a signature.

use std::fmt;

use crate::decode::Decode;
use crate::json::Encode;

/// One language-model task: typed input fields, typed output fields, an instruction.
///
/// Generated code implements this for a marker type of the signature's name.
pub trait Signature: Sized + 'static {
    /// The signature's name, its schema's `title`.
    const NAME: &'static str;

    /// The instruction, its schema's `description`.
    const INSTRUCTIONS: &'static str;

    /// The names of the input fields, as the model sees them.
    const INPUT_FIELDS: &'static [&'static str];

    /// The names of the output fields, as the model sees them.
    const OUTPUT_FIELDS: &'static [&'static str];

    /// The input fields.
    type Input: Fields + Clone + fmt::Debug + Send + Sync;

    /// The output fields.
    type Output: Decode<Partial = Self::Partial> + Fields + Clone + fmt::Debug + Send + Sync;

    /// The output fields that could be read of a reply that is not right as a whole.
    type Partial: Clone + Default + fmt::Debug + Send + Sync;
}

/// The input or the output of a signature: values that can be shown field by field.
pub trait Fields {
    /// Shows each field to the visitor, in the order of the signature's field names.
    fn visit(&self, visitor: &mut impl FieldVisitor);
}

/// Sees the fields of an input or an output, one after another. Adapters write messages with it.
pub trait FieldVisitor {
    /// A field that is printed as its type is: strings raw, all else as JSON.
    fn field(&mut self, value: &impl Encode);

    /// A field with an `x-format` of its own.
    fn formatted(&mut self, value: &impl Encode, format: Format);

    /// A field with an `x-render` template of its own, which appends its text.
    fn rendered(&mut self, render: impl Fn(&mut String));
}

/// How an input field is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// Compact JSON, strings in quotes too.
    Json,
    /// YAML in block style.
    Yaml,
    /// Token-Oriented Object Notation.
    Toon,
}

/// A demo: an input, and the output that a good model gives for it.
pub struct Demo<S: Signature> {
    /// The input.
    pub input: S::Input,
    /// The output.
    pub output: S::Output,
}

impl<S: Signature> Demo<S> {
    /// An input and the output for it.
    pub fn new(input: S::Input, output: S::Output) -> Self {
        Self { input, output }
    }
}

impl<S: Signature> Clone for Demo<S> {
    fn clone(&self) -> Self {
        Self { input: self.input.clone(), output: self.output.clone() }
    }
}

impl<S: Signature> fmt::Debug for Demo<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Demo").field("input", &self.input).field("output", &self.output).finish()
    }
}
