//! Values: names, properties, items.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::piece::{Form, Level, Lift, Piece, is_copy};
use super::{Emitter, Known, is_option, types_within};
use crate::emit::context::ident;
use crate::plan::template::{Expr, ExprKind, Filter, LoopPart, Stored, Type};

impl Emitter<'_> {
    /// A value that is there.
    pub(super) fn value(&mut self, expression: &Expr) -> Piece {
        if let Type::Nullable(_) | Type::Missing(_) = expression.ty {
            let (mut piece, form) = self.option(expression);
            piece.form = Form::Optional(Box::new(form));
            return piece;
        }
        match &expression.kind {
            ExprKind::Null => Piece::copy(quote!(None)),
            ExprKind::Int(value) => {
                let literal = Literal::i128_unsuffixed(*value);
                let level = if *value < 0 { Level::Unary } else { Level::Tight };
                Piece::new(quote!(#literal), Form::Copy, level)
            }
            ExprKind::Float(value) => {
                let literal = Literal::f64_unsuffixed(*value);
                let level = if value.is_sign_negative() { Level::Unary } else { Level::Tight };
                Piece::new(quote!(#literal), Form::Copy, level)
            }
            ExprKind::String(text) => Piece::copy(quote!(#text)),
            ExprKind::This(_) | ExprKind::Input(..) | ExprKind::Field(..) => self.place(expression),
            ExprKind::Variable(id) => match self.bound.get(id) {
                Some(piece) => piece.clone(),
                None => Piece::copy(quote!(())),
            },
            ExprKind::Loop(id, part) => self.loop_part(*id, *part),
            ExprKind::Tag(owner, _, arms) => {
                let owner = self.value(owner).reference();
                let arms = arms.iter().map(|(path, value)| {
                    let path: TokenStream =
                        path.split("::").map(ident).fold(TokenStream::new(), |path, part| {
                            if path.is_empty() { quote!(#part) } else { quote!(#path::#part) }
                        });
                    quote!(#path(_) => #value)
                });
                Piece::new(quote!(match #owner { #(#arms),* }), Form::Copy, Level::Or)
            }
            ExprKind::Narrow(inner) => self.narrow(inner),
            ExprKind::EnumValue(inner) => {
                let receiver = self.value(inner).receiver();
                let getter = ident(if expression.ty == Type::String { "as_str" } else { "value" });
                Piece::copy(quote!(#receiver.#getter()))
            }
            ExprKind::Calculate(calculation, one, other) => {
                self.calculation(*calculation, one, other, &expression.ty)
            }
            ExprKind::Minus(inner) => self.minus(inner, &expression.ty),
            ExprKind::Concat(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.text_of(part)).collect();
                Piece::owned(quote!([#(#parts),*].concat()))
            }
            ExprKind::Choose(choice) => self.choice(choice, &expression.ty),
            ExprKind::Filter(filter, subject) if !matches!(filter, Filter::Matches(_)) => {
                self.filter(filter, subject, &expression.ty)
            }
            // These are options, or conditions.
            ExprKind::Key(..) | ExprKind::Item(..) => self.narrow(expression),
            ExprKind::Filter(..)
            | ExprKind::Bool(_)
            | ExprKind::Not(_)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::IsNull(_)
            | ExprKind::IsMissing(_)
            | ExprKind::Truth(_)
            | ExprKind::Compare(..)
            | ExprKind::Contains(..) => self.condition(expression, false),
        }
    }

    /// A variable, whatever it holds.
    pub(super) fn value_held(&self, expression: &Expr) -> Piece {
        match &expression.kind {
            ExprKind::Variable(id) => {
                self.bound.get(id).cloned().unwrap_or_else(|| Piece::copy(quote!(None)))
            }
            _ => Piece::copy(quote!(None)),
        }
    }

    /// A value that says its type itself, as numbers written out must where nothing else does.
    pub(super) fn typed(&mut self, expression: &Expr) -> Piece {
        let tokens = match expression.kind {
            ExprKind::Int(value) => {
                let literal = Literal::i128_suffixed(value);
                quote!(#literal)
            }
            ExprKind::Float(value) => {
                let literal = Literal::f64_suffixed(value);
                quote!(#literal)
            }
            _ => return self.value(expression),
        };
        Piece::new(tokens, Form::Copy, Level::Unary)
    }

    /// The place of a field, whatever it holds.
    pub(super) fn place(&mut self, expression: &Expr) -> Piece {
        match &expression.kind {
            ExprKind::Input(_, name, _) => {
                let name = ident(name);
                Piece::tight(quote!(self.#name), Form::Place)
            }
            ExprKind::Field(owner, _, name, _) => {
                let owner = self.value(owner);
                let (receiver, name) = (owner.receiver(), ident(name));
                Piece::tight(quote!(#receiver.#name), Form::Place)
            }
            _ => self.this.clone(),
        }
    }

    /// A value that may be nothing, as an `Option`, and the form of what it holds.
    pub(super) fn option(&mut self, expression: &Expr) -> (Piece, Form) {
        let inner = types_within(&expression.ty).clone();
        let tight = |tokens, form: Form| (Piece::optional(tokens, form.clone()), form);
        match &expression.kind {
            ExprKind::This(stored)
            | ExprKind::Input(_, _, stored)
            | ExprKind::Field(_, _, _, stored) => {
                let place = self.place(expression);
                Self::option_of(&place, *stored, &inner)
            }
            ExprKind::Variable(_) | ExprKind::Narrow(_) => {
                let held = match &expression.kind {
                    ExprKind::Narrow(outer) => self.narrow(outer),
                    _ => self.value_held(expression),
                };
                match &held.form {
                    Form::Optional(form) if **form == Form::Owned => {
                        let receiver = held.receiver();
                        tight(quote!(#receiver.as_deref()), Form::Copy)
                    }
                    Form::Optional(form) => {
                        let form = (**form).clone();
                        (held, form)
                    }
                    _ => Self::option_of(&held, Stored::Option, &inner),
                }
            }
            ExprKind::Key(owner, key) => {
                let receiver = self.value(owner).receiver();
                let key = self.value(key).str();
                tight(quote!(#receiver.get(#key)), Form::Ref)
            }
            ExprKind::Item(list, place) => {
                let (tokens, form) = self.item(list, *place);
                tight(tokens, form)
            }
            ExprKind::Filter(filter, subject) => {
                let piece = self.filter(filter, subject, &expression.ty);
                match piece.form.clone() {
                    Form::Optional(form) => (piece, *form),
                    form => (piece, form),
                }
            }
            ExprKind::Choose(choice) => self.optional_choice(choice, &inner),
            _ => tight(quote!(None), Form::Copy),
        }
    }

    pub(super) fn option_of(held: &Piece, stored: Stored, inner: &Type) -> (Piece, Form) {
        let receiver = held.receiver();
        let tight = |tokens, form: Form| (Piece::optional(tokens, form.clone()), form);
        match (is_option(stored), inner) {
            (true, Type::String) => tight(quote!(#receiver.as_deref()), Form::Copy),
            (true, ty) if is_copy(ty) => (held.copied(), Form::Copy),
            (true, _) => tight(quote!(#receiver.as_ref()), Form::Ref),
            (false, ty) if is_copy(ty) => tight(quote!(#receiver.value()), Form::Copy),
            (false, _) => tight(quote!(#receiver.as_ref().value()), Form::Ref),
        }
    }

    /// The value of what may be nothing: by a name that it has already, or by one that the statement around gives it.
    pub(super) fn narrow(&mut self, inner: &Expr) -> Piece {
        if let Some((_, known)) = self.known.iter_mut().rev().find(|(known, _)| known == inner) {
            known.is_read = true;
            return known.piece.clone();
        }
        let (option, form) = self.option(inner);
        let name = self.name(&self.hint(inner));
        let piece = Piece::tight(quote!(#name), form.clone());
        let ty = types_within(&inner.ty).clone();
        self.lifts.push(Lift { name, option, form, ty });
        self.known.push((inner.clone(), Known { piece: piece.clone(), is_read: true }));
        piece
    }

    fn loop_part(&mut self, id: crate::plan::template::VariableId, part: LoopPart) -> Piece {
        let Some((index, length)) = self.loops.get(&id).cloned() else {
            return Piece::copy(quote!(0));
        };
        let (tokens, level) = match part {
            LoopPart::Index => (quote!(#index + 1), Level::Arithmetic),
            LoopPart::Index0 => (quote!(#index), Level::Tight),
            LoopPart::RevIndex => (quote!(#length - #index), Level::Arithmetic),
            LoopPart::RevIndex0 => (quote!(#length - #index - 1), Level::Arithmetic),
            LoopPart::Length => (quote!(#length), Level::Tight),
            LoopPart::First => (quote!(#index == 0), Level::Compare),
            LoopPart::Last => (quote!(#index + 1 == #length), Level::Compare),
        };
        Piece::new(tokens, Form::Copy, level)
    }
}
