//! The one decoder: generated types read themselves from it, whatever the adapter and however strict the caller.
//!
//! A [`Decoder`] stands at a place in the reply. Generated code tells it which keys or kind of value come next; it
//! checks, converts, and keeps a list of findings: errors, repairs and check results. A value that cannot be read
//! is skipped and its error noted, so that one pass finds them all. The path of a finding is built while levels are
//! left: each adds its own step to the findings made within it.

mod boolean;
mod candidate;
mod check;
mod choice;
mod coerce;
mod escape;
mod find;
mod finding;
mod guard;
mod keys;
mod kinds;
mod list;
mod list_text;
mod loose;
mod mixed;
mod number;
mod object;
mod open;
mod rest;
mod scan;
mod skip;
mod slot;
mod strictness;
mod string;
mod text;
mod trial;
mod tuple;
mod union;
mod wide;

use std::ops::Range;

pub use check::Checks;
pub use choice::Choices;
pub(crate) use finding::Finding;
pub use guard::Guard;
pub use keys::{Key, Keys, nullable, optional, required};
pub use kinds::Kinds;
pub use object::{InOrder, Object};
pub(crate) use open::{parse, parse_json};
pub use rest::Rest;
pub(crate) use scan::plain_len;
pub use slot::Slot;
pub use strictness::{RepairKinds, Strictness};
pub use union::{Arm, arm_of};
pub use wide::WideSlot;

use self::loose::Loose;
use self::trial::Decisions;
use crate::sections::Section;

/// How far below the outermost value lists and objects are followed.
pub(crate) const MAX_DEPTH: u32 = 128;

/// How many bytes trials may pass over in the shortest reply.
const LEAST_PROBE_BUDGET: usize = 1 << 20;

/// The result of reading a value: the value, or what could be read of it. The reasons are with the decoder.
pub type Decoded<T> = Result<T, Rejected<<T as Decode>::Partial>>;

/// A type that reads itself.
pub trait Decode: Sized {
    /// What can be kept of a value of which some part is missing or wrong.
    type Partial;

    /// The keys, if the type is an object.
    const KEYS: &'static Keys = &Keys::NONE;

    /// How the type stands in running text.
    const SHAPE: Shape;

    /// The kinds of JSON values that the type reads.
    const KINDS: Kinds = Kinds::of(Self::SHAPE);

    /// Reads one value. On failure the errors are with the decoder, which stands behind the value all the same.
    fn decode(decoder: &mut Decoder<'_>) -> Decoded<Self>;

    /// The whole value as a partial one.
    fn into_partial(self) -> Self::Partial;
}

/// How values of a type stand in the text of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Plainly: the text is the value.
    Plain,
    /// As a JSON object.
    Object,
    /// As a JSON list.
    List,
    /// As any JSON value, or as text when it is none.
    Open,
    /// As a JSON value of several kinds, or plainly where the type has strings.
    Mixed,
}

/// A value that could not be read whole, and what can be kept of it.
#[derive(Debug)]
pub struct Rejected<P>(pub(crate) Option<Box<P>>);

impl<P> Rejected<P> {
    /// Nothing can be kept.
    #[must_use]
    pub const fn nothing() -> Self {
        Self(None)
    }

    /// This can be kept.
    #[must_use]
    pub fn partial(partial: P) -> Self {
        Self(Some(Box::new(partial)))
    }

    /// Turns what is kept into the partial value of an enclosing type.
    #[must_use]
    pub fn map<Q>(self, wrap: impl FnOnce(P) -> Q) -> Rejected<Q> {
        Rejected(self.0.map(|partial| Box::new(wrap(*partial))))
    }
}

/// What the text at the current place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// JSON.
    Json,
    /// What was meant to be JSON.
    Loose,
    /// The text of one field, up to the end of the window.
    Text,
    /// Several fields' texts, one after another.
    Sections,
}

/// What values are read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// To be kept.
    Keep,
    /// To know how many errors there are; nothing is kept.
    Count,
    /// To know whether they can be read; reading stops at the first error.
    Trial,
    /// To tell why they cannot be read.
    Explain,
}

