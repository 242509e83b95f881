//! Types that no finite value or no Rust type can have.

use super::Lowering;
use crate::diagnostic::{Code, Place, quoted};
use crate::ir::{BoundKind, Guard, Kind, Presence, Type, TypeId};

/// More steps of a cycle are not shown.
pub(super) const MOST_STEPS: usize = 8;

/// How far a type has been walked.
#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
}

impl Lowering<'_, '_> {
    /// Opens lists, maps and tuples that hold themselves without an object or a union between: Rust has no name for
    /// them. They are read as any value, and their rule is checked.
    pub(super) fn open_endless_lists(&mut self) {
        let parts = |ty: &Type| match &ty.kind {
            Kind::List(id) | Kind::Map(id) | Kind::Nullable(id) => vec![*id],
            Kind::Tuple(items) => items.clone(),
            _ => Vec::new(),
        };
        let mut states = vec![State::New; self.types.all.len()];
        let mut endless = Vec::new();
        for start in 0..states.len() {
            if states[start] != State::New {
                continue;
            }
            states[start] = State::Open;
            let mut stack = vec![(TypeId(start), parts(&self.types.all[start]))];
            while let Some((id, rest)) = stack.last_mut() {
                let id = *id;
                let Some(part) = rest.pop() else {
                    states[id.0] = State::Done;
                    stack.pop();
                    continue;
                };
                match states[part.0] {
                    State::Open => endless.push(part),
                    State::New => {
                        states[part.0] = State::Open;
                        stack.push((part, parts(&self.types[part])));
                    }
                    State::Done => {}
                }
            }
        }
        for id in endless {
            if !matches!(self.types[id].kind, Kind::Any) {
                self.open_type(id);
            }
        }
    }

    /// Makes a type any value with the rule of its schema.
    pub(super) fn open_type(&mut self, id: TypeId) {
        let node = self.origins[id.0].node;
        let (rule, place) = (self.assert(node), self.place(node.span));
        let ty = &mut self.types.all[id.0];
        ty.kind = Kind::Any;
        ty.bounds.clear();
        ty.texts.clear();
        ty.guards = vec![Guard { text: "what its schema says".to_owned(), rule, place }];
    }

    /// Refuses types that must contain themselves.
    pub(super) fn refuse_infinite(&mut self) {
        let count = self.types.all.len();
        // A type is finite once all types that it requires are; a union, once one of its arms is.
        let mut missing: Vec<usize> = Vec::with_capacity(count);
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (at, ty) in self.types.all.iter().enumerate() {
            let needs = needs(ty);
            for (id, _) in &needs {
                users[id.0].push(at);
            }
            missing.push(match ty.kind {
                Kind::Union(_) => 1,
                _ => needs.len(),
            });
        }
        let mut finite: Vec<usize> = (0..count).filter(|&at| missing[at] == 0).collect();
        while let Some(at) = finite.pop() {
            for &user in &users[at] {
                // A union that became finite by another arm is not counted again.
                if missing[user] > 0 {
                    missing[user] -= 1;
                    if missing[user] == 0 {
                        finite.push(user);
                    }
                }
            }
        }
        let mut is_told = vec![false; count];
        for start in 0..count {
            if missing[start] > 0 && !is_told[start] {
                self.tell_infinite(TypeId(start), &missing, &mut is_told);
            }
        }
    }

    fn tell_infinite(&mut self, start: TypeId, missing: &[usize], is_told: &mut [bool]) {
        let mut steps: Vec<(TypeId, Place)> = Vec::new();
        let mut id = start;
        let mut on_path = std::collections::HashMap::new();
        while let Some((next, place)) =
            needs(&self.types[id]).into_iter().find(|(next, _)| missing[next.0] > 0)
        {
            if let Some(&first) = on_path.get(&id) {
                steps.drain(..first);
                break;
            }
            if is_told[id.0] {
                return;
            }
            is_told[id.0] = true;
            on_path.insert(id, steps.len());
            steps.push((id, place));
            id = next;
        }
        let Some(&(first, _)) = steps.first() else { return };
        let name = |id: TypeId| match (&self.types[id].name, &self.types[id].kind) {
            (Some(name), _) => quoted(name),
            (None, Kind::List(_)) => "a list".to_owned(),
            (None, _) => "a type without a name".to_owned(),
        };
        let message = format!("{} requires itself, so no value of it is finite", name(first));
        let mut problem = self.problem(Code::InfiniteType, self.types[first].place.span, message);
        for (at, &(id, place)) in steps.iter().enumerate().take(MOST_STEPS) {
            let (next, _) = steps[(at + 1) % steps.len()];
            let verb = if matches!(self.types[id].kind, Kind::Union(_)) {
                "has as an arm"
            } else {
                "requires"
            };
            problem = problem.related(place, format!("{} {verb} {}", name(id), name(next)));
        }
        let help = "let one property of the cycle be optional, nullable or a list";
        self.report(problem.help(help));
    }
}

/// The types of which a value must be there in each value of a type, or for a union those of which one
/// must be, each with the place that says so.
fn needs(ty: &Type) -> Vec<(TypeId, Place)> {
    match &ty.kind {
        Kind::Object(object) => {
            let required =
                object.properties.iter().filter(|one| matches!(one.presence, Presence::Required));
            required.map(|property| (property.ty, property.place)).collect()
        }
        Kind::Union(union) => union.arms.iter().map(|&arm| (arm, ty.place)).collect(),
        Kind::Tuple(items) => items.iter().map(|&item| (item, ty.place)).collect(),
        Kind::List(item) => {
            let is_never_empty = ty
                .bounds
                .iter()
                .any(|bound| bound.kind == BoundKind::MinItems && bound.value != "0");
            if is_never_empty { vec![(*item, ty.place)] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}
