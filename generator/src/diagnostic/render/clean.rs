//! Keeps what a file holds from reaching a terminal as a command to it.

use std::borrow::Cow;

/// The longest text that a report prints, in characters.
const LONGEST_TEXT: usize = 2_000;

/// The character to print for one that a terminal might obey or hide; `None` when it is harmless.
///
/// Control characters become their pictures. Directional marks, which can reorder what is read, other
/// invisible characters and private ones (see [`super::human`]) become the replacement character.
pub(super) fn visible(character: char) -> Option<char> {
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

/// A text of a problem, made harmless and clipped. A line break stays only if `keeps_breaks`.
pub(super) fn text(text: &str, keeps_breaks: bool) -> Cow<'_, str> {
    let is_kept = |one| visible(one).is_none() || (keeps_breaks && one == '\n');
    if text.len() <= LONGEST_TEXT && text.chars().all(is_kept) {
        return Cow::Borrowed(text);
    }
    let shown = |one| if is_kept(one) { one } else { visible(one).unwrap_or(one) };
    let mut clipped: String = text.chars().take(LONGEST_TEXT).map(shown).collect();
    if text.chars().nth(LONGEST_TEXT).is_some() {
        clipped.push('…');
    }
    Cow::Owned(clipped)
}
