//! Descriptions as Rust documentation.

use std::collections::HashMap;

/// The lines of a description, or those of a stand-in, made fit for a doc comment.
///
/// The text is shown as it was written. What rustdoc would take for more than prose is kept from it: links and tags are
/// escaped, an indented line or a fence of no language, which would be run as a test, is made prose or marked as text.
pub(super) fn lines(description: &str, stand_in: impl FnOnce() -> String) -> Vec<String> {
    let text = clean(description);
    if text.trim().is_empty() {
        return vec![clean(&stand_in())];
    }
    let mut lines = Vec::new();
    let mut fence: Option<&str> = None;
    for line in text.trim().lines().map(str::trim) {
        match (fence, fence_of(line)) {
            (Some(open), Some(close)) if close.starts_with(open) && close.len() == line.len() => {
                lines.push(open.to_owned());
                fence = None;
            }
            (Some(_), _) => lines.push(line.to_owned()),
            (None, Some(open)) => {
                lines.push(format!("{open}text"));
                fence = Some(open);
            }
            (None, None) => {
                // Markdown would draw the line into the item above it.
                if lines.last().is_some_and(|above| is_item(above))
                    && !line.is_empty()
                    && !is_item(line)
                {
                    lines.push(String::new());
                }
                lines.push(prose(line));
            }
        }
    }
    lines.extend(fence.map(str::to_owned));
    lines.dedup_by(|line, above| line.is_empty() && above.is_empty());
    lines
}

/// A text to stand between backticks.
pub(super) fn code(text: &str) -> String {
    let shown = text.replace('`', "'");
    if shown.trim() == shown && !shown.is_empty() && !shown.chars().any(is_harmful) {
        return shown;
    }
    format!("{shown:?}")
}

