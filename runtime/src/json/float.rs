//! The spelling of floating-point numbers.

use std::fmt::Write;

/// Appends a float in the shortest spelling that reads back as the same value: `1.0`, `0.1`, `1e21`.
///
/// The layout is the one of `serde_json` when DSRs was measured: plain decimals for magnitudes from 1e-5 up to
/// 1e16, an exponent otherwise. JSON has no spelling for infinities and NaN; they become `null`.
pub fn write_f64(out: &mut String, value: f64) {
    if !value.is_finite() {
        out.push_str("null");
        return;
    }
    // Writing to a string cannot fail.
    if value == 0.0 {
        out.push_str(if value.is_sign_negative() { "-0.0" } else { "0.0" });
    } else if (1e-5..1e16).contains(&value.abs()) {
        let start = out.len();
        let _ = write!(out, "{value}");
        if !out[start..].contains('.') {
            out.push_str(".0");
        }
    } else {
        let _ = write!(out, "{value:e}");
    }
}

#[cfg(test)]
mod tests {
    use super::write_f64;

    #[test]
    fn spells_floats_as_serde_json_does() {
        let mut seed = 1_u64;
        let mut values = vec![
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.1,
            1e21,
            1e16,
            1e15,
            9_007_199_254_740_993.0,
            1e-5,
            9.9e-6,
            1e-7,
            123_456.789,
            f64::MAX,
            f64::MIN_POSITIVE,
            f64::from(0.1_f32),
            5e-324,
        ];
        for _ in 0..20_000 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            values.push(f64::from_bits(seed));
            values.push(f64::from(u32::try_from(seed >> 32).unwrap_or(0)) / 1024.0);
        }
        for value in values.into_iter().filter(|value| value.is_finite()) {
            let mut ours = String::new();
            write_f64(&mut ours, value);
            // Later versions of serde_json write `1e+21`.
            let theirs = serde_json::to_string(&value).unwrap().replace("e+", "e");
            // Of two shortest spellings equally near to the value either is right.
            let is_as_short = ours.len() == theirs.len() && ours.parse() == Ok(value);
            assert!(ours == theirs || is_as_short, "{ours} {theirs}");
        }
    }

    #[test]
    fn has_no_spelling_for_infinities() {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let mut text = String::new();
            write_f64(&mut text, value);
            assert_eq!(text, "null");
        }
    }
}
