//! Resolves names and gives every expression its type.
//!
//! A value that may be null is only used where the template has made sure that it is not: behind `if`, `and`, `or`.
//! Such knowledge is kept as facts, the expressions that are known to have a value.

mod calculation;
mod condition;
mod filter;
mod list_filter;
mod name;
mod pattern;
mod test;
mod types;

use std::collections::HashSet;

use super::ast::{self, Expr as Ast, ExprKind as AstKind, Name, Operator};
use super::tree::{
    Choice, Expr, ExprKind, Filter, For, Statement, Stored, Type, Variable, VariableId, Variables,
};
use super::{Context, Problem};
use crate::diagnostic::quoted;
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

    pub(super) fn template(
        &mut self,
        statements: &[ast::Statement],
    ) -> Result<Vec<Statement>, Problem> {
        let mut typed = Vec::new();
        for statement in statements {
            self.statement(statement, &mut typed)?;
        }
        Ok(typed)
    }

    fn statement(
        &mut self,
        statement: &ast::Statement,
        out: &mut Vec<Statement>,
    ) -> Result<(), Problem> {
        match statement {
            ast::Statement::Text(text) => push_text(out, text),
            ast::Statement::Print(expression) => self.print(expression, out)?,
            ast::Statement::If(branches, otherwise) => self.if_block(branches, otherwise, out)?,
            ast::Statement::For(one) => self.for_block(one, out)?,
            ast::Statement::Set(name, value) => self.set(name, value, out)?,
        }
        Ok(())
    }

    /// Prints the branches of a choice where they are chosen, so that these may have different types.
    fn print(&mut self, ast: &Ast, out: &mut Vec<Statement>) -> Result<(), Problem> {
        match &ast.kind {
            AstKind::If(choice) => {
                let condition = self.condition(&choice.condition)?;
                let mut yes = Vec::new();
                self.knowing(&condition, true, |typing| typing.print(&choice.yes, &mut yes))?;
                let mut no = Vec::new();
                if let Some(other) = &choice.no {
                    self.knowing(&condition, false, |typing| typing.print(other, &mut no))?;
                }
                push_if(out, vec![(condition, yes)], no);
                Ok(())
            }
            AstKind::Binary(Operator::Or, ..) => {
                let mut values = self.options(ast)?;
                let Some(last) = values.pop() else { return Ok(()) };
                if last.ty == Type::Bool {
                    out.push(Statement::Print(self.value(ast)?));
                    return Ok(());
                }
                let branches = values.into_iter().map(|value| {
                    let condition = condition::truth(value.clone());
                    (condition, printed(self.settled(narrowed(value))))
                });
                let branches = branches.collect();
                push_if(out, branches, printed(last));
                Ok(())
            }
            AstKind::Filter(call) if matches!(call.name.text.as_str(), "default" | "d") => {
                let (condition, value) = self.default_condition(call)?;
                let mut no = Vec::new();
                if let Some(fallback) = call.positional.first() {
                    self.print(fallback, &mut no)?;
                }
                push_if(out, vec![(condition, printed(value))], no);
                Ok(())
            }
            _ => {
                for statement in printed(self.value(ast)?) {
                    push(out, statement);
                }
                Ok(())
            }
        }
    }

    fn if_block(
        &mut self,
        branches: &[(Ast, Vec<ast::Statement>)],
        otherwise: &[ast::Statement],
        out: &mut Vec<Statement>,
    ) -> Result<(), Problem> {
        let known = self.facts.len();
        let mut typed = Vec::new();
        for (condition, body) in branches {
            let condition = self.condition(condition)?;
            let body = self.knowing(&condition, true, |typing| typing.branch(body))?;
            // What follows is only reached when the condition did not hold.
            self.facts.extend(condition::facts(&condition, false));
            typed.push((condition, body));
        }
        let otherwise = self.branch(otherwise)?;
        self.facts.truncate(known);
        push_if(out, typed, otherwise);
        Ok(())
    }

    fn branch(&mut self, body: &[ast::Statement]) -> Result<Vec<Statement>, Problem> {
        self.scopes.push(Scope { names: Vec::new(), is_branch: true, state: None });
        let typed = self.template(body);
        if let Some(scope) = self.scopes.pop() {
            self.ended.extend(scope.names.into_iter().map(|(name, _)| name));
        }
        typed
    }

    fn for_block(&mut self, one: &ast::For, out: &mut Vec<Statement>) -> Result<(), Problem> {
        let (list, item, value) = self.iterated(one)?;
        let state = self.variable("loop", Type::Null);
        let item = self.variable(&one.targets[0].text, item);
        let value = value.map(|ty| self.variable(&one.targets[1].text, ty));
        let mut names = vec![(one.targets[0].text.clone(), item)];
        names.extend(value.map(|id| (one.targets[1].text.clone(), id)));
        self.scopes.push(Scope { names, is_branch: false, state: Some(state) });
        let body = self.template(&one.body);
        self.scopes.pop();
        let body = body?;
        let otherwise = self.branch(&one.otherwise)?;
        out.push(Statement::For(Box::new(For {
            list,
            item,
            value,
            state: Some(state),
            body,
            otherwise,
        })));
        Ok(())
    }

    /// What a loop goes over, and the types of its variables.
    fn iterated(&mut self, one: &ast::For) -> Result<(Expr, Type, Option<Type>), Problem> {
        // Going over the pairs of a map is the same as going over the map with two names.
        let (source, gives_pairs) = match &one.list.kind {
            AstKind::Filter(call) if call.name.text == "items" && call.positional.is_empty() => {
                (&call.subject, true)
            }
            _ => (&one.list, false),
        };
        let list = self.value(source)?;
        let list = self.need(list, source.span)?;
        match (list.ty.clone(), &one.targets[..]) {
            (Type::List(item), [_]) if !gives_pairs => Ok((list, *item, None)),
            (Type::Map(value), [_, _]) if gives_pairs => Ok((list, Type::String, Some(*value))),
            (Type::Map(_), [_]) if !gives_pairs => Ok((list, Type::String, None)),
            (Type::Map(_), [_]) => {
                Err(Problem::new(one.list.span, "the pairs of a map need two names")
                    .help("write `{% for key, value in map|items %}`"))
            }
            (Type::Map(_), [first, ..]) => {
                Err(Problem::new(first.span, "a map without `items` gives its keys only")
                    .help("write `{% for key, value in map|items %}`"))
            }
            (Type::List(_), [_, second, ..]) => {
                Err(Problem::new(second.span, "the items of a list have one name"))
            }
            (ty, _) => {
                let message = format!("cannot loop over {}", self.in_words(&ty));
                Err(Problem::new(source.span, message).help("loops go over lists and maps"))
            }
        }
    }

    fn set(&mut self, name: &Name, value: &Ast, out: &mut Vec<Statement>) -> Result<(), Problem> {
        if matches!(name.text.as_str(), "this" | "input" | "field" | "loop" | "vars") {
            return Err(Problem::new(name.span, format!("{} cannot be set", quoted(&name.text))));
        }
        self.needs_all = true;
        let value = self.value(value);
        self.needs_all = false;
        let value = value?;
        let scope = self.scopes.len() - 1;
        if self.scopes[scope].is_branch && self.lookup(&name.text).is_some() {
            let message = format!("{} cannot be changed inside of `if`", quoted(&name.text));
            return Err(Problem::new(name.span, message)
                .help("write `{% set x = a if condition else b %}`"));
        }
        let id = self.variable(&name.text, value.ty.clone());
        self.scopes[scope].names.push((name.text.clone(), id));
        out.push(Statement::Set(id, value));
        Ok(())
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

/// The value in one that may be nothing, where it was made sure that it is there.
fn narrowed(value: Expr) -> Expr {
    match value.ty.clone() {
        Type::Nullable(inner) | Type::Missing(inner) => {
            Expr::new(*inner, ExprKind::Narrow(Box::new(value)))
        }
        _ => value,
    }
}

/// The statements that print a value.
fn printed(value: Expr) -> Vec<Statement> {
    match value.kind {
        ExprKind::String(text) if text.is_empty() => Vec::new(),
        ExprKind::String(text) => vec![Statement::Text(text)],
        ExprKind::Null => vec![Statement::Text("null".to_owned())],
        ExprKind::Concat(parts) => parts.into_iter().flat_map(printed).collect(),
        _ => vec![Statement::Print(value)],
    }
}

fn push(out: &mut Vec<Statement>, statement: Statement) {
    match statement {
        Statement::Text(text) => push_text(out, &text),
        other => out.push(other),
    }
}

fn push_text(out: &mut Vec<Statement>, text: &str) {
    if let Some(Statement::Text(last)) = out.last_mut() {
        last.push_str(text);
    } else if !text.is_empty() {
        out.push(Statement::Text(text.to_owned()));
    }
}

/// Adds a choice between statements; one that is made already is left out.
fn push_if(
    out: &mut Vec<Statement>,
    branches: Vec<(Expr, Vec<Statement>)>,
    otherwise: Vec<Statement>,
) {
    let mut open: Vec<(Expr, Vec<Statement>)> = Vec::new();
    let mut rest = otherwise;
    for (condition, body) in branches {
        match condition.kind {
            ExprKind::Bool(true) => {
                rest = body;
                break;
            }
            ExprKind::Bool(false) => {}
            // Never reached.
            _ if open.iter().any(|(earlier, _)| *earlier == condition) => {}
            _ => open.push((condition, body)),
        }
    }
    if open.is_empty() {
        for statement in rest {
            push(out, statement);
        }
    } else if !(rest.is_empty() && open.iter().all(|(_, body)| body.is_empty())) {
        out.push(Statement::If(open, rest));
    }
}
