//! JSON numbers, compared and rounded without losing a digit.

use std::cmp::Ordering;

/// A number: its digits stand behind the decimal point, moved right by the exponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    is_negative: bool,
    /// Neither begins nor ends with a zero; empty for zero.
    digits: Vec<u8>,
    exponent: i64,
}

/// More digits than any integer width has; whole numbers beyond are cut to it.
const MOST_DIGITS: i64 = 30;

impl Decimal {
    /// Reads a number as JSON spells it.
    pub(super) fn parse(text: &str) -> Self {
        let (is_negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
        let length = digits.iter().rposition(|&digit| digit != b'0').map_or(zeros, |last| last + 1);
        if zeros == length {
            return Self { is_negative: false, digits: Vec::new(), exponent: 0 };
        }
        let point = i64::try_from(whole.len()).unwrap_or(i64::MAX);
        let zeros_before = i64::try_from(zeros).unwrap_or(i64::MAX);
        let exponent = read_exponent(exponent).saturating_add(point).saturating_sub(zeros_before);
        Self { is_negative, digits: digits[zeros..length].to_vec(), exponent }
    }

    /// The whole number, if this is one. Beyond 30 digits it is some number of that size.
    pub(super) fn as_integer(&self) -> Option<i128> {
        let count = i64::try_from(self.digits.len()).unwrap_or(i64::MAX);
        (count <= self.exponent.max(0)).then(|| self.truncated())
    }

    /// The greatest whole number that is not above this one.
    pub(super) fn floor(&self) -> i128 {
        self.as_integer().unwrap_or_else(|| self.truncated() - i128::from(self.is_negative))
    }

    /// The least whole number that is not below this one.
    pub(super) fn ceil(&self) -> i128 {
        self.as_integer().unwrap_or_else(|| self.truncated() + i128::from(!self.is_negative))
    }

    fn truncated(&self) -> i128 {
        let length = usize::try_from(self.exponent.clamp(0, MOST_DIGITS)).unwrap_or(0);
        let whole = (0..length).fold(0, |value: i128, at| {
            value * 10 + i128::from(self.digits.get(at).map_or(0, |digit| digit - b'0'))
        });
        // A cut number must not fall back into the range of an integer width.
        let whole = if self.exponent > MOST_DIGITS { 10_i128.pow(30) } else { whole };
        if self.is_negative { -whole } else { whole }
    }

    fn magnitude(&self, other: &Self) -> Ordering {
        match (self.digits.is_empty(), other.digits.is_empty()) {
            (false, false) => {
                self.exponent.cmp(&other.exponent).then_with(|| self.digits.cmp(&other.digits))
            }
            (left, right) => right.cmp(&left),
        }
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.is_negative, other.is_negative) {
            (false, false) => self.magnitude(other),
            (true, true) => other.magnitude(self),
            (left, right) => right.cmp(&left),
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Reads an exponent; one that is too long to matter is cut.
fn read_exponent(text: &str) -> i64 {
    let (is_negative, digits) =
        text.strip_prefix('-').map_or((false, text.trim_start_matches('+')), |rest| (true, rest));
    let value = digits.bytes().fold(0_i64, |value, digit| {
        value.saturating_mul(10).saturating_add(i64::from(digit.saturating_sub(b'0')))
    });
    // Half of the range, so that sums with a text's length cannot overflow unseen.
    let value = value.min(i64::MAX / 2);
    if is_negative { -value } else { value }
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    #[test]
    fn compares_as_numbers() {
        let ascending = [
            "-1e400", "-10", "-9.5", "-0.1", "0", "1e-9", "0.5", "9", "10", "10.5", "1e2", "1e400",
        ];
        for pair in ascending.windows(2) {
            assert!(Decimal::parse(pair[0]) < Decimal::parse(pair[1]), "{pair:?}");
        }
        for (left, right) in [("1.0", "1"), ("100", "1e2"), ("-0", "0.000"), ("0.10e1", "1")] {
            assert_eq!(Decimal::parse(left), Decimal::parse(right));
        }
    }

    #[test]
    fn rounds_to_whole_numbers() {
        for (text, floor, ceil) in [
            ("2.5", 2, 3),
            ("-2.5", -3, -2),
            ("7", 7, 7),
            ("0.001", 0, 1),
            ("-0.1", -1, 0),
            ("12e1", 120, 120),
        ] {
            let number = Decimal::parse(text);
            assert_eq!((number.floor(), number.ceil()), (floor, ceil), "{text}");
        }
        assert_eq!(Decimal::parse("18446744073709551615").as_integer(), Some(u64::MAX.into()));
        assert_eq!(Decimal::parse("1.5").as_integer(), None);
        assert!(Decimal::parse("-1e99999999999999999999").floor() < i64::MIN.into());
    }
}
