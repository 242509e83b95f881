//! Types that get a name of their own though Rust could spell them out.

use crate::ir::{Kind, Signature, TypeId};

/// For each type whether it is written as a newtype: the root of a file that is generated as types only, if it would
/// have no name, and one type of each circle of lists, maps and tuples, which Rust could not spell.
pub(super) fn newtypes(signature: &Signature) -> Vec<bool> {
    let mut named = vec![false; signature.types.all.len()];
    let root = signature.root.filter(|&root| {
        !matches!(signature.types[root].kind, Kind::Object(_) | Kind::Enum(_) | Kind::Union(_))
    });
    if let Some(root) = root {
        named[root.0] = true;
    }
    let mut states = vec![State::New; named.len()];
    for start in 0..named.len() {
        let mut path = Vec::new();
        if states[start] == State::New {
            states[start] = State::Open;
            path.push((start, parts(signature, start)));
        }
        while let Some((at, left)) = path.last_mut() {
            let at = *at;
            let Some(TypeId(part)) = left.pop() else {
                states[at] = State::Done;
                path.pop();
                continue;
            };
            match states[part] {
                State::New => {
                    states[part] = State::Open;
                    path.push((part, parts(signature, part)));
                }
                State::Open => named[nameable(signature, part)] = true,
                State::Done => {}
            }
        }
    }
    named
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
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
