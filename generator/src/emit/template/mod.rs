//! Templates and rules as Rust: statements that append to `out`, and conditions.
//!
//! The code is what a person would write: no value is copied that need not be, a value that may be nothing is taken
//! apart once, and nothing in it can panic.

mod choice;
mod comparison;
mod condition;
mod filter;
mod list;
mod number;
mod output;
mod piece;
mod print;
mod search;
mod value;

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use self::output::{Head, Output};
use self::piece::{Form, Lift, Piece, closure};
use super::context::ident;
use crate::plan::template::{
    Expr, ExprKind, Rule, Statement, Stored, Template, Type, VariableId, Variables,
};

/// The body of a function that appends a template's text to `out`, and whether it needs `self`, the input struct.
///
/// `this` is the Rust name of the field that the template prints.
pub(super) fn body(template: &Template, this: &str) -> (TokenStream, bool) {
    let this = ident(this);
    let mut emitter = Emitter::new(&template.variables, quote!(self.#this), Form::Place);
    let body = emitter.block(&template.body);
    let body = output::tokens(&body);
    let reads_self = piece::mentions(&body, &ident("self"));
    (body, reads_self)
}

/// Whether a template's body prints anything.
pub(super) fn prints(body: &TokenStream) -> bool {
    piece::mentions(body, &ident("out"))
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
    /// The Rust variables of the template's.
    bound: BTreeMap<VariableId, Piece>,
    /// The places of running loops, and their lengths.
    loops: BTreeMap<VariableId, (Ident, TokenStream)>,
    /// The values of what may be nothing, where they are known.
    known: Vec<(Expr, Known)>,
    /// What has to be taken apart around the expression that is being written.
    lifts: Vec<Lift>,
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
            plain.insert_str(0, "value");
        }
        // Keywords of all editions are avoided by a letter more, which no keyword has.
        if syn::parse_str::<Ident>(&plain).is_err()
            || matches!(plain.as_str(), "gen" | "async" | "await" | "dyn" | "try")
        {
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
            // Only the variables of `set` live on behind their statement.
            let taken = self.taken.clone();
            let is_set = matches!(statement, Statement::Set(..));
            match statement {
                Statement::Text(text) => out.push(Output::text(text)),
                Statement::Print(value) => {
                    out.extend(self.lifted(|emitter| emitter.print(value)));
                }
                Statement::If(branches, otherwise) => {
                    out.extend(self.if_block(branches, otherwise));
                }
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
                        out.extend(wrapped(lifts, body));
                        return out;
                    }
                }
            }
            if !is_set {
                self.taken = taken;
            }
        }
        out
    }

    /// A statement, within what takes apart the values that it needs.
    fn lifted(&mut self, inner: impl FnOnce(&mut Self) -> Vec<Output>) -> Vec<Output> {
        let outer = std::mem::take(&mut self.lifts);
        let known = self.known.len();
        let output = inner(self);
        self.known.truncate(known);
        let lifts = std::mem::replace(&mut self.lifts, outer);
        wrapped(lifts, output)
    }

    fn set(&mut self, id: VariableId, value: &Expr) -> TokenStream {
        let piece = self.typed(value);
        let (tokens, form) = piece.kept(&value.ty);
        let name = self.name(&self.variables.0[id.0].name);
        self.bound.insert(id, Piece::tight(quote!(#name), form));
        quote!(let #name = #tokens;)
    }

    fn if_block(
        &mut self,
        branches: &[(Expr, Vec<Statement>)],
        otherwise: &[Statement],
    ) -> Vec<Output> {
        let mut chain = Vec::new();
        for (condition, body) in branches {
            chain.push(self.branch(condition, |emitter| emitter.block(body)));
        }
        let otherwise = self.block(otherwise);
        output::choice(chain, otherwise)
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
        let tested =
            tested.filter(|(value, _)| matches!(value.ty, Type::Nullable(_) | Type::Missing(_)));
        let Some((value, is_truth)) = tested else {
            return (Head::If(self.condition(condition, false)), body(self));
        };
        let outer = std::mem::take(&mut self.lifts);
        let depth = self.known.len();
        let (mut option, form) = self.option(value);
        self.known.truncate(depth);
        for lift in std::mem::replace(&mut self.lifts, outer).into_iter().rev() {
            let receiver = lift.option.receiver();
            let closure = closure(&lift.name, &option.tokens, &lift.form, &lift.ty);
            option = Piece::copy(quote!(#receiver.and_then(#closure)));
        }
        let name = self.name(&self.hint(value));
        let known = Known { piece: Piece::tight(quote!(#name), form.clone()), is_read: false };
        self.known.push(((**value).clone(), known));
        let result = body(self);
        self.known.truncate(depth + 1);
        let is_read = self.known.pop().is_some_and(|(_, known)| known.is_read);
        if !is_read {
            return (Head::If(self.condition(condition, false)), result);
        }
        let inner = types_within(&value.ty);
        let piece = Piece::tight(quote!(#name), form.clone());
        let truth = if is_truth { self.truth_of(&piece, inner, false) } else { None };
        let option = match truth {
            Some(holds) => {
                let (pattern, receiver) = (form.pattern(&name), option.receiver());
                let closure = closure(&name, &holds.tokens, &form, inner);
                let holds = holds.tokens;
                let tested = quote!(#receiver.filter(|#pattern| #holds));
                let passes = Some(quote!(#receiver.is_some_and(#closure)));
                Piece { passes, ..Piece::optional(tested, form) }
            }
            None => option,
        };
        (Head::Let(vec![name], option), result)
    }

    /// What a local variable for a value is called.
    fn hint(&self, value: &Expr) -> String {
        match &value.kind {
            ExprKind::Field(_, _, name, _) | ExprKind::Input(_, name, _) => {
                name.trim_start_matches("r#").to_owned()
            }
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
fn wrapped(lifts: Vec<Lift>, mut body: Vec<Output>) -> Vec<Output> {
    for Lift { name, option, .. } in lifts.into_iter().rev() {
        body = output::choice(vec![(Head::Let(vec![name], option), body)], Vec::new());
    }
    body
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
