//! Compiles the regular expressions of `pattern` and `patternProperties`, so that none is read at run time.
//!
//! Data flows one way: `parse` reads ECMAScript's syntax into a [`syntax`] tree, `nfa` makes it a machine with look-around,
//! `alphabet` sorts the characters into as few classes as the pattern tells apart, `determine` makes the machine
//! deterministic, `minimise` small, and `table` writes it down for the runtime.

mod alphabet;
mod determine;
mod escape;
mod minimise;
mod named;
mod nfa;
mod parse;
mod set;
mod split;
mod syntax;
mod table;
#[cfg(test)]
mod tests;
mod thread;

use std::ops::Range;

use determine::Limits;
use split::Condition;
use syntax::{Node, Syntax};
pub(crate) use table::Compiled;

/// How long a pattern may be, in bytes.
const LONGEST: usize = 32 * 1024;

/// A regular expression that is not compiled, and why.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Refused {
    /// What is not supported, in one sentence without a final stop.
    pub(crate) message: String,
    /// Where in the pattern, in bytes.
    pub(crate) span: Range<usize>,
    /// The way out.
    pub(crate) help: &'static str,
}

/// Compiles a regular expression as JSON Schema means it: ECMAScript's, by code points, found anywhere in the text.
///
/// Look-around of every kind is honoured. Whatever the browsers' legacy syntax (ECMA-262, Annex B) allows is read as there,
/// unless other dialects read it otherwise. Back-references are refused, and so is a pattern whose automaton would be large;
/// neither the time nor the memory that a hostile pattern can take is more than a large honest one's.
pub(crate) fn compile(pattern: &str) -> Result<Compiled, Refused> {
    if pattern.len() > LONGEST {
        return Err(Refused::too_large(pattern));
    }
    let syntax = parse::parse(pattern)?;
    in_parts(pattern, syntax).map_err(|TooLarge| Refused::too_large(pattern))
}

/// Makes one automaton if it is small, else one for each condition on the whole text: the automaton of all would have a state for
/// each combination of theirs, as for `^(?=.{1,253}$)` before labels of at most 63 characters.
fn in_parts(pattern: &str, syntax: Syntax) -> Result<Compiled, TooLarge> {
    let Syntax { root, sets, looks } = syntax;
    let alphabet = alphabet::divide(&sets)?;
    let compile = |source, root: &Node, limits| {
        let nfa = nfa::build(root, looks)?;
        let dfa = determine::determine(&nfa, &alphabet, limits)?;
        table::write(source, &alphabet, &minimise::minimise(&dfa))
    };
    if !split::can_split(&root) {
        return compile(pattern, &root, Limits::MOST);
    }
    if let Ok(compiled) = compile(pattern, &root, Limits::LITTLE) {
        return Ok(compiled);
    }
    let (root, conditions) = split::split(root);
    let mut compiled = compile(pattern, &root, Limits::MOST)?;
    for Condition { span, holds, root } in conditions {
        compiled.also(holds, compile(&pattern[span], &root, Limits::MOST)?);
    }
    Ok(compiled)
}

/// A step of the compilation would take too much time or memory, or its result too much room.
#[derive(Debug)]
struct TooLarge;

impl Refused {
    fn new(span: Range<usize>, message: impl Into<String>, help: &'static str) -> Self {
        Self { message: message.into(), span, help }
    }

    fn too_large(pattern: &str) -> Self {
        Self::new(
            0..pattern.len(),
            "the pattern is too large to compile",
            "lower the counts in `{min,max}`, or bound texts by `maxLength` and list them by `enum` instead",
        )
    }
}
