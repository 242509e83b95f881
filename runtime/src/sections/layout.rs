//! Fields in tags and behind labels, for replies that have no markers.

use std::ops::Range;

use super::Sections;

/// No label is longer, in bytes.
const LONGEST_LABEL: usize = 200;

/// Finds output fields in tags of their names: `<answer>Paris</answer>`. The last closing tag before the
/// next field ends one; a tag that is not closed goes on to there.
pub(crate) fn tags(reply: &str, start: usize, outputs: &[&str]) -> Sections {
    let mut found = Sections::default();
    let mut from = start;
    let mut behind = start;
    while let Some(at) = memchr::memchr(b'<', &reply.as_bytes()[from..]) {
        let at = from + at;
        from = at + 1;
        let Some((field, length)) = open_tag(&reply[at..], outputs) else { continue };
        let inner = at + length;
        let next = next_tag(reply, inner, outputs);
        let end = close_tag(reply, inner, next, outputs[field]);
        found.close(None, reply, behind..at);
        found.close(Some(field), reply, inner..end.start);
        (from, behind) = (end.end, end.end);
    }
    found.close(None, reply, behind..reply.len());
    found
}

/// The field of the tag that a text begins with, and the length of the tag.
fn open_tag(text: &str, outputs: &[&str]) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let has_name = |name: &str| {
        let rest = bytes
            .get(1..1 + name.len())
            .filter(|found| found.eq_ignore_ascii_case(name.as_bytes()));
        rest.is_some() && matches!(bytes.get(1 + name.len()), Some(b'>' | b' '))
    };
    let field = outputs.iter().position(|name| has_name(name))?;
    let window = &bytes[..bytes.len().min(LONGEST_LABEL + outputs[field].len())];
    Some((field, memchr::memchr(b'>', window)? + 1))
}

/// Where the next tag of an output field begins; the end of the text if there is none.
fn next_tag(reply: &str, from: usize, outputs: &[&str]) -> usize {
    let signs = memchr::memchr_iter(b'<', &reply.as_bytes()[from..]);
    let mut tags =
        signs.map(|at| from + at).filter(|&at| open_tag(&reply[at..], outputs).is_some());
    tags.next().unwrap_or(reply.len())
}

/// Where the last tag stands that closes a field before the next one begins; the end of that if there is none.
fn close_tag(reply: &str, from: usize, next: usize, name: &str) -> Range<usize> {
    let bytes = &reply.as_bytes()[..next];
    let mut at = from;
    let mut last = next..next;
    while let Some(next) = memchr::memmem::find(&bytes[at..], b"</") {
        at += next;
        let is_name = bytes
            .get(at + 2..at + 2 + name.len())
            .is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()));
        let end = at + 2 + name.len();
        match bytes.get(end) {
            Some(b'>') if is_name => last = at..end + 1,
            None if is_name => last = at..end,
            _ => {}
        }
        at += 2;
    }
    last
}

/// Finds output fields behind labels that begin a line: `answer: Paris`, `**Answer:** Paris`.
pub(crate) fn labels(reply: &str, start: usize, outputs: &[&str]) -> Sections {
    let mut found = Sections::default();
    let (mut open, mut from) = (None, start);
    let mut line = start;
    loop {
        let end =
            memchr::memchr(b'\n', &reply.as_bytes()[line..]).map_or(reply.len(), |at| line + at);
        if let Some((field, length)) = label(&reply[line..end], outputs) {
            found.close(open, reply, from..line);
            (open, from) = (Some(field), line + length);
        }
        if end == reply.len() {
            break;
        }
        line = end + 1;
    }
    found.close(open, reply, from..reply.len());
    found
}

/// The field of the label that a line begins with, and where its value begins.
fn label(line: &str, outputs: &[&str]) -> Option<(usize, usize)> {
    let inner = line.trim_start_matches([' ', '\t', '*', '_', '#', '`', '-']);
    let window = inner
        .char_indices()
        .take_while(|(at, _)| *at < LONGEST_LABEL)
        .find(|(_, letter)| *letter == ':');
    let (colon, _) = window?;
    let name = inner[..colon].trim_end_matches([' ', '*', '_', '`']);
    let is_part =
        |letter: char| letter.is_alphanumeric() || matches!(letter, ' ' | '_' | '-' | '.');
    if !name.chars().all(is_part) {
        return None;
    }
    let folded = fold(name);
    let mut fitting = (0..outputs.len()).filter(|&at| fold(outputs[at]) == folded);
    let field = fitting.next().filter(|_| fitting.next().is_none())?;
    let value = inner[colon + 1..].trim_start_matches(['*', '_', ' ']);
    Some((field, line.len() - value.len()))
}

fn fold(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::{labels, tags};

    #[test]
    fn finds_fields_in_tags_and_behind_labels() {
        let reply = "<response><Answer lang='fr'>Paris</Answer><n>1</n>";
        let found = tags(reply, 0, &["answer", "n"]);
        let texts: Vec<_> = found.fields.iter().map(|one| &reply[one.text.clone()]).collect();
        assert_eq!(texts, ["Paris", "1"]);
        let reply = "Sure:\n**Final answer:** Paris\nFrance\nn: 1";
        let found = labels(reply, 0, &["final_answer", "n"]);
        let texts: Vec<_> = found.fields.iter().map(|one| &reply[one.text.clone()]).collect();
        assert_eq!(texts, ["Paris\nFrance", "1"]);
    }
}
