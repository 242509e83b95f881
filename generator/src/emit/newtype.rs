//! Newtypes.

use proc_macro2::TokenStream;
use quote::quote;

use super::context::{Context, derives, docs, ident};
use super::rules;
use crate::plan::Newtype;

/// A newtype, which is read and written as what it holds.
pub(super) fn emit(context: &Context<'_>, item: &Newtype) -> TokenStream {
    let name = ident(&item.name);
    let (docs, derives) = (docs(&item.docs), derives(&item.derives));
    let ty = context.ty(&item.ty);
    let string = context.string();
    let reader = item.is_read.then(|| {
        let is_kept = context.partial(&item.ty).to_string() == ty.to_string();
        let method = ident(if is_kept { "newtype" } else { "whole_newtype" });
        let rules = if item.rules.is_empty() {
            quote!(|_, _| {})
        } else {
            rules::emit(context, &item.rules, &item.ty)
        };
        quote! {
            impl rt::Decode for #name {
                type Partial = Self;

                const KEYS: &'static rt::Keys = <#ty as rt::Decode>::KEYS;
                const SHAPE: rt::Shape = <#ty as rt::Decode>::SHAPE;
                const KINDS: rt::Kinds = <#ty as rt::Decode>::KINDS;

                fn decode(decoder: &mut rt::Decoder<'_>) -> rt::Decoded<Self> {
                    decoder.#method(Self, #rules)
                }

                fn into_partial(self) -> Self {
                    self
                }
            }
        }
    });
    let serde = context.serde(&name);
    quote! {
        #docs
        #derives
        pub struct #name(
            /// What it holds.
            pub #ty,
        );

        #reader

        impl rt::Encode for #name {
            fn write_json(&self, out: &mut #string) {
                self.0.write_json(out);
            }

            fn write_text(&self, out: &mut #string) {
                self.0.write_text(out);
            }
        }
        #serde
    }
}
