//! Statements before they are tokens, so that neighbours can be joined as a person would.

use proc_macro2::TokenStream;
use quote::quote;

/// One or more statements.
pub(super) enum Output {
    Plain(TokenStream),
    /// `if`, `else if`, `else`.
    If(Vec<(Head, Vec<Output>)>, Vec<Output>),
}

/// What a branch depends on.
pub(super) enum Head {
    If(TokenStream),
    /// `if let Some(pattern) = option`
    Let(TokenStream, TokenStream),
}

impl Output {
    pub(super) fn text(text: &str) -> Self {
        let mut characters = text.chars();
        Self::Plain(match (characters.next(), characters.next()) {
            (Some(only), None) => quote!(out.push(#only);),
            _ => quote!(out.push_str(#text);),
        })
    }
}

/// A choice. One that stands alone in the `else` of another continues that one; one that stands alone in a branch
/// is joined with it.
pub(super) fn choice(mut branches: Vec<(Head, Vec<Output>)>, mut otherwise: Vec<Output>) -> Output {
    if let [Output::If(..)] = otherwise[..]
        && let Some(Output::If(more, rest)) = otherwise.pop()
    {
        branches.extend(more);
        otherwise = rest;
    }
    if branches.len() == 1
        && otherwise.is_empty()
        && let Some((head, body)) = branches.pop()
    {
        branches.push(joined(head, body));
    }
    Output::If(branches, otherwise)
}

fn joined(head: Head, mut body: Vec<Output>) -> (Head, Vec<Output>) {
    let is_single = matches!(&body[..], [Output::If(branches, rest)] if branches.len() == 1 && rest.is_empty());
    if !is_single {
        return (head, body);
    }
    let Some(Output::If(mut branches, _)) = body.pop() else { return (head, body) };
    let Some((inner, body)) = branches.pop() else { return (head, body) };
    let head = match (head, inner) {
        (Head::If(one), Head::If(other)) => Head::If(quote!((#one) && (#other))),
        (Head::If(one), Head::Let(name, option)) => Head::Let(name, quote!(#option.filter(|_| #one))),
        (Head::Let(name, option), Head::If(condition)) => {
            Head::Let(name.clone(), quote!(#option.filter(|&#name| #condition)))
        }
        (Head::Let(one, option), Head::Let(other, inner)) => {
            Head::Let(quote!((#one, #other)), quote!(#option.and_then(|#one| #inner.map(|#other| (#one, #other)))))
        }
    };
    (head, body)
}

pub(super) fn tokens(outputs: Vec<Output>) -> TokenStream {
    outputs.into_iter().map(statement).collect()
}

fn statement(output: Output) -> TokenStream {
    let (branches, otherwise) = match output {
        Output::Plain(tokens) => return tokens,
        Output::If(branches, otherwise) => (branches, otherwise),
    };
    let mut result = TokenStream::new();
    for (at, (head, body)) in branches.into_iter().enumerate() {
        let joint = (at > 0).then(|| quote!(else));
        let body = tokens(body);
        result.extend(match head {
            Head::If(condition) => quote!(#joint if #condition { #body }),
            Head::Let(pattern, option) => quote!(#joint if let Some(#pattern) = #option { #body }),
        });
    }
    if !otherwise.is_empty() {
        let body = tokens(otherwise);
        result.extend(quote!(else { #body }));
    }
    result
}
