//! What is said to a language model: messages, each by one speaker.

use std::borrow::Cow;
use std::fmt;

/// One turn of the conversation that a model is asked to continue.
///
/// ```
/// use sigcodegen_runtime::{Message, Role};
///
/// // A literal is borrowed, never copied.
/// let system = Message::system("Answer briefly.");
/// let user = Message::user(format!("What is {} + {}?", 2, 3));
/// assert_eq!(system.role, Role::System);
/// assert_eq!(user.content.text(), "What is 2 + 3?");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// What is said.
    pub content: Content,
}

/// Who speaks a [`Message`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// The program, to set the task.
    System,
    /// The program, to give the input.
    User,
    /// The model, in an earlier turn or in a demo.
    Assistant,
}

/// What a [`Message`] says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Content {
    /// Plain text. A generated prompt is a constant and is borrowed for the whole program.
    Text(Cow<'static, str>),
}

impl Message {
    /// A message that sets the task.
    pub fn system(content: impl Into<Content>) -> Self {
        Self::new(Role::System, content)
    }

    /// A message that gives the input.
    pub fn user(content: impl Into<Content>) -> Self {
        Self::new(Role::User, content)
    }

    /// A message that the model said, or is to take as an example of what it should say.
    pub fn assistant(content: impl Into<Content>) -> Self {
        Self::new(Role::Assistant, content)
    }

    /// A message of any role.
    pub fn new(role: Role, content: impl Into<Content>) -> Self {
        Self { role, content: content.into() }
    }
}

impl Role {
    /// The role's name as providers spell it: `system`, `user` or `assistant`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Content {
    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
        }
    }
}

impl From<&'static str> for Content {
    /// Borrows the text. A text that does not live for the whole program has to be a [`String`].
    fn from(text: &'static str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<Cow<'static, str>> for Content {
    fn from(text: Cow<'static, str>) -> Self {
        Self::Text(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_literal_is_not_copied_even_by_clone() {
        static PROMPT: &str = "Answer briefly.";
        let message = Message::system(PROMPT).clone();
        assert!(std::ptr::eq(message.content.text(), PROMPT));
        assert!(matches!(message.content, Content::Text(Cow::Borrowed(_))));
    }

    #[test]
    fn borrowed_and_owned_texts_are_the_same_message() {
        let borrowed = Message::user("hello");
        let owned = Message::user("hello".to_owned());
        assert_eq!(borrowed, owned);
        assert!(HashSet::from([borrowed]).contains(&owned));
        assert_ne!(owned, Message::assistant("hello"));
    }

    #[test]
    fn roles_print_their_names() {
        let names = [Role::System, Role::User, Role::Assistant].map(|role| role.to_string());
        assert_eq!(names, ["system", "user", "assistant"]);
    }
}
