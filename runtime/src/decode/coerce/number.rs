//! Numbers as people write them.

use super::word::{LONGEST_SENTENCE, denies, undecorated, words};
use crate::error::RepairKind;

/// A number read from a text.
#[derive(Debug, PartialEq)]
pub(in crate::decode) enum Spelled {
    /// As JSON writes it, and what was done to read it.
    Number(String, RepairKind),
    /// It can be read as several.
    Ambiguous,
    /// There is none.
    Nothing,
}

/// The number that a text is, or holds as the only one.
pub(in crate::decode) fn spell(text: &str) -> Spelled {
    // Accounts write losses in brackets.
    if text.trim().starts_with('(') {
        return Spelled::Ambiguous;
    }
    let inner = undecorated(&ascii_digits(text)).to_owned();
    match whole(&inner) {
        Spelled::Nothing => {}
        Spelled::Number(number, _) if inner != text.trim() && number == inner => {
            return Spelled::Number(number, RepairKind::Decoration);
        }
        found => return found,
    }
    within(&inner)
}

/// Full-width digits as those of ASCII.
fn ascii_digits(text: &str) -> String {
    text.chars()
        .map(|letter| match letter {
            '０'..='９' => {
                char::from(b'0' + u8::try_from(u32::from(letter) - 0xff10).unwrap_or(0))
            }
            '−' | '–' | '—' => '-',
            letter => letter,
        })
        .collect()
}

/// A text that is a number and nothing else.
fn whole(text: &str) -> Spelled {
    let (is_negative, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let has_currency = |letter: char| matches!(letter, '$' | '€' | '£' | '¥' | '₹');
    let bare = rest.trim_start_matches(has_currency).trim_end_matches(has_currency).trim();
    let (is_negative, bare) = match bare.strip_prefix('-') {
        Some(inner) if bare.len() < rest.len() && !is_negative => (true, inner),
        _ => (is_negative, bare),
    };
    if bare.ends_with('%') && plain(bare.trim_end_matches('%').trim_end()).is_some() {
        return Spelled::Ambiguous;
    }
    let number =
        plain(bare).or_else(|| radix(bare)).or_else(|| grouped(bare)).or_else(|| fraction(bare));
    match number {
        Some(number) => {
            let number = if is_negative { format!("-{number}") } else { number };
            Spelled::Number(number, RepairKind::NumberSpelling)
        }
        None if is_decimal_comma(bare) => Spelled::Ambiguous,
        None => Spelled::Nothing,
    }
}

/// A number in digits with at most one point and an exponent; leading zeros and a bare point are put right.
fn plain(text: &str) -> Option<String> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => {
            let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            if !is_digits(digits) {
                return None;
            }
            (mantissa, Some(exponent))
        }
        None => (text, None),
    };
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let has_digits = !(integer.is_empty() && fraction.is_empty());
    if !has_digits
        || !(integer.is_empty() || is_digits(integer))
        || !(fraction.is_empty() || is_digits(fraction))
    {
        return None;
    }
    let integer = match integer.trim_start_matches('0') {
        "" => "0",
        integer => integer,
    };
    let mut number = integer.to_owned();
    if !fraction.is_empty() {
        number.push('.');
        number.push_str(fraction);
    }
    if let Some(exponent) = exponent {
        number.push('e');
        number.push_str(exponent);
    }
    Some(number)
}

/// `0x1F`, `0b11`, `0o17`.
fn radix(text: &str) -> Option<String> {
    let text = text.to_ascii_lowercase();
    let (radix, digits) = [("0x", 16), ("0o", 8), ("0b", 2)]
        .iter()
        .find_map(|(prefix, radix)| Some((*radix, text.strip_prefix(prefix)?)))?;
    let is_digit = |letter: char| letter.is_digit(radix);
    if !digits.chars().all(is_digit) {
        return None;
    }
    u64::from_str_radix(digits, radix).ok().map(|value| value.to_string())
}

/// Digits in groups of three: `1,250`, `1_000`, `1.234.567`, `-2.345,60`. Where both signs are there, the last one is
/// the decimal one.
fn grouped(text: &str) -> Option<String> {
    let signs: Vec<char> = text.chars().filter(|letter| !letter.is_ascii_digit()).collect();
    let last = *signs.last()?;
    let first = signs[0];
    if !matches!(first, ',' | '.' | '_' | '\'' | '’' | ' ' | '\u{a0}' | '\u{202f}') {
        return None;
    }
    let (integer, fraction) = if first == last {
        (text, None)
    } else {
        let (integer, fraction) = text.rsplit_once(last)?;
        (integer, Some(fraction))
    };
    let is_decimal = matches!(last, ',' | '.');
    if fraction.is_some_and(|fraction| !is_digits(fraction) || !is_decimal) {
        return None;
    }
    // One point is the decimal one, and is read so before.
    let mut groups = integer.split(first);
    let head = groups.next()?;
    let groups: Vec<&str> = groups.collect();
    let is_grouped = if first == '_' {
        is_digits(head) && groups.iter().all(|group| is_digits(group))
    } else {
        is_digits(head)
            && head.len() <= 3
            && !head.starts_with('0')
            && groups.iter().all(|group| group.len() == 3 && is_digits(group))
    };
    if !is_grouped {
        return None;
    }
    let mut number = format!("{head}{}", groups.concat());
    if let Some(fraction) = fraction {
        number.push('.');
        number.push_str(fraction);
    }
    plain(&number)
}

