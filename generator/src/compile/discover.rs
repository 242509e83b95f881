//! Finds the signature files below the paths that were given.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::diagnostic::{Code, Diagnostic, Diagnostics};

/// The published schema of the format, which may lie beside the signatures for editors.
const FORMAT_SCHEMA: &str = "signature.schema.json";

/// A signature file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Input {
    /// Where to read it; also how messages name it.
    pub(super) path: PathBuf,
    /// Its path within the given folder, with `/` between parts: the same on every machine, so it may
    /// stand in generated files.
    pub(super) name: String,
}

/// The signature files that `paths` name, or hold at any depth. Each file is listed once, however many
/// paths or links lead to it. Files of one folder are sorted by name.
pub(super) fn discover(paths: &[PathBuf], diagnostics: &mut Diagnostics) -> Vec<Input> {
    if paths.is_empty() {
        let message = "no path of signature files was given";
        let help = "name a folder of signature files, or single files";
        diagnostics.push(Diagnostic::placeless(Code::NoSignatures, message).help(help));
    }
    let mut search = Search::default();
    for path in paths {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => search.given_folder(path),
            Ok(_) => search.given_file(path),
            Err(error) => search.problems.push(unreadable(path, &error)),
        }
    }
    search.problems.into_iter().for_each(|problem| diagnostics.push(problem));
    search.found
}

#[derive(Default)]
struct Search {
    /// Canonical paths of the folders and files that were met.
    seen: HashSet<PathBuf>,
    /// Whether anything was met again and passed over.
    met_again: bool,
    found: Vec<Input>,
    problems: Vec<Diagnostic>,
}

/// A folder still to visit: its path, and what the names of its files begin with.
struct Folder {
    path: PathBuf,
    prefix: String,
}

impl Search {
    fn given_file(&mut self, path: &Path) {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        match fs::canonicalize(path) {
            Ok(canonical) => {
                self.add(canonical, Input { path: path.to_owned(), name: one_line(&name) });
            }
            Err(error) => self.problems.push(unreadable(path, &error)),
        }
    }

    fn given_folder(&mut self, root: &Path) {
        let (files_before, problems_before) = (self.found.len(), self.problems.len());
        self.met_again = false;
        let mut folders = vec![Folder { path: root.to_owned(), prefix: String::new() }];
        while let Some(folder) = folders.pop() {
            if let Err(error) = self.visit(&folder, &mut folders) {
                self.problems.push(unreadable(&folder.path, &error));
            }
        }
        self.found[files_before..].sort_by(|a, b| a.name.cmp(&b.name));
        let is_silent = self.found.len() == files_before && self.problems.len() == problems_before;
        if is_silent && !self.met_again {
            let message = format!("no signature file in `{}`", shown(root));
            let help =
                "a signature file's name ends in `.json`; `sigcodegen new NAME` writes a first one";
            self.problems.push(Diagnostic::placeless(Code::NoSignatures, message).help(help));
        }
    }

    /// Adds the files of one folder, and its folders to those still to visit.
    fn visit(&mut self, folder: &Folder, folders: &mut Vec<Folder>) -> io::Result<()> {
        let canonical = fs::canonicalize(&folder.path)?;
        if !self.is_new(canonical.clone()) {
            return Ok(());
        }
        let mut entries = fs::read_dir(&folder.path)?.collect::<io::Result<Vec<_>>>()?;
        // A folder's own order is chance, and would decide by which of two links a file is found.
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let (path, file_name) = (entry.path(), entry.file_name());
            let text = file_name.to_string_lossy();
            if text.starts_with('.') {
                continue;
            }
            let is_link = entry.file_type()?.is_symlink();
            let kind = if is_link {
                fs::metadata(&path).map(|target| target.file_type())
            } else {
                entry.file_type()
            };
            let name = format!("{}{}", folder.prefix, one_line(&text));
            match kind {
                Ok(kind) if kind.is_dir() => {
                    folders.push(Folder { path, prefix: format!("{name}/") });
                }
                _ if !is_signature(&file_name) => {}
                Ok(kind) if kind.is_file() => {
                    let own =
                        if is_link { fs::canonicalize(&path)? } else { canonical.join(&file_name) };
                    self.add(own, Input { path, name });
                }
                // Reading a pipe or a device could wait for ever.
                Ok(_) => {
                    let error = io::Error::other("it is not a regular file");
                    self.problems.push(unreadable(&path, &error));
                }
                Err(error) => self.problems.push(unreadable(&path, &error)),
            }
        }
        Ok(())
    }

    fn add(&mut self, canonical: PathBuf, input: Input) {
        if self.is_new(canonical) {
            self.found.push(input);
        }
    }

    /// Links may lead to a file twice, or up to a folder that holds the link.
    fn is_new(&mut self, canonical: PathBuf) -> bool {
        let is_new = self.seen.insert(canonical);
        self.met_again |= !is_new;
        is_new
    }
}

/// Says that a file or folder cannot be read.
pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Diagnostic {
    let message = format!("cannot read `{}`: {error}", shown(path));
    let diagnostic = Diagnostic::placeless(Code::UnreadablePath, message);
    if error.kind() == io::ErrorKind::NotFound && path.is_relative() {
        let here = std::env::current_dir().unwrap_or_default();
        return diagnostic.help(format!("the path is relative to `{}`", here.display()));
    }
    diagnostic
}

/// A path as messages show it, control characters escaped.
pub(crate) fn shown(path: &Path) -> String {
    one_line(&path.to_string_lossy())
}

/// A name without line breaks or other control characters, so that it can stand in a comment or in a
/// line for cargo.
pub(super) fn one_line(name: &str) -> String {
    name.chars().fold(String::with_capacity(name.len()), |mut out, c| {
        if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
        out
    })
}

fn is_signature(name: &OsStr) -> bool {
    Path::new(name).extension() == Some(OsStr::new("json")) && name != FORMAT_SCHEMA
}
