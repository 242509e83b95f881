//! Which types are used, read from replies, or kept in part.

use crate::ir::{Direction, Kind, Signature, TypeId};

/// What each type is needed for.
pub(super) struct Reach {
    used: Vec<bool>,
    read: Vec<bool>,
    partial: Vec<bool>,
    are_inputs_read: bool,
}

impl Reach {
    /// Inputs are read by serde only.
    pub(super) fn of(signature: &Signature, are_inputs_read: bool) -> Self {
        let roots = |direction: Option<Direction>| {
            let fields = signature
                .fields
                .iter()
                .filter(move |field| direction.is_none_or(|one| field.direction == one));
            fields.map(|field| field.property.ty).collect::<Vec<_>>()
        };
        let all = || roots(None).into_iter().chain(signature.root).collect::<Vec<_>>();
        let outputs = || roots(Some(Direction::Output)).into_iter().chain(signature.root).collect();
        Self {
            used: closure(signature, all(), all_parts),
            read: closure(signature, if are_inputs_read { all() } else { outputs() }, all_parts),
            partial: closure(signature, outputs(), through_wrappers),
            are_inputs_read,
        }
    }

    pub(super) fn is_used(&self, id: TypeId) -> bool {
        self.used[id.0]
    }

    pub(super) fn is_read(&self, id: TypeId) -> bool {
        self.read[id.0]
    }

    pub(super) fn are_inputs_read(&self) -> bool {
        self.are_inputs_read
    }

    /// Whether partial values of the type occur: outside of lists and maps, which keep whole items only.
    pub(super) fn has_partial(&self, id: TypeId) -> bool {
        self.partial[id.0]
    }
}

fn closure(
    signature: &Signature,
    roots: Vec<TypeId>,
    parts: fn(&Signature, TypeId) -> Vec<TypeId>,
) -> Vec<bool> {
    let mut marked = vec![false; signature.types.all.len()];
    let mut queue = roots;
    while let Some(id) = queue.pop() {
        if !std::mem::replace(&mut marked[id.0], true) {
            queue.extend(parts(signature, id));
        }
    }
    marked
}

fn all_parts(signature: &Signature, id: TypeId) -> Vec<TypeId> {
    match &signature.types[id].kind {
        Kind::List(inner) | Kind::Map(inner) | Kind::Nullable(inner) => vec![*inner],
        Kind::Object(object) => {
            let properties = object.properties.iter().map(|property| property.ty);
            properties.chain(object.additional).collect()
        }
        Kind::Union(union) => union.arms.clone(),
        Kind::Tuple(items) => items.clone(),
        _ => Vec::new(),
    }
}

fn through_wrappers(signature: &Signature, id: TypeId) -> Vec<TypeId> {
    match &signature.types[id].kind {
        Kind::List(_) | Kind::Map(_) => Vec::new(),
        Kind::Object(object) => object.properties.iter().map(|property| property.ty).collect(),
        _ => all_parts(signature, id),
    }
}

/// The objects, unions and tuples that a type holds in place, not behind a list or map; last in the file first.
pub(super) fn direct_parts(signature: &Signature, id: TypeId) -> Vec<TypeId> {
    let mut parts = through_wrappers(signature, id);
    for part in &mut parts {
        // Nullables are never nested.
        if let Kind::Nullable(inner) = signature.types[*part].kind {
            *part = inner;
        }
    }
    parts.retain(|part| {
        matches!(signature.types[*part].kind, Kind::Object(_) | Kind::Union(_) | Kind::Tuple(_))
    });
    parts.reverse();
    parts
}
