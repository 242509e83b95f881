//! Internationalized labels of domain names.

mod punycode;
mod table;

/// How a label in Punycode begins.
pub(super) const PREFIX: &str = "xn--";

/// More characters than the longest label can have.
const TOO_MANY: usize = 64;

/// The length of an internationalized label as it is sent, if it is one.
pub(super) fn sent_length(label: &str) -> Option<usize> {
    let label: Vec<char> = label.chars().take(TOO_MANY).collect();
    let is_whole = label.len() < TOO_MANY && is_label(&label);
    is_whole.then(|| PREFIX.len() + punycode::encode(&label).len())
}

/// Whether what follows the prefix is an internationalized label in Punycode.
pub(super) fn is_sent(code: &str) -> bool {
    punycode::decode(&code.to_ascii_lowercase()).is_some_and(|label| is_label(&label))
}

/// The rules of RFC 5891, section 4.2.3, on a label that has more than ASCII characters.
fn is_label(label: &[char]) -> bool {
    !label.iter().all(char::is_ascii)
        && label.iter().all(|&c| holds(table::ALLOWED, c))
        && label.first() != Some(&'-')
        && label.last() != Some(&'-')
        && label.get(2..4) != Some(&['-', '-'])
        && !label.first().is_some_and(|&c| holds(table::MARKS, c))
        && (0..label.len()).all(|at| fits_context(label, at))
}

/// The contextual rules of RFC 5892, appendix A.
fn fits_context(label: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| label[before]);
    let after = label.get(at + 1).copied();
    match label[at] {
        '\u{200C}' => before.is_some_and(is_virama) || is_between_joining(label, at),
        '\u{200D}' => before.is_some_and(is_virama),
        '\u{B7}' => before == Some('l') && after == Some('l'),
        '\u{375}' => after.is_some_and(is_greek),
        '\u{5F3}' | '\u{5F4}' => before.is_some_and(is_hebrew),
        '\u{30FB}' => label.iter().any(|&c| is_japanese(c)),
        '\u{660}'..='\u{669}' => !label.iter().any(|c| matches!(c, '\u{6F0}'..='\u{6F9}')),
        '\u{6F0}'..='\u{6F9}' => !label.iter().any(|c| matches!(c, '\u{660}'..='\u{669}')),
        _ => true,
    }
}

/// Whether a letter that joins to the left, and one that joins to the right, stand around a place, with marks between.
fn is_between_joining(label: &[char], at: usize) -> bool {
    let is_letter = |c: &char| !holds(table::MARKS, *c);
    let before = label[..at].iter().copied().rfind(is_letter);
    let after = label[at + 1..].iter().copied().find(is_letter);
    before.is_some_and(|c| holds(table::JOINING, c) && !holds(table::RIGHT_JOINING, c))
        && after.is_some_and(|c| holds(table::JOINING, c))
}

fn is_virama(c: char) -> bool {
    table::VIRAMAS.binary_search(&u32::from(c)).is_ok()
}

fn is_greek(c: char) -> bool {
    // Coptic letters stand among the Greek ones.
    matches!(c, '\u{370}'..='\u{3E1}' | '\u{3F0}'..='\u{3FF}' | '\u{1F00}'..='\u{1FFF}')
}

fn is_hebrew(c: char) -> bool {
    matches!(c, '\u{591}'..='\u{5F4}')
}

/// A letter of Hiragana, Katakana or Han.
fn is_japanese(c: char) -> bool {
    matches!(c,
        '\u{3041}'..='\u{3096}' | '\u{309D}'..='\u{309F}' | '\u{30A1}'..='\u{30FA}'
        | '\u{30FD}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' | '\u{1AFF0}'..='\u{1B16F}'
        | '\u{3005}' | '\u{3007}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{FA0E}'..='\u{FA29}' | '\u{20000}'..='\u{3FFFF}')
}

/// Whether a character is in a set, which is given by the places where membership changes.
fn holds(changes: &[u32], c: char) -> bool {
    changes.partition_point(|&change| change <= u32::from(c)) % 2 == 1
}
