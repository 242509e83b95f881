//! Markers as models write them.

use std::ops::Range;

use super::{CLOSE, Found, Name, OPEN, Section, Sections, trimmed};

/// A marker in any spelling.
struct Marker {
    name: Name,
    /// All of it, with what decorates it.
    span: Range<usize>,
    /// The text that stands within it.
    value: Option<Range<usize>>,
    is_exact: bool,
    starts_line: bool,
    /// Whether nothing else stands in its line.
    is_alone: bool,
}

/// Finds markers in all spellings: other blanks, brackets and signs, bold or as a heading, in another letter case, in the
/// middle of a line, with the value inside.
///
/// A field that has an exact marker at the start of a line has no other; of the others the first counts. A marker in
/// backticks is text, and so is one of an unknown name.
pub(super) fn scan(reply: &str, start: usize, outputs: &[&str], inputs: &[&str]) -> Sections {
    let mut markers: Vec<Marker> = Vec::new();
    let mut from = start;
    let bytes = reply.as_bytes();
    while let Some(next) = next_bracket(&bytes[from..]) {
        let at = from + next;
        match marker(reply, at, start, outputs, inputs) {
            Ok(marker) => {
                from = marker.span.end;
                markers.push(marker);
            }
            Err(end) => from = end.max(at + 1),
        }
    }
    choose(reply, start, markers, outputs)
}

/// Takes the reply apart at the markers that count.
fn choose(reply: &str, start: usize, markers: Vec<Marker>, outputs: &[&str]) -> Sections {
    let mut is_settled = vec![false; outputs.len()];
    for marker in &markers {
        if let (Name::Output(field), true, true) =
            (marker.name, marker.is_exact, marker.starts_line)
        {
            is_settled[field] = true;
        }
    }
    // A marker in a sentence may be no more than mentioned.
    let mut has_own_line = is_settled.clone();
    for marker in &markers {
        if let (Name::Output(field), true) = (marker.name, marker.is_alone) {
            has_own_line[field] = true;
        }
    }
    let last_output = markers.iter().rposition(|marker| matches!(marker.name, Name::Output(_)));
    let mut found = Sections::default();
    let (mut open, mut from) = (None, start);
    for (place, marker) in markers.into_iter().enumerate() {
        let is_plain = marker.is_exact && marker.starts_line;
        match marker.name {
            Name::Output(field) => {
                if !marker.is_alone && has_own_line[field] && !is_plain {
                    continue;
                }
                if !is_plain && std::mem::replace(&mut is_settled[field], true) {
                    continue;
                }
                found.close(open, reply, from..marker.span.start);
                if !is_plain {
                    found.respelled.push(Found { field, span: marker.span.clone() });
                }
                (open, from) = (Some(field), marker.span.end);
                if let Some(value) = marker.value {
                    found.fields.push(Section { field, text: trimmed(reply, value) });
                    open = None;
                }
            }
            Name::Input if is_plain || open.is_none() => {
                found.close(open, reply, from..marker.span.start);
                (open, from) = (None, marker.span.end);
            }
            Name::Input => {}
            Name::Completed => {
                if last_output.is_some_and(|last| place < last) {
                    // Something is still to come; only a marker of its own line is left out.
                    if marker.starts_line {
                        found.close(open, reply, from..marker.span.start);
                        (open, from) = (None, marker.span.end);
                    }
                    continue;
                }
                found.close(open, reply, from..marker.span.start);
                (open, from) = (None, marker.span.end);
                found.is_completed = true;
                break;
            }
        }
    }
    let kept = if found.is_completed { reply.len() } else { without_cut(reply, from, outputs) };
    found.close(open, reply, from..kept);
    found.note_cut(reply, kept, outputs);
    found
}

/// Whether a marker cut off at the end can only be the one that ends the reply.
pub(super) fn is_cut_completed(text: &str, outputs: &[&str]) -> bool {
    text.trim().strip_prefix(OPEN).is_some_and(|name| {
        let is_field = outputs.iter().any(|output| output.starts_with(name));
        name.len() >= 2 && END.starts_with(name) && !is_field
    })
}

/// What stands in the marker that ends a reply behind its beginning.
const END: &str = "completed ## ]]";

/// The end of a text without the marker that is cut off there: a last line that is the beginning of one.
pub(super) fn without_cut(reply: &str, from: usize, outputs: &[&str]) -> usize {
    let text = reply[from..].trim_end();
    let line = text.rfind('\n').map_or(0, |at| at + 1);
    let last = text[line..].trim_start();
    let is_start = |name: &str, rest: &str| {
        let whole = [name, CLOSE].concat();
        rest.len() < whole.len() && whole.starts_with(rest)
    };
    let is_cut = match last.strip_prefix(OPEN) {
        Some(rest) => outputs.iter().chain(&["completed"]).any(|name| is_start(name, rest)),
        None => last.len() > 2 && OPEN.starts_with(last),
    };
    if is_cut { from + line } else { reply.len() }
}

