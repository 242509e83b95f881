//! Why there is no reply.

use std::error::Error;
use std::fmt::{self, Write as _};
use std::time::Duration;

/// A call that brought no reply.
///
/// ```
/// use sigcodegen_runtime::lm::{LmError, LmErrorKind};
///
/// let error = LmError::new(LmErrorKind::RateLimited, "60 requests a minute are allowed");
/// assert!(error.is_retryable());
/// assert_eq!(error.to_string(), "rate limited: 60 requests a minute are allowed");
/// ```
pub struct LmError {
    // Boxed, because results that hold this error are passed through every layer.
    inner: Box<Inner>,
}

struct Inner {
    kind: LmErrorKind,
    message: String,
    retry_after: Option<Duration>,
    source: Option<Box<dyn Error + Send + Sync>>,
}

/// What went wrong with a call, as far as it decides what to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LmErrorKind {
    /// The provider could not be reached, or its answer could not be read.
    Transport,
    /// Too many requests or tokens at this time (HTTP 429).
    RateLimited,
    /// The key is missing, wrong, or lacks the permission (HTTP 401, 403).
    Authentication,
    /// The provider refuses the request as such: unknown model, too many tokens, a bad setting
    /// (HTTP 400, 404, 413, 422).
    InvalidRequest,
    /// The provider has a problem of its own or is overloaded (HTTP 5xx).
    Unavailable,
    /// No reply within the time allowed.
    Timeout,
    /// The program gave the call up.
    Cancelled,
    /// A [`ScriptedModel`](super::ScriptedModel) has no reply left.
    Script,
    /// A [`RecordedModel`](super::RecordedModel) cannot use its recordings or has none that fits.
    Recording,
    /// Anything else.
    Other,
}

impl LmError {
    /// An error with a message: one sentence, without a final stop and without secrets.
    pub fn new(kind: LmErrorKind, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { inner: Box::new(Inner { kind, message, retry_after: None, source: None }) }
    }

    /// Adds the error that caused this one.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.inner.source = Some(source.into());
        self
    }

    /// Adds how long the provider asks to wait before the next try.
    #[must_use]
    pub fn with_retry_after(mut self, wait: Duration) -> Self {
        self.inner.retry_after = Some(wait);
        self
    }

    /// What went wrong.
    #[must_use]
    pub fn kind(&self) -> LmErrorKind {
        self.inner.kind
    }

    /// What went wrong, in words, without the kind.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.inner.message
    }

    /// How long the provider asks to wait before the next try.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        self.inner.retry_after
    }

    /// Whether the same request may succeed later: the cause is the network, a limit, a time-out, or
    /// trouble at the provider.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        self.inner.kind.is_retryable()
    }
}

impl LmErrorKind {
    /// Whether the same request may succeed later.
    #[must_use]
    pub const fn is_retryable(self) -> bool {
        matches!(self, Self::Transport | Self::RateLimited | Self::Unavailable | Self::Timeout)
    }

    /// The kind in words.
    const fn as_str(self) -> &'static str {
        match self {
            Self::Transport => "connection failed",
            Self::RateLimited => "rate limited",
            Self::Authentication => "not authenticated",
            Self::InvalidRequest => "invalid request",
            Self::Unavailable => "model unavailable",
            Self::Timeout => "timed out",
            Self::Cancelled => "cancelled",
            Self::Script => "no scripted reply",
            Self::Recording => "recordings",
            Self::Other => "language model error",
        }
    }
}

impl fmt::Display for LmErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Display for LmError {
    /// One line: the kind and the message, its line breaks and other control characters as blanks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind().as_str())?;
        if !self.message().is_empty() {
            f.write_str(": ")?;
        }
        self.message().chars().try_for_each(|c| {
            let breaks_line = c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
            f.write_char(if breaks_line { ' ' } else { c })
        })
    }
}

impl fmt::Debug for LmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("LmError");
        fields.field("kind", &self.inner.kind).field("message", &self.inner.message);
        if let Some(wait) = &self.inner.retry_after {
            fields.field("retry_after", wait);
        }
        if let Some(source) = &self.inner.source {
            fields.field("source", source);
        }
        fields.finish()
    }
}

impl Error for LmError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.inner.source.as_deref().map(|source| source as &(dyn Error + 'static))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    #[test]
    fn is_one_word() {
        assert_eq!(size_of::<LmError>(), size_of::<usize>());
        assert_eq!(size_of::<Result<(), LmError>>(), size_of::<usize>());
    }

    #[test]
    fn prints_one_line() {
        let error =
            LmError::new(LmErrorKind::InvalidRequest, "no such model:\n\u{2028}\"x\"\r\u{1b}");
        assert_eq!(error.to_string(), "invalid request: no such model:  \"x\"  ");
        assert_eq!(error.message(), "no such model:\n\u{2028}\"x\"\r\u{1b}");
        assert_eq!(LmError::new(LmErrorKind::Timeout, "").to_string(), "timed out");
    }

    #[test]
    fn keeps_its_source() {
        let error = LmError::new(LmErrorKind::Transport, "connection lost")
            .with_source(io::Error::from(io::ErrorKind::ConnectionReset));
        let source = error.source().and_then(|source| source.downcast_ref::<io::Error>());
        assert_eq!(source.map(io::Error::kind), Some(io::ErrorKind::ConnectionReset));
        assert!(format!("{error:?}").contains("source"));
    }

    #[test]
    fn says_what_may_succeed_later() {
        let wait = Duration::from_secs(20);
        let error = LmError::new(LmErrorKind::RateLimited, "busy").with_retry_after(wait);
        assert!(error.is_retryable());
        assert_eq!(error.retry_after(), Some(wait));
        for kind in [
            LmErrorKind::Authentication,
            LmErrorKind::InvalidRequest,
            LmErrorKind::Cancelled,
            LmErrorKind::Script,
            LmErrorKind::Recording,
            LmErrorKind::Other,
        ] {
            assert!(!kind.is_retryable(), "{kind}");
        }
    }
}
