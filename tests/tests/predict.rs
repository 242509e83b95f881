//! A call from end to end: what is sent, what comes back, and with which models and executors.

use std::error::Error as _;
use std::fs;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Waker};
use std::{env, io};

use sigcodegen_runtime::{
    Adapter, ChatSignature, DynLanguageModel, ErrorKind, FinishReason, LanguageModel, LmError,
    LmErrorKind, Message, Predict, PredictError, Prompt, Reading, RecordedModel, Reply, Request,
    Response, Role, ScriptedModel, Settings, Signature, Strictness, Usage,
};
use sigcodegen_tests::plan_errands::{Action, BuyItems};
use sigcodegen_tests::{
    AnswerQuestion, AnswerQuestionInput, AnswerQuestionOutput, InsuranceClaimInfo,
    InsuranceClaimInfoInput, PlanErrands, PlanErrandsInput, PlanErrandsOutput, TriageTicket,
};

/// The signatures of `goldens/`.
mod goldens {
    include!("../goldens/signatures.rs");
}

const CORK: &str = "[[ ## answer ## ]]\nCork\n\n[[ ## completed ## ]]\n";

fn question() -> AnswerQuestionInput {
    AnswerQuestionInput { question: "What floats?".to_owned() }
}

fn errands(note: &str) -> PlanErrandsInput {
    PlanErrandsInput {
        note: note.to_owned(),
        contacts: [("Bo".to_owned(), "bo@example.com".to_owned())].into(),
    }
}

fn texts(messages: &[Message]) -> Vec<&str> {
    messages.iter().map(|message| message.content.text()).collect()
}

fn roles(messages: &[Message]) -> Vec<Role> {
    messages.iter().map(|message| message.role).collect()
}

#[test]
fn a_call_gives_the_output_and_what_it_took() {
    let response = Response::new(format!("Sure!\n{CORK}")).usage(Usage::new(70, 5));
    let model = ScriptedModel::new([response]);
    let settings = Settings::new().temperature(0.0).max_tokens(50);
    let predict = Predict::<AnswerQuestion>::new().settings(settings.clone());
    let prediction = predict.call_blocking(&model, &question()).expect("the reply is right");
    assert_eq!(prediction.output, AnswerQuestionOutput { answer: "Cork".to_owned() });
    assert_eq!(
        (prediction.usage, prediction.attempts, prediction.adapter),
        (Usage::new(70, 5), 1, "chat")
    );
    assert_eq!(prediction.raw("answer"), Some("Cork"));
    assert_eq!(prediction.raw("question"), None);
    assert_eq!(prediction.repairs.len(), 1);
    assert_eq!(prediction.reply, format!("Sure!\n{CORK}"));

    let [request] = &model.requests()[..] else { panic!("one call is made") };
    assert_eq!(request.settings, settings);
    assert_eq!(request, &predict.request(&question()));
    assert_eq!(roles(&request.messages), [Role::System, Role::User]);
    assert_eq!(request.messages[0].content.text(), AnswerQuestion::CHAT.system);
}

#[test]
fn a_reply_that_cannot_be_read_is_an_error_with_all_that_is_known() {
    let reply = "[[ ## category ## ]]\nbug\n[[ ## urgency ## ]]\nhigh\n";
    let model = ScriptedModel::new([Response::new(reply).usage(Usage::new(9, 3))]);
    let input = sigcodegen_tests::TriageTicketInput {
        subject: String::new(),
        body: String::new(),
        product: "unknown".to_owned(),
    };
    let error = Predict::<TriageTicket>::new()
        .call_blocking(&model, &input)
        .expect_err("the urgency is no number");
    assert!(error.source().is_none());
    let PredictError::Parse(error) = error else { panic!("there is a reply") };
    let found: Vec<_> =
        error.errors.iter().map(|error| (error.path.to_string(), error.kind)).collect();
    assert_eq!(found, [("urgency".to_owned(), ErrorKind::TypeMismatch)]);
    let notes: Vec<_> = error.repairs.iter().map(|repair| repair.path.to_string()).collect();
    assert_eq!(notes, ["order_number"], "an absent field that may be null is noted");
    assert_eq!(error.partial.category, Some(sigcodegen_tests::triage_ticket::Category::Bug));
    assert_eq!((error.usage, error.attempts, error.reply.as_str()), (Usage::new(9, 3), 1, reply));
    assert_eq!(model.requests().len(), 1, "a bad reply is not asked for again");
}

