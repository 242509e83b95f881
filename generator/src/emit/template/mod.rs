//! Templates and rules as Rust: statements that append to `out`, and conditions.
//!
//! The code is what a person would write: no value is copied that need not be, a value that may be nothing is taken
//! apart once, and nothing in it can panic.

mod condition;
mod filter;
mod list;
mod number;
mod output;
mod piece;
mod value;

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use self::output::{Head, Output};
use self::piece::{Form, Piece};
use super::context::ident;
use crate::plan::template::{Expr, ExprKind, Rule, Statement, Stored, Template, Type, VariableId, Variables};

/// The body of a function that appends a template's text to `out`, and whether it needs `self`, the input struct.
///
/// `this` is the Rust name of the field that the template prints.
pub(super) fn body(template: &Template, this: &str) -> (TokenStream, bool) {
    let this = ident(this);
    let mut emitter = Emitter::new(&template.variables, quote!(self.#this), Form::Place);
    let body = emitter.block(&template.body);
    (output::tokens(body), emitter.reads_self)
}

/// Whether `value`, a reference, keeps a rule.
pub(super) fn condition(rule: &Rule) -> TokenStream {
    let mut emitter = Emitter::new(&rule.variables, quote!(value), Form::Ref);
    let condition = emitter.condition(&rule.condition, false).tokens;
    if rule.spares_null { quote!(value.as_ref().is_none_or(|value| #condition)) } else { condition }
}

struct Emitter<'e> {
    variables: &'e Variables,
    this: Piece,
    /// Whether the input struct is read.
    reads_self: bool,
    /// The Rust variables of the template's.
    bound: BTreeMap<VariableId, Piece>,
    /// The places of running loops, and their lengths.
    loops: BTreeMap<VariableId, (Ident, TokenStream)>,
    /// The values of what may be nothing, where they are known.
    known: Vec<(Expr, Known)>,
    /// What has to be taken apart around the expression that is being written.
    lifts: Vec<(Ident, TokenStream)>,
    taken: BTreeSet<String>,
}

/// The value of what may be nothing.
struct Known {
    piece: Piece,
    is_read: bool,
}

impl<'e> Emitter<'e> {
    fn new(variables: &'e Variables, this: TokenStream, form: Form) -> Self {
        let taken = ["out", "value", "checks", "rt"].map(str::to_owned);
        Self {
            variables,
            this: Piece::tight(this, form),
            reads_self: false,
            bound: BTreeMap::new(),
            loops: BTreeMap::new(),
            known: Vec::new(),
            lifts: Vec::new(),
            taken: BTreeSet::from(taken),
        }
    }

    /// A name for a local variable that no other one has.
    fn name(&mut self, wanted: &str) -> Ident {
        let mut plain: String = heck::ToSnakeCase::to_snake_case(wanted);
        plain.retain(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        if plain.is_empty() || plain.starts_with(|first: char| first.is_ascii_digit()) {
            plain = format!("value_{plain}").trim_end_matches('_').to_owned();
        }
        // Keywords of all editions are avoided by a letter more, which no keyword has.
        if syn::parse_str::<Ident>(&plain).is_err() || matches!(plain.as_str(), "gen" | "async" | "await" | "dyn" | "try") {
            plain.push('_');
        }
        let mut name = plain.clone();
        let mut number = 2;
        while !self.taken.insert(name.clone()) {
            name = format!("{plain}_{number}");
            number += 1;
        }
        ident(&name)
    }

    fn block(&mut self, statements: &[Statement]) -> Vec<Output> {
        let known = self.known.len();
        let out = self.statements(statements);
        self.known.truncate(known);
        out
    }

    fn statements(&mut self, statements: &[Statement]) -> Vec<Output> {
        let mut out = Vec::new();
        let mut rest = statements.iter();
        while let Some(statement) = rest.next() {
            match statement {
                Statement::Text(text) => out.push(Output::text(text)),
                Statement::Print(value) => {
                    let printed = self.lifted(|emitter| emitter.print(value));
                    out.push(printed);
                }
                Statement::If(branches, otherwise) => out.extend(self.if_block(branches, otherwise)),
                Statement::For(one) => out.extend(self.for_block(one)),
                Statement::Set(id, value) => {
                    let outer = std::mem::take(&mut self.lifts);
                    let binding = self.set(*id, value);
                    let lifts = std::mem::replace(&mut self.lifts, outer);
                    if lifts.is_empty() {
                        out.push(Output::Plain(binding));
                    } else {
                        // The value is there: the template made sure of it. What follows stands within.
                        let mut body = vec![Output::Plain(binding)];
                        body.extend(self.statements(rest.as_slice()));
                        out.push(wrapped(lifts, body));
                        return out;
                    }
                }
            }
        }
        out
    }

    /// A statement, within what takes apart the values that it needs.
    fn lifted(&mut self, inner: impl FnOnce(&mut Self) -> Output) -> Output {
        let outer = std::mem::take(&mut self.lifts);
        let known = self.known.len();
        let output = inner(self);
        self.known.truncate(known);
        let lifts = std::mem::replace(&mut self.lifts, outer);
        wrapped(lifts, vec![output])
    }

    fn set(&mut self, id: VariableId, value: &Expr) -> TokenStream {
        let piece = self.value(value);
        let (tokens, form) = piece.kept(&value.ty);
        let name = self.name(&self.variables.0[id.0].name);
        let ty = matches!(form, Form::Vec(_)).then(|| quote!(: Vec<_>));
        self.bound.insert(id, Piece::tight(quote!(#name), form));
        quote!(let #name #ty = #tokens;)
    }

    fn if_block(&mut self, branches: &[(Expr, Vec<Statement>)], otherwise: &[Statement]) -> Vec<Output> {
        let mut chain = Vec::new();
        for (condition, body) in branches {
            chain.push(self.branch(condition, |emitter| emitter.block(body)));
        }
        let otherwise = self.block(otherwise);
        vec![output::choice(chain, otherwise)]
    }

    /// A condition with what it leads to. A condition that a value is there gives it a name.
    fn branch<T>(&mut self, condition: &Expr, body: impl FnOnce(&mut Self) -> T) -> (Head, T) {
        let tested = match &condition.kind {
            ExprKind::Truth(value) => Some((value, true)),
            ExprKind::Not(inner) => match &inner.kind {
                ExprKind::IsNull(value) | ExprKind::IsMissing(value) => Some((value, false)),
                _ => None,
            },
            _ => None,
        };
        let tested = tested.filter(|(value, _)| matches!(value.ty, Type::Nullable(_) | Type::Missing(_)));
        let Some((value, is_truth)) = tested else {
            return (Head::If(self.condition(condition, false).tokens), body(self));
        };
        let outer = std::mem::take(&mut self.lifts);
        let (option, form) = self.option(value);
        let lifts = std::mem::replace(&mut self.lifts, outer);
        if !lifts.is_empty() {
            return (Head::If(self.condition(condition, false).tokens), body(self));
        }
        let name = self.name(&self.hint(value));
        let known = Known { piece: Piece::tight(quote!(#name), form.clone()), is_read: false };
        let depth = self.known.len();
        self.known.push(((**value).clone(), known));
        let result = body(self);
        self.known.truncate(depth + 1);
        let is_read = self.known.pop().is_some_and(|(_, known)| known.is_read);
        if !is_read {
            return (Head::If(self.condition(condition, false).tokens), result);
        }
        let inner = types_within(&value.ty);
        let filter = is_truth.then(|| self.truth_of(Piece::tight(quote!(#name), form.clone()), inner, false));
        let option = match filter {
            Some(Some(holds)) => {
                let (pattern, holds) = (form.pattern(&name), holds.tokens);
                quote!(#option.filter(|#pattern| #holds))
            }
            _ => option,
        };
        (Head::Let(quote!(#name), option), result)
    }

    /// What a local variable for a value is called.
    fn hint(&self, value: &Expr) -> String {
        match &value.kind {
            ExprKind::Field(_, _, name, _) | ExprKind::Input(_, name, _) => name.trim_start_matches("r#").to_owned(),
            ExprKind::Variable(id) => self.variables.0[id.0].name.clone(),
            ExprKind::Key(_, key) => match &key.kind {
                ExprKind::String(key) => key.clone(),
                _ => "value".to_owned(),
            },
            ExprKind::Narrow(inner) | ExprKind::EnumValue(inner) => self.hint(inner),
            ExprKind::This(_) => "this".to_owned(),
            _ => "item".to_owned(),
        }
    }
}

/// Statements within what takes apart the values that they need.
fn wrapped(lifts: Vec<(Ident, TokenStream)>, body: Vec<Output>) -> Output {
    let mut body = body;
    for (name, option) in lifts.into_iter().rev() {
        body = vec![output::choice(vec![(Head::Let(quote!(#name), option), body)], Vec::new())];
    }
    if body.len() == 1 { body.remove(0) } else { Output::Plain(output::tokens(body)) }
}

/// The type of the value in one that may be nothing.
fn types_within(ty: &Type) -> &Type {
    match ty {
        Type::Nullable(inner) | Type::Missing(inner) => inner,
        other => other,
    }
}

/// Whether a field holds an `Option`.
fn is_option(stored: Stored) -> bool {
    stored == Stored::Option
}
