//! What a model answers.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// A model's reply to one request.
///
/// ```
/// use sigcodegen_runtime::lm::{FinishReason, Response, Usage};
///
/// let response = Response::new("Paris")
///     .finish(FinishReason::Length)
///     .usage(Usage::new(12, 1));
/// assert_eq!(response.usage.total(), 13);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Response {
    /// The reply's text, exactly as the model gave it.
    pub text: String,
    /// Why the reply ended.
    pub finish: FinishReason,
    /// What the call used. Zero where the provider does not say.
    pub usage: Usage,
    /// The model that answered, if the provider says. It may be a more exact name than was asked for.
    pub model: Option<String>,
}

/// Why a reply ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FinishReason {
    /// The model was done, or came to a text of [`Settings::stop`](super::Settings::stop).
    #[default]
    Stop,
    /// The reply was cut: it reached the token limit.
    Length,
    /// The provider withheld the reply or a part of it, or the model refused to answer.
    ContentFilter,
    /// The model wants a tool called before it goes on.
    ToolCalls,
    /// Another reason, in the provider's word.
    Other(String),
}

/// How many tokens calls used.
///
/// Usages add up, and stay at the greatest number rather than overflow:
///
/// ```
/// use sigcodegen_runtime::lm::Usage;
///
/// let total: Usage = [Usage::new(100, 20), Usage::new(150, 30)].into_iter().sum();
/// assert_eq!(total, Usage::new(250, 50));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Usage {
    /// Tokens of the messages.
    pub input_tokens: u64,
    /// Tokens of the reply, hidden reasoning included.
    pub output_tokens: u64,
}

impl Response {
    /// A whole reply. No usage and no model is known.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Says why the reply ended.
    #[must_use]
    pub fn finish(mut self, finish: FinishReason) -> Self {
        self.finish = finish;
        self
    }

    /// Says what the call used.
    #[must_use]
    pub fn usage(mut self, usage: Usage) -> Self {
        self.usage = usage;
        self
    }

    /// Names the model that answered.
    #[must_use]
    pub fn model(mut self, model: impl Into<String>) -> Self {
        self.model = Some(model.into());
        self
    }
}

impl From<&str> for Response {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<String> for Response {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

impl FinishReason {
    /// The reason in one word, as most providers spell it: `stop`, `length`, `content_filter`,
    /// `tool_calls`, or the provider's own word.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Stop => "stop",
            Self::Length => "length",
            Self::ContentFilter => "content_filter",
            Self::ToolCalls => "tool_calls",
            Self::Other(word) => word,
        }
    }
}

impl fmt::Display for FinishReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl From<&str> for FinishReason {
    /// Reads what [`FinishReason::as_str`] gives.
    fn from(word: &str) -> Self {
        match word {
            "stop" => Self::Stop,
            "length" => Self::Length,
            "content_filter" => Self::ContentFilter,
            "tool_calls" => Self::ToolCalls,
            _ => Self::Other(word.to_owned()),
        }
    }
}

impl Usage {
    /// What one call used.
    #[must_use]
    pub const fn new(input_tokens: u64, output_tokens: u64) -> Self {
        Self { input_tokens, output_tokens }
    }

    /// Input and output tokens together.
    #[must_use]
    pub const fn total(self) -> u64 {
        self.input_tokens.saturating_add(self.output_tokens)
    }
}

impl Add for Usage {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            input_tokens: self.input_tokens.saturating_add(other.input_tokens),
            output_tokens: self.output_tokens.saturating_add(other.output_tokens),
        }
    }
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Usage {
    fn sum<I: Iterator<Item = Self>>(usages: I) -> Self {
        usages.fold(Self::default(), Add::add)
    }
}

impl<'a> Sum<&'a Self> for Usage {
    fn sum<I: Iterator<Item = &'a Self>>(usages: I) -> Self {
        usages.copied().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_adds_up_and_does_not_overflow() {
        let mut usage = Usage::new(1, 2);
        usage += Usage::new(10, 20);
        assert_eq!(usage, Usage::new(11, 22));
        assert_eq!([usage, usage].iter().sum::<Usage>(), Usage::new(22, 44));
        let most = Usage::new(u64::MAX, 1);
        assert_eq!(most + usage, Usage::new(u64::MAX, 23));
        assert_eq!(most.total(), u64::MAX);
    }

    #[test]
    fn finish_reasons_survive_their_spelling() {
        let reasons = [
            FinishReason::Stop,
            FinishReason::Length,
            FinishReason::ContentFilter,
            FinishReason::ToolCalls,
            FinishReason::Other("pause_turn".to_owned()),
        ];
        for reason in reasons {
            assert_eq!(FinishReason::from(reason.as_str()), reason);
        }
    }
}
