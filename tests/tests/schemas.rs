//! A sample of real schemas, and those that something was once wrong with: they are generated and compiled, and all their
//! instances told right.
//!
//! The example `schemas` does the same for all real schemas, and finds more of the others.

#[path = "../examples/schemas/batch.rs"]
mod batch;
#[path = "../examples/schemas/cases.rs"]
mod cases;
#[path = "../examples/shared/generate.rs"]
mod generate;
#[path = "../examples/shared/program.rs"]
mod program;
#[path = "../examples/schemas/tally.rs"]
mod tally;

use std::path::Path;
use std::sync::Mutex;

use self::cases::Case;
use self::tally::Tally;

/// The real schemas, which are not part of this repository.
const REAL: &str = "../../shared/cases/schemas/mask.jsonl.gz";
const FOUND: &str = "examples/schemas/found.jsonl";

#[test]
fn a_sample_of_real_schemas_passes() {
    let cases = match cases::read(Path::new(REAL), 60) {
        Ok(cases) => cases,
        Err(error) => return println!("skipped: {REAL} cannot be read: {error}"),
    };
    let tally = measure(cases);
    assert!(tally.is_good(), "what is wrong is printed above");
    assert_eq!(tally.passing, tally.schemas, "all are generated");
}

/// Those without instances may be refused: nothing would ever decide what fits them.
#[test]
fn what_was_found_stays_right() {
    let cases = cases::read(Path::new(FOUND), 1).expect("the file is beside the example");
    let decided = cases.iter().filter(|case| !case.tests.is_empty()).count();
    let tally = measure(cases);
    assert!(tally.is_good(), "what is wrong is printed above");
    assert!(tally.passing >= decided, "those with instances are generated");
}

/// One crate is built at a time, as all are built in one folder.
fn measure(cases: Vec<Case>) -> Tally {
    static TURN: Mutex<()> = Mutex::new(());
    let turn = TURN.lock();
    let tally = tally::measure(cases, 100, Path::new(env!("CARGO_TARGET_TMPDIR")));
    tally.print();
    drop(turn);
    tally
}
