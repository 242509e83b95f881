//! Numbers: from the types of fields to those of calculations.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::Emitter;
use super::piece::{Form, Level, Piece};
use crate::ir::{FloatWidth, IntegerWidth};
use crate::plan::template::{Calculation, Expr, ExprKind, Native, Type};

/// A float as `f64`.
pub(super) fn widened(piece: &Piece, width: FloatWidth) -> Piece {
    match width {
        FloatWidth::F64 => piece.clone(),
        FloatWidth::F32 => {
            let tokens = &piece.tokens;
            Piece::copy(quote!(f64::from(#tokens)))
        }
    }
}

impl Emitter<'_> {
    /// A whole number as `i128`.
    pub(super) fn wide(&mut self, expression: &Expr) -> Piece {
        let piece = self.value(expression).copied();
        match (&expression.kind, &expression.ty) {
            (ExprKind::Int(_), _) => piece,
            (_, ty) => Self::wide_of(&piece, ty),
        }
    }

    fn wide_of(piece: &Piece, ty: &Type) -> Piece {
        let tokens = &piece.tokens;
        match ty {
            Type::Int(Native::Schema(_)) => Piece::copy(quote!(i128::from(#tokens))),
            Type::Int(Native::Count) => Piece::copy(quote!(rt::render::int(#tokens))),
            _ => piece.clone(),
        }
    }

    /// A whole number of one type as one of another that holds it.
    pub(super) fn same_width(piece: &Piece, own: &Type, wanted: &Type) -> TokenStream {
        let piece = piece.copied();
        if own == wanted { piece.tokens } else { Self::wide_of(&piece, own).tokens }
    }

    /// Any number as `f64`.
    pub(super) fn double(&mut self, expression: &Expr) -> Piece {
        match (&expression.kind, &expression.ty) {
            (ExprKind::Int(value), _) if value.unsigned_abs() < 1 << 53 => {
                let text = format!("{value}.0");
                let literal: TokenStream = text.parse().unwrap_or_default();
                Piece::new(
                    literal,
                    Form::Copy,
                    if *value < 0 { Level::Unary } else { Level::Tight },
                )
            }
            (_, Type::Float(width)) => {
                let piece = self.value(expression).copied();
                widened(&piece, *width)
            }
            (_, Type::Int(Native::Schema(width))) if is_short(*width) => {
                let tokens = self.value(expression).copied().tokens;
                Piece::copy(quote!(f64::from(#tokens)))
            }
            _ => {
                let tokens = self.wide(expression).tokens;
                Piece::copy(quote!(rt::render::float(#tokens)))
            }
        }
    }

    pub(super) fn calculation(
        &mut self,
        calculation: Calculation,
        one: &Expr,
        other: &Expr,
        ty: &Type,
    ) -> Piece {
        if !matches!(ty, Type::Int(_)) {
            return self.float_calculation(calculation, one, other);
        }
        let is_small = is_small(one) && is_small(other);
        let (left, right) = (self.wide(one), self.wide(other));
        let (left_receiver, right_operand) =
            (Self::wide_receiver(one, &left), right.at(Level::Unary));
        let (left_operand, argument) = (left.at(Level::Unary), &right.tokens);
        let infix = |tokens| Piece::new(tokens, Form::Copy, Level::Arithmetic);
        match calculation {
            Calculation::Add if is_small => infix(quote!(#left_operand + #right_operand)),
            Calculation::Subtract if is_small => infix(quote!(#left_operand - #right_operand)),
            Calculation::Add => Piece::copy(quote!(#left_receiver.saturating_add(#argument))),
            Calculation::Subtract => Piece::copy(quote!(#left_receiver.saturating_sub(#argument))),
            Calculation::Multiply => Piece::copy(quote!(#left_receiver.saturating_mul(#argument))),
            // The divisor is a number above zero, so neither can fail.
            Calculation::FloorDivide => Piece::copy(quote!(#left_receiver.div_euclid(#argument))),
            Calculation::Divide | Calculation::Remainder => {
                Piece::copy(quote!(#left_receiver.rem_euclid(#argument)))
            }
        }
    }

    fn float_calculation(&mut self, calculation: Calculation, one: &Expr, other: &Expr) -> Piece {
        let (left, right) = (self.double(one), self.double(other));
        let (left_operand, right_operand) = (left.at(Level::Unary), right.at(Level::Unary));
        let operator = match calculation {
            Calculation::Add => quote!(+),
            Calculation::Subtract => quote!(-),
            Calculation::Multiply => quote!(*),
            Calculation::Divide => quote!(/),
            Calculation::Remainder => quote!(%),
            Calculation::FloorDivide => {
                let (receiver, argument) = (Self::double_receiver(&left), right.tokens);
                return Piece::copy(quote!(#receiver.div_euclid(#argument)));
            }
        };
        Piece::new(quote!(#left_operand #operator #right_operand), Form::Copy, Level::Arithmetic)
    }

    pub(super) fn minus(&mut self, inner: &Expr, ty: &Type) -> Piece {
        if !matches!(ty, Type::Int(_)) {
            let operand = self.double(inner).at(Level::Unary);
            return Piece::new(quote!(-#operand), Form::Copy, Level::Unary);
        }
        let value = self.wide(inner);
        if is_small(inner) {
            let operand = value.at(Level::Unary);
            return Piece::new(quote!(-#operand), Form::Copy, Level::Unary);
        }
        let receiver = value.receiver();
        Piece::copy(quote!(#receiver.saturating_neg()))
    }

    /// An `i128` to call a method on; a literal has to say its type there.
    pub(super) fn wide_receiver(expression: &Expr, piece: &Piece) -> TokenStream {
        match expression.kind {
            ExprKind::Int(value) => {
                let literal = Literal::i128_suffixed(value);
                if value < 0 { quote!((#literal)) } else { quote!(#literal) }
            }
            _ => piece.receiver(),
        }
    }

    /// An `f64` to call a method on; a literal has to say its type there.
    pub(super) fn double_receiver(piece: &Piece) -> TokenStream {
        match piece.tokens.to_string().replace(' ', "").parse::<f64>() {
            Ok(value) if value.is_sign_negative() => {
                let literal = Literal::f64_suffixed(value);
                quote!((#literal))
            }
            Ok(value) => {
                let literal = Literal::f64_suffixed(value);
                quote!(#literal)
            }
            Err(_) => piece.receiver(),
        }
    }
}

/// Whether every value of a type is exact as `f64`.
fn is_short(width: IntegerWidth) -> bool {
    !matches!(width, IntegerWidth::I64 | IntegerWidth::U64)
}

/// Whether sums of such values stay far from the bounds of `i128`.
fn is_small(expression: &Expr) -> bool {
    let is_product = match &expression.kind {
        ExprKind::Calculate(Calculation::Multiply, ..) => true,
        ExprKind::Filter(..) | ExprKind::Variable(_) => {
            matches!(expression.ty, Type::Int(Native::Wide))
        }
        _ => false,
    };
    !is_product && expression.parts().into_iter().all(is_small)
}
