//! The threads of a machine, and their way from one character to the next.
//!
//! A look-ahead that a thread passes becomes a need of the thread: threads of its own that must find a match (or must not) in
//! what is left of the text. A look-behind is answered by threads that search from the start of the text. So a machine with
//! look-around needs no going back, and all that it knows at some place of a text is a finite value.

use std::collections::HashSet;

use super::TooLarge;
use super::alphabet::Alphabet;
use super::nfa::{Nfa, Place, Step, StepId};

/// One way to read the text so far.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Thread {
    pub(super) step: StepId,
    pub(super) needs: Vec<Need>,
}

/// What the rest of the text must hold, or must not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Need {
    negated: bool,
    threads: Vec<Thread>,
}

/// What is known of a search after some characters.
#[derive(Debug)]
pub(super) enum Fate {
    /// There is a match, whatever follows.
    Found,
    /// It depends on what follows. Without threads, there is no match.
    Open(Vec<Thread>),
}

/// What is next to a place of the text, and which matches end there.
#[derive(Debug)]
pub(super) struct Here {
    /// The class of the character before; `None` at the start.
    pub(super) before: Option<usize>,
    /// The class of the character after; `None` at the end.
    pub(super) after: Option<usize>,
    /// For each look-behind, the threads that found it.
    behind: Vec<Vec<Thread>>,
}

/// Moves threads, as long as that takes not too long.
pub(super) struct Mover<'m> {
    nfa: &'m Nfa,
    alphabet: &'m Alphabet,
    /// How many threads may still be moved.
    work: usize,
    /// For each step, in which round a thread without needs was last there.
    rounds: Vec<usize>,
    round: usize,
}

impl Thread {
    /// A thread that needs nothing.
    pub(super) fn new(step: StepId) -> Self {
        Self { step, needs: Vec::new() }
    }

    /// How much room it takes.
    pub(super) fn weight(&self) -> usize {
        let needed = self.needs.iter().flat_map(|need| &need.threads);
        1 + needed.map(|thread| 1 + thread.weight()).sum::<usize>()
    }
}

impl<'m> Mover<'m> {
    pub(super) fn new(nfa: &'m Nfa, alphabet: &'m Alphabet, work: usize) -> Self {
        Self { nfa, alphabet, work, rounds: vec![0; nfa.steps.len()], round: 0 }
    }

    /// Looks around at a place. `behind` are the threads of the look-behinds, which are left ready to take a character.
    pub(super) fn look(
        &mut self,
        before: Option<usize>,
        after: Option<usize>,
        behind: &mut [Vec<Thread>],
    ) -> Result<Here, TooLarge> {
        let mut here = Here { before, after, behind: Vec::with_capacity(behind.len()) };
        for threads in behind {
            let (found, open) = self
                .ready(&here, threads)?
                .into_iter()
                .partition(|thread| matches!(self.nfa.steps[thread.step], Step::Match));
            here.behind.push(found);
            *threads = open;
        }
        Ok(here)
    }

    /// Does all that the threads do before they take a character: what is left is about to take one, or has found a match.
    pub(super) fn ready(
        &mut self,
        here: &Here,
        threads: &[Thread],
    ) -> Result<Vec<Thread>, TooLarge> {
        let mut todo = threads.to_vec();
        let mut seen: HashSet<Thread> = HashSet::new();
        let mut ready = Vec::new();
        self.round += 1;
        while let Some(thread) = todo.pop() {
            // A thread without needs makes all others at its step superfluous.
            if self.rounds[thread.step] == self.round {
                continue;
            }
            if thread.needs.is_empty() {
                self.rounds[thread.step] = self.round;
            } else if !seen.insert(thread.clone()) {
                continue;
            }
            self.spend(thread.weight())?;
            match self.nfa.steps[thread.step] {
                Step::Match | Step::Take(..) => ready.push(thread),
                Step::Fork(first, second) => {
                    todo.push(Thread { step: second, needs: thread.needs.clone() });
                    todo.push(Thread { step: first, ..thread });
                }
                Step::If(place, next) => {
                    if self.is(here, place) {
                        todo.push(Thread { step: next, ..thread });
                    }
                }
                Step::Ahead { body, negated, next } => {
                    let need = Need { negated, threads: vec![Thread::new(body)] };
                    todo.push(thread.past(next, need));
                }
                Step::Behind { index, negated, next } => {
                    let found = &here.behind[index];
                    let surely = found.iter().any(|thread| thread.needs.is_empty());
                    if found.is_empty() || surely {
                        if surely != negated {
                            todo.push(Thread { step: next, ..thread });
                        }
                    } else {
                        todo.push(thread.past(next, Need { negated, threads: found.clone() }));
                    }
                }
            }
        }
        self.without_weaker(ready)
    }

