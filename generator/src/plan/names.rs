//! The names of a module's types: from titles, keys and places.

use std::collections::BTreeSet;

use super::library::{Library, LibraryType};
use super::newtypes::Newtypes;
use super::scope::{Scope, type_name};
use crate::ir::{Direction, Kind, Signature, TypeId};

/// Structs with more fields have a type for their slots, so that the compiler can follow their readers in linear time.
const WIDE: usize = 64;

/// The names of a module's types.
pub(super) struct Names {
    pub(super) module: String,
    pub(super) marker: String,
    pub(super) input: String,
    pub(super) output: String,
    pub(super) partial: String,
    /// For each type the Rust name, if it has an item of its own.
    types: Vec<Option<String>>,
    /// For each type the name in prompts.
    prompts: Vec<String>,
    /// For each type the name of its partial type.
    partials: Vec<Option<String>>,
    /// For each wide struct the name of the type of its slots.
    slots: Vec<Option<String>>,
    /// For the input and the output fields, if they are many, the name of the type of their slots.
    side_slots: [Option<String>; 2],
    /// For each type whether it has an item only to have a name.
    newtypes: Vec<bool>,
    /// For each type the library's type that stands for it.
    libraries: Vec<Option<LibraryType>>,
}

impl Names {
    /// Names everything in a signature: first the signature's own types, then the others in the order of the file.
    pub(super) fn of(signature: &Signature, newtypes: &Newtypes, libraries: &[Library]) -> Self {
        let libraries = LibraryType::all(signature, libraries);
        let mut scope = Scope::types();
        let marker = scope.take(&signature.name.text);
        let [mut input, mut output, mut partial] = [const { String::new() }; 3];
        if signature.root.is_none() {
            input = scope.take(&format!("{marker}Input"));
            output = scope.take(&format!("{marker}Output"));
            partial = scope.take(&format!("{marker}Partial"));
        }
        let prompts = prompt_names(signature);
        let newtypes = newtypes.named.clone();
        let mut types = Vec::with_capacity(prompts.len());
        for (at, (ty, name)) in signature.types.all.iter().zip(&prompts).enumerate() {
            let is_item = matches!(ty.kind, Kind::Object(_) | Kind::Enum(_) | Kind::Union(_));
            types.push(match signature.root {
                Some(root) if root.0 == at => Some(marker.clone()),
                _ => (is_item || newtypes[at]).then(|| scope.take(name)),
            });
        }
        // Partial types come last, so that the schema's own names have the first choice.
        let partials = signature
            .types
            .all
            .iter()
            .zip(&types)
            .map(|(ty, name)| {
                let has_parts = match &ty.kind {
                    Kind::Object(_) => true,
                    // All other arms are kept whole or not at all.
                    Kind::Union(union) => union.arms.iter().any(|&arm| {
                        matches!(signature.types[arm].kind, Kind::Object(_) | Kind::Tuple(_))
                    }),
                    _ => false,
                };
                let name = name.as_ref().filter(|_| has_parts)?;
                Some(scope.take(&format!("{name}Partial")))
            })
            .collect();
        let slots = signature
            .types
            .all
            .iter()
            .zip(&types)
            .map(|(ty, name)| {
                let Kind::Object(object) = &ty.kind else { return None };
                let name = name.as_ref().filter(|_| object.properties.len() > WIDE)?;
                Some(scope.take(&format!("{name}Slots")))
            })
            .collect();
        let side_slots =
            [(Direction::Input, &input), (Direction::Output, &output)].map(|(side, name)| {
                let count = signature.fields.iter().filter(|field| field.direction == side).count();
                (count > WIDE).then(|| scope.take(&format!("{name}Slots")))
            });
        let module = Scope::fields().take(&signature.name.text).trim_start_matches("r#").to_owned();
        Self {
            module,
            marker,
            input,
            output,
            partial,
            types,
            prompts,
            partials,
            slots,
            side_slots,
            newtypes,
            libraries,
        }
    }

