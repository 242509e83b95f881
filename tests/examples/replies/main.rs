//! Generates the signatures of recorded replies, reads the replies with them, and prints what is not read as expected.
//!
//! ```text
//! cargo run -p sigcodegen-tests --example replies -- [--read] [--out FOLDER] [FILE...]
//!
//! FILE          JSON Lines of replies, in one of three forms (see `cases`); default: those of ../shared/cases beside
//!               the repository
//! --read        lists what was read where nothing is required too
//! --out FOLDER  where the crate is made and kept (default: a temporary folder)
//! ```
//!
//! A case is right, a deliberate deviation (listed in `deviations`), or wrong; wrong ones are printed, and make the
//! command fail. Cases of another kind, and of adapters that are not built yet, are counted.

mod cases;
mod crates;
mod deviations;
#[path = "../shared/generate.rs"]
mod generate;
mod judged;
#[path = "../shared/program.rs"]
mod program;
mod report;
mod same;
mod signature;
mod verdict;

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut out = std::env::temp_dir().join("sigcodegen-replies");
    let mut files: Vec<PathBuf> = Vec::new();
    let mut lists_read = false;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--out" => out = arguments.next().unwrap_or_default().into(),
            "--read" => lists_read = true,
            other if other.starts_with('-') => {
                eprintln!("usage: replies [--read] [--out FOLDER] [FILE...]");
                return ExitCode::from(2);
            }
            file => files.push(file.into()),
        }
    }
    if files.is_empty() {
        files.extend(cases::files());
    }
    let mut all = Vec::new();
    let mut counts = Vec::new();
    for file in &files {
        match cases::read(file) {
            Ok(cases) => {
                counts.push((file, cases.len()));
                all.extend(cases);
            }
            Err(error) => println!("skipped: {} cannot be read: {error}", file.display()),
        }
    }
    let judged = match judged::measure(all, &out) {
        Ok(judged) => judged,
        Err(said) => {
            println!("not compiled\n{said}");
            return ExitCode::FAILURE;
        }
    };
    let mut is_good = true;
    let mut rest = judged.as_slice();
    for (file, count) in counts {
        let (own, others) = rest.split_at(count);
        is_good &= report::print(&file.display().to_string(), own, lists_read);
        rest = others;
    }
    if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
