//! Reads what `sigcodegen prompt` is given: the signature file, and values of its input fields.

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use super::Failure;
use crate::Error;
use crate::compile::unreadable;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Place, quoted};
use crate::ir::{Direction, Field, Files, Presence, Purpose, Signature, ValueChecker, lower_among};
use crate::schema::{FileId, Node, Object, SourceMap, Value};

/// The signature in a file.
pub(super) fn read_signature(
    path: &Path,
    sources: &mut SourceMap,
    found: &mut Diagnostics,
) -> Option<Signature> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            let problem = unreadable(path, &error);
            let is_folder = path.is_dir();
            found.push(if is_folder {
                problem.help("name a single signature file")
            } else {
                problem
            });
            return None;
        }
    };
    let file = sources.read(&path.to_string_lossy(), bytes, found);
    read_beside(path, sources);
    let known = sources.files().filter_map(|(id, file)| {
        let name = Path::new(file.name()).file_name()?.to_string_lossy().into_owned();
        Some((name, id, file.root()?))
    });
    let library = Files::of(known);
    lower_among(&library, file, sources.file(file).root()?, Purpose::Signature, found)
}

/// Reads the other files of the folder, which references may point into. What is wrong with them is not told.
fn read_beside(path: &Path, sources: &mut SourceMap) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let Ok(entries) = fs::read_dir(folder.unwrap_or(Path::new("."))) else { return };
    let mut others: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    others.retain(|other| {
        other.extension().is_some_and(|end| end == "json") && other.file_name() != path.file_name()
    });
    others.sort();
    for other in others {
        if let Ok(bytes) = fs::read(&other) {
            sources.read(&other.to_string_lossy(), bytes, &mut Diagnostics::default());
        }
    }
}

/// Reads the option `--input` into the sources. `None` when that failed, which was reported.
pub(super) fn read_input(
    option: &str,
    sources: &mut SourceMap,
    found: &mut Diagnostics,
) -> Option<FileId> {
    let (name, bytes) = match (option, option.strip_prefix('@')) {
        ("-", _) => {
            let mut bytes = Vec::new();
            ("stdin", io::stdin().read_to_end(&mut bytes).map(|_| bytes))
        }
        (_, Some(path)) => (path, fs::read(path)),
        _ => ("--input", Ok(option.as_bytes().to_vec())),
    };
    match bytes {
        Ok(bytes) if bytes.trim_ascii().is_empty() => {
            let message = format!("the input from {} is empty", quoted(name));
            let help = "give the input fields as a JSON object; `{}` if there are none";
            found.push(Diagnostic::placeless(Code::InputMismatch, message).help(help));
            None
        }
        Ok(bytes) => Some(sources.read(name, bytes, found)),
        Err(error) => {
            found.push(unreadable(Path::new(name), &error));
            None
        }
    }
}

/// Reports what of an input object does not fit the signature's input fields.
pub(super) fn check_input<'v>(
    signature: &Signature,
    file: FileId,
    root: &'v Node,
    found: &mut Diagnostics,
) -> Option<&'v Object> {
    let report =
        |span, message: String| Diagnostic::new(Code::InputMismatch, Place { file, span }, message);
    let Value::Object(object) = &root.value else {
        let message = format!("the input must be an object, not {}", root.kind());
        let help = format!("write it as {}", example(signature));
        found.push(report(root.span, message).help(help));
        return None;
    };
    for member in &object.members {
        if input_fields(signature).all(|field| field.property.wire_name != member.key) {
            let message = format!("the signature has no input field {}", quoted(&member.key));
            let names: Vec<_> =
                input_fields(signature).map(|field| quoted(&field.property.wire_name)).collect();
            let help = format!("the input fields are {}", names.join(", "));
            found.push(report(member.key_span, message).help(help));
        }
    }
    let mut checker = ValueChecker::new(&signature.types, &signature.rules);
    for field in input_fields(signature) {
        let name = &field.property.wire_name;
        match object.get(name) {
            Some(value) => {
                for problem in checker.check(field.property.ty, value) {
                    let message =
                        format!("the field {} does not fit: {}", quoted(name), problem.message);
                    let problem = report(problem.span, message);
                    found.push(problem.related(field.property.place, "the field"));
                }
            }
            None if matches!(field.property.presence, Presence::Required) => {
                let message = format!("the field {} is missing", quoted(name));
                found.push(report(root.span, message).related(field.property.place, "the field"));
            }
            None => {}
        }
    }
    Some(object)
}

/// The input fields in the file's order.
pub(super) fn input_fields(signature: &Signature) -> impl Iterator<Item = &Field> {
    signature.fields.iter().filter(|field| field.direction == Direction::Input)
}

fn example(signature: &Signature) -> String {
    let names: Vec<_> = input_fields(signature)
        .map(|field| format!("{:?}: ..", field.property.wire_name))
        .collect();
    format!("{{{}}}", names.join(", "))
}

/// Ends the command if there was an error.
pub(super) fn fail_on_errors(
    found: Diagnostics,
    sources: SourceMap,
) -> Result<(Vec<Diagnostic>, SourceMap), Failure> {
    let has_errors = found.has_errors();
    let found = found.into_sorted();
    if has_errors { Err(Error::new(found, sources).into()) } else { Ok((found, sources)) }
}
