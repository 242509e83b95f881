//! Rules on JSON values as Rust expressions.

mod list;
mod object;

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens as _, quote};

use self::list::list;
use self::object::object;
use super::context::{self, Context, ident};
use crate::ir::{Assert, JsonKinds, ListRule, NumberRule, ObjectRule, StringRule};
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
