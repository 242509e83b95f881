//! `sigcodegen gen`

use std::path::Path;

use serde_json::{Map, json};

use super::Failure;
use super::args::GenArguments;
use super::console::Console;
use crate::compile::shown;
use crate::{Builder, FileState, Report, SignatureReport};

/// How many bytes of English text a token has, about.
const BYTES_PER_TOKEN: usize = 4;

pub(super) fn generate(arguments: &GenArguments, console: &mut Console) -> Result<(), Failure> {
    let report = builder(arguments).compile()?;
    if !report.warnings().is_empty() {
        let warnings = report.render_warnings(console.format());
        console.message(&warnings);
    }
    if console.is_json() {
        report_json(&report, arguments, console)
    } else {
        report_text(&report, arguments, console)
    }
}

/// The run that the arguments ask for.
pub(super) fn builder(arguments: &GenArguments) -> Builder {
    let builder = Builder::new()
        .out_dir(&arguments.out)
        .rerun_lines(false)
        .types(arguments.types)
        .serde(arguments.serde);
    let builder = arguments.library.iter().copied().fold(builder, Builder::library);
    arguments.paths.iter().fold(builder, Builder::signatures)
}

fn report_text(
    report: &Report,
    arguments: &GenArguments,
    console: &mut Console,
) -> Result<(), Failure> {
    let paths: Vec<_> =
        report.signatures.iter().map(|one| module_path(&arguments.out, one)).collect();
    let width = paths.iter().map(|path| path.chars().count()).max().unwrap_or_default();
    for (signature, path) in report.signatures.iter().zip(paths) {
        let state = in_words(signature.state);
        let prompts = signature.prompts.iter().map(|(adapter, bytes)| size(adapter, *bytes));
        let prompts = prompts.collect::<Vec<_>>().join(", ");
        console.report(format!("{state:<9}  {path:<width$}  {prompts}").trim_end())?;
    }
    let index = shown(&arguments.out.join("signatures.rs"));
    console.report(&format!("{:<9}  {index}", in_words(report.index)))?;
    for path in &report.removed {
        console.report(&format!("{:<9}  {}", "removed", shown(path)))?;
    }
    Ok(())
}

fn report_json(
    report: &Report,
    arguments: &GenArguments,
    console: &mut Console,
) -> Result<(), Failure> {
    for signature in &report.signatures {
        let prompts: Map<_, _> = signature
            .prompts
            .iter()
            .map(|(adapter, bytes)| (adapter.clone(), json!(bytes)))
            .collect();
        let line = json!({
            "file": module_path(&arguments.out, signature),
            "state": in_words(signature.state),
            "source": signature.source,
            "prompt_bytes": prompts,
        });
        console.report(&line.to_string())?;
    }
    let index = json!({ "file": shown(&arguments.out.join("signatures.rs")), "state": in_words(report.index) });
    console.report(&index.to_string())?;
    for path in &report.removed {
        console.report(&json!({ "file": shown(path), "state": "removed" }).to_string())?;
    }
    Ok(())
}

fn module_path(out: &Path, signature: &SignatureReport) -> String {
    shown(&out.join(format!("{}.rs", signature.module)))
}

fn in_words(state: FileState) -> &'static str {
    match state {
        FileState::Written => "written",
        FileState::Unchanged => "unchanged",
    }
}

fn size(adapter: &str, bytes: usize) -> String {
    format!("{adapter} prompt {bytes} bytes, about {} tokens", bytes.div_ceil(BYTES_PER_TOKEN))
}
