//! Fieldless enums.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::context::{Context, docs, ident, kinds, number};
use super::rules;
use crate::plan::{Enum, EnumValues};

/// From so many strings on, one is looked up in their order.
const MANY: usize = 16;

/// A fieldless enum with its values, reader and writer.
pub(super) fn emit(context: &Context<'_>, item: &Enum) -> TokenStream {
    let name = ident(&item.name);
    let enum_docs = docs(&item.docs);
    let count = Literal::usize_unsuffixed(item.variants.len());
    let idents: Vec<_> = item.variants.iter().map(|variant| ident(&variant.name)).collect();
    let variants = item.variants.iter().zip(&idents).map(|(variant, name)| {
        let docs = docs(&variant.docs);
        quote! {
            #docs
            #name,
        }
    });
    let values = item.variants.iter().map(|variant| match item.values {
        EnumValues::Strings | EnumValues::Mixed => {
            let text = &variant.value;
            quote!(#text)
        }
        _ => number(&variant.value),
    });
    let (ty, getter, kind) = match item.values {
        EnumValues::Strings => {
            let is_special = |byte: u8| byte < b' ' || matches!(byte, b'"' | b'\\');
            let needs_escapes = item.variants.iter().any(|one| one.value.bytes().any(is_special));
            let kind = if needs_escapes { "Escaped" } else { "Strings" };
            (quote!(&'static str), "as_str", kind)
        }
        EnumValues::Signed => (quote!(i64), "value", "Signed"),
        EnumValues::Unsigned => (quote!(u64), "value", "Unsigned"),
        EnumValues::Mixed => (quote!(&'static str), "as_json", "Json"),
    };
    let (getter, kind) = (ident(getter), ident(kind));
    let string = context.string();
    let write = match item.values {
        EnumValues::Strings => quote!(rt::Encode::write_json(self.as_str(), out);),
        EnumValues::Signed | EnumValues::Unsigned => {
            quote!(rt::Encode::write_json(&self.value(), out);)
        }
        EnumValues::Mixed => quote!(out.push_str(self.as_json());),
    };
    let order = sorted(item).map(|order| {
        let order = order.into_iter().map(Literal::usize_unsuffixed);
        quote! {
            /// The places of the values in their order.
            const ORDER: [usize; #count] = [#(#order),*];
        }
    });
    let choices = if order.is_some() {
        quote!(rt::Choices::Sorted(&Self::VALUES, &Self::ORDER))
    } else {
        quote!(rt::Choices::#kind(&Self::VALUES))
    };
    let kinds = (item.values != EnumValues::Strings).then(|| {
        let kinds = kinds(item.kinds);
        quote!(const KINDS: rt::Kinds = #kinds;)
    });
    let choose =
        rules::guarded(context, &item.guards, &quote!(decoder.choose(&#choices, &Self::ALL)));
    let reader = item.is_read.then(|| {
        quote! {
            impl rt::Decode for #name {
                type Partial = Self;

                const SHAPE: rt::Shape = rt::Shape::Plain;
                #kinds

                fn decode(decoder: &mut rt::Decoder<'_>) -> rt::Decoded<Self> {
                    #choose
                }

                fn into_partial(self) -> Self {
                    self
                }
            }
        }
    });
    let serde = context.serde(&name);
    quote! {
        #enum_docs
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum #name {
            #(#variants)*
        }

        impl #name {
            /// All variants, in the order of the schema.
            pub const ALL: [Self; #count] = [#(Self::#idents),*];

            const VALUES: [#ty; #count] = [#(#values),*];

            #order

            /// The value as the model writes it.
            #[must_use]
            pub const fn #getter(self) -> #ty {
                Self::VALUES[self as usize]
            }
        }

        #reader

        impl rt::Encode for #name {
            fn write_json(&self, out: &mut #string) {
                #write
            }
        }
        #serde
    }
}

/// The places of many strings in the order of the strings.
fn sorted(item: &Enum) -> Option<Vec<usize>> {
    if item.values != EnumValues::Strings || item.variants.len() < MANY || !item.is_read {
        return None;
    }
    let mut order: Vec<_> = (0..item.variants.len()).collect();
    order.sort_by_key(|&at| &item.variants[at].value);
    Some(order)
}
