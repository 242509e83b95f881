//! Turn the note into a list of actions, in the order of the note.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The input fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanErrandsInput {
    /// A note that somebody wrote to an assistant
    pub note: String,
    /// Known people: name to e-mail address
    pub contacts: BTreeMap<String, String>,
}

/// The output fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanErrandsOutput {
    /// One action for each wish in the note
    pub actions: Vec<Action>,
}

/// Something that the assistant can do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Action {
    /// Writes to a known person.
    SendMail(SendMail),
    /// Puts an event into the calendar.
    AddEvent(AddEvent),
    /// Adds to the shopping list.
    BuyItems(BuyItems),
}

/// Writes to a known person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SendMail {
    /// The e-mail address
    pub to: String,
    /// The field `text`.
    pub text: String,
}

/// Puts an event into the calendar.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddEvent {
    /// The field `title`.
    pub title: String,
    /// As the note says it, such as `Friday`
    pub day: String,
    /// From 0 to 23, or null for the whole day
    pub hour: Option<u8>,
}

/// Adds to the shopping list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuyItems {
    /// What to buy: item to number of pieces
    pub items: BTreeMap<String, u32>,
}