/// The next place of an opening bracket, of either width.
fn next_bracket(text: &[u8]) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = memchr::memchr2(b'[', 0xef, &text[from..]) {
        let at = from + at;
        if text[at] == b'[' || text[at..].starts_with("［".as_bytes()) {
            return Some(at);
        }
        from = at + 1;
    }
    None
}

/// The marker at a bracket; if there is none, the place to look on.
fn marker(
    reply: &str,
    at: usize,
    start: usize,
    outputs: &[&str],
    inputs: &[&str],
) -> Result<Marker, usize> {
    let text = &reply[at..];
    let (brackets, rest) = count(text, &["[", "［"]);
    let behind = at + text.len() - rest.len();
    let (signs, inner) = count(rest.trim_start_matches([' ', '\t']), &["#", "＃"]);
    let inner = inner.trim_start_matches([' ', '\t']);
    if brackets > 2 || signs > 4 {
        return Err(behind);
    }
    let stop = inner.find(['#', '＃', ']', '］', ':', '\n', '[']).ok_or(behind)?;
    let name = inner[..stop].trim();
    let (name_of, is_same) = find(name, outputs, inputs).ok_or(behind)?;
    let mut rest = &inner[stop..];
    let mut value = None;
    if let Some(inside) = rest.strip_prefix(':') {
        let end = inside.find(['\n', ']', '］']).ok_or(behind)?;
        let text = inside[..end].trim_end_matches([' ', '#', '＃']);
        let from = reply.len() - inside.len();
        value = Some(from..from + text.len());
        rest = inside[text.len()..].trim_start_matches([' ', '\t']);
    }
    let (closing_signs, rest) = count(rest, &["#", "＃"]);
    let (closing, rest) = count(rest.trim_start_matches([' ', '\t']), &["]", "］"]);
    if closing == 0 || closing > 2 {
        return Err(behind);
    }
    let end = reply.len() - rest.len();
    let line = reply[start..at].rfind('\n').map_or(start, |line| start + line + 1);
    let before = &reply[line..at];
    let starts_line = before.trim().is_empty();
    let is_decorated =
        before.trim().chars().all(|letter| matches!(letter, '#' | '*' | '_' | '>' | '-'));
    let rest_of_line = rest.split('\n').next().unwrap_or_default();
    let is_alone = is_decorated
        && rest_of_line
            .trim_matches(|letter: char| {
                letter.is_whitespace() || matches!(letter, '*' | '_' | ':')
            })
            .is_empty();
    let has_signs = signs > 0 || closing_signs > 0;
    let is_marker = match (brackets, closing) {
        (2, 2) if has_signs => true,
        (2, 2) => is_alone,
        _ => has_signs && is_decorated,
    };
    let is_quoted = before.ends_with('`') && rest.starts_with('`');
    if !is_marker || is_quoted || (value.is_some() && !is_decorated) {
        return Err(behind);
    }
    let exact = ["[[ ## ", name, " ## ]]"].concat();
    let is_exact = is_same && value.is_none() && reply[at..end] == *exact;
    let from = if is_decorated { line } else { at };
    let mut until = end;
    if !(is_exact && starts_line) || rest.starts_with(':') {
        let tail = rest.trim_start_matches(['*', '_']);
        let tail = tail.strip_prefix(':').unwrap_or(tail);
        until = reply.len() - tail.trim_start_matches(['*', '_']).len();
    }
    let is_exact = is_exact && until == end;
    Ok(Marker { name: name_of, span: from..until, value, is_exact, starts_line, is_alone })
}

/// How many of these signs a text begins with, and the rest.
fn count<'t>(text: &'t str, signs: &[&str]) -> (usize, &'t str) {
    let (mut rest, mut found) = (text, 0);
    while let Some(behind) = signs.iter().find_map(|sign| rest.strip_prefix(sign)) {
        (rest, found) = (behind, found + 1);
    }
    (found, rest)
}

/// The field of a name, in any letter case, and whether the case is right.
fn find(name: &str, outputs: &[&str], inputs: &[&str]) -> Option<(Name, bool)> {
    if let Some(found) = Name::find(name, outputs, inputs) {
        return Some((found, true));
    }
    let folded = name.to_lowercase().replace([' ', '-'], "_");
    let is_it = |one: &str| one.to_lowercase() == folded;
    let all = outputs.iter().chain(inputs);
    if name.is_empty() || name.len() > 200 || all.filter(|one| is_it(one)).count() > 1 {
        return None;
    }
    if let Some(field) = outputs.iter().position(|one| is_it(one)) {
        return Some((Name::Output(field), false));
    }
    if inputs.iter().any(|one| is_it(one)) {
        return Some((Name::Input, false));
    }
    (folded == "completed").then_some((Name::Completed, false))
}
