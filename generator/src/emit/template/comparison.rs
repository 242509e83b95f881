//! Comparisons, also of lengths, and two of them as a range.

use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;
use super::condition::inverted;
use super::piece::{Form, Level, Piece};
use crate::ir::IntegerWidth;
use crate::plan::template::{Comparison, Expr, ExprKind, Filter, Native, Type};

impl Emitter<'_> {
    pub(super) fn compare(&mut self, comparison: Comparison, one: &Expr, other: &Expr) -> Piece {
        if let (Type::Bool, ExprKind::Bool(value)) = (&one.ty, &other.kind) {
            return self.condition(one, (comparison == Comparison::Equal) != *value);
        }
        if let Some(empty) = self.compare_length(comparison, one, other) {
            return empty;
        }
        let operator = operator(comparison);
        let infix = |one: TokenStream, other: TokenStream| {
            let tokens = quote!(#one #operator #other);
            if comparison == Comparison::NotEqual {
                Piece::negative(tokens, Level::Compare, quote!(#one == #other))
            } else {
                Piece::new(tokens, Form::Copy, Level::Compare)
            }
        };
        match (&one.ty, &other.ty) {
            (Type::String, _) => {
                let (left, right) = (self.value(one), self.value(other));
                if let ExprKind::String(text) = &other.kind
                    && text.is_empty()
                    && matches!(comparison, Comparison::Equal | Comparison::NotEqual)
                {
                    let receiver = left.receiver();
                    return inverted(
                        Piece::copy(quote!(#receiver.is_empty())),
                        comparison == Comparison::NotEqual,
                    );
                }
                let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
                if is_equality && matches!(other.kind, ExprKind::String(_)) {
                    return infix(left.at(Level::Arithmetic), right.tokens);
                }
                infix(left.compared_str(), right.compared_str())
            }
            (Type::Bool, _) => {
                let (left, right) = (self.value(one).copied(), self.value(other).copied());
                infix(left.at(Level::Arithmetic), right.at(Level::Arithmetic))
            }
            (Type::Int(own), Type::Int(theirs)) => {
                let is_native = match &other.kind {
                    ExprKind::Int(value) => fits(*own, *value),
                    _ => own == theirs,
                };
                let (left, right) = if is_native {
                    (self.value(one).copied(), self.value(other).copied())
                } else {
                    (self.wide(one), self.wide(other))
                };
                infix(left.at(Level::Arithmetic), right.at(Level::Arithmetic))
            }
            _ => {
                let (left, right) = (self.double(one), self.double(other));
                if matches!(comparison, Comparison::Equal | Comparison::NotEqual) {
                    let (left, right) = (left.tokens, right.tokens);
                    let same = Piece::copy(quote!(rt::render::same(#left, #right)));
                    return inverted(same, comparison == Comparison::NotEqual);
                }
                infix(left.at(Level::Arithmetic), right.at(Level::Arithmetic))
            }
        }
    }

    /// Whether something is empty, written as a comparison of its length.
    fn compare_length(
        &mut self,
        comparison: Comparison,
        one: &Expr,
        other: &Expr,
    ) -> Option<Piece> {
        let (ExprKind::Filter(Filter::Length, subject), ExprKind::Int(number)) =
            (&one.kind, &other.kind)
        else {
            return None;
        };
        let is_empty = match (comparison, number) {
            (Comparison::Equal | Comparison::LessOrEqual, 0) | (Comparison::Less, 1) => true,
            (Comparison::NotEqual | Comparison::Greater, 0) | (Comparison::GreaterOrEqual, 1) => {
                false
            }
            _ => return None,
        };
        let piece = self.value(subject);
        if matches!(piece.form, Form::Iter(_)) {
            return None;
        }
        let receiver = piece.receiver();
        Some(inverted(Piece::copy(quote!(#receiver.is_empty())), !is_empty))
    }

    /// Two comparisons of one value with numbers, as a range.
    pub(super) fn range(
        &mut self,
        one: &Expr,
        other: &Expr,
        is_and: bool,
        is_negated: bool,
    ) -> Option<Piece> {
        let bound = |condition: &Expr| match &condition.kind {
            ExprKind::Compare(comparison, value, bound) => {
                let comparison = if is_negated { comparison.negated() } else { *comparison };
                // Outside of a range is the opposite of within.
                let comparison = if is_and { comparison } else { comparison.negated() };
                Some((comparison, (**value).clone(), (**bound).clone()))
            }
            _ => None,
        };
        let (first, second) = (bound(one)?, bound(other)?);
        let (lower, upper) = match first.0 {
            Comparison::GreaterOrEqual => (first, second),
            _ => (second, first),
        };
        let is_range = lower.0 == Comparison::GreaterOrEqual
            && matches!(upper.0, Comparison::Less | Comparison::LessOrEqual)
            && lower.1 == upper.1
            && matches!(lower.2.kind, ExprKind::Int(_) | ExprKind::Float(_))
            && matches!(upper.2.kind, ExprKind::Int(_) | ExprKind::Float(_));
        if !is_range {
            return None;
        }
        let (value, is_closed) = (lower.1, upper.0 == Comparison::LessOrEqual);
        if is_empty_range(&lower.2, &upper.2, is_closed) {
            let nothing = !is_and;
            return Some(Piece::copy(quote!(#nothing)));
        }
        let test = |emitter: &mut Self| {
            let is_whole = matches!(
                (&value.ty, &lower.2.ty, &upper.2.ty),
                (Type::Int(_), Type::Int(_), Type::Int(_))
            );
            let (from, to, value) = if is_whole {
                let is_native =
                    [&lower.2, &upper.2].iter().all(|bound| match (&value.ty, &bound.kind) {
                        (Type::Int(own), ExprKind::Int(number)) => fits(*own, *number),
                        _ => false,
                    });
                let piece = if is_native { emitter.value(&value) } else { emitter.wide(&value) };
                (emitter.value(&lower.2).tokens, emitter.value(&upper.2).tokens, piece)
            } else {
                let is_double = value.ty == Type::Float(crate::ir::FloatWidth::F64);
                let piece = if is_double { emitter.value(&value) } else { emitter.double(&value) };
                (emitter.double(&lower.2).tokens, emitter.double(&upper.2).tokens, piece)
            };
            let value = value.reference();
            let range = if is_closed { quote!((#from..=#to)) } else { quote!((#from..#to)) };
            inverted(Piece::copy(quote!(#range.contains(#value))), !is_and)
        };
        Some(self.leaf(test, !is_and))
    }
}

/// Whether no number is in a range.
fn is_empty_range(from: &Expr, to: &Expr, is_closed: bool) -> bool {
    let number = |bound: &Expr| match bound.kind {
        ExprKind::Int(value) => Some(sigcodegen_runtime::render::float(value)),
        ExprKind::Float(value) => Some(value),
        _ => None,
    };
    match (number(from), number(to)) {
        (Some(from), Some(to)) => from > to || (from >= to && !is_closed),
        _ => false,
    }
}

fn operator(comparison: Comparison) -> TokenStream {
    match comparison {
        Comparison::Equal => quote!(==),
        Comparison::NotEqual => quote!(!=),
        Comparison::Less => quote!(<),
        Comparison::LessOrEqual => quote!(<=),
        Comparison::Greater => quote!(>),
        Comparison::GreaterOrEqual => quote!(>=),
    }
}

/// Whether a number is a literal of a type, and not its least or greatest, with which some comparisons are decided.
fn fits(native: Native, value: i128) -> bool {
    let (least, greatest) = match native {
        Native::Schema(IntegerWidth::I8) => (i8::MIN.into(), i8::MAX.into()),
        Native::Schema(IntegerWidth::I16) => (i16::MIN.into(), i16::MAX.into()),
        Native::Schema(IntegerWidth::I32) => (i32::MIN.into(), i32::MAX.into()),
        Native::Schema(IntegerWidth::I64) => (i64::MIN.into(), i64::MAX.into()),
        Native::Schema(IntegerWidth::U8) => (0, u8::MAX.into()),
        // A count has at least 16 bits on every machine.
        Native::Schema(IntegerWidth::U16) | Native::Count => (0, u16::MAX.into()),
        Native::Schema(IntegerWidth::U32) => (0, u32::MAX.into()),
        Native::Schema(IntegerWidth::U64) => (0, u64::MAX.into()),
        Native::Wide => (i128::MIN, i128::MAX),
    };
    least < value && value < greatest
}
