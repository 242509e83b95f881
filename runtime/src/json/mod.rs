//! JSON text: writing values, and open values that keep order and exact numbers.

mod float;
mod number;
mod text;
mod value;
mod write;

pub use crate::decode::Decode;
pub use float::write_f64;
pub use number::Number;
pub use text::{from_str, to_string};
pub use value::{Json, JsonError};
pub use write::{Encode, ListWriter, ObjectWriter, write_string};
