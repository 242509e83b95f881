//! The options of a run.

use std::env;
use std::path::{Path, PathBuf};

use super::driver::{Generated, Inputs, Options};
use super::error::Error;
use super::fresh::unchanged;
use super::header::Record;
use super::report::{FileState, Report, SignatureReport, Stale};
use super::write::Difference;
use crate::diagnostic::{Code, Diagnostic};
use crate::plan::Library;
use crate::schema::SourceMap;

/// Generates code with options that [`compile`](crate::compile) leaves at their defaults.
///
/// ```no_run
/// // build.rs
/// fn main() -> Result<(), sigcodegen::Error> {
///     sigcodegen::Builder::new().signatures("schemas").signatures("more/qa.json").compile()?;
///     Ok(())
/// }
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Builder {
    signatures: Vec<PathBuf>,
    out_dir: Option<PathBuf>,
    rerun_lines: bool,
    options: Options,
}

impl Default for Builder {
    fn default() -> Self {
        let options = Options::default();
        Self { signatures: Vec::new(), out_dir: None, rerun_lines: true, options }
    }
}

impl Builder {
    /// No signatures yet, all options at their defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a signature file, or a folder whose `*.json` files are signatures, at any depth. Hidden
    /// files and folders and `signature.schema.json` are passed over. May be given several times; a
    /// file that several paths lead to is read once.
    ///
    /// Default: none, and a run without any signature is an error.
    pub fn signatures(mut self, path: impl AsRef<Path>) -> Self {
        self.signatures.push(path.as_ref().to_owned());
        self
    }

    /// The folder for the generated files. It is created if it is missing. It belongs to one run: modules
    /// that an earlier run left there and this one does not make are removed.
    ///
    /// Default: the folder that the environment variable `OUT_DIR` names, as cargo sets it for build
    /// scripts.
    pub fn out_dir(mut self, path: impl AsRef<Path>) -> Self {
        self.out_dir = Some(path.as_ref().to_owned());
        self
    }

    /// Whether [`Self::compile`] prints lines for cargo: which paths to watch, and warnings.
    ///
    /// Default: `true`. Without them cargo runs the build script whenever any file of the package changes,
    /// and warnings are seen in the [`Report`] only.
    pub fn rerun_lines(mut self, print: bool) -> Self {
        self.rerun_lines = print;
        self
    }

    /// Whether a schema without `x-field` on any property is generated as types only: its root type, named by `title`
    /// or else by the file, with `from_json`, `from_reply` and `to_json`. Any schema will do then, not only one of an
    /// object. Files with `x-field` are signatures all the same.
    ///
    /// Default: `false`, and such a file is an error.
    pub fn types(mut self, types_only: bool) -> Self {
        self.options.types_only = types_only;
        self
    }

    /// Generates a library's types for strings that have a `format` it knows, as [`Library`] lists them. The code needs
    /// the feature of `sigcodegen-runtime` that is called as the library is. May be given several times. Prompts stay
    /// as they are. A `default` of such a type must be one that the generator can vouch for.
    ///
    /// Default: none, and a string with a format is a `String` that is checked when it is read.
    ///
    /// ```no_run
    /// // build.rs
    /// use sigcodegen::{Builder, Library};
    ///
    /// fn main() -> Result<(), sigcodegen::Error> {
    ///     Builder::new().signatures("schemas").library(Library::Jiff).library(Library::Uuid).compile()?;
    ///     Ok(())
    /// }
    /// ```
    pub fn library(mut self, library: Library) -> Self {
        let libraries = &mut self.options.code.libraries;
        // In their order and each once, so that how they were given does not show.
        if let Err(at) = libraries.binary_search(&library) {
            libraries.insert(at, library);
        }
        self
    }

    /// Whether generated types implement serde's `Serialize` and `Deserialize`: inputs, outputs and the types that
    /// they hold, but not partial ones. They are written as the JSON that the model writes, with the keys of the
    /// schema, and read strictly, with all rules of the schema. The code needs the feature `serde` of
    /// `sigcodegen-runtime`.
    ///
    /// Default: `false`, and nothing of serde is needed.
    pub fn serde(mut self, serde: bool) -> Self {
        self.options.code.serde = serde;
        self
    }

