//! Spelling of names, types and literals.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use crate::ir::{FloatWidth, IntegerWidth, JsonKinds};
use crate::plan::{Checks, Leaf, LibraryType, Module, Patterns, RustType};

/// What the spelling depends on.
pub(super) struct Context<'m> {
    shadowed: &'m BTreeSet<String>,
    patterns: &'m Patterns,
    checks: &'m Checks,
    has_serde: bool,
}

impl<'m> Context<'m> {
    pub(super) fn new(module: &'m Module) -> Self {
        Self {
            shadowed: &module.shadowed,
            patterns: &module.patterns,
            checks: &module.checks,
            has_serde: module.has_serde,
        }
    }

    /// A type.
    pub(super) fn ty(&self, ty: &RustType) -> TokenStream {
        match ty {
            RustType::Leaf(leaf) => self.leaf(*leaf),
            RustType::Enum(name) | RustType::Named(name, _) => {
                let name = ident(name);
                quote!(#name)
            }
            RustType::Vec(inner) => self.generic("Vec", &self.ty(inner)),
            RustType::Option(inner) => self.option(&self.ty(inner)),
            RustType::Box(inner) => self.generic("Box", &self.ty(inner)),
            RustType::Map(inner) => self.map(&self.ty(inner)),
            RustType::Tuple(items) => {
                let items = items.iter().map(|item| self.ty(item));
                quote!((#(#items,)*))
            }
        }
    }

    /// serde's traits for a type, if they are wanted.
    pub(super) fn serde(&self, name: &Ident) -> Option<TokenStream> {
        self.has_serde.then(|| quote!(rt::serde_impls!(#name);))
    }

    /// The static that holds a pattern, if the pattern could be compiled.
    pub(super) fn pattern(&self, pattern: &str) -> Option<Ident> {
        self.patterns.name(pattern).map(ident)
    }

    /// The function of a rule that others call.
    pub(super) fn rule(&self, number: usize) -> Ident {
        ident(self.checks.function(number))
    }

    /// The type of what can be kept of a value.
    pub(super) fn partial(&self, ty: &RustType) -> TokenStream {
        match ty {
            RustType::Named(_, Some(partial)) => {
                let name = ident(partial);
                quote!(#name)
            }
            RustType::Box(inner) => self.generic("Box", &self.partial(inner)),
            RustType::Option(inner) => {
                let inner = self.partial(inner);
                quote!(rt::Maybe<#inner>)
            }
            RustType::Tuple(items) => {
                let items = items.iter().map(|item| self.option(&self.partial(item)));
                quote!((#(#items,)*))
            }
            // Lists and maps keep whole values only.
            other => self.ty(other),
        }
    }

    pub(super) fn option(&self, inner: &TokenStream) -> TokenStream {
        self.generic("Option", inner)
    }

    pub(super) fn string(&self) -> TokenStream {
        self.prelude("String")
    }

    /// A name of the prelude: short, unless a type of the module has taken it.
    pub(super) fn prelude(&self, name: &str) -> TokenStream {
        let short = ident(name);
        if !self.shadowed.contains(name) {
            return quote!(#short);
        }
        match name {
            "Option" => quote!(::core::option::Option),
            "Vec" => quote!(::std::vec::Vec),
            "Result" => quote!(::core::result::Result),
            "Box" => quote!(::std::boxed::Box),
            "String" => quote!(::std::string::String),
            _ => quote!(#short),
        }
    }

    fn generic(&self, name: &str, inner: &TokenStream) -> TokenStream {
        let name = self.prelude(name);
        quote!(#name<#inner>)
    }

    pub(super) fn map(&self, inner: &TokenStream) -> TokenStream {
        let string = self.string();
        quote!(::std::collections::BTreeMap<#string, #inner>)
    }

    fn leaf(&self, leaf: Leaf) -> TokenStream {
        match leaf {
            Leaf::String => self.string(),
            Leaf::Boolean => quote!(bool),
            Leaf::Json => quote!(rt::Json),
            Leaf::Integer(width) => match width {
                IntegerWidth::I8 => quote!(i8),
                IntegerWidth::I16 => quote!(i16),
                IntegerWidth::I32 => quote!(i32),
                IntegerWidth::I64 => quote!(i64),
                IntegerWidth::U8 => quote!(u8),
                IntegerWidth::U16 => quote!(u16),
                IntegerWidth::U32 => quote!(u32),
                IntegerWidth::U64 => quote!(u64),
            },
            Leaf::Library(library) => match library {
                LibraryType::Timestamp => quote!(rt::jiff::Timestamp),
                LibraryType::Date => quote!(rt::jiff::civil::Date),
                LibraryType::Duration => quote!(rt::jiff::SpanFieldwise),
                LibraryType::Uuid => quote!(rt::uuid::Uuid),
                LibraryType::Url => quote!(rt::url::Url),
            },
            Leaf::Float(FloatWidth::F32) => quote!(f32),
            Leaf::Float(FloatWidth::F64) => quote!(f64),
        }
    }
}

/// A set of kinds of JSON values.
pub(super) fn kinds(kinds: JsonKinds) -> TokenStream {
    const ALL: [(JsonKinds, &str); 7] = [
        (JsonKinds::NULL, "NULL"),
        (JsonKinds::BOOLEAN, "BOOLEAN"),
        (JsonKinds::NUMBER, "NUMBER"),
        (JsonKinds::INTEGER, "INTEGER"),
        (JsonKinds::STRING, "STRING"),
        (JsonKinds::ARRAY, "ARRAY"),
        (JsonKinds::OBJECT, "OBJECT"),
    ];
    if kinds == JsonKinds::ALL {
        return quote!(rt::Kinds::ALL);
    }
    let has_numbers = kinds.contains(JsonKinds::NUMBER);
    let held = ALL
        .iter()
        .filter(|(kind, _)| kinds.contains(*kind) && !(has_numbers && *kind == JsonKinds::INTEGER));
    let mut names = held.map(|(_, name)| ident(name));
    let first = names.next().unwrap_or_else(|| ident("NONE"));
    quote!(rt::Kinds::#first #(.or(rt::Kinds::#names))*)
}

/// An identifier, raw if it is spelled so.
pub(super) fn ident(name: &str) -> Ident {
    match name.strip_prefix("r#") {
        Some(raw) => Ident::new_raw(raw, Span::call_site()),
        None => format_ident!("{name}"),
    }
}

/// The doc comment of an item.
pub(super) fn docs(lines: &[String]) -> TokenStream {
    let lines =
        lines.iter().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
    quote!(#(#[doc = #lines])*)
}

/// The derives of an item.
pub(super) fn derives(names: &[&str]) -> TokenStream {
    let names = names.iter().map(|name| ident(name));
    quote!(#[derive(#(#names),*)])
}

/// A text as people read it: over several lines where it has them.
///
/// A raw literal can hold all but a lone carriage return and characters that rustc warns of.
pub(super) fn text(text: &str) -> TokenStream {
    let is_plain = !text.chars().any(crate::plan::is_harmful);
    if !is_plain || !text.contains(['\n', '"', '\\']) {
        return quote!(#text);
    }
    let hashes = if text.contains('"') { hashes(text) } else { String::new() };
    let literal = if text.contains(['"', '\\']) {
        format!("r{hashes}\"{text}\"{hashes}")
    } else {
        format!("\"{text}\"")
    };
    literal.parse().unwrap_or_else(|_| quote!(#text))
}

/// As many `#` as a raw literal of the text needs.
fn hashes(text: &str) -> String {
    let mut most = 0;
    for part in text.split('"').skip(1) {
        most = most.max(1 + part.bytes().take_while(|&byte| byte == b'#').count());
    }
    "#".repeat(most)
}

/// A number literal, its digits in groups where there are many.
pub(super) fn number(text: &str) -> TokenStream {
    let digits_end =
        text.find(|letter: char| !letter.is_ascii_digit() && letter != '-').unwrap_or(text.len());
    let (whole, rest) = text.split_at(digits_end);
    let fraction_end =
        rest.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(rest.len());
    let (fraction, exponent) = rest.split_at(fraction_end);
    if whole.len() <= 5 && fraction.len() <= 6 {
        return text.parse().unwrap_or_default();
    }
    let digits = whole.trim_start_matches('-');
    let mut grouped = whole[..whole.len() - digits.len()].to_owned();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            grouped.push('_');
        }
        grouped.push(digit);
    }
    for (at, digit) in fraction.chars().enumerate() {
        if at > 1 && at % 3 == 1 {
            grouped.push('_');
        }
        grouped.push(digit);
    }
    grouped.push_str(exponent);
    grouped.parse().unwrap_or_default()
}

/// A local variable of this name, or a like one where a field has the name already.
pub(super) fn local(name: &str, fields: &[Ident]) -> Ident {
    let mut local = ident(name);
    while fields.contains(&local) {
        local = format_ident!("{local}_");
    }
    local
}

/// A key as it stands between quotes in JSON.
pub(super) fn escaped(key: &str) -> String {
    let mut json = String::new();
    sigcodegen_runtime::json::write_string(&mut json, key);
    json[1..json.len() - 1].to_owned()
}
