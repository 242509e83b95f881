//! Rules on JSON values as Rust expressions.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens as _, quote};

use super::context::{self, Context, ident};
use crate::ir::{
    Assert, JsonKinds, KeySet, ListRule, NumberRule, ObjectRule, SeenAt, SeenItems, SeenKeys,
    StringRule,
};
use crate::schema::{Format, Node};

/// A rule as a function of a value and the fuel: a closure, or the name of a function.
pub(super) fn function(context: &Context<'_>, rule: &Assert) -> TokenStream {
    if let Assert::Call(number) = rule {
        let name = context.rule(*number);
        return quote!(#name);
    }
    let body = expression(context, rule);
    let (value, fuel) = (parameter(uses_value(rule), "value"), parameter(calls(rule), "fuel"));
    quote!(|#value, #fuel| #body)
}

/// The functions of the rules that others call.
pub(super) fn functions(context: &Context<'_>, rules: &[(String, Assert)]) -> TokenStream {
    let functions = rules.iter().map(|(name, rule)| {
        let (name, body) = (ident(name), operand(context, rule));
        let value = parameter(uses_value(rule), "value");
        quote! {
            fn #name(#value: &rt::Json, fuel: &rt::Fuel) -> bool {
                fuel.step() && #body
            }
        }
    });
    quote!(#(#functions)*)
}

/// A closure of one value.
fn closure(context: &Context<'_>, rule: &Assert) -> TokenStream {
    let body = expression(context, rule);
    let value = parameter(uses_value(rule), "value");
    quote!(|#value| #body)
}

fn parameter(is_used: bool, name: &str) -> TokenStream {
    if is_used {
        let name = ident(name);
        quote!(#name)
    } else {
        quote!(_)
    }
}

fn expression(context: &Context<'_>, rule: &Assert) -> TokenStream {
    let each = |rules: &[Assert]| -> Vec<_> {
        rules.iter().map(|rule| expression(context, rule)).collect()
    };
    match rule {
        Assert::Always(holds) => quote!(#holds),
        Assert::All(rules) if rules.is_empty() => quote!(true),
        Assert::Any(rules) if rules.is_empty() => quote!(false),
        Assert::All(rules) | Assert::Any(rules) if rules.len() == 1 => {
            expression(context, &rules[0])
        }
        Assert::All(rules) => {
            let rules = rules.iter().map(|rule| operand(context, rule));
            quote!(#(#rules)&&*)
        }
        Assert::Any(rules) => {
            let rules = rules.iter().map(|rule| operand(context, rule));
            quote!(#(#rules)||*)
        }
        Assert::One(rules) => {
            let rules = each(rules);
            quote!(rt::check::exactly_one(&[#(#rules),*]))
        }
        Assert::Not(rule) => {
            let rule = expression(context, rule);
            quote!(rt::check::not(#rule))
        }
        Assert::If(parts) => {
            let [test, then, other] = &**parts;
            let [test, then, other] = [test, then, other].map(|rule| expression(context, rule));
            quote!(if #test { #then } else { #other })
        }
        Assert::Is(kinds) => is(*kinds),
        Assert::Listed(values) => listed(values),
        Assert::Number(rule) => number(rule),
        Assert::Text(rule) => text(context, rule),
        Assert::List(rule) => list(context, rule),
        Assert::Object(rule) => object(context, rule),
        Assert::Call(number) => {
            let name = context.rule(*number);
            quote!(#name(value, fuel))
        }
    }
}

/// The expression of a rule as a part of another one.
fn operand(context: &Context<'_>, rule: &Assert) -> TokenStream {
    if let Assert::All(rules) | Assert::Any(rules) = rule
        && let [only] = &rules[..]
    {
        return operand(context, only);
    }
    let count = match rule {
        Assert::All(rules) | Assert::Any(rules) | Assert::List(ListRule::Prefix(rules)) => {
            rules.len()
        }
        Assert::If(_) => 2,
        Assert::Object(ObjectRule::Properties(rules)) => rules.len(),
        Assert::Object(ObjectRule::PatternProperties(rules)) => rules.len(),
        _ => 1,
    };
    let expression = expression(context, rule);
    if count > 1 { quote!((#expression)) } else { expression }
}

/// Rules that may have been refused, which all hold.
fn all_of(rules: &[TokenStream]) -> TokenStream {
    if rules.is_empty() { quote!(true) } else { quote!(#(#rules)&&*) }
}

fn is(kinds: JsonKinds) -> TokenStream {
    let kinds = context::kinds(kinds);
    quote!(rt::check::is(value, #kinds))
}

fn listed(values: &[Node]) -> TokenStream {
    let texts: Option<Vec<&str>> = values.iter().map(Node::as_str).collect();
    if let Some(mut texts) = texts {
        texts.sort_unstable();
        texts.dedup();
        return quote!(rt::check::one_of(value, &[#(#texts),*]));
    }
    let texts = values.iter().map(Node::json);
    quote!(rt::check::equals(value, &[#(#texts),*]))
}

fn number(rule: &NumberRule) -> TokenStream {
    let (name, number) = match rule {
        NumberRule::Minimum(number) => ("minimum", number),
        NumberRule::Maximum(number) => ("maximum", number),
        NumberRule::ExclusiveMinimum(number) => ("above", number),
        NumberRule::ExclusiveMaximum(number) => ("below", number),
        NumberRule::MultipleOf(number) => ("multiple_of", number),
    };
    let name = ident(name);
    quote!(rt::check::#name(value, #number))
}

fn text(context: &Context<'_>, rule: &StringRule) -> TokenStream {
    match rule {
        StringRule::Length { min, max } => limited("length", *min, *max),
        StringRule::Pattern(pattern) => {
            if let Some(matches) = matches(context, &pattern.text, "text") {
                quote!(rt::check::text(value, |text| #matches))
            } else {
                quote!(true)
            }
        }
        StringRule::Format(format) => {
            let name = format_function(*format);
            quote!(rt::check::text(value, #name))
        }
    }
}

/// The function that checks a format.
pub(super) fn format_function(format: Format) -> TokenStream {
    let name = ident(&format.name().replace('-', "_"));
    quote!(rt::check::format::#name)
}

/// Whether a text matches a pattern; `None` if the pattern was refused.
fn matches(context: &Context<'_>, pattern: &str, text: &str) -> Option<TokenStream> {
    let (name, text) = (context.pattern(pattern)?, ident(text));
    Some(quote!(#name.matches(#text)))
}

fn limited(name: &str, min: u64, max: Option<u64>) -> TokenStream {
    let (name, (min, max)) = (ident(name), limits(min, max));
    quote!(rt::check::#name(value, #min, #max))
}

fn limits(min: u64, max: Option<u64>) -> (Literal, TokenStream) {
    let max = max.and_then(|max| usize::try_from(max).ok()).map_or_else(
        || quote!(usize::MAX),
        |max| Literal::usize_unsuffixed(max).into_token_stream(),
    );
    (Literal::u64_unsuffixed(min), max)
}

fn list(context: &Context<'_>, rule: &ListRule) -> TokenStream {
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

fn object(context: &Context<'_>, rule: &ObjectRule) -> TokenStream {
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

/// Whether the expression of a rule names the value.
fn uses_value(rule: &Assert) -> bool {
    match rule {
        Assert::Always(_) => false,
        Assert::All(rules) | Assert::Any(rules) | Assert::One(rules) => {
            rules.iter().any(uses_value)
        }
        Assert::Not(rule) => uses_value(rule),
        Assert::If(parts) => parts.iter().any(uses_value),
        Assert::Is(kinds) => !kinds.is_empty(),
        Assert::List(ListRule::Prefix(rules)) => !rules.is_empty(),
        Assert::Object(ObjectRule::Properties(rules)) => !rules.is_empty(),
        Assert::Object(ObjectRule::PatternProperties(rules)) => !rules.is_empty(),
        Assert::Listed(_)
        | Assert::Number(_)
        | Assert::Text(_)
        | Assert::List(_)
        | Assert::Object(_)
        | Assert::Call(_) => true,
    }
}

/// Whether the expression of a rule calls another one.
fn calls(rule: &Assert) -> bool {
    matches!(rule, Assert::Call(_)) || rule.parts().into_iter().any(calls)
}
