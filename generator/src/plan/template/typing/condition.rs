//! Conditions, and what they let know.

use super::{REPEATED_LIMIT, Typed, Typing};
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
        for option in alternatives(ast) {
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

/// The operands of a chain of `or`.
fn alternatives(ast: &Ast) -> Vec<&Ast> {
    let mut options = Vec::new();
    let mut rest = ast;
    while let AstKind::Binary(Operator::Or, left, right) = &rest.kind {
        options.push(&**right);
        rest = left;
    }
    options.push(rest);
    options.reverse();
    options
}
