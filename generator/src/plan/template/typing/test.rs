//! `is` tests.

use super::condition::{joined, negated};
use super::{Typed, Typing, types};
use crate::plan::template::Problem;
use crate::plan::template::ast::{Call, Operator};
use crate::plan::template::tree::{
    Alternative, Calculation, Comparison, Expr, ExprKind, Filter, Type,
};
use crate::schema::Span;

const TESTS: &[&str] = &[
    "defined",
    "undefined",
    "none",
    "boolean",
    "number",
    "integer",
    "int",
    "float",
    "string",
    "sequence",
    "iterable",
    "mapping",
    "true",
    "false",
    "odd",
    "even",
    "divisibleby",
    "eq",
    "equalto",
    "ne",
    "lt",
    "lessthan",
    "le",
    "gt",
    "greaterthan",
    "ge",
    "in",
    "startingwith",
    "endingwith",
];

impl Typing<'_> {
    pub(super) fn test(&mut self, call: &Call, span: Span) -> Typed {
        let name = call.name.text.as_str();
        if let Some((argument, _)) = call.named.first() {
            return Err(Problem::new(
                argument.span,
                format!("the test `{name}` has no named arguments"),
            ));
        }
        let comparison = match name {
            "eq" | "equalto" => Some(Operator::Equal),
            "ne" => Some(Operator::NotEqual),
            "lt" | "lessthan" => Some(Operator::Less),
            "le" => Some(Operator::LessOrEqual),
            "gt" | "greaterthan" => Some(Operator::Greater),
            "ge" => Some(Operator::GreaterOrEqual),
            "in" => Some(Operator::In),
            _ => None,
        };
        match (comparison, name, &call.positional[..]) {
            (Some(operator), _, [other]) => self.comparison(operator, &call.subject, other, span),
            (None, "divisibleby", [divisor]) => self.divisible(call, divisor),
            (None, "startingwith" | "endingwith", [part]) => {
                let value = self.needed(&call.subject)?;
                let part_value = self.needed(part)?;
                let (Type::String, ExprKind::String(text)) = (&value.ty, part_value.kind) else {
                    return Err(Problem::new(
                        span,
                        format!("`{name}` tests a string for a text written out"),
                    ));
                };
                let at_start = name == "startingwith";
                let pattern = vec![Alternative { text, at_start, at_end: !at_start }];
                Ok(Expr::bool(ExprKind::Filter(Filter::Matches(pattern), Box::new(value))))
            }
            (None, known, []) if TESTS.contains(&known) && known != "divisibleby" => {
                self.plain_test(call, known)
            }
            (_, known, _) if TESTS.contains(&known) => Err(Problem::new(
                span,
                format!("the test `{known}` has another number of arguments"),
            )),
            (_, other, _) => {
                let problem =
                    Problem::new(call.name.span, format!("the test `{other}` is not supported"));
                Err(problem.help(super::name::did_you_mean(other, TESTS)))
            }
        }
    }

    /// A test without arguments. Most are decided by the type.
    fn plain_test(&mut self, call: &Call, name: &str) -> Typed {
        let value = self.value(&call.subject)?;
        match name {
            "defined" | "undefined" => {
                let is_missing = match value.ty {
                    Type::Missing(_) => Expr::bool(ExprKind::IsMissing(Box::new(value))),
                    _ => Expr::bool(ExprKind::Bool(false)),
                };
                return Ok(if name == "defined" { negated(is_missing) } else { is_missing });
            }
            "none" => return Ok(super::condition::null_test(value)),
            "odd" | "even" => {
                return self
                    .divisible_by(call, 2)
                    .map(|even| if name == "odd" { negated(even) } else { even });
            }
            _ => {}
        }
        let present = self.settled(super::narrowed(value.clone()));
        let is_kind = match (name, &present.ty) {
            (_, Type::Any | Type::Mixed(_)) => {
                let what = self.in_words(&present.ty);
                return Err(Problem::new(call.name.span, format!("`{name}` cannot test {what}"))
                    .help("only `none` can"));
            }
            ("true", Type::Bool) => return Ok(present),
            ("false", Type::Bool) => return Ok(negated(present)),
            ("boolean", ty) => *ty == Type::Bool,
            ("number", ty) => types::is_number(ty),
            ("integer" | "int", ty) => matches!(ty, Type::Int(_)),
            ("float", ty) => matches!(ty, Type::Float(_)),
            ("string", ty) => *ty == Type::String,
            ("sequence", ty) => matches!(ty, Type::List(_)),
            ("iterable", ty) => {
                matches!(
                    ty,
                    Type::List(_) | Type::Map(_) | Type::String | Type::Object(_) | Type::Union(_)
                )
            }
            ("mapping", ty) => matches!(ty, Type::Map(_) | Type::Object(_) | Type::Union(_)),
            _ => false,
        };
        let is_there = match value.ty {
            Type::Nullable(_) => negated(Expr::bool(ExprKind::IsNull(Box::new(value)))),
            Type::Missing(_) => negated(Expr::bool(ExprKind::IsMissing(Box::new(value)))),
            _ => Expr::bool(ExprKind::Bool(true)),
        };
        Ok(joined(true, is_there, Expr::bool(ExprKind::Bool(is_kind))))
    }

    fn divisible(&mut self, call: &Call, divisor: &crate::plan::template::ast::Expr) -> Typed {
        match divisor.kind {
            crate::plan::template::ast::ExprKind::Integer(divisor) if divisor > 0 => {
                self.divisible_by(call, divisor)
            }
            _ => Err(Problem::new(divisor.span, "the divisor is a number above zero, written out")),
        }
    }

    fn divisible_by(&mut self, call: &Call, divisor: i128) -> Typed {
        let value = self.needed(&call.subject)?;
        if !matches!(value.ty, Type::Int(_)) {
            let message =
                format!("`{}` tests an integer, not {}", call.name.text, self.in_words(&value.ty));
            return Err(Problem::new(call.subject.span, message));
        }
        let number = |value| Box::new(Expr::new(types::WIDE, ExprKind::Int(value)));
        let rest = ExprKind::Calculate(Calculation::Remainder, Box::new(value), number(divisor));
        let rest = Box::new(Expr::new(types::WIDE, rest));
        Ok(Expr::bool(ExprKind::Compare(Comparison::Equal, rest, number(0))))
    }
}
