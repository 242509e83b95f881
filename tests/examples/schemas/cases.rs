//! The schemas and their instances.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use flate2::bufread::GzDecoder;
use serde_json::Value;

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