#[test]
fn an_error_of_the_model_is_passed_on_at_once() {
    let cause = io::Error::new(io::ErrorKind::ConnectionReset, "reset by peer");
    let model = ScriptedModel::new([CORK; 0])
        .then_error(LmError::new(LmErrorKind::RateLimited, "60 a minute").with_source(cause))
        .then(CORK);
    let error = Predict::<AnswerQuestion>::new()
        .call_blocking(&model, &question())
        .expect_err("it is scripted");
    assert_eq!(error.to_string(), "the language model gave no reply: rate limited: 60 a minute");
    let PredictError::Lm(lm) = &error else { panic!("it is the model's error") };
    assert_eq!(lm.kind(), LmErrorKind::RateLimited);
    let source = error.source().and_then(|source| source.source()).expect("the cause is kept");
    assert_eq!(source.to_string(), "reset by peer");
    assert_eq!(model.requests().len(), 1, "no second call is made");
}

#[test]
fn the_strict_reader_repairs_nothing() {
    let read = |strictness| {
        Predict::<AnswerQuestion>::new()
            .strictness(strictness)
            .read(Response::new(format!("Sure!\n{CORK}")))
    };
    assert!(read(Strictness::Tolerant).is_ok());
    assert!(read(Strictness::Strict).is_err());
}

/// The signature's own instruction, given at run time, makes the very message that was generated.
#[test]
fn instructions_at_run_time_are_laid_out_as_generated_ones() {
    fn check<S: ChatSignature>() {
        assert_eq!(S::CHAT.system_with(S::INSTRUCTIONS), S::CHAT.system, "{}", S::NAME);
    }
    check::<AnswerQuestion>();
    check::<InsuranceClaimInfo>();
    check::<TriageTicket>();
    check::<PlanErrands>();
    check::<goldens::Texts>();
    check::<goldens::Presence>();

    let predict =
        Predict::<AnswerQuestion>::new().instructions("Answer in one word.\n\n  Not two.  \n");
    let messages = predict.messages(&question());
    let (_, objective) =
        messages[0].content.text().rsplit_once("your objective is:\n").expect("it has one");
    assert_eq!(objective, "        Answer in one word.\n\n          Not two.");
    assert_eq!(messages[1], Predict::<AnswerQuestion>::new().messages(&question())[1]);
}

#[test]
fn demos_stand_between_system_and_input() {
    let bought = PlanErrandsOutput {
        actions: vec![Action::BuyItems(BuyItems { items: [("milk".to_owned(), 1)].into() })],
    };
    let plain = Predict::<PlanErrands>::new();
    let baked = plain.messages(&errands("Now."));
    let [system, baked_user, baked_assistant, user] = &texts(&baked)[..] else {
        panic!("one demo is baked in")
    };
    assert!(baked_user.contains("Tell Ana") && baked_assistant.contains("send_mail"));
    assert!(user.contains("Now.") && user.contains("{\"Bo\":\"bo@example.com\"}"));

    let both = plain.clone().demo(errands("Milk."), bought.clone()).messages(&errands("Now."));
    let [.., demo_user, demo_assistant, _] = &texts(&both)[..] else { panic!("two demos") };
    assert_eq!(both.len(), 6);
    assert_eq!(texts(&both)[..3], [*system, *baked_user, *baked_assistant]);
    assert_eq!(
        roles(&both),
        [Role::System, Role::User, Role::Assistant, Role::User, Role::Assistant, Role::User]
    );
    assert!(demo_user.contains("Milk."));
    assert_eq!(
        *demo_assistant,
        "[[ ## actions ## ]]\n[{\"kind\":\"buy_items\",\"items\":{\"milk\":1}}]\n\n[[ ## completed ## ]]\n"
    );

    let own = plain
        .clone()
        .without_baked_demos()
        .demo(errands("Milk."), bought)
        .messages(&errands("Now."));
    assert_eq!(texts(&own), [*system, *demo_user, *demo_assistant, *user]);
    assert_eq!(texts(&plain.without_baked_demos().messages(&errands("Now."))), [*system, *user]);
}

/// Baked demos are what the same values make at run time, and replies that are read back.
#[test]
fn a_baked_demo_is_a_valid_reply() {
    let messages = Predict::<PlanErrands>::new().messages(&errands("Now."));
    let reply = messages[2].content.text();
    let predict =
        Predict::<PlanErrands>::new().strictness(Strictness::Strict).without_baked_demos();
    let prediction = predict.read(Response::new(reply)).expect("the demo is a valid reply");
    assert_eq!(prediction.repairs, []);
    let again = predict.demo(errands("Now."), prediction.output).messages(&errands("Now."));
    assert_eq!(again[2], messages[2]);
}

/// An adapter of one's own: one message, and a JSON object for a reply.
struct Bare;

