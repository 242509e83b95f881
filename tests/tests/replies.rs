//! Recorded replies are read as expected, but for those that are known to be read wrong.
//!
//! The example `replies` does the same, and says what is got and wanted of each. Most records are not part of
//! this repository; where they are absent, the test says so.

#[path = "../examples/replies/cases.rs"]
mod cases;
#[path = "../examples/replies/crates.rs"]
mod crates;
#[path = "../examples/replies/deviations.rs"]
mod deviations;
#[path = "../examples/shared/generate.rs"]
mod generate;
#[path = "../examples/replies/judged.rs"]
mod judged;
#[path = "../examples/shared/program.rs"]
mod program;
#[path = "../examples/replies/same.rs"]
mod same;
#[path = "../examples/replies/signature.rs"]
mod signature;
#[path = "../examples/replies/verdict.rs"]
mod verdict;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use self::judged::Judged;
use self::verdict::Verdict;

/// The cases that are known to be wrong: their identifiers, and what they are about.
const KNOWN: &str = "examples/replies/known_wrong.txt";
/// Writes down what is wrong now, instead of comparing.
const BLESS: &str = "BLESS=1 cargo test -p sigcodegen-tests --test replies";

#[test]
fn replies_are_read_as_expected_but_for_those_listed() {
    let mut cases = Vec::new();
    let mut is_whole = true;
    for file in cases::files() {
        match cases::read(&file) {
            Ok(own) => cases.extend(own),
            Err(error) => {
                println!("skipped: {} cannot be read: {error}", file.display());
                is_whole = false;
            }
        }
    }
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("replies");
    let judged = judged::measure(cases, &out).unwrap_or_else(|said| panic!("{said}"));
    let listed = Path::new(env!("CARGO_MANIFEST_DIR")).join(KNOWN);
    if env::var_os("BLESS").is_some() && is_whole {
        let mut text = String::new();
        for one in judged.iter().filter(|one| is_wrong(one)) {
            writeln!(text, "{} {}", one.case.id, one.case.tag).expect("a string takes all");
        }
        return fs::write(listed, text).expect("the folder can be written");
    }
    let known = fs::read_to_string(listed).unwrap_or_default();
    let known = known.lines().filter_map(|line| line.split_whitespace().next());
    let mut known: BTreeSet<&str> = known.collect();
    let mut report = String::new();
    for one in &judged {
        match (known.remove(one.case.id.as_str()), is_wrong(one)) {
            (false, true) => writeln!(report, "wrong, and not listed: {one}"),
            (true, false) => writeln!(report, "listed, but no longer wrong: {one}"),
            _ => Ok(()),
        }
        .expect("a string takes all");
    }
    for id in known.into_iter().filter(|_| is_whole) {
        writeln!(report, "listed, but not there: {id}").expect("a string takes all");
    }
    assert!(
        report.is_empty(),
        "{report}to accept what is wrong now in {KNOWN}, run\n    {BLESS}\nand review the difference"
    );
}

/// A schema that is refused is no reading either.
fn is_wrong(one: &Judged) -> bool {
    matches!(one.verdict, Verdict::Wrong | Verdict::Refused)
}
