//! Generates types from real schemas, compiles them, reads their instances, and prints how many verdicts are right.
//!
//! ```text
//! cargo run --release -p sigcodegen-tests --example schemas -- [OPTIONS] [FILE]
//!
//! FILE              JSON Lines of {id, schema, tests: [{valid, data}]}, or the same packed by gzip;
//!                   default: ../shared/cases/schemas/mask.jsonl.gz beside the repository
//! --every N         takes each N-th schema only
//! --batch N         so many schemas are compiled in one crate (default: 100)
//! --out FOLDER      where crates are made and kept (default: a folder of the target directory)
//! --mutate SECONDS  for so long, changes the schemas at random, and compares the verdicts with another validator's
//! --seed N          what the changes follow from (default: 1)
//! ```
//!
//! A schema passes when it was generated and compiled and all its instances were told right. The rest is listed.
//! A changed schema may be refused; what is found wrong is printed as small as it could be made.

mod batch;
mod cases;
#[path = "../shared/generate.rs"]
mod generate;
mod mutate;
#[path = "../shared/program.rs"]
mod program;
mod tally;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use self::cases::read;
use self::mutate::Campaign;
use self::tally::measure;

/// What the arguments say.
struct Options {
    file: PathBuf,
    every: usize,
    batch: usize,
    out: PathBuf,
    mutate: Option<Duration>,
    seed: u64,
}

fn main() -> ExitCode {
    if let Some(out) = mutate::worker_folder() {
        mutate::serve(&out);
        return ExitCode::SUCCESS;
    }
    let Some(options) = options() else {
        eprintln!(
            "usage: schemas [--every N] [--batch N] [--out FOLDER] [--mutate SECONDS] [--seed N] [FILE]"
        );
        return ExitCode::from(2);
    };
    let cases = match read(&options.file, options.every) {
        Ok(cases) => cases,
        Err(error) => {
            println!("skipped: {} cannot be read: {error}", options.file.display());
            return ExitCode::SUCCESS;
        }
    };
    let is_good = if let Some(time) = options.mutate {
        Campaign::new(cases, options.seed, options.batch, &options.out).run(time)
    } else {
        let tally = measure(cases, options.batch, &options.out);
        tally.print();
        tally.is_good()
    };
    if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn options() -> Option<Options> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut options = Options {
        file: root.join("../../shared/cases/schemas/mask.jsonl.gz"),
        every: 1,
        batch: 100,
        out: std::env::temp_dir().join("sigcodegen-schemas"),
        mutate: None,
        seed: 1,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--every" => {
                options.every = arguments.next()?.parse().ok().filter(|every| *every > 0)?;
            }
            "--batch" => {
                options.batch = arguments.next()?.parse().ok().filter(|batch| *batch > 0)?;
            }
            "--out" => options.out = arguments.next()?.into(),
            "--mutate" => {
                options.mutate = Some(Duration::from_secs(arguments.next()?.parse().ok()?));
            }
            "--seed" => options.seed = arguments.next()?.parse().ok()?,
            other if other.starts_with('-') => return None,
            file => options.file = file.into(),
        }
    }
    Some(options)
}
