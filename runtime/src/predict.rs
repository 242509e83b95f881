//! Predictors: one call from a typed input to a typed output.

use std::fmt;

use crate::adapter::{Adapter, Chat, ChatSignature, Prompt, Reading, Reply};
use crate::decode::Strictness;
use crate::error::{CheckResult, FieldError, Repair};
use crate::lm::{LanguageModel, LmError, Request, Response, Settings, Usage, block_on};
use crate::message::Message;
use crate::report;
use crate::signature::{Demo, Signature};

/// Asks a language model to carry out a signature.
///
/// ```ignore
/// let predict = Predict::<AnswerQuestion>::new().instructions("Answer in one word.");
/// let prediction = predict.call(&lm, &AnswerQuestionInput { question }).await?;
/// println!("{}", prediction.output.answer);
/// ```
pub struct Predict<S: Signature, A = Chat> {
    adapter: A,
    instructions: Option<String>,
    demos: Vec<Demo<S>>,
    has_baked_demos: bool,
    settings: Settings,
    strictness: Strictness,
}

/// A typed output and how it came about.
#[non_exhaustive]
pub struct Prediction<S: Signature> {
    /// The output fields.
    pub output: S::Output,
    /// What was put right or left out on reading. Empty for a reply that is just as asked.
    pub repairs: Vec<Repair>,
    /// The results of `x-checks` rules.
    pub checks: Vec<CheckResult>,
    /// The model's text.
    pub reply: String,
    /// The tokens of all calls made.
    pub usage: Usage,
    /// How many calls were made.
    pub attempts: u32,
    /// The name of the adapter that read the reply.
    pub adapter: &'static str,
    raw: Vec<(usize, std::ops::Range<usize>)>,
}

/// Why there is no prediction.
///
/// `Debug` prints what `Display` does, since programs that return errors from `main` show them so; `{:#?}` prints all
/// that is in it.
#[non_exhaustive]
pub enum PredictError<P> {
    /// The language model gave no reply.
    Lm(LmError),
    /// The reply is not what the signature asks for.
    Parse(Box<ParseError<P>>),
}

/// A reply that is not what the signature asks for.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ParseError<P> {
    /// Everything that is wrong with it, in the order of the reply. Not empty.
    pub errors: Vec<FieldError>,
    /// How many more errors and repairs there were than are listed.
    pub omitted: usize,
    /// The output fields that could be read.
    pub partial: P,
    /// The model's text.
    pub reply: String,
    /// What was put right or left out on reading.
    pub repairs: Vec<Repair>,
    /// The tokens of all calls made.
    pub usage: Usage,
    /// How many calls were made.
    pub attempts: u32,
}

impl<S: ChatSignature> Predict<S> {
    /// A predictor that uses the chat adapter.
    #[must_use]
    pub fn new() -> Self {
        Self::with_adapter(Chat)
    }
}

impl<S: ChatSignature> Default for Predict<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Signature, A: Adapter<S>> Predict<S, A> {
    /// A predictor that uses this adapter.
    #[must_use]
    pub fn with_adapter(adapter: A) -> Self {
        Self {
            adapter,
            instructions: None,
            demos: Vec::new(),
            has_baked_demos: true,
            settings: Settings::default(),
            strictness: Strictness::Tolerant,
        }
    }

    /// Replaces the signature's instruction.
    #[must_use]
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.instructions = Some(instructions.into());
        self
    }

    /// Adds a demo behind those of the signature file.
    #[must_use]
    pub fn demo(mut self, input: S::Input, output: S::Output) -> Self {
        self.demos.push(Demo::new(input, output));
        self
    }

    /// Adds demos behind those of the signature file.
    #[must_use]
    pub fn demos(mut self, demos: impl IntoIterator<Item = Demo<S>>) -> Self {
        self.demos.extend(demos);
        self
    }

    /// Leaves out the demos of the signature file. They are shown by default.
    #[must_use]
    pub fn without_baked_demos(mut self) -> Self {
        self.has_baked_demos = false;
        self
    }

    /// Sets what is passed on to the model. By default nothing is set and the model's own settings hold.
    #[must_use]
    pub fn settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }

    /// Chooses which slips in a reply are put right. [`Strictness::Tolerant`] by default.
    #[must_use]
    pub fn strictness(mut self, strictness: Strictness) -> Self {
        self.strictness = strictness;
        self
    }

    /// The messages that a call with this input sends.
    #[must_use]
    pub fn messages(&self, input: &S::Input) -> Vec<Message> {
        self.adapter.messages(&Prompt {
            instructions: self.instructions.as_deref(),
            has_baked_demos: self.has_baked_demos,
            demos: &self.demos,
            input,
        })
    }

    /// The request that a call with this input makes.
    #[must_use]
    pub fn request(&self, input: &S::Input) -> Request {
        let mut request = Request::new(self.messages(input));
        request.settings = self.settings.clone();
        request
    }

    /// Calls the model once and reads its reply.
    ///
    /// # Errors
    ///
    /// [`PredictError::Lm`] if the model gives no reply, [`PredictError::Parse`] if the reply cannot be read. Neither
    /// leads to a second call.
    pub async fn call(
        &self,
        lm: &(impl LanguageModel + ?Sized),
        input: &S::Input,
    ) -> Result<Prediction<S>, PredictError<S::Partial>> {
        let response = lm.complete(&self.request(input)).await.map_err(PredictError::Lm)?;
        self.read(response)
    }

    /// [`Predict::call`] for programs without an async runtime: blocks the thread until the reply is there.
    ///
    /// # Errors
    ///
    /// As [`Predict::call`].
    pub fn call_blocking(
        &self,
        lm: &(impl LanguageModel + ?Sized),
        input: &S::Input,
    ) -> Result<Prediction<S>, PredictError<S::Partial>> {
        block_on(self.call(lm, input))
    }

    /// Reads a response that came by another way.
    ///
    /// # Errors
    ///
    /// [`PredictError::Parse`] if the reply cannot be read.
    pub fn read(&self, response: Response) -> Result<Prediction<S>, PredictError<S::Partial>> {
        let reply =
            Reply::new(&response.text).finished(&response.finish).strictness(self.strictness);
        let Reading { output, errors, omitted, repairs, checks, raw } = self.adapter.read(&reply);
        let (usage, attempts) = (response.usage, 1);
        match output {
            Ok(output) => Ok(Prediction {
                output,
                repairs,
                checks,
                reply: response.text,
                usage,
                attempts,
                adapter: self.adapter.name(),
                raw,
            }),
            Err(partial) => Err(PredictError::Parse(Box::new(ParseError {
                errors,
                omitted,
                partial,
                reply: response.text,
                repairs,
                usage,
                attempts,
            }))),
        }
    }
}

