//! Conditions. A negation is moved inwards, to where it costs nothing.

use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;
use super::piece::{Form, Level, Lift, Piece, closure};
use super::types_within;
use crate::plan::template::{Expr, ExprKind, Filter, LoopPart, Stored, Type};

impl Emitter<'_> {
    /// Whether an expression holds, or does not.
    pub(super) fn condition(&mut self, expression: &Expr, is_negated: bool) -> Piece {
        match &expression.kind {
            ExprKind::Not(inner) => self.condition(inner, !is_negated),
            ExprKind::And(one, other) | ExprKind::Or(one, other) => {
                let is_and = matches!(expression.kind, ExprKind::And(..)) != is_negated;
                if let Some(range) = self.range(one, other, is_and, is_negated) {
                    return range;
                }
                let (one, other) =
                    (self.condition(one, is_negated), self.condition(other, is_negated));
                // A range may have turned out to be decided.
                match (one.constant(), other.constant()) {
                    (Some(value), _) if value == is_and => return other,
                    (Some(_), _) => return one,
                    (_, Some(value)) if value == is_and => return one,
                    (_, Some(_)) => return other,
                    _ => {}
                }
                if is_and {
                    let (one, other) = (one.at(Level::And), other.at(Level::And));
                    Piece::new(quote!(#one && #other), Form::Copy, Level::And)
                } else {
                    let (one, other) = (one.at(Level::Or), other.at(Level::Or));
                    Piece::new(quote!(#one || #other), Form::Copy, Level::Or)
                }
            }
            ExprKind::Bool(value) => {
                let value = *value != is_negated;
                Piece::copy(quote!(#value))
            }
            _ => self.leaf(|emitter| emitter.test(expression, is_negated), is_negated),
        }
    }

    /// A condition that is decided by one test. Where a value that it needs is not there, it does not hold.
    pub(super) fn leaf(
        &mut self,
        test: impl FnOnce(&mut Self) -> Piece,
        is_negated: bool,
    ) -> Piece {
        let outer = std::mem::take(&mut self.lifts);
        let known = self.known.len();
        let mut piece = test(self);
        // Names that the test gave live in it only; an outer one may have been marked as read.
        self.known.truncate(known);
        let lifts = std::mem::replace(&mut self.lifts, outer);
        for Lift { name, option, form, ty } in lifts.into_iter().rev() {
            let option = option.receiver();
            let closure = closure(&name, &piece.tokens, &form, &ty);
            piece = Piece::copy(if is_negated {
                quote!(#option.is_none_or(#closure))
            } else {
                quote!(#option.is_some_and(#closure))
            });
        }
        piece
    }

    fn test(&mut self, expression: &Expr, is_negated: bool) -> Piece {
        match &expression.kind {
            ExprKind::IsNull(value) | ExprKind::IsMissing(value) => {
                self.is_nothing(value, is_negated)
            }
            ExprKind::Truth(value) => self.truth(value, is_negated),
            ExprKind::Compare(comparison, one, other) => {
                let comparison = if is_negated { comparison.negated() } else { *comparison };
                self.compare(comparison, one, other)
            }
            ExprKind::Contains(needle, haystack) => {
                let piece = self.contains(needle, haystack);
                inverted(piece, is_negated)
            }
            ExprKind::Filter(Filter::Matches(pattern), subject) => {
                let piece = self.matches(pattern, subject);
                inverted(piece, is_negated)
            }
            ExprKind::Loop(id, LoopPart::First) if is_negated => {
                let Some((index, _)) = self.loops.get(id) else { return Piece::copy(quote!(true)) };
                Piece::new(quote!(#index > 0), Form::Copy, Level::Compare)
            }
            ExprKind::Loop(id, LoopPart::Last) if is_negated => {
                let Some((index, length)) = self.loops.get(id) else {
                    return Piece::copy(quote!(true));
                };
                Piece::new(quote!(#index + 1 < #length), Form::Copy, Level::Compare)
            }
            _ => {
                let piece = self.value(expression).copied();
                inverted(piece, is_negated)
            }
        }
    }

    fn is_nothing(&mut self, value: &Expr, is_negated: bool) -> Piece {
        if value.ty == Type::Any {
            let value = self.value(value).reference();
            return inverted(Piece::copy(quote!(rt::render::is_null(#value))), is_negated);
        }
        let held = match &value.kind {
            ExprKind::Key(owner, key) if matches!(owner.ty, Type::Map(_)) => {
                let (receiver, key) = (self.value(owner).receiver(), self.value(key).str());
                return inverted(Piece::copy(quote!(#receiver.contains_key(#key))), !is_negated);
            }
            ExprKind::Item(list, 0 | -1) => {
                let piece = self.value(list);
                self.truth_of(&piece, &list.ty, !is_negated)
            }
            _ => None,
        };
        held.unwrap_or_else(|| {
            let option = self.plain_option(value);
            Piece::copy(if is_negated {
                quote!(#option.is_some())
            } else {
                quote!(#option.is_none())
            })
        })
    }

    /// An option of which only matters whether it holds something.
    fn plain_option(&mut self, value: &Expr) -> TokenStream {
        match &value.kind {
            ExprKind::This(Stored::Option)
            | ExprKind::Input(_, _, Stored::Option)
            | ExprKind::Field(_, _, _, Stored::Option) => self.place(value).receiver(),
            ExprKind::Variable(_) => self.value_held(value).receiver(),
            _ => self.option(value).0.receiver(),
        }
    }

    fn truth(&mut self, value: &Expr, is_negated: bool) -> Piece {
        if !matches!(value.ty, Type::Nullable(_) | Type::Missing(_)) {
            let piece = self.value(value);
            let truth = self.truth_of(&piece, &value.ty, is_negated);
            return truth.unwrap_or_else(|| {
                let value = !is_negated;
                Piece::copy(quote!(#value))
            });
        }
        let inner = types_within(&value.ty).clone();
        let (option, form) = self.option(value);
        let option = option.receiver();
        let name = self.name(&self.hint(value));
        let piece = Piece::tight(quote!(#name), form.clone());
        match self.truth_of(&piece, &inner, is_negated) {
            None => self.is_nothing(value, !is_negated),
            Some(truth) => {
                let closure = closure(&name, &truth.tokens, &form, &inner);
                Piece::copy(if is_negated {
                    quote!(#option.is_none_or(#closure))
                } else {
                    quote!(#option.is_some_and(#closure))
                })
            }
        }
    }

    /// Whether a value counts as true, or as false. `None` if all values of the type do.
    pub(super) fn truth_of(&mut self, piece: &Piece, ty: &Type, is_negated: bool) -> Option<Piece> {
        let receiver = piece.receiver();
        let compare = |tokens| Some(Piece::new(tokens, Form::Copy, Level::Compare));
        match ty {
            Type::Bool => Some(inverted(piece.copied(), is_negated)),
            Type::Int(_) | Type::Float(_) => {
                let value = piece.copied().at(Level::Arithmetic);
                let zero = if matches!(ty, Type::Int(_)) { quote!(0) } else { quote!(0.0) };
                if is_negated {
                    compare(quote!(#value == #zero))
                } else {
                    let opposite = quote!(#value == #zero);
                    Some(Piece::negative(quote!(#value != #zero), Level::Compare, opposite))
                }
            }
            Type::List(_) if matches!(piece.form, Form::Iter(_)) => {
                Some(Piece::copy(if is_negated {
                    quote!(#receiver.next().is_none())
                } else {
                    quote!(#receiver.next().is_some())
                }))
            }
            Type::String | Type::List(_) | Type::Map(_) => {
                Some(inverted(Piece::copy(quote!(#receiver.is_empty())), !is_negated))
            }
            Type::Any => {
                let value = piece.reference();
                Some(inverted(Piece::copy(quote!(rt::render::is_true(#value))), is_negated))
            }
            Type::Nullable(inner) | Type::Missing(inner) => {
                let (option, form) = match piece.form.clone() {
                    Form::Optional(form) => (receiver, *form),
                    _ => (quote!(#receiver.as_ref()), Form::Ref),
                };
                let name = self.name("inner");
                let inner = self.truth_of(&Piece::tight(quote!(#name), form), inner, is_negated);
                Some(Piece::copy(match (inner, is_negated) {
                    (None, false) => quote!(#option.is_some()),
                    (None, true) => quote!(#option.is_none()),
                    (Some(truth), false) => {
                        let truth = truth.tokens;
                        quote!(#option.is_some_and(|#name| #truth))
                    }
                    (Some(truth), true) => {
                        let truth = truth.tokens;
                        quote!(#option.is_none_or(|#name| #truth))
                    }
                }))
            }
            Type::Null => Some(Piece::copy(quote!(#is_negated))),
            Type::Mixed(_) => {
                let value = piece.reference();
                let open = quote!(&rt::render::open(#value));
                Some(inverted(Piece::copy(quote!(rt::render::is_true(#open))), is_negated))
            }
            // No text of a library's type is empty.
            Type::Spelled | Type::Enum(_) | Type::Object(_) | Type::Union(_) => None,
        }
    }
}

pub(super) fn inverted(piece: Piece, is_negated: bool) -> Piece {
    if !is_negated {
        return piece;
    }
    let operand = piece.at(Level::Unary);
    Piece::negative(quote!(!#operand), Level::Unary, piece.tokens)
}
