//! Signatures from files: what is accepted beside a dump of its meaning, what is refused beside the text
//! that the user sees. `BLESS=1 cargo test` writes the expected texts anew.

#[path = "lowering/dump.rs"]
mod dump;

use std::fs;
use std::path::{Path, PathBuf};

use sigcodegen::diagnostic::{Diagnostics, Format, render};
use sigcodegen::ir::{
    Files, Presence, Purpose, Signature, ValueChecker, check_together, lower, lower_among,
};
use sigcodegen::schema::SourceMap;

/// Reads files as one run of the generator does.
fn read(files: &[(String, Vec<u8>)]) -> (Vec<Signature>, String) {
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let mut signatures = Vec::new();
    for (name, bytes) in files {
        sources.read(name, bytes.clone(), &mut diagnostics);
    }
    let known = || {
        sources.files().filter_map(|(id, file)| Some((file.name().to_owned(), id, file.root()?)))
    };
    let library = Files::of(known());
    for (_, id, root) in known().filter(|&(_, id, root)| !library.is_part(id, root, false)) {
        let purpose = Purpose::Signature;
        signatures.extend(lower_among(&library, id, root, purpose, &mut diagnostics));
    }
    check_together(&signatures, &mut diagnostics);
    let found = diagnostics.into_sorted();
    let text = render(&found, &sources, Format::Human { color: false });
    (signatures, text)
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// The inputs of a folder, sorted. A folder in it is one input of several files.
fn cases(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is part of the repository");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let is_case =
        |path: &PathBuf| path.is_dir() || path.extension().is_some_and(|end| end == "json");
    let mut cases: Vec<PathBuf> = paths.filter(is_case).collect();
    cases.sort();
    assert!(!cases.is_empty(), "{} has no case", folder.display());
    cases
}

fn files(case: &Path) -> Vec<(String, Vec<u8>)> {
    let paths = if case.is_dir() { cases(case) } else { vec![case.to_owned()] };
    let read = |path: PathBuf| {
        let name =
            path.file_name().expect("a listed file has a name").to_string_lossy().into_owned();
        (name, fs::read(&path).expect("the case can be read"))
    };
    paths.into_iter().map(read).collect()
}

/// Compares a text with a file, or writes the file if that was asked for. Says what differs.
fn compare(expected: &Path, text: &str) -> Option<String> {
    if std::env::var_os("BLESS").is_some() {
        fs::write(expected, text).expect("the expected text can be written");
        return None;
    }
    let wanted = fs::read_to_string(expected).unwrap_or_default();
    let name = expected.display();
    (wanted != text).then(|| format!("{name}\n--- expected\n{wanted}\n--- found\n{text}"))
}

fn check_all(differences: &[String]) {
    let all = differences.join("\n");
    assert!(
        differences.is_empty(),
        "{all}\nif that is right, run with BLESS=1 and review the change"
    );
}

#[test]
fn rejected() {
    let check = |case: PathBuf| {
        let (signatures, text) = read(&files(&case));
        let is_refused = text.contains("error[") || text.contains("warning[");
        assert!(is_refused, "{} was accepted: {signatures:?}", case.display());
        compare(&case.with_extension("stderr"), &text)
    };
    check_all(&cases(&folder("rejected")).into_iter().filter_map(check).collect::<Vec<_>>());
}

#[test]
fn accepted() {
    let check = |case: PathBuf| {
        let (signatures, text) = read(&files(&case));
        assert!(text.is_empty(), "{}: {text}", case.display());
        let dumps: Vec<String> = signatures.iter().map(dump::signature).collect();
        compare(&case.with_extension("ir"), &dumps.join("\n"))
    };
    check_all(&cases(&folder("accepted")).into_iter().filter_map(check).collect::<Vec<_>>());
}

/// A default or a demo must be written as the very arm that generated code reads it as.
#[test]
fn a_value_is_the_arm_that_knows_most_of_it() {
    let (signatures, _) = read(&files(&folder("accepted/arms.json")));
    let [signature] = &signatures[..] else { panic!("the case is one signature") };
    let mut checker = ValueChecker::new(&signature.types, &signature.rules);
    let found = signature.fields.iter().map(|field| {
        let Presence::Default(value) = &field.property.presence else {
            panic!("each has a default")
        };
        let arm = checker.arm(field.property.ty, value)?;
        signature.types[arm].name.clone()
    });
    let expected = ["Tagged", "Both", "First", "Empty", "Second"].map(|name| Some(name.to_owned()));
    assert_eq!(found.collect::<Vec<_>>(), expected);
}

/// The signatures whose prompts are known from the system that people come from.
#[test]
fn accepts_the_known_signatures() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/cases/dsrs/golden.jsonl");
    let Ok(text) = fs::read_to_string(&path) else {
        println!("skipped: there is no {}", path.display());
        return;
    };
    for line in text.lines() {
        let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
        let id = sources.read("golden.jsonl", line.as_bytes().to_vec(), &mut diagnostics);
        let root = sources.file(id).root().and_then(|root| root.at("/signature"));
        let signature = lower(
            id,
            root.expect("each line has a signature"),
            Purpose::Signature,
            &mut diagnostics,
        );
        let found = diagnostics.into_sorted();
        assert!(found.is_empty(), "{}", render(&found, &sources, Format::Human { color: false }));
        assert!(signature.is_some_and(|signature| !signature.fields.is_empty()), "{line}");
    }
}
