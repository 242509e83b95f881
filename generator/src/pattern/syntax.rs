//! A regular expression as written, groups and escapes resolved.

use std::ops::Range;

use regex_syntax::hir::ClassUnicode;

/// A regular expression.
#[derive(Debug)]
pub(super) struct Syntax {
    pub(super) root: Node,
    /// The sets of characters that the tree names by their place in this list. No two are equal.
    pub(super) sets: Vec<ClassUnicode>,
    /// How many look-arounds the tree holds.
    pub(super) looks: usize,
}

/// A part of a regular expression.
#[derive(Debug)]
pub(super) enum Node {
    /// One character of a set.
    Set(SetId),
    /// `^`
    Start,
    /// `$`
    End,
    /// `\b`, and `\B` if negated.
    Boundary { word: SetId, negated: bool },
    /// One after the other. An empty one matches the empty text.
    Concat(Vec<Node>),
    /// `a|b`
    Alternate(Vec<Node>),
    /// A quantifier. Whether it is lazy makes no difference to whether there is a match.
    Repeat { body: Box<Node>, min: u32, max: Option<u32> },
    /// A look-around, and where it stands.
    Look { id: LookId, span: Range<usize>, behind: bool, negated: bool, body: Box<Node> },
}

/// A place in [`Syntax::sets`].
pub(super) type SetId = usize;

/// Numbers the look-arounds, those within before those around them.
pub(super) type LookId = usize;
