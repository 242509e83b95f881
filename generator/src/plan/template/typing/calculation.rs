//! Arithmetic and joined texts.

use super::filter::apply;
use super::{Typed, Typing, types};
use crate::plan::template::Problem;
use crate::plan::template::ast::{Expr as Ast, Operator};
use crate::plan::template::tree::{Calculation, Expr, ExprKind, Filter, Type};
use crate::schema::Span;

impl Typing<'_> {
    pub(super) fn calculation(
        &mut self,
        operator: Operator,
        left: &Ast,
        right: &Ast,
        span: Span,
    ) -> Typed {
        if operator == Operator::Concat {
            let (one, other) = (self.value(left)?, self.value(right)?);
            return Ok(concat(one, other));
        }
        let one = self.needed(left)?;
        let other = self.needed(right)?;
        if operator == Operator::Add && one.ty == Type::String && other.ty == Type::String {
            return Ok(concat(one, other));
        }
        if !(types::is_number(&one.ty) && types::is_number(&other.ty)) {
            let (one, other) = (self.in_words(&one.ty), self.in_words(&other.ty));
            let message =
                format!("`{}` cannot be applied to {one} and {other}", operator.spelling());
            return Err(Problem::new(span, message).help("`~` joins values of any type to a text"));
        }
        let is_whole = matches!((&one.ty, &other.ty), (Type::Int(_), Type::Int(_)));
        let calculation = match operator {
            Operator::Subtract => Calculation::Subtract,
            Operator::Multiply => Calculation::Multiply,
            Operator::Divide => Calculation::Divide,
            Operator::FloorDivide => Calculation::FloorDivide,
            Operator::Remainder => Calculation::Remainder,
            _ => Calculation::Add,
        };
        let needs_divisor =
            matches!(calculation, Calculation::FloorDivide | Calculation::Remainder);
        if needs_divisor && is_whole && !matches!(other.kind, ExprKind::Int(divisor) if divisor > 0)
        {
            let message = format!(
                "the right side of `{}` is a number above zero, written out",
                operator.spelling()
            );
            return Err(Problem::new(right.span, message)
                .help("a division by zero would have no result at run time"));
        }
        let ty = if is_whole && calculation != Calculation::Divide {
            types::WIDE
        } else {
            types::DOUBLE
        };
        if is_whole && let Some(value) = simplified(calculation, &one, &other) {
            return Ok(value);
        }
        if is_written_out(&one) && is_written_out(&other) {
            return constant(calculation, &one, &other, is_whole)
                .map(|kind| Expr::new(ty, kind))
                .ok_or_else(|| Problem::new(span, "the result is no finite number"));
        }
        Ok(Expr::new(ty, ExprKind::Calculate(calculation, Box::new(one), Box::new(other))))
    }

    pub(super) fn minus(&mut self, operand: &Ast) -> Typed {
        let value = self.needed(operand)?;
        match value.kind {
            ExprKind::Int(number) => return Ok(Expr::new(types::WIDE, ExprKind::Int(-number))),
            ExprKind::Float(number) => {
                return Ok(Expr::new(types::DOUBLE, ExprKind::Float(-number)));
            }
            ExprKind::Minus(inner) => return Ok(*inner),
            _ => {}
        }
        let ty = match value.ty {
            Type::Int(_) => types::WIDE,
            Type::Float(_) => types::DOUBLE,
            _ => {
                let message = format!("`-` cannot be applied to {}", self.in_words(&value.ty));
                return Err(Problem::new(operand.span, message));
            }
        };
        Ok(Expr::new(ty, ExprKind::Minus(Box::new(value))))
    }
}

fn concat(one: Expr, other: Expr) -> Expr {
    let mut parts = Vec::new();
    for part in [one, other] {
        match part.kind {
            ExprKind::Concat(inner) => parts.extend(inner),
            // A text joined with null says `none`; only a value printed by itself says `null`.
            ExprKind::Null => parts.push(Expr::string("none")),
            _ if matches!(part.ty, Type::Nullable(_)) => {
                parts.push(apply(Filter::ToText, Type::String, part));
            }
            _ => parts.push(part),
        }
    }
    Expr::new(Type::String, ExprKind::Concat(parts))
}

/// The result of a calculation with whole numbers that changes nothing, or leaves nothing.
fn simplified(calculation: Calculation, one: &Expr, other: &Expr) -> Option<Expr> {
    match (calculation, &one.kind, &other.kind) {
        (Calculation::Add | Calculation::Subtract, _, ExprKind::Int(0))
        | (Calculation::Multiply | Calculation::FloorDivide, _, ExprKind::Int(1))
        | (Calculation::Multiply, ExprKind::Int(0), _) => Some(one.clone()),
        (Calculation::Add, ExprKind::Int(0), _)
        | (Calculation::Multiply, ExprKind::Int(1), _)
        | (Calculation::Multiply, _, ExprKind::Int(0)) => Some(other.clone()),
        _ => None,
    }
}

fn is_written_out(value: &Expr) -> bool {
    matches!(value.kind, ExprKind::Int(_) | ExprKind::Float(_))
}

/// The result of a calculation with two numbers that are written out, if it is a finite number.
fn constant(
    calculation: Calculation,
    one: &Expr,
    other: &Expr,
    is_whole: bool,
) -> Option<ExprKind> {
    let number = |value: &Expr| match value.kind {
        ExprKind::Int(value) => Some(sigcodegen_runtime::render::float(value)),
        ExprKind::Float(value) => Some(value),
        _ => None,
    };
    if let (true, ExprKind::Int(one), ExprKind::Int(other)) = (is_whole, &one.kind, &other.kind)
        && calculation != Calculation::Divide
    {
        let result = match calculation {
            Calculation::Add => one.checked_add(*other),
            Calculation::Subtract => one.checked_sub(*other),
            Calculation::Multiply => one.checked_mul(*other),
            Calculation::FloorDivide => one.checked_div_euclid(*other),
            Calculation::Divide | Calculation::Remainder => one.checked_rem_euclid(*other),
        };
        return result.map(ExprKind::Int);
    }
    let (one, other) = (number(one)?, number(other)?);
    let result = match calculation {
        Calculation::Add => one + other,
        Calculation::Subtract => one - other,
        Calculation::Multiply => one * other,
        Calculation::Divide => one / other,
        Calculation::FloorDivide => one.div_euclid(other),
        Calculation::Remainder => one % other,
    };
    result.is_finite().then_some(ExprKind::Float(result))
}
