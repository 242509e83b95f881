//! A whole call, and the messages alone, beside `dspy-rs` 0.7.3 in one process.
//!
//! `whole_call` makes the messages of the insurance claim and reads a reply to them.
//!
//! - Ours runs all of a call: typed input to messages, request, scripted model, typed output with its notes.
//! - DSRs has no model that answers without a network, so its adapter's two halves are called as its
//!   `ChatAdapter::call` does: the example is cloned and formatted, then the reply is parsed. Its request and its
//!   model are left out, in its favour. It ends at a JSON value of each field (`json_value`); a user who
//!   wants the type converts that with serde (`typed`), which is what ours is to be compared with. Its prompt shows
//!   types as JSON schemas, so the two texts differ.
//!
//! `messages` makes the messages of a signature with two fields, without demos and with 16.

mod dsrs;

use divan::{Bencher, black_box};
use dspy_rs::adapter::Adapter as _;
use dspy_rs::{ChatAdapter, Example, Message, MetaSignature};
use sigcodegen_peers::{AnswerQuestion, AnswerQuestionInput, AnswerQuestionOutput};
use sigcodegen_peers::{InsuranceClaimInfo, InsuranceClaimInfoInput};
use sigcodegen_runtime::{Demo, Predict, ScriptedModel};

const TEXT: &str = include_str!("../../benches/claim/claim.txt");
const REPLY: &str = include_str!("../../benches/claim/reply.txt");

fn main() {
    check();
    divan::main();
}

/// Both read the whole reply and read the same, so neither is timed on failing.
fn check() {
    let ours = Predict::<InsuranceClaimInfo>::new()
        .read(sigcodegen_runtime::Response::new(REPLY))
        .expect("ours reads the reply");
    assert!(ours.repairs.is_empty(), "{:?}", ours.repairs);
    let mut fields =
        ChatAdapter.parse_response(&dsrs::claim_signature(), Message::assistant(REPLY));
    let claim = fields.remove("claim").expect("the peer finds the field");
    let theirs: dsrs::InsuranceClaim = serde_json::from_value(claim).expect("and its type");
    assert_eq!(format!("{:?}", ours.output.claim), format!("{theirs:?}"));
}

mod whole_call {
    use super::*;

    #[divan::bench(sample_size = 100)]
    fn ours(bencher: Bencher) {
        let lm = ScriptedModel::repeating(REPLY).without_requests();
        let predict = Predict::<InsuranceClaimInfo>::new();
        let input = InsuranceClaimInfoInput { claim_text: TEXT.to_owned() };
        bencher.bench_local(|| predict.call_blocking(&lm, black_box(&input)));
    }

    #[divan::bench(sample_size = 10)]
    fn dsrs_json_value(bencher: Bencher) {
        let signature = dsrs::claim_signature();
        let input = claim_example();
        bencher.bench_local(|| dsrs_call(&signature, black_box(&input)));
    }

    #[divan::bench(sample_size = 10)]
    fn dsrs_typed(bencher: Bencher) {
        let signature = dsrs::claim_signature();
        let input = claim_example();
        bencher.bench_local(|| {
            let (chat, mut fields) = dsrs_call(&signature, black_box(&input));
            let claim = fields.remove("claim").map(serde_json::from_value::<dsrs::InsuranceClaim>);
            (chat, claim)
        });
    }

    fn dsrs_call(
        signature: &dyn MetaSignature,
        input: &Example,
    ) -> (dspy_rs::Chat, std::collections::HashMap<String, serde_json::Value>) {
        let chat = ChatAdapter.format(signature, input.clone());
        (chat, ChatAdapter.parse_response(signature, Message::assistant(REPLY)))
    }

    fn claim_example() -> Example {
        dspy_rs::example! { "claim_text": "input" => TEXT }
    }
}

mod messages {
    use super::*;

    #[divan::bench(sample_size = 100, args = [0, 16])]
    fn ours(bencher: Bencher, demos: usize) {
        let demo = |number| {
            let input = AnswerQuestionInput { question: question(number) };
            Demo::new(input, AnswerQuestionOutput { answer: answer(number) })
        };
        let predict = Predict::<AnswerQuestion>::new().demos((0..demos).map(demo));
        let input = AnswerQuestionInput { question: question(demos) };
        bencher.bench_local(|| predict.messages(black_box(&input)));
    }

    #[divan::bench(sample_size = 10, args = [0, 16])]
    fn dsrs(bencher: Bencher, demos: usize) {
        let demo = |number| {
            dspy_rs::example! {
                "question": "input" => question(number),
                "answer": "output" => answer(number),
            }
        };
        let mut signature = dsrs::answer_signature();
        signature.set_demos((0..demos).map(demo).collect()).expect("demos are taken");
        let input = dspy_rs::example! { "question": "input" => question(demos) };
        bencher.bench_local(|| ChatAdapter.format(&signature, black_box(&input).clone()));
    }

    fn question(number: usize) -> String {
        format!("Which city was the capital of the province in the year {}?", 1800 + number)
    }

    fn answer(number: usize) -> String {
        format!("It was the city on the river, as in the {number} years before.")
    }
}
