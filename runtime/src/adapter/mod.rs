//! Adapters: how a signature and its input become messages, and a reply becomes the output.

mod chat;
mod reading;

pub use chat::{Chat, ChatPrompt, ChatSignature};
pub use reading::{Reading, Reply};

use crate::message::Message;
use crate::signature::{Demo, Signature};

/// Turns a signature and its input into messages, and a reply into the output.
pub trait Adapter<S: Signature> {
    /// The adapter's name, for results and logs.
    fn name(&self) -> &'static str;

    /// Lays out the messages of one call.
    fn messages(&self, prompt: &Prompt<'_, S>) -> Vec<Message>;

    /// Reads a reply to these messages.
    fn read(&self, reply: &Reply<'_>) -> Reading<S>;
}

/// All that goes into the messages of one call.
pub struct Prompt<'p, S: Signature> {
    /// The instruction to use instead of the signature's own.
    pub instructions: Option<&'p str>,
    /// Whether the demos of the signature file are shown.
    pub has_baked_demos: bool,
    /// Further demos, shown behind the baked ones.
    pub demos: &'p [Demo<S>],
    /// The input.
    pub input: &'p S::Input,
}
