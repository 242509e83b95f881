//! Default values as expressions.

use proc_macro2::TokenStream;
use quote::quote;

use super::context::{Context, ident, number, text};
use crate::plan::{FieldValue, Value};

/// The expression of a value.
pub(super) fn emit(context: &Context<'_>, value: &Value) -> TokenStream {
    match value {
        Value::None => quote!(None),
        Value::Some(inner) => {
            let inner = emit(context, inner);
            quote!(Some(#inner))
        }
        Value::Boxed(inner) => {
            let (name, inner) = (context.prelude("Box"), emit(context, inner));
            quote!(#name::new(#inner))
        }
        Value::Bool(value) => quote!(#value),
        Value::Number(literal) => number(literal),
        Value::String(value) if value.is_empty() => {
            let string = context.string();
            quote!(#string::new())
        }
        Value::String(value) => {
            let (string, value) = (context.string(), text(value));
            quote!(#string::from(#value))
        }
        Value::Spelled(value) => {
            let value = text(value);
            quote!(rt::spelled(#value))
        }
        Value::Json(json) => {
            let json = text(json);
            quote!(rt::Json::parse(#json).unwrap_or_default())
        }
        Value::Variant(ty, variant) => {
            let (ty, variant) = (ident(ty), ident(variant));
            quote!(#ty::#variant)
        }
        Value::List(items) => {
            let items = items.iter().map(|item| emit(context, item));
            quote!(::std::vec![#(#items),*])
        }
        Value::Tuple(items) => {
            let items = items.iter().map(|item| emit(context, item));
            quote!((#(#items,)*))
        }
        Value::Newtype(name, inner) => {
            let (name, inner) = (ident(name), emit(context, inner));
            quote!(#name(#inner))
        }
        Value::Map(entries) if entries.is_empty() => quote!(::std::collections::BTreeMap::new()),
        Value::Map(entries) => {
            let string = context.string();
            let entries = entries.iter().map(|(key, value)| {
                let (key, value) = (text(key), emit(context, value));
                quote!((#string::from(#key), #value))
            });
            quote!(::std::collections::BTreeMap::from([#(#entries),*]))
        }
        Value::Struct(name, fields) => {
            let name = ident(name);
            let fields = fields.iter().map(|(name, value)| {
                let (name, value) = (ident(name), field(context, value));
                quote!(#name: #value)
            });
            quote!(#name { #(#fields),* })
        }
        Value::Arm(ty, variant, inner) => {
            let (ty, variant, inner) = (ident(ty), ident(variant), emit(context, inner));
            quote!(#ty::#variant(#inner))
        }
    }
}

/// The function that makes a value.
pub(super) fn function(context: &Context<'_>, value: &Value) -> TokenStream {
    let string = context.string();
    match value {
        Value::String(value) if value.is_empty() => quote!(#string::new),
        Value::Map(entries) if entries.is_empty() => quote!(::std::collections::BTreeMap::new),
        value => {
            let value = emit(context, value);
            quote!(|| #value)
        }
    }
}

fn field(context: &Context<'_>, value: &FieldValue) -> TokenStream {
    match value {
        FieldValue::Plain(value) => emit(context, value),
        FieldValue::Optional(None) => quote!(None),
        FieldValue::Optional(Some(value)) => {
            let value = emit(context, value);
            quote!(Some(#value))
        }
        FieldValue::Maybe(None) => quote!(rt::Maybe::Absent),
        FieldValue::Maybe(Some(Value::Some(value))) => {
            let value = emit(context, value);
            quote!(rt::Maybe::Present(#value))
        }
        FieldValue::Maybe(Some(_)) => quote!(rt::Maybe::Null),
    }
}
