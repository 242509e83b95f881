//! Filters on strings.

/// The filter `title`: a capital at the start of each word, small letters behind it.
#[must_use]
pub fn title(text: &str) -> String {
    let mut titled = String::with_capacity(text.len());
    let mut begins = true;
    for character in text.chars() {
        if character.is_ascii_punctuation() || character.is_whitespace() {
            titled.push(character);
            begins = true;
        } else if begins {
            titled.extend(character.to_uppercase());
            begins = false;
        } else {
            titled.extend(character.to_lowercase());
        }
    }
    titled
}

/// The filter `capitalize`: a capital at the start, small letters behind it.
#[must_use]
pub fn capitalize(text: &str) -> String {
    let mut characters = text.chars();
    let Some(first) = characters.next() else { return String::new() };
    let mut capitalized: String = first.to_uppercase().collect();
    capitalized.push_str(&characters.as_str().to_lowercase());
    capitalized
}

/// The filter `truncate`: at most `length` characters, `end` included, cut before a word unless `cuts_words`. A text
/// that is longer by no more than `leeway` stays whole.
#[must_use]
pub fn truncate(text: &str, length: usize, cuts_words: bool, end: &str, leeway: usize) -> String {
    if text.chars().count() <= length.saturating_add(leeway) {
        return text.to_owned();
    }
    let kept = length.saturating_sub(end.chars().count());
    if kept == 0 {
        return end.chars().take(length).collect();
    }
    let mut cut: String = text.chars().take(kept).collect();
    if !cuts_words {
        if let Some(blank) = cut.rfind(char::is_whitespace).filter(|&at| at > 0) {
            cut.truncate(blank);
        }
        cut.truncate(cut.trim_end().len());
    }
    cut + end
}

/// The filter `indent`: blanks before each line but the first, and before empty ones, unless asked for. The line end
/// at the end goes.
#[must_use]
pub fn indent(text: &str, width: usize, indents_first: bool, indents_empty: bool) -> String {
    let text = text.strip_suffix('\n').unwrap_or(text);
    let text = text.strip_suffix('\r').unwrap_or(text);
    let mut indented = String::with_capacity(text.len());
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            indented.push('\n');
        }
        if (at > 0 || indents_first) && (!line.is_empty() || indents_empty) {
            indented.extend(std::iter::repeat_n(' ', width));
        }
        indented.push_str(line);
    }
    if indented.ends_with('\r') {
        indented.pop();
    }
    indented
}

/// The filter `wordcount`: runs of letters, digits and underscores.
#[must_use]
pub fn word_count(text: &str) -> usize {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    text.split(|character| !is_word(character)).filter(|word| !word.is_empty()).count()
}

/// The filter `first` of a string.
#[must_use]
pub fn first_character(text: &str) -> Option<&str> {
    let first = text.chars().next()?;
    text.get(..first.len_utf8())
}

/// The filter `last` of a string.
#[must_use]
pub fn last_character(text: &str) -> Option<&str> {
    let last = text.chars().next_back()?;
    text.get(text.len() - last.len_utf8()..)
}

/// The filter `reverse` of a string.
#[must_use]
pub fn reversed(text: &str) -> String {
    text.chars().rev().collect()
}

/// Whether a list of strings has one.
pub fn has_text<'v, T: AsRef<str> + ?Sized + 'v>(
    items: impl IntoIterator<Item = &'v T>,
    text: &str,
) -> bool {
    items.into_iter().any(|item| item.as_ref() == text)
}
