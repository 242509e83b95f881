//! The schema's rules that are more than a comparison.
//!
//! Generated code calls these on values as they stand in a reply. A rule on one kind of value holds for values of all
//! other kinds, as in JSON Schema.

pub mod format;
mod number;
pub mod pattern;
mod value;

pub use number::Decimal;
pub use pattern::Pattern;
pub use value::*;