    /// Generates and writes. Files that already have the right content are not touched. When anything
    /// fails, all problems are returned and the output folder is as it was.
    pub fn compile(&self) -> Result<Report, Error> {
        if self.rerun_lines {
            self.watched().for_each(|line| println!("{line}"));
        }
        let report = self.write()?;
        if self.rerun_lines {
            report.warnings_in_lines().for_each(|line| println!("cargo::warning={line}"));
        }
        Ok(report)
    }

    /// Generates and compares with the output folder, without writing. Returns each file that
    /// [`Self::compile`] would write or remove.
    pub fn check(&self) -> Result<Vec<Stale>, Error> {
        let out_dir = self.output_folder()?;
        let generated = Inputs::read(&self.signatures, self.options.clone()).generate()?;
        match Difference::new(&out_dir, &generated.files) {
            Ok(difference) => Ok(difference.stale()),
            Err(problems) => Err(Error::new(problems, generated.sources)),
        }
    }

    /// Generates in memory: the name and the text of each file, `signatures.rs` last. Reads the signature
    /// files and nothing else.
    pub fn generate(&self) -> Result<Vec<(String, String)>, Error> {
        let generated = Inputs::read(&self.signatures, self.options.clone()).generate()?;
        Ok(generated.files.into_iter().map(|file| (file.name, file.text)).collect())
    }

    fn write(&self) -> Result<Report, Error> {
        let out_dir = self.output_folder()?;
        let inputs = Inputs::read(&self.signatures, self.options.clone());
        if let Some(record) = inputs.fingerprint().and_then(|inputs| unchanged(&out_dir, inputs)) {
            let states = vec![FileState::Unchanged; record.entries.len() + 1];
            let mut report = report(record, states, Vec::new(), SourceMap::default());
            report.was_fresh = true;
            return Ok(report);
        }
        let Generated { files, record, warnings, sources } = inputs.generate()?;
        let done = Difference::new(&out_dir, &files).and_then(Difference::apply);
        match done {
            Ok((states, removed)) => {
                Ok(Report { removed, ..report(record, states, warnings, sources) })
            }
            Err(problems) => Err(Error::new(problems, sources)),
        }
    }

    fn output_folder(&self) -> Result<PathBuf, Error> {
        let given = self.out_dir.clone();
        given.or_else(|| env::var_os("OUT_DIR").map(PathBuf::from)).ok_or_else(|| {
            let problem = Diagnostic::placeless(Code::CannotWrite, "no output folder is known")
                .help(
                    "call this from a build script, where cargo sets `OUT_DIR`, or set `out_dir`",
                );
            Error::new(vec![problem], SourceMap::default())
        })
    }

    /// The lines that tell cargo what to watch: a folder whole, so that a new file in it is noticed. A path
    /// that does not exist is left out, since cargo would run the build script every time; so is one with a
    /// line break, which would be taken for further lines.
    pub(super) fn watched(&self) -> impl Iterator<Item = String> {
        let paths = self.signatures.iter().filter(|path| path.exists());
        let lines = paths.map(|path| format!("cargo::rerun-if-changed={}", path.display()));
        lines.filter(|line| !line.contains('\n'))
    }
}

/// `states` has one entry more than there are modules: the last is the index file's.
fn report(
    record: Record,
    mut states: Vec<FileState>,
    warnings: Vec<Diagnostic>,
    sources: SourceMap,
) -> Report {
    let index = states.pop().unwrap_or(FileState::Unchanged);
    let signatures = record.entries.into_iter().zip(states).map(|(entry, state)| SignatureReport {
        source: entry.source,
        module: entry.module,
        prompts: entry.prompts,
        state,
    });
    Report {
        signatures: signatures.collect(),
        index,
        removed: Vec::new(),
        was_fresh: false,
        warnings,
        sources,
    }
}
