//! Printing values, and values as texts.

use proc_macro2::TokenStream;
use quote::quote;

use super::output::{Head, Output};
use super::piece::{Form, Piece};
use super::{Emitter, output, types_within};
use crate::plan::template::{Expr, Stored, Type};

impl Emitter<'_> {
    /// The statements that print a value.
    pub(super) fn print(&mut self, expression: &Expr) -> Vec<Output> {
        let none = match &expression.ty {
            Type::Nullable(_) => Some("null"),
            Type::Missing(_) => None,
            ty => {
                let piece = self.value(expression);
                return vec![Output::Plain(Self::print_piece(&piece, ty))];
            }
        };
        let (option, form) = self.option(expression);
        let name = self.hint(expression);
        self.print_option(option, form, types_within(&expression.ty), &name, none)
    }

    fn print_option(
        &mut self,
        option: Piece,
        form: Form,
        inner: &Type,
        hint: &str,
        none: Option<&str>,
    ) -> Vec<Output> {
        if *inner == Type::String && form == Form::Copy {
            let option = option.receiver();
            return vec![Output::Plain(if let Some(none) = none {
                quote!(out.push_str(#option.unwrap_or(#none));)
            } else {
                quote!(out.push_str(#option.unwrap_or_default());)
            })];
        }
        let name = self.name(hint);
        let piece = Piece::tight(quote!(#name), form);
        let printed = match inner {
            Type::Nullable(nested) => {
                let (option, form) = Self::option_of(&piece, Stored::Option, nested);
                self.print_option(option, form, nested, "inner", Some("null"))
            }
            ty => vec![Output::Plain(Self::print_piece(&piece, ty))],
        };
        let otherwise = none.map(Output::text).into_iter().collect();
        output::choice(vec![(Head::Let(vec![name], option), printed)], otherwise)
    }

    fn print_piece(piece: &Piece, ty: &Type) -> TokenStream {
        match ty {
            Type::String => {
                let text = piece.str();
                quote!(out.push_str(#text);)
            }
            Type::Bool | Type::Int(_) => {
                let value = piece.copied().tokens;
                quote!(rt::render::print(out, #value);)
            }
            Type::Float(width) => {
                let value = super::number::widened(&piece.copied(), *width).tokens;
                quote!(rt::render::print_float(out, #value);)
            }
            Type::List(_) if matches!(piece.form, Form::Iter(_) | Form::Vec(_) | Form::Made(_)) => {
                let items = piece.items();
                quote!(rt::render::print_list(out, #items);)
            }
            _ => {
                let value = piece.reference();
                quote!(rt::render::print_value(out, #value);)
            }
        }
    }

    /// The text of a value within another text, as a `&str`.
    pub(super) fn text_of(&mut self, part: &Expr) -> TokenStream {
        let piece = self.value(part);
        match (&part.ty, &piece.form) {
            (Type::String, Form::Owned) => {
                let receiver = piece.receiver();
                quote!(#receiver.as_str())
            }
            (Type::String, _) => piece.str(),
            (Type::Missing(inner), Form::Optional(form)) => {
                let (receiver, form) = (piece.receiver(), (**form).clone());
                let text = match (&**inner, &form) {
                    (Type::String, Form::Copy) => return quote!(#receiver.unwrap_or_default()),
                    (Type::String, Form::Ref) => {
                        return quote!(#receiver.map_or("", ::std::string::String::as_str));
                    }
                    (Type::Bool | Type::Int(_), Form::Ref) => {
                        quote!(::std::string::ToString::to_string)
                    }
                    (_, Form::Ref) => quote!(rt::render::to_text),
                    (inner, _) => {
                        let name = self.name("value");
                        let text = Self::to_text(&Piece::tight(quote!(#name), form), inner);
                        quote!(|#name| #text)
                    }
                };
                quote!(#receiver.map(#text).unwrap_or_default().as_str())
            }
            (ty, _) => {
                let text = Self::to_text(&piece, ty);
                quote!(#text.as_str())
            }
        }
    }

    /// A value as a `String`.
    pub(super) fn to_text(piece: &Piece, ty: &Type) -> TokenStream {
        match ty {
            Type::Bool | Type::Int(_) => {
                let receiver = piece.receiver();
                quote!(#receiver.to_string())
            }
            _ => {
                let value = piece.reference();
                quote!(rt::render::to_text(#value))
            }
        }
    }
}
