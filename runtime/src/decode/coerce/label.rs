//! Labels of an enum in texts that are more than the label.

use super::word::{LONGEST_SENTENCE, denies, undecorated, words};

/// More labels are not looked for in a sentence.
const MOST_LABELS: usize = 200;

/// A label that a text holds.
#[derive(Debug, PartialEq)]
pub(in crate::decode) enum Found {
    /// The text is the label but for case, separators and marks.
    Folded(usize),
    /// The label is the only one among the words.
    Among(usize),
    /// Several can be meant.
    Several,
    Nothing,
}

/// The label that a text means, by its place.
pub(in crate::decode) fn find_label(labels: &[&str], text: &str) -> Found {
    let bare = undecorated(text);
    let inner = bare
        .strip_prefix("Literal[")
        .or_else(|| bare.strip_prefix("str["))
        .map(|rest| undecorated(rest.trim_end_matches(']')));
    for candidate in [Some(text), Some(bare), inner].into_iter().flatten() {
        if let Some(at) = labels.iter().position(|label| *label == candidate) {
            return Found::Folded(at);
        }
    }
    for candidate in [Some(bare), inner].into_iter().flatten() {
        let folded = fold(candidate);
        let mut fitting =
            (0..labels.len()).filter(|&at| fold(labels[at]) == folded && !folded.is_empty());
        match (fitting.next(), fitting.next()) {
            (Some(_), Some(_)) => return Found::Several,
            (Some(at), None) => return Found::Folded(at),
            _ => {}
        }
    }
    // `Colour.RED`
    if let Some((_, member)) = bare.rsplit_once('.')
        && !bare.contains(char::is_whitespace)
        && let Found::Folded(at) = find_label(labels, member)
    {
        return Found::Folded(at);
    }
    among(labels, bare)
}

/// The only label among the words of a text, none of which denies it. Of labels that begin alike the longest counts.
fn among(labels: &[&str], text: &str) -> Found {
    if text.len() > LONGEST_SENTENCE || labels.len() > MOST_LABELS {
        return Found::Nothing;
    }
    let text = simple(text);
    let labels: Vec<String> = labels.iter().map(|label| simple(label)).collect();
    let mut found: Option<usize> = None;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let is_start = text[..at].chars().next_back().is_none_or(|before| !is_word(before));
        let fits = |label: &String| {
            is_start
                && label.chars().count() > 2
                && rest.starts_with(label.as_str())
                && rest[label.len()..].chars().next().is_none_or(|behind| !is_word(behind))
        };
        let longest = (0..labels.len())
            .filter(|&one| fits(&labels[one]))
            .max_by_key(|&one| labels[one].len());
        match longest {
            Some(one) => {
                // Labels that differ in case only cannot be told apart here.
                let is_double = labels.iter().filter(|label| **label == labels[one]).count() > 1;
                if is_double || found.is_some_and(|found| found != one) {
                    return Found::Several;
                }
                found = Some(one);
                at += labels[one].len();
            }
            None => at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    match found {
        Some(_) if text.contains('?') || words(&text).any(denies) => Found::Several,
        Some(one) => Found::Among(one),
        None => Found::Nothing,
    }
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '-')
}

/// A text in lower case, with straight quotes.
fn simple(text: &str) -> String {
    text.to_lowercase().replace(['’', '‘'], "'").replace(['“', '”'], "\"")
}

/// A text without case and separators.
fn fold(text: &str) -> String {
    let text = simple(text);
    text.chars().filter(|letter| !matches!(letter, ' ' | '_' | '-' | '\t')).collect()
}

#[cfg(test)]
mod tests {
    use super::{Found, find_label};

    #[test]
    fn finds_the_label_that_is_meant() {
        let labels = ["bug", "feature request", "it's", "van", "van-2", "red"];
        let cases = [
            ("bug.", Found::Folded(0)),
            ("**\"Bug\"**.", Found::Folded(0)),
            ("Literal['bug']", Found::Folded(0)),
            ("FEATURE_REQUEST", Found::Folded(1)),
            ("it’s", Found::Folded(2)),
            ("Colour.RED", Found::Folded(5)),
            ("<Colour.RED: 'red'>", Found::Among(5)),
            ("The label is van-2.", Found::Among(4)),
            ("The kind: bug", Found::Among(0)),
            ("bug, feature request", Found::Several),
            ("it is not a bug", Found::Several),
            ("debugging", Found::Nothing),
            ("crash", Found::Nothing),
        ];
        for (text, found) in cases {
            assert_eq!(find_label(&labels, text), found, "{text}");
        }
        assert_eq!(find_label(&["ok", "OK", "no"], "Ok"), Found::Several);
    }
}
