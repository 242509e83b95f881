//! Generates types from real schemas, compiles them, reads their instances, and prints how many verdicts are right.
//!
//! ```text
//! cargo run --release -p sigcodegen-tests --example schemas -- [OPTIONS] [FILE]
//!
//! FILE            JSON Lines of {id, schema, tests: [{valid, data}]}, or the same packed by gzip;
//!                 default: ../shared/cases/schemas/mask.jsonl.gz beside the repository
//! --every N       takes each N-th schema only
//! --batch N       so many schemas are compiled in one crate (default: 100)
//! --out FOLDER    where crates are made and kept (default: a folder of the target directory)
//! ```
//!
//! A schema passes when it was generated and compiled and all its instances were told right. The rest is listed.

mod batch;
mod cases;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use self::batch::{Outcome, run};
use self::cases::{Case, Generated, generate, read};

/// What the arguments say.
struct Options {
    file: PathBuf,
    every: usize,
    batch: usize,
    out: PathBuf,
}

fn main() -> ExitCode {
    let Some(options) = options() else {
        eprintln!("usage: schemas [--every N] [--batch N] [--out FOLDER] [FILE]");
        return ExitCode::from(2);
    };
    let cases = match read(&options.file, options.every) {
        Ok(cases) => cases,
        Err(error) => {
            println!("skipped: {} cannot be read: {error}", options.file.display());
            return ExitCode::SUCCESS;
        }
    };
    let mut tally = Tally { schemas: cases.len(), ..Tally::default() };
    let mut sources = Vec::new();
    for case in cases {
        match generate(&case, &options.out) {
            Generated::Source(source) => sources.push((case, source)),
            Generated::Refused(codes, text) => {
                println!("refused {}: {}\n{text}", case.id, codes.join(", "));
                codes.into_iter().for_each(|code| *tally.refusals.entry(code).or_default() += 1);
                tally.refused += 1;
            }
            Generated::Panicked(text) => {
                println!("panicked {}: {text}", case.id);
                tally.panicked += 1;
            }
        }
    }
    tally.lines = sources.iter().map(|(_, source)| source.lines().count()).sum();
    tally.generated = sources.len();
    let mut is_good = tally.panicked == 0;
    for (number, batch) in sources.chunks(options.batch).enumerate() {
        for (case, outcome) in batch.iter().zip(run(&options.out, number, batch)) {
            is_good &= tally.add(&case.0, outcome);
        }
    }
    tally.print();
    if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn options() -> Option<Options> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut options = Options {
        file: root.join("../../shared/cases/schemas/mask.jsonl.gz"),
        every: 1,
        batch: 100,
        out: std::env::temp_dir().join("sigcodegen-schemas"),
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--every" => {
                options.every = arguments.next()?.parse().ok().filter(|every| *every > 0)?
            }
            "--batch" => {
                options.batch = arguments.next()?.parse().ok().filter(|batch| *batch > 0)?
            }
            "--out" => options.out = arguments.next()?.into(),
            other if other.starts_with('-') => return None,
            file => options.file = file.into(),
        }
    }
    Some(options)
}

#[derive(Default)]
struct Tally {
    schemas: usize,
    panicked: usize,
    refused: usize,
    refusals: BTreeMap<String, usize>,
    generated: usize,
    lines: usize,
    uncompiled: usize,
    wrong_rejections: usize,
    wrong_acceptances: usize,
    passing: usize,
}

impl Tally {
    /// Counts an outcome; `false` if something is wrong.
    fn add(&mut self, case: &Case, outcome: Outcome) -> bool {
        let Outcome::Verdicts(verdicts) = outcome else {
            self.uncompiled += 1;
            println!("not compiled: {}", case.id);
            return false;
        };
        let mut is_right = verdicts.len() == case.tests.len();
        for (test, verdict) in case.tests.iter().zip(verdicts) {
            match (test.is_valid, verdict) {
                (true, Some(error)) => {
                    self.wrong_rejections += 1;
                    println!("wrongly rejected {}: {error}\n  {}", case.id, short(&test.data));
                }
                (false, None) => {
                    self.wrong_acceptances += 1;
                    println!("wrongly accepted {}:\n  {}", case.id, short(&test.data));
                }
                _ => continue,
            }
            is_right = false;
        }
        self.passing += usize::from(is_right);
        is_right
    }

    fn print(&self) {
        println!("\nschemas            {:6}", self.schemas);
        println!("panicked           {:6}", self.panicked);
        println!("refused            {:6}", self.refused);
        for (code, count) in &self.refusals {
            println!("  {code}           {count:6}");
        }
        println!("generated          {:6}   {} lines", self.generated, self.lines);
        println!("not compiled       {:6}", self.uncompiled);
        println!("wrong rejections   {:6}", self.wrong_rejections);
        println!("wrong acceptances  {:6}", self.wrong_acceptances);
        println!("passing            {:6}", self.passing);
    }
}

fn short(text: &str) -> String {
    text.chars().take(400).collect()
}
