//! Numbers, spelled as generated code spells them.

use std::fmt::Write;

use sigcodegen_runtime::json::write_f64;

use crate::ir::FloatWidth;

/// Floats beyond this magnitude do not tell every integer from its neighbours.
const EXACT_FLOATS: f64 = 9_007_199_254_740_992.0;

/// Writes a whole number in canonical spelling: `1e2` and `100.0` become `100`.
pub(super) fn write_integer(text: &str, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = match (text.parse::<i128>(), text.parse::<f64>()) {
        (Ok(integer), _) => write!(out, "{integer}"),
        // Adding zero takes the sign off a negative zero.
        (_, Ok(float)) if float.abs() <= EXACT_FLOATS && float.fract() == 0.0 => {
            write!(out, "{:.0}", float + 0.0)
        }
        _ => write!(out, "{text}"),
    };
}

/// Writes a float in its shortest spelling: `1` becomes `1.0`. A 32-bit float is rounded, then widened.
pub(super) fn write_float(text: &str, width: FloatWidth, out: &mut String) {
    let value = match width {
        FloatWidth::F32 => text.parse::<f32>().map(f64::from),
        FloatWidth::F64 => text.parse::<f64>(),
    };
    match value {
        Ok(value) if value.is_finite() => write_f64(out, value),
        _ => out.push_str(text),
    }
}

#[cfg(test)]
mod tests {
    use super::{write_float, write_integer};
    use crate::ir::FloatWidth;

    #[test]
    fn integers_are_canonical() {
        let cases = [
            ("-0", "0"),
            ("-0.0", "0"),
            ("1e2", "100"),
            ("-3.0", "-3"),
            ("18446744073709551615", "18446744073709551615"),
            ("1.5", "1.5"),
            ("1e30", "1e30"),
        ];
        for (written, expected) in cases {
            let mut out = String::new();
            write_integer(written, &mut out);
            assert_eq!(out, expected);
        }
    }

    #[test]
    fn floats_are_short_and_finite() {
        let cases = [
            ("1", FloatWidth::F64, "1.0"),
            ("0.10", FloatWidth::F64, "0.1"),
            ("0.1", FloatWidth::F32, "0.10000000149011612"),
            ("1e21", FloatWidth::F64, "1e21"),
            ("1e400", FloatWidth::F64, "1e400"),
        ];
        for (written, width, expected) in cases {
            let mut out = String::new();
            write_float(written, width, &mut out);
            assert_eq!(out, expected);
        }
    }
}
