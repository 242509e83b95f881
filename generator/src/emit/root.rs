//! How the type of a whole file is read and written, where the file is generated as types only.

use proc_macro2::TokenStream;
use quote::quote;

use super::context::{Context, ident};
use crate::plan::{Item, Module};

/// The readers and the writer of the root type.
pub(super) fn emit(context: &Context<'_>, module: &Module, root: &Item) -> TokenStream {
    let Some((name, partial)) = &module.root else { return TokenStream::new() };
    let partial = ident(partial.as_deref().unwrap_or("Self"));
    let name = ident(name);
    let (result, string) = (context.prelude("Result"), context.string());
    let (receiver, this) =
        if root.is_copy() { (quote!(self), quote!(&self)) } else { (quote!(&self), quote!(self)) };
    quote! {
        impl #name {
            /// Reads a text that is one JSON value and nothing else. Nothing is put right.
            ///
            /// # Errors
            ///
            /// Everything that is wrong with the text.
            pub fn from_json(text: &str) -> #result<Self, rt::ReadError<#partial>> {
                rt::from_json(text)
            }

            /// Reads the value from a model's reply, which may have a fence or prose around it. What is put right on the way
            /// is told beside the value.
            ///
            /// # Errors
            ///
            /// Everything that is wrong with the reply.
            pub fn from_reply(reply: &str) -> #result<rt::Read<Self>, rt::ReadError<#partial>> {
                rt::from_reply(reply)
            }

            /// The value as compact JSON.
            #[must_use]
            pub fn to_json(#receiver) -> #string {
                rt::to_json(#this)
            }
        }
    }
}
