//! The stages of a run, up to the texts of the files to write.

use std::fs;
use std::path::{Path, PathBuf};

use super::discover::{Input, discover, unreadable};
use super::error::Error;
use super::fresh::modules_hash;
use super::hash::{Hasher, hash};
use super::header::{Entry, Record, index_file, module_file};
use super::index::{INDEX_FILE, Made, check_names, index_body};
use super::parallel::map;
use super::write::OutputFile;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::emit::{self, Module};
use crate::ir::{self, Files, Purpose, Signature};
use crate::plan;
use crate::schema::{FileId, SourceFile, SourceMap};

/// Raised when a generated file changes in a way that no input and no version shows.
const OUTPUT_FORMAT: u64 = 1;

/// The signature files as read, nothing parsed yet.
pub(super) struct Inputs {
    files: Vec<(Input, Vec<u8>)>,
    problems: Vec<Diagnostic>,
    options: Options,
}

/// What decides on the code besides the signature files.
#[derive(Clone, Debug, Default)]
pub(super) struct Options {
    /// Whether a schema without fields is generated as types only.
    pub(super) types_only: bool,
    pub(super) code: plan::Options,
}

/// What a run without errors generates.
pub(super) struct Generated {
    /// The modules in the order of their signature files, then the index, which names them.
    pub(super) files: Vec<OutputFile>,
    pub(super) record: Record,
    pub(super) warnings: Vec<Diagnostic>,
    pub(super) sources: SourceMap,
}

impl Inputs {
    /// Reads all signature files that the paths lead to.
    pub(super) fn read(paths: &[PathBuf], options: Options) -> Self {
        let mut found = Diagnostics::default();
        let inputs = discover(paths, &mut found);
        let mut problems = found.into_sorted();
        let bytes = map(&inputs, |input| fs::read(&input.path));
        let mut files = Vec::with_capacity(inputs.len());
        for (input, bytes) in inputs.into_iter().zip(bytes) {
            match bytes {
                Ok(bytes) => files.push((input, bytes)),
                Err(error) => problems.push(unreadable(&input.path, &error)),
            }
        }
        Self { files, problems, options }
    }

    /// The fingerprint of everything that decides what is generated. `None` when something could not
    /// be read.
    pub(super) fn fingerprint(&self) -> Option<u64> {
        let start = Hasher::new()
            .write(env!("CARGO_PKG_VERSION").as_bytes())
            .write_number(OUTPUT_FORMAT)
            .write_number(self.options.types_only.into())
            .write(format!("{:?}", self.options.code).as_bytes());
        let add = |hasher: Hasher, (input, bytes): &(Input, Vec<u8>)| {
            hasher.write(input.name.as_bytes()).write(bytes)
        };
        self.problems.is_empty().then(|| self.files.iter().fold(start, add).finish())
    }

    /// Runs all stages on all files. Fails with the problems of all of them.
    pub(super) fn generate(self) -> Result<Generated, Error> {
        let fingerprint = self.fingerprint();
        let mut found = Diagnostics::default();
        self.problems.into_iter().for_each(|problem| found.push(problem));
        let mut sources = SourceMap::default();
        let mut names = Vec::with_capacity(self.files.len());
        for (input, bytes) in self.files {
            sources.read(&input.path.to_string_lossy(), bytes, &mut found);
            names.push(input.name);
        }
        let files: Vec<_> = sources.files().collect();
        let known = files.iter().zip(&names);
        let others = Files::of(
            known.filter_map(|((id, file), name)| Some((name.clone(), *id, file.root()?))),
        );
        let units = map(&files, |&(id, file)| Unit::compile(&others, id, file, &self.options));
        let mut signatures = Vec::with_capacity(units.len());
        let mut all = Vec::with_capacity(units.len());
        for (unit, source) in units.into_iter().zip(names) {
            unit.problems.into_iter().for_each(|problem| found.push(problem));
            let Some(signature) = unit.signature else { continue };
            if let Some((module, input)) = unit.module {
                all.push(Made { module, title: signature.name.clone(), source, input });
            }
            signatures.push(signature);
        }
        if all.is_empty() && !found.has_errors() {
            let message = "the files hold nothing but definitions, so there is nothing to generate";
            found
                .push(Diagnostic::placeless(Code::NoSignatures, message).help(
                    "name a file or folder with signatures or, with `--types`, with schemas",
                ));
        }
        ir::check_together(&signatures, &mut found);
        check_names(&all, &mut found);
        if found.has_errors() {
            return Err(Error::new(found.into_sorted(), sources));
        }
        let warnings = found.into_sorted();
        let inputs = fingerprint.filter(|_| warnings.is_empty());
        let (files, record) = assemble(all, inputs);
        Ok(Generated { files, record, warnings, sources })
    }
}

/// What becomes of one file.
#[derive(Default)]
struct Unit {
    signature: Option<Signature>,
    /// The module and the fingerprint of the file that it is made of.
    module: Option<(Module, u64)>,
    problems: Vec<Diagnostic>,
}

impl Unit {
    fn compile(others: &Files<'_>, id: FileId, file: &SourceFile, options: &Options) -> Self {
        // The parser has said why there is no root.
        let Some(root) = file.root().filter(|root| !others.is_part(id, root, options.types_only))
        else {
            return Self::default();
        };
        let mut found = Diagnostics::default();
        let stem = Path::new(file.name()).file_stem().unwrap_or_default().to_string_lossy();
        let purpose = if options.types_only { Purpose::Types(&stem) } else { Purpose::Signature };
        let signature = ir::lower_among(others, id, root, purpose, &mut found);
        let module = signature
            .as_ref()
            .and_then(|signature| emit::module(signature, &options.code, &mut found));
        let module = module.map(|module| (module, hash(file.text().as_bytes())));
        Self { signature, module, problems: found.into_sorted() }
    }
}

/// Puts headers on the modules and writes the index.
fn assemble(all: Vec<Made>, inputs: Option<u64>) -> (Vec<OutputFile>, Record) {
    let body = index_body(&all);
    let mut files = Vec::with_capacity(all.len() + 1);
    let mut entries = Vec::with_capacity(all.len());
    for Made { module, source, input, .. } in all {
        let text = module_file(&source, input, &module.text);
        files.push(OutputFile { name: format!("{}.rs", module.name), text });
        let prompts = module.prompts.iter().map(|&(name, bytes)| (name.to_owned(), bytes));
        entries.push(Entry { module: module.name, prompts: prompts.collect(), source });
    }
    let hashes = map(&files, |file: &OutputFile| hash(file.text.as_bytes()));
    let modules = modules_hash(files.iter().map(|file| file.name.as_str()).zip(hashes));
    let record = Record { inputs, modules, entries };
    files.push(OutputFile { name: INDEX_FILE.to_owned(), text: index_file(&record, &body) });
    (files, record)
}
