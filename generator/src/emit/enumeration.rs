//! Fieldless enums.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::context::{Context, docs, ident, number};
use crate::plan::{Enum, EnumValues};

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
        EnumValues::Strings => {
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
    };
    let (getter, kind) = (ident(getter), ident(kind));
    let string = context.string();
    let write = if item.values == EnumValues::Strings {
        quote!(self.as_str())
    } else {
        quote!(&self.value())
    };
    let reader = item.is_read.then(|| {
        quote! {
            impl rt::Decode for #name {
                type Partial = Self;

                const SHAPE: rt::Shape = rt::Shape::Plain;

                fn decode(decoder: &mut rt::Decoder<'_>) -> rt::Decoded<Self> {
                    decoder.choose(&rt::Choices::#kind(&Self::VALUES), &Self::ALL)
                }

                fn into_partial(self) -> Self {
                    self
                }
            }
        }
    });
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

            /// The value as the model writes it.
            #[must_use]
            pub const fn #getter(self) -> #ty {
                Self::VALUES[self as usize]
            }
        }

        #reader

        impl rt::Encode for #name {
            fn write_json(&self, out: &mut #string) {
                rt::Encode::write_json(#write, out);
            }
        }
    }
}
