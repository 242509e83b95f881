//! The fields of a struct while it is read, and of what becomes of it.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::emit::context::{Context, ident};
use crate::emit::default;
use crate::plan::{Field, FieldPresence, RustType, Struct};

/// Where a field waits while the others are read.
pub(super) fn slot(item: &Struct, field: &Field) -> TokenStream {
    let name = ident(&field.name);
    if item.slots.is_some() { quote!(self.#name) } else { quote!(#name) }
}

/// The value of a field in the finished struct.
pub(super) fn value(
    context: &Context<'_>,
    item: &Struct,
    field: &Field,
    decoder: &Ident,
) -> TokenStream {
    let (name, slot) = (ident(&field.name), slot(item, field));
    match &field.presence {
        FieldPresence::Required if matches!(field.ty, RustType::Option(_)) => {
            quote!(#name: #slot.nullable())
        }
        FieldPresence::Required => quote!(#name: #slot.whole()),
        FieldPresence::Optional if matches!(field.ty, RustType::Option(_)) => {
            quote!(#name: #slot.maybe())
        }
        FieldPresence::Optional => quote!(#name: #slot.optional()),
        FieldPresence::Default(value) => {
            let (key, make) = (&field.wire_name, default::function(context, value));
            quote!(#name: #slot.or_default(#decoder, #key, #make))
        }
    }
}

/// What is kept of a field when the struct cannot be made.
pub(super) fn kept(item: &Struct, field: &Field) -> TokenStream {
    let (name, slot) = (ident(&field.name), slot(item, field));
    if matches!(field.ty, RustType::Option(_)) {
        return quote!(#name: #slot.partial().unwrap_or_default());
    }
    quote!(#name: #slot.partial())
}

/// A whole field as a partial one.
pub(super) fn whole(context: &Context<'_>, field: &Field) -> TokenStream {
    let name = ident(&field.name);
    let is_same = |ty: &RustType| context.partial(ty).to_string() == context.ty(ty).to_string();
    let value = match (&field.presence, &field.ty) {
        (FieldPresence::Optional, RustType::Option(inner)) if is_same(inner) => quote!(self.#name),
        (FieldPresence::Optional, RustType::Option(_)) => {
            quote!(self.#name.map(rt::Decode::into_partial))
        }
        (_, RustType::Option(_)) => quote!(rt::Decode::into_partial(self.#name)),
        (FieldPresence::Optional, ty) if is_same(ty) => quote!(self.#name),
        (FieldPresence::Optional, _) => quote!(self.#name.map(rt::Decode::into_partial)),
        (_, ty) if is_same(ty) => quote!(Some(self.#name)),
        (_, _) => quote!(Some(rt::Decode::into_partial(self.#name))),
    };
    quote!(#name: #value)
}
