//! Errors as text: for the model that made them, and for people.

mod excerpt;

use std::fmt::Write as _;

use self::excerpt::Excerpt;
use crate::error::FieldError;

/// How many errors a text for the model lists, and how many characters it has for each.
const MOST_FOR_MODEL: usize = 10;
const LONGEST_FOR_MODEL: usize = 240;

/// How many errors a report shows.
const MOST_SHOWN: usize = 20;

/// One line for each error: the JSON Pointer of the value, what is wrong, what was expected and found.
pub(crate) fn for_model(errors: &[FieldError], omitted: usize) -> String {
    let mut text = String::from("The reply is not in the form that was asked for:");
    for error in errors.iter().take(MOST_FOR_MODEL) {
        let pointer = error.path.pointer();
        let at = if pointer.is_empty() { "the whole reply" } else { &pointer };
        let mut line = format!("{at}: ");
        error.write_what(&mut line).unwrap_or_default();
        text.push_str("\n- ");
        text.extend(line.chars().take(LONGEST_FOR_MODEL).map(excerpt::in_line));
        if line.chars().nth(LONGEST_FOR_MODEL).is_some() {
            text.push('…');
        }
    }
    push_rest(&mut text, errors.len().saturating_sub(MOST_FOR_MODEL) + omitted, "\n- ");
    text
}

/// Each error with the place in the reply, as compilers show theirs.
pub(crate) fn for_people(errors: &[FieldError], omitted: usize, reply: &str) -> String {
    let mut text = String::new();
    for error in errors.iter().take(MOST_SHOWN) {
        if !text.is_empty() {
            text.push_str("\n\n");
        }
        text.push_str("error: ");
        text.extend(error.to_string().chars().map(excerpt::in_line));
        if let Some(excerpt) = Excerpt::of(reply, &error.span) {
            write!(text, "\n{excerpt}").unwrap_or_default();
        }
    }
    push_rest(&mut text, errors.len().saturating_sub(MOST_SHOWN) + omitted, "\n\n");
    text
}

fn push_rest(text: &mut String, count: usize, before: &str) {
    if count > 0 {
        write!(text, "{before}and {count} more").unwrap_or_default();
    }
}

/// The character to print for one that a terminal might obey or hide; `None` when it is harmless.
///
/// Control characters become their pictures. Directional marks, which can reorder what is read, other
/// invisible characters and private ones become the replacement character.
#[must_use]
pub fn visible(character: char) -> Option<char> {
    match character {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(character)),
        '\u{7f}' => Some('\u{2421}'),
        '\u{80}'..='\u{9f}'
        | '\u{ad}'
        | '\u{61c}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{e000}'..='\u{f8ff}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}'
        | '\u{f0000}'..='\u{10ffff}' => Some(char::REPLACEMENT_CHARACTER),
        _ => None,
    }
}
