//! Rules on lists.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{closure, expression, limited, limits, operand, parameter, uses_value};
use crate::emit::context::Context;
use crate::ir::{Assert, ListRule, SeenAt, SeenItems};

pub(super) fn list(context: &Context<'_>, rule: &ListRule) -> TokenStream {
    match rule {
        ListRule::Length { min, max } => limited("items", *min, *max),
        ListRule::Unique => quote!(rt::check::unique(value)),
        ListRule::Prefix(rules) if rules.is_empty() => quote!(true),
        ListRule::Prefix(rules) => {
            let items = rules.iter().enumerate().map(|(at, rule)| {
                let (at, rule) = (Literal::usize_unsuffixed(at), closure(context, rule));
                quote!(rt::check::item(value, #at, #rule))
            });
            quote!(#(#items)&&*)
        }
        ListRule::Rest(from, rule) => {
            let (from, rule) = (Literal::usize_unsuffixed(*from), closure(context, rule));
            quote!(rt::check::items_from(value, #from, #rule))
        }
        ListRule::Contains { rule, min, max } => {
            let (rule, (min, max)) = (closure(context, rule), limits(*min, *max));
            quote!(rt::check::contains(value, #min, #max, #rule))
        }
        ListRule::Unevaluated(seen, rule) => unevaluated_items(context, seen, rule),
    }
}

fn unevaluated_items(context: &Context<'_>, seen: &[SeenItems], rule: &Assert) -> TokenStream {
    let conditions = seen.iter().map(|one| expression(context, &one.when));
    let cases = seen.iter().enumerate().map(|(at, one)| {
        let at = Literal::usize_unsuffixed(at);
        match &one.items {
            SeenAt::All => quote!(seen[#at]),
            SeenAt::First(count) => {
                let count = Literal::usize_unsuffixed(*count);
                quote!(seen[#at] && place < #count)
            }
            SeenAt::Fitting(rule) => {
                let rule = operand(context, rule);
                quote!(seen[#at] && #rule)
            }
        }
    });
    let has_cases = !seen.is_empty();
    let needs_place = seen.iter().any(|one| matches!(one.items, SeenAt::First(_)));
    let needs_value = uses_value(rule)
        || seen.iter().any(|one| matches!(&one.items, SeenAt::Fitting(rule) if uses_value(rule)));
    let (place, item) = (parameter(needs_place, "place"), parameter(needs_value, "value"));
    if !has_cases {
        let rule = expression(context, rule);
        return quote!(rt::check::each_item(value, |#place, #item| #rule));
    }
    let rule = (!rule.is_always(false)).then(|| operand(context, rule));
    let cases = cases.chain(rule);
    quote!({
        let seen = [#(#conditions),*];
        rt::check::each_item(value, |#place, #item| #(#cases)||*)
    })
}
