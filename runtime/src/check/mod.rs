//! The schema's rules that are more than a comparison.

pub mod format;
