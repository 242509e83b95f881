//! Generated code as its users compile it: in each edition, with every lint on, among names of their own.
//!
//! Each test writes a crate and runs cargo on it, offline: all that these crates need was built for this one.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

#[test]
fn edition_2021_has_nothing_to_warn_of() {
    let package = package("edition-2021", "2021", &[("lib.rs", &everything())]);
    passes(&package, &["clippy"]);
}

#[test]
fn edition_2024_has_nothing_to_warn_of() {
    let package = package("edition-2024", "2024", &[("lib.rs", &everything())]);
    passes(&package, &["clippy"]);
    passes(&package, &["doc", "--no-deps"]);
    let output = passes(&package, &["test", "--doc"]);
    assert!(output.contains("running 0 tests"), "a description became a test:\n{output}");
}

/// A program that uses one field of one signature.
#[test]
fn what_a_program_does_not_use_is_not_warned_of() {
    let main = format!(
        "//! Uses one field.\n#![deny(warnings, missing_docs)]\n#![warn(clippy::pedantic)]\n\n\
         include!({});\n\nfn main() {{\n    let output = ScalarsOutput::default();\n    \
         println!(\"{{}}\", output.word);\n}}\n",
        literal(&goldens("signatures.rs"))
    );
    let package = package("one-field", "2024", &[("main.rs", &main)]);
    passes(&package, &["clippy"]);
}

/// The runtime of one version and the generator of another.
#[test]
fn another_version_is_one_readable_error() {
    let code = fs::read_to_string(goldens("scalars.rs")).expect("the golden is there");
    assert!(code.contains("::generated::v0_1 as rt;"), "the guard is not where it was");
    let code = code.replace("v0_1", "v9_9");
    let lib = "//! Of another generator.\n\n/// Its module.\npub mod scalars {\n    include!(\"scalars.rs\");\n}\n";
    let package = package("other-version", "2024", &[("lib.rs", lib), ("scalars.rs", &code)]);
    let (is_good, output) = cargo(&package, &["check"]);
    assert!(!is_good, "it compiles");
    let errors: Vec<_> = output.lines().filter(|line| line.starts_with("error[")).collect();
    assert_eq!(errors.len(), 1, "{output}");
    let line = errors[0];
    assert!(line.contains("unresolved import") && line.contains("generated::v9_9"), "{output}");
}

/// The types of libraries and serde's traits, among hostile names too.
#[test]
fn code_of_all_options_has_nothing_to_warn_of() {
    let code = literal(&libraries("signatures.rs"));
    let lib = format!(
        "//! Generated code.\n\n#![deny(warnings, missing_docs)]\n#![warn(clippy::pedantic)]\n\n\
         /// With all options.\npub mod libraries {{\n    include!({code});\n}}\n\n\
         mod private {{\n    include!({code});\n}}\n\n\
         /// Among other names.\npub mod hostile {{{HOSTILE}    include!({code});\n}}\n"
    );
    for edition in ["2021", "2024"] {
        let name = format!("libraries-{edition}");
        let package = package_with(&name, edition, &FEATURES, &[("lib.rs", &lib)]);
        passes(&package, &["clippy"]);
    }
}

/// Code that was generated with options, and a runtime without the features that they need.
#[test]
fn a_missing_feature_is_named() {
    let lib =
        format!("//! Generated code.\n\ninclude!({});\n", literal(&libraries("signatures.rs")));
    for missing in FEATURES {
        let given = FEATURES.map(|feature| if feature == missing { "default" } else { feature });
        let package = package_with("missing-feature", "2024", &given, &[("lib.rs", &lib)]);
        let (is_good, output) = cargo(&package, &["check"]);
        assert!(!is_good, "it compiles without {missing}");
        let is_named = match missing {
            "serde" => output.contains("enable the feature `serde` of `sigcodegen-runtime`"),
            library => {
                output.contains(&format!("cannot find `{library}` in `rt`"))
                    && output.contains(&format!("feature = \"{library}\""))
            }
        };
        assert!(is_named, "{output}");
    }
}

/// The features of the runtime.
const FEATURES: [&str; 4] = ["jiff", "uuid", "url", "serde"];

