//! What was meant to be JSON: read by what the type expects at each place, with a note for each slip.
//!
//! A text is read in this way only when it cannot be read as JSON. The open levels are kept with the keys that they
//! know, so that the end of a text without its quote, or with quotes inside, is where a key of this object, a
//! fitting closer or the end follows.

mod blank;
mod ends;
mod key;
mod level;
mod open;
mod text;
mod value;

use self::level::Level;
pub(super) use self::text::Scalar;

/// How many bytes may be looked at ahead in the shortest reply.
const LEAST_LOOKAHEAD: usize = 1 << 16;

/// The state of reading what was meant to be JSON.
#[derive(Debug)]
pub(super) struct Loose {
    levels: Vec<Level>,
    /// Set where the opening bracket of the object or list that comes next is missing: what closes it.
    implied: Option<u8>,
    /// Whether a bracket was missing at the end of the text.
    is_unclosed: bool,
    /// How many bytes may still be looked at ahead of the place that is read. It bounds the time that all of it takes.
    lookahead: usize,
}

impl Loose {
    pub(super) const fn new(len: usize) -> Self {
        let lookahead = len.saturating_mul(16).saturating_add(LEAST_LOOKAHEAD);
        Self { levels: Vec::new(), implied: None, is_unclosed: false, lookahead }
    }
}
