//! The chat adapter: fields under `[[ ## name ## ]]` markers.

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
#[derive(Clone, Copy, Debug)]
pub struct ChatPrompt {
    /// The system message.
    pub system: &'static str,
    /// Where in it the instruction begins, which is its last part.
    pub instructions_at: usize,
    /// For each input field the text before its value.
    pub inputs: &'static [&'static str],
    /// The text behind the last input value: the reminder of the output format.
    pub reminder: &'static str,
    /// For each output field the text before its value in a demo.
    pub outputs: &'static [&'static str],
    /// The text behind the last output value of a demo.
    pub completed: &'static str,
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
            messages.push(Message::user(S::CHAT.user(&demo.input)));
            messages.push(Message::assistant(S::CHAT.assistant(&demo.output)));
        }
        messages.push(Message::user(S::CHAT.user(prompt.input)));
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

    /// The user message for an input.
    #[must_use]
    pub fn user(&self, input: &impl Fields) -> String {
        write(self.inputs, input, self.reminder)
    }

    /// The assistant message that a demo's output makes.
    #[must_use]
    pub fn assistant(&self, output: &impl Fields) -> String {
        write(self.outputs, output, self.completed)
    }
}

/// Writes values, each behind its heading, into one buffer whose size is found first.
fn write(headings: &'static [&'static str], fields: &impl Fields, end: &str) -> String {
    let mut size = Size(0);
    fields.visit(&mut size);
    let constant: usize = headings.iter().map(|text| text.len()).sum();
    let mut writer = Writer {
        headings: headings.iter(),
        out: String::with_capacity(constant + size.0 + end.len()),
    };
    fields.visit(&mut writer);
    writer.out.push_str(end);
    writer.out
}

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
    headings: std::slice::Iter<'static, &'static str>,
    out: String,
}

impl Writer {
    fn heading(&mut self) {
        self.out.push_str(self.headings.next().copied().unwrap_or_default());
    }
}

impl FieldVisitor for Writer {
    fn field(&mut self, value: &impl Encode) {
        self.heading();
        value.write_text(&mut self.out);
    }

    fn formatted(&mut self, value: &impl Encode, format: Format) {
        self.heading();
        crate::format::write(&mut self.out, value, format);
    }

    fn rendered(&mut self, render: impl Fn(&mut String)) {
        self.heading();
        render(&mut self.out);
    }
}
