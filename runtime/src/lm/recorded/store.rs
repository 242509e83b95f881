//! The recordings in memory.

use std::collections::{HashMap, VecDeque};

use super::line;
use crate::lm::{Request, Response, Settings};
use crate::message::Message;

/// All recordings, by what they answer.
#[derive(Default)]
pub(super) struct Recordings {
    by_messages: HashMap<Vec<Message>, Vec<Recording>>,
    count: usize,
}

/// What was answered to some messages under the same settings.
pub(super) struct Recording {
    /// The settings.
    pub(super) settings: Settings,
    /// The first line with it, counted from 1; blank lines do not count for one that was just made.
    pub(super) line: usize,
    /// What is still to be given. Never empty: the last response stays.
    responses: VecDeque<Response>,
}

/// Why a file of recordings cannot be read.
pub(super) struct LineError {
    /// Which line, counted from 1.
    pub(super) line: usize,
    /// What is wrong with it.
    pub(super) message: String,
}

impl Recordings {
    /// Reads a file of recordings.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, LineError> {
        let text = str::from_utf8(bytes).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            let line = before.split(|&byte| byte == b'\n').count();
            LineError { line, message: "not UTF-8".to_owned() }
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut recordings = Self::default();
        for (index, line) in text.split_inclusive('\n').enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            match line::read(line.trim_end()) {
                Ok((request, response)) => recordings.insert(request, response, index + 1),
                Err(mut message) => {
                    // Only the last line can lack its end, and an interrupted writer is why.
                    if !line.ends_with('\n') {
                        message +=
                            "; the line has no end: it may have been cut off, then remove it";
                    }
                    return Err(LineError { line: index + 1, message });
                }
            }
        }
        Ok(recordings)
    }

    /// Adds a recording that was just made.
    pub(super) fn add(&mut self, request: Request, response: Response) {
        self.insert(request, response, self.count + 1);
    }

    /// The next response to a request.
    pub(super) fn answer(&mut self, request: &Request) -> Option<Response> {
        let recordings = self.by_messages.get_mut(request.messages.as_slice())?;
        let recording = recordings.iter_mut().find(|one| one.settings == request.settings)?;
        if recording.responses.len() > 1 {
            recording.responses.pop_front()
        } else {
            recording.responses.front().cloned()
        }
    }

    /// How many recordings there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// All recordings, in no order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[Message], &Recording)> {
        self.by_messages.iter().flat_map(|(messages, recordings)| {
            recordings.iter().map(move |recording| (messages.as_slice(), recording))
        })
    }

    fn insert(&mut self, request: Request, response: Response, line: usize) {
        self.count += 1;
        let Request { messages, settings } = request;
        let recordings = self.by_messages.entry(messages).or_default();
        match recordings.iter_mut().find(|one| one.settings == settings) {
            Some(recording) => recording.responses.push_back(response),
            None => recordings.push(Recording { settings, line, responses: [response].into() }),
        }
    }
}
