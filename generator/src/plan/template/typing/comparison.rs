//! Comparisons, and `in`.

use super::condition::{check_repeated, joined, negated, null_test};
use super::{Typed, Typing, types};
use crate::diagnostic::quoted;
use crate::ir::{Kind, Literal};
use crate::plan::template::Problem;
use crate::plan::template::ast::{Expr as Ast, ExprKind as AstKind, Operator};
use crate::plan::template::tree::{Comparison, Expr, ExprKind, Type};
use crate::schema::Span;

impl Typing<'_> {
    pub(super) fn comparison(
        &mut self,
        operator: Operator,
        left: &Ast,
        right: &Ast,
        span: Span,
    ) -> Typed {
        if operator == Operator::In {
            return self.membership(left, right, span);
        }
        let (one, other) = (self.value(left)?, self.value(right)?);
        self.compare(operator, (one, left.span), (other, right.span), span)
    }

    pub(super) fn compare(
        &mut self,
        operator: Operator,
        (one, one_span): (Expr, Span),
        (other, other_span): (Expr, Span),
        span: Span,
    ) -> Typed {
        let is_equality = matches!(operator, Operator::Equal | Operator::NotEqual);
        let equal = |holds: Expr| if operator == Operator::Equal { holds } else { negated(holds) };
        if is_equality && (one.ty == Type::Null || other.ty == Type::Null) {
            let value = if one.ty == Type::Null { other } else { one };
            return Ok(equal(null_test(value)));
        }
        // Null is equal to no value, and `Narrow` makes a comparison with it false.
        let present = |typing: &Self, value: Expr, span| {
            if is_equality && is_nullable(&value) {
                Ok(typing.settled(super::narrowed(value)))
            } else {
                typing.need(value, span)
            }
        };
        let one = present(self, one, one_span)?;
        let other = present(self, other, other_span)?;
        self.check_listed(&one, &other, other_span)?;
        self.check_listed(&other, &one, one_span)?;
        let are_alike = match (&one.ty, &other.ty) {
            (Type::String, Type::String) => true,
            (Type::Bool, Type::Bool) => is_equality,
            (one, other) => types::is_number(one) && types::is_number(other),
        };
        if !are_alike {
            let (one, other) = (self.in_words(&one.ty), self.in_words(&other.ty));
            let message =
                format!("{one} and {other} cannot be compared with `{}`", operator.spelling());
            return Err(Problem::new(span, message)
                .help("compare numbers with numbers and strings with strings"));
        }
        let comparison = match operator {
            Operator::Less => Comparison::Less,
            Operator::LessOrEqual => Comparison::LessOrEqual,
            Operator::Greater => Comparison::Greater,
            Operator::GreaterOrEqual => Comparison::GreaterOrEqual,
            _ => Comparison::Equal,
        };
        let is_literal = |value: &Expr| {
            matches!(
                value.kind,
                ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::String(_) | ExprKind::Bool(_)
            )
        };
        let (comparison, one, other) = if is_literal(&one) && !is_literal(&other) {
            (comparison.swapped(), other, one)
        } else {
            (comparison, one, other)
        };
        let compared = match constant(comparison, &one, &other) {
            Some(holds) => Expr::bool(ExprKind::Bool(holds)),
            None if one == other => {
                return Err(Problem::new(span, "both sides of the comparison are the same"));
            }
            None => Expr::bool(ExprKind::Compare(comparison, Box::new(one), Box::new(other))),
        };
        // Not `!=`, which would be false too where there is no value.
        Ok(if operator == Operator::NotEqual { negated(compared) } else { compared })
    }

    /// A string that an enum does not list is a slip.
    fn check_listed(&self, value: &Expr, literal: &Expr, span: Span) -> Result<(), Problem> {
        let (ExprKind::EnumValue(value), ExprKind::String(text)) = (&value.kind, &literal.kind)
        else {
            return Ok(());
        };
        let Type::Enum(id) = value.ty else { return Ok(()) };
        let Kind::Enum(list) = &self.context.signature.types[id].kind else { return Ok(()) };
        let values: Vec<_> = list
            .variants
            .iter()
            .filter_map(|variant| {
                if let Literal::String(text) = &variant.value { Some(text.as_str()) } else { None }
            })
            .collect();
        if values.contains(&text.as_str()) {
            return Ok(());
        }
        let message = format!("{} is none of the listed values", quoted(text));
        Err(Problem::new(span, message).help(super::name::did_you_mean(text, &values)))
    }

    /// `in`: a part of a string, an item of a list, a key of a map.
    pub(super) fn membership(&mut self, left: &Ast, right: &Ast, span: Span) -> Typed {
        let needle = self.value(left)?;
        if let AstKind::List(items) = &right.kind {
            check_repeated(&needle, left.span)?;
            let mut any = Expr::bool(ExprKind::Bool(false));
            for item in items {
                let value = self.value(item)?;
                let equal = self.compare(
                    Operator::Equal,
                    (needle.clone(), left.span),
                    (value, item.span),
                    span,
                )?;
                any = joined(false, any, equal);
            }
            return Ok(any);
        }
        let needle = self.settled(super::narrowed(needle));
        let needle = self.need(needle, left.span)?;
        let haystack = self.needed(right)?;
        let wanted = match &haystack.ty {
            Type::List(item) => match &**item {
                Type::Enum(id) => Some(types::of_enum_value(&self.context.signature.types, *id)),
                Type::Spelled => Some(Type::String),
                item => Some(item.clone()),
            },
            Type::Map(_) | Type::String => Some(Type::String),
            _ => None,
        };
        let is_alike = wanted.as_ref().is_some_and(|wanted| match (wanted, &needle.ty) {
            (Type::String, Type::String) | (Type::Bool, Type::Bool) => true,
            (one, other) => types::is_number(one) && types::is_number(other),
        });
        if !is_alike {
            let (one, other) = (self.in_words(&needle.ty), self.in_words(&haystack.ty));
            let message = format!("{one} cannot be looked for in {other} of this type");
            return Err(Problem::new(span, message));
        }
        Ok(Expr::bool(ExprKind::Contains(Box::new(needle), Box::new(haystack))))
    }
}

/// What comes of comparing two values that are written out.
fn constant(comparison: Comparison, one: &Expr, other: &Expr) -> Option<bool> {
    let number = |value: &Expr| match value.kind {
        ExprKind::Int(value) => Some(sigcodegen_runtime::render::float(value)),
        ExprKind::Float(value) => Some(value),
        _ => None,
    };
    let order = match (&one.kind, &other.kind) {
        (ExprKind::Int(one), ExprKind::Int(other)) => one.cmp(other),
        (ExprKind::String(one), ExprKind::String(other)) => one.cmp(other),
        (ExprKind::Bool(one), ExprKind::Bool(other)) => one.cmp(other),
        _ => number(one)?.partial_cmp(&number(other)?)?,
    };
    Some(match comparison {
        Comparison::Equal => order.is_eq(),
        Comparison::NotEqual => order.is_ne(),
        Comparison::Less => order.is_lt(),
        Comparison::LessOrEqual => order.is_le(),
        Comparison::Greater => order.is_gt(),
        Comparison::GreaterOrEqual => order.is_ge(),
    })
}

fn is_nullable(value: &Expr) -> bool {
    matches!(value.ty, Type::Nullable(_))
}
