//! The prose of sigcodegen: texts with gaps, kept as files that read like what they print.
//!
//! Nothing is escaped, since prompts are plain text. No text ends in a line break.

mod starter;

use askama::Template;

pub use starter::Starter;

/// The system message of the chat adapter in style `baml`, up to the line that announces the instruction.
#[derive(Clone, Copy, Debug, Template)]
#[template(path = "chat/system.txt", escape = "none")]
pub struct ChatSystem<'a> {
    /// The input fields.
    pub inputs: &'a [ChatField<'a>],
    /// The output fields.
    pub outputs: &'a [ChatField<'a>],
    /// The text of [`ChatReminder`].
    pub reminder: &'a str,
}

/// A field as [`ChatSystem`] shows it.
#[derive(Clone, Copy, Debug)]
pub struct ChatField<'a> {
    /// The name in its marker.
    pub name: &'a str,
    /// Its type in one line.
    pub label: &'a str,
    /// Its description, of any number of lines.
    pub docs: Option<&'a str>,
    /// What the label does not say of its type. Printed for outputs only.
    pub schema: Option<&'a str>,
}

/// The paragraph that lists the markers of a reply; it ends every user message.
#[derive(Clone, Copy, Debug, Template)]
#[template(path = "chat/reminder.txt", escape = "none")]
pub struct ChatReminder<'a> {
    /// The names of the output fields.
    pub outputs: &'a [&'a str],
}

/// The instruction of a signature that gives none.
#[derive(Clone, Copy, Debug, Template)]
#[template(path = "chat/objective.txt", escape = "none")]
pub struct DefaultObjective<'a> {
    /// The names of the input fields.
    pub inputs: &'a [&'a str],
    /// The names of the output fields.
    pub outputs: &'a [&'a str],
}

impl ChatSystem<'_> {
    /// The text with its gaps filled.
    #[must_use]
    pub fn text(&self) -> String {
        fill(self)
    }
}

impl ChatReminder<'_> {
    /// The text with its gaps filled.
    #[must_use]
    pub fn text(&self) -> String {
        fill(self)
    }
}

impl DefaultObjective<'_> {
    /// The text with its gaps filled.
    #[must_use]
    pub fn text(&self) -> String {
        fill(self)
    }
}

fn fill(template: &impl Template) -> String {
    template.render().expect("strings and numbers can always be written to a string")
}

#[cfg(test)]
mod tests {
    use super::{ChatField, ChatReminder, ChatSystem, DefaultObjective};

    #[test]
    fn system_message_has_one_blank_line_between_its_parts() {
        let plain = |name| ChatField { name, label: "int", docs: None, schema: None };
        let rich =
            ChatField { name: "c", label: "C<&>", docs: Some("Two\nlines"), schema: Some("{\n}") };
        let text = ChatSystem {
            inputs: &[plain("a"), plain("b")],
            outputs: &[rich, plain("d")],
            reminder: "R",
        }
        .text();
        let expected = "\
Your input fields are:
1. `a` (int)
2. `b` (int)

Your output fields are:
1. `c` (C<&>): Two
lines
2. `d` (int)

All interactions will be structured in the following way, with the appropriate values filled in.

[[ ## a ## ]]
a

[[ ## b ## ]]
b

[[ ## c ## ]]
Output field `c` should be of type: C<&>

{
}

[[ ## d ## ]]
Output field `d` should be of type: int

[[ ## completed ## ]]

R

In adhering to this structure, your objective is:";
        assert_eq!(text, expected);
    }

    #[test]
    fn system_message_without_fields_keeps_its_headings() {
        let text = ChatSystem { inputs: &[], outputs: &[], reminder: "R" }.text();
        assert!(
            text.starts_with(
                "Your input fields are:\n\nYour output fields are:\n\nAll interactions"
            ),
            "{text}"
        );
        assert!(text.contains("filled in.\n\n[[ ## completed ## ]]\n\nR\n\nIn adhering"), "{text}");
    }

    #[test]
    fn reminder_lists_the_outputs() {
        let reminder = |outputs: &[&str]| ChatReminder { outputs }.text();
        assert_eq!(reminder(&[]), "Respond with the marker for `[[ ## completed ## ]]`.");
        assert_eq!(
            reminder(&["a", "b"]),
            "Respond with the corresponding output fields, starting with the field `[[ ## a ## ]]`, then \
             `[[ ## b ## ]]`, and then ending with the marker for `[[ ## completed ## ]]`."
        );
    }

    #[test]
    fn objective_names_the_fields() {
        let objective = |inputs: &[&str]| DefaultObjective { inputs, outputs: &["c", "d"] }.text();
        assert_eq!(
            objective(&["a", "b"]),
            "Given the fields `a`, `b`, produce the fields `c`, `d`."
        );
        assert_eq!(objective(&[]), "Produce the fields `c`, `d`.");
    }
}
