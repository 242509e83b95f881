//! The messages of the chat adapter, as constants with gaps for values.

use sigcodegen_templates::{ChatField, ChatReminder, ChatSystem, DefaultObjective};

use super::block::Printer;
use super::docs::clean;
use super::label::field_label;
use super::shape::{NameOf, Shapes};
use super::{Excess, PROMPT_LIMIT, PromptError, trim_line_ends};
use crate::diagnostic::Place;
use crate::ir::{Direction, Field, Signature};

/// The constant text of a signature's chat messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChatText {
    /// The system message, with the signature's own instruction at its end.
    pub(crate) system: String,
    /// Where in `system` the indented instruction begins, in bytes. An instruction given at run time replaces all
    /// from there on, indented as [`indent_instructions`] does.
    pub(crate) instructions_at: usize,
    /// For each input field, the text of a user message before its value.
    pub(crate) inputs: Vec<String>,
    /// The text of a user message after its last value.
    pub(crate) reminder: String,
    /// Where in `system` the reminder stands, in bytes.
    pub(crate) reminder_at: std::ops::Range<usize>,
    /// For each output field, the text of an assistant message before its value.
    pub(crate) outputs: Vec<String>,
    /// The text of an assistant message after its last value.
    pub(crate) completed: String,
}

/// Writes the chat messages of a signature. `name_of` names the types that have no name of their own.
pub(crate) fn chat_text(signature: &Signature, name_of: NameOf) -> Result<ChatText, PromptError> {
    let shapes = Shapes::new(&signature.types, name_of);
    let fields = fields(signature, &shapes)?;
    let (inputs, outputs) = (fields.of(Direction::Input), fields.of(Direction::Output));
    let (input_names, output_names) = (names(&inputs), names(&outputs));

    let reminder = ChatReminder { outputs: &output_names }.text();
    let head = ChatSystem { inputs: &inputs, outputs: &outputs, reminder: &reminder }.text();
    let mut system = trim_line_ends(&head) + "\n";
    let instructions_at = system.len();
    system.push_str(&indent_instructions(&match signature.instructions.trim() {
        "" => DefaultObjective { inputs: &input_names, outputs: &output_names }.text(),
        given => given.to_owned(),
    }));
    check_size(system.len(), signature.place)?;
    // Only the objective's heading stands behind it, so the last occurrence is it.
    let reminder_at = system[..instructions_at].rfind(&reminder).unwrap_or_default();

    Ok(ChatText {
        system,
        instructions_at,
        inputs: markers(&input_names),
        reminder: after(&input_names, &reminder),
        reminder_at: reminder_at..reminder_at + reminder.len(),
        outputs: markers(&output_names),
        completed: after(&output_names, "[[ ## completed ## ]]\n"),
    })
}

/// Indents an instruction as the system message shows it. Blanks at the ends of lines go; empty lines stay empty.
pub(super) fn indent_instructions(instructions: &str) -> String {
    let mut indented = String::with_capacity(instructions.len() + 64);
    for (position, line) in instructions.lines().enumerate() {
        indented.push_str(if position == 0 { "" } else { "\n" });
        let line = line.trim_end();
        if !line.is_empty() {
            indented.push_str("        ");
            indented.push_str(line);
        }
    }
    indented
}

/// What the system message says of the fields.
struct Described<'a> {
    fields: Vec<DescribedField<'a>>,
}

struct DescribedField<'a> {
    field: &'a Field,
    label: String,
    schema: Option<String>,
}

fn fields<'a>(signature: &'a Signature, shapes: &Shapes) -> Result<Described<'a>, PromptError> {
    let mut printer = Printer::new(shapes);
    let mut size = 0;
    let mut fields = Vec::with_capacity(signature.fields.len());
    for field in &signature.fields {
        let property = &field.property;
        let fail = |excess| PromptError { excess, place: property.place };
        let label = field_label(shapes, property).map_err(fail)?;
        let schema = match field.direction {
            Direction::Input => None,
            Direction::Output => printer.block(property, &label).map_err(fail)?,
        };
        size += label.len() + schema.as_ref().map_or(0, String::len);
        check_size(size, property.place)?;
        fields.push(DescribedField { field, label, schema });
    }
    Ok(Described { fields })
}

fn check_size(size: usize, place: Place) -> Result<(), PromptError> {
    if size > PROMPT_LIMIT { Err(PromptError { excess: Excess::Size, place }) } else { Ok(()) }
}

impl Described<'_> {
    fn of(&self, direction: Direction) -> Vec<ChatField<'_>> {
        let fields = self.fields.iter().filter(|one| one.field.direction == direction);
        let shown = fields.map(|one| ChatField {
            name: &one.field.property.wire_name,
            label: &one.label,
            docs: clean(one.field.property.description.as_deref()),
            schema: one.schema.as_deref(),
        });
        shown.collect()
    }
}

fn names<'a>(fields: &[ChatField<'a>]) -> Vec<&'a str> {
    fields.iter().map(|field| field.name).collect()
}

/// The text before each value: the marker of its field, with a blank line between it and the value before.
fn markers(names: &[&str]) -> Vec<String> {
    let marker = |(position, name)| {
        let gap = if position == 0 { "" } else { "\n\n" };
        format!("{gap}[[ ## {name} ## ]]\n")
    };
    names.iter().enumerate().map(marker).collect()
}

/// A text after the last value.
fn after(names: &[&str], text: &str) -> String {
    let gap = if names.is_empty() { "" } else { "\n\n" };
    format!("{gap}{text}")
}
