//! Sees that nothing changed since the last run, without parsing anything.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use super::hash::{Hasher, hash};
use super::header::{Record, read_index};
use super::index::INDEX_FILE;
use super::parallel::map;
use super::write::superfluous;

/// What the last run recorded, if another run would only repeat it: the same version read the same
/// inputs without a warning, and each file that it wrote is still as written.
pub(super) fn unchanged(out_dir: &Path, inputs: u64) -> Option<Record> {
    let index = out_dir.join(INDEX_FILE);
    let record = read_index(&fs::read_to_string(&index).ok()?)?;
    if record.inputs != Some(inputs) || is_program_newer(&index) {
        return None;
    }
    let files: Vec<_> = record.entries.iter().map(|entry| format!("{}.rs", entry.module)).collect();
    let texts = map(&files, |file| fs::read(out_dir.join(file)).ok().map(|text| hash(&text)));
    let texts = texts.into_iter().collect::<Option<Vec<_>>>()?;
    if modules_hash(files.iter().map(String::as_str).zip(texts)) != record.modules {
        return None;
    }
    let wanted: HashSet<_> = files.iter().map(String::as_str).chain([INDEX_FILE]).collect();
    superfluous(out_dir, &wanted).ok()?.is_empty().then_some(record)
}

/// The fingerprint of all module files, each given by its name and its own fingerprint.
pub(super) fn modules_hash<'a>(files: impl Iterator<Item = (&'a str, u64)>) -> u64 {
    let add = |hasher: Hasher, (name, hash): (&str, u64)| {
        hasher.write(name.as_bytes()).write_number(hash)
    };
    files.fold(Hasher::new(), add).finish()
}

/// Whether the running program was built after the file was written. It may then generate other code
/// although its version is the same, as happens to those who work on the generator.
fn is_program_newer(file: &Path) -> bool {
    let modified = |path: &Path| fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    let program = std::env::current_exe().ok().and_then(|program| modified(&program));
    match (program, modified(file)) {
        (Some(program), Some(file)) => program > file,
        _ => true,
    }
}