impl<S: Signature> Adapter<S> for Bare {
    fn name(&self) -> &'static str {
        "bare"
    }

    fn messages(&self, prompt: &Prompt<'_, S>) -> Vec<Message> {
        let task = prompt.instructions.unwrap_or(S::INSTRUCTIONS);
        vec![Message::user(format!(
            "{task}\n{:?}\nGive JSON: {}",
            prompt.input,
            S::OUTPUT_FIELDS.join(", ")
        ))]
    }

    fn read(&self, reply: &Reply<'_>) -> Reading<S> {
        Reading::of_json(reply)
    }
}

#[test]
fn an_adapter_may_be_ones_own() {
    let model = ScriptedModel::new(["```json\n{\"answer\": \"Cork\"}\n```"]);
    let predict = Predict::<AnswerQuestion, _>::with_adapter(Bare).instructions("Be brief.");
    let prediction = predict.call_blocking(&model, &question()).expect("the reply is right");
    assert_eq!((prediction.output.answer.as_str(), prediction.adapter), ("Cork", "bare"));
    let sent = model.requests();
    assert_eq!(
        texts(&sent[0].messages),
        ["Be brief.\nAnswerQuestionInput { question: \"What floats?\" }\nGive JSON: answer"]
    );
}

/// A model that is not ready at first, as one that waits for the network.
struct Slow(AtomicUsize);

impl LanguageModel for Slow {
    async fn complete(&self, _: &Request) -> Result<Response, LmError> {
        poll_fn(|context| {
            context.waker().wake_by_ref();
            if self.0.fetch_add(1, Ordering::Relaxed) < 3 { Poll::Pending } else { Poll::Ready(()) }
        })
        .await;
        Ok(Response::new(CORK))
    }
}

/// Polled by hand, as any executor does.
#[test]
fn any_executor_will_do() {
    fn is_send<T: Send>(future: T) -> T {
        future
    }
    let (predict, model, input) =
        (Predict::<AnswerQuestion>::new(), Slow(AtomicUsize::new(0)), question());
    let mut call = pin!(is_send(predict.call(&model, &input)));
    let mut context = Context::from_waker(Waker::noop());
    let mut pending = 0;
    let prediction = loop {
        match call.as_mut().poll(&mut context) {
            Poll::Pending => pending += 1,
            Poll::Ready(result) => break result.expect("the reply is right"),
        }
    };
    assert_eq!((pending, prediction.output.answer.as_str()), (3, "Cork"));
}

#[test]
fn a_model_may_be_chosen_at_run_time() {
    let models: [Box<dyn DynLanguageModel>; 2] =
        [Box::new(Slow(AtomicUsize::new(0))), Box::new(ScriptedModel::repeating(CORK))];
    for model in models {
        let prediction = Predict::<AnswerQuestion>::new().call_blocking(&model, &question());
        assert_eq!(prediction.expect("the reply is right").output.answer, "Cork");
    }
}

#[test]
fn a_cut_reply_is_not_taken_for_a_whole_one() {
    let model = ScriptedModel::new([
        Response::new("[[ ## answer ## ]]\nCork and").finish(FinishReason::Length)
    ]);
    let error =
        Predict::<AnswerQuestion>::new().call_blocking(&model, &question()).expect_err("it is cut");
    let PredictError::Parse(error) = error else { panic!("there is a reply") };
    assert_eq!(error.errors[0].kind, ErrorKind::Truncated);
}

/// The recording that the example answers from is of the prompt that is generated now. `BLESS=1` records the same
/// reply for it.
#[test]
fn the_recording_of_the_example_is_fresh() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/insurance_claim.jsonl");
    let input = InsuranceClaimInfoInput {
        claim_text: include_str!("../benches/claim/claim.txt").to_owned(),
    };
    let predict = Predict::<InsuranceClaimInfo>::new();
    if env::var_os("BLESS").is_some() {
        let reply = include_str!("../benches/claim/reply.txt");
        let fenced = reply.replace("]]\n{", "]]\n```json\n{").replace("}\n\n[[", "}\n```\n\n[[");
        let response = Response::new(fenced).usage(Usage::new(1174, 384));
        fs::remove_file(path).ok();
        let model = RecordedModel::record(path, ScriptedModel::new([response]))
            .expect("the file can be written");
        predict.call_blocking(&model, &input).expect("the reply is right");
    }
    let model = RecordedModel::open(path).expect("the recording is there");
    let prediction = predict.call_blocking(&model, &input).unwrap_or_else(|error| {
        panic!("{error}\nto record the reply anew, run\n    BLESS=1 cargo test -p sigcodegen-tests --test predict")
    });
    assert_eq!(prediction.output.claim.header.claim_id.as_deref(), Some("CLM-004711"));
    assert_eq!(prediction.repairs.len(), 1, "{:?}", prediction.repairs);
}
