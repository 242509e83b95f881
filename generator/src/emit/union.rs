//! Unions: enums whose variants hold structs.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::context::{Context, derives, docs, ident};
use crate::plan::{Union, link};

/// A union with its reader and writer.
pub(super) fn emit(context: &Context<'_>, item: &Union) -> TokenStream {
    let name = ident(&item.name);
    let (union_docs, derives) = (docs(&item.docs), derives(&item.derives));
    let idents: Vec<_> = item.arms.iter().map(|arm| ident(&arm.name)).collect();
    let variants = item.arms.iter().zip(&idents).map(|(arm, name)| {
        let (docs, ty) = (docs(&arm.docs), context.ty(&arm.ty));
        quote! {
            #docs
            #name(#ty),
        }
    });
    let partial = item.partial.as_ref().map(|partial| self::partial(context, item, partial));
    let reader = item.is_read.then(|| reader(context, item));
    let string = context.string();
    quote! {
        #union_docs
        #derives
        pub enum #name {
            #(#variants)*
        }
        #partial
        #reader
        impl rt::Encode for #name {
            fn write_json(&self, out: &mut #string) {
                match self {
                    #(Self::#idents(value) => value.write_json(out),)*
                }
            }
        }
    }
}

fn partial(context: &Context<'_>, item: &Union, partial: &str) -> TokenStream {
    let name = ident(partial);
    let doc = format!(" What could be read of a {}.", link(&item.name));
    let variants = item.arms.iter().map(|arm| {
        let doc = format!(" See [`{}::{}`].", item.name, arm.name);
        let (name, ty) = (ident(&arm.name), context.partial(&arm.ty));
        quote! {
            #[doc = #doc]
            #name(#ty),
        }
    });
    quote! {
        #[doc = #doc]
        #[derive(Clone, Debug, PartialEq)]
        pub enum #name {
            #(#variants)*
        }
    }
}

fn reader(context: &Context<'_>, item: &Union) -> TokenStream {
    let name = ident(&item.name);
    let partial = item.partial.as_ref().map_or_else(|| ident("Self"), |partial| ident(partial));
    let idents: Vec<_> = item.arms.iter().map(|arm| ident(&arm.name)).collect();
    let find = if let Some(tag) = &item.tag {
        let values = item.arms.iter().map(|arm| arm.tag.as_deref().unwrap_or_default());
        quote!(decoder.tag(#tag, &[#(#values),*]))
    } else {
        let types = item.arms.iter().map(|arm| context.ty(&arm.ty));
        quote!(decoder.best_arm(&[#(rt::Arm::of::<#types>()),*]))
    };
    let arms = idents.iter().enumerate().map(|(at, ident)| {
        let at = Literal::usize_unsuffixed(at);
        if item.partial.is_some() {
            quote!(Some(#at) => decoder.arm(Self::#ident, #partial::#ident),)
        } else {
            quote!(Some(#at) => decoder.whole_arm(Self::#ident),)
        }
    });
    let into_partial = if item.partial.is_some() {
        quote! {
            match self {
                #(Self::#idents(value) => #partial::#idents(rt::Decode::into_partial(value)),)*
            }
        }
    } else {
        quote!(self)
    };
    quote! {
        impl rt::Decode for #name {
            type Partial = #partial;

            const SHAPE: rt::Shape = rt::Shape::Object;

            fn decode(decoder: &mut rt::Decoder<'_>) -> rt::Decoded<Self> {
                match #find {
                    #(#arms)*
                    _ => Err(rt::Rejected::nothing()),
                }
            }

            fn into_partial(self) -> Self::Partial {
                #into_partial
            }
        }
    }
}
