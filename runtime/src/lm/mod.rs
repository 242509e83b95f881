//! The border to a language model: a [`Request`] goes out, a [`Response`] comes back.
//!
//! [`LanguageModel`] is implemented by whatever reaches a model: an HTTP client, a local engine, or
//! a stand-in. It is tied to no executor. Two stand-ins are here, so that programs and tests run
//! without a key and without a network: [`ScriptedModel`] gives the replies it was told to give,
//! [`RecordedModel`] those that a real model once gave. [`block_on`] waits for a call in a program
//! that has no executor.

mod blocking;
mod dynamic;
mod error;
mod recorded;
mod request;
mod response;
mod scripted;

pub use blocking::block_on;
pub use dynamic::{BoxFuture, DynLanguageModel};
pub use error::{LmError, LmErrorKind};
pub use recorded::RecordedModel;
pub use request::{Request, Settings};
pub use response::{FinishReason, Response, Usage};
pub use scripted::ScriptedModel;

use std::sync::Arc;

/// A language model that can be asked to continue a conversation.
///
/// An implementor writes a plain `async fn`:
///
/// ```
/// use sigcodegen_runtime::lm::{LanguageModel, LmError, Request, Response, block_on};
/// use sigcodegen_runtime::Message;
///
/// /// Says what it was told.
/// struct Echo;
///
/// impl LanguageModel for Echo {
///     async fn complete(&self, request: &Request) -> Result<Response, LmError> {
///         let last = request.messages.last().map_or("", |message| message.content.text());
///         Ok(Response::new(last))
///     }
/// }
///
/// let request = Request::new([Message::user("Hello")]);
/// let response = block_on(Echo.complete(&request))?;
/// assert_eq!(response.text, "Hello");
/// # Ok::<(), LmError>(())
/// ```
///
/// References, boxes and [`Arc`]s of a model are models too. A program that chooses its model
/// while it runs holds a `Box<dyn DynLanguageModel>`; see [`DynLanguageModel`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a language model",
    note = "implement `LanguageModel`, or use `ScriptedModel` or `RecordedModel`",
    note = "to choose a model at run time, use `Box<dyn DynLanguageModel>`"
)]
pub trait LanguageModel: Send + Sync {
    /// Asks the model once, without retries, and waits for its whole reply.
    ///
    /// A reply that is cut short or filtered is an `Ok` whose [`Response::finish`] says so. An
    /// [`LmError`] means that there is no reply.
    ///
    /// Dropping the future gives the call up. The provider may bill it all the same.
    fn complete(&self, request: &Request)
    -> impl Future<Output = Result<Response, LmError>> + Send;
}

impl<M: LanguageModel + ?Sized> LanguageModel for &M {
    fn complete(
        &self,
        request: &Request,
    ) -> impl Future<Output = Result<Response, LmError>> + Send {
        (**self).complete(request)
    }
}

impl<M: LanguageModel + ?Sized> LanguageModel for Box<M> {
    fn complete(
        &self,
        request: &Request,
    ) -> impl Future<Output = Result<Response, LmError>> + Send {
        (**self).complete(request)
    }
}

impl<M: LanguageModel + ?Sized> LanguageModel for Arc<M> {
    fn complete(
        &self,
        request: &Request,
    ) -> impl Future<Output = Result<Response, LmError>> + Send {
        (**self).complete(request)
    }
}
