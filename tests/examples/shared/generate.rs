//! Generating one module from the text of one schema.

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use sigcodegen::Builder;
use sigcodegen::diagnostic::Format;

/// What the generator made of a schema.
pub(crate) enum Generated {
    Source(String),
    /// The codes of the errors, and what a user sees.
    Refused(Vec<String>, String),
    Panicked(String),
}

/// Generates the type of this name from the text of a schema.
pub(crate) fn generate(name: &str, text: &str, out: &Path) -> Generated {
    let folder = out.join("schemas");
    let path = folder.join(format!("{name}.json"));
    fs::create_dir_all(&folder).and_then(|()| fs::write(&path, text)).expect("it can be written");
    let made = catch_unwind(|| Builder::new().types(true).signatures(&path).generate());
    match made {
        Ok(Ok(files)) => {
            let module = format!("{}.rs", name.to_lowercase());
            match files.into_iter().find(|(name, _)| *name == module) {
                Some((_, source)) => Generated::Source(source),
                // A file of nothing but definitions is there for others.
                None => Generated::Refused(vec!["no module".to_owned()], String::new()),
            }
        }
        Ok(Err(error)) => {
            let mut codes: Vec<String> = error
                .diagnostics()
                .iter()
                .filter(|one| one.code.severity() == sigcodegen::diagnostic::Severity::Error)
                .map(|one| one.code.to_string())
                .collect();
            codes.sort();
            codes.dedup();
            Generated::Refused(codes, error.render(Format::Human { color: false }))
        }
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            Generated::Panicked(text.unwrap_or_default())
        }
    }
}
