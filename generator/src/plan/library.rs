//! Types of libraries for the texts of formats.

use crate::ir::{Kind, Signature, TextRule, Type};
use crate::schema::Format;

/// A library whose types stand for strings with a `format`. The runtime has a feature of the same name, which code that
/// was generated with it needs.
///
/// Only a string that has such a format and no other rule becomes the library's type; one with a `pattern`, a length or
/// an `enum` besides stays a `String`. A text is checked against the format first, as for strings. One that the
/// library cannot hold is out of range. Values are written in the canonical spelling of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum Library {
    /// `date-time` as `jiff::Timestamp`, `date` as `jiff::civil::Date`, `duration` as `jiff::SpanFieldwise`
    ///
    /// A point in time has at most nine decimals, is no leap second, and does not keep its offset. A duration is a
    /// `Span` that can be compared, as all generated types can. `time` stays a string: its offset is a part of it,
    /// which no type of jiff keeps.
    Jiff,
    /// `uuid` as `uuid::Uuid`
    Uuid,
    /// `uri` as `url::Url`
    ///
    /// It follows the WHATWG, as browsers do: a missing path becomes `/`, a host small letters.
    Url,
}

/// A library's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LibraryType {
    Timestamp,
    Date,
    Duration,
    Uuid,
    Url,
}

impl LibraryType {
    /// What stands for the strings of a type, if one of these libraries has something.
    pub(super) fn of(ty: &Type, libraries: &[Library]) -> Option<Self> {
        let is_plain = ty.bounds.is_empty() && ty.guards.is_empty();
        let (Kind::String, [TextRule::Format(format)], true) =
            (&ty.kind, ty.texts.as_slice(), is_plain)
        else {
            return None;
        };
        let (library, ty) = match format {
            Format::DateTime => (Library::Jiff, Self::Timestamp),
            Format::Date => (Library::Jiff, Self::Date),
            Format::Duration => (Library::Jiff, Self::Duration),
            Format::Uuid => (Library::Uuid, Self::Uuid),
            Format::Uri => (Library::Url, Self::Url),
            _ => return None,
        };
        libraries.contains(&library).then_some(ty)
    }

    /// For each type of a signature what stands for it.
    pub(super) fn all(signature: &Signature, libraries: &[Library]) -> Vec<Option<Self>> {
        signature.types.all.iter().map(|ty| Self::of(ty, libraries)).collect()
    }

    /// What it is called.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Timestamp => "Timestamp",
            Self::Date => "Date",
            Self::Duration => "Duration",
            Self::Uuid => "Uuid",
            Self::Url => "Url",
        }
    }

    /// Whether it derives `Default`; all derive `Eq` and `Hash`.
    pub(super) fn is_default(self) -> bool {
        self != Self::Url
    }

    pub(super) fn is_copy(self) -> bool {
        self != Self::Url
    }

    /// Why a default, which is of the format, cannot be written as code that never fails, if it cannot. The generator has
    /// no library to ask, so it vouches for the usual texts only.
    pub(super) fn refusal(self, text: &str) -> Option<&'static str> {
        let (is_held, words) = match self {
            Self::Timestamp => (
                is_plain_time(text),
                "it must be from the years 1 to 9998, with at most nine decimals and no leap second",
            ),
            Self::Duration => (is_short(text), "its numbers are too large"),
            Self::Url => (
                is_plain_url(text),
                "it must begin with `https://` or `http://` and a host name in small ASCII letters",
            ),
            Self::Date | Self::Uuid => return None,
        };
        (!is_held).then_some(words)
    }
}

/// Whether a `date-time` is no leap second, has few decimals, and is far from the ends of what jiff holds.
fn is_plain_time(text: &str) -> bool {
    let (year, rest) = (text.get(..4), text.get(19..).unwrap_or_default());
    let decimals = rest.trim_start_matches('.').bytes().take_while(u8::is_ascii_digit).count();
    !matches!(year, Some("0000" | "9999") | None) && text.get(17..19) != Some("60") && decimals <= 9
}

/// Whether jiff holds each unit of a `duration`.
fn is_short(text: &str) -> bool {
    let mut is_time = false;
    text.trim_start_matches(['P', 'p']).split_inclusive(|c: char| !c.is_ascii_digit()).all(|part| {
        let (count, unit) = part.split_at(part.len().saturating_sub(1));
        let most: u64 = match unit {
            "T" | "t" => {
                is_time = true;
                return true;
            }
            "Y" | "y" => 19_998,
            "M" | "m" if !is_time => 239_976,
            "W" | "w" => 1_043_497,
            "D" | "d" => 7_304_484,
            "H" | "h" => 175_307_616,
            "M" | "m" => 10_518_456_960,
            _ => 631_107_417_600,
        };
        // Zeros in front count as digits for jiff, of which it reads as many as an `i64` has.
        count.len() <= 18 && count.parse().is_ok_and(|count: u64| count <= most)
    })
}

/// Whether a `uri` is one that all readers of URLs take: a scheme of the web, a name of plain labels, a port.
fn is_plain_url(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")) else {
        return false;
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let (host, port) = authority.split_once(':').unwrap_or((authority, "0"));
    let is_inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let is_label = |label: &str| {
        label.starts_with(|c: char| c.is_ascii_lowercase())
            && !label.ends_with('-')
            && !label.contains("--")
            && label.len() <= 63
            && label.bytes().all(is_inner)
    };
    host.len() <= 253 && host.split('.').all(is_label) && port.parse::<u16>().is_ok()
}
