//! Many modules in one crate: compiled, run on all instances.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::cases::Case;
use crate::program::{self, Built};

/// The crate's name.
const NAME: &str = "batch";

/// A crate that takes longer is said not to compile.
const LONGEST_BUILD: Duration = Duration::from_secs(300);

/// What became of a schema.
pub(crate) enum Outcome {
    /// What the compiler says.
    NotCompiled(String),
    /// One for each instance.
    Verdicts(Vec<Verdict>),
}

/// What the reader says of an instance.
#[derive(Clone)]
pub(crate) enum Verdict {
    Accepted,
    /// Why.
    Rejected(String),
    /// It panicked, hung, or the program ended.
    Crashed(String),
}

/// Compiles and runs the modules, whose names differ. Those that do not compile are left out; which they are, the
/// compiler's messages say. Where they do not, each half is tried alone.
pub(crate) fn run(out: &Path, batch: &[(Case, String)]) -> Vec<Outcome> {
    let all: Vec<&(Case, String)> = batch.iter().collect();
    let mut outcomes: HashMap<&str, Outcome> = HashMap::new();
    try_all(out, &all, &mut outcomes);
    let taken = batch.iter().map(|(case, _)| outcomes.remove(case.name.as_str()));
    taken.map(|outcome| outcome.expect("each schema has an outcome")).collect()
}

fn try_all<'a>(out: &Path, batch: &[&'a (Case, String)], outcomes: &mut HashMap<&'a str, Outcome>) {
    if batch.is_empty() {
        return;
    }
    let folder = out.join("batch");
    write(&folder, batch);
    let said = match program::compile(&folder, NAME, out, LONGEST_BUILD) {
        Built::Program(program) => return read_all(&program, &folder, batch, outcomes),
        Built::Not(said) => said,
    };
    if let [(case, _)] = batch {
        outcomes.insert(&case.name, Outcome::NotCompiled(said));
        return;
    }
    let mut good = Vec::new();
    for one in batch {
        let file = format!("src/{}.rs", one.0.name.to_lowercase());
        let blocks: Vec<&str> =
            said.split("\n\n").filter(|block| block.contains(&file)).take(4).collect();
        if blocks.is_empty() {
            good.push(*one);
        } else {
            outcomes.insert(&one.0.name, Outcome::NotCompiled(blocks.join("\n\n")));
        }
    }
    if good.len() < batch.len() {
        return try_all(out, &good, outcomes);
    }
    let (left, right) = batch.split_at(batch.len() / 2);
    try_all(out, left, outcomes);
    try_all(out, right, outcomes);
}

/// The files of a crate that reads instances, and the file of the instances.
fn write(folder: &Path, batch: &[&(Case, String)]) {
    let mut files = Vec::new();
    let mut modules = String::new();
    let mut table = String::new();
    let mut instances = String::new();
    for (case, text) in batch {
        let (name, module) = (&case.name, case.name.to_lowercase());
        modules.extend(["/// A schema.\npub mod ", &module, ";\n"]);
        let read = format!("{module}::{name}::from_json(text).map(drop)");
        table.extend(["\"", name, "\" => ", &read, ".map_err(|error| error.to_string()),\n"]);
        for test in &case.tests {
            instances.extend([name, "\t", &test.data, "\n"]);
        }
        files.push((format!("{module}.rs"), text.clone()));
    }
    let main = format!(
        "#![deny(warnings, missing_docs)]\n//! Reads instances.\n\n{modules}\n\
         fn read(name: &str, text: &str) -> Result<(), String> {{\nmatch name {{\n{table}\
         other => Err(format!(\"no schema {{other}}\")),\n}}\n}}\n{MAIN}"
    );
    files.push(("main.rs".to_owned(), main));
    program::write(folder, NAME, &files);
    fs::write(folder.join("instances"), instances).expect("the folder can be written");
}

/// Reads the instances of a file from a given line on and tells one verdict a line.
const MAIN: &str = r#"
fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_default();
    let from = arguments.next().and_then(|from| from.parse().ok()).unwrap_or(0);
    for line in std::fs::read_to_string(path).unwrap_or_default().lines().skip(from) {
        let Some((name, text)) = line.split_once('\t') else { continue };
        match std::panic::catch_unwind(|| read(name, text)) {
            Ok(Ok(())) => println!("{name}\tok"),
            Ok(Err(error)) => println!("{name}\t{error:?}"),
            Err(_) => println!("{name}\tpanic"),
        }
    }
}
"#;

/// Runs the program, again from behind the instance that ended it until all are read.
fn read_all<'a>(
    program: &Path,
    folder: &Path,
    batch: &[&'a (Case, String)],
    outcomes: &mut HashMap<&'a str, Outcome>,
) {
    let count: usize = batch.iter().map(|(case, _)| case.tests.len()).sum();
    let mut verdicts = Vec::with_capacity(count);
    while verdicts.len() < count {
        let end = read_from(program, folder, &mut verdicts);
        if verdicts.len() < count {
            verdicts.push(Verdict::Crashed(end));
        }
    }
    let mut verdicts = verdicts.into_iter();
    for (case, _) in batch {
        let own = verdicts.by_ref().take(case.tests.len()).collect();
        outcomes.insert(&case.name, Outcome::Verdicts(own));
    }
}

/// Runs the program once from the first instance without verdict; how it ended.
fn read_from(program: &Path, folder: &Path, verdicts: &mut Vec<Verdict>) -> String {
    let mut command = Command::new(program);
    command.arg(folder.join("instances")).arg(verdicts.len().to_string());
    let (lines, end) = program::lines(&mut command);
    verdicts.extend(lines.into_iter().map(|line| match line.split_once('\t') {
        Some((_, "ok")) => Verdict::Accepted,
        Some((_, "panic")) => Verdict::Crashed("panic".to_owned()),
        Some((_, error)) => Verdict::Rejected(error.to_owned()),
        None => Verdict::Crashed(line),
    }));
    end
}
