use ::jiff::civil::Date;
use ::jiff::{Span, SpanFieldwise, Timestamp};
use ::url::Url;
use ::uuid::Uuid;

use super::Spelled;
use crate::ErrorKind;
use crate::json::to_string;
use crate::read::from_json;

/// How a text is written once it was read; the kind of error if it is not.
fn again<T: Spelled + crate::json::Encode + std::fmt::Debug>(
    text: &str,
) -> Result<String, ErrorKind> {
    match from_json::<T>(&to_string(text)) {
        Ok(value) => {
            let written = to_string(&value);
            let spelling = written.trim_matches('"').to_owned();
            assert!(T::has_format(&spelling), "{text} is written as {spelling}");
            assert_eq!(to_string(&from_json::<T>(&written).unwrap()), written);
            Ok(spelling)
        }
        Err(error) => Err(error.errors[0].kind),
    }
}

#[test]
fn points_in_time_are_written_in_utc() {
    let cases = [
        ("2024-01-02T05:04:05+02:00", Ok("2024-01-02T03:04:05Z")),
        ("2024-01-02t03:04:05z", Ok("2024-01-02T03:04:05Z")),
        ("2024-01-02T03:04:05.120Z", Ok("2024-01-02T03:04:05.12Z")),
        ("0000-01-01T00:00:00Z", Ok("0000-01-01T00:00:00Z")),
        ("2024-01-02T03:04:05", Err(ErrorKind::Constraint)),
        ("2024-01-02", Err(ErrorKind::Constraint)),
        // What would be changed by reading it.
        ("2016-12-31T23:59:60Z", Err(ErrorKind::OutOfRange)),
        ("2024-01-02T03:04:05.1234567891Z", Err(ErrorKind::OutOfRange)),
        ("9999-12-31T23:59:59Z", Err(ErrorKind::OutOfRange)),
        ("0000-01-01T00:00:00+01:00", Err(ErrorKind::OutOfRange)),
    ];
    for (text, expected) in cases {
        assert_eq!(again::<Timestamp>(text), expected.map(str::to_owned), "{text}");
    }
}

#[test]
fn dates_are_written_as_they_were() {
    for text in ["2024-02-29", "0000-01-01", "9999-12-31"] {
        assert_eq!(again::<Date>(text), Ok(text.to_owned()));
    }
    assert_eq!(again::<Date>("2023-02-29"), Err(ErrorKind::Constraint));
    assert_eq!(again::<Date>("20240229"), Err(ErrorKind::Constraint));
}

#[test]
fn durations_are_written_by_the_grammar_of_the_format() {
    let cases = [
        ("P1Y2M10DT2H30M", Ok("P1Y2M10DT2H30M")),
        ("P1Y0M2D", Ok("P1Y0M2D")),
        ("PT2H0M3S", Ok("PT2H0M3S")),
        ("PT36H", Ok("PT36H")),
        ("p2w", Ok("P2W")),
        ("P0D", Ok("PT0S")),
        ("P1Y2D", Err(ErrorKind::Constraint)),
        ("PT1.5S", Err(ErrorKind::Constraint)),
        ("-P1D", Err(ErrorKind::Constraint)),
        ("P19999Y", Err(ErrorKind::OutOfRange)),
        ("P99999999999999999999D", Err(ErrorKind::OutOfRange)),
    ];
    for (text, expected) in cases {
        assert_eq!(again::<SpanFieldwise>(text), expected.map(str::to_owned), "{text}");
    }
    // Spans that no reply gives, but a program may.
    let spans = [
        (Span::new().weeks(1).days(2), "\"P9D\""),
        (Span::new().weeks(1).hours(2), "\"P7DT2H\""),
        (Span::new().weeks(2).months(1), "\"P1M14D\""),
        (Span::new().days(-2), "\"-P2D\""),
        (Span::new().milliseconds(1500), "\"PT1.5S\""),
    ];
    for (span, expected) in spans {
        assert_eq!(to_string(&SpanFieldwise(span)), expected);
    }
}

#[test]
fn uuids_are_written_in_small_letters() {
    let text = "123E4567-e89b-12d3-a456-426614174000";
    assert_eq!(again::<Uuid>(text), Ok(text.to_lowercase()));
    assert_eq!(again::<Uuid>(&text.replace('-', "")), Err(ErrorKind::Constraint));
    assert_eq!(again::<Uuid>(&format!("urn:uuid:{text}")), Err(ErrorKind::Constraint));
}

#[test]
fn urls_are_written_as_browsers_do() {
    let cases = [
        ("HTTPS://Example.com", Ok("https://example.com/")),
        ("https://example.com:443/a?b#c", Ok("https://example.com/a?b#c")),
        ("mailto:ann@example.com", Ok("mailto:ann@example.com")),
        ("urn:isbn:0451450523", Ok("urn:isbn:0451450523")),
        ("example.com", Err(ErrorKind::Constraint)),
        ("https://example.com/a b", Err(ErrorKind::Constraint)),
        ("http://[v1.x]/", Err(ErrorKind::OutOfRange)),
        ("http://example.com:99999/", Err(ErrorKind::OutOfRange)),
        ("http://%7B/", Err(ErrorKind::OutOfRange)),
    ];
    for (text, expected) in cases {
        assert_eq!(again::<Url>(text), expected.map(str::to_owned), "{text}");
    }
}
