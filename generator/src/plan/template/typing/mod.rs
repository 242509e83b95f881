//! Resolves names and gives every expression its type.
//!
//! A value that may be null is only used where the template has made sure that it is not: behind `if`, `and`, `or`.
//! Such knowledge is kept as facts, the expressions that are known to have a value.

mod calculation;
mod comparison;
mod condition;
mod filter;
mod list_filter;
mod name;
mod pattern;
mod statement;
mod test;
mod types;

use std::collections::HashSet;

use super::ast::{Expr as Ast, ExprKind as AstKind};
use super::tree::{Choice, Expr, ExprKind, Filter, Stored, Type, Variable, VariableId, Variables};
use super::{Context, Problem};
use crate::ir::{Field, TypeId};
use crate::schema::Span;

/// An expression that is repeated may have this many steps, so that nothing grows beyond measure.
const REPEATED_LIMIT: usize = 200;

/// A template or rule while it is typed.
pub(super) struct Typing<'c> {
    context: &'c Context<'c>,
    this: Expr,
    /// The field of a template; `None` for a rule.
    field: Option<&'c (&'c Field, String)>,
    pub(super) variables: Variables,
    /// The names that are known, each scope with the variables set in it.
    scopes: Vec<Scope>,
    /// Nullable expressions that have a value here.
    facts: Vec<Expr>,
    /// Whether a value is set, which cannot depend on one that may be missing.
    needs_all: bool,
    /// Names that were set in an `if`, which ended their life.
    ended: HashSet<String>,
}

struct Scope {
    names: Vec<(String, VariableId)>,
    /// Whether this is the body of an `if`, whose variables a template would keep.
    is_branch: bool,
    /// The state of the loop that this is the body of.
    state: Option<VariableId>,
}

type Typed = Result<Expr, Problem>;

impl<'c> Typing<'c> {
    pub(super) fn of_render(context: &'c Context<'c>, this: usize) -> Self {
        let field = &context.inputs[this];
        let (ty, stored) = types::of_property(context, &field.0.property);
        Self::new(context, Expr::new(ty, ExprKind::This(stored)), Some(field))
    }

    pub(super) fn of_rule(context: &'c Context<'c>, ty: Type) -> Self {
        let stored = if matches!(ty, Type::Nullable(_)) { Stored::Option } else { Stored::Plain };
        Self::new(context, Expr::new(ty, ExprKind::This(stored)), None)
    }

