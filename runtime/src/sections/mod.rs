//! Where the fields' texts stand in a reply: under markers, in tags, behind labels.

mod layout;
mod marker;
mod reasoning;

use std::ops::Range;

pub(crate) use layout::{labels, tags};
pub(crate) use reasoning::{is_blank, reasoning};

/// The text of one output field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Section {
    /// The field's place among the output fields.
    pub(crate) field: usize,
    /// Its text without the blanks around it.
    pub(crate) text: Range<usize>,
}

/// A reply taken apart at its markers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sections {
    /// The output fields found, in the order of the reply. A field that is there twice with the same text is listed
    /// once.
    pub(crate) fields: Vec<Section>,
    /// Sections that repeat an earlier one word for word.
    pub(crate) repeated: Vec<Section>,
    /// Text that belongs to no output field: before the first marker, in echoed inputs, behind the end marker.
    pub(crate) ignored: Vec<Range<usize>>,
    /// Whether the end marker was there.
    pub(crate) is_completed: bool,
    /// Whether the reply ends within a marker, so that a field was still to come.
    pub(crate) is_cut: bool,
    /// Whether a field has more texts that differ than are listed.
    pub(crate) has_more: bool,
    /// Markers that were written in another way than asked for.
    pub(crate) respelled: Vec<Found>,
}

/// A marker of an output field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) field: usize,
    pub(crate) span: Range<usize>,
}

/// How a marker begins, before its name.
const OPEN: &str = "[[ ## ";

/// How it ends.
const CLOSE: &str = " ## ]]";

/// What a marker names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    Output(usize),
    Input,
    Completed,
}

impl Name {
    fn find(name: &str, outputs: &[&str], inputs: &[&str]) -> Option<Self> {
        let output = outputs.iter().position(|one| *one == name).map(Self::Output);
        let input = || inputs.contains(&name).then_some(Self::Input);
        output.or_else(input).or_else(|| (name == "completed").then_some(Self::Completed))
    }
}

/// Takes a reply apart at markers in all spellings.
pub(crate) fn find(reply: &str, start: usize, outputs: &[&str], inputs: &[&str]) -> Sections {
    let mut found = marker::scan(reply, start, outputs, inputs);
    found.leave_fence(reply);
    found
}

/// Finds the markers `[[ ## name ## ]]` that begin a line and name a field of the signature, written just so. All other text, markers
/// of other names included, belongs to the field before it. Reading ends at `[[ ## completed ## ]]`.
///
/// The form of the marker is DSPy's. Text behind a marker on the same line belongs to the field.
pub(crate) fn scan(reply: &str, start: usize, outputs: &[&str], inputs: &[&str]) -> Sections {
    let mut found = Sections::default();
    let mut open: Option<usize> = None;
    let mut from = start;
    // The rarest byte of a marker.
    for sign in memchr::memchr_iter(b'#', &reply.as_bytes()[start..]) {
        let sign = start + sign;
        let Some(at) = sign.checked_sub("[[ ".len()) else { continue };
        if !reply.as_bytes()[at..].starts_with(OPEN.as_bytes()) {
            continue;
        }
        let Some(line_start) = line_start(reply, at, from) else { continue };
        let Some((marker, end)) = marker(reply, at, outputs, inputs) else { continue };
        // A colon behind a marker belongs to neither it nor the value.
        if reply[end..].starts_with(':') {
            continue;
        }
        found.close(open, reply, from..line_start);
        from = end;
        open = None;
        match marker {
            Name::Output(field) => open = Some(field),
            Name::Input => {}
            Name::Completed => {
                found.is_completed = true;
                break;
            }
        }
    }
    let end =
        if found.is_completed { reply.len() } else { marker::without_cut(reply, from, outputs) };
    found.close(open, reply, from..end);
    found.note_cut(reply, end, outputs);
    found
}

impl Sections {
    /// Leaves out a marker that is cut off at the end.
    fn note_cut(&mut self, reply: &str, end: usize, outputs: &[&str]) {
        if end < reply.len() {
            self.is_completed |= marker::is_cut_completed(&reply[end..], outputs);
            self.is_cut = !self.is_completed;
            self.ignored.push(trimmed(reply, end..reply.len()));
        }
    }

    /// Leaves out the end of a code fence that was opened before the first marker.
    fn leave_fence(&mut self, reply: &str) {
        let is_fence = |text: &Range<usize>| {
            reply[text.clone()].strip_prefix("```").is_some_and(|rest| !rest.contains(['\n', '`']))
        };
        let Some(last) = self.fields.last_mut() else { return };
        if !self.is_completed
            && self
                .ignored
                .first()
                .is_some_and(|first| first.start < last.text.start && is_fence(first))
            && let Some(inner) = reply[last.text.clone()].strip_suffix("\n```")
        {
            let end = last.text.start + inner.len();
            self.ignored.push(trimmed(reply, end..last.text.end));
            last.text = trimmed(reply, last.text.start..end);
        }
    }

