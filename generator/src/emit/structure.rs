//! Structs: the type, its partial type, its reader and its writer.

use proc_macro2::TokenStream;
use quote::quote;

use super::context::{Context, derives, docs, ident};
use super::{reader, writer};
use crate::plan::{Field, FieldPresence, RustType, Struct, link};

/// A struct with all that belongs to it.
pub(super) fn emit(context: &Context<'_>, item: &Struct) -> TokenStream {
    let name = ident(&item.name);
    let (docs, derives) = (docs(&item.docs), derives(&item.derives));
    let fields = item.fields.iter().map(|field| field_of(context, field));
    let further = item.additional.as_ref().map(|field| additional(context, field));
    let partial = item.partial.as_ref().map(|partial| self::partial(context, item, partial));
    let reader = item.is_read.then(|| reader::emit(context, item));
    let writer = writer::emit(context, item);
    let serde = context.serde(&name);
    quote! {
        #docs
        #derives
        pub struct #name {
            #(#fields)*
            #further
        }
        #partial
        #reader
        #writer
        #serde
    }
}

fn field_of(context: &Context<'_>, field: &Field) -> TokenStream {
    let name = ident(&field.name);
    let docs = docs(&field.docs);
    let ty = field_type(context, field);
    quote! {
        #docs
        pub #name: #ty,
    }
}

/// The field of the members with other keys.
fn additional(context: &Context<'_>, field: &Field) -> TokenStream {
    let name = ident(&field.name);
    let docs = docs(&field.docs);
    let ty = context.map(&context.ty(&field.ty));
    quote! {
        #docs
        pub #name: #ty,
    }
}

/// The type of a field, its absence included.
fn field_type(context: &Context<'_>, field: &Field) -> TokenStream {
    match (&field.presence, &field.ty) {
        (FieldPresence::Optional, RustType::Option(inner)) => {
            let inner = context.ty(inner);
            quote!(rt::Maybe<#inner>)
        }
        (FieldPresence::Optional, ty) => context.option(&context.ty(ty)),
        (_, ty) => context.ty(ty),
    }
}

fn partial(context: &Context<'_>, item: &Struct, partial: &str) -> TokenStream {
    let name = ident(partial);
    let doc = format!(" What could be read of a {}.", link(&item.name));
    let fields = item.fields.iter().map(|field| {
        let name = ident(&field.name);
        let doc = format!(" See [`{}::{}`].", item.name, field.name.trim_start_matches("r#"));
        // The partial type of a nullable value can say itself that there is none.
        let ty = context.partial(&field.ty);
        let ty = if matches!(field.ty, RustType::Option(_)) { ty } else { context.option(&ty) };
        quote! {
            #[doc = #doc]
            pub #name: #ty,
        }
    });
    // As for any map, its whole entries are kept.
    let further = item.additional.as_ref().map(|field| additional(context, field));
    quote! {
        #[doc = #doc]
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct #name {
            #(#fields)*
            #further
        }
    }
}
