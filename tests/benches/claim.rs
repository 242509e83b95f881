//! The insurance claim: writing its messages, reading its reply, a whole call.
//!
//! Each group holds what ours is compared with, on the same text in the same process.

mod serde_claim;

use divan::{Bencher, black_box};
use serde_claim::Claim;
use sigcodegen_runtime::{Predict, ScriptedModel};
use sigcodegen_tests::insurance_claim_info::InsuranceClaim;
use sigcodegen_tests::{InsuranceClaimInfo, InsuranceClaimInfoInput};

fn main() {
    divan::main();
}

const TEXT: &str = include_str!("claim/claim.txt");
const REPLY: &str = include_str!("claim/reply.txt");

fn input() -> InsuranceClaimInfoInput {
    InsuranceClaimInfoInput { claim_text: TEXT.to_owned() }
}

/// The JSON of the reply, without its markers.
fn json() -> &'static str {
    let start = REPLY.find('{').unwrap_or(0);
    let end = REPLY.rfind('}').map_or(REPLY.len(), |at| at + 1);
    &REPLY[start..end]
}

mod write {
    use super::{Bencher, InsuranceClaimInfo, Predict, black_box, input};

    /// Ours: system and user message.
    #[divan::bench(sample_size = 200)]
    fn messages(bencher: Bencher) {
        let (predict, input) = (Predict::<InsuranceClaimInfo>::new(), input());
        bencher.bench_local(|| predict.messages(black_box(&input)));
    }

    /// The same bytes as one copy: what any writer must do at least.
    #[divan::bench(sample_size = 200)]
    fn plain_copy(bencher: Bencher) {
        let messages = Predict::<InsuranceClaimInfo>::new().messages(&input());
        let user =
            messages.last().map(|message| message.content.text().to_owned()).unwrap_or_default();
        bencher.bench_local(|| {
            vec![
                sigcodegen_runtime::message::Message::system(messages[0].content.clone()),
                sigcodegen_runtime::message::Message::user(black_box(&user).clone()),
            ]
        });
    }
}

mod read {
    use super::{
        Bencher, Claim, InsuranceClaim, InsuranceClaimInfo, Predict, REPLY, black_box, json,
    };

    /// The reply's JSON as it is, over several lines, and without blanks.
    fn texts() -> [(&'static str, String); 2] {
        let compact =
            ::serde_json::from_str::<::serde_json::Value>(json()).map(|value| value.to_string());
        [("pretty", json().to_owned()), ("compact", compact.unwrap_or_default())]
    }

    #[divan::bench(sample_size = 200, args = ["pretty", "compact"])]
    fn ours(bencher: Bencher, layout: &str) {
        let text = text(layout);
        bencher.bench_local(|| {
            sigcodegen_runtime::json::from_str::<InsuranceClaim>(black_box(&text)).is_ok()
        });
    }

    #[divan::bench(sample_size = 200, args = ["pretty", "compact"])]
    fn serde_json(bencher: Bencher, layout: &str) {
        let text = text(layout);
        bencher.bench_local(|| ::serde_json::from_str::<Claim>(black_box(&text)).is_ok());
    }

    #[divan::bench(sample_size = 200, args = ["pretty", "compact"])]
    fn sonic_rs(bencher: Bencher, layout: &str) {
        let text = text(layout);
        bencher.bench_local(|| ::sonic_rs::from_str::<Claim>(black_box(&text)).is_ok());
    }

    fn text(layout: &str) -> String {
        texts()
            .into_iter()
            .find(|(name, _)| *name == layout)
            .map(|(_, text)| text)
            .unwrap_or_default()
    }

    /// The whole reply with its markers, tolerantly.
    #[divan::bench(sample_size = 200)]
    fn whole_reply(bencher: Bencher) {
        let predict = Predict::<InsuranceClaimInfo>::new();
        bencher.bench_local(|| {
            predict.read(sigcodegen_runtime::Response::new(black_box(REPLY))).is_ok()
        });
    }
}

/// A call from the typed input to the typed output, with a model that answers at once.
#[divan::bench(sample_size = 200)]
fn call(bencher: Bencher) {
    let lm = ScriptedModel::repeating(REPLY).without_requests();
    let (predict, input) = (Predict::<InsuranceClaimInfo>::new(), input());
    bencher.bench_local(|| predict.call_blocking(&lm, black_box(&input)).is_ok());
}
