//! Compiles JSON Schema *signature* files to typed Rust predictors.
//!
//! Data flows one way: [`schema`] (as written, with places) to [`ir`] (what it means) to `plan` (which
//! Rust and which prompt text to write) to `emit` (tokens).

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
mod compile;
pub mod diagnostic;
mod emit;
#[cfg(feature = "cli")]
pub mod format;
pub mod ir;
mod pattern;
mod plan;
pub mod schema;

pub use compile::{
    Builder, Error, FileState, Report, SignatureReport, Stale, StaleReason, compile,
};
pub use plan::Library;