/// A link to a type of the module.
pub(crate) fn link(name: &str) -> String {
    // Derive macros of the prelude have these names too.
    const DERIVES: &[&str] =
        &["Clone", "Copy", "Debug", "Default", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd"];
    if DERIVES.contains(&name) { format!("[`{name}`](type@{name})") } else { format!("[`{name}`]") }
}

/// Whether rustc or clippy refuses a character in source text or warns of it, or nobody could see it there.
pub(crate) fn is_harmful(letter: char) -> bool {
    letter.is_control() && letter != '\n' && letter != '\t'
        || matches!(
            letter,
            '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
        )
}

fn clean(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\t', "    ");
    text.chars().map(|letter| if is_harmful(letter) { ' ' } else { letter }).collect()
}

/// The marks that open or close a block of code, if the line does that.
fn fence_of(line: &str) -> Option<&str> {
    let mark = line.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let rest = line.trim_start_matches(mark);
    let marks = &line[..line.len() - rest.len()];
    (marks.len() >= 3 && !rest.contains('`')).then_some(marks)
}

/// Whether a line is an item of a list or a quotation.
fn is_item(line: &str) -> bool {
    let rest = line.trim_start_matches(|first: char| first.is_ascii_digit());
    match rest.split_once(' ') {
        Some(("-" | "*" | "+", _)) => rest.len() == line.len(),
        Some(("." | ")", _)) => rest.len() < line.len(),
        _ => line.starts_with('>'),
    }
}

/// A line with what is no prose escaped. Code between backticks stays as it is.
fn prose(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    let last = last_marks(line);
    while let Some(letter) = rest.chars().next() {
        let length = match letter {
            '`' => {
                let marks = leading_marks(rest);
                if last.get(&marks).is_some_and(|&after| after < rest.len()) {
                    code_span(rest, marks)
                } else {
                    text.push_str(&"\\`".repeat(marks));
                    rest = &rest[marks..];
                    continue;
                }
            }
            '\\' if rest[1..].starts_with(|next: char| next.is_ascii_punctuation())
                || rest.len() == 1 =>
            {
                text.push('\\');
                1
            }
            '<' | '[' => {
                text.push('\\');
                1
            }
            'h' if rest.starts_with("http://") || rest.starts_with("https://") => {
                let url = url(rest);
                text.push('<');
                text.push_str(url);
                text.push('>');
                rest = &rest[url.len()..];
                continue;
            }
            other => other.len_utf8(),
        };
        text.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    text
}

/// The address that a text begins with, without the punctuation of the sentence around it.
fn url(text: &str) -> &str {
    let is_end = |letter: char| {
        letter.is_whitespace() || matches!(letter, '<' | '>' | '[' | ']' | '`' | '"' | '\\')
    };
    let end = text.find(is_end).unwrap_or(text.len());
    text[..end].trim_end_matches(['.', ',', ';', ':', '!', '?', ')', '\'', '*'])
}

/// For each number of backticks in a row how much of the line follows from the last such row on.
fn last_marks(line: &str) -> HashMap<usize, usize> {
    let mut last = HashMap::new();
    let mut rest = line;
    while let Some(at) = rest.find('`') {
        rest = &rest[at..];
        let marks = leading_marks(rest);
        last.insert(marks, rest.len());
        rest = &rest[marks..];
    }
    last
}

fn leading_marks(text: &str) -> usize {
    text.bytes().take_while(|&byte| byte == b'`').count()
}

/// The length of the code span that a text begins with, which as many marks end.
fn code_span(text: &str, marks: usize) -> usize {
    let mut at = marks;
    while let Some(found) = text[at..].find('`') {
        at += found;
        let length = leading_marks(&text[at..]);
        at += length;
        if length == marks {
            return at;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{code, lines};

    fn doc(description: &str) -> String {
        lines(description, || "Stand-in.".to_owned()).join("\n")
    }

    #[test]
    fn prose_is_shown_as_written() {
        let cases = [
            ("One [link](x) and <b>.", r"One \[link](x) and \<b>."),
            (
                "See https://a.b/c_d?e=f, or (http://g.h).",
                "See <https://a.b/c_d?e=f>, or (<http://g.h>).",
            ),
            (
                "Code `Vec<[u8]>` and ``a`b``, lone ` here.",
                r"Code `Vec<[u8]>` and ``a`b``, lone \` here.",
            ),
            (r"A path C:\new, \[x], and \`.", r"A path C:\new, \\\[x], and \\\`."),
            ("ends in \\", r"ends in \\"),
            ("```", "```text\n```"),
            ("``` `", r"\`\`\` \`"),
        ];
        for (description, expected) in cases {
            assert_eq!(doc(description), expected);
        }
    }

    #[test]
    fn blocks_are_not_run_and_are_closed() {
        assert_eq!(doc("    let x = 1;"), "let x = 1;");
        assert_eq!(doc("a\n```rust\n  <b>\n```\n`"), "a\n```text\n<b>\n```\n\\`");
        assert_eq!(doc("~~~\n```\nx"), "~~~text\n```\nx\n~~~");
        assert_eq!(doc("````\n```\n````"), "````text\n```\n````");
    }

    #[test]
    fn items_stay_apart_from_what_follows() {
        assert_eq!(doc("- a\n- b\nc\n1. d\ne"), "- a\n- b\n\nc\n1. d\n\ne");
        assert_eq!(doc("2024 was\nfine - so\nwas"), "2024 was\nfine - so\nwas");
    }

    #[test]
    fn what_cannot_be_seen_is_blank() {
        assert_eq!(doc("a\u{202e}b\u{200b}c\0d\te\r\nf\rg\n\n\n\nh"), "a b c d    e\nf g\n\nh");
        assert_eq!(doc(" \0 "), "Stand-in.");
        assert_eq!(
            [code("a b"), code(""), code(" "), code("`\n")],
            ["a b", "\"\"", "\" \"", "\"'\\n\""]
        );
    }

    #[test]
    fn marks_without_end_take_linear_time() {
        let line = (1..2000).map(|marks| "`".repeat(marks)).collect::<Vec<_>>().join(" ");
        assert!(doc(&line).len() > line.len());
        assert!(doc(&"` `` ".repeat(200_000)).len() > 1_000_000);
    }
}
