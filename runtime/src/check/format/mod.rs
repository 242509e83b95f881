//! The `format` keyword: one predicate for each format that JSON Schema defines.
//!
//! Each predicate answers whether a text is written as its specification's grammar has it, in time and memory linear
//! in the text. None looks anything up elsewhere.
//!
//! A format that is not here is an annotation. So are `ip-address`, `host-name`, `color`, `style`, `phone` and
//! `utc-millisec` of draft 3, which later drafts renamed or dropped.

mod date;
mod hostname;
mod idna;
mod ip;
mod mail;
mod pointer;
mod regex;
mod template;
mod uri;
mod uuid;

pub use date::{date, date_time, duration, time};
pub use hostname::{hostname, idn_hostname};
pub use ip::{ipv4, ipv6};
pub use mail::{email, idn_email};
pub use pointer::{json_pointer, relative_json_pointer};
pub use regex::regex;
pub use template::uri_template;
pub use uri::{iri, iri_reference, uri, uri_reference};
pub use uuid::uuid;

#[cfg(test)]
mod tests;
