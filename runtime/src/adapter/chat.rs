//! The chat adapter: fields under `[[ ## name ## ]]` markers.

use std::ops::Range;

use super::{Adapter, Prompt, Reading, Reply};
use crate::json::Encode;
use crate::message::Message;
use crate::signature::{FieldVisitor, Fields, Format, Signature};

/// The chat adapter: one section a field, each under its `[[ ## name ## ]]` marker, as in DSPy's `ChatAdapter`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chat;

/// A signature that was generated for the [`Chat`] adapter.
#[diagnostic::on_unimplemented(
    message = "the signature `{Self}` was not generated for the chat adapter",
    note = "add \"chat\" to \"x-adapters\" in its schema file, or leave \"x-adapters\" out"
)]
pub trait ChatSignature: Signature {
    /// The constant text of its messages.
    const CHAT: &'static ChatPrompt;
}

/// The constant text of a signature's chat messages.
#[derive(Clone, Debug)]
pub struct ChatPrompt {
    /// The system message. Its parts are the fields, the layout, the reminder of the layout, the instruction.
    pub system: &'static str,
    /// Where in it the reminder stands, in bytes. User messages repeat it at their end.
    pub reminder: Range<usize>,
    /// Where in it the instruction begins, in bytes; it goes to the end.
    pub instructions_at: usize,
    /// The user and assistant messages of the demos in the signature file.
    pub demos: &'static [(&'static str, &'static str)],
}

impl<S: ChatSignature> Adapter<S> for Chat {
    fn name(&self) -> &'static str {
        "chat"
    }

    fn messages(&self, prompt: &Prompt<'_, S>) -> Vec<Message> {
        let baked = if prompt.has_baked_demos { S::CHAT.demos } else { &[] };
        let mut messages = Vec::with_capacity(2 + 2 * (baked.len() + prompt.demos.len()));
        messages.push(match prompt.instructions {
            None => Message::system(S::CHAT.system),
            Some(instructions) => Message::system(S::CHAT.system_with(instructions)),
        });
        for &(user, assistant) in baked {
            messages.push(Message::user(user));
            messages.push(Message::assistant(assistant));
        }
        for demo in prompt.demos {
            messages.push(Message::user(user::<S>(&demo.input)));
            messages.push(Message::assistant(assistant::<S>(&demo.output)));
        }
        messages.push(Message::user(user::<S>(prompt.input)));
        messages
    }

    fn read(&self, reply: &Reply<'_>) -> Reading<S> {
        Reading::of_sections(reply)
    }
}

impl ChatPrompt {
    /// The system message with another instruction.
    #[must_use]
    pub fn system_with(&self, instructions: &str) -> String {
        const INDENT: &str = "        ";
        let frame = self.system.get(..self.instructions_at).unwrap_or(self.system);
        let mut text = String::with_capacity(frame.len() + instructions.len() + 16 * INDENT.len());
        text.push_str(frame);
        for (at, line) in instructions.lines().enumerate() {
            if at > 0 {
                text.push('\n');
            }
            let line = line.trim_end();
            if !line.is_empty() {
                text.push_str(INDENT);
                text.push_str(line);
            }
        }
        text
    }
}

/// The user message for an input.
fn user<S: ChatSignature>(input: &S::Input) -> String {
    let reminder = S::CHAT.system.get(S::CHAT.reminder.clone()).unwrap_or_default();
    write(S::INPUT_FIELDS, input, reminder)
}

/// The assistant message of a demo's output.
fn assistant<S: ChatSignature>(output: &S::Output) -> String {
    write(S::OUTPUT_FIELDS, output, "[[ ## completed ## ]]\n")
}

/// Writes each value under its marker, with a blank line between, into one buffer whose size is found first.
fn write(names: &'static [&'static str], fields: &impl Fields, end: &str) -> String {
    let mut size = Size(end.len());
    fields.visit(&mut size);
    let markers: usize = names.iter().map(|name| name.len() + OPEN.len() + CLOSE.len() + 2).sum();
    let mut writer = Writer { names: names.iter(), out: String::with_capacity(size.0 + markers) };
    fields.visit(&mut writer);
    writer.separate();
    writer.out.push_str(end);
    writer.out
}

const OPEN: &str = "[[ ## ";
const CLOSE: &str = " ## ]]\n";

/// Adds up how many bytes the values take.
struct Size(usize);

impl FieldVisitor for Size {
    fn field(&mut self, value: &impl Encode) {
        self.0 += value.size_hint();
    }

    fn formatted(&mut self, value: &impl Encode, _: Format) {
        self.0 += value.size_hint();
    }

    fn rendered(&mut self, _: impl Fn(&mut String)) {
        self.0 += 64;
    }
}

struct Writer {
    names: std::slice::Iter<'static, &'static str>,
    out: String,
}

impl Writer {
    /// Ends the part before, if there is one, with a blank line.
    fn separate(&mut self) {
        if !self.out.is_empty() {
            self.out.push_str("\n\n");
        }
    }

    fn marker(&mut self) {
        self.separate();
        self.out.push_str(OPEN);
        self.out.push_str(self.names.next().copied().unwrap_or_default());
        self.out.push_str(CLOSE);
    }
}

impl FieldVisitor for Writer {
    fn field(&mut self, value: &impl Encode) {
        self.marker();
        value.write_text(&mut self.out);
    }

    fn formatted(&mut self, value: &impl Encode, format: Format) {
        self.marker();
        crate::format::write(&mut self.out, value, format);
    }

    fn rendered(&mut self, render: impl Fn(&mut String)) {
        self.marker();
        render(&mut self.out);
    }
}
