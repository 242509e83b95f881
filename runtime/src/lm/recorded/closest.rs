//! Which recording is closest to a request that has none, and where the two part.

use std::cmp::Reverse;

use super::line;
use super::store::Recording;
use crate::json::Json;
use crate::lm::{Request, Settings};
use crate::message::Message;

/// How many characters to show on either side of a difference.
const CONTEXT: usize = 28;

/// Says which recording is closest and what its first difference is. `None` if there is none.
pub(super) fn describe<'r>(
    request: &Request,
    recordings: impl Iterator<Item = (&'r [Message], &'r Recording)>,
) -> Option<String> {
    let (agreement, messages, recording) = recordings
        .map(|(messages, recording)| (agreement(&request.messages, messages), messages, recording))
        .max_by_key(|(agreement, _, recording)| (*agreement, Reverse(recording.line)))?;
    let at = agreement.messages;
    let difference = match (request.messages.get(at), messages.get(at)) {
        (None, None) => settings_difference(&request.settings, &recording.settings),
        (Some(here), Some(recorded)) if here.role == recorded.role => {
            text_difference(at, here, recorded, agreement.bytes)
        }
        (Some(here), Some(recorded)) => {
            let number = at + 1;
            format!("message {number} is by {} here, by {} recorded", here.role, recorded.role)
        }
        _ => {
            let (here, recorded) = (request.messages.len(), messages.len());
            format!("this request has {here} messages, the recorded one {recorded}")
        }
    };
    Some(format!("; closest is line {}: {difference}", recording.line))
}

/// How far two conversations are the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Agreement {
    /// So many messages are the same.
    messages: usize,
    /// And so many bytes of the next one.
    bytes: usize,
}

fn agreement(here: &[Message], recorded: &[Message]) -> Agreement {
    let messages = here.iter().zip(recorded).take_while(|(a, b)| a == b).count();
    let bytes = match (here.get(messages), recorded.get(messages)) {
        (Some(a), Some(b)) if a.role == b.role => {
            let pairs = a.content.text().chars().zip(b.content.text().chars());
            pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
        }
        _ => 0,
    };
    Agreement { messages, bytes }
}

fn text_difference(index: usize, here: &Message, recorded: &Message, at: usize) -> String {
    let (here_text, recorded_text) = (here.content.text(), recorded.content.text());
    let line = 1 + here_text[..at].matches('\n').count();
    format!(
        "message {} ({}) differs in its line {line}: {:?} here, {:?} recorded",
        index + 1,
        here.role,
        around(here_text, at),
        around(recorded_text, at)
    )
}

/// A few whole words around a place, with `…` where more would follow.
fn around(text: &str, at: usize) -> String {
    let (before, after) = text.split_at(at);
    let start = before.char_indices().rev().nth(CONTEXT).map(|(start, _)| start);
    let before = start.map_or(before, |start| {
        let cut = &before[start..];
        cut.split_once(char::is_whitespace).map_or(cut, |(_, words)| words)
    });
    let end = after.char_indices().nth(CONTEXT).map(|(end, _)| end);
    let after = end.map_or(after, |end| {
        let cut = &after[..end];
        match cut.rsplit_once(char::is_whitespace) {
            Some((words, _)) if !words.is_empty() => words,
            _ => cut,
        }
    });
    let more = |is_cut: bool| if is_cut { "…" } else { "" };
    format!("{}{before}{after}{}", more(start.is_some()), more(end.is_some()))
}

fn settings_difference(here: &Settings, recorded: &Settings) -> String {
    let (here, recorded) = (line::settings(here), line::settings(recorded));
    let names = here.iter().chain(&recorded).map(|(name, _)| name.as_str());
    let value = |settings: &[(String, Json)], name| {
        settings.iter().find(|(key, _)| key == name).map(|(_, value)| value.to_string())
    };
    let mut differences: Vec<String> = Vec::new();
    for name in names {
        let (a, b) = (value(&here, name), value(&recorded, name));
        let show = |value: Option<String>| value.unwrap_or_else(|| "not set".to_owned());
        if a != b {
            let difference = format!("{name} is {} here, {} recorded", show(a), show(b));
            // A setting that both have comes by twice.
            if !differences.contains(&difference) {
                differences.push(difference);
            }
        }
    }
    format!("the settings differ: {}", differences.join("; "))
}
