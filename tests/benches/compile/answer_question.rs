//! Answer questions accurately and concisely.

use serde::{Deserialize, Serialize};

/// The input fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnswerQuestionInput {
    /// The question to answer
    pub question: String,
}

/// The output fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnswerQuestionOutput {
    /// A clear, direct answer
    pub answer: String,
}
