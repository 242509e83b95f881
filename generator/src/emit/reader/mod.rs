//! The reader of a struct: a loop over keys, one arm a field, then the struct or what can be kept of it.

mod arms;
mod parts;
mod wide;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use self::arms::{Locals, order};
use super::context::{Context, ident, local};
use super::rules;
use crate::plan::{Field, FieldPresence, RustType, Struct};

/// How a struct reads itself.
pub(super) fn emit(context: &Context<'_>, item: &Struct) -> TokenStream {
    let name = ident(&item.name);
    let partial = item.partial.as_ref().map(|partial| ident(partial));
    let partial_type = partial.clone().unwrap_or_else(|| ident("Self"));
    let keys = keys(item);
    let (slots, read) = match &item.slots {
        Some(slots) => {
            let slots = ident(slots);
            (Some(wide::slots(context, item, &slots)), wide::read(context, item, &slots))
        }
        None => (None, read(context, item)),
    };
    let into_partial = match &partial {
        None => quote!(self),
        Some(partial) => {
            let whole = item.fields.iter().map(|field| parts::whole(context, field));
            let further = item.additional.as_ref().map(|field| {
                let name = ident(&field.name);
                quote!(#name: self.#name)
            });
            let whole = whole.chain(further);
            quote!(#partial { #(#whole),* })
        }
    };
    quote! {
        #slots

        impl rt::Decode for #name {
            type Partial = #partial_type;

            const KEYS: &'static rt::Keys = #keys;
            const SHAPE: rt::Shape = rt::Shape::Object;

            #read

            fn into_partial(self) -> Self::Partial {
                #into_partial
            }
        }
    }
}

/// The function that reads a struct whose fields wait in variables.
fn read(context: &Context<'_>, item: &Struct) -> TokenStream {
    let idents = names(item);
    let locals = Locals::beside(&idents);
    let arms = arms::emit(context, item, &locals);
    let Locals { decoder, object, .. } = locals;
    let start = start(context, item, &decoder, &object);
    let values = item.fields.iter().map(|field| parts::value(context, item, field, &decoder));
    let entries = item.additional.as_ref().map(|field| {
        let name = ident(&field.name);
        quote!(#name: #name.entries())
    });
    let values: Vec<_> = values.chain(entries.clone()).collect();
    let rejected = item.partial.as_ref().map_or_else(
        || quote!(rt::Rejected::nothing()),
        |partial| {
            let partial = ident(partial);
            let kept = item.fields.iter().map(|field| parts::kept(item, field)).chain(entries);
            quote!(rt::Rejected::partial(#partial { #(#kept),* }))
        },
    );
    let made = quote!(Self { #(#values),* });
    let (mark, made) = guarded(context, item, &idents, &decoder, &made);
    quote! {
        fn decode(#decoder: &mut rt::Decoder<'_>) -> rt::Decoded<Self> {
            #mark
            #start
            #arms
            if !#decoder.finish(&mut #object) {
                return Err(#rejected);
            }
            #made
        }
    }
}

/// What begins and what ends a function that makes a struct: the rules on its JSON, if there are any.
fn guarded(
    context: &Context<'_>,
    item: &Struct,
    idents: &[Ident],
    decoder: &Ident,
    made: &TokenStream,
) -> (Option<TokenStream>, TokenStream) {
    if item.guards.is_empty() {
        return (None, quote!(Ok(#made)));
    }
    let [begin, value] = ["start", "value"].map(|name| local(name, idents));
    let guards = rules::guards(context, &item.guards);
    let made = quote! {
        let #value = #made;
        #decoder.guarded(#begin, #value, #guards)
    };
    (Some(quote!(let #begin = #decoder.start();)), made)
}

/// The names of all fields.
fn names(item: &Struct) -> Vec<Ident> {
    item.fields.iter().chain(&item.additional).map(|field| ident(&field.name)).collect()
}

fn keys(item: &Struct) -> TokenStream {
    let keys = order(item).into_iter().map(|key| match key {
        Err(constant) => {
            let name = &constant.wire_name;
            quote!(rt::required(#name))
        }
        Ok(field) => {
            let name = &field.wire_name;
            let is_required = matches!(field.presence, FieldPresence::Required);
            if is_required && matches!(field.ty, RustType::Option(_)) {
                quote!(rt::nullable(#name))
            } else if is_required {
                quote!(rt::required(#name))
            } else {
                quote!(rt::optional(#name))
            }
        }
    });
    let kind = ident(match item.is_open {
        _ if item.additional.is_some() => "rest",
        true => "open",
        false => "closed",
    });
    quote!(&rt::Keys::#kind(&[#(#keys),*]))
}

/// The slots of the fields. Those that need no more than their value are read at once while keys come in order.
fn start(context: &Context<'_>, item: &Struct, decoder: &Ident, object: &Ident) -> TokenStream {
    let idents = names(item);
    let members = local("members", &idents);
    let plain = order(item).into_iter().map_while(|entry| entry.ok().filter(|one| is_plain(one)));
    let count = plain.count();
    let slots = item.fields.iter().zip(&idents).enumerate().map(|(at, (field, name))| {
        let place = proc_macro2::Literal::usize_unsuffixed(at);
        if at < count {
            quote!(let mut #name = #members.read(#decoder, #place);)
        } else if field.rules.is_empty() {
            quote!(let mut #name = rt::Slot::new();)
        } else {
            let ty = context.ty(&field.ty);
            quote!(let mut #name = rt::Slot::<#ty>::new();)
        }
    });
    let further = item.additional.as_ref().map(|field| {
        let name = ident(&field.name);
        quote!(let mut #name = rt::Rest::new();)
    });
    let slots = slots.chain(further);
    if count == 0 {
        return quote! {
            #(#slots)*
            let mut #object = #decoder.begin_object(Self::KEYS)?.others();
        };
    }
    quote! {
        let mut #members = #decoder.begin_object(Self::KEYS)?;
        #(#slots)*
        let mut #object = #members.others();
    }
}

/// Whether a field has neither rules nor a null that stands for its absence.
fn is_plain(field: &Field) -> bool {
    let is_nullable = matches!(field.ty, RustType::Option(_));
    field.rules.is_empty() && (is_nullable || matches!(field.presence, FieldPresence::Required))
}
