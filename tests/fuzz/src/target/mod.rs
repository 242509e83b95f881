//! The targets. Each panics where something does not hold; the message up to the first colon says what.

mod linear;
mod never_panics;
mod no_silent_loss;
mod oracle;
mod strict_oracle;
mod valid_first;

pub use linear::linear;
pub use never_panics::never_panics;
pub use no_silent_loss::no_silent_loss;
pub use strict_oracle::strict_oracle;
pub use valid_first::valid_first;

/// A target, and what its random inputs are made of.
pub struct Target {
    /// What it is called.
    pub name: &'static str,
    /// The target.
    pub run: fn(&[u8]),
    /// What inputs are.
    pub input: Input,
}

/// What the bytes of an input are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A byte for the signature, and a reply.
    Reply,
    /// The same, but the reply is JSON.
    Json,
    /// Choices.
    Choices,
}

/// All of them.
pub const TARGETS: [Target; 5] = [
    Target { name: "strict_oracle", run: strict_oracle, input: Input::Json },
    Target { name: "valid_first", run: valid_first, input: Input::Reply },
    Target { name: "never_panics", run: never_panics, input: Input::Reply },
    Target { name: "linear", run: linear, input: Input::Choices },
    Target { name: "no_silent_loss", run: no_silent_loss, input: Input::Choices },
];

/// The signature's byte and the reply. Bytes that are no text are replaced.
fn split(data: &[u8]) -> Option<(u8, std::borrow::Cow<'_, str>)> {
    let (first, rest) = data.split_first()?;
    Some((*first, String::from_utf8_lossy(rest)))
}
