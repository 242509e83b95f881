//! What the schemas mean, free of both JSON Schema's spelling and Rust's.

mod decimal;
mod equal;
mod fold;
mod kinds;
mod lower;
mod rules;
mod together;
mod types;
mod value;

pub use lower::{Files, Purpose, lower, lower_among};
pub use rules::*;
pub use together::check_together;
pub use types::*;
pub use value::{Problem, ValueChecker, check_value, is_literal};
