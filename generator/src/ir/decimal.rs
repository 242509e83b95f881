//! JSON numbers, compared and rounded without losing a digit.

pub(super) use sigcodegen_runtime::check::Decimal;

/// Beyond all integers of 64 bits: what greater numbers are taken for.
const BEYOND: i128 = 10_i128.pow(30);

/// Rounding to whole numbers.
pub(super) trait Whole {
    /// The whole number, if this is one. One beyond 128 bits is some number of that sign beyond 64 bits.
    fn as_integer(&self) -> Option<i128>;

    /// The greatest whole number that is not above this one.
    fn floor(&self) -> i128;

    /// The least whole number that is not below this one.
    fn ceil(&self) -> i128;
}

impl Whole for Decimal {
    fn as_integer(&self) -> Option<i128> {
        self.is_whole().then(|| cut(self))
    }

    fn floor(&self) -> i128 {
        cut(self) - i128::from(self.is_negative() && !self.is_whole())
    }

    fn ceil(&self) -> i128 {
        cut(self) + i128::from(!self.is_negative() && !self.is_whole())
    }
}

fn cut(number: &Decimal) -> i128 {
    let sign = if number.is_negative() { -1 } else { 1 };
    number.truncated().unwrap_or(sign * BEYOND).clamp(-BEYOND, BEYOND)
}

#[cfg(test)]
mod tests {
    use super::{Decimal, Whole as _};

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
