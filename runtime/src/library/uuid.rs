//! UUIDs of the crate `uuid`.

use std::fmt::Write as _;

use uuid::Uuid;

use super::{Spelled, as_text};
use crate::check::format;

as_text!(Uuid);

impl Spelled for Uuid {
    const NAME: &'static str = "uuid::Uuid";
    const FORMAT: &'static str = "uuid";

    fn has_format(text: &str) -> bool {
        format::uuid(text)
    }

    fn parse(text: &str) -> Option<Self> {
        Self::try_parse(text).ok()
    }

    fn spell(&self, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = write!(out, "{}", self.as_hyphenated());
    }
}
