//! Which types are parts of themselves.

use crate::ir::{Type, TypeId, Types};

/// For each type, whether a walk from it to its parts comes back to it.
///
/// Tarjan's strongly connected components, with a stack of its own: a file can chain more types than the call
/// stack has room for.
pub(super) fn on_cycle(types: &Types, parts: fn(&Type) -> Vec<TypeId>) -> Vec<bool> {
    let count = types.all.len();
    let mut walk = Walk {
        index: vec![UNSEEN; count],
        low: vec![0; count],
        open: Vec::new(),
        next: 0,
        parts,
        found: vec![false; count],
    };
    for start in 0..count {
        if walk.index[start] == UNSEEN {
            walk.from(types, start);
        }
    }
    walk.found
}

const UNSEEN: usize = usize::MAX;
/// The index of a type whose component is complete.
const CLOSED: usize = usize::MAX - 1;

struct Walk {
    /// The order in which types were met.
    index: Vec<usize>,
    /// The earliest open type that is reachable.
    low: Vec<usize>,
    /// Types whose component is not complete.
    open: Vec<usize>,
    next: usize,
    parts: fn(&Type) -> Vec<TypeId>,
    found: Vec<bool>,
}

impl Walk {
    fn from(&mut self, types: &Types, start: usize) {
        let mut path = vec![(start, self.enter(types, start))];
        while let Some((at, left)) = path.last_mut() {
            let at = *at;
            if let Some(TypeId(part)) = left.pop() {
                self.found[at] |= part == at;
                match self.index[part] {
                    UNSEEN => path.push((part, self.enter(types, part))),
                    CLOSED => {}
                    met => self.low[at] = self.low[at].min(met),
                }
            } else {
                path.pop();
                self.leave(at);
                if let Some(&(above, _)) = path.last() {
                    self.low[above] = self.low[above].min(self.low[at]);
                }
            }
        }
    }

    fn enter(&mut self, types: &Types, at: usize) -> Vec<TypeId> {
        self.index[at] = self.next;
        self.low[at] = self.next;
        self.next += 1;
        self.open.push(at);
        (self.parts)(&types.all[at])
    }

    /// Completes the component of which this type was met first.
    fn leave(&mut self, at: usize) {
        if self.low[at] < self.index[at] {
            return;
        }
        let first = self.open.iter().rposition(|&one| one == at).unwrap_or(0);
        let is_cycle = self.open.len() - first > 1;
        for member in self.open.drain(first..) {
            self.index[member] = CLOSED;
            self.found[member] |= is_cycle;
        }
    }
}
