//! Dates, times and durations.

/// `date-time`: RFC 3339, section 5.6. `T` and `Z` may be in lower case; nothing else may stand for `T`.
///
/// A second of 60 is accepted where it is 23:59:60 in UTC, on any day: which days have one is not known in advance.
#[must_use]
pub fn date_time(text: &str) -> bool {
    match text.as_bytes().split_at_checked(10) {
        Some((date, [b'T' | b't', time @ ..])) => is_date(date) && is_time(time),
        _ => false,
    }
}

/// `date`: `full-date` of RFC 3339, section 5.6, in the Gregorian calendar.
#[must_use]
pub fn date(text: &str) -> bool {
    is_date(text.as_bytes())
}

/// `time`: `full-time` of RFC 3339, section 5.6. The offset is required.
///
/// A second of 60 is accepted where it is 23:59:60 in UTC.
#[must_use]
pub fn time(text: &str) -> bool {
    is_time(text.as_bytes())
}

/// `duration`: RFC 3339, appendix A. Weeks stand alone, and no unit is left out between two others: `P1Y0M2D`.
/// Letters may be in lower case, as in every ABNF.
#[must_use]
pub fn duration(text: &str) -> bool {
    let Some(units) = text.strip_prefix(['P', 'p']) else {
        return false;
    };
    match units.split_once(['T', 't']) {
        Some((date, time)) => {
            (date.is_empty() || has_units(date, b"YMD")) && has_units(time, b"HMS")
        }
        None => has_units(units, b"YMD") || has_units(units, b"W"),
    }
}

fn is_date(text: &[u8]) -> bool {
    let &[c1, c2, y1, y2, b'-', m1, m2, b'-', d1, d2] = text else {
        return false;
    };
    let numbers = (number(c1, c2), number(y1, y2), number(m1, m2), number(d1, d2));
    let (Some(century), Some(year), Some(month), Some(day)) = numbers else {
        return false;
    };
    let leap = if year == 0 { century % 4 == 0 } else { year % 4 == 0 };
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    };
    (1..=days).contains(&day)
}

fn is_time(text: &[u8]) -> bool {
    let &[h1, h2, b':', m1, m2, b':', s1, s2, ref rest @ ..] = text else {
        return false;
    };
    let (Some(minutes), Some(second)) = (minutes(h1, h2, m1, m2), number(s1, s2)) else {
        return false;
    };
    let Some(offset) = fraction_end(rest).and_then(offset) else {
        return false;
    };
    let utc = (minutes - offset).rem_euclid(24 * 60);
    second < 60 || (second == 60 && utc == 24 * 60 - 1)
}

/// What follows the fraction of a second, if there is one.
fn fraction_end(text: &[u8]) -> Option<&[u8]> {
    let Some(fraction) = text.strip_prefix(b".") else {
        return Some(text);
    };
    let digits = fraction.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 { None } else { fraction.get(digits..) }
}

/// The offset from UTC in minutes.
fn offset(text: &[u8]) -> Option<i16> {
    match *text {
        [b'Z' | b'z'] => Some(0),
        [b'+', h1, h2, b':', m1, m2] => minutes(h1, h2, m1, m2),
        [b'-', h1, h2, b':', m1, m2] => Some(-minutes(h1, h2, m1, m2)?),
        _ => None,
    }
}

/// The minutes of a day at an hour and a minute.
fn minutes(h1: u8, h2: u8, m1: u8, m2: u8) -> Option<i16> {
    let (hour, minute) = (number(h1, h2)?, number(m1, m2)?);
    (hour < 24 && minute < 60).then_some(hour * 60 + minute)
}

/// The number of two digits.
fn number(tens: u8, ones: u8) -> Option<i16> {
    let digits = tens.is_ascii_digit() && ones.is_ascii_digit();
    digits.then(|| i16::from(tens - b'0') * 10 + i16::from(ones - b'0'))
}

/// Whether a text is one or more numbers with units, which follow one another in `order` without a gap.
fn has_units(text: &str, order: &[u8]) -> bool {
    let mut rest = text.as_bytes();
    let mut due: Option<&[u8]> = None;
    while !rest.is_empty() {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let Some((unit, after)) = rest[digits..].split_first() else {
            return false;
        };
        let units = due.unwrap_or(order);
        let place = units.iter().position(|due| due.eq_ignore_ascii_case(unit));
        let Some(place) = place.filter(|place| digits > 0 && (due.is_none() || *place == 0)) else {
            return false;
        };
        due = Some(&units[place + 1..]);
        rest = after;
    }
    due.is_some()
}
