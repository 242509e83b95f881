//! `sigcodegen new`

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use heck::{ToSnakeCase as _, ToUpperCamelCase as _};
use sigcodegen_templates::Starter;

use super::Failure;
use super::args::NewArguments;
use super::console::Console;
use crate::Error;
use crate::compile::shown;
use crate::diagnostic::{Code, Diagnostic, quoted};
use crate::schema::SourceMap;

pub(super) fn new(arguments: &NewArguments, console: &mut Console) -> Result<(), Failure> {
    let name = deunicode::deunicode(&arguments.name);
    let is_usable = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "_- ".contains(c));
    if !is_usable {
        let message = format!("{} names no signature", quoted(&arguments.name));
        let help = "write a name such as `AnswerQuestion`; the folder is an option, `--out FOLDER`";
        return Err(problem(Code::BadTitle, message, help));
    }
    fs::create_dir_all(&arguments.out).map_err(|error| {
        let message = format!("cannot create the folder `{}`: {error}", shown(&arguments.out));
        problem(Code::CannotWrite, message, "choose another folder by `--out`")
    })?;
    let path = arguments.out.join(format!("{}.json", name.to_snake_case()));
    let text = Starter { title: &name.to_upper_camel_case() }.text();
    write_new(&path, &text).map_err(|error| {
        let path = shown(&path);
        let message = match error.kind() {
            io::ErrorKind::AlreadyExists => format!("`{path}` exists already"),
            _ => format!("cannot write `{path}`: {error}"),
        };
        problem(Code::CannotWrite, message, "choose another name, or another folder by `--out`")
    })?;
    let path = shown(&path);
    if console.is_json() {
        console.report(&serde_json::json!({ "file": path, "state": "written" }).to_string())
    } else {
        console.report(&format!("written    {path}"))
    }
}

/// Writes a file that must not exist yet. One that cannot be written whole is removed again.
fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = fs::File::create_new(path)?;
    file.write_all(text.as_bytes()).inspect_err(|_| {
        let _ = fs::remove_file(path);
    })
}

fn problem(code: Code, message: String, help: &str) -> Failure {
    let problem = Diagnostic::placeless(code, message).help(help);
    Error::new(vec![problem], SourceMap::default()).into()
}
