//! Reasoning before the answer, between tags.

use std::ops::Range;

/// Names of the tags that models put around their reasoning.
const TAGS: [&str; 7] =
    ["think", "thinking", "thought", "thoughts", "reasoning", "reflection", "scratchpad"];

/// No tag with its attributes is longer, in bytes.
const LONGEST_TAG: usize = 200;

/// Where the reasoning before an answer stands; empty if there is none. `has_answer` tells whether a text at a place is
/// an answer already, so that a closing tag within it is a part of it.
///
/// A tag that is never closed goes on to the end: nothing was answered. One that was never opened began with the text.
pub(crate) fn reasoning(text: &str, outputs: &[&str]) -> Range<usize> {
    let start = text.len() - text.trim_start_matches(is_blank).len();
    let is_field = |tag: &str| outputs.iter().any(|name| name.eq_ignore_ascii_case(tag));
    if let Some((tag, behind)) = opening(&text[start..])
        && !is_field(tag)
    {
        let end = closing(text, start + behind, tag).map_or(text.len(), |close| close.end);
        return start..end;
    }
    // The tags are short of letters before `</`, so a text without them is passed over at once.
    let mut from = start;
    while let Some(at) = memchr::memmem::find(&text.as_bytes()[from..], b"</") {
        let at = from + at;
        from = at + 2;
        let Some(tag) = TAGS.iter().find(|tag| is_closing(&text[at..], tag)) else { continue };
        if is_field(tag) {
            continue;
        }
        let end = closing(text, at, tag).map_or(text.len(), |close| close.end);
        let begins = |sign: &str| text[end..].trim_start_matches(is_blank).starts_with(sign);
        // What begins as an answer is one, whatever its texts hold.
        let is_prose = text[start..].starts_with(char::is_alphabetic);
        let has_marker = text[..at].contains("[[") || !is_prose;
        let is_answer = ["{", "[", "```", "<"].iter().any(|sign| begins(sign))
            || !text[..at].contains(['{', '[']);
        return if has_marker || !is_answer { start..start } else { start..end };
    }
    start..start
}

/// Blanks and characters without width.
pub(crate) fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\u{feff}' | '\u{200b}'..='\u{200d}' | '\u{2060}')
}

/// The name of the tag that a text begins with, and the place behind the tag.
fn opening(text: &str) -> Option<(&'static str, usize)> {
    let rest = text.strip_prefix('<')?;
    let length = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    let tag = TAGS.iter().find(|tag| rest[..length].eq_ignore_ascii_case(tag))?;
    let window = &rest.as_bytes()[..rest.len().min(LONGEST_TAG)];
    let end = memchr::memchr(b'>', window)?;
    let is_tag = rest.as_bytes()[length] == b'>' || rest.as_bytes()[length].is_ascii_whitespace();
    is_tag.then_some((tag, 1 + end + 1))
}

/// The first closing tag of a name from a place on.
fn closing(text: &str, from: usize, tag: &str) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(next) = memchr::memmem::find(&bytes[at..], b"</") {
        at += next;
        if is_closing(&text[at..], tag) {
            return Some(at..at + tag.len() + 3);
        }
        at += 2;
    }
    None
}

fn is_closing(text: &str, tag: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.get(2..2 + tag.len()).is_some_and(|name| name.eq_ignore_ascii_case(tag.as_bytes()))
        && bytes.get(2 + tag.len()) == Some(&b'>')
}

#[cfg(test)]
mod tests {
    use super::reasoning;

    #[test]
    fn finds_reasoning_with_both_tags_or_one() {
        let cases = [
            ("<think>a</think>b", "<think>a</think>"),
            (" <Thinking x=\"1\">a</Thinking>\nb", "<Thinking x=\"1\">a</Thinking>"),
            ("<think>first guess {\"n\": 4}", "<think>first guess {\"n\": 4}"),
            ("hm {\"n\": 4}</think>{\"n\": 5}", "hm {\"n\": 4}</think>"),
            ("{\"html\": \"use <think>x</think> tags\"}", ""),
            ("[[ ## a ## ]]\nuse </think> tags", ""),
            ("<thinker>a</thinker>", ""),
            ("plain", ""),
        ];
        for (text, found) in cases {
            assert_eq!(&text[reasoning(text, &[])], found, "{text}");
        }
        assert!(reasoning("<reasoning>a</reasoning><answer>b</answer>", &["reasoning"]).is_empty());
    }
}
