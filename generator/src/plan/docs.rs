//! Descriptions as Rust documentation.

/// The lines of a description, or those of a stand-in, made fit for a doc comment.
///
/// A doc comment may hold neither control characters nor ones that change the direction of text. An indented line or
/// a fence of no language would be run as a test, so indents go and fences are marked as text.
pub(super) fn lines(description: &str, stand_in: impl FnOnce() -> String) -> Vec<String> {
    if description.trim().is_empty() {
        return vec![clean(&stand_in())];
    }
    let mut is_fenced = false;
    description
        .trim()
        .lines()
        .map(|line| {
            let line = clean(line.trim());
            if !line.starts_with("```") && !line.starts_with("~~~") {
                return line;
            }
            is_fenced = !is_fenced;
            if is_fenced { format!("{}text", &line[..3]) } else { line[..3].to_owned() }
        })
        .collect()
}

/// A text to stand between backticks.
pub(super) fn code(text: &str) -> String {
    text.replace('`', "'").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn clean(line: &str) -> String {
    line.chars().map(|letter| if is_harmful(letter) { ' ' } else { letter }).collect()
}

/// Whether rustc refuses or warns of a character in source text.
pub(crate) fn is_harmful(letter: char) -> bool {
    letter.is_control() && letter != '\n' && letter != '\t'
        || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}
