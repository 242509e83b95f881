//! A model that says what it was told to say.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{LanguageModel, LmError, LmErrorKind, Request, Response};

/// A stand-in for tests: gives prepared replies in order and keeps the requests it was sent.
///
/// ```
/// use sigcodegen_runtime::lm::{LanguageModel, LmError, LmErrorKind, Request, ScriptedModel, block_on};
/// use sigcodegen_runtime::Message;
///
/// let model = ScriptedModel::new(["Paris"])
///     .then_error(LmError::new(LmErrorKind::RateLimited, "slow down"));
/// let request = Request::new([Message::user("The capital of France?")]);
///
/// assert_eq!(block_on(model.complete(&request))?.text, "Paris");
/// assert!(block_on(model.complete(&request)).is_err_and(|error| error.is_retryable()));
/// assert_eq!(model.requests(), [request.clone(), request]);
/// # Ok::<(), LmError>(())
/// ```
///
/// Once all replies are given, a call is an error of kind [`LmErrorKind::Script`].
#[derive(Debug)]
pub struct ScriptedModel {
    script: Mutex<Script>,
    /// The number of replies ever put into the script.
    count: usize,
    /// The answer when the script is at its end.
    endless: Option<Response>,
    keeps_requests: bool,
}

#[derive(Debug)]
struct Script {
    replies: VecDeque<Result<Response, LmError>>,
    requests: Vec<Request>,
}

impl ScriptedModel {
    /// A model with these replies. A plain text is a whole reply.
    pub fn new<R: Into<Response>>(replies: impl IntoIterator<Item = R>) -> Self {
        let replies: VecDeque<_> = replies.into_iter().map(|reply| Ok(reply.into())).collect();
        Self {
            count: replies.len(),
            script: Mutex::new(Script { replies, requests: Vec::new() }),
            endless: None,
            keeps_requests: true,
        }
    }

    /// A model that always gives the same reply, after those added with [`Self::then`].
    pub fn repeating(reply: impl Into<Response>) -> Self {
        Self { endless: Some(reply.into()), ..Self::default() }
    }

    /// Adds a reply.
    #[must_use]
    pub fn then(self, reply: impl Into<Response>) -> Self {
        self.then_result(Ok(reply.into()))
    }

    /// Adds a call that fails.
    #[must_use]
    pub fn then_error(self, error: LmError) -> Self {
        self.then_result(Err(error))
    }

    /// Keeps no requests, so that [`Self::requests`] is empty. A benchmark then does not measure
    /// their copying, and a long run does not fill the memory.
    #[must_use]
    pub fn without_requests(mut self) -> Self {
        self.keeps_requests = false;
        self
    }

    /// The requests so far, in the order of the calls.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        self.lock().requests.clone()
    }

    /// How many prepared replies were not asked for yet.
    #[must_use]
    pub fn remaining(&self) -> usize {
        self.lock().replies.len()
    }

    fn then_result(mut self, reply: Result<Response, LmError>) -> Self {
        self.count += 1;
        self.lock().replies.push_back(reply);
        self
    }

    fn answer(&self, request: &Request) -> Result<Response, LmError> {
        // A repeating model that keeps nothing has nothing to lock.
        if self.count > 0 || self.keeps_requests {
            let mut script = self.lock();
            if self.keeps_requests {
                script.requests.push(request.clone());
            }
            if let Some(reply) = script.replies.pop_front() {
                return reply;
            }
        }
        self.endless.clone().ok_or_else(|| self.exhausted(request))
    }

    #[cold]
    fn exhausted(&self, request: &Request) -> LmError {
        let replies = match self.count {
            0 => "the script is empty".to_owned(),
            1 => "the script's only reply was given before".to_owned(),
            count => format!("all {count} replies of the script were given before"),
        };
        let last = match request.messages.last() {
            None => "the request has no message".to_owned(),
            Some(message) => format!(
                "the request's last message ({}) starts {:?}",
                message.role,
                start_of(message.content.text())
            ),
        };
        LmError::new(LmErrorKind::Script, format!("{replies}; {last}"))
    }

    /// Nothing is left half done under this lock, so what a panicked thread left is sound.
    fn lock(&self) -> MutexGuard<'_, Script> {
        self.script.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for ScriptedModel {
    /// A model without any reply.
    fn default() -> Self {
        Self::new::<Response>([])
    }
}

