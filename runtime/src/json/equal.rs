//! Equality of values as JSON Schema has it.

use super::{Json, Number};

impl Json {
    /// Whether two values are the same in meaning: numbers by their value, however they are spelled, and objects without
    /// regard to the order of their members. `==` compares spellings and order too.
    #[must_use]
    pub fn equals(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => {
                one == other || Decimal::of(one) == Decimal::of(other)
            }
            (Self::Array(one), Self::Array(other)) => {
                one.len() == other.len()
                    && one.iter().zip(other).all(|(one, other)| one.equals(other))
            }
            (Self::Object(one), Self::Object(other)) => {
                one.len() == other.len()
                    && sorted(one).into_iter().zip(sorted(other)).all(
                        |((key, value), (other_key, other_value))| {
                            key == other_key && value.equals(other_value)
                        },
                    )
            }
            _ => self == other,
        }
    }
}

fn sorted(members: &[(String, Json)]) -> Vec<(&str, &Json)> {
    let mut members: Vec<_> = members.iter().map(|(key, value)| (key.as_str(), value)).collect();
    members.sort_by_key(|(key, _)| *key);
    members
}

/// The value of a number: `digits` without zeros at their ends, times ten to the power of `exponent`.
#[derive(PartialEq)]
struct Decimal {
    is_negative: bool,
    digits: String,
    exponent: i64,
}

impl Decimal {
    fn of(number: &Number) -> Self {
        let text = number.as_str();
        let (is_negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = format!("{whole}{fraction}");
        let cut = digits.trim_end_matches('0');
        let zeros = digits.len() - cut.len();
        let digits = cut.trim_start_matches('0').to_owned();
        if digits.is_empty() {
            return Self { is_negative: false, digits, exponent: 0 };
        }
        // An exponent beyond 64 bits is as good as the largest one.
        let limit = if exponent.starts_with('-') { i64::MIN / 2 } else { i64::MAX / 2 };
        let length = |len: usize| i64::try_from(len).unwrap_or(i64::MAX / 4);
        let exponent = exponent.parse().unwrap_or(limit).clamp(i64::MIN / 2, i64::MAX / 2);
        Self { is_negative, digits, exponent: exponent + length(zeros) - length(fraction.len()) }
    }
}

#[cfg(test)]
mod tests {
    use super::Json;

    #[test]
    fn spelling_and_order_do_not_count() {
        let equal = [
            ("1", "1.0"),
            ("100", "1e2"),
            ("0", "-0.0e7"),
            ("0.50", "5E-1"),
            ("[1,{\"a\":1,\"b\":[2]}]", "[1.0,{\"b\":[2e0],\"a\":1}]"),
            ("1e99999999999999999999", "1E99999999999999999999"),
        ];
        for (one, other) in equal {
            assert!(
                Json::parse(one).unwrap().equals(&Json::parse(other).unwrap()),
                "{one} {other}"
            );
        }
        let different = [
            ("1", "-1"),
            ("1", "10"),
            ("1", "\"1\""),
            ("0", "false"),
            ("[1]", "[1,1]"),
            ("{\"a\":1}", "{\"b\":1}"),
        ];
        for (one, other) in different {
            assert!(
                !Json::parse(one).unwrap().equals(&Json::parse(other).unwrap()),
                "{one} {other}"
            );
        }
    }
}
