//! Sort a support ticket, so that the right team sees it in time.
//! - Judge by what the customer needs, not by how loud the customer is.

use serde::{Deserialize, Serialize};

/// The input fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TriageTicketInput {
    /// The subject line
    pub subject: String,
    /// The ticket, as the customer wrote it
    pub body: String,
    /// The product that the ticket was filed under
    #[serde(default = "unknown")]
    pub product: String,
}

fn unknown() -> String {
    "unknown".to_owned()
}

/// The output fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TriageTicketOutput {
    /// What the ticket is about
    pub category: Category,
    /// From 1 (can wait a week) to 5 (customers cannot work)
    pub urgency: u8,
    /// The order that the ticket is about, or null if it names none
    pub order_number: Option<String>,
    /// Up to five words that help to find the ticket again
    #[serde(default)]
    pub tags: Vec<String>,
    /// ISO 639-1 code, only if the ticket is not in English
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

/// The team that answers is chosen by this.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// invoices, refunds, payment methods
    Billing,
    /// something does not work as documented
    Bug,
    /// the customer asks how to do something
    HowTo,
    /// something that does not exist yet
    FeatureRequest,
    /// `other`
    Other,
}