    /// Takes a character of a class. The threads are ready for it.
    pub(super) fn take(
        &mut self,
        here: &Here,
        threads: &[Thread],
        class: usize,
    ) -> Result<Fate, TooLarge> {
        let mut moved = Vec::new();
        for thread in threads {
            self.spend(1)?;
            let (step, found) = match self.nfa.steps[thread.step] {
                Step::Take(set, next) if self.alphabet.holds(set, class) => (next, false),
                Step::Match => (thread.step, true),
                _ => continue,
            };
            let Some(needs) = self.take_needs(here, &thread.needs, class)? else { continue };
            if found && needs.is_empty() {
                return Ok(Fate::Found);
            }
            moved.push(Thread { step, needs });
        }
        self.without_weaker(moved).map(Fate::Open)
    }

    /// Whether threads that are ready find a match at the end of the text.
    pub(super) fn end(&mut self, here: &Here, threads: &[Thread]) -> Result<bool, TooLarge> {
        for thread in threads {
            if matches!(self.nfa.steps[thread.step], Step::Match)
                && self.end_needs(here, &thread.needs)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What is still needed after a character; `None` if a need is not met.
    fn take_needs(
        &mut self,
        here: &Here,
        needs: &[Need],
        class: usize,
    ) -> Result<Option<Vec<Need>>, TooLarge> {
        let mut left = Vec::new();
        for Need { negated, threads } in needs {
            let ready = self.ready(here, threads)?;
            let found = match self.take(here, &ready, class)? {
                Fate::Open(threads) if !threads.is_empty() => {
                    left.push(Need { negated: *negated, threads });
                    continue;
                }
                Fate::Open(_) => false,
                Fate::Found => true,
            };
            if found == *negated {
                return Ok(None);
            }
        }
        left.sort_unstable();
        left.dedup();
        Ok(Some(left))
    }

    fn end_needs(&mut self, here: &Here, needs: &[Need]) -> Result<bool, TooLarge> {
        for Need { negated, threads } in needs {
            let ready = self.ready(here, threads)?;
            if self.end(here, &ready)? == *negated {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn is(&self, here: &Here, place: Place) -> bool {
        match place {
            Place::Start => here.before.is_none(),
            Place::End => here.after.is_none(),
            Place::Boundary { word, negated } => {
                let holds = |class| self.alphabet.holds(word, class);
                (here.before.is_some_and(holds) != here.after.is_some_and(holds)) != negated
            }
        }
    }

    /// Leaves out each thread that needs all that another needs at the same step.
    fn without_weaker(&mut self, mut threads: Vec<Thread>) -> Result<Vec<Thread>, TooLarge> {
        let key = |thread: &Thread| (thread.step, thread.needs.len());
        threads.sort_unstable_by(|one, other| key(one).cmp(&key(other)).then(one.cmp(other)));
        let mut kept: Vec<Thread> = Vec::with_capacity(threads.len());
        for thread in threads {
            let rivals = kept.iter().rev().take_while(|rival| rival.step == thread.step);
            let mut compared = 0;
            let weaker = rivals.inspect(|_| compared += 1).any(|rival| rival.serves(&thread));
            self.spend(compared)?;
            if !weaker {
                kept.push(thread);
            }
        }
        Ok(kept)
    }

    fn spend(&mut self, work: usize) -> Result<(), TooLarge> {
        self.work = self.work.checked_sub(work).ok_or(TooLarge)?;
        Ok(())
    }
}

impl Thread {
    /// The thread, one step on, with one more need.
    fn past(mut self, next: StepId, need: Need) -> Self {
        if let Err(at) = self.needs.binary_search(&need) {
            self.needs.insert(at, need);
        }
        Self { step: next, needs: self.needs }
    }

    /// Whether this thread needs nothing that the other does not need too.
    fn serves(&self, other: &Self) -> bool {
        self.needs.iter().all(|need| other.needs.binary_search(need).is_ok())
    }
}
