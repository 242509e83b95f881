use super::*;
use crate::lm::{FinishReason, ScriptedModel, Settings, Usage, block_on};
use crate::message::Message;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// A folder of its own for a test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("sigcodegen-recorded-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a temporary folder can be made");
        Self(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("replies.jsonl")
    }

    fn file_with(&self, text: impl AsRef<[u8]>) -> PathBuf {
        fs::write(self.file(), text).expect("a temporary file can be written");
        self.file()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

fn user(text: &str) -> Request {
    Request::new([Message::user(text.to_owned())])
}

fn recording(content: &str, text: &str) -> String {
    format!(
        "{{\"request\":{{\"messages\":[{{\"role\":\"user\",\"content\":\"{content}\"}}]}},\
         \"response\":{{\"text\":\"{text}\"}}}}\n"
    )
}

fn ask(model: &impl LanguageModel, request: &Request) -> String {
    block_on(model.complete(request)).expect("there is a recording").text
}

fn refusal(model: &impl LanguageModel, request: &Request) -> String {
    let error = block_on(model.complete(request)).expect_err("there is no recording");
    assert_eq!(error.kind(), LmErrorKind::Recording);
    error.message().to_owned()
}

fn text_error(text: &str) -> String {
    RecordedModel::from_text(text).expect_err("the text is malformed").message().to_owned()
}

#[test]
fn what_was_recorded_comes_back_whatever_it_holds() {
    let folder = Folder::new();
    let texts = [
        "",
        "\"quotes\" \\ and \\\"both\\\"",
        "lines\r\nand\n\nmore\u{2028}lines\u{85}",
        "🦀 e\u{301} \u{202e}rtl\u{200b} \u{feff}",
        "\0\u{1}\u{8}\u{b}\u{c}\u{1b}\u{7f}",
        "\\ud800 {\"request\": null}",
    ];
    let settings = Settings::new()
        .model("m\n\"1\"")
        .temperature(0.7)
        .top_p(f32::MIN_POSITIVE)
        .max_tokens(u32::MAX)
        .stop("\n\n")
        .stop("")
        .seed(u64::MAX);
    let pairs: Vec<(Request, Response)> = texts
        .iter()
        .map(|text| {
            let messages = [Message::system(*text), Message::user("?"), Message::assistant(*text)];
            let request = Request::new(messages).settings(settings.clone());
            let response = Response::new(*text)
                .finish(FinishReason::Other((*text).to_owned()))
                .usage(Usage::new(u64::MAX, 0))
                .model(*text);
            (request, response)
        })
        .collect();
    let inner = ScriptedModel::new(pairs.iter().map(|(_, response)| response.clone()));
    let recorder = RecordedModel::record(folder.file(), inner).expect("a new file");
    for (request, response) in &pairs {
        assert_eq!(&block_on(recorder.complete(request)).expect("a reply"), response);
        // The second time it comes from the recording: the script has one reply for each.
        assert_eq!(&block_on(recorder.complete(request)).expect("a reply"), response);
    }
    let text = fs::read_to_string(folder.file()).expect("the file is UTF-8");
    assert_eq!(text.matches('\n').count(), texts.len());
    let replay = RecordedModel::open(folder.file()).expect("what was written can be read");
    for (request, response) in &pairs {
        assert_eq!(&block_on(replay.complete(request)).expect("a recording"), response);
    }
}

#[test]
fn a_recording_is_a_readable_line() {
    let request = user("2 + 2?").settings(Settings::new().temperature(0.7));
    let response = Response::new("4").usage(Usage::new(7, 1));
    assert_eq!(
        line::write(&request, &response),
        r#"{"request":{"messages":[{"role":"user","content":"2 + 2?"}],"settings":{"temperature":0.7}},"response":{"text":"4","finish":"stop","usage":{"input_tokens":7,"output_tokens":1}}}"#
    );
}

#[test]
fn several_recordings_of_one_request_come_in_order_and_the_last_stays() {
    let text = [recording("a", "1"), recording("b", "x"), recording("a", "2")].concat();
    let model = RecordedModel::from_text(&text).expect("three recordings");
    let replies: Vec<_> = (0..4).map(|_| ask(&model, &user("a"))).collect();
    assert_eq!(replies, ["1", "2", "2", "2"]);
    assert_eq!(ask(&model, &user("b")), "x");
}

#[test]
fn blank_lines_unknown_members_and_line_ends_of_windows_are_passed_over() {
    let text = "\u{feff}\r\n  \r\n{\"id\":1,\"request\":{\"messages\":[{\"role\":\"system\",\
                \"content\":\"s\",\"name\":2}],\"settings\":{\"seed\":null,\"logprobs\":true}},\
                \"response\":{\"text\":\"t\",\"usage\":{\"cached\":1},\"finish\":\"length\"}}\r\n\n";
    let model = RecordedModel::from_text(text).expect("one recording");
    let response = block_on(model.complete(&Request::new([Message::system("s")])));
    let expected = Response::new("t").finish(FinishReason::Length);
    assert_eq!(response.expect("a recording"), expected);
}

#[test]
fn a_malformed_line_is_named_with_the_reason() {
    let good = recording("a", "1");
    for (line, reason) in [
        ("[]", "the line is not an object"),
        ("{}", "request is missing"),
        (r#"{"request":{"messages":[]}}"#, "response is missing"),
        (r#"{"request":{"messages":{}},"response":{"text":""}}"#, "request.messages is not a list"),
        (
            r#"{"request":{"messages":[{"role":"user","content":"x"},{"role":"tool","content":"x"}]}}"#,
            "request.messages[1].role is not system, user or assistant",
        ),
        (
            r#"{"request":{"messages":[{"role":"user","content":["x"]}]}}"#,
            "request.messages[0].content is not a string",
        ),
        (
            r#"{"request":{"messages":[],"settings":{"max_tokens":4294967296}}}"#,
            "request.settings.max_tokens is not a whole number in range",
        ),
        (
            r#"{"request":{"messages":[],"settings":{"temperature":1e99}}}"#,
            "request.settings.temperature is not a number in range",
        ),
        (r#"{"request":{"messages":[]},"response":{"text":null}}"#, "response.text is missing"),
        (
            r#"{"request":{"messages":[]},"response":{"text":"","usage":{"input_tokens":-1}}}"#,
            "response.usage.input_tokens is not a whole number in range",
        ),
    ] {
        let error = text_error(&format!("{good}\n{line}\n{good}"));
        assert_eq!(error, format!("recorded text:3: {reason}"));
    }
}

#[test]
fn text_that_is_not_json_is_refused() {
    let lone = recording("a", r"\ud800");
    for line in [lone.as_str(), "{'request':1}\n", "nonsense\n", &("[".repeat(100_000) + "\n")] {
        let error = text_error(&format!("{}{line}", recording("a", "1")));
        assert!(error.starts_with("recorded text:2: not JSON: "), "{error}");
        assert!(!error.contains("cut off"), "{error}");
    }
}

#[test]
fn a_half_written_last_line_is_named() {
    let folder = Folder::new();
    let whole = recording("a", "1");
    for end in 1..whole.len() - 1 {
        let path = folder.file_with(format!("{whole}{}", &whole[..end]));
        let error = RecordedModel::open(&path).expect_err("the last line is cut");
        let message = error.message();
        assert!(message.starts_with(&format!("{}:2: not JSON: ", path.display())), "{message}");
        assert!(message.contains("cut off"), "{message}");
    }
}

#[test]
fn bytes_that_are_not_utf8_are_named_with_their_line() {
    let folder = Folder::new();
    let path = folder.file_with([recording("a", "1").as_bytes(), b"\n\xff\n"].concat());
    let error = RecordedModel::open(&path).expect_err("the file is not UTF-8");
    assert_eq!(error.message(), format!("{}:3: not UTF-8", path.display()));
}

#[test]
fn a_missing_file_and_a_folder_are_errors_that_name_the_path() {
    let folder = Folder::new();
    let missing = folder.file();
    let error = RecordedModel::open(&missing).expect_err("there is no file");
    assert!(error.message().starts_with(&format!("cannot read {}: ", missing.display())));
    let hint = format!("RecordedModel::record({:?}, model)", missing.display().to_string());
    assert!(error.message().ends_with(&hint), "{error}");
    assert!(std::error::Error::source(&error).is_some());

    for result in [
        RecordedModel::open(&folder.0),
        RecordedModel::record(&folder.0, ScriptedModel::default()),
        RecordedModel::record(missing.join("no").join("folder"), ScriptedModel::default()),
    ] {
        let error = result.expect_err("the path is a folder, or in none");
        assert_eq!(error.kind(), LmErrorKind::Recording);
        assert!(error.message().contains(&folder.0.display().to_string()), "{error}");
    }
}

#[test]
fn an_unrecorded_request_is_told_from_the_closest_one() {
    let recorded = [
        recording("Was the wooden fence of the neighbour hit by the big old tree?", "1"),
        recording("Was the wooden fence of the neighbour hit by a car last night?", "2"),
        recording("Was it raining?", "3"),
    ];
    let model = RecordedModel::from_text(&recorded.concat()).expect("three recordings");
    assert_eq!(
        refusal(&model, &user("Was the wooden fence of the neighbour hit by a cart?")),
        "the recorded text has 3 recordings and none of this request; closest is line 2: message 1 \
         (user) differs in its line 1: \"…the neighbour hit by a cart?\" here, \"…the neighbour hit by a \
         car last night?\" recorded; to record it, run once with RecordedModel::record(path, model)"
    );
    let hint = "; to record it, run once with RecordedModel::record(path, model)";
    let request = user("Was it raining?");
    let settings = Settings::new().temperature(0.5).seed(7);
    assert_eq!(
        refusal(&model, &request.clone().settings(settings)),
        format!(
            "the recorded text has 3 recordings and none of this request; closest is line 3: the \
             settings differ: temperature is 0.5 here, not set recorded; seed is 7 here, not set \
             recorded{hint}"
        )
    );
    let longer = Request::new([request.messages[0].clone(), Message::assistant("Yes")]);
    assert!(
        refusal(&model, &longer)
            .contains("closest is line 3: this request has 2 messages, the recorded one 1")
    );
    let other_role = Request::new([Message::system("Was it raining?")]);
    assert!(
        refusal(&model, &other_role)
            .contains("closest is line 1: message 1 is by system here, by user recorded")
    );
    let empty = RecordedModel::from_text("").expect("no recording");
    assert_eq!(refusal(&empty, &request), format!("the recorded text has no recordings{hint}"));
}

#[test]
fn the_difference_is_shown_for_any_text() {
    let texts = ["", "é", "è", "🦀🦀", "🦀🦊", "one\ntwo\nthree", "one\ntwo\nthréé", "a b", "a  b"];
    let long = ["🦀".repeat(90), "🦀".repeat(91), " ".repeat(90), "x ".repeat(90)];
    let texts: Vec<&str> = texts.into_iter().chain(long.iter().map(String::as_str)).collect();
    for a in &texts {
        let json = line::write(&user(a), &Response::new("1"));
        let model = RecordedModel::from_text(&json).expect("one recording");
        for b in texts.iter().filter(|b| *b != a) {
            let message = refusal(&model, &user(b));
            let (here, recorded) = message.split_once(" here, ").expect("both are shown");
            let here = here.rsplit_once("line ").expect("the line is shown").1;
            assert_ne!(
                here.split_once(": ").map(|it| it.1),
                recorded.split_once(" recorded").map(|it| it.0)
            );
        }
    }
}

#[test]
fn recording_asks_only_for_what_is_missing_and_keeps_the_file() {
    let folder = Folder::new();
    // The last line has no end, as an editor may leave it.
    let old = recording("a", "1");
    let path = folder.file_with(old.trim_end());
    let inner =
        ScriptedModel::new(["2"]).then_error(LmError::new(LmErrorKind::Timeout, "60 s")).then("3");
    let model = RecordedModel::record(&path, inner).expect("one recording");
    assert_eq!(ask(&model, &user("a")), "1");
    assert_eq!(fs::read_to_string(&path).expect("the file is there"), old.trim_end());
    assert_eq!(ask(&model, &user("b")), "2");
    let error = block_on(model.complete(&user("c"))).expect_err("the model fails");
    assert_eq!(error.kind(), LmErrorKind::Timeout);
    assert_eq!(ask(&model, &user("c")), "3");
    assert_eq!(ask(&model, &user("b")), "2");
    let text = fs::read_to_string(&path).expect("the file is there");
    assert!(text.starts_with(&old) && text.ends_with("}\n"));
    assert_eq!(text.lines().count(), 3);
    assert!(format!("{model:?}").contains("recordings: 3, records: true"));
    let replay = RecordedModel::open(&path).expect("three recordings");
    assert_eq!(ask(&replay, &user("c")), "3");
}

#[test]
fn many_threads_record_whole_lines() {
    let folder = Folder::new();
    let inner = ScriptedModel::repeating("long ".repeat(2000));
    let model = RecordedModel::record(folder.file(), inner).expect("a new file");
    thread::scope(|scope| {
        for thread in 0..4 {
            let model = &model;
            scope.spawn(move || {
                for n in 0..25 {
                    ask(model, &user(&format!("{thread} {n}")));
                }
            });
        }
    });
    let replay = RecordedModel::open(folder.file()).expect("all lines are whole");
    assert_eq!(lock(&replay.recordings).count(), 100);
    assert_eq!(ask(&replay, &user("3 24")).len(), 10_000);
}

#[test]
fn settings_that_json_cannot_spell_are_refused_before_the_model_is_asked() {
    let folder = Folder::new();
    let model =
        RecordedModel::record(folder.file(), ScriptedModel::new(["1"])).expect("a new file");
    let settings = Settings::new().temperature(f32::NAN);
    let error = block_on(model.complete(&user("a").settings(settings)));
    let error = error.expect_err("NaN is no temperature");
    assert_eq!(error.to_string(), "invalid request: the setting temperature is NaN");
    assert_eq!(ask(&model, &user("a")), "1");
}
