//! The body of `signatures.rs`, which includes all modules and re-exports what they hold.

use std::collections::HashMap;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::parallel::map;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, quoted};
use crate::emit::Module;
use crate::ir::Spanned;

/// The file that includes all modules.
pub(super) const INDEX_FILE: &str = "signatures.rs";

/// A module and what it was made of.
pub(super) struct Made {
    pub(super) module: Module,
    /// The signature's title.
    pub(super) title: Spanned,
    /// The signature file, relative to the given folder.
    pub(super) source: String,
    /// The signature file's fingerprint.
    pub(super) input: u64,
}

/// Reports names that would meet in the index: items of two modules, or a module and the index itself.
/// Titles that name the same module are refused before.
pub(super) fn check_names(all: &[Made], found: &mut Diagnostics) {
    let mut modules: HashMap<&str, &Made> = HashMap::new();
    let mut items: HashMap<&str, &Made> = HashMap::new();
    for made in all {
        if format!("{}.rs", made.module.name) == INDEX_FILE {
            let message = format!("the module of this signature would be {}", quoted(INDEX_FILE));
            let help = "choose another `title`: this file includes all modules";
            let place = made.title.place;
            found.push(Diagnostic::new(Code::ReservedName, place, message).help(help));
        }
        if modules.insert(&made.module.name, made).is_some() {
            continue;
        }
        for export in &made.module.exports {
            if let Some(first) = items.insert(export, made) {
                found.push(collision(export, first, made));
            }
        }
    }
}

fn collision(item: &str, first: &Made, second: &Made) -> Diagnostic {
    let message = format!(
        "the signatures {} and {} would both have the Rust type {}",
        quoted(&first.title.text),
        quoted(&second.title.text),
        quoted(item)
    );
    Diagnostic::new(Code::NameCollision, second.title.place, message)
        .related(first.title.place, "the first of the two")
        .help("change one `title`")
}

/// The items of the index, formatted.
pub(super) fn index_body(all: &[Made]) -> String {
    // One module at a time, an empty line between two: rustfmt then leaves the re-exports in place.
    map(all, index_item).join("\n")
}

fn index_item(Made { module, source, .. }: &Made) -> String {
    let name = ident(&module.name);
    let file = format!("{}.rs", module.name);
    let doc = format!(" Generated from `{source}`.");
    let exports: Vec<_> = module.exports.iter().map(|export| ident(export)).collect();
    // A crate rarely uses all that a signature offers, or shows it to others. Line widths are a matter of
    // each project's taste, so rustfmt is kept from changing the file.
    let attributes = quote!(#[allow(unused_imports, unreachable_pub)] #[rustfmt::skip]);
    let reexport = match exports.as_slice() {
        [] => TokenStream::new(),
        [export] => quote!(#attributes pub use self::#name::#export;),
        exports => quote!(#attributes pub use self::#name::{#(#exports),*};),
    };
    // How many keys there are, how they are called and described, and how deep tuples go is the schema's affair.
    let lints = quote! {
        #[allow(
            clippy::disallowed_names,
            clippy::doc_markdown,
            clippy::enum_variant_names,
            clippy::large_enum_variant,
            clippy::similar_names,
            clippy::struct_excessive_bools,
            clippy::struct_field_names,
            clippy::too_many_lines,
            clippy::type_complexity,
            clippy::unicode_not_nfc
        )]
    };
    let tokens = quote! {
        #[doc = #doc]
        #[allow(dead_code, unreachable_pub)]
        #lints
        pub mod #name {
            include!(#file);
        }
        #reexport
    };
    let file = syn::parse2(tokens).expect("names are identifiers, so the index is Rust");
    prettyplease::unparse(&file)
}

/// A name as an identifier, raw if it is a keyword.
fn ident(name: &str) -> Ident {
    syn::parse_str(name).unwrap_or_else(|_| Ident::new_raw(name, Span::call_site()))
}
