//! Conditions. A negation is moved inwards, to where it costs nothing.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::Emitter;
use super::piece::{Form, Level, Lift, Piece, closure};
use super::types_within;
use crate::ir::IntegerWidth;
use crate::plan::template::{Comparison, Expr, ExprKind, Filter, LoopPart, Native, Stored, Type};

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
    fn leaf(&mut self, test: impl FnOnce(&mut Self) -> Piece, is_negated: bool) -> Piece {
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

    fn compare(&mut self, comparison: Comparison, one: &Expr, other: &Expr) -> Piece {
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
    fn range(&mut self, one: &Expr, other: &Expr, is_and: bool, is_negated: bool) -> Option<Piece> {
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

    fn contains(&mut self, needle: &Expr, haystack: &Expr) -> Piece {
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

pub(super) fn inverted(piece: Piece, is_negated: bool) -> Piece {
    if !is_negated {
        return piece;
    }
    let operand = piece.at(Level::Unary);
    Piece::negative(quote!(!#operand), Level::Unary, piece.tokens)
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
