//! Statements.

use super::{Scope, Typing, condition, narrowed};
use crate::diagnostic::quoted;
use crate::plan::template::Problem;
use crate::plan::template::ast::{self, Expr as Ast, ExprKind as AstKind, Name, Operator};
use crate::plan::template::tree::{Expr, ExprKind, For, Statement, Type};

impl Typing<'_> {
    pub(in crate::plan::template) fn template(
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
