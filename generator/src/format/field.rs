//! A field of a signature.

use schemars::JsonSchema;

use super::schema::Schema;
use super::words::{Direction, InputFormat};

/// A field of the signature: a schema that also says which side of the task the field is on.
#[derive(JsonSchema)]
pub struct Field {
    /// The side of the task.
    #[schemars(flatten)]
    pub mark: FieldMark,
    /// The description in DSPy's spelling, used where there is no `description`.
    pub desc: Option<String>,
    /// DSPy's label of the field. It changes nothing.
    pub prefix: Option<String>,
    /// How the value of an input field is printed in the prompt. Default: strings as they are, all else as
    /// compact JSON.
    #[schemars(rename = "x-format")]
    pub format: Option<InputFormat>,
    /// Prints the value of an input field: a template in Jinja syntax over `this`.
    #[schemars(rename = "x-render")]
    pub render: Option<String>,
    /// The schema of the field's values.
    #[schemars(flatten)]
    pub schema: Schema,
}

/// The mark of a field, in our spelling or in DSPy's.
#[derive(JsonSchema)]
#[schemars(untagged)]
pub enum FieldMark {
    /// In our spelling.
    Own {
        /// Whether the caller gives the field or the model.
        #[schemars(rename = "x-field")]
        direction: Direction,
    },
    /// In DSPy's spelling, as `model_json_schema()` of a signature writes it.
    Dspy {
        /// Whether the caller gives the field or the model.
        #[schemars(rename = "__dspy_field_type")]
        direction: Direction,
    },
}
