//! Rules on values as closures.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::check;
use super::context::{Context, ident, number};
use crate::ir::FloatWidth;
use crate::plan::{Guard, Leaf, Rule, Rules, RustType, Within};

/// The closure that applies rules to a value.
pub(super) fn emit(context: &Context<'_>, rules: &Rules, ty: &RustType) -> TokenStream {
    let body = body(context, rules, ty);
    let ty = context.ty(ty);
    quote!(|value: &#ty, checks| { #body })
}

/// The statements that apply rules to `value`, a reference.
fn body(context: &Context<'_>, rules: &Rules, ty: &RustType) -> TokenStream {
    let here = rules.here.iter().map(|rule| statement(context, rule, ty));
    let within = rules.within.iter().map(|(within, rules)| {
        let inner = match ty {
            RustType::Box(inner) if matches!(**inner, RustType::Tuple(_)) => inner,
            RustType::Vec(inner)
            | RustType::Map(inner)
            | RustType::Option(inner)
            | RustType::Box(inner) => inner,
            other => other,
        };
        if let Within::Item(place) = within {
            let RustType::Tuple(items) = inner else { return TokenStream::new() };
            let Some(item) = items.get(*place) else { return TokenStream::new() };
            let body = body(context, rules, item);
            let place = Literal::usize_unsuffixed(*place);
            return quote!(checks.item(#place, &value.#place, |value, checks| { #body }););
        }
        let body = body(context, rules, inner);
        match within {
            Within::Item(_) => TokenStream::new(),
            Within::Option => quote!(if let Some(value) = value { #body }),
            Within::List => quote!(checks.each(value, |value, checks| { #body });),
            Within::Map => quote!(checks.each_value(value, |value, checks| { #body });),
        }
    });
    quote!(#(#here)* #(#within)*)
}

fn statement(context: &Context<'_>, rule: &Rule, ty: &RustType) -> TokenStream {
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
        Rule::Pattern { name, text } => {
            let name = ident(name);
            quote!(checks.rule(#name.matches(value), #text);)
        }
        Rule::Format(format) => {
            let function = check::format_function(*format);
            let text = format!("a text of format `{}`", format.name());
            quote!(checks.rule(#function(value), #text);)
        }
        Rule::Guards(list) => {
            let guards = guards(context, list);
            quote!(checks.guards(value, #guards);)
        }
        Rule::Expression { rule, label, is_assert } => {
            let condition = super::template::condition(rule);
            let report = ident(if *is_assert { "assert" } else { "check" });
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

/// The rules on a value as JSON.
pub(super) fn guards(context: &Context<'_>, guards: &[Guard]) -> TokenStream {
    let guards = guards.iter().map(|guard| {
        let (holds, text) = (check::function(context, &guard.rule), &guard.text);
        quote!(rt::Guard::new(#holds, #text))
    });
    quote!(&[#(#guards),*])
}

/// What reads a value with the rules on it as JSON.
pub(super) fn guarded(context: &Context<'_>, list: &[Guard], read: &TokenStream) -> TokenStream {
    if list.is_empty() {
        return read.clone();
    }
    let guards = guards(context, list);
    quote! {
        let start = decoder.start();
        let value = #read?;
        decoder.guarded(start, value, #guards)
    }
}