    /// The Rust name of a type that has an item.
    pub(super) fn rust_name(&self, id: TypeId) -> Option<&str> {
        self.types.get(id.0)?.as_deref()
    }

    /// The Rust name of a type that has an item only to have a name.
    pub(super) fn newtype(&self, id: TypeId) -> Option<&str> {
        self.rust_name(id).filter(|_| self.newtypes.get(id.0).copied().unwrap_or_default())
    }

    /// The library's type that stands for the strings of a type.
    pub(super) fn library(&self, id: TypeId) -> Option<LibraryType> {
        *self.libraries.get(id.0)?
    }

    /// The name that prompts use for a type.
    pub(super) fn prompt_name(&self, id: TypeId) -> String {
        self.prompts.get(id.0).cloned().unwrap_or_default()
    }

    pub(super) fn partial_name(&self, id: TypeId) -> Option<String> {
        self.partials.get(id.0)?.clone()
    }

    /// The name of the type that holds the fields of a wide struct while they are read.
    pub(super) fn slots_name(&self, id: TypeId) -> Option<String> {
        self.slots.get(id.0)?.clone()
    }

    /// The same for all input or all output fields.
    pub(super) fn side_slots_name(&self, side: Direction) -> Option<String> {
        let [input, output] = &self.side_slots;
        if side == Direction::Input { input.clone() } else { output.clone() }
    }

    /// Names of the prelude that a type of the module takes, so that they must be spelled as paths.
    pub(super) fn shadowed(&self) -> BTreeSet<String> {
        let own = [&self.marker, &self.input, &self.output, &self.partial];
        let types = self.types.iter().chain(&self.partials).chain(&self.slots).flatten();
        own.into_iter()
            .chain(types)
            .filter(|name| PRELUDE.contains(&name.as_str()))
            .cloned()
            .collect()
    }
}

/// The names of the prelude that generated code writes without a path.
const PRELUDE: &[&str] =
    &["Box", "Default", "Err", "None", "Ok", "Option", "Result", "Some", "String", "Vec"];

/// For each type its title or key, or else a name from the place where it is first used.
fn prompt_names(signature: &Signature) -> Vec<String> {
    let mut names: Vec<Option<String>> =
        signature.types.all.iter().map(|ty| ty.name.clone()).collect();
    let mut queue: Vec<(TypeId, String)> = Vec::new();
    queue.extend(signature.root.map(|root| (root, type_name(&signature.name.text))));
    for field in signature.fields.iter().rev() {
        queue.push((field.property.ty, type_name(&field.property.wire_name)));
    }
    let mut visited = vec![false; names.len()];
    while let Some((id, place)) = queue.pop() {
        if std::mem::replace(&mut visited[id.0], true) {
            continue;
        }
        let name = names[id.0].get_or_insert(place).clone();
        match &signature.types[id].kind {
            Kind::Nullable(inner) => queue.push((*inner, name)),
            Kind::List(inner) => queue.push((*inner, format!("{name}Item"))),
            Kind::Map(inner) => queue.push((*inner, format!("{name}Value"))),
            Kind::Tuple(items) => {
                for (at, item) in items.iter().enumerate().rev() {
                    queue.push((*item, format!("{name}Item{}", at + 1)));
                }
            }
            Kind::Object(object) => {
                queue.extend(object.additional.map(|ty| (ty, format!("{name}Value"))));
                for property in object.properties.iter().rev() {
                    queue.push((property.ty, format!("{name}{}", type_name(&property.wire_name))));
                }
            }
            Kind::Union(union) => {
                for (at, arm) in union.arms.iter().enumerate().rev() {
                    queue.push((*arm, format!("{name}Variant{}", at + 1)));
                }
            }
            _ => {}
        }
    }
    names.into_iter().map(Option::unwrap_or_default).collect()
}
