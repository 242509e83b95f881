//! Reading a generated type from a text, without a signature around it.

use std::fmt;

use crate::decode::{Decode, Decoded, Decoder, Finding, Kinds, Shape, Strictness};
use crate::error::{CheckResult, FieldError, Repair};
use crate::report;

/// A value and how it came about.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Read<T> {
    /// The value.
    pub value: T,
    /// What was put right or left out on reading. Empty for a text that is just the value.
    pub repairs: Vec<Repair>,
    /// The results of `x-checks` rules.
    pub checks: Vec<CheckResult>,
}

/// A text that is no value of the type.
///
/// `Display` prints one line for each error, with the place of the value.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ReadError<P> {
    /// Everything that is wrong with the text, in its order. Not empty.
    pub errors: Vec<FieldError>,
    /// How many more errors and repairs there were than are listed.
    pub omitted: usize,
    /// What could be read of the value, if anything could.
    pub partial: Option<Box<P>>,
    /// What was put right or left out on reading.
    pub repairs: Vec<Repair>,
}

/// Reads a text that is one JSON value of a type and nothing else. Nothing is put right.
///
/// # Errors
///
/// Everything that is wrong with the text.
pub fn from_json<T: Decode>(text: &str) -> Result<T, ReadError<T::Partial>> {
    let mut decoder = Decoder::new(text, Strictness::Strict);
    let value = decoder.read_whole();
    collect(value, decoder).map(|read| read.value)
}

/// Reads a value of a type from a model's reply. A reply that is the JSON value and nothing else is read as it stands;
/// otherwise the value may stand in a fence or among prose, and a text may stand without quotes.
///
/// # Errors
///
/// Everything that is wrong with the reply.
pub fn from_reply<T: Decode>(reply: &str) -> Result<Read<T>, ReadError<T::Partial>> {
    let as_text = || {
        let mut decoder = Decoder::new(reply, Strictness::Tolerant);
        decoder.enter_text(false);
        let value = decoder.read_text();
        collect(value, decoder)
    };
    if T::SHAPE != Shape::Plain {
        return as_text();
    }
    // In the text of a field, quotes are a part of a string. Here they are JSON first.
    let mut decoder = Decoder::new(reply, Strictness::Tolerant);
    let value = decoder.read_whole();
    let is_read = value.is_ok() && decoder.error_count() == 0;
    let is_json = reply.trim_start().starts_with('"') || !T::KINDS.meets(Kinds::STRING);
    let says_more = is_json && decoder.stands_at_end();
    let as_json = collect(value, decoder);
    if is_read || (says_more && reply.trim_start().starts_with('"')) {
        return as_json;
    }
    match as_text() {
        Err(_) if says_more => as_json,
        read => read,
    }
}

fn collect<T: Decode>(
    value: Decoded<T>,
    decoder: Decoder<'_>,
) -> Result<Read<T>, ReadError<T::Partial>> {
    let is_wrong = decoder.error_count() > 0;
    let (findings, omitted) = decoder.into_findings();
    let (mut errors, mut repairs, mut checks) = (Vec::new(), Vec::new(), Vec::new());
    for finding in findings {
        match finding {
            Finding::Error(error) => errors.push(error),
            Finding::Repair(repair) => repairs.push(repair),
            Finding::Check(check) => checks.push(check),
        }
    }
    let partial = match value {
        Ok(value) if !is_wrong => return Ok(Read { value, repairs, checks }),
        Ok(value) => Some(Box::new(value.into_partial())),
        Err(rejected) => rejected.0,
    };
    Err(ReadError { errors, omitted, partial, repairs })
}

impl<P> ReadError<P> {
    /// A short text that can be sent back to the model: a line for each of the first ten errors, with the JSON Pointer of
    /// the value, what was expected and what was found.
    #[must_use]
    pub fn for_model(&self) -> String {
        report::for_model(&self.errors, self.omitted)
    }

    /// A text for people that shows the place of each of the first twenty errors in the text that was read.
    #[must_use]
    pub fn report(&self, text: &str) -> String {
        report::for_people(&self.errors, self.omitted, text)
    }
}

impl<P> fmt::Display for ReadError<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the text cannot be read")?;
        for error in &self.errors {
            write!(f, "\n- {error}")?;
        }
        if self.omitted > 0 {
            write!(f, "\n- and {} more", self.omitted)?;
        }
        Ok(())
    }
}

impl<P: fmt::Debug> std::error::Error for ReadError<P> {}