/// The code of all signatures at hand. That of the goldens is in a private module too, where lints are stricter, and
/// beside items that have the names of what it uses.
fn everything() -> String {
    let built = |file| literal(&Path::new(env!("OUT_DIR")).join(file));
    let goldens = literal(&goldens("signatures.rs"));
    let mut lib = format!(
        "//! Generated code.\n\n#![deny(warnings, missing_docs)]\n#![warn(clippy::pedantic)]\n\n\
         /// The goldens.\npub mod goldens {{\n    include!({goldens});\n}}\n\n\
         mod private {{\n    include!({goldens});\n}}\n\n\
         /// Among other names.\npub mod hostile {{{HOSTILE}    include!({goldens});\n}}\n\n\
         /// The examples.\npub mod schemas {{\n    include!({});\n}}\n",
        built("signatures.rs")
    );
    let templates = built("templates/signatures.rs");
    write!(lib, "\n/// Templates.\npub mod compiled {{\n    include!({templates});\n}}\n")
        .expect("a string takes all");
    if cfg!(dsrs) {
        let recorded = built("dsrs/signatures.rs");
        write!(lib, "\n/// Recorded.\npub mod dsrs {{\n    include!({recorded});\n}}\n")
            .expect("a string takes all");
    }
    lib
}

/// Items with the names that generated code uses, or might use.
const HOSTILE: &str = r#"
    #![allow(unused_macros, unused_imports, dead_code, missing_docs, non_camel_case_types)]
    #![allow(clippy::all, clippy::pedantic)]

    macro_rules! vec { ($($any:tt)*) => { compile_error!("not this `vec`") } }
    macro_rules! format { ($($any:tt)*) => { compile_error!("not this `format`") } }
    macro_rules! matches { ($($any:tt)*) => { compile_error!("not this `matches`") } }
    macro_rules! assert { ($($any:tt)*) => { compile_error!("not this `assert`") } }
    macro_rules! write { ($($any:tt)*) => { compile_error!("not this `write`") } }

    pub mod rt {}
    pub mod std {}
    pub mod alloc {}
    pub mod generated {}
    pub mod sigcodegen_runtime {}
    pub struct Option;
    pub struct Result;
    pub struct String;
    pub struct Vec;
    pub struct Box;
    pub struct Some;
    pub struct None;
    pub struct Ok;
    pub struct Err;
    pub struct Iterator;
    pub trait Default {}
    pub trait Clone {}
    pub trait Into {}
    pub type str = ();
    pub type bool = ();
    pub type u8 = ();
    pub type i64 = ();
    pub type f64 = ();
    pub type usize = ();

"#;

/// A path as a string literal, of Rust and of TOML.
fn literal(path: &Path) -> String {
    format!("{:?}", path.to_str().expect("the folders have names in UTF-8"))
}

fn goldens(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("goldens").join(file)
}

fn libraries(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("libraries").join(file)
}

/// Writes a package that depends on the runtime and nothing else.
fn package(name: &str, edition: &str, sources: &[(&str, &str)]) -> PathBuf {
    package_with(name, edition, &[], sources)
}

/// Writes a package that depends on the runtime with some features.
fn package_with(name: &str, edition: &str, features: &[&str], sources: &[(&str, &str)]) -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compile").join(name);
    fs::create_dir_all(folder.join("src")).expect("the folder can be made");
    let manifest = format!(
        "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = {edition:?}\n\n\
         [dependencies]\nsigcodegen-runtime = {{ path = {}, features = {features:?} }}\n\n[workspace]\n",
        literal(&tests.join("../runtime"))
    );
    write(&folder.join("Cargo.toml"), &manifest);
    // The versions that this workspace was built with are at hand offline.
    if let Ok(lock) = fs::read_to_string(tests.join("../Cargo.lock")) {
        write(&folder.join("Cargo.lock"), &lock);
    }
    for (file, source) in sources {
        write(&folder.join("src").join(file), source);
    }
    folder
}

fn write(path: &Path, text: &str) {
    fs::write(path, text)
        .unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
}

fn passes(package: &Path, arguments: &[&str]) -> String {
    let (is_good, output) = cargo(package, arguments);
    assert!(is_good, "cargo {} fails in {}:\n{output}", arguments.join(" "), package.display());
    output
}

/// Runs cargo and gives its success and all that it printed.
fn cargo(package: &Path, arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .arg("--offline")
        .current_dir(package)
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("compile/target"))
        .env("CARGO_TERM_COLOR", "never")
        .env("RUSTDOCFLAGS", "-D warnings")
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .output()
        .expect("cargo runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.success(), text(&output.stdout) + &text(&output.stderr))
}
