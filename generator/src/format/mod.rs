//! The signature format as Rust types, published as a JSON Schema so that an editor completes and
//! checks signature files.
//!
//! The types describe the files and are never filled: reading a file with its places is the
//! [`schema`](crate::schema) module's. What an editor accepts is a little more than what the generator
//! does, since rules that concern several keywords are the generator's alone.

mod field;
mod publish;
mod schema;
mod signature;
mod words;

pub use field::{Field, FieldMark};
pub use publish::{SCHEMA_ID, published};
pub use schema::{
    Check, Dependency, EnumDescriptions, NumberOrBoolean, OneOrMany, OneOrManySchemas, OrOther,
    Schema, SchemaOrBoolean,
};
pub use signature::Signature;
pub use words::{Adapter, Direction, Format, InputFormat, Style, TypeName};
