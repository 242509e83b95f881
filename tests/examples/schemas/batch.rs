//! Many modules in one crate: compiled, run on all instances.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cases::Case;

/// What became of a schema.
pub(crate) enum Outcome {
    NotCompiled,
    /// For each instance why it was rejected; `None` if it was not.
    Verdicts(Vec<Option<String>>),
}

/// Compiles and runs the modules. When the crate does not compile, each of its halves is tried alone.
pub(crate) fn run(out: &Path, number: usize, batch: &[(Case, String)]) -> Vec<Outcome> {
    let folder = out.join(format!("batch_{number}"));
    write(&folder, batch);
    let Some(program) = compile(&folder, out) else {
        if batch.len() == 1 {
            return vec![Outcome::NotCompiled];
        }
        let (left, right) = batch.split_at(batch.len() / 2);
        let mut outcomes = run(out, number, left);
        outcomes.extend(run(out, number, right));
        return outcomes;
    };
    let output = Command::new(program).arg(folder.join("instances")).output();
    let output = output.expect("the program was just built");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        println!(
            "the program ended with {}: {}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        );
    }
    let mut verdicts: HashMap<&str, Vec<Option<String>>> = HashMap::new();
    for line in text.lines() {
        let Some((name, verdict)) = line.split_once('\t') else { continue };
        let error = (verdict != "ok").then(|| verdict.to_owned());
        verdicts.entry(name).or_default().push(error);
    }
    let all = batch.iter().map(|(case, _)| {
        Outcome::Verdicts(verdicts.remove(case.name.as_str()).unwrap_or_default())
    });
    all.collect()
}

fn write(folder: &Path, batch: &[(Case, String)]) {
    let source = folder.join("src");
    let _ = fs::remove_dir_all(&source);
    fs::create_dir_all(&source).expect("the folder can be written");
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime");
    let runtime = runtime.canonicalize().expect("the runtime is beside the tests");
    let manifest = format!(
        "[package]\nname = \"batch\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         sigcodegen-runtime = {{ path = {runtime:?} }}\n\n[profile.dev]\ndebug = false\nincremental = false\n"
    );
    let mut main = String::from("#![deny(warnings, missing_docs)]\n//! Reads instances.\n\n");
    let mut table = String::new();
    let mut instances = String::new();
    for (case, text) in batch {
        let module = case.name.to_lowercase();
        main += &format!("/// A schema.\npub mod {module};\n");
        table += &format!(
            "        \"{0}\" => {module}::{0}::from_json(text).map(drop).map_err(|error| error.to_string()),\n",
            case.name
        );
        for test in &case.tests {
            instances += &format!("{}\t{}\n", case.name, test.data);
        }
        fs::write(source.join(format!("{module}.rs")), text).expect("the folder can be written");
    }
    main += "\nfn read(name: &str, text: &str) -> Result<(), String> {\n    match name {\n";
    main += &table;
    main += "        other => Err(format!(\"no schema {other}\")),\n    }\n}\n\nfn main() {\n";
    main += "    let path = std::env::args().nth(1).unwrap_or_default();\n";
    main += "    for line in std::fs::read_to_string(path).unwrap_or_default().lines() {\n";
    main += "        let Some((name, text)) = line.split_once('\\t') else { continue };\n";
    main += "        let verdict = read(name, text).err().map_or_else(|| \"ok\".to_owned(), |error| format!(\"{error:?}\"));\n";
    main += "        println!(\"{name}\\t{verdict}\");\n    }\n}\n";
    let files = [
        (folder.join("Cargo.toml"), manifest),
        (source.join("main.rs"), main),
        (folder.join("instances"), instances),
    ];
    for (path, text) in files {
        fs::write(path, text).expect("the folder can be written");
    }
}

/// Builds the crate; the program, or nothing after the compiler's messages were shown.
fn compile(folder: &Path, out: &Path) -> Option<PathBuf> {
    let target = out.join("target");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--quiet", "--offline"])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", &target)
        .output()
        .expect("cargo runs this");
    if output.status.success() {
        return Some(target.join("debug").join("batch"));
    }
    let text = String::from_utf8_lossy(&output.stderr);
    println!("{}", text.lines().take(40).collect::<Vec<_>>().join("\n"));
    None
}
