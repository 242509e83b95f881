//! Keeps what a file holds from reaching a terminal as a command to it.

use std::borrow::Cow;

pub(super) use sigcodegen_runtime::report::visible;

/// The longest text that a report prints, in characters.
const LONGEST_TEXT: usize = 2_000;

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
