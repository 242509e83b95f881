//! Rules that concern several files.

use std::collections::HashMap;

use heck::{ToSnakeCase, ToUpperCamelCase};

use super::{Signature, Spanned};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, quoted};

/// Refuses signatures whose titles are equal, or so alike that their Rust modules or types would have the
/// same name.
pub fn check_together(signatures: &[Signature], diagnostics: &mut Diagnostics) {
    let mut seen: HashMap<String, &Spanned> = HashMap::new();
    for name in signatures.iter().map(|signature| &signature.name) {
        let text = deunicode::deunicode(&name.text);
        // A module and a type cannot be mixed up: one is spelled small, the other large.
        let (module, ty) = (text.to_snake_case(), text.to_upper_camel_case());
        let first = seen.get(&module).or_else(|| seen.get(&ty)).copied();
        match first {
            Some(first) if first.text == name.text => diagnostics.push(
                Diagnostic::new(
                    Code::DuplicateTitle,
                    name.place,
                    format!("the title {} is taken", quoted(&name.text)),
                )
                .related(first.place, "by this signature")
                .help("give each signature a title of its own"),
            ),
            Some(first) => diagnostics.push(
                Diagnostic::new(
                    Code::NameCollision,
                    name.place,
                    format!(
                        "the title {} gives the same Rust name as {}",
                        quoted(&name.text),
                        quoted(&first.text)
                    ),
                )
                .related(first.place, "this is the other")
                .help("give them titles that differ in more than case and separators"),
            ),
            None => {
                seen.insert(module, name);
                seen.insert(ty, name);
            }
        }
    }
}
