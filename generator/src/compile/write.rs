//! Brings the output folder to the wanted state: all of it or nothing.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::discover::shown;
use super::header::{MARK_LENGTH, is_edited, is_ours};
use super::parallel::map;
use super::report::{FileState, Stale, StaleReason};
use crate::diagnostic::{Code, Diagnostic};

/// Why nothing was written.
type Problems = Vec<Diagnostic>;

/// A file to generate: its name within the output folder, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OutputFile {
    pub(super) name: String,
    pub(super) text: String,
}

/// How the output folder differs from the wanted state.
#[derive(Debug)]
pub(super) struct Difference<'a> {
    out_dir: &'a Path,
    files: &'a [OutputFile],
    /// What each file holds now: `None` when it is missing.
    old: Vec<Option<Vec<u8>>>,
    /// Modules of an earlier run that are no longer wanted.
    superfluous: Vec<PathBuf>,
}

impl<'a> Difference<'a> {
    /// Compares. Refuses when another's file is in the way.
    pub(super) fn new(out_dir: &'a Path, files: &'a [OutputFile]) -> Result<Self, Problems> {
        let wanted = files.iter().map(|file| file.name.as_str()).collect();
        let superfluous = superfluous(out_dir, &wanted)
            .map_err(|error| cannot("use the folder", out_dir, &error))?;
        let mut problems = Vec::new();
        let mut old = Vec::with_capacity(files.len());
        let present = map(files, |file| fs::read(out_dir.join(&file.name)));
        for (file, present) in files.iter().zip(present) {
            let path = out_dir.join(&file.name);
            match present {
                Ok(text) if is_ours(&text) => old.push(Some(text)),
                Ok(_) => problems.push(foreign(&path)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => old.push(None),
                Err(error) => problems.extend(cannot("replace", &path, &error)),
            }
        }
        if problems.is_empty() {
            Ok(Self { out_dir, files, old, superfluous })
        } else {
            Err(problems)
        }
    }

    /// Names each file that would be written or removed.
    pub(super) fn stale(&self) -> Vec<Stale> {
        let changed = self.files.iter().zip(&self.old).filter_map(|(file, old)| {
            let reason = match old {
                Some(old) if old == file.text.as_bytes() => return None,
                Some(old) if is_edited(&String::from_utf8_lossy(old)) => StaleReason::Edited,
                Some(_) => StaleReason::Outdated,
                None => StaleReason::Missing,
            };
            Some(Stale { path: self.out_dir.join(&file.name), reason })
        });
        let reason = StaleReason::Superfluous;
        let removed = self.superfluous.iter().cloned().map(|path| Stale { path, reason });
        changed.chain(removed).collect()
    }

    /// Writes and removes what differs. When anything fails, all is as it was before. Returns the
    /// state of each file and the paths that were removed.
    pub(super) fn apply(self) -> Result<(Vec<FileState>, Vec<PathBuf>), Problems> {
        let mut transaction = Transaction::default();
        let mut states = Vec::with_capacity(self.files.len());
        let mut changed = Vec::new();
        for (file, old) in self.files.iter().zip(self.old) {
            if old.as_deref() == Some(file.text.as_bytes()) {
                states.push(FileState::Unchanged);
            } else {
                states.push(FileState::Written);
                changed.push((file, old));
            }
        }
        transaction.stage(self.out_dir, changed)?;
        for path in &self.superfluous {
            transaction.remove(path)?;
        }
        transaction.commit()?;
        Ok((states, self.superfluous))
    }
}

/// Modules in the folder that this tool wrote and nobody wants any longer, sorted by name.
pub(super) fn superfluous(folder: &Path, wanted: &HashSet<&str>) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry?;
        let path = entry.path();
        let is_rust = path.extension().is_some_and(|extension| extension == "rs");
        let is_wanted = entry.file_name().to_str().is_some_and(|name| wanted.contains(name));
        if is_rust && !is_wanted && entry.file_type()?.is_file() {
            let mut start = [0; MARK_LENGTH];
            let is_read = fs::File::open(&path).and_then(|mut file| file.read_exact(&mut start));
            if is_read.is_ok() && is_ours(&start) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Steps that are prepared first and then done together. Dropped before the end, it takes back
/// whatever it did.
#[derive(Default)]
struct Transaction {
    /// The folder, if this run created it.
    created: Option<PathBuf>,
    /// Files under their final and their temporary names, with what the former held.
    staged: Vec<Staged>,
    /// How many of `staged` were carried out.
    done: usize,
}

struct Staged {
    path: PathBuf,
    /// The new content, under a name that nobody looks for. `None` to remove the file.
    temporary: Option<PathBuf>,
    old: Option<Vec<u8>>,
}

impl Transaction {
    /// Writes new texts beside their places. Each comes with what the file holds now.
    fn stage(
        &mut self,
        folder: &Path,
        files: Vec<(&OutputFile, Option<Vec<u8>>)>,
    ) -> Result<(), Problems> {
        if !folder.exists() {
            fs::create_dir_all(folder).map_err(|error| cannot("create", folder, &error))?;
            self.created = Some(folder.to_owned());
        }
        let first = self.staged.len();
        let mut texts = Vec::with_capacity(files.len());
        for (file, old) in files {
            // The process id keeps two runs at the same time from writing to the same temporary file.
            let temporary = folder.join(format!(".{}.{}.tmp", file.name, std::process::id()));
            texts.push((temporary.clone(), &file.text));
            let path = folder.join(&file.name);
            self.staged.push(Staged { path, temporary: Some(temporary), old });
        }
        let written = map(&texts, |(temporary, text)| fs::write(temporary, text));
        written.into_iter().zip(&self.staged[first..]).try_for_each(|(written, staged)| {
            written.map_err(|error| cannot("write", &staged.path, &error))
        })
    }

    fn remove(&mut self, path: &Path) -> Result<(), Problems> {
        let old = fs::read(path).map_err(|error| cannot("remove", path, &error))?;
        self.staged.push(Staged { path: path.to_owned(), temporary: None, old: Some(old) });
        Ok(())
    }

    fn commit(mut self) -> Result<(), Problems> {
        for staged in &self.staged {
            match &staged.temporary {
                Some(temporary) => fs::rename(temporary, &staged.path)
                    .map_err(|error| cannot("write", &staged.path, &error))?,
                None => fs::remove_file(&staged.path)
                    .map_err(|error| cannot("remove", &staged.path, &error))?,
            }
            self.done += 1;
        }
        self.staged.clear();
        self.created = None;
        Ok(())
    }
}

impl Drop for Transaction {
    /// Best effort: an error here would hide the one that led here.
    fn drop(&mut self) {
        for (at, staged) in self.staged.iter().enumerate() {
            if at >= self.done {
                if let Some(temporary) = &staged.temporary {
                    let _ = fs::remove_file(temporary);
                }
            } else if let Some(old) = &staged.old {
                let _ = fs::write(&staged.path, old);
            } else {
                let _ = fs::remove_file(&staged.path);
            }
        }
        if let Some(created) = &self.created {
            let _ = fs::remove_dir(created);
        }
    }
}

fn foreign(path: &Path) -> Diagnostic {
    let message = format!("`{}` exists and was not generated by sigcodegen", shown(path));
    Diagnostic::placeless(Code::CannotWrite, message)
        .help("move the file away, choose another output folder, or another `title`")
}

fn cannot(what: &str, path: &Path, error: &io::Error) -> Problems {
    let message = format!("cannot {what} `{}`: {error}", shown(path));
    vec![Diagnostic::placeless(Code::CannotWrite, message)]
}

#[cfg(test)]
mod tests {
    use super::super::tests::Folder;
    use super::*;

    #[test]
    fn a_failed_step_takes_back_the_ones_before() {
        let folder = Folder::new();
        let (kept, blocked) = (folder.write("a.rs", "old"), folder.path("b.rs"));
        let superfluous = folder.write("c.rs", "third");
        let mut transaction = Transaction::default();
        let [a, new, b] = ["a.rs", "new.rs", "b.rs"]
            .map(|name| OutputFile { name: name.to_owned(), text: "new".to_owned() });
        let old = Some(b"old".to_vec());
        transaction.stage(folder.root(), vec![(&a, old), (&new, None)]).unwrap();
        transaction.remove(&superfluous).unwrap();
        transaction.stage(folder.root(), vec![(&b, None)]).unwrap();
        // A folder cannot be replaced by a file.
        fs::create_dir_all(blocked.join("inside")).unwrap();
        let problems = transaction.commit().unwrap_err();
        assert!(problems[0].message.contains("b.rs"), "{}", problems[0].message);
        assert_eq!(fs::read_to_string(kept).unwrap(), "old");
        assert_eq!(fs::read_to_string(superfluous).unwrap(), "third");
        assert_eq!(folder.names(), ["a.rs", "b.rs", "c.rs"]);
    }

    #[test]
    fn a_folder_that_was_created_in_vain_goes_again() {
        let folder = Folder::new();
        let out = folder.path("out");
        let mut transaction = Transaction::default();
        let file = OutputFile { name: "a.rs".to_owned(), text: String::new() };
        transaction.stage(&out, vec![(&file, None)]).unwrap();
        assert!(out.exists());
        drop(transaction);
        assert!(!out.exists());
    }
}
