//! Unions: enums whose variants hold values.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::context::{Context, derives, docs, ident, kinds};
use super::rules;
use crate::ir::JsonKinds;
use crate::plan::{Arm, Union, link};

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
    let serde = context.serde(&name);
    let written = same_types(item);
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
                    #(#written => value.write_json(out),)*
                }
            }
        }
        #serde
    }
}

/// The patterns of the variants, those that hold the same type in one.
fn same_types(item: &Union) -> Vec<TokenStream> {
    let mut groups: Vec<Vec<&Arm>> = Vec::new();
    for arm in &item.arms {
        match groups.iter_mut().find(|group| group.iter().any(|one| one.ty == arm.ty)) {
            Some(group) => group.push(arm),
            None => groups.push(vec![arm]),
        }
    }
    let pattern = |group: Vec<&Arm>| {
        let names = group.into_iter().map(|arm| ident(&arm.name));
        quote!(#(Self::#names(value))|*)
    };
    groups.into_iter().map(pattern).collect()
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
    let mut listed = None;
    let read = if let Some(tag) = &item.tag {
        let values = item.arms.iter().map(|arm| arm.tag.as_deref().unwrap_or_default());
        let arms = item.arms.iter().enumerate().map(|(at, one)| {
            let at = Literal::usize_unsuffixed(at);
            let read = arm(context, one, item.partial.as_deref());
            quote!(Some(#at) => #read,)
        });
        quote! {
            match decoder.tag(#tag, &[#(#values),*]) {
                #(#arms)*
                _ => Err(rt::Rejected::nothing()),
            }
        }
    } else {
        let method = ident(if item.is_exclusive { "one_of" } else { "any_of" });
        let arms = item.arms.iter().map(|one| {
            let ty = context.ty(&one.ty);
            let read = arm(context, one, item.partial.as_deref());
            quote!(rt::arm_of::<#ty>().read(|decoder| #read))
        });
        listed = Some(quote!(let arms = [#(#arms),*];));
        quote!(decoder.#method(&arms))
    };
    let read = rules::guarded(context, &item.guards, &read);
    let into_partial = if item.partial.is_some() {
        quote! {
            match self {
                #(Self::#idents(value) => #partial::#idents(rt::Decode::into_partial(value)),)*
            }
        }
    } else {
        quote!(self)
    };
    let (shape, kinds) = match item.kinds {
        JsonKinds::OBJECT => ("Object", None),
        JsonKinds::ARRAY => ("List", None),
        several => {
            let kinds = kinds(several);
            ("Mixed", Some(quote!(const KINDS: rt::Kinds = #kinds;)))
        }
    };
    let shape = ident(shape);
    quote! {
        impl rt::Decode for #name {
            type Partial = #partial;

            const SHAPE: rt::Shape = rt::Shape::#shape;
            #kinds

            fn decode(decoder: &mut rt::Decoder<'_>) -> rt::Decoded<Self> {
                #listed
                #read
            }

            fn into_partial(self) -> Self::Partial {
                #into_partial
            }
        }
    }
}

/// What reads an arm.
fn arm(context: &Context<'_>, arm: &Arm, partial: Option<&str>) -> TokenStream {
    let name = ident(&arm.name);
    let partial = partial.map(|partial| {
        let partial = ident(partial);
        quote!(, #partial::#name)
    });
    let method = match (arm.rules.is_empty(), partial.is_some()) {
        (true, true) => "arm",
        (true, false) => "whole_arm",
        (false, true) => "checked_arm",
        (false, false) => "checked_whole_arm",
    };
    let method = ident(method);
    let rules = (!arm.rules.is_empty()).then(|| {
        let rules = rules::emit(context, &arm.rules, &arm.ty);
        quote!(, #rules)
    });
    quote!(decoder.#method(Self::#name #partial #rules))
}
