//! A sample of real schemas: all are generated and compiled, and all their instances told right.
//!
//! The example `schemas` does the same for all of them.

#[path = "../examples/schemas/batch.rs"]
mod batch;
#[path = "../examples/schemas/cases.rs"]
mod cases;
#[path = "../examples/schemas/tally.rs"]
mod tally;

use std::path::Path;

/// The schemas, which are not part of this repository.
const FILE: &str = "../../shared/cases/schemas/mask.jsonl.gz";

#[test]
fn a_sample_passes() {
    let cases = match cases::read(Path::new(FILE), 60) {
        Ok(cases) => cases,
        Err(error) => return println!("skipped: {FILE} cannot be read: {error}"),
    };
    let tally = tally::measure(cases, 100, Path::new(env!("CARGO_TARGET_TMPDIR")));
    tally.print();
    assert!(tally.is_good(), "what is wrong is printed above");
    assert_eq!(tally.passing, tally.schemas, "all are generated");
}
