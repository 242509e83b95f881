//! What can only be decided once all types are known.

use super::Lowering;
use super::enumeration::non_empty;
use crate::diagnostic::Code;
use crate::ir::{Kind, Presence, Property, TypeId, Types};
use crate::schema::{Node, Value};

impl Lowering<'_, '_> {
    /// Completes the types.
    pub(super) fn finish(&mut self) {
        self.flatten_nullables();
        for union in std::mem::take(&mut self.unions) {
            self.finish_union(&union);
        }
        self.name_types();
        self.open_endless_lists();
        self.refuse_infinite();
        self.drop_null_defaults();
        self.drain_rules();
    }

    /// Null is a default only where null is a value; elsewhere it means that there is none.
    fn drop_null_defaults(&mut self) {
        let ids = (0..self.types.all.len()).map(TypeId);
        let may_be_null: Vec<bool> = ids.map(|id| allows_null(&self.types, id)).collect();
        for ty in &mut self.types.all {
            let Kind::Object(object) = &mut ty.kind else { continue };
            for property in &mut object.properties {
                if has_null_default(property) && !may_be_null[property.ty.0] {
                    property.presence = Presence::Optional;
                }
            }
        }
    }

    /// Lets no nullable type be directly in another one. Any value may be null anyway.
    fn flatten_nullables(&mut self) {
        let mut is_done = vec![false; self.types.all.len()];
        for start in 0..self.types.all.len() {
            let mut path = Vec::new();
            let mut id = TypeId(start);
            while !is_done[id.0]
                && let Kind::Nullable(inner) = self.types[id].kind
            {
                is_done[id.0] = true;
                path.push(id);
                id = inner;
            }
            if path.contains(&id) {
                let message = "this schema refers only to itself";
                let help =
                    "let one schema of the loop say what the value is, for example by `type`";
                let span = self.types[id].place.span;
                self.report(self.problem(Code::ReferenceLoop, span, message).help(help));
                for id in path {
                    self.types.all[id.0].kind = Kind::Any;
                }
                continue;
            }
            let end = match self.types[id].kind {
                Kind::Nullable(inner) => Kind::Nullable(inner),
                Kind::Any if self.types[id].guards.is_empty() => Kind::Any,
                _ => Kind::Nullable(id),
            };
            let is_known = matches!(self.types[id].kind, Kind::Nullable(_));
            let mut guards = if is_known { self.types[id].guards.clone() } else { Vec::new() };
            for &id in path.iter().rev() {
                let ty = &mut self.types.all[id.0];
                ty.kind = end.clone();
                guards.append(&mut ty.guards);
                ty.guards.clone_from(&guards);
            }
        }
    }

    /// Gives each type its name and description. A nullable type leaves both to what stands in it.
    fn name_types(&mut self) {
        let mut passed = vec![(None, None); self.types.all.len()];
        for at in 0..self.types.all.len() {
            let origin = &self.origins[at];
            let object = origin.node.as_object();
            let title = object.and_then(|object| non_empty(object.get("title")));
            let own = object.filter(|_| origin.is_own);
            let own = own.and_then(|object| non_empty(object.get("description")));
            let (name, description) = std::mem::take(&mut passed[at]);
            let name = title.or_else(|| origin.key.as_deref().map(str::to_owned)).or(name);
            let description = own.or(description);
            if let Some(inner) = origin.inner {
                passed[inner.0] = (name, description);
            } else {
                let ty = &mut self.types.all[at];
                (ty.name, ty.description) = (name, description);
            }
        }
    }
}

/// Whether a property is null when it is left out.
pub(super) fn has_null_default(property: &Property) -> bool {
    matches!(&property.presence, Presence::Default(Node { value: Value::Null, .. }))
}

pub(super) fn allows_null(types: &Types, id: TypeId) -> bool {
    matches!(types[id].kind, Kind::Nullable(_) | Kind::Any)
}
