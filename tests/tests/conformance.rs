//! What DSRs prints and reads for recorded signatures, and what ours do.
//!
//! The records are not part of this repository. Where they are absent, one test says so.

#[cfg(dsrs)]
mod dsrs;

#[cfg(not(dsrs))]
#[test]
fn skipped() {
    println!("skipped: ../../shared/cases/dsrs/golden.jsonl is not there");
}
