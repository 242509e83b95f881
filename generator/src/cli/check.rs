//! `sigcodegen gen --check`

use serde_json::json;

use super::Failure;
use super::args::{DEFAULT_OUT, GenArguments};
use super::console::Console;
use super::generate::builder;
use crate::StaleReason;
use crate::compile::shown;

pub(super) fn check(arguments: &GenArguments, console: &mut Console) -> Result<(), Failure> {
    let stale = builder(arguments).check()?;
    for file in &stale {
        let line = if console.is_json() {
            let reason = match file.reason {
                StaleReason::Missing => "missing",
                StaleReason::Outdated => "outdated",
                StaleReason::Edited => "edited",
                StaleReason::Superfluous => "superfluous",
            };
            json!({ "file": shown(&file.path), "state": reason }).to_string()
        } else {
            file.to_string()
        };
        console.write(&line)?;
        console.write("\n")?;
    }
    if stale.is_empty() {
        return Ok(());
    }
    if !console.is_json() {
        let files = if stale.len() == 1 { "file is" } else { "files are" };
        let count = stale.len();
        let command = command(arguments);
        console
            .message(&format!("error: {count} generated {files} stale\n  help: run `{command}`\n"));
    }
    Err(Failure::Refused)
}

/// The command that brings the files up to date.
fn command(arguments: &GenArguments) -> String {
    let mut command = "sigcodegen gen".to_owned();
    for path in &arguments.paths {
        command.push(' ');
        command.push_str(&word(&shown(path)));
    }
    if arguments.out.as_os_str() != DEFAULT_OUT {
        command.push_str(" --out ");
        command.push_str(&word(&shown(&arguments.out)));
    }
    for (flag, is_given) in [(" --types", arguments.types), (" --serde", arguments.serde)] {
        command.push_str(if is_given { flag } else { "" });
    }
    for library in arguments.library.iter().filter_map(clap::ValueEnum::to_possible_value) {
        command.push_str(" --library ");
        command.push_str(library.get_name());
    }
    command
}

/// A path as a word of a shell command.
fn word(path: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+=:,@%\\".contains(c);
    if !path.is_empty() && path.chars().all(is_plain) {
        path.to_owned()
    } else {
        format!("'{}'", path.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::word;

    #[test]
    fn words_survive_a_shell() {
        assert_eq!(word("src/a-b_c.rs"), "src/a-b_c.rs");
        assert_eq!(word("my schemas"), "'my schemas'");
        assert_eq!(word("it's"), "'it'\\''s'");
        assert_eq!(word(""), "''");
    }
}