impl<S: Signature> Prediction<S> {
    /// The text of an output field as it stands in the reply, if it stood under a marker of its own.
    #[must_use]
    pub fn raw(&self, field: &str) -> Option<&str> {
        let place = S::OUTPUT_FIELDS.iter().position(|name| *name == field)?;
        let (_, span) = self.raw.iter().find(|(at, _)| *at == place)?;
        self.reply.get(span.clone())
    }
}

impl<S: Signature, A: fmt::Debug> fmt::Debug for Predict<S, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Predict")
            .field("signature", &S::NAME)
            .field("adapter", &self.adapter)
            .field("instructions", &self.instructions)
            .field("demos", &self.demos)
            .field("has_baked_demos", &self.has_baked_demos)
            .field("settings", &self.settings)
            .field("strictness", &self.strictness)
            .finish()
    }
}

impl<S: Signature, A: Clone> Clone for Predict<S, A> {
    fn clone(&self) -> Self {
        Self {
            adapter: self.adapter.clone(),
            instructions: self.instructions.clone(),
            demos: self.demos.clone(),
            has_baked_demos: self.has_baked_demos,
            settings: self.settings.clone(),
            strictness: self.strictness,
        }
    }
}

impl<S: Signature> fmt::Debug for Prediction<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prediction")
            .field("output", &self.output)
            .field("repairs", &self.repairs)
            .field("checks", &self.checks)
            .field("reply", &self.reply)
            .field("usage", &self.usage)
            .field("attempts", &self.attempts)
            .field("adapter", &self.adapter)
            .finish_non_exhaustive()
    }
}

impl<P> fmt::Display for PredictError<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lm(error) => write!(f, "the language model gave no reply: {error}"),
            Self::Parse(error) => error.fmt(f),
        }
    }
}

impl<P: fmt::Debug> fmt::Debug for PredictError<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            _ if !f.alternate() => write!(f, "{self}"),
            Self::Lm(error) => f.debug_tuple("Lm").field(error).finish(),
            Self::Parse(error) => f.debug_tuple("Parse").field(error).finish(),
        }
    }
}

impl<P: fmt::Debug> std::error::Error for PredictError<P> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        if let Self::Lm(error) = self { Some(error) } else { None }
    }
}

impl<P> ParseError<P> {
    /// A short text that can be sent back to the model: a line for each of the first ten errors, with the JSON Pointer of
    /// the value, what was expected and what was found.
    ///
    /// ```text
    /// The reply is not in the form that was asked for:
    /// - /urgency: out of range: expected at most 5, found `9`
    /// ```
    #[must_use]
    pub fn for_model(&self) -> String {
        report::for_model(&self.errors, self.omitted)
    }

    /// A text for people that shows the place of each of the first twenty errors in the reply.
    ///
    /// ```text
    /// error: urgency: out of range: expected at most 5, found `9`
    ///  --> reply:5:1
    ///   |
    /// 5 | 9
    ///   | ^
    /// ```
    #[must_use]
    pub fn report(&self) -> String {
        report::for_people(&self.errors, self.omitted, &self.reply)
    }
}

/// One line for each error.
impl<P> fmt::Display for ParseError<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the reply cannot be read")?;
        for error in &self.errors {
            write!(f, "\n- {error}")?;
        }
        if self.omitted > 0 {
            write!(f, "\n- and {} more", self.omitted)?;
        }
        Ok(())
    }
}

impl<P: fmt::Debug> std::error::Error for ParseError<P> {}
