//! How YAML writes a string.

use std::fmt::Write;

/// The ways to write a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// As it is.
    Plain,
    /// In `'`, with `''` for one of them.
    SingleQuoted,
    /// In `"`, with backslash escapes.
    DoubleQuoted,
    /// Behind `|`, line by line.
    Literal,
}

/// The style in which a string reads back as itself.
pub(super) fn style(text: &str) -> Style {
    if needs_escapes(text) {
        Style::DoubleQuoted
    } else if text.contains('\n') {
        Style::Literal
    } else if reads_as_other(text) || is_structural(text) {
        Style::SingleQuoted
    } else {
        Style::Plain
    }
}

pub(super) fn single_quoted(out: &mut String, text: &str) {
    out.push('\'');
    for (at, part) in text.split('\'').enumerate() {
        out.push_str(if at > 0 { "''" } else { "" });
        out.push_str(part);
    }
    out.push('\'');
}

pub(super) fn double_quoted(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        if let Some(letter) = escape_letter(character) {
            out.push('\\');
            out.push(letter);
        } else if is_printable(character) {
            out.push(character);
        } else {
            let code = u32::from(character);
            // Writing to a string cannot fail.
            let _ = match code {
                0..=0xff => write!(out, "\\x{code:02X}"),
                _ => write!(out, "\\u{code:04X}"),
            };
        }
    }
    out.push('"');
}

/// Writes `|`, the indentation if the first line hides it, and what becomes of the line ends at the end: `-` none,
/// nothing one, `+` all.
pub(super) fn literal_header(out: &mut String, text: &str) {
    out.push('|');
    if text.starts_with([' ', '\n']) {
        out.push('2');
    }
    let content = text.trim_end_matches('\n');
    match text.len() - content.len() {
        0 => out.push('-'),
        1 if !content.is_empty() => {}
        _ => out.push('+'),
    }
}

/// Whether only escapes keep the string: characters that do not print, and blanks at the end of a line of several.
fn needs_escapes(text: &str) -> bool {
    text.contains(|character| !is_printable(character))
        || text.contains(" \n")
        || (text.ends_with(' ') && text.contains('\n'))
}

/// Whether YAML reads the bare string as null, a boolean or a number, or could take it for one (`007`). `yes` and
/// `no`, booleans of YAML 1.1 only, stay bare.
fn reads_as_other(text: &str) -> bool {
    matches!(text, "" | "null" | "Null" | "NULL" | "~")
        || matches!(text, "true" | "True" | "TRUE" | "false" | "False" | "FALSE")
        || is_integer(text)
        || is_float(text)
}

/// Whether the bare string would be read as structure, or lose blanks around it.
fn is_structural(text: &str) -> bool {
    const INDICATORS: [char; 16] =
        ['#', ',', '[', ']', '{', '}', '&', '*', '!', '|', '>', '\'', '"', '%', '@', '`'];
    text.starts_with(INDICATORS)
        || ["---", "...", "? ", "- "].iter().any(|start| text.starts_with(start))
        || matches!(text, "?" | "-")
        || text.starts_with(' ')
        || text.ends_with([' ', ':'])
        || text.contains(": ")
        || text.contains(" #")
}

/// Whether this is an integer of YAML 1.2's core schema with a sign and a binary prefix allowed too, of at most 128 bits
/// unless it is decimal.
fn is_integer(text: &str) -> bool {
    let negative = text.strip_prefix('-');
    let digits = negative.or_else(|| text.strip_prefix('+')).unwrap_or(text);
    if digits.starts_with(['+', '-']) {
        return false;
    }
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = digits.strip_prefix(prefix) {
            return match negative {
                Some(_) => i128::from_str_radix(&format!("-{digits}"), radix).is_ok(),
                None => !digits.starts_with('+') && u128::from_str_radix(digits, radix).is_ok(),
            };
        }
    }
    // Longer decimals are still floats.
    digits.parse::<u128>().is_ok() || is_zero_padded(digits)
}

/// A number that many readers take for octal, and which is a string in YAML 1.2: `007`.
fn is_zero_padded(digits: &str) -> bool {
    digits.len() > 1 && digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_float(text: &str) -> bool {
    let unsigned = text.strip_prefix('+').unwrap_or(text);
    matches!(unsigned, ".inf" | ".Inf" | ".INF")
        || matches!(text, "-.inf" | "-.Inf" | "-.INF" | ".nan" | ".NaN" | ".NAN")
        // Rust reads the words `inf` and `nan` too, which are no numbers in YAML.
        || (unsigned.len() == text.len() || !unsigned.starts_with(['+', '-']))
            && unsigned.parse().is_ok_and(f64::is_finite)
}

/// The letter behind the backslash, if the character has an escape of its own.
fn escape_letter(character: char) -> Option<char> {
    Some(match character {
        '\0' => '0',
        '\x07' => 'a',
        '\x08' => 'b',
        '\t' => 't',
        '\n' => 'n',
        '\x0b' => 'v',
        '\x0c' => 'f',
        '\r' => 'r',
        '\x1b' => 'e',
        '"' => '"',
        '\\' => '\\',
        '\u{85}' => 'N',
        '\u{2028}' => 'L',
        '\u{2029}' => 'P',
        _ => return None,
    })
}

/// Whether a character stands for itself in YAML. Line feeds count; tabs do not, as in libyaml.
fn is_printable(character: char) -> bool {
    !matches!(
        character,
        '\0'..='\x09' | '\x0b'..='\x1f' | '\x7f'..='\u{9f}'
            | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'
    )
}
