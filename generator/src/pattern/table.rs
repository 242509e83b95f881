//! An automaton as the generated code holds it.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::TooLarge;
use super::alphabet::Alphabet;
use super::minimise::Minimal;

/// How many entries a table may have.
const MOST_ENTRIES: usize = 64 * 1024;

/// A compiled regular expression: what the runtime's `Pattern` is made of.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Compiled {
    source: String,
    starts: Vec<char>,
    classes: Vec<u8>,
    table: Vec<u8>,
    wide: bool,
    /// What a text must match as well, or must not if it is false.
    also: Vec<(bool, Compiled)>,
}

impl Compiled {
    /// Whether the expression matches somewhere in the text, as generated code will say.
    pub(crate) fn matches(&self, text: &str) -> bool {
        use sigcodegen_runtime::check::pattern::Pattern;

        let make = if self.wide { Pattern::wide } else { Pattern::new };
        make(&self.source, &self.starts, &self.classes, &self.table).matches(text)
            && self.also.iter().all(|(holds, other)| other.matches(text) == *holds)
    }

    /// Adds a condition: the text must match as well, or must not.
    pub(super) fn also(&mut self, holds: bool, other: Self) {
        self.also.push((holds, other));
    }

    /// The expression that makes the runtime's `Pattern`, for a `static` of a generated module.
    pub(crate) fn tokens(&self) -> TokenStream {
        let Self { source, starts, .. } = self;
        let make = if self.wide { quote!(wide) } else { quote!(new) };
        let classes = Literal::byte_string(&self.classes);
        let table = Literal::byte_string(&self.table);
        let alone = quote!(rt::Pattern::#make(#source, &[#(#starts),*], #classes, #table));
        if self.also.is_empty() {
            return alone;
        }
        let also = self.also.iter().map(|(holds, other)| {
            let other = other.tokens();
            quote!((#holds, #other))
        });
        quote!({
            static ALSO: &[(bool, rt::Pattern)] = &[#(#also),*];
            #alone.also(ALSO)
        })
    }
}

/// Writes an automaton down.
pub(super) fn write(
    source: &str,
    alphabet: &Alphabet,
    minimal: &Minimal,
) -> Result<Compiled, TooLarge> {
    let Minimal { dfa, classes: merged } = minimal;
    // The two verdicts need no rows.
    let rows = &dfa.rows[2 * dfa.width..];
    if rows.len() > MOST_ENTRIES {
        return Err(TooLarge);
    }
    let wide = dfa.states() > 256;
    let mut table = Vec::new();
    for state in rows {
        let [low, high] = u16::try_from(*state).map_err(|_| TooLarge)?.to_le_bytes();
        table.push(low);
        table.extend(wide.then_some(high));
    }
    let mut starts = Vec::new();
    let mut classes: Vec<u8> = Vec::new();
    for (start, class) in &alphabet.stretches {
        let class = u8::try_from(merged[*class]).map_err(|_| TooLarge)?;
        if classes.last() == Some(&class) {
            continue;
        }
        if !classes.is_empty() {
            starts.push(*start);
        }
        classes.push(class);
    }
    Ok(Compiled { source: source.to_owned(), starts, classes, table, wide, also: Vec::new() })
}
