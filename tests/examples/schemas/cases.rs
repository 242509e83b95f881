//! The schemas and their instances.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::panic::catch_unwind;
use std::path::Path;

use flate2::bufread::GzDecoder;
use serde_json::Value;
use sigcodegen::Builder;
use sigcodegen::diagnostic::Format;

/// A schema with instances.
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) schema: Value,
    pub(crate) tests: Vec<Test>,
    /// The name of its type; that of its module is the same in small letters.
    pub(crate) name: String,
}

/// An instance.
pub(crate) struct Test {
    pub(crate) is_valid: bool,
    /// As compact JSON.
    pub(crate) data: String,
}

/// What the generator made of a schema.
pub(crate) enum Generated {
    Source(String),
    /// The codes of the errors, and what a user sees.
    Refused(Vec<String>, String),
    Panicked(String),
}

/// Reads the cases of a file.
pub(crate) fn read(file: &Path, every: usize) -> io::Result<Vec<Case>> {
    let mut text = String::new();
    let reader = BufReader::new(File::open(file)?);
    if file.extension().is_some_and(|end| end == "gz") {
        GzDecoder::new(reader).read_to_string(&mut text)?;
    } else {
        BufReader::new(reader).read_to_string(&mut text)?;
    }
    let cases = text.lines().step_by(every).enumerate().filter_map(|(at, line)| {
        let mut line: Value = serde_json::from_str(line).ok()?;
        let tests = line["tests"].as_array()?.iter();
        let tests = tests
            .map(|test| Test { is_valid: test["valid"] == true, data: test["data"].to_string() });
        let tests = tests.collect();
        let id = line["id"].as_str().unwrap_or_default().to_owned();
        let mut schema = line["schema"].take();
        if let Some(object) = schema.as_object_mut() {
            // So that the type is named by the file.
            object.shift_remove("title");
        }
        Some(Case { id, schema, tests, name: format!("S{at:05}") })
    });
    Ok(cases.collect())
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