/// A place in a reply, and what was found on the way there.
#[derive(Debug)]
pub struct Decoder<'r> {
    text: &'r str,
    /// The text up to the end of what may be read now.
    window: &'r str,
    pos: usize,
    depth: u32,
    mode: Mode,
    /// Set when the JSON around the current place cannot be followed any more; everything up to the value that
    /// text mode started then fails quietly.
    is_broken: bool,
    /// Where it broke; the end of what may be read if it is cut off there.
    broken_at: usize,
    strictness: Strictness,
    findings: Vec<Finding>,
    aim: Aim,
    /// How many of the findings, and of those dropped for their number, are errors.
    errors: usize,
    dropped: usize,
    sections: std::slice::Iter<'r, Section>,
    /// Whether the reply was cut off by its length limit.
    is_cut: bool,
    /// How many repairs changed values; those of trials too.
    changes: usize,
    /// How many absent fields were taken for null; in trials too.
    absent: usize,
    /// How many keys were there once more; in trials too.
    doubles: usize,
    /// How many keys were left out; in trials too.
    ignored: usize,
    /// Where the JSON value stands that the text of a field was read as; empty if it was none.
    json_span: Range<usize>,
    /// How many bytes may still be read twice to tell the arms of unions apart.
    probe_budget: usize,
    decisions: Decisions,
    loose: Loose,
    /// How many lists of one and objects of one member around the current place were opened to get at it.
    wrappers: u8,
    /// Whether all of the text stood in a string of another one.
    is_within_string: bool,
}

impl<'r> Decoder<'r> {
    pub(crate) fn new(text: &'r str, strictness: Strictness) -> Self {
        Self {
            text,
            window: text,
            pos: 0,
            depth: 0,
            mode: Mode::Json,
            is_broken: false,
            broken_at: 0,
            strictness,
            findings: Vec::new(),
            aim: Aim::Keep,
            errors: 0,
            dropped: 0,
            sections: [].iter(),
            is_cut: false,
            changes: 0,
            absent: 0,
            doubles: 0,
            ignored: 0,
            json_span: 0..0,
            probe_budget: text.len().saturating_mul(32).saturating_add(LEAST_PROBE_BUDGET),
            decisions: Decisions::default(),
            loose: Loose::new(text.len()),
            wrappers: 0,
            is_within_string: false,
        }
    }

    #[inline]
    const fn bytes(&self) -> &'r [u8] {
        self.window.as_bytes()
    }

    /// The byte at the current place; 0 at the end, which no JSON token is.
    #[inline]
    fn peek(&self) -> u8 {
        self.bytes().get(self.pos).copied().unwrap_or(0)
    }

    /// Skips JSON's blanks and shows the byte behind them.
    #[inline]
    fn peek_token(&mut self) -> u8 {
        match self.bytes().get(self.pos) {
            Some(&byte) if byte > b' ' => byte,
            _ => self.skip_to_token(),
        }
    }

    fn skip_to_token(&mut self) -> u8 {
        let rest = scan::skip_blanks(self.bytes().get(self.pos..).unwrap_or_default());
        self.pos = self.bytes().len() - rest.len();
        rest.first().copied().unwrap_or(0)
    }

    fn slice(&self, span: Range<usize>) -> &'r str {
        self.text.get(span).unwrap_or("")
    }

    /// Goes one level down; `false`, with the value skipped and an error noted, where that is too deep.
    #[inline]
    fn enter(&mut self) -> bool {
        self.depth += 1;
        self.depth <= MAX_DEPTH || self.refuse_depth()
    }

    #[cold]
    fn refuse_depth(&mut self) -> bool {
        self.depth -= 1;
        let start = self.pos;
        if self.skip_value() {
            self.fail(
                crate::ErrorKind::DepthLimit,
                "at most 128 levels of lists and objects",
                start..self.pos,
            );
        }
        false
    }
}