    /// Ends the section of a field, or of no field, at the next marker.
    fn close(&mut self, field: Option<usize>, reply: &str, text: Range<usize>) {
        let text = trimmed(reply, text);
        match field {
            None if text.is_empty() => {}
            None => self.ignored.push(text),
            Some(field) => {
                let section = Section { field, text };
                let earlier = self.fields.iter().find(|one| one.field == field);
                let content = &reply[section.text.clone()];
                if earlier.is_some_and(|one| reply[one.text.clone()] == *content) {
                    self.repeated.push(section);
                } else if self.fields.iter().filter(|one| one.field == field).count() < 2 {
                    // Two that differ are an error already; a flood of them need not be kept.
                    self.fields.push(section);
                } else {
                    self.has_more = true;
                }
            }
        }
    }
}

/// A stretch of a text without the blanks at its ends.
pub(crate) fn trimmed(text: &str, span: Range<usize>) -> Range<usize> {
    // Most blanks are those of ASCII, which need no look at characters.
    let inner = text[span.clone()].trim_ascii_start();
    let (start, inner) = (span.end - inner.len(), inner.trim_ascii_end());
    let may_be_blank = |byte: Option<u8>| byte.is_some_and(|byte| !byte.is_ascii_graphic());
    if may_be_blank(inner.bytes().next()) || may_be_blank(inner.bytes().next_back()) {
        let behind = inner.trim_start();
        let start = start + (inner.len() - behind.len());
        return start..start + behind.trim_end().len();
    }
    start..start + inner.len()
}

/// Where the line of a marker begins, if only blanks stand before it there.
fn line_start(reply: &str, at: usize, from: usize) -> Option<usize> {
    let before = reply.as_bytes().get(from..at)?;
    let blanks =
        before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
    let start = before.len() - blanks;
    (start == 0 || before[start - 1] == b'\n').then_some(from + start)
}

fn marker(reply: &str, at: usize, outputs: &[&str], inputs: &[&str]) -> Option<(Name, usize)> {
    let rest = &reply[at + OPEN.len()..];
    let named = |name: &&str| rest.strip_prefix(*name).is_some_and(|rest| rest.starts_with(CLOSE));
    let end = |name: &str| at + OPEN.len() + name.len() + CLOSE.len();
    if let Some(field) = outputs.iter().position(&named) {
        return Some((Name::Output(field), end(outputs[field])));
    }
    if let Some(name) = inputs.iter().find(|name| named(name)) {
        return Some((Name::Input, end(name)));
    }
    named(&"completed").then(|| (Name::Completed, end("completed")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts<'r>(reply: &'r str, found: &Sections) -> Vec<(usize, &'r str)> {
        found.fields.iter().map(|one| (one.field, reply[one.text.clone()].trim())).collect()
    }

    #[test]
    fn finds_fields_and_leaves_other_markers_in_the_text() {
        let reply = "Sure!\n[[ ## q ## ]]\nwhat\n  [[ ## b ## ]] two\n[[ ## other ## ]]\nx [[ ## a ## ]] y\n\
                     [[ ## a ## ]]\none\n[[ ## completed ## ]]\nbye [[ ## a ## ]]";
        let found = scan(reply, 0, &["a", "b"], &["q"]);
        assert_eq!(
            texts(reply, &found),
            [(1, "two\n[[ ## other ## ]]\nx [[ ## a ## ]] y"), (0, "one")]
        );
        let ignored: Vec<_> = found.ignored.iter().map(|text| reply[text.clone()].trim()).collect();
        assert_eq!(ignored, ["Sure!", "what", "bye [[ ## a ## ]]"]);
        assert!(found.is_completed);
    }

    #[test]
    fn trims_as_the_standard_library_does() {
        for blank in ["", " ", "\n\t", "\u{b}", "\u{85}", "\u{a0} ", " \u{2003}\r"] {
            for inner in ["", "x", "é y", "x \u{a0}z"] {
                let text = format!("<{blank}{inner}{blank}>");
                let span = 1..text.len() - 1;
                assert_eq!(text[trimmed(&text, span.clone())], *text[span].trim());
            }
        }
    }

    #[test]
    fn joins_equal_repetitions_and_keeps_different_ones() {
        let reply = "[[ ## a ## ]]\n1\n[[ ## a ## ]]\n1\n[[ ## a ## ]]\n2\n[[ ## a ## ]]\n3";
        let found = scan(reply, 0, &["a"], &[]);
        assert_eq!(texts(reply, &found), [(0, "1"), (0, "2")]);
        assert_eq!(found.repeated.len(), 1);
    }

    #[test]
    fn a_flood_of_blanks_is_passed_over_once() {
        let reply = format!("{}[[ ## a ## ]]", " [[ ## ".repeat(100_000));
        assert!(scan(&reply, 0, &["a"], &[]).fields.is_empty());
    }
}
