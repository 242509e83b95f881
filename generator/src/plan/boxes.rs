//! Which uses of a type must be boxed, so that no struct contains itself.

use std::collections::HashSet;

use super::newtypes::Newtypes;
use super::reach::direct_parts;
use crate::ir::{Kind, Signature, TypeId};

/// So many types may hold one another without a box. The compiler computes their layout within each other's, with a type
/// or two of ours and an `Option` at each level, and gives up at a depth of 128.
const DEEPEST: usize = 32;

/// The uses to be boxed: the type that has the property, arm or item, and the object, union or tuple type of it.
pub(super) struct Boxes {
    edges: HashSet<(TypeId, TypeId)>,
    /// For each type whether all its uses are boxed, for its size.
    large: Vec<bool>,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
}

impl Boxes {
    /// Boxes each use that leads back to a type from within it, and of what is large or deep. Lists and maps need no box.
    pub(super) fn of(signature: &Signature, newtypes: &Newtypes) -> Self {
        let mut states = vec![State::New; signature.types.all.len()];
        let mut edges = HashSet::new();
        // How many types hold one another from each one on.
        let mut heights = vec![0; states.len()];
        for root in (0..states.len()).map(TypeId) {
            // The stack holds types and the parts of them that are still to be seen.
            let mut stack = vec![];
            if states[root.0] == State::New && is_container(signature, root) {
                states[root.0] = State::Open;
                stack.push((root, direct_parts(signature, root)));
            }
            while let Some((owner, parts)) = stack.last_mut() {
                let owner = *owner;
                let Some(part) = parts.pop() else {
                    states[owner.0] = State::Done;
                    heights[owner.0] = 1 + height_within(signature, owner, &heights, &mut edges);
                    stack.pop();
                    continue;
                };
                match states[part.0] {
                    State::Open => {
                        edges.insert((owner, part));
                    }
                    State::New if is_container(signature, part) => {
                        states[part.0] = State::Open;
                        stack.push((part, direct_parts(signature, part)));
                    }
                    State::New | State::Done => {}
                }
            }
        }
        Self { edges, large: newtypes.large.clone() }
    }

    pub(super) fn is_boxed(&self, owner: Option<TypeId>, part: TypeId) -> bool {
        owner.is_some_and(|owner| {
            self.edges.contains(&(owner, part))
                || self.large.get(part.0).copied().unwrap_or_default()
        })
    }
}

/// How many types hold one another within a type, once all deeper parts are boxed.
fn height_within(
    signature: &Signature,
    owner: TypeId,
    heights: &[usize],
    edges: &mut HashSet<(TypeId, TypeId)>,
) -> usize {
    let mut highest = 0;
    for part in direct_parts(signature, owner) {
        if heights[part.0] >= DEEPEST {
            edges.insert((owner, part));
        } else if !edges.contains(&(owner, part)) {
            highest = highest.max(heights[part.0]);
        }
    }
    highest
}

fn is_container(signature: &Signature, id: TypeId) -> bool {
    matches!(signature.types[id].kind, Kind::Object(_) | Kind::Union(_) | Kind::Tuple(_))
}
