//! The Rust names that templates can name.

use super::super::names::Names;
use super::super::scope::Scope;
use super::super::types::literal_text;
use crate::ir::{Direction, Field, Kind, Property, Signature, TypeId};

/// The input fields with their Rust names.
pub(in crate::plan) fn input_names(signature: &Signature) -> Vec<(&Field, String)> {
    let mut scope = Scope::fields();
    let fields = signature.fields.iter().filter(|field| field.direction == Direction::Input);
    fields.map(|field| (field, take(&mut scope, &field.property))).collect()
}

/// The Rust names of an object's properties.
pub(in crate::plan) fn property_names(signature: &Signature, id: TypeId) -> Vec<String> {
    let Kind::Object(object) = &signature.types[id].kind else { return Vec::new() };
    let mut scope = Scope::fields();
    object.properties.iter().map(|property| take(&mut scope, property)).collect()
}

fn take(scope: &mut Scope, property: &Property) -> String {
    scope.take(property.rust_name.as_ref().map_or(&property.wire_name, |name| &name.text))
}

/// The paths of a tagged union's variants, each with its tag.
pub(in crate::plan) fn arm_paths(
    signature: &Signature,
    names: &Names,
    id: TypeId,
) -> Vec<(String, String)> {
    let Kind::Union(union) = &signature.types[id].kind else { return Vec::new() };
    let name = names.rust_name(id).unwrap_or_default();
    let mut scope = Scope::variants();
    let arms = union.arms.iter().filter_map(|arm| {
        let Kind::Object(object) = &signature.types[*arm].kind else { return None };
        let tag = object
            .constants
            .iter()
            .find(|constant| Some(&constant.wire_name) == union.tag.as_ref())?;
        let tag = literal_text(&tag.value);
        Some((format!("{name}::{}", scope.take(&tag)), tag))
    });
    arms.collect()
}
