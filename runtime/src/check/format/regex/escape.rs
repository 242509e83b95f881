//! What stands behind a backslash, and the members of a class.

use super::name::read_name;
use super::{Part, Pattern};
use std::str::Chars;

/// What stands in a class.
#[derive(Clone, Copy)]
pub(super) enum Atom {
    /// A character, by its code.
    Character(u32),
    /// More than one character.
    Set,
    /// The bracket that closes the class.
    Close,
}

/// Reads an escape outside of a class, after its backslash.
pub(super) fn read_escape(pattern: &mut Pattern<'_>) -> Option<Part> {
    match pattern.rest.clone().next()? {
        'b' | 'B' => {
            pattern.rest.next();
            Some(Part::Fixed)
        }
        '1'..='9' => {
            let text = pattern.rest.as_str();
            let (digits, rest) = super::split_digits(text);
            let number = digits.parse().unwrap_or(u64::MAX);
            pattern.highest = pattern.highest.max(number);
            pattern.rest = rest.chars();
            Some(Part::Repeatable)
        }
        'k' => {
            pattern.rest = pattern.rest.as_str().strip_prefix("k<")?.chars();
            let name = read_name(&mut pattern.rest)?;
            pattern.names.refer(name);
            Some(Part::Repeatable)
        }
        _ => read_character(&mut pattern.rest).map(|_| Part::Repeatable),
    }
}

/// Reads a member of a class, or the bracket that closes it.
pub(super) fn read_atom(rest: &mut Chars<'_>) -> Option<Atom> {
    match rest.next()? {
        ']' => Some(Atom::Close),
        '\\' if rest.as_str().starts_with('b') => {
            rest.next();
            Some(Atom::Character(8))
        }
        '\\' => read_character(rest),
        c => Some(Atom::Character(c.into())),
    }
}

/// Reads an escape that means the same within a class and outside.
fn read_character(rest: &mut Chars<'_>) -> Option<Atom> {
    let code = match rest.next()? {
        'd' | 'D' | 's' | 'S' | 'w' | 'W' => return Some(Atom::Set),
        'p' | 'P' => return read_property(rest),
        '0' if !rest.as_str().starts_with(|c: char| c.is_ascii_digit()) => 0,
        't' => 9,
        'n' => 10,
        'v' => 11,
        'f' => 12,
        'r' => 13,
        'c' => u32::from(rest.next().filter(char::is_ascii_alphabetic)?) % 32,
        'x' => read_hex(rest, 2)?,
        'u' => read_unicode(rest)?,
        c if c.is_ascii_alphanumeric() => return None,
        c => c.into(),
    };
    Some(Atom::Character(code))
}

/// Reads the property in braces: a name, or a name and a value.
fn read_property(rest: &mut Chars<'_>) -> Option<Atom> {
    let (property, after) = rest.as_str().strip_prefix('{')?.split_once('}')?;
    let is_word = |text: &str| {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    *rest = after.chars();
    let (name, value) = property.split_once('=').unwrap_or((property, property));
    (is_word(name) && is_word(value)).then_some(Atom::Set)
}

/// Reads what follows `\u`: four digits, two times four for a surrogate pair, or any number of them in braces.
pub(super) fn read_unicode(rest: &mut Chars<'_>) -> Option<u32> {
    if let Some(braced) = rest.as_str().strip_prefix('{') {
        let (digits, after) = braced.split_once('}')?;
        let holds = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        *rest = after.chars();
        let significant = digits.trim_start_matches('0');
        let code = if significant.is_empty() { 0 } else { parse_hex(significant)? };
        return (holds && code <= char::MAX.into()).then_some(code);
    }
    let high = read_hex(rest, 4)?;
    if let (0xD800..=0xDBFF, Some(pair)) = (high, rest.as_str().strip_prefix("\\u")) {
        let mut pair = pair.chars();
        if let Some(low @ 0xDC00..=0xDFFF) = read_hex(&mut pair, 4) {
            *rest = pair;
            return Some(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00));
        }
    }
    Some(high)
}

fn read_hex(rest: &mut Chars<'_>, digits: usize) -> Option<u32> {
    (0..digits).try_fold(0, |code, _| Some(code * 16 + rest.next()?.to_digit(16)?))
}

fn parse_hex(digits: &str) -> Option<u32> {
    u32::from_str_radix(digits, 16).ok()
}
