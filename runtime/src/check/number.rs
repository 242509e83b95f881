//! Numbers of any size, compared and divided exactly.

use std::cmp::Ordering;
use std::fmt;

/// A decimal number, as JSON spells it: `digits` times ten to the power of `exponent`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    is_negative: bool,
    /// Without zeros at either end; empty for zero.
    digits: Vec<u8>,
    exponent: i64,
}

impl Decimal {
    /// Reads a JSON number; an exponent beyond all use counts as the greatest one.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let (is_negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let is_small = exponent.starts_with('-');
        let limit = i64::MAX / 4;
        let exponent: i64 = exponent.parse().unwrap_or(if is_small { -limit } else { limit });
        let mut exponent = exponent.clamp(-limit, limit);
        exponent -= i64::try_from(fraction.len()).unwrap_or(limit);
        let digits = whole.bytes().chain(fraction.bytes()).filter(u8::is_ascii_digit);
        let mut digits: Vec<u8> = digits.skip_while(|digit| *digit == b'0').collect();
        while digits.last() == Some(&b'0') {
            digits.pop();
            exponent += 1;
        }
        if digits.is_empty() {
            return Self { is_negative: false, digits, exponent: 0 };
        }
        Self { is_negative, digits, exponent }
    }

    /// Whether the number has no fraction.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.exponent >= 0
    }

    /// The number without its fraction; `None` beyond 128 bits.
    #[must_use]
    pub fn truncated(&self) -> Option<i128> {
        // No number of 128 bits has more digits.
        let places = self.exponent.checked_add(i64::try_from(self.digits.len()).ok()?)?;
        if places > 39 && !self.digits.is_empty() {
            return None;
        }
        let places = usize::try_from(places).unwrap_or(0);
        let zeros = std::iter::repeat(&b'0');
        let digits = self.digits.iter().chain(zeros).take(places);
        digits.into_iter().try_fold(0_i128, |value, digit| {
            let digit = i128::from(digit - b'0');
            let value = value.checked_mul(10)?;
            if self.is_negative { value.checked_sub(digit) } else { value.checked_add(digit) }
        })
    }

    /// Whether the number is below 0.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.is_negative
    }

    /// Whether the number is a whole multiple of another one, which is above 0.
    #[must_use]
    pub fn is_multiple_of(&self, other: &Self) -> bool {
        if self.digits.is_empty() {
            return true;
        }
        let shift = self.exponent - other.exponent;
        // A number whose digits do not end with a zero is no multiple of ten.
        let Ok(zeros) = u64::try_from(shift) else { return false };
        let Some(divisor) = other.small() else { return self.digits == other.digits };
        let divisor = u128::from(divisor);
        let add = |rest: u128, digit: &u8| (rest * 10 + u128::from(digit - b'0')) % divisor;
        let rest = self.digits.iter().fold(0, add);
        (rest * power_of_ten(zeros, divisor)).is_multiple_of(divisor)
    }

    /// The digits as a number, if that is not beyond 64 bits.
    fn small(&self) -> Option<u64> {
        std::str::from_utf8(&self.digits).ok()?.parse().ok()
    }

    /// The place of the first digit before the point.
    fn magnitude(&self) -> i64 {
        self.exponent.saturating_add(i64::try_from(self.digits.len()).unwrap_or(i64::MAX))
    }

    fn size(&self, other: &Self) -> Ordering {
        match (self.digits.is_empty(), other.digits.is_empty()) {
            (true, true) => return Ordering::Equal,
            (true, false) => return Ordering::Less,
            (false, true) => return Ordering::Greater,
            (false, false) => {}
        }
        // Without zeros at the end, digits of equal magnitude compare as texts do.
        self.magnitude().cmp(&other.magnitude()).then_with(|| self.digits.cmp(&other.digits))
    }
}

/// One spelling for all equal numbers.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_negative {
            f.write_str("-")?;
        }
        let digits = std::str::from_utf8(&self.digits).unwrap_or_default();
        write!(f, "{}e{}", if digits.is_empty() { "0" } else { digits }, self.exponent)
    }
}

/// Ten to a power, modulo a number.
fn power_of_ten(mut power: u64, modulus: u128) -> u128 {
    let (mut result, mut base) = (1 % modulus, 10 % modulus);
    while power > 0 {
        if power & 1 == 1 {
            result = result * base % modulus;
        }
        base = base * base % modulus;
        power >>= 1;
    }
    result
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.is_negative, other.is_negative) {
            (false, false) => self.size(other),
            (true, true) => other.size(self),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    #[test]
    fn compares_by_value() {
        let ascending = [
            "-1e3",
            "-12.5",
            "-0.1",
            "0",
            "1e-9",
            "0.999",
            "1",
            "1.01",
            "9",
            "10",
            "1e400",
            "1e99999999999999999999",
        ];
        for (at, one) in ascending.iter().enumerate() {
            for (place, other) in ascending.iter().enumerate() {
                assert_eq!(
                    Decimal::parse(one).cmp(&Decimal::parse(other)),
                    at.cmp(&place),
                    "{one} {other}"
                );
            }
        }
        for (one, other) in [("1", "1.0"), ("100", "1e2"), ("0", "-0.0"), ("0.5", "5E-1")] {
            assert_eq!(Decimal::parse(one), Decimal::parse(other), "{one} {other}");
        }
    }

    #[test]
    fn divides_exactly() {
        let is_multiple = |one, other| Decimal::parse(one).is_multiple_of(&Decimal::parse(other));
        for (one, other) in [
            ("0", "3"),
            ("9", "3"),
            ("-9", "3"),
            ("0.3", "0.1"),
            ("1.1", "0.01"),
            ("10", "2.5"),
            ("10", "0.0005"),
            ("12e2", "400"),
            ("5", "2.5"),
            ("1e30", "1e29"),
        ] {
            assert!(is_multiple(one, other), "{one} {other}");
        }
        for (one, other) in [
            ("1", "3"),
            ("1e308", "0.123456789"),
            ("0.35", "0.1"),
            ("5", "10"),
            ("0.0075", "0.01"),
            ("1e29", "1e30"),
        ] {
            assert!(!is_multiple(one, other), "{one} {other}");
        }
    }

    #[test]
    fn cuts_off_fractions() {
        for (text, whole) in [
            ("0", Some(0)),
            ("-2.5", Some(-2)),
            ("0.001", Some(0)),
            ("12e1", Some(120)),
            ("170141183460469231731687303715884105727", Some(i128::MAX)),
            ("-170141183460469231731687303715884105728", Some(i128::MIN)),
            ("170141183460469231731687303715884105728", None),
            ("1e40", None),
            ("-1e99999999999999999999", None),
            ("1e-99999999999999999999", Some(0)),
        ] {
            assert_eq!(Decimal::parse(text).truncated(), whole, "{text}");
        }
    }

    #[test]
    fn knows_whole_numbers() {
        for (text, is_whole) in [
            ("1", true),
            ("1.0", true),
            ("1e2", true),
            ("1.5", false),
            ("15e-1", false),
            ("150e-1", true),
            ("0.0", true),
        ] {
            assert_eq!(Decimal::parse(text).is_whole(), is_whole, "{text}");
        }
    }
}
