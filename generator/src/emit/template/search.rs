//! What is looked for in a text, a list or a map.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::Emitter;
use super::piece::{Level, Piece};
use crate::plan::template::{Expr, ExprKind, Native, Type};

impl Emitter<'_> {
    pub(super) fn contains(&mut self, needle: &Expr, haystack: &Expr) -> Piece {
        let hay = self.value(haystack);
        let receiver = hay.receiver();
        match &haystack.ty {
            Type::String => {
                let pattern = self.pattern(needle);
                Piece::copy(quote!(#receiver.contains(#pattern)))
            }
            Type::Map(_) => {
                let key = self.value(needle).str();
                Piece::copy(quote!(#receiver.contains_key(#key)))
            }
            Type::List(item) => self.contains_item(needle, &hay, item),
            _ => Piece::copy(quote!(false)),
        }
    }

    fn contains_item(&mut self, needle: &Expr, hay: &Piece, item: &Type) -> Piece {
        if *item == Type::String {
            let (items, text) = (hay.items(), self.value(needle).str());
            return Piece::copy(quote!(rt::render::has_text(#items, #text)));
        }
        let iterator = hay.iterator();
        let name = self.name("item");
        let value = Piece::tight(quote!(#name), super::piece::item_form(&hay.form));
        let equal = match (item, &needle.ty) {
            (Type::Spelled, _) => {
                let (value, needle) = (value.reference(), self.value(needle).compared_str());
                quote!(rt::render::to_text(#value) == #needle)
            }
            (Type::Enum(_), Type::String) => {
                let needle = self.value(needle).compared_str();
                quote!(#name.as_str() == #needle)
            }
            (Type::Enum(_), _) => {
                let needle = self.wide(needle).tokens;
                quote!(i128::from(#name.value()) == #needle)
            }
            (Type::Int(_), Type::Int(_)) => {
                let value = Self::same_width(&value, item, &Type::Int(Native::Wide));
                let needle = self.wide(needle).at(Level::Arithmetic);
                quote!(#value == #needle)
            }
            (Type::Bool, _) => {
                let (value, needle) =
                    (value.copied().tokens, self.value(needle).copied().at(Level::Arithmetic));
                quote!(#value == #needle)
            }
            _ => {
                let value = if let Type::Float(width) = item {
                    super::number::widened(&value.copied(), *width).tokens
                } else {
                    let wide = Self::same_width(&value, item, &Type::Int(Native::Wide));
                    quote!(rt::render::float(#wide))
                };
                let needle = self.double(needle).tokens;
                quote!(rt::render::same(#value, #needle))
            }
        };
        Piece::copy(quote!(#iterator.any(|#name| #equal)))
    }

    /// What is searched in a string: a character where it is one.
    pub(super) fn pattern(&mut self, needle: &Expr) -> TokenStream {
        match &needle.kind {
            ExprKind::String(text) => text_pattern(text),
            _ => self.value(needle).str(),
        }
    }
}

/// A text to be searched: a character where it is one.
pub(super) fn text_pattern(text: &str) -> TokenStream {
    let mut characters = text.chars();
    if let (Some(only), None) = (characters.next(), characters.next()) {
        let only = Literal::character(only);
        quote!(#only)
    } else {
        quote!(#text)
    }
}
