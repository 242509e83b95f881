//! What a model is asked.

use crate::message::Message;

/// A conversation to continue, and how.
///
/// ```
/// use sigcodegen_runtime::lm::{Request, Settings};
/// use sigcodegen_runtime::Message;
///
/// let request = Request::new([Message::user("Hello")])
///     .settings(Settings::new().temperature(0.0).max_tokens(500));
/// assert_eq!(request.settings.max_tokens, Some(500));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Request {
    /// The conversation so far, oldest message first.
    pub messages: Vec<Message>,
    /// How to continue it.
    pub settings: Settings,
}

/// How a model should answer. What is not set is left to the model's own default.
///
/// Only settings that nearly every provider has are here. A model that lacks one should ignore it.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Settings {
    /// The model's name as its provider spells it. Without one, the [`LanguageModel`] chooses.
    ///
    /// [`LanguageModel`]: super::LanguageModel
    pub model: Option<String>,
    /// How freely the model picks less likely words: 0 for not at all, rarely more than 1.
    pub temperature: Option<f32>,
    /// Picks only among the likeliest words that together have this probability, from 0 to 1.
    pub top_p: Option<f32>,
    /// The most tokens that the reply may have. A longer reply is cut.
    pub max_tokens: Option<u32>,
    /// Texts before which the reply ends. Providers take about four at most.
    pub stop: Vec<String>,
    /// Makes the same request give the same reply, as far as the provider can.
    pub seed: Option<u64>,
}

impl Request {
    /// A request with the model's default settings.
    pub fn new(messages: impl Into<Vec<Message>>) -> Self {
        Self { messages: messages.into(), settings: Settings::default() }
    }

    /// Replaces the settings.
    #[must_use]
    pub fn settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }
}

impl Settings {
    /// Nothing set.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            model: None,
            temperature: None,
            top_p: None,
            max_tokens: None,
            stop: Vec::new(),
            seed: None,
        }
    }

    /// Sets [`Self::model`].
    #[must_use]
    pub fn model(mut self, model: impl Into<String>) -> Self {
        self.model = Some(model.into());
        self
    }

    /// Sets [`Self::temperature`].
    #[must_use]
    pub fn temperature(mut self, temperature: f32) -> Self {
        self.temperature = Some(temperature);
        self
    }

    /// Sets [`Self::top_p`].
    #[must_use]
    pub fn top_p(mut self, top_p: f32) -> Self {
        self.top_p = Some(top_p);
        self
    }

    /// Sets [`Self::max_tokens`].
    #[must_use]
    pub fn max_tokens(mut self, max_tokens: u32) -> Self {
        self.max_tokens = Some(max_tokens);
        self
    }

    /// Adds a text to [`Self::stop`].
    #[must_use]
    pub fn stop(mut self, stop: impl Into<String>) -> Self {
        self.stop.push(stop.into());
        self
    }

    /// Sets [`Self::seed`].
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }
}
