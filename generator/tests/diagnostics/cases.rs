//! Finds cases and compares what they give with what is expected.

use std::path::PathBuf;
use std::{env, fs};

use sigcodegen::diagnostic::{Diagnostics, Format, render};
use sigcodegen::schema::SourceMap;

/// Files read, and what was found in them.
pub(crate) struct Run {
    pub(crate) sources: SourceMap,
    pub(crate) found: Diagnostics,
}

impl Run {
    pub(crate) fn render(self, format: Format) -> String {
        render(&self.found.into_sorted(), &self.sources, format)
    }
}

/// Runs each `.json` file of a folder and compares the report with the `.txt` beside it.
pub(crate) fn check_folder(folder: &str, at_least: usize, run: impl Fn(&str, Vec<u8>) -> Run) {
    let entries = fs::read_dir(path(folder)).expect("the folder of cases is readable");
    let paths = entries.map(|entry| entry.expect("its entries too").path());
    let stems = paths.filter(|path| path.extension().is_some_and(|one| one == "json"));
    let mut names: Vec<String> = stems
        .map(|path| format!("{folder}/{}", path.file_stem().unwrap_or_default().to_string_lossy()))
        .collect();
    names.sort();
    assert!(names.len() >= at_least, "only {} cases in {folder}", names.len());
    for name in names {
        let report = run(&name, read(&name)).render(Format::Human { color: false });
        assert!(is_harmless(&report), "{name} lets a control character through: {report:?}");
        check(&format!("{name}.txt"), &report);
    }
}

pub(crate) fn read(name: &str) -> Vec<u8> {
    fs::read(path(&format!("{name}.json"))).expect("cases are readable")
}

/// Compares a text with a file, or writes the file if `BLESS` is set.
pub(crate) fn check(file: &str, actual: &str) {
    let path = path(file);
    if env::var_os("BLESS").is_some() {
        fs::write(path, actual).expect("expectations are writable");
        return;
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    assert!(expected == actual, "{file} differs; BLESS=1 writes it anew. Now it is:\n{actual}");
}

/// Whether a terminal would show a text as it is.
pub(crate) fn is_harmless(report: &str) -> bool {
    report
        .chars()
        .all(|one| one == '\n' || !(one.is_control() || ('\u{202a}'..='\u{202e}').contains(&one)))
}

fn path(below: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests/diagnostics", below].iter().collect()
}
