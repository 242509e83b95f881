//! Rules on values as closures.

use proc_macro2::TokenStream;
use quote::quote;

use super::context::{Context, number};
use crate::ir::FloatWidth;
use crate::plan::{Leaf, Rule, Rules, RustType, Within};

/// The closure that applies rules to a value.
pub(super) fn emit(context: &Context<'_>, rules: &Rules, ty: &RustType) -> TokenStream {
    let body = body(rules, ty);
    let ty = context.ty(ty);
    quote!(|value: &#ty, checks| { #body })
}

/// The statements that apply rules to `value`, a reference.
fn body(rules: &Rules, ty: &RustType) -> TokenStream {
    let here = rules.here.iter().map(|rule| statement(rule, ty));
    let within = rules.within.as_ref().map(|(within, rules)| {
        let inner = match ty {
            RustType::Vec(inner)
            | RustType::Map(inner)
            | RustType::Option(inner)
            | RustType::Box(inner) => inner,
            other => other,
        };
        let body = body(rules, inner);
        match within {
            Within::Option => quote!(if let Some(value) = value { #body }),
            Within::List => quote!(checks.each(value, |value, checks| { #body });),
            Within::Map => quote!(checks.each_value(value, |value, checks| { #body });),
        }
    });
    quote!(#(#here)* #within)
}

fn statement(rule: &Rule, ty: &RustType) -> TokenStream {
    match rule {
        Rule::Compare { operator, number: bound, text } => {
            let (operator, bound) = (number(operator), number(bound));
            let value = if *ty == RustType::Leaf(Leaf::Float(FloatWidth::F32)) {
                quote!(f64::from(*value))
            } else {
                quote!(*value)
            };
            quote!(checks.range(#value #operator #bound, #text);)
        }
        Rule::Length { min, max, text } => {
            let min = number(&min.to_string());
            let max = max.map_or_else(|| quote!(usize::MAX), |max| number(&max.to_string()));
            quote!(checks.length(value, #min, #max, #text);)
        }
        Rule::Expression { rule, label, is_assert } => {
            let condition = super::template::condition(rule);
            let report = super::context::ident(if *is_assert { "assert" } else { "check" });
            quote!(checks.#report(#condition, #label);)
        }
        Rule::Items { operator, count, text } => {
            let holds = match (*operator, count) {
                (">=", 1) => quote!(!value.is_empty()),
                ("<=", 0) => quote!(value.is_empty()),
                _ => {
                    let (operator, count) = (number(operator), number(&count.to_string()));
                    quote!(value.len() #operator #count)
                }
            };
            quote!(checks.rule(#holds, #text);)
        }
    }
}
