//! Choices between values.

use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;
use super::output::Head;
use super::piece::{Form, Level, Lift, Piece, closure};
use crate::plan::template::{Choice, Expr, Type};

impl Emitter<'_> {
    pub(super) fn choice(&mut self, choice: &Choice, ty: &Type) -> Piece {
        let (head, yes) = self.branch(&choice.condition, |emitter| emitter.local(&choice.yes));
        let no = choice.no.as_ref().map(|no| self.local(no));
        // Without an `else` the value is an option, which is not written here.
        let no = no.unwrap_or_else(|| Piece::copy(quote!(())));
        let types = [&choice.yes.ty, choice.no.as_ref().map_or(ty, |no| &no.ty)];
        let (yes, no, form) = Self::alike([yes, no], types, ty);
        let is_same = yes.to_string() == no.to_string();
        let tokens = match head {
            Head::If(_) if is_same => return Piece::new(yes, form, Level::Unary),
            Head::If(Piece { opposite: Some(condition), .. }) => {
                chained(&quote!(if #condition { #no }), &yes)
            }
            Head::If(condition) => {
                let condition = condition.tokens;
                chained(&quote!(if #condition { #yes }), &no)
            }
            Head::Let(names, option) if is_only(&names, &yes) => {
                let option = option.receiver();
                return Piece::tight(quote!(#option.unwrap_or(#no)), form);
            }
            Head::Let(names, option) => {
                let (name, option) = (&names[0], option.tokens);
                chained(&quote!(if let Some(#name) = #option { #yes }), &no)
            }
        };
        Piece::new(tokens, form, Level::Or)
    }

    /// Two pieces in the same form.
    fn alike(
        [yes, no]: [Piece; 2],
        types: [&Type; 2],
        ty: &Type,
    ) -> (TokenStream, TokenStream, Form) {
        match ty {
            Type::String
                if [&yes, &no].iter().any(|piece| piece.form == Form::Owned || piece.is_brief) =>
            {
                (yes.owned_string(), no.owned_string(), Form::Owned)
            }
            Type::String => (yes.str(), no.str(), Form::Copy),
            Type::Int(_) => {
                let [yes, no] = [(yes, types[0]), (no, types[1])]
                    .map(|(piece, own)| Self::same_width(&piece, own, ty));
                (yes, no, Form::Copy)
            }
            Type::Float(width) => {
                let own = |own: &Type| if let Type::Float(own) = own { *own } else { *width };
                let [yes, no] = [(yes, types[0]), (no, types[1])].map(|(piece, ty)| {
                    let piece = piece.copied();
                    if own(ty) == *width {
                        piece.tokens
                    } else {
                        super::number::widened(&piece, own(ty)).tokens
                    }
                });
                (yes, no, Form::Copy)
            }
            Type::Bool | Type::Enum(_) => (yes.copied().tokens, no.copied().tokens, Form::Copy),
            Type::List(_)
                if [&yes, &no].iter().any(|piece| {
                    matches!(piece.form, Form::Iter(_) | Form::Vec(_) | Form::Made(_))
                }) =>
            {
                let form = Form::Vec(Box::new(super::piece::item_form(&yes.form)));
                (yes.collected(), no.collected(), form)
            }
            _ => (yes.reference(), no.reference(), Form::Ref),
        }
    }

    /// A choice without an `else`, or between values that may be nothing.
    pub(super) fn optional_choice(&mut self, choice: &Choice, inner: &Type) -> (Piece, Form) {
        let (head, yes) = self.branch(&choice.condition, |emitter| emitter.local(&choice.yes));
        let no = choice.no.as_ref().map(|no| self.local(no).tokens);
        let is_option = matches!(yes.form, Form::Optional(_));
        let (yes, form) = match yes.form.clone() {
            Form::Optional(form) => (yes.tokens, *form),
            _ => match yes.kept(inner) {
                (tokens, Form::Place) => (tokens, Form::Owned),
                kept => kept,
            },
        };
        let some = if is_option { quote!(#yes) } else { quote!(Some(#yes)) };
        let none = no.clone().unwrap_or_else(|| quote!(None));
        let whole = Form::Optional(Box::new(form.clone()));
        let piece = match head {
            Head::If(_) if some.to_string() == none.to_string() => {
                Piece::new(some, whole, Level::Or)
            }
            Head::Let(names, option) if no.is_none() => {
                let name = &names[0];
                let option = option.receiver();
                let tokens = if is_only(&names, &yes) {
                    option
                } else if is_option {
                    quote!(#option.and_then(|#name| #yes))
                } else {
                    quote!(#option.map(|#name| #yes))
                };
                Piece::tight(tokens, whole)
            }
            Head::Let(names, option) => {
                let (name, option) = (&names[0], option.tokens);
                let tokens = quote!(if let Some(#name) = #option { #some } else { #none });
                Piece::new(tokens, whole, Level::Or)
            }
            Head::If(Piece { opposite: Some(condition), .. }) => {
                Piece::new(quote!(if #condition { #none } else { #some }), whole, Level::Or)
            }
            Head::If(condition) => {
                let condition = condition.tokens;
                Piece::new(quote!(if #condition { #some } else { #none }), whole, Level::Or)
            }
        };
        (piece, form)
    }

    /// A value in a branch. What it needs to be there was made sure of; a default stands for what cannot be.
    fn local(&mut self, expression: &Expr) -> Piece {
        let outer = std::mem::take(&mut self.lifts);
        let known = self.known.len();
        let piece = self.typed(expression);
        self.known.truncate(known);
        let mut lifts = std::mem::replace(&mut self.lifts, outer);
        let has_default =
            matches!(expression.ty, Type::String | Type::Bool | Type::Int(_) | Type::Float(_));
        if !has_default {
            self.lifts.append(&mut lifts);
            return piece;
        }
        let (mut tokens, form) = match (&expression.ty, &piece.form) {
            (Type::String, Form::Owned) => (piece.tokens.clone(), Form::Owned),
            (Type::String, _) if piece.is_brief => (piece.owned_string(), Form::Owned),
            (Type::String, _) => (piece.str(), Form::Copy),
            _ => (piece.copied().tokens, Form::Copy),
        };
        let level = match piece.form {
            Form::Place | Form::Copy | Form::Owned if lifts.is_empty() => piece.level,
            Form::Ref if expression.ty != Type::String => Level::Unary,
            _ => Level::Tight,
        };
        for Lift { name, option, form, ty } in lifts.into_iter().rev() {
            let option = option.receiver();
            tokens = if name == tokens.to_string() {
                quote!(#option.unwrap_or_default())
            } else {
                let closure = closure(&name, &tokens, &form, &ty);
                quote!(#option.map(#closure).unwrap_or_default())
            };
        }
        Piece::new(tokens, form, level)
    }
}

/// A choice with its `else`; another choice there continues it.
fn chained(choice: &TokenStream, otherwise: &TokenStream) -> TokenStream {
    let is_choice =
        otherwise.clone().into_iter().next().is_some_and(|token| token.to_string() == "if");
    if is_choice { quote!(#choice else #otherwise) } else { quote!(#choice else { #otherwise }) }
}

/// Whether an expression is just the name that an option's value gets.
fn is_only(names: &[proc_macro2::Ident], tokens: &TokenStream) -> bool {
    matches!(names, [name] if *name == tokens.to_string())
}
