//! Merges the states that no text tells apart, and the classes that no state does.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::determine::{Dfa, END, NO, START, YES};

/// An automaton as small as can be.
#[derive(Debug)]
pub(super) struct Minimal {
    pub(super) dfa: Dfa,
    /// For each class of the alphabet, the class of the automaton.
    pub(super) classes: Vec<usize>,
}

/// Makes an automaton as small as can be. Equal languages over equal alphabets get equal automata.
pub(super) fn minimise(dfa: &Dfa) -> Minimal {
    merge_classes(&merge_states(dfa))
}

fn merge_states(dfa: &Dfa) -> Dfa {
    let blocks = Partition::of(dfa).block;
    let mut numbers = HashMap::from([(blocks[NO], NO), (blocks[YES], YES)]);
    // One state of each block, in the order in which they are met. The start has a row even if it is a verdict.
    let mut members = vec![START];
    numbers.entry(blocks[START]).or_insert(START);
    let mut rows = vec![NO; dfa.width];
    rows.resize(2 * dfa.width, YES);
    let mut done = 0;
    while let Some(&state) = members.get(done) {
        done += 1;
        for (class, next) in dfa.row(state).iter().enumerate() {
            if class == END {
                rows.push(*next);
                continue;
            }
            let number = START + members.len();
            let known = *numbers.entry(blocks[*next]).or_insert(number);
            if known == number {
                members.push(*next);
            }
            rows.push(known);
        }
    }
    Dfa { width: dfa.width, rows }
}

fn merge_classes(dfa: &Dfa) -> Minimal {
    let column = |class| dfa.rows.chunks_exact(dfa.width).map(|row| row[class]).collect::<Vec<_>>();
    // The end of the text stays a class of its own, whatever its column.
    let mut kept = vec![END];
    let mut known = HashMap::new();
    let mut classes = vec![END];
    for class in 1..dfa.width {
        let merged = *known.entry(column(class)).or_insert(kept.len());
        if merged == kept.len() {
            kept.push(class);
        }
        classes.push(merged);
    }
    let rows = dfa.rows.chunks_exact(dfa.width);
    let rows = rows.flat_map(|row| kept.iter().map(|class| row[*class])).collect();
    Minimal { dfa: Dfa { width: kept.len(), rows }, classes }
}

/// The states in blocks, such that those of different blocks are told apart by some text.
struct Partition {
    /// The states, block by block.
    order: Vec<usize>,
    /// Where each state is in the order.
    place: Vec<usize>,
    blocks: Vec<Range<usize>>,
    /// The block of each state.
    block: Vec<usize>,
}

impl Partition {
    /// Splits the states into as few blocks as texts tell apart, by Hopcroft's method.
    fn of(dfa: &Dfa) -> Self {
        let mut partition = Self::whole(dfa.states());
        partition.split((0..dfa.states()).filter(|state| dfa.row(*state)[END] == YES));
        let sources = Sources::build(dfa);
        let mut todo: Vec<_> = (0..partition.blocks.len()).collect();
        while let Some(splitter) = todo.pop() {
            let splitter = partition.order[partition.blocks[splitter].clone()].to_vec();
            for class in 1..dfa.width {
                let sources = splitter.iter().flat_map(|state| sources.of(class, *state));
                // The new block is the smaller half: to split by it is enough, whether or not the other half still waits.
                todo.extend(partition.split(sources));
            }
        }
        partition
    }

    /// All in one block.
    fn whole(states: usize) -> Self {
        Self {
            order: (0..states).collect(),
            place: (0..states).collect(),
            blocks: std::iter::once(0..states).collect(),
            block: vec![0; states],
        }
    }

    /// Splits each block that holds some of the states, each given once, but not only these. Returns the new blocks: of each
    /// split block the smaller half.
    fn split(&mut self, states: impl Iterator<Item = usize>) -> Range<usize> {
        // How many of each block are marked. Marked ones are at the front of their block.
        let mut marked: BTreeMap<usize, usize> = BTreeMap::new();
        for state in states {
            let block = self.block[state];
            let count = marked.entry(block).or_default();
            self.swap(self.place[state], self.blocks[block].start + *count);
            *count += 1;
        }
        let known = self.blocks.len();
        for (block, count) in marked {
            let Range { start, end } = self.blocks[block];
            let middle = start + count;
            if middle == end {
                continue;
            }
            let (old, new) = if count <= end - middle {
                (middle..end, start..middle)
            } else {
                (start..middle, middle..end)
            };
            for state in &self.order[new.clone()] {
                self.block[*state] = self.blocks.len();
            }
            self.blocks[block] = old;
            self.blocks.push(new);
        }
        known..self.blocks.len()
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.order.swap(one, other);
        self.place[self.order[one]] = one;
        self.place[self.order[other]] = other;
    }
}

/// For each class and state, the states that go there.
struct Sources {
    states: usize,
    /// Where the sources of each class and state begin in the list.
    starts: Vec<usize>,
    list: Vec<usize>,
}

impl Sources {
    fn build(dfa: &Dfa) -> Self {
        let states = dfa.states();
        let slots = (0..states)
            .flat_map(|state| dfa.row(state).iter().enumerate().map(move |at| (state, at)))
            .map(|(state, (class, next))| (class * states + next, state));
        let mut starts = vec![0; dfa.width * states + 1];
        for (slot, _) in slots.clone() {
            starts[slot + 1] += 1;
        }
        for slot in 1..starts.len() {
            starts[slot] += starts[slot - 1];
        }
        let mut free = starts.clone();
        let mut list = vec![0; dfa.rows.len()];
        for (slot, state) in slots {
            list[free[slot]] = state;
            free[slot] += 1;
        }
        Self { states, starts, list }
    }

    fn of(&self, class: usize, state: usize) -> impl Iterator<Item = usize> {
        let slot = class * self.states + state;
        self.list[self.starts[slot]..self.starts[slot + 1]].iter().copied()
    }
}
