//! What became of all schemas.

use std::collections::BTreeMap;
use std::path::Path;

use crate::batch::{Outcome, Verdict, run};
use crate::cases::Case;
use crate::generate::{Generated, generate};

/// The figures of a run.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) schemas: usize,
    panicked: usize,
    refused: usize,
    refusals: BTreeMap<String, usize>,
    generated: usize,
    lines: usize,
    uncompiled: usize,
    crashed: usize,
    wrong_rejections: usize,
    wrong_acceptances: usize,
    /// Generated, compiled, and all instances told right.
    pub(crate) passing: usize,
}

/// Generates, compiles so many at a time, runs all instances and prints what is wrong.
pub(crate) fn measure(cases: Vec<Case>, batch: usize, out: &Path) -> Tally {
    let mut tally = Tally { schemas: cases.len(), ..Tally::default() };
    let mut sources = Vec::new();
    for case in cases {
        match generate(&case.name, &format!("{:#}", case.schema), out) {
            Generated::Source(source) => sources.push((case, source)),
            Generated::Refused(codes, text) => {
                println!("refused {}: {}\n{text}", case.id, codes.join(", "));
                for code in codes {
                    *tally.refusals.entry(code).or_default() += 1;
                }
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
    for batch in sources.chunks(batch) {
        for ((case, _), outcome) in batch.iter().zip(run(out, batch)) {
            tally.add(case, outcome);
        }
    }
    tally
}

impl Tally {
    /// Whether nothing is wrong; what was refused is not.
    pub(crate) fn is_good(&self) -> bool {
        self.panicked == 0 && self.passing == self.generated
    }

    fn add(&mut self, case: &Case, outcome: Outcome) {
        let verdicts = match outcome {
            Outcome::Verdicts(verdicts) => verdicts,
            Outcome::NotCompiled(said) => {
                self.uncompiled += 1;
                println!("not compiled: {}\n{}", case.id, short(&said));
                return;
            }
        };
        let mut is_right = verdicts.len() == case.tests.len();
        for (test, verdict) in case.tests.iter().zip(verdicts) {
            match (test.is_valid, verdict) {
                (_, Verdict::Crashed(how)) => {
                    self.crashed += 1;
                    println!("crashed {}: {how}\n  {}", case.id, short(&test.data));
                }
                (true, Verdict::Rejected(error)) => {
                    self.wrong_rejections += 1;
                    println!("wrongly rejected {}: {error}\n  {}", case.id, short(&test.data));
                }
                (false, Verdict::Accepted) => {
                    self.wrong_acceptances += 1;
                    println!("wrongly accepted {}:\n  {}", case.id, short(&test.data));
                }
                _ => continue,
            }
            is_right = false;
        }
        self.passing += usize::from(is_right);
    }

    /// Prints the figures.
    pub(crate) fn print(&self) {
        println!("\nschemas            {:6}", self.schemas);
        println!("panicked           {:6}", self.panicked);
        println!("refused            {:6}", self.refused);
        for (code, count) in &self.refusals {
            println!("  {code}           {count:6}");
        }
        println!("generated          {:6}   {} lines", self.generated, self.lines);
        println!("not compiled       {:6}", self.uncompiled);
        println!("crashed            {:6}", self.crashed);
        println!("wrong rejections   {:6}", self.wrong_rejections);
        println!("wrong acceptances  {:6}", self.wrong_acceptances);
        println!("passing            {:6}", self.passing);
    }
}

fn short(text: &str) -> String {
    text.chars().take(2_000).collect()
}
