//! Which traits each type can derive.

use super::boxes::Boxes;
use super::names::Names;
use crate::ir::{Kind, Presence, Property, Signature, TypeId};

/// For each type which traits its values have.
pub(super) struct Derives<'s> {
    signature: &'s Signature,
    names: &'s Names,
    boxes: &'s Boxes,
    traits: Vec<Traits>,
}

#[derive(Clone, Copy, PartialEq)]
struct Traits {
    is_default: bool,
    is_eq: bool,
    is_copy: bool,
}

impl<'s> Derives<'s> {
    /// Starts from all traits and takes away until nothing changes, so that types that contain each other agree.
    pub(super) fn of(signature: &'s Signature, names: &'s Names, boxes: &'s Boxes) -> Self {
        let all = Traits { is_default: true, is_eq: true, is_copy: true };
        let traits = vec![all; signature.types.all.len()];
        let mut derives = Self { signature, names, boxes, traits };
        loop {
            let next: Vec<_> =
                (0..derives.traits.len()).map(|at| derives.of_kind(TypeId(at))).collect();
            if next == derives.traits {
                return derives;
            }
            derives.traits = next;
        }
    }

    /// The derives of a struct or union, `Debug` and the like included.
    pub(super) fn of_type(&self, id: TypeId) -> Vec<&'static str> {
        list(self.traits[id.0])
    }

    /// The derives of a struct with these fields.
    pub(super) fn of_properties<'p>(
        &self,
        properties: impl Iterator<Item = &'p Property>,
    ) -> Vec<&'static str> {
        list(self.joint(None, properties))
    }

    fn of_kind(&self, id: TypeId) -> Traits {
        let heap = |traits: Traits| Traits { is_default: true, is_copy: false, ..traits };
        if let Some(library) = self.names.library(id) {
            let (is_default, is_copy) = (library.is_default(), library.is_copy());
            return Traits { is_default, is_eq: true, is_copy };
        }
        match &self.signature.types[id].kind {
            Kind::String | Kind::Any => Traits { is_default: true, is_eq: true, is_copy: false },
            Kind::Boolean | Kind::Integer(_) => {
                Traits { is_default: true, is_eq: true, is_copy: true }
            }
            Kind::Float(_) => Traits { is_default: true, is_eq: false, is_copy: true },
            Kind::Enum(_) => Traits { is_default: false, is_eq: true, is_copy: true },
            Kind::List(inner) | Kind::Map(inner) => heap(self.traits[inner.0]),
            Kind::Nullable(inner) => Traits { is_default: true, ..self.traits[inner.0] },
            Kind::Tuple(items) => {
                let items = items.iter().map(|&item| self.of_part(Some(id), item));
                items.fold(Traits { is_default: true, is_eq: true, is_copy: true }, both)
            }
            Kind::Object(object) => {
                let known = self.joint(Some(id), object.properties.iter());
                let further = object.additional.map(|ty| heap(self.traits[ty.0]));
                further.map_or(known, |further| both(known, further))
            }
            Kind::Union(union) => {
                let arms = union.arms.iter().map(|&arm| self.of_part(Some(id), arm));
                arms.fold(Traits { is_default: false, is_eq: true, is_copy: true }, both)
            }
        }
    }

    /// The traits of a part of an object or union; a box, which recursion needs, is not copied.
    fn of_part(&self, owner: Option<TypeId>, part: TypeId) -> Traits {
        let held = match self.signature.types[part].kind {
            Kind::Nullable(inner) => inner,
            _ => part,
        };
        let traits = self.traits[part.0];
        Traits { is_copy: traits.is_copy && !self.boxes.is_boxed(owner, held), ..traits }
    }

    fn joint<'p>(
        &self,
        owner: Option<TypeId>,
        properties: impl Iterator<Item = &'p Property>,
    ) -> Traits {
        let mut traits = Traits { is_default: true, is_eq: true, is_copy: true };
        let mut is_empty = true;
        for property in properties {
            is_empty = false;
            let part = self.of_part(owner, property.ty);
            let is_default = match property.presence {
                Presence::Required => part.is_default,
                Presence::Optional => true,
                // What Rust derives is not the default that the schema states.
                Presence::Default(_) => false,
            };
            traits = both(traits, Traits { is_default, ..part });
        }
        // A struct without fields may get some, so it is not to be copied.
        traits.is_copy &= !is_empty;
        traits
    }
}

fn both(one: Traits, other: Traits) -> Traits {
    Traits {
        is_default: one.is_default && other.is_default,
        is_eq: one.is_eq && other.is_eq,
        is_copy: one.is_copy && other.is_copy,
    }
}

fn list(traits: Traits) -> Vec<&'static str> {
    let mut list = vec!["Clone"];
    if traits.is_copy {
        list.push("Copy");
    }
    list.push("Debug");
    if traits.is_default {
        list.push("Default");
    }
    list.push("PartialEq");
    if traits.is_eq {
        list.extend(["Eq", "Hash"]);
    }
    list
}
