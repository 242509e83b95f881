//! Takes out variables that nothing reads, for which a compiler would warn.

use std::collections::HashSet;

use super::tree::{Expr, ExprKind, Filter, Key, Statement, VariableId, Variables};

/// Leaves out unread variables, and marks the others as used.
pub(super) fn prune(body: Vec<Statement>, variables: &mut Variables) -> Vec<Statement> {
    let mut read = HashSet::new();
    let body = block(body, &mut read);
    for (at, variable) in variables.0.iter_mut().enumerate() {
        variable.is_used = read.contains(&VariableId(at));
    }
    body
}

/// Goes from the end to the start, so that what reads a variable is met before what sets it.
fn block(body: Vec<Statement>, read: &mut HashSet<VariableId>) -> Vec<Statement> {
    let mut kept = Vec::with_capacity(body.len());
    for statement in body.into_iter().rev() {
        kept.extend(match statement {
            Statement::Set(id, _) if !read.contains(&id) => None,
            Statement::Set(..) | Statement::Print(_) | Statement::Text(_) => {
                if let Statement::Set(_, value) | Statement::Print(value) = &statement {
                    note(value, read);
                }
                Some(statement)
            }
            Statement::If(branches, otherwise) => {
                let otherwise = block(otherwise, read);
                let mut pruned = Vec::with_capacity(branches.len());
                for (condition, body) in branches {
                    let body = block(body, read);
                    note(&condition, read);
                    pruned.push((condition, body));
                }
                let is_empty =
                    otherwise.is_empty() && pruned.iter().all(|(_, body)| body.is_empty());
                (!is_empty).then_some(Statement::If(pruned, otherwise))
            }
            Statement::For(mut one) => {
                one.otherwise = block(one.otherwise, read);
                one.body = block(one.body, read);
                if one.body.is_empty() && one.otherwise.is_empty() {
                    continue;
                }
                one.state = one.state.filter(|state| read.contains(state));
                note(&one.list, read);
                Some(Statement::For(one))
            }
        });
    }
    kept.reverse();
    kept
}

fn note(expression: &Expr, read: &mut HashSet<VariableId>) {
    match &expression.kind {
        ExprKind::Variable(id) | ExprKind::Loop(id, _) => {
            read.insert(*id);
        }
        ExprKind::Filter(filter, _) => match filter {
            Filter::Map(value, _) => note(value, read),
            Filter::Min(key)
            | Filter::Max(key)
            | Filter::Unique(key)
            | Filter::Sort { key, .. } => {
                let Key { value, .. } = key;
                note(value, read);
            }
            _ => {}
        },
        _ => {}
    }
    for part in expression.parts() {
        note(part, read);
    }
}
