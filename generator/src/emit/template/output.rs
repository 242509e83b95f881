//! Statements before they are tokens, so that neighbours can be joined as a person would.

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::piece::{Form, Level, Piece, mentions};

/// One or more statements.
pub(super) enum Output {
    Plain(TokenStream),
    /// `if`, `else if`, `else`.
    If(Vec<(Head, Vec<Output>)>, Vec<Output>),
}

/// What a branch depends on.
pub(super) enum Head {
    If(Piece),
    /// `if let Some(names) = option`
    Let(Vec<Ident>, Piece),
}

impl Output {
    pub(super) fn text(text: &str) -> Self {
        let mut characters = text.chars();
        Self::Plain(if let (Some(only), None) = (characters.next(), characters.next()) {
            quote!(out.push(#only);)
        } else {
            quote!(out.push_str(#text);)
        })
    }
}

/// A choice. One that stands alone in the `else` of another continues that one; one that stands alone in a branch
/// is joined with it.
pub(super) fn choice(
    mut branches: Vec<(Head, Vec<Output>)>,
    mut otherwise: Vec<Output>,
) -> Vec<Output> {
    flatten(&mut branches, &mut otherwise);
    for (head, body) in &mut branches {
        // A branch that was left out may have been all that read a name.
        if let Head::Let(names, option) = head
            && !names.iter().any(|name| is_read(body, name))
        {
            let receiver = option.receiver();
            let passes = option.passes.take().unwrap_or_else(|| quote!(#receiver.is_some()));
            *head = Head::If(Piece::copy(passes));
        }
    }
    decide(&mut branches, &mut otherwise);
    flatten(&mut branches, &mut otherwise);
    merge_alike(&mut branches, &otherwise);
    if branches.is_empty() {
        return otherwise;
    }
    if otherwise.is_empty()
        && let Some((head, body)) = branches.pop()
    {
        branches.push(joined(head, body));
    }
    // A negation with an `else` reads better the other way round.
    if !otherwise.is_empty()
        && let Some((Head::If(condition), body)) = branches.last_mut()
        && let Some(opposite) = condition.opposite.take()
        && !body.is_empty()
    {
        *condition = Piece::copy(opposite);
        std::mem::swap(body, &mut otherwise);
        flatten(&mut branches, &mut otherwise);
    }
    vec![Output::If(branches, otherwise)]
}

/// Continues a choice with one that stands alone in its `else`.
fn flatten(branches: &mut Vec<(Head, Vec<Output>)>, otherwise: &mut Vec<Output>) {
    if let [Output::If(..)] = otherwise[..]
        && let Some(Output::If(more, rest)) = otherwise.pop()
    {
        branches.extend(more);
        *otherwise = rest;
    }
}

/// Drops branches that are never reached.
fn decide(branches: &mut Vec<(Head, Vec<Output>)>, otherwise: &mut Vec<Output>) {
    let mut seen = HashSet::new();
    branches.retain(|(head, _)| match head {
        Head::If(condition) => {
            condition.constant() != Some(false) && seen.insert(condition.tokens.to_string())
        }
        Head::Let(..) => true,
    });
    let is_sure = |(head, _): &(Head, _)| matches!(head, Head::If(condition) if condition.constant() == Some(true));
    if let Some(at) = branches.iter().position(is_sure) {
        branches.truncate(at + 1);
        if let Some((_, body)) = branches.pop() {
            *otherwise = body;
        }
    }
}

/// Joins neighbouring branches that do the same, and drops one that does what is done otherwise.
fn merge_alike(branches: &mut Vec<(Head, Vec<Output>)>, otherwise: &[Output]) {
    while branches
        .last()
        .is_some_and(|(_, body)| !otherwise.is_empty() && spelled(body) == spelled(otherwise))
    {
        branches.pop();
    }
    for at in (1..branches.len()).rev() {
        let ((one, body), (other, other_body)) = (&branches[at - 1], &branches[at]);
        if let (Head::If(one), Head::If(other)) = (one, other)
            && spelled(body) == spelled(other_body)
        {
            let (one, other) = (one.at(Level::Or), other.at(Level::Or));
            branches[at - 1].0 =
                Head::If(Piece::new(quote!(#one || #other), Form::Copy, Level::Or));
            branches.remove(at);
        }
    }
}

fn joined(head: Head, mut body: Vec<Output>) -> (Head, Vec<Output>) {
    let is_single =
        matches!(&body[..], [Output::If(branches, rest)] if branches.len() == 1 && rest.is_empty());
    if !is_single {
        return (head, body);
    }
    let Some(Output::If(mut branches, _)) = body.pop() else { return (head, body) };
    let Some((inner, body)) = branches.pop() else { return (head, body) };
    let head = match (head, inner) {
        (Head::If(one), Head::If(other)) => {
            let (one, other) = (one.at(Level::And), other.at(Level::And));
            Head::If(Piece::new(quote!(#one && #other), Form::Copy, Level::And))
        }
        (Head::If(one), Head::Let(names, option)) => {
            let (option, one) = (option.receiver(), one.tokens);
            Head::Let(names, Piece::copy(quote!(#option.filter(|_| #one))))
        }
        (Head::Let(names, option), Head::If(condition)) => {
            let (option, condition) = (option.receiver(), condition.tokens);
            let pattern = pattern(&names, |name| mentions(&condition, name));
            if names.iter().any(|name| is_read(&body, name)) {
                let option = quote!(#option.filter(|&#pattern| #condition));
                Head::Let(names, Piece::copy(option))
            } else {
                Head::If(Piece::copy(quote!(#option.is_some_and(|#pattern| #condition))))
            }
        }
        (Head::Let(one, option), Head::Let(other, inner)) => {
            let (option, inner) = (option.receiver(), inner.receiver());
            let read: Vec<_> = one.iter().filter(|name| is_read(&body, name)).cloned().collect();
            let outer = pattern(&one, |name| read.contains(name) || mentions(&inner, name));
            if read.is_empty() {
                Head::Let(other, Piece::copy(quote!(#option.and_then(|#outer| #inner))))
            } else {
                let within = pattern(&other, |_| true);
                let names: Vec<_> = read.into_iter().chain(other).collect();
                let all = pattern(&names, |_| true);
                let option = quote!(#option.and_then(|#outer| #inner.map(|#within| #all)));
                Head::Let(names, Piece::copy(option))
            }
        }
    };
    (head, body)
}

pub(super) fn tokens(outputs: &[Output]) -> TokenStream {
    outputs.iter().map(statement).collect()
}

fn spelled(outputs: &[Output]) -> String {
    tokens(outputs).to_string()
}

fn statement(output: &Output) -> TokenStream {
    let (branches, otherwise) = match output {
        Output::Plain(tokens) => return tokens.clone(),
        Output::If(branches, otherwise) => (branches, otherwise),
    };
    let mut result = TokenStream::new();
    for (at, (head, body)) in branches.iter().enumerate() {
        let joint = (at > 0).then(|| quote!(else));
        let body = tokens(body);
        result.extend(match head {
            Head::If(condition) => {
                let condition = &condition.tokens;
                quote!(#joint if #condition { #body })
            }
            Head::Let(names, option) => {
                let (pattern, option) = (pattern(names, |_| true), &option.tokens);
                quote!(#joint if let Some(#pattern) = #option { #body })
            }
        });
    }
    if !otherwise.is_empty() {
        let body = tokens(otherwise);
        result.extend(quote!(else { #body }));
    }
    result
}

/// The pattern that binds names, `_` for one that is not read.
fn pattern(names: &[Ident], is_read: impl Fn(&Ident) -> bool) -> TokenStream {
    let names = names.iter().map(|name| if is_read(name) { quote!(#name) } else { quote!(_) });
    let names: Vec<_> = names.collect();
    if let [only] = &names[..] { only.clone() } else { quote!((#(#names),*)) }
}

fn is_read(body: &[Output], name: &Ident) -> bool {
    body.iter().any(|output| match output {
        Output::Plain(tokens) => mentions(tokens, name),
        Output::If(branches, otherwise) => {
            let in_branch = |(head, body): &(Head, Vec<Output>)| {
                let (Head::If(piece) | Head::Let(_, piece)) = head;
                mentions(&piece.tokens, name) || is_read(body, name)
            };
            branches.iter().any(in_branch) || is_read(otherwise, name)
        }
    })
}