impl LanguageModel for ScriptedModel {
    async fn complete(&self, request: &Request) -> Result<Response, LmError> {
        self.answer(request)
    }
}

/// Enough of a text to know it by.
fn start_of(text: &str) -> &str {
    text.char_indices().nth(60).map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lm::{FinishReason, Usage, block_on};
    use crate::message::Message;
    use std::collections::BTreeSet;
    use std::thread;

    fn ask(model: &ScriptedModel, text: &str) -> Result<Response, LmError> {
        block_on(model.complete(&Request::new([Message::user(text.to_owned())])))
    }

    #[test]
    fn replies_come_in_order() {
        let cut = Response::new("thr").finish(FinishReason::Length);
        let model = ScriptedModel::new(["one", "two"])
            .then(cut.clone())
            .then_error(LmError::new(LmErrorKind::Timeout, "60 s"))
            .then("five");
        assert_eq!(ask(&model, "a").expect("a reply"), Response::new("one"));
        assert_eq!(ask(&model, "b").expect("a reply").text, "two");
        assert_eq!(ask(&model, "c").expect("a reply"), cut);
        assert_eq!(ask(&model, "d").expect_err("an error").kind(), LmErrorKind::Timeout);
        assert_eq!(model.remaining(), 1);
        assert_eq!(ask(&model, "e").expect("a reply").text, "five");
        let sent = model.requests();
        let texts: Vec<_> = sent.iter().map(|one| one.messages[0].content.text()).collect();
        assert_eq!(texts, ["a", "b", "c", "d", "e"]);
    }

    #[test]
    fn an_exhausted_script_says_so() {
        let model = ScriptedModel::new(["one", "two"]);
        assert!(ask(&model, "a").is_ok() && ask(&model, "b").is_ok());
        let error =
            ask(&model, &format!("é\n{}", "long ".repeat(1000))).expect_err("no reply left");
        assert_eq!(error.kind(), LmErrorKind::Script);
        assert_eq!(
            error.to_string(),
            "no scripted reply: all 2 replies of the script were given before; the request's last \
             message (user) starts \"é\\nlong long long long long long long long long long long lon\""
        );
        let error = block_on(ScriptedModel::default().complete(&Request::default()));
        assert_eq!(
            error.expect_err("no reply").message(),
            "the script is empty; the request has no message"
        );
    }

    #[test]
    fn a_repeating_model_never_ends() {
        let reply = Response::new("yes").usage(Usage::new(3, 1));
        let model = ScriptedModel::repeating(reply.clone()).without_requests().then("first");
        assert_eq!(ask(&model, "?").expect("a reply").text, "first");
        for _ in 0..100 {
            assert_eq!(ask(&model, "?").expect("a reply"), reply);
        }
        assert!(model.requests().is_empty());
    }

    #[test]
    fn each_of_many_threads_gets_a_reply_of_its_own() {
        let model = ScriptedModel::new((0..400).map(|n| n.to_string()));
        let replies: Vec<String> = thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|_| scope.spawn(|| (0..100).map(|_| ask(&model, "?")).collect::<Vec<_>>()))
                .collect();
            threads
                .into_iter()
                .flat_map(|thread| thread.join().expect("no thread panics"))
                .map(|reply| reply.expect("a reply for each").text)
                .collect()
        });
        assert_eq!(replies.into_iter().collect::<BTreeSet<_>>().len(), 400);
        assert_eq!((model.requests().len(), model.remaining()), (400, 0));
    }

    #[test]
    fn a_panic_under_the_lock_does_not_spread() {
        let model = ScriptedModel::new(["still here"]);
        thread::scope(|scope| {
            let panicked = scope.spawn(|| {
                let _guard = model.lock();
                panic!("on purpose");
            });
            assert!(panicked.join().is_err());
        });
        assert!(model.script.is_poisoned());
        assert_eq!(ask(&model, "?").expect("a reply").text, "still here");
    }
}
