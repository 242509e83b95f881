//! The whole way from a signature to a typed insurance claim, with no key and no network.
//!
//! The signature is `schemas/insurance_claim.json`. This package's build script generates `InsuranceClaimInfo` and all
//! its types from it, and the model's replies come from `insurance_claim.jsonl` beside this file.
//!
//! `--record` adds to that file what it lacks, say for another text: the prompt is printed, and the reply is what you
//! paste, ended by Ctrl-D. A program asks its provider there: any `LanguageModel` can stand in the place of `Pasted`.
//! `custom_model.rs` implements one.

use std::env;
use std::error::Error;
use std::io::{self, Read};

use sigcodegen_runtime::{
    LanguageModel, LmError, LmErrorKind, Predict, Prediction, RecordedModel, Request, Response,
};
use sigcodegen_tests::insurance_claim_info::InsuredObject;
use sigcodegen_tests::{InsuranceClaimInfo, InsuranceClaimInfoInput};

const TEXT: &str = include_str!("../benches/claim/claim.txt");
const RECORDINGS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/insurance_claim.jsonl");

fn main() -> Result<(), Box<dyn Error>> {
    let lm = match env::args().nth(1).as_deref() {
        None => RecordedModel::open(RECORDINGS)?,
        Some("--record") => RecordedModel::record(RECORDINGS, Pasted)?,
        Some(other) => {
            return Err(format!("unknown argument {other}: there is only --record").into());
        }
    };
    let input = InsuranceClaimInfoInput { claim_text: TEXT.to_owned() };
    // In async code: `.call(&lm, &input).await?`, on any executor.
    let prediction = Predict::<InsuranceClaimInfo>::new().call_blocking(&lm, &input)?;
    print(&prediction);
    Ok(())
}

/// Prints the claim. Everything is a typed field: a name that the signature does not have would not compile.
fn print(prediction: &Prediction<InsuranceClaimInfo>) {
    let claim = &prediction.output.claim;
    println!("claim      {}", or_unknown(claim.header.claim_id.as_deref()));
    println!("reported   {}", or_unknown(claim.header.report_date.as_deref()));
    if let Some(channel) = claim.header.channel {
        println!("by         {}", channel.as_str());
    }
    if let Some(policy) = &claim.policy_details {
        println!("policy     {}", or_unknown(policy.policy_number.as_deref()));
    }
    if let Some(incident) = &claim.incident_description {
        println!("incident   {:?} at {:?}", incident.incident_type, incident.location_type);
    }
    for object in claim.insured_objects.iter().flatten() {
        println!("object     {}", describe(object));
    }
    println!("tokens     {} in {} call", prediction.usage.total(), prediction.attempts);
    for repair in &prediction.repairs {
        println!("note       {}: {}", repair.path, repair.kind);
    }
}

fn describe(object: &InsuredObject) -> String {
    let what = or_unknown(object.make_model.as_deref());
    let year = object.year.map_or_else(String::new, |year| format!(" of {year}"));
    let value = object.estimated_value.map_or_else(String::new, |value| format!(", {value} USD"));
    format!("{}: {what}{year}{value}", object.object_type.as_str())
}

fn or_unknown(text: Option<&str>) -> &str {
    text.unwrap_or("unknown")
}

/// A model that somebody at the terminal plays.
struct Pasted;

impl LanguageModel for Pasted {
    async fn complete(&self, request: &Request) -> Result<Response, LmError> {
        for message in &request.messages {
            println!("--- {} ---\n{}\n", message.role, message.content.text());
        }
        println!("--- the reply, ended by Ctrl-D ---");
        let mut reply = String::new();
        io::stdin().read_to_string(&mut reply).map_err(|error| {
            LmError::new(LmErrorKind::Transport, "no reply could be read").with_source(error)
        })?;
        Ok(Response::new(reply))
    }
}
