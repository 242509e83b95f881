//! What reading holds to, as functions that panic where it does not.
//!
//! Each target is a plain function of bytes, so that it runs under cargo-fuzz, under a driver of our own on a stable
//! toolchain (`random`), and on one file (`replay`).

#[path = "../../examples/shared/collections.rs"]
mod collections;
mod entropy;
mod instance;
mod mutate;
#[path = "../../examples/shared/pieces.rs"]
mod pieces;
pub mod seeds;
mod shrink;
mod signatures;
pub mod target;

pub use entropy::Random;
pub use mutate::mutate;
pub use shrink::shrink;
