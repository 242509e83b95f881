//! Many modules in one crate: compiled, run on all instances.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::cases::Case;

/// A crate that takes longer is said not to compile.
const LONGEST_BUILD: Duration = Duration::from_secs(300);
/// An instance that takes longer is said to hang.
const LONGEST_READ: Duration = Duration::from_secs(20);

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

enum Built {
    Program(PathBuf),
    /// What the compiler says.
    Not(String),
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
    let said = match compile(&folder, out) {
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

fn write(folder: &Path, batch: &[&(Case, String)]) {
    let source = folder.join("src");
    let _ = fs::remove_dir_all(&source);
    fs::create_dir_all(&source).expect("the folder can be written");
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime");
    let runtime = runtime.canonicalize().expect("the runtime is beside the tests");
    let manifest = format!(
        "[package]\nname = \"batch\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         sigcodegen-runtime = {{ path = '{}' }}\n\n[profile.dev]\ndebug = false\nincremental = false\n",
        runtime.display()
    );
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
        fs::write(source.join(format!("{module}.rs")), text).expect("the folder can be written");
    }
    let main = format!(
        "#![deny(warnings, missing_docs)]\n//! Reads instances.\n\n{modules}\n\
         fn read(name: &str, text: &str) -> Result<(), String> {{\nmatch name {{\n{table}\
         other => Err(format!(\"no schema {{other}}\")),\n}}\n}}\n{MAIN}"
    );
    let files = [
        (folder.join("Cargo.toml"), manifest),
        (source.join("main.rs"), main),
        (folder.join("instances"), instances),
    ];
    for (path, text) in files {
        fs::write(path, text).expect("the folder can be written");
    }
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

/// Builds the crate.
fn compile(folder: &Path, out: &Path) -> Built {
    let target = out.join("target");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let log = folder.join("messages");
    let file = fs::File::create(&log).expect("the folder can be written");
    let mut child = Command::new(cargo)
        .args(["build", "--quiet", "--offline"])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", &target)
        .stderr(file)
        .spawn()
        .expect("cargo runs this");
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("the child is ours") {
            break status;
        }
        if start.elapsed() > LONGEST_BUILD {
            let _ = child.kill();
            let _ = child.wait();
            return Built::Not("the compiler takes too long".to_owned());
        }
        thread::sleep(Duration::from_millis(20));
    };
    if status.success() {
        return Built::Program(target.join("debug").join("batch"));
    }
    Built::Not(fs::read_to_string(log).unwrap_or_default())
}

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
    let mut child = Command::new(program)
        .arg(folder.join("instances"))
        .arg(verdicts.len().to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program was just built");
    let output = child.stdout.take().expect("it is piped");
    let (sender, receiver) = mpsc::channel();
    let reader = thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    let is_slow = loop {
        match receiver.recv_timeout(LONGEST_READ) {
            Ok(line) => verdicts.push(match line.split_once('\t') {
                Some((_, "ok")) => Verdict::Accepted,
                Some((_, "panic")) => Verdict::Crashed("panic".to_owned()),
                Some((_, error)) => Verdict::Rejected(error.to_owned()),
                None => Verdict::Crashed(line),
            }),
            Err(RecvTimeoutError::Timeout) => break true,
            Err(RecvTimeoutError::Disconnected) => break false,
        }
    };
    if is_slow {
        let _ = child.kill();
    }
    let status = child.wait().expect("the child is ours");
    let _ = reader.join();
    if is_slow { "it hangs".to_owned() } else { format!("the program ended with {status}") }
}
