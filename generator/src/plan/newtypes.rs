//! Types that get a name of their own though Rust could spell them out.

use crate::ir::{Kind, Signature, TypeId};

/// A tuple of more parts than this, those of tuples within it counted, gets a name and a box. Tuples of tuples could else
/// take more text, and more of the stack, than there is.
const MANY_PARTS: usize = 64;

/// Which types are written as newtypes.
pub(super) struct Newtypes {
    /// For each type whether it is one: the root of a file that is generated as types only, if it would have no name;
    /// tuples of many parts; and one type of each circle of lists, maps and tuples, which Rust could not spell.
    pub(super) named: Vec<bool>,
    /// For each type whether it is a tuple of many parts, which is boxed wherever a value holds it.
    pub(super) large: Vec<bool>,
}

impl Newtypes {
    pub(super) fn of(signature: &Signature) -> Self {
        let count = signature.types.all.len();
        let mut types = Self { named: vec![false; count], large: vec![false; count] };
        let root = signature.root.filter(|&root| {
            !matches!(signature.types[root].kind, Kind::Object(_) | Kind::Enum(_) | Kind::Union(_))
        });
        if let Some(root) = root {
            types.named[root.0] = true;
        }
        let mut states = vec![State::New; count];
        for start in 0..count {
            let mut path = Vec::new();
            if states[start] == State::New {
                states[start] = State::Open;
                path.push((start, parts(signature, start)));
            }
            while let Some((at, left)) = path.last_mut() {
                let at = *at;
                let Some(TypeId(part)) = left.pop() else {
                    states[at] = State::Done(types.size(signature, &states, at));
                    path.pop();
                    continue;
                };
                match states[part] {
                    State::New => {
                        states[part] = State::Open;
                        path.push((part, parts(signature, part)));
                    }
                    State::Open => types.named[nameable(signature, part)] = true,
                    State::Done(_) => {}
                }
            }
        }
        types
    }

    /// How many parts the spelling of a type has. One that has a name has one.
    fn size(&mut self, signature: &Signature, states: &[State], at: usize) -> usize {
        let size_of = |part: TypeId| if let State::Done(size) = states[part.0] { size } else { 1 };
        let size = parts(signature, at).into_iter().map(size_of).sum::<usize>().max(1);
        if size > MANY_PARTS && matches!(signature.types.all[at].kind, Kind::Tuple(_)) {
            (self.named[at], self.large[at]) = (true, true);
        }
        if self.named[at] { 1 } else { size }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    /// With the number of parts of the spelling.
    Done(usize),
}

/// A nullable type of a circle leaves the name to what it holds.
fn nameable(signature: &Signature, at: usize) -> usize {
    match signature.types.all[at].kind {
        Kind::Nullable(inner) => inner.0,
        _ => at,
    }
}

/// The types that the spelling of a type has in it.
fn parts(signature: &Signature, at: usize) -> Vec<TypeId> {
    match &signature.types.all[at].kind {
        Kind::List(inner) | Kind::Map(inner) | Kind::Nullable(inner) => vec![*inner],
        Kind::Tuple(items) => items.clone(),
        _ => Vec::new(),
    }
}
