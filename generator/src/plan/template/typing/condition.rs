//! Conditions, comparisons, and what they let know.

use super::{REPEATED_LIMIT, Typed, Typing, types};
use crate::diagnostic::quoted;
use crate::ir::{Kind, Literal};
use crate::plan::template::Problem;
use crate::plan::template::ast::{Expr as Ast, ExprKind as AstKind, Operator};
use crate::plan::template::tree::{Comparison, Expr, ExprKind, Filter, Type};
use crate::schema::Span;

/// The nullable expressions that have a value if the condition holds, or if it does not.
pub(super) fn facts(condition: &Expr, holds: bool) -> Vec<Expr> {
    match (&condition.kind, holds) {
        (ExprKind::Not(inner), _) => facts(inner, !holds),
        (ExprKind::And(one, other), true) | (ExprKind::Or(one, other), false) => {
            let mut both = facts(one, holds);
            both.extend(facts(other, holds));
            both
        }
        (ExprKind::IsNull(value) | ExprKind::IsMissing(value), false)
        | (ExprKind::Truth(value), true)
            if matches!(value.ty, Type::Nullable(_) | Type::Missing(_)) =>
        {
            let mut known = narrow_of(value);
            known.push((**value).clone());
            known
        }
        (ExprKind::Truth(value), true) => narrow_of(value),
        (ExprKind::Compare(Comparison::Equal, one, other), true) => {
            let mut both = narrow_of(one);
            both.extend(narrow_of(other));
            both
        }
        _ => Vec::new(),
    }
}

fn is_nullable(value: &Expr) -> bool {
    matches!(value.ty, Type::Nullable(_))
}

fn narrow_of(value: &Expr) -> Vec<Expr> {
    match &value.kind {
        ExprKind::Narrow(inner) => vec![(**inner).clone()],
        ExprKind::EnumValue(inner) => narrow_of(inner),
        ExprKind::Filter(Filter::ToText, inner) if inner.ty == Type::Spelled => narrow_of(inner),
        _ => Vec::new(),
    }
}

impl Typing<'_> {
    /// Whether an expression counts as true.
    pub(in crate::plan::template) fn condition(&mut self, ast: &Ast) -> Typed {
        match &ast.kind {
            AstKind::Not(inner) => Ok(negated(self.condition(inner)?)),
            AstKind::Binary(operator @ (Operator::And | Operator::Or), left, right) => {
                let holds = *operator == Operator::And;
                let left = self.condition(left)?;
                let right = self.knowing(&left, holds, |typing| typing.condition(right))?;
                Ok(joined(holds, left, right))
            }
            AstKind::Test(call) => self.test(call, ast.span),
            AstKind::Binary(operator, left, right) if operator.is_comparison() => {
                self.comparison(*operator, left, right, ast.span)
            }
            _ => {
                let value = self.value(ast)?;
                Ok(truth(value))
            }
        }
    }

    /// A value of `and` and `or`, of a comparison, or of a calculation.
    pub(super) fn binary(
        &mut self,
        ast: &Ast,
        operator: Operator,
        left: &Ast,
        right: &Ast,
    ) -> Typed {
        match operator {
            Operator::Or => self.first_true(ast),
            Operator::And => {
                let one = self.value(left)?;
                let other = self.knowing(&one, true, |typing| typing.value(right))?;
                if one.ty == Type::Bool && other.ty == Type::Bool {
                    return Ok(joined(true, one, other));
                }
                Err(Problem::new(ast.span, "the value of `and` is only known for booleans")
                    .help("write `b if a else a`, or use it as a condition"))
            }
            comparison if comparison.is_comparison() => self.condition(ast),
            calculation => self.calculation(calculation, left, right, ast.span),
        }
    }

    /// The value of a chain of `or`: the first that counts as true, or else the last.
    fn first_true(&mut self, ast: &Ast) -> Typed {
        let mut values = self.options(ast)?;
        let Some(mut chosen) = values.pop() else { return self.condition(ast) };
        for value in values.into_iter().rev() {
            chosen = if chosen.ty == Type::Bool {
                joined(false, value, chosen)
            } else {
                let condition = truth(value.clone());
                let yes = self.settled(super::narrowed(value));
                self.choice(condition, yes, Some(chosen), ast.span)?
            };
        }
        Ok(chosen)
    }

    /// The values of a chain of `or`: all of them booleans, or none.
    pub(super) fn options(&mut self, ast: &Ast) -> Result<Vec<Expr>, Problem> {
        let known = self.facts.len();
        let mut values = Vec::new();
        for option in super::alternatives(ast) {
            let value = self.value(option)?;
            check_repeated(&value, option.span)?;
            self.facts.extend(facts(&truth(value.clone()), false));
            values.push(value);
        }
        self.facts.truncate(known);
        let booleans = values.iter().filter(|value| value.ty == Type::Bool).count();
        if booleans == 0 || booleans == values.len() {
            return Ok(values);
        }
        Err(Problem::new(ast.span, "`or` joins a boolean with a value that is none")
            .help("write `a if condition else b`"))
    }

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

