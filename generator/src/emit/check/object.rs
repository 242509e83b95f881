//! Rules on objects.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{closure, expression, limited, matches, operand, parameter, uses_value};
use crate::emit::context::Context;
use crate::ir::{Assert, KeySet, ObjectRule, SeenKeys};

pub(super) fn object(context: &Context<'_>, rule: &ObjectRule) -> TokenStream {
    match rule {
        ObjectRule::Size { min, max } => limited("keys", *min, *max),
        ObjectRule::Required(keys) => quote!(rt::check::has(value, &[#(#keys),*])),
        ObjectRule::Properties(properties) if properties.is_empty() => quote!(true),
        ObjectRule::Properties(properties) => {
            let members = properties.iter().map(|(key, rule)| {
                let rule = closure(context, rule);
                quote!(rt::check::property(value, #key, #rule))
            });
            quote!(#(#members)&&*)
        }
        ObjectRule::PatternProperties(patterns) => {
            let rules = patterns.iter().filter_map(|(pattern, rule)| {
                let matches = matches(context, &pattern.text, "key")?;
                let value = parameter(uses_value(rule), "value");
                let rule = operand(context, rule);
                Some(quote! {
                    rt::check::each_property(value, |key, #value| rt::check::not(#matches) || #rule)
                })
            });
            all_of(&rules.collect::<Vec<_>>())
        }
        ObjectRule::Additional(known, rule) => {
            let known = key_set(context, known);
            let key = parameter(known.is_some(), "key");
            let item = parameter(uses_value(rule), "value");
            let holds = match known {
                Some(known) if rule.is_always(false) => known,
                Some(known) => {
                    let rule = operand(context, rule);
                    quote!(#known || #rule)
                }
                None => expression(context, rule),
            };
            quote!(rt::check::each_property(value, |#key, #item| #holds))
        }
        ObjectRule::Names(rule) => {
            let rule = closure(context, rule);
            quote!(rt::check::each_key(value, #rule))
        }
        ObjectRule::Dependent(key, rule) => {
            let rule = closure(context, rule);
            quote!(rt::check::dependent(value, #key, #rule))
        }
        ObjectRule::Unevaluated(seen, rule) => unevaluated_keys(context, seen, rule),
    }
}

/// Whether `key` is in a set; `None` for the empty set.
fn key_set(context: &Context<'_>, set: &KeySet) -> Option<TokenStream> {
    let mut names: Vec<&str> = set.names.iter().map(String::as_str).collect();
    names.sort_unstable();
    names.dedup();
    let among = (!names.is_empty()).then(|| quote!(rt::check::among(key, &[#(#names),*])));
    let patterns = set.patterns.iter().filter_map(|one| matches(context, &one.text, "key"));
    let cases: Vec<_> = among.into_iter().chain(patterns).collect();
    (!cases.is_empty()).then(|| quote!(#(#cases)||*))
}

fn unevaluated_keys(context: &Context<'_>, seen: &[SeenKeys], rule: &Assert) -> TokenStream {
    let conditions = seen.iter().map(|one| expression(context, &one.when));
    let mut needs_key = false;
    let cases: Vec<_> = seen
        .iter()
        .enumerate()
        .map(|(at, one)| {
            let at = Literal::usize_unsuffixed(at);
            let keys = one.keys.as_ref().map(|set| key_set(context, set));
            match keys {
                None => quote!(seen[#at]),
                Some(None) => quote!(false),
                Some(Some(keys)) => {
                    needs_key = true;
                    quote!(seen[#at] && (#keys))
                }
            }
        })
        .collect();
    let (key, item) = (parameter(needs_key, "key"), parameter(uses_value(rule), "value"));
    if seen.is_empty() {
        let rule = expression(context, rule);
        return quote!(rt::check::each_property(value, |#key, #item| #rule));
    }
    let rule = (!rule.is_always(false)).then(|| operand(context, rule));
    let cases = cases.into_iter().chain(rule);
    quote!({
        let seen = [#(#conditions),*];
        rt::check::each_property(value, |#key, #item| #(#cases)||*)
    })
}

/// Rules that may have been refused, which all hold.
fn all_of(rules: &[TokenStream]) -> TokenStream {
    if rules.is_empty() { quote!(true) } else { quote!(#(#rules)&&*) }
}
