//! From a machine with look-around to an automaton that is in one state at a time.

use std::collections::HashMap;
use std::rc::Rc;

use super::TooLarge;
use super::alphabet::Alphabet;
use super::nfa::{Nfa, Place, Step};
use super::thread::{Fate, Here, Mover, Thread};

/// How much an automaton may take to make. It bounds the time and the memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// How many entries the rows may have, before the automaton is minimised.
    entries: usize,
    /// How many threads all states may hold together.
    threads: usize,
    /// How many threads may be moved.
    work: usize,
}

impl Limits {
    /// What any pattern may take.
    pub(super) const MOST: Self = Self { entries: 128 * 1024, threads: 300_000, work: 2_000_000 };
    /// What is not worth splitting.
    pub(super) const LITTLE: Self = Self { entries: 2 * 1024, threads: 10_000, work: 50_000 };
}

/// The state from which no text matches.
pub(super) const NO: usize = 0;
/// The state from which every text matches.
pub(super) const YES: usize = 1;
/// The state before the first character.
pub(super) const START: usize = 2;
/// The class that stands for the end of the text.
pub(super) const END: usize = 0;

/// An automaton. State 0 is the verdict no, state 1 the verdict yes, state 2 the start.
#[derive(Debug)]
pub(super) struct Dfa {
    /// How many classes there are, the end included.
    pub(super) width: usize,
    /// The next state for each class, a row for each state, those of the two verdicts included. At the end it is a verdict.
    pub(super) rows: Vec<usize>,
}

impl Dfa {
    pub(super) fn row(&self, state: usize) -> &[usize] {
        &self.rows[state * self.width..][..self.width]
    }

    pub(super) fn states(&self) -> usize {
        self.rows.len() / self.width
    }
}

/// All that a machine knows after some characters.
#[derive(Debug, PartialEq, Eq, Hash)]
struct State {
    /// The kind of the last character, see [`kinds`].
    before: Option<usize>,
    search: Vec<Thread>,
    behind: Vec<Vec<Thread>>,
}

/// Makes a machine deterministic.
pub(super) fn determine(nfa: &Nfa, alphabet: &Alphabet, limits: Limits) -> Result<Dfa, TooLarge> {
    let width = alphabet.classes;
    let mut builder = Builder {
        mover: Mover::new(nfa, alphabet, limits.work),
        kinds: kinds(nfa, alphabet),
        states: States { threads: limits.threads, ..States::default() },
    };
    builder.states.number(State {
        before: None,
        search: vec![Thread::new(nfa.start)],
        behind: nfa.behind.iter().map(|start| vec![Thread::new(*start)]).collect(),
    })?;
    let mut rows = vec![NO; width];
    rows.resize(2 * width, YES);
    while let Some(state) = builder.states.list.get(rows.len() / width - START).cloned() {
        let from = rows.len();
        rows.resize(from + width, NO);
        if rows.len() > limits.entries {
            return Err(TooLarge);
        }
        builder.fill(&state, &mut rows[from..])?;
    }
    Ok(Dfa { width, rows })
}

struct Builder<'m> {
    mover: Mover<'m>,
    /// See [`kinds`].
    kinds: Vec<usize>,
    states: States,
}

impl Builder<'_> {
    /// Writes the row of a state.
    fn fill(&mut self, state: &State, row: &mut [usize]) -> Result<(), TooLarge> {
        let here = self.mover.look(state.before, None, &mut state.behind.clone())?;
        let search = self.mover.ready(&here, &state.search)?;
        row[END] = if self.mover.end(&here, &search)? { YES } else { NO };
        for kind in 1..row.len() {
            if self.kinds[kind] != kind {
                continue;
            }
            // What is ready to take a character is the same for all characters of a kind.
            let mut behind = state.behind.clone();
            let here = self.mover.look(state.before, Some(kind), &mut behind)?;
            let search = self.mover.ready(&here, &state.search)?;
            for (class, next) in row.iter_mut().enumerate().skip(kind) {
                if self.kinds[class] == kind {
                    *next = self.next(&here, &search, &behind, class)?;
                }
            }
        }
        Ok(())
    }

    /// The state after a character.
    fn next(
        &mut self,
        here: &Here,
        search: &[Thread],
        behind: &[Vec<Thread>],
        class: usize,
    ) -> Result<usize, TooLarge> {
        let search = match self.mover.take(here, search, class)? {
            Fate::Found => return Ok(YES),
            Fate::Open(threads) if threads.is_empty() => return Ok(NO),
            Fate::Open(threads) => threads,
        };
        let mut after = Vec::with_capacity(behind.len());
        for threads in behind {
            match self.mover.take(here, threads, class)? {
                Fate::Open(threads) => after.push(threads),
                Fate::Found => unreachable!("`look` took out what was found"),
            }
        }
        self.states.number(State { before: Some(self.kinds[class]), search, behind: after })
    }
}

/// For each class, the first one that no boundary of a word tells from it.
fn kinds(nfa: &Nfa, alphabet: &Alphabet) -> Vec<usize> {
    let mut words: Vec<_> = nfa
        .steps
        .iter()
        .filter_map(|step| match step {
            Step::If(Place::Boundary { word, .. }, _) => Some(*word),
            _ => None,
        })
        .collect();
    words.sort_unstable();
    words.dedup();
    let word = |class: usize| words.iter().map(move |word| alphabet.holds(*word, class));
    let first = |class| (1..class).find(|other| word(*other).eq(word(class))).unwrap_or(class);
    (0..alphabet.classes).map(first).collect()
}

/// The states met so far, in the order of their numbers.
#[derive(Default)]
struct States {
    list: Vec<Rc<State>>,
    numbers: HashMap<Rc<State>, usize>,
    /// How many threads the states to come may hold.
    threads: usize,
}

impl States {
    fn number(&mut self, state: State) -> Result<usize, TooLarge> {
        if let Some(number) = self.numbers.get(&state) {
            return Ok(*number);
        }
        let threads = state.behind.iter().flatten().chain(&state.search);
        let weight = threads.map(Thread::weight).sum();
        self.threads = self.threads.checked_sub(weight).ok_or(TooLarge)?;
        let number = START + self.list.len();
        let state = Rc::new(state);
        self.list.push(Rc::clone(&state));
        self.numbers.insert(state, number);
        Ok(number)
    }
}
