//! From paths to files: finds and reads the signature files, runs the stages, writes the result.

mod builder;
mod discover;
mod driver;
mod error;
mod fresh;
mod hash;
mod header;
mod index;
mod parallel;
mod report;
mod write;

#[cfg(test)]
mod tests;

use std::path::Path;

pub use builder::Builder;
pub use error::Error;
pub use report::{FileState, Report, SignatureReport, Stale, StaleReason};

#[cfg(feature = "cli")]
pub(crate) use discover::{shown, unreadable};

/// Generates the code of all signatures in a file or folder, from a build script.
///
/// The path is relative to the package's folder, in which cargo runs build scripts. The code goes to
/// the folder in `OUT_DIR`, where `sigcodegen_runtime::include_signatures!()` finds it. Cargo is told to
/// run the build script again when a signature file changes, appears or goes.
///
/// ```no_run
/// // build.rs
/// fn main() -> Result<(), sigcodegen::Error> {
///     sigcodegen::compile("schemas")
/// }
/// ```
///
/// Fails with every problem of every file; then nothing was written. [`Builder`] has options.
pub fn compile(path: impl AsRef<Path>) -> Result<(), Error> {
    Builder::new().signatures(path).compile().map(drop)
}
