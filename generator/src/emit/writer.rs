//! The writer of a struct.

use proc_macro2::TokenStream;
use quote::quote;

use super::context::{Context, escaped, ident, text};
use crate::plan::{FieldPresence, RustType, Struct};

/// How a struct writes itself as JSON.
pub(super) fn emit(context: &Context<'_>, item: &Struct) -> TokenStream {
    let name = ident(&item.name);
    let string = context.string();
    if item.fields.is_empty() && item.constants.is_empty() && item.additional.is_none() {
        return quote! {
            impl rt::Encode for #name {
                fn write_json(&self, out: &mut #string) {
                    out.push_str("{}");
                }
            }
        };
    }
    let mut members = Vec::new();
    let mut constants = item.constants.iter().peekable();
    for (at, field) in item.fields.iter().enumerate() {
        while let Some(constant) = constants.next_if(|constant| constant.position <= at) {
            members.push(raw(constant));
        }
        let name = ident(&field.name);
        let key = escaped(&field.wire_name);
        members.push(match (&field.presence, &field.ty) {
            (FieldPresence::Optional, RustType::Option(_)) => quote! {
                if !self.#name.is_absent() {
                    object.field(#key, &self.#name);
                }
            },
            (FieldPresence::Optional, _) => quote!(object.optional(#key, self.#name.as_ref());),
            _ => quote!(object.field(#key, &self.#name);),
        });
    }
    members.extend(constants.map(raw));
    members.extend(item.additional.as_ref().map(|further| {
        let name = ident(&further.name);
        quote!(object.entries(&self.#name);)
    }));
    quote! {
        impl rt::Encode for #name {
            fn write_json(&self, out: &mut #string) {
                let mut object = rt::ObjectWriter::new(out);
                #(#members)*
                object.finish();
            }
        }
    }
}

fn raw(constant: &crate::plan::Constant) -> TokenStream {
    let (key, json) = (escaped(&constant.wire_name), text(&constant.json));
    quote!(object.raw(#key, #json);)
}
