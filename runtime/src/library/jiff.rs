//! Points in time, dates and durations of the crate `jiff`.

use std::fmt::Write as _;

use jiff::civil::Date;
use jiff::{Span, SpanFieldwise, Timestamp};

use super::{Spelled, as_text};
use crate::check::format;

as_text!(Timestamp Date SpanFieldwise);

/// The start of the year 0, before which RFC 3339 has no spelling.
const FIRST: Timestamp = Timestamp::constant(-62_167_219_200, 0);

/// The point in time alone is kept, not the offset. Seconds have at most nine decimals; a leap second, which would
/// be read as the second before it, is refused.
impl Spelled for Timestamp {
    const NAME: &'static str = "jiff::Timestamp";
    const FORMAT: &'static str = "date-time";

    fn has_format(text: &str) -> bool {
        format::date_time(text)
    }

    fn parse(text: &str) -> Option<Self> {
        // `2016-12-31T23:59:60Z`
        if text.get(17..19) == Some("60") {
            return None;
        }
        text.parse().ok().filter(|time| *time >= FIRST)
    }

    fn spell(&self, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = write!(out, "{self}");
    }
}

impl Spelled for Date {
    const NAME: &'static str = "jiff::civil::Date";
    const FORMAT: &'static str = "date";

    fn has_format(text: &str) -> bool {
        format::date(text)
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn spell(&self, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = write!(out, "{self}");
    }
}

/// A [`Span`] that is equal to another if all of its units are, since generated types are compared.
impl Spelled for SpanFieldwise {
    const NAME: &'static str = "jiff::SpanFieldwise";
    const FORMAT: &'static str = "duration";

    fn has_format(text: &str) -> bool {
        format::duration(text)
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse::<Span>().ok().map(Self)
    }

    fn spell(&self, out: &mut String) {
        spell_span(&self.0, out);
    }
}

/// A duration by the grammar of RFC 3339, which has no gaps between units, and weeks alone. A negative span and one
/// with parts of a second have no spelling there: they are written as ISO 8601 has them.
fn spell_span(span: &Span, out: &mut String) {
    let has_parts =
        span.get_milliseconds() != 0 || span.get_microseconds() != 0 || span.get_nanoseconds() != 0;
    let days = i64::from(span.get_days());
    let weeks = i64::from(span.get_weeks());
    let date = [i64::from(span.get_years()), i64::from(span.get_months()), days + weeks * 7];
    let time = [i64::from(span.get_hours()), span.get_minutes(), span.get_seconds()];
    let has_time = time != [0; 3];
    // Writing to a string cannot fail.
    let _ = if span.is_negative() || has_parts || span.is_zero() {
        write!(out, "{span}")
    } else if date == [0, 0, weeks * 7] && !has_time {
        write!(out, "P{weeks}W")
    } else {
        out.push('P');
        spell_units(&date, "YMD", out);
        if has_time {
            out.push('T');
            spell_units(&time, "HMS", out);
        }
        Ok(())
    };
}

/// Appends the units from the first to the last that is not zero.
fn spell_units(counts: &[i64; 3], units: &str, out: &mut String) {
    let is_set = |count: &i64| *count != 0;
    let (first, last) = (counts.iter().position(is_set), counts.iter().rposition(is_set));
    let (Some(first), Some(last)) = (first, last) else { return };
    for (count, unit) in counts.iter().zip(units.chars()).take(last + 1).skip(first) {
        // Writing to a string cannot fail.
        let _ = write!(out, "{count}{unit}");
    }
}
