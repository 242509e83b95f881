//! Models that are chosen while the program runs.

use std::pin::Pin;

use super::{LanguageModel, LmError, Request, Response};

/// A [`LanguageModel`] behind a pointer, for a program that chooses its model while it runs.
///
/// Every [`LanguageModel`] is one; do not implement it by hand. It costs one allocation per call.
/// `dyn DynLanguageModel` is itself a [`LanguageModel`], and so are its boxes and references:
///
/// ```
/// use sigcodegen_runtime::lm::{DynLanguageModel, LanguageModel, Request, ScriptedModel, block_on};
/// use sigcodegen_runtime::Message;
///
/// let models: Vec<Box<dyn DynLanguageModel>> =
///     vec![Box::new(ScriptedModel::repeating("yes")), Box::new(ScriptedModel::repeating("no"))];
/// let request = Request::new([Message::user("Is it raining?")]);
/// assert_eq!(block_on(models[1].complete(&request))?.text, "no");
/// # Ok::<(), sigcodegen_runtime::lm::LmError>(())
/// ```
pub trait DynLanguageModel: Send + Sync {
    /// Does what [`LanguageModel::complete`] does.
    fn complete_boxed<'a>(
        &'a self,
        request: &'a Request,
    ) -> BoxFuture<'a, Result<Response, LmError>>;
}

/// A future whose type is not known until run time.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

impl<M: LanguageModel> DynLanguageModel for M {
    fn complete_boxed<'a>(
        &'a self,
        request: &'a Request,
    ) -> BoxFuture<'a, Result<Response, LmError>> {
        Box::pin(self.complete(request))
    }
}

impl LanguageModel for dyn DynLanguageModel + '_ {
    async fn complete(&self, request: &Request) -> Result<Response, LmError> {
        self.complete_boxed(request).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lm::{ScriptedModel, block_on};
    use crate::message::Message;
    use std::sync::Arc;

    /// Asks as a generic caller does, which takes the model by value.
    fn ask(model: impl LanguageModel) -> String {
        let request = Request::new([Message::user("?")]);
        block_on(model.complete(&request)).expect("the script has a reply").text
    }

    #[test]
    fn every_pointer_to_a_model_is_a_model() {
        let model = ScriptedModel::new(["1", "2", "3", "4", "5", "6"]);
        let dynamic: &dyn DynLanguageModel = &model;
        assert_eq!(ask(&model), "1");
        assert_eq!(ask(dynamic), "2");
        assert_eq!(ask(Box::new(dynamic)), "3");
        let boxed: Box<dyn DynLanguageModel + '_> = Box::new(&model);
        assert_eq!(ask(&boxed), "4");
        assert_eq!(ask(boxed), "5");
        let shared: Arc<dyn DynLanguageModel> = Arc::new(model);
        assert_eq!(ask(Arc::clone(&shared)), "6");
    }

    #[test]
    fn a_call_may_move_to_another_thread() {
        let model: Arc<dyn DynLanguageModel> = Arc::new(ScriptedModel::repeating("done"));
        let call = async move { model.complete(&Request::new([Message::user("?")])).await };
        let answer = std::thread::spawn(|| block_on(call)).join().expect("the thread ends");
        assert_eq!(answer.expect("the script has a reply").text, "done");
    }
}
