//! A regular expression as a machine of small steps.

use super::TooLarge;
use super::syntax::{LookId, Node, SetId};

/// How many steps a machine may have.
const LARGEST: usize = 40_000;

/// A machine that finds a match that starts anywhere.
#[derive(Debug)]
pub(super) struct Nfa {
    pub(super) steps: Vec<Step>,
    pub(super) start: StepId,
    /// The first steps of what the look-behinds look for, those within before those around them.
    pub(super) behind: Vec<StepId>,
}

/// What a thread of the machine does next.
#[derive(Debug)]
pub(super) enum Step {
    /// There is a match.
    Match,
    /// Takes one character of a set.
    Take(SetId, StepId),
    /// Does both.
    Fork(StepId, StepId),
    /// Goes on if the place is right.
    If(Place, StepId),
    /// Goes on if a match of `body` starts here.
    Ahead { body: StepId, negated: bool, next: StepId },
    /// Goes on if a match of one of [`Nfa::behind`] ends here.
    Behind { index: usize, negated: bool, next: StepId },
}

/// A test that looks at the characters next to it only.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// At the start of the text.
    Start,
    /// At its end.
    End,
    /// Between a character of the set and one that is not, or the start or the end.
    Boundary { word: SetId, negated: bool },
}

/// A place in [`Nfa::steps`].
pub(super) type StepId = usize;

/// Builds the machine of some look-arounds at most.
pub(super) fn build(root: &Node, looks: usize) -> Result<Nfa, TooLarge> {
    let mut builder =
        Builder { steps: vec![Step::Match], behind: Vec::new(), looks: vec![None; looks] };
    let start = builder.anywhere(root)?;
    Ok(Nfa { steps: builder.steps, start, behind: builder.behind })
}

/// The step that every builder starts with.
const MATCH: StepId = 0;
/// The set of all characters, which the parser puts first.
const ANY: SetId = 0;

struct Builder {
    steps: Vec<Step>,
    behind: Vec<StepId>,
    /// Where the look-arounds are, once built: a repeated one is built once. First steps of look-aheads, places in
    /// `behind` of look-behinds.
    looks: Vec<Option<usize>>,
}

impl Builder {
    /// A search: the node, found from any place on.
    fn anywhere(&mut self, node: &Node) -> Result<StepId, TooLarge> {
        let found = self.node(node, MATCH)?;
        let start = self.push(Step::Match)?;
        let skip = self.push(Step::Take(ANY, start))?;
        self.steps[start] = Step::Fork(found, skip);
        Ok(start)
    }

    /// The node with what follows it. The depth is the parser's, which bounds it.
    fn node(&mut self, node: &Node, next: StepId) -> Result<StepId, TooLarge> {
        match node {
            Node::Set(set) => self.push(Step::Take(*set, next)),
            Node::Start => self.push(Step::If(Place::Start, next)),
            Node::End => self.push(Step::If(Place::End, next)),
            Node::Boundary { word, negated } => {
                self.push(Step::If(Place::Boundary { word: *word, negated: *negated }, next))
            }
            Node::Concat(nodes) => {
                nodes.iter().rev().try_fold(next, |next, node| self.node(node, next))
            }
            Node::Alternate(nodes) => {
                let mut nodes = nodes.iter().rev();
                let Some(last) = nodes.next() else { return Ok(next) };
                let last = self.node(last, next)?;
                nodes.try_fold(last, |others, node| {
                    let node = self.node(node, next)?;
                    self.push(Step::Fork(node, others))
                })
            }
            Node::Repeat { body, min, max } => self.repeat(body, *min, *max, next),
            Node::Look { id, behind, negated, body, .. } => {
                self.look(*id, *behind, *negated, body, next)
            }
        }
    }

    fn repeat(
        &mut self,
        body: &Node,
        min: u32,
        max: Option<u32>,
        next: StepId,
    ) -> Result<StepId, TooLarge> {
        let mut first = next;
        if let Some(max) = max {
            for _ in min..max {
                let taken = self.node(body, first)?;
                if taken == first {
                    break;
                }
                first = self.push(Step::Fork(taken, next))?;
            }
        } else {
            first = self.push(Step::Match)?;
            let taken = self.node(body, first)?;
            self.steps[first] = Step::Fork(taken, next);
        }
        for _ in 0..min {
            let taken = self.node(body, first)?;
            if taken == first {
                break;
            }
            first = taken;
        }
        Ok(first)
    }

    fn look(
        &mut self,
        id: LookId,
        behind: bool,
        negated: bool,
        body: &Node,
        next: StepId,
    ) -> Result<StepId, TooLarge> {
        let built = match self.looks[id] {
            Some(built) => built,
            None if behind => {
                let start = self.anywhere(body)?;
                self.behind.push(start);
                self.behind.len() - 1
            }
            None => self.node(body, MATCH)?,
        };
        self.looks[id] = Some(built);
        self.push(if behind {
            Step::Behind { index: built, negated, next }
        } else {
            Step::Ahead { body: built, negated, next }
        })
    }

    fn push(&mut self, step: Step) -> Result<StepId, TooLarge> {
        if self.steps.len() == LARGEST {
            return Err(TooLarge);
        }
        self.steps.push(step);
        Ok(self.steps.len() - 1)
    }
}
