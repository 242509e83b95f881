//! What a struct's reader does for each key.

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::parts::slot;
use crate::emit::context::{Context, ident, local};
use crate::emit::rules;
use crate::plan::{Constant, Field, FieldPresence, RustType, Struct};

/// What stands under a key: a field, or a value that the struct does not hold.
pub(super) type Entry<'i> = Result<&'i Field, &'i Constant>;

/// The keys in the order of the file: fields with the constants between them.
pub(super) fn order(item: &Struct) -> Vec<Entry<'_>> {
    let mut constants = item.constants.iter().peekable();
    let mut keys = Vec::new();
    for (at, field) in item.fields.iter().enumerate() {
        while let Some(constant) = constants.next_if(|constant| constant.position <= at) {
            keys.push(Err(constant));
        }
        keys.push(Ok(field));
    }
    keys.extend(constants.map(Err));
    keys
}

/// The variables of a reader, by names that no field has.
pub(super) struct Locals {
    pub(super) decoder: Ident,
    pub(super) object: Ident,
    pub(super) key: Ident,
}

impl Locals {
    pub(super) fn beside(fields: &[Ident]) -> Self {
        let [decoder, object, key] = ["decoder", "object", "key"].map(|name| local(name, fields));
        Self { decoder, object, key }
    }
}

/// About how long a call in an arm of a match may be.
const LONG_CALL: usize = 60;

/// The loop over the keys that are there.
pub(super) fn emit(context: &Context<'_>, item: &Struct, locals: &Locals) -> TokenStream {
    let Locals { decoder, object, key } = locals;
    let order = order(item);
    let further = item.additional.as_ref().map(|field| rest(context, item, field, decoder, object));
    if let (true, Some(read)) = (order.is_empty(), &further) {
        return quote!(while #decoder.next_key(&mut #object).is_some() { #read });
    }
    if order.is_empty() {
        return quote!(while #decoder.next_key(&mut #object).is_some() {});
    }
    if let ([only], None) = (&order[..], &further) {
        let read = entry(context, item, *only, decoder);
        return quote!(while #decoder.next_key(&mut #object).is_some() { #read; });
    }
    let choice = choice(context, item, locals);
    quote! {
        while let Some(#key) = #decoder.next_key(&mut #object) {
            #choice
        }
    }
}

/// What is done for each key.
pub(super) fn choice(context: &Context<'_>, item: &Struct, locals: &Locals) -> TokenStream {
    let Locals { decoder, object, key } = locals;
    let order = order(item);
    let further = item.additional.as_ref().map(|field| rest(context, item, field, decoder, object));
    let last = if further.is_some() { order.len() } else { order.len().saturating_sub(1) };
    let arms = same_entries(order).into_iter().map(|(places, one)| {
        // The decoder gives no other number, so the last arm needs no pattern.
        let is_last = places.contains(&last);
        let numbers = places.into_iter().map(proc_macro2::Literal::usize_unsuffixed);
        let pattern = if is_last { quote!(_) } else { quote!(#(#numbers)|*) };
        let read = entry(context, item, one, decoder);
        // A call that does not fit the line is put in a block.
        let is_block = one.is_ok_and(|field| !field.rules.is_empty());
        if !is_block && read.to_string().len() > LONG_CALL {
            return quote!(#pattern => { #read; });
        }
        quote!(#pattern => #read,)
    });
    let further = further.map(|read| quote!(_ => { #read }));
    quote! {
        match #key {
            #(#arms)*
            #further
        }
    }
}

/// The entries with their places, constants of one value joined. The one at the last place comes last.
fn same_entries<'i>(order: Vec<Entry<'i>>) -> Vec<(Vec<usize>, Entry<'i>)> {
    let last = order.len().saturating_sub(1);
    let mut arms: Vec<(Vec<usize>, Entry<'i>)> = Vec::with_capacity(order.len());
    let mut constants: BTreeMap<&str, usize> = BTreeMap::new();
    for (place, one) in order.into_iter().enumerate() {
        let new = arms.len();
        let at = match one {
            Ok(_) => new,
            Err(constant) => *constants.entry(&constant.json).or_insert(new),
        };
        match arms.get_mut(at) {
            Some((places, _)) => places.push(place),
            None => arms.push((vec![place], one)),
        }
    }
    arms.sort_by_key(|(places, _)| places.contains(&last));
    arms
}

fn entry(context: &Context<'_>, item: &Struct, entry: Entry<'_>, decoder: &Ident) -> TokenStream {
    match entry {
        Ok(field) => read(context, item, field, decoder),
        Err(constant) => {
            let json = crate::emit::context::text(&constant.json);
            quote!(#decoder.constant(#json))
        }
    }
}

fn read(context: &Context<'_>, item: &Struct, field: &Field, decoder: &Ident) -> TokenStream {
    let slot = slot(item, field);
    let is_nullable = matches!(field.ty, RustType::Option(_));
    let method = match (&field.presence, is_nullable, field.rules.is_empty()) {
        (FieldPresence::Required, _, true) | (_, true, true) => "read",
        (FieldPresence::Required, _, false) | (_, true, false) => "read_checked",
        (_, false, true) => "read_optional",
        (_, false, false) => "read_optional_checked",
    };
    let method = ident(method);
    if field.rules.is_empty() {
        return quote!(#slot.#method(#decoder));
    }
    let rules = rules::emit(context, &field.rules, &field.ty);
    quote!({ #slot.#method(#decoder, #rules); })
}

/// Reads a member with another key.
fn rest(
    context: &Context<'_>,
    item: &Struct,
    field: &Field,
    decoder: &Ident,
    object: &Ident,
) -> TokenStream {
    let slot = slot(item, field);
    // A wide struct's slots are given a reference.
    let object = if item.slots.is_some() { quote!(#object) } else { quote!(&#object) };
    if field.rules.is_empty() {
        return quote!(#slot.read(#decoder, #object););
    }
    let rules = rules::emit(context, &field.rules, &field.ty);
    quote!(#slot.read_checked(#decoder, #object, #rules);)
}
