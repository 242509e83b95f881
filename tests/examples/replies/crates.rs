//! One crate of all signatures, which reads all replies.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};

use crate::cases::{Case, XML_IS_BUILT};
use crate::program::{self, Built};
use crate::signature::Signatures;

/// The crate's name.
const NAME: &str = "replies";
/// A crate that takes longer is said not to compile.
const LONGEST_BUILD: Duration = Duration::from_secs(1_200);
/// The program, but for the modules and a match over them.
const READER: &str = include_str!("reader.txt");

/// What the program tells: for each case one value a mode; for a case without a module, `refused`.
///
/// # Errors
///
/// What the compiler says.
pub(crate) fn run(
    cases: &[&Case],
    signatures: &Signatures,
    out: &Path,
) -> Result<Vec<Vec<Value>>, String> {
    let folder = out.join(NAME);
    program::write(&folder, NAME, &files(signatures));
    let questions = folder.join("cases.jsonl");
    let mut text = String::new();
    let mut count = 0;
    for (case, module) in cases.iter().zip(&signatures.of_case) {
        let Ok(module) = module else { continue };
        for mode in &case.modes {
            let finish = if case.is_cut { "length" } else { "stop" };
            let module = signatures.modules[*module].0.as_str();
            let line =
                json!({"module": module, "mode": mode, "reply": case.reply, "finish": finish});
            text.push_str(&line.to_string());
            text.push('\n');
            count += 1;
        }
    }
    fs::write(&questions, text).expect("the folder can be written");
    let program = match program::compile(&folder, NAME, out, LONGEST_BUILD) {
        Built::Program(program) => program,
        Built::Not(said) => return Err(said),
    };
    let mut told = ask(&program, &questions, count).into_iter();
    let of_case = cases.iter().zip(&signatures.of_case).map(|(case, module)| match module {
        Ok(_) => told.by_ref().take(case.modes.len()).collect(),
        Err(why) => vec![json!({ "refused": why })],
    });
    Ok(of_case.collect())
}

fn files(signatures: &Signatures) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut modules = String::new();
    let mut table = String::new();
    for (name, source) in &signatures.modules {
        let module = name.to_lowercase();
        modules.extend(["#[allow(dead_code)]\nmod ", &module, ";\n"]);
        let arm = format!("\"{name}\" => read_as::<{module}::{name}>(mode, reply),\n");
        table.push_str(&arm);
        files.push((format!("{module}.rs"), source.clone()));
    }
    let reader = if XML_IS_BUILT { READER.replace("//xml ", "") } else { READER.to_owned() };
    let main = format!(
        "{modules}\n{reader}\nfn read(module: &str, mode: &str, reply: &Reply<'_>) -> String {{\nmatch module {{\n{table}\
         other => panic!(\"no module {{other}}\"),\n}}\n}}\n"
    );
    files.push(("main.rs".to_owned(), main));
    files
}

/// Runs the program, again from behind the case that ended it until all are answered.
fn ask(program: &Path, questions: &Path, count: usize) -> Vec<Value> {
    let mut told = Vec::with_capacity(count);
    while told.len() < count {
        let mut command = Command::new(program);
        let input = File::open(questions).expect("it was just written");
        command.arg(told.len().to_string()).stdin(input);
        let (lines, end) = program::lines(&mut command);
        told.extend(lines.iter().map(|line| {
            serde_json::from_str(line)
                .unwrap_or_else(|error| json!({"crashed": format!("{error}: {line}")}))
        }));
        if told.len() < count {
            told.push(json!({ "crashed": end }));
        }
    }
    told
}
