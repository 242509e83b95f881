//! The reader of a struct of so many fields that they wait in a type of their own: the compiler's work on one function
//! with as many variables would grow with the square of their number.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{arms, guarded, parts};
use crate::emit::context::{Context, ident};
use crate::plan::{FieldPresence, Struct};

/// The type that holds the fields while they are read.
pub(super) fn slots(context: &Context<'_>, item: &Struct, slots: &Ident) -> TokenStream {
    let doc = format!(" The fields of a [`{}`] while it is read.", item.name);
    let name = ident(&item.name);
    let fields = item.fields.iter().map(|field| {
        let (name, ty) = (ident(&field.name), context.ty(&field.ty));
        quote!(#name: rt::WideSlot<#ty>)
    });
    let further = item.additional.as_ref().map(|field| {
        let (name, ty) = (ident(&field.name), context.ty(&field.ty));
        quote!(#name: rt::Rest<#ty>)
    });
    let fields = fields.chain(further);
    let locals = arms::Locals::beside(&[]);
    let choice = arms::choice(context, item, &locals);
    let decoder = locals.decoder;
    let object = item.additional.is_some().then(|| quote!(object: &rt::Object,));
    let entries = item.additional.as_ref().map(|field| {
        let name = ident(&field.name);
        quote!(#name: ::core::mem::take(&mut self.#name).entries())
    });
    let values = item.fields.iter().map(|field| parts::value(context, item, field, &decoder));
    let values = values.chain(entries.clone());
    let noted = has_defaults(item).then(|| quote!(decoder: &mut rt::Decoder<'_>));
    let partial = item.partial.as_ref().map(|partial| {
        let partial = ident(partial);
        let kept = item.fields.iter().map(|field| parts::kept(item, field)).chain(entries);
        quote! {
            fn partial(&mut self) -> #partial {
                #partial { #(#kept),* }
            }
        }
    });
    quote! {
        #[doc = #doc]
        #[derive(Default)]
        struct #slots {
            #(#fields),*
        }

        impl #slots {
            fn read(&mut self, decoder: &mut rt::Decoder<'_>, #object key: usize) {
                #choice
            }

            fn whole(&mut self, #noted) -> #name {
                #name { #(#values),* }
            }

            #partial
        }
    }
}

/// The function that reads the struct.
pub(super) fn read(context: &Context<'_>, item: &Struct, slots: &Ident) -> TokenStream {
    let boxed = context.prelude("Box");
    let object = item.additional.is_some().then(|| quote!(&object,));
    let rejected = if item.partial.is_some() {
        quote!(rt::Rejected::partial(slots.partial()))
    } else {
        quote!(rt::Rejected::nothing())
    };
    let noted = has_defaults(item).then(|| quote!(decoder));
    let (mark, made) = guarded(context, item, &[], &ident("decoder"), &quote!(slots.whole(#noted)));
    quote! {
        fn decode(decoder: &mut rt::Decoder<'_>) -> rt::Decoded<Self> {
            #mark
            let mut object = decoder.begin_object(Self::KEYS)?.others();
            let mut slots = #boxed::<#slots>::default();
            while let Some(key) = decoder.next_key(&mut object) {
                slots.read(decoder, #object key);
            }
            if !decoder.finish(&mut object) {
                return Err(#rejected);
            }
            #made
        }
    }
}

/// Whether making the struct may leave notes.
fn has_defaults(item: &Struct) -> bool {
    item.fields.iter().any(|field| matches!(field.presence, FieldPresence::Default(_)))
}