/// Whether a value counts as true.
pub(super) fn truth(value: Expr) -> Expr {
    match value.ty {
        Type::Bool => value,
        Type::Null => Expr::bool(ExprKind::Bool(false)),
        _ if literal_truth(&value).is_some() => {
            Expr::bool(ExprKind::Bool(literal_truth(&value) == Some(true)))
        }
        Type::Object(_) | Type::Union(_) if !may_be_missing(&value) => {
            Expr::bool(ExprKind::Bool(true))
        }
        _ => Expr::bool(ExprKind::Truth(Box::new(value))),
    }
}

/// Whether a value is null.
pub(super) fn null_test(value: Expr) -> Expr {
    match value.ty {
        Type::Nullable(_) | Type::Any => Expr::bool(ExprKind::IsNull(Box::new(value))),
        Type::Missing(ref inner) if matches!(**inner, Type::Nullable(_) | Type::Any) => {
            Expr::bool(ExprKind::IsNull(Box::new(super::narrowed(value))))
        }
        Type::Null => Expr::bool(ExprKind::Bool(true)),
        _ => Expr::bool(ExprKind::Bool(false)),
    }
}

/// Refuses to repeat what is large.
pub(super) fn check_repeated(value: &Expr, span: Span) -> Result<(), Problem> {
    if size(value) <= REPEATED_LIMIT {
        return Ok(());
    }
    Err(Problem::new(span, "the expression is too long to be used twice")
        .help("give it a name with `set`"))
}

/// The opposite, simplified.
pub(super) fn negated(condition: Expr) -> Expr {
    match condition.kind {
        ExprKind::Bool(value) => Expr::bool(ExprKind::Bool(!value)),
        ExprKind::Not(inner) => *inner,
        _ => Expr::bool(ExprKind::Not(Box::new(condition))),
    }
}

/// `and` or `or` of two conditions, without what is known already.
pub(super) fn joined(is_and: bool, left: Expr, right: Expr) -> Expr {
    match (&left.kind, &right.kind) {
        (ExprKind::Bool(value), _) if *value == is_and => right,
        (ExprKind::Bool(_), _) => left,
        (_, ExprKind::Bool(value)) if *value == is_and => left,
        (_, ExprKind::Bool(_)) => right,
        _ if left == right => left,
        _ if is_and => Expr::bool(ExprKind::And(Box::new(left), Box::new(right))),
        _ => Expr::bool(ExprKind::Or(Box::new(left), Box::new(right))),
    }
}

/// Whether a value that is written out counts as true.
fn literal_truth(value: &Expr) -> Option<bool> {
    match &value.kind {
        ExprKind::Int(value) => Some(*value != 0),
        ExprKind::Float(value) => Some(*value != 0.0),
        ExprKind::String(text) => Some(!text.is_empty()),
        _ => None,
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

/// Whether the value may turn out not to be there. One that may be null was tested.
fn may_be_missing(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Narrow(inner) if matches!(inner.ty, Type::Missing(_)) => true,
        _ => value.parts().into_iter().any(may_be_missing),
    }
}

/// How many steps an expression has.
fn size(value: &Expr) -> usize {
    1 + value.parts().into_iter().map(size).sum::<usize>()
}
