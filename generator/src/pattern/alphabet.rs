//! The classes of characters that a pattern tells apart.

use std::collections::{BTreeMap, HashMap};

use regex_syntax::hir::ClassUnicode;

use super::TooLarge;
use super::syntax::SetId;

/// How many pairs of a set and a stretch of characters may be looked at.
const MOST_WORK: usize = 4_000_000;

/// Which characters belong together. Class 0 is none of theirs: it stands for the end of the text.
#[derive(Debug)]
pub(super) struct Alphabet {
    /// The first character of each stretch, and the class of all in it. The first stretch starts at the first character.
    pub(super) stretches: Vec<(char, usize)>,
    /// How many classes there are, the end of the text included.
    pub(super) classes: usize,
    /// For each set, whether the class is in it.
    members: Vec<Vec<bool>>,
}

impl Alphabet {
    /// Whether the characters of a class are in a set.
    pub(super) fn holds(&self, set: SetId, class: usize) -> bool {
        self.members[set][class]
    }
}

/// Splits the characters into as few classes as the sets tell apart.
pub(super) fn divide(sets: &[ClassUnicode]) -> Result<Alphabet, TooLarge> {
    // For each start of a stretch, the sets that begin or end there.
    let mut changes: BTreeMap<char, Vec<SetId>> = BTreeMap::from([('\0', Vec::new())]);
    for (set, class) in sets.iter().enumerate() {
        for range in class.ranges() {
            changes.entry(range.start()).or_default().push(set);
            if let Some(after) = after(range.end()) {
                changes.entry(after).or_default().push(set);
            }
        }
    }
    if changes.len().saturating_mul(sets.len()) > MOST_WORK {
        return Err(TooLarge);
    }
    let mut inside = vec![false; sets.len()];
    let mut classes: HashMap<Vec<bool>, usize> = HashMap::new();
    let mut members = vec![vec![false]; sets.len()];
    let mut stretches = Vec::new();
    for (start, sets) in changes {
        for set in sets {
            inside[set] = !inside[set];
        }
        let known = classes.len() + 1;
        let class = *classes.entry(inside.clone()).or_insert(known);
        if class == known {
            for (set, inside) in inside.iter().enumerate() {
                members[set].push(*inside);
            }
        }
        stretches.push((start, class));
    }
    Ok(Alphabet { stretches, classes: classes.len() + 1, members })
}

/// The character after this one. Surrogates are none.
fn after(character: char) -> Option<char> {
    match character {
        '\u{D7FF}' => Some('\u{E000}'),
        _ => char::from_u32(u32::from(character) + 1),
    }
}