/// `1/4`.
fn fraction(text: &str) -> Option<String> {
    let (above, below) = text.split_once('/')?;
    let (above, below) = (above.trim(), below.trim());
    if above.starts_with('0') || below.starts_with('0') {
        return None;
    }
    if !is_digits(above) || !is_digits(below) || below.len() > 9 || above.len() > 9 {
        return None;
    }
    let (above, below): (f64, f64) = (above.parse().ok()?, below.parse().ok()?);
    // Ratings and dates look alike.
    (above < below).then(|| (above / below).to_string())
}

fn is_decimal_comma(text: &str) -> bool {
    text.split_once(',')
        .is_some_and(|(integer, fraction)| is_digits(integer) && is_digits(fraction))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Signs that change what a number beside them says.
const SIGNS: [char; 16] =
    ['%', '‰', '½', '¼', '¾', '²', '³', '<', '>', '±', '≤', '≥', '~', '?', '×', '⅓'];

/// Whether a word is a number or changes one.
fn is_number_word(word: &str) -> bool {
    const WORDS: [&str; 34] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "dozen",
        "hundred",
        "thousand",
        "million",
        "billion",
        "trillion",
        "half",
        "third",
        "quarter",
        "percent",
        "minus",
        "negative",
        "none",
        "n",
        "unknown",
        "between",
        "hundreds",
        "thousands",
        "millions",
        "billions",
        "twenty",
    ];
    WORDS.contains(&word)
}

/// The only number among words, none of which denies it.
fn within(text: &str) -> Spelled {
    if text.len() > LONGEST_SENTENCE {
        return Spelled::Nothing;
    }
    if text.contains(SIGNS) || words(text).any(|word| is_number_word(&word.to_lowercase())) {
        return Spelled::Ambiguous;
    }
    let mut found: Option<String> = None;
    for token in text.split(|letter: char| {
        letter.is_whitespace() || matches!(letter, '=' | '(' | ')' | '{' | '}' | '[' | ']' | '≈')
    }) {
        let token = token.trim_matches(|letter: char| {
            let is_sign = matches!(letter, '-' | '+' | '.');
            !(letter.is_ascii_digit() || is_sign || letter.is_alphabetic())
        });
        let token = token.trim_end_matches('.');
        if !token.bytes().any(|byte| byte.is_ascii_digit()) {
            continue;
        }
        if token.contains('/') {
            return Spelled::Nothing;
        }
        let Spelled::Number(number, _) = whole(token) else { return Spelled::Nothing };
        if found.as_ref().is_some_and(|found| *found != number) {
            return Spelled::Ambiguous;
        }
        found = Some(number);
    }
    match found {
        Some(_) if words(text).any(|word| denies(&word.to_ascii_lowercase())) => Spelled::Ambiguous,
        Some(number) => Spelled::Number(number, RepairKind::Sentence),
        None => Spelled::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::{Spelled, spell};

    #[test]
    fn reads_numbers_as_people_write_them() {
        let cases = [
            ("42", "42"),
            ("+7", "7"),
            ("007", "7"),
            (".5", "0.5"),
            ("20.", "20"),
            ("1,250", "1250"),
            ("$2,310.75", "2310.75"),
            ("-2.345,60", "-2345.60"),
            ("1.234.567", "1234567"),
            ("1_000", "1000"),
            ("1 000 000", "1000000"),
            ("0x1F", "31"),
            ("1/4", "0.25"),
            ("４２", "42"),
            ("**42**", "42"),
            ("`42`", "42"),
            ("-$5", "-5"),
            ("$-5", "-5"),
            ("42 apples", "42"),
            ("answer: 42", "42"),
            ("The answer is 42.", "42"),
            ("0.7 (high)", "0.7"),
            ("$\\boxed{42}$", "42"),
            ("42\n\nExplanation: because", "42"),
            ("HIGH (10)", "10"),
            ("1e3", "1e3"),
        ];
        for (text, number) in cases {
            match spell(text) {
                Spelled::Number(found, _) => assert_eq!(found, number, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn leaves_what_may_be_meant_otherwise() {
        for text in ["42%", "0,5", "3 or 4", "it is not 42", "between 1 and 2"] {
            assert_eq!(spell(text), Spelled::Ambiguous, "{text}");
        }
        for text in ["", "many", "4x", "1..3", "2024-05-06", "10:30", "∞", "v2", "1.2.3"] {
            assert_eq!(spell(text), Spelled::Nothing, "{text}");
        }
    }
}
