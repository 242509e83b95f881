//! Words that stand for booleans and null, and the marks around a value.

/// Marks that people and models put around a value.
const MARKS: [char; 12] = ['"', '\'', '`', '*', '_', '“', '”', '‘', '’', '«', '»', '~'];

/// A text without the marks around it: quotes, backticks, emphasis, brackets, a full stop.
pub(in crate::decode) fn undecorated(text: &str) -> &str {
    let mut text = text.trim();
    loop {
        let before = text;
        text = text.trim_end_matches(['.', ',', ';', ':', '!']).trim_matches(MARKS).trim();
        for (open, close) in
            [("[", "]"), ("(", ")"), ("<", ">"), ("$\\boxed{", "}$"), ("\\boxed{", "}"), ("$", "$")]
        {
            if let Some(inner) = text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close)) {
                text = inner.trim();
            }
        }
        if text == before {
            return text;
        }
    }
}

/// What a text says of yes and no; `Err` if it says both, or denies something.
pub(in crate::decode) fn bool_of(text: &str) -> Option<Result<bool, ()>> {
    let inner = undecorated(text);
    if let Some(value) = bool_word(inner) {
        return Some(Ok(value));
    }
    if inner.len() > LONGEST_SENTENCE {
        return None;
    }
    if inner.contains('?') {
        return Some(Err(()));
    }
    let mut found: Option<bool> = None;
    for (at, word) in words(inner).enumerate() {
        let value = match word.to_ascii_lowercase().as_str() {
            "true" | "yes" => true,
            "false" => false,
            "no" if at == 0 => false,
            word if denies(word) => return Some(Err(())),
            _ => continue,
        };
        if found.is_some_and(|found| found != value) {
            return Some(Err(()));
        }
        found = Some(value);
    }
    found.map(Ok)
}

/// No longer text is searched for a value, in bytes.
pub(super) const LONGEST_SENTENCE: usize = 400;

fn bool_word(text: &str) -> Option<bool> {
    Some(match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "t" | "y" | "1" | "1.0" => true,
        "false" | "no" | "off" | "f" | "n" | "0" | "0.0" => false,
        _ => return None,
    })
}

/// Whether a text says that there is no value.
pub(in crate::decode) fn is_null_word(text: &str) -> bool {
    let text = undecorated(text);
    ["null", "none", "nil", "n/a", "undefined"].iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Words that deny something.
const DENYING: [&str; 32] = [
    "not", "no", "non", "never", "neither", "nor", "cannot", "without", "except", "unlike", "isnt",
    "instead", "nothing", "none", "unlikely", "hardly", "barely", "rarely", "scarcely", "doubt",
    "doubtful", "ruled", "false", "untrue", "far", "rather", "avoid", "if", "unless", "maybe",
    "perhaps", "unclear",
];

/// Whether a word turns what is around it into its opposite.
pub(super) fn denies(word: &str) -> bool {
    let word = word.replace('’', "'");
    word.ends_with("n't") || DENYING.contains(&word.as_str())
}

/// The words of a text, with the apostrophes in them.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !(letter.is_alphanumeric() || matches!(letter, '\'' | '’')))
        .filter(|word| !word.is_empty())
}