    fn new(context: &'c Context<'c>, this: Expr, field: Option<&'c (&'c Field, String)>) -> Self {
        let root = Scope { names: Vec::new(), is_branch: false, state: None };
        Self {
            context,
            this,
            field,
            variables: Variables::default(),
            scopes: vec![root],
            facts: Vec::new(),
            needs_all: false,
            ended: HashSet::new(),
        }
    }

    /// The type of a schema type's values.
    pub(super) fn type_of(context: &Context<'_>, id: TypeId) -> Type {
        types::of(context, id)
    }

    fn variable(&mut self, name: &str, ty: Type) -> VariableId {
        self.variables.0.push(Variable { name: name.to_owned(), ty, is_used: false });
        VariableId(self.variables.0.len() - 1)
    }

    fn lookup(&self, name: &str) -> Option<VariableId> {
        let names = self.scopes.iter().rev().flat_map(|scope| scope.names.iter().rev());
        names.into_iter().find(|(known, _)| known == name).map(|(_, id)| *id)
    }

    /// Does something knowing that a condition holds, or does not.
    fn knowing<T>(
        &mut self,
        condition: &Expr,
        holds: bool,
        inner: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let known = self.facts.len();
        self.facts.extend(condition::facts(condition, holds));
        let result = inner(self);
        self.facts.truncate(known);
        result
    }

    /// The type of an expression, its knowledge applied.
    fn value(&mut self, ast: &Ast) -> Typed {
        let value = match &ast.kind {
            AstKind::Null => Expr::new(Type::Null, ExprKind::Null),
            AstKind::Bool(value) => Expr::bool(ExprKind::Bool(*value)),
            AstKind::Integer(value) => Expr::new(types::WIDE, ExprKind::Int(*value)),
            AstKind::Float(value) => Expr::new(types::DOUBLE, ExprKind::Float(*value)),
            AstKind::String(text) => Expr::string(text.clone()),
            AstKind::Name(name) => self.name(name, ast.span)?,
            AstKind::Attribute(subject, name) => self.attribute(subject, name)?,
            AstKind::Item(subject, key) => self.item(subject, key)?,
            AstKind::Minus(operand) => self.minus(operand)?,
            AstKind::Binary(operator, left, right) => self.binary(ast, *operator, left, right)?,
            AstKind::If(choice) => {
                let condition = self.condition(&choice.condition)?;
                let yes = self.knowing(&condition, true, |typing| typing.value(&choice.yes))?;
                let no = match &choice.no {
                    Some(no) => Some(self.knowing(&condition, false, |typing| typing.value(no))?),
                    None => None,
                };
                self.choice(condition, yes, no, ast.span)?
            }
            AstKind::Filter(call) => self.filter(call, ast.span)?,
            AstKind::Not(_) | AstKind::Test(_) => self.condition(ast)?,
            AstKind::List(_) => {
                return Err(Problem::new(ast.span, "a list can only be written behind `in`")
                    .help("write `value in [\"a\", \"b\"]`"));
            }
        };
        Ok(self.settled(value))
    }

    /// Takes apart what is known to have a value, and sees through fieldless enums and the types of libraries.
    fn settled(&self, mut value: Expr) -> Expr {
        loop {
            value = match value.ty.clone() {
                Type::Nullable(inner) | Type::Missing(inner) if self.facts.contains(&value) => {
                    Expr::new(*inner, ExprKind::Narrow(Box::new(value)))
                }
                Type::Enum(id) => {
                    let ty = types::of_enum_value(&self.context.signature.types, id);
                    Expr::new(ty, ExprKind::EnumValue(Box::new(value)))
                }
                Type::Spelled => {
                    Expr::new(Type::String, ExprKind::Filter(Filter::ToText, Box::new(value)))
                }
                _ => return value,
            };
        }
    }

    /// A value that is there: one that may be null is refused.
    fn need(&self, value: Expr, span: Span) -> Typed {
        match value.ty.clone() {
            Type::Missing(_) if self.needs_all => {
                Err(Problem::new(span, "the value may be missing here")
                    .help("say what stands for it: `value|default(\"none\")`"))
            }
            Type::Missing(inner) => {
                let value = Expr::new(*inner, ExprKind::Narrow(Box::new(value)));
                self.need(self.settled(value), span)
            }
            Type::Nullable(_) | Type::Null => {
                let help = if self.field.is_some() {
                    "test it first, such as with `{% if value %}`; a text for null is `value or \"none\"`"
                } else {
                    "test it first: `value is none or value > 0`"
                };
                Err(Problem::new(span, "the value may be null here").help(help))
            }
            _ => Ok(value),
        }
    }

    fn needed(&mut self, ast: &Ast) -> Typed {
        let value = self.value(ast)?;
        self.need(value, ast.span)
    }

    fn choice(&self, condition: Expr, yes: Expr, no: Option<Expr>, span: Span) -> Typed {
        match (&yes.kind, no.as_ref().map(|no| &no.kind)) {
            (ExprKind::Bool(true), Some(ExprKind::Bool(false))) => return Ok(condition),
            (ExprKind::Bool(false), Some(ExprKind::Bool(true))) => {
                return Ok(condition::negated(condition));
            }
            _ => {}
        }
        let ty = match &no {
            None => Some(Type::Missing(Box::new(yes.ty.clone()))),
            Some(no) => types::common(&yes.ty, &no.ty),
        };
        let is_partly_nothing = |one: &Type, other: &Type| match one {
            Type::Nullable(inner) | Type::Missing(inner) => types::common(inner, other).is_some(),
            _ => false,
        };
        if let (None, Some(no)) = (&ty, &no)
            && (is_partly_nothing(&yes.ty, &no.ty) || is_partly_nothing(&no.ty, &yes.ty))
        {
            return Err(Problem::new(span, "the value may be nothing in one case only")
                .help("say what stands for it: `value|default(\"none\")`, or `value or \"none\"` for null"));
        }
        let Some(ty) = ty else {
            let no = no.as_ref().map_or(&Type::Null, |no| &no.ty);
            let (yes, no) = (self.in_words(&yes.ty), self.in_words(no));
            let message = format!("the value is {yes} in one case and {no} in the other");
            return Err(Problem::new(span, message)
                .help("print each of them, or make both strings with `string`"));
        };
        Ok(Expr::new(ty, ExprKind::Choose(Box::new(Choice { condition, yes, no }))))
    }

    fn in_words(&self, ty: &Type) -> String {
        types::in_words(&self.context.signature.types, ty)
    }
}

/// The value in one that may be nothing, where it was made sure that it is there.
fn narrowed(value: Expr) -> Expr {
    match value.ty.clone() {
        Type::Nullable(inner) | Type::Missing(inner) => {
            Expr::new(*inner, ExprKind::Narrow(Box::new(value)))
        }
        _ => value,
    }
}
