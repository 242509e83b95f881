//! Code with the types of libraries for formats, and with serde's traits.

use sigcodegen_runtime::json::to_string;
use sigcodegen_runtime::{
    ErrorKind, Json, Maybe, Predict, PredictError, Prediction, ScriptedModel,
};
use sigcodegen_runtime::{jiff, url, uuid};

#[rustfmt::skip]
mod generated {
    include!("../libraries/signatures.rs");
}

use generated::plan_visit::{Reference, Room};
use generated::{Link, PlanVisit, PlanVisitInput, PlanVisitOutput, PlanVisitPartial, Stored};

const ID: &str = "123e4567-e89b-12d3-a456-426614174000";

fn input() -> PlanVisitInput {
    PlanVisitInput {
        now: "2024-01-02T05:04:05+02:00".parse().unwrap(),
        visitor: ID.parse().unwrap(),
        days: vec![jiff::civil::date(2024, 2, 2), jiff::civil::date(2024, 2, 1)],
        holidays: vec![jiff::civil::date(2024, 2, 1)],
        home: Some(url::Url::parse("https://example.com/ann").unwrap()),
    }
}

const REPLY: &str = "[[ ## start ## ]]
2024-02-02T10:00:00+01:00

[[ ## room ## ]]
{\"id\": \"123E4567-E89B-12D3-A456-426614174000\", \"seen\": \"2024-01-01T00:00:00Z\"}

[[ ## follow_up ## ]]
null

[[ ## links ## ]]
{\"map\": \"https://Example.com\"}

[[ ## slot ## ]]
[\"2024-02-02\", \"P1Y0M2D\"]

[[ ## reference ## ]]
urn:isbn:0451450523

[[ ## clock ## ]]
09:00:00+01:00

[[ ## code ## ]]
423e4567-e89b-12d3-a456-426614174000

[[ ## mail ## ]]
ann@example.com

[[ ## completed ## ]]";

fn read(reply: &str) -> Result<Prediction<PlanVisit>, PredictError<PlanVisitPartial>> {
    let model = ScriptedModel::repeating(reply);
    Predict::<PlanVisit>::new().call_blocking(&model, &input())
}

#[test]
fn replies_are_read_as_the_types_of_libraries() {
    let prediction = read(REPLY).unwrap();
    let output = prediction.output;
    assert_eq!(output.start, "2024-02-02T09:00:00Z".parse::<jiff::Timestamp>().unwrap());
    let room = Room {
        id: uuid::Uuid::from_u128(0x123e_4567_e89b_12d3_a456_4266_1417_4000),
        built: jiff::civil::date(1999, 12, 31),
        seen: Some(jiff::Timestamp::constant(1_704_067_200, 0)),
    };
    assert_eq!(output.room, room);
    assert_eq!(output.length, jiff::Span::new().hours(1).minutes(30));
    assert_eq!(output.follow_up, None);
    assert_eq!(output.links["map"].host_str(), Some("example.com"));
    assert_eq!(output.slot.1, jiff::Span::new().years(1).days(2));
    assert!(matches!(&output.reference, Reference::Url(url) if url.scheme() == "urn"));
    assert_eq!(output.clock, "09:00:00+01:00");
    let checks: Vec<_> = prediction.checks.iter().map(|one| (one.label, one.passed)).collect();
    assert_eq!(checks, [("on the hour", true)]);
}

#[test]
fn what_is_wrong_is_told_with_the_name_of_the_format() {
    let reply = REPLY
        .replace("2024-02-02T10:00:00+01:00", "2016-12-31T23:59:60Z")
        .replace("2024-01-01T00:00:00Z", "yesterday")
        .replace("P1Y0M2D", "P1Y2D")
        .replace("https://Example.com", "example.com");
    let Err(PredictError::Parse(error)) = read(&reply) else { panic!("it is read") };
    let told: Vec<_> =
        error.errors.iter().map(|one| (one.path.to_string(), one.kind, &*one.expected)).collect();
    let constraint = ErrorKind::Constraint;
    assert_eq!(
        told,
        [
            (
                "start".to_owned(),
                ErrorKind::OutOfRange,
                "a `date-time` that `jiff::Timestamp` can hold"
            ),
            ("room.seen".to_owned(), constraint, "a text of format `date-time`"),
            ("links.map".to_owned(), constraint, "a text of format `uri`"),
            ("slot[1]".to_owned(), constraint, "a text of format `duration`"),
        ]
    );
    assert_eq!(error.errors[0].found, "2016-12-31T23:59:60Z");
    let partial = error.partial;
    assert_eq!(partial.room.and_then(|room| room.id), Some(ID.parse().unwrap()));
    assert_eq!(partial.follow_up, Maybe::Null);

    let Err(PredictError::Parse(error)) = read(&REPLY.replace("2024-02-02T10", "1999-02-02T10"))
    else {
        panic!("it is read")
    };
    assert_eq!(error.errors[0].kind, ErrorKind::AssertFailed);
}

#[test]
fn inputs_are_printed_in_the_spelling_of_their_format() {
    let model = ScriptedModel::repeating(REPLY);
    Predict::<PlanVisit>::new().call_blocking(&model, &input()).unwrap();
    let request = &model.requests()[0];
    let user = request.messages.last().expect("there is a user message").content.text();
    for part in [
        "[[ ## now ## ]]\n2024-01-02T03:04:05Z\n",
        &format!("[[ ## visitor ## ]]\n{ID}\n"),
        "- 2024-02-01 (holiday)- 2024-02-02asked at 2024-01-02T03:04:05Z, first 2024-02-02, \
         all 2024-02-02, 2024-02-01\n",
        "[[ ## holidays ## ]]\n[\"2024-02-01\"]\n",
        "[[ ## home ## ]]\nexample.com/ann\n",
    ] {
        assert!(user.contains(part), "{part} is not in {user}");
    }
}

#[test]
fn a_text_may_be_all() {
    assert_eq!(Link::from_json("\"HTTP://a.b\"").unwrap().to_json(), "\"http://a.b/\"");
    assert_eq!(Link::from_reply("http://a.b/c").unwrap().value.0.path(), "/c");
    assert!(Link::from_json("\"a.b\"").is_err());
}

#[test]
fn serde_sees_the_json_of_the_model() {
    let stored = Stored::from_json(r#"{"a":"x","b":[1,2],"long-name":"second"}"#).unwrap();
    let json =
        r#"{"a":"x","b":[1,2],"long-name":"second","page":"https://example.com/start?q=1#top"}"#;
    assert_eq!(serde_json::to_string(&stored).unwrap(), json);
    assert_eq!(serde_json::from_str::<Stored>(json).unwrap(), stored);
    // A list of them, within something else.
    assert_eq!(serde_json::to_string(&(1, [&stored])).unwrap(), format!("[1,[{json}]]"));
    let read: (u8, Vec<Stored>) = serde_json::from_str(&format!("[1,[{json}]]")).unwrap();
    assert_eq!(read.1, [stored]);

    let output = read_output();
    let json = serde_json::to_string(&output).unwrap();
    assert_eq!(json, to_string(&output));
    assert_eq!(serde_json::from_str::<PlanVisitOutput>(&json).unwrap(), output);
    let value = serde_json::to_value(input()).unwrap();
    assert_eq!(value["now"], "2024-01-02T03:04:05Z");
    assert_eq!(serde_json::from_value::<PlanVisitInput>(value).unwrap(), input());
}

fn read_output() -> PlanVisitOutput {
    read(REPLY).unwrap().output
}

#[test]
fn serde_reads_no_more_than_the_strict_reader() {
    let cases = [
        (r#"{"a":1,"b":[]}"#, "- a: wrong type: expected a string"),
        (r#"{"a":"x"}"#, "- b: missing"),
        (r#"{"a":"x","b":["1"]}"#, "- b[0]: wrong type: expected an integer"),
        (r#"{"a":"x","b":[],"long-name":"Second"}"#, "- long-name: "),
        (r#"{"a":"x","b":[],"a":"y"}"#, "- a: "),
        (r#"{"a":"x","b":[],"page":"nowhere"}"#, "expected a text of format `uri`"),
        (r#"{"a":"x","b":[]"#, "EOF"),
    ];
    for (text, told) in cases {
        let error = serde_json::from_str::<Stored>(text).unwrap_err().to_string();
        assert!(error.contains(told), "{text}: {error}");
    }
}

#[test]
fn open_values_pass_through_serde() {
    let texts = [
        "null",
        "[true,false,\"\\u0007\",[],{}]",
        "{\"b\":1,\"a\":{\"c\":null}}",
        "[0,-0.0,1.5,1e+300,-9223372036854775808,18446744073709551615]",
    ];
    for text in texts {
        let value: Json = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&value).unwrap(), text);
    }
    let exact = Json::parse("170141183460469231731687303715884105728").unwrap();
    assert_eq!(serde_json::to_string(&exact).unwrap(), exact.to_string());
    // Not to be written as null.
    let huge = Json::parse("1e999").unwrap();
    assert!(serde_json::to_string(&huge).unwrap_err().to_string().contains("too large"));
    // As `serde_json` has numbers with its feature `arbitrary_precision`.
    let kept: Json = serde_json::from_str(r#"[{"$serde_json::private::Number":"0.10"}]"#).unwrap();
    assert_eq!(kept.to_string(), "[0.10]");
    assert!(serde_json::from_str::<Json>(r#"{"$serde_json::private::Number":"one"}"#).is_err());
}

#[test]
fn serde_values_end_at_the_depth_of_json() {
    struct Nested;
    impl<'de> serde::Deserializer<'de> for Nested {
        type Error = serde::de::value::Error;

        fn deserialize_any<V: serde::de::Visitor<'de>>(
            self,
            visitor: V,
        ) -> Result<V::Value, Self::Error> {
            visitor.visit_some(Nested)
        }

        serde::forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
            unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
        }
    }
    let error = <Json as serde::Deserialize>::deserialize(Nested).unwrap_err().to_string();
    assert!(error.contains("more than 128 levels"), "{error}");
}

/// The generator has no library to ask whether it holds a default, so it must refuse all of which it is not sure: code
/// with any other default panics.
#[test]
fn defaults_that_are_accepted_can_be_held() {
    use jiff::SpanFieldwise as Span;

    type Holds = fn(&str) -> bool;
    fn holds<T: sigcodegen_runtime::json::Decode>(text: &str) -> bool {
        sigcodegen_runtime::json::from_str::<T>(&to_string(text)).is_ok()
    }
    let accepted: [(&str, Holds, &[&str]); 5] = [
        (
            "date-time",
            holds::<jiff::Timestamp>,
            &[
                "2024-01-02T03:04:05Z",
                "0001-01-01T00:00:00+23:59",
                "9998-12-31T23:59:59-23:59",
                "2024-01-02t03:04:05.123456789z",
            ],
        ),
        ("date", holds::<jiff::civil::Date>, &["2024-02-29", "0000-01-01", "9999-12-31"]),
        (
            "duration",
            holds::<Span>,
            &[
                "P1D",
                "p2w",
                "P1043497W",
                "P19998Y239976M7304484DT175307616H10518456960M631107417600S",
                "PT0S",
                "P000000000000000001D",
            ],
        ),
        ("uuid", holds::<uuid::Uuid>, &["123E4567-e89b-12d3-a456-426614174000"]),
        (
            "uri",
            holds::<url::Url>,
            &[
                "https://example.com",
                "http://a:65535/b/../c//d;e=f,g?h=%20'i'#j?k",
                "https://localhost:0?[x",
                "https://xn.a0-b.c/%00%ff",
                "https://a.b/:@!$&'()*+,;=-._~",
            ],
        ),
    ];
    let unsure = [
        ("date-time", "2016-12-31T23:59:60Z"),
        ("date-time", "9999-12-31T23:59:59Z"),
        ("date-time", "0000-01-01T00:00:00+01:00"),
        ("date-time", "2024-01-02T03:04:05.1234567891Z"),
        ("duration", "P19999Y"),
        ("duration", "P000000000000000000000000001D"),
        ("duration", "P99999999999999999999D"),
        ("uri", "http://%7B/"),
        ("uri", "http://a:99999/"),
        ("uri", "http://[v1.x]/"),
        ("uri", "http://1.2.3.4.5/"),
        ("uri", "http://xn--a/"),
        ("uri", "http:///a"),
    ];
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("defaults");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("default.json");
    let is_accepted = |format: &str, text: &str| {
        let text = to_string(text);
        let schema = format!(
            "{{ \"properties\": {{ \"a\": {{ \"type\": \"string\", \"format\": \"{format}\", \"default\": {text} }} }} }}"
        );
        std::fs::write(&file, schema).unwrap();
        let builder = sigcodegen::Builder::new().signatures(&file).types(true);
        let libraries =
            [sigcodegen::Library::Jiff, sigcodegen::Library::Uuid, sigcodegen::Library::Url];
        // A default that does not fit is left out, with a warning.
        let files = libraries.into_iter().fold(builder, sigcodegen::Builder::library).generate();
        files.is_ok_and(|files| files.iter().any(|(_, text)| text.contains("or_default")))
    };
    let mut sure = 0;
    for (format, holds, texts) in accepted {
        for text in texts {
            // A format refuses some; that is not what this is about.
            sure += u32::from(is_accepted(format, text));
            assert!(!is_accepted(format, text) || holds(text), "{format}: {text}");
        }
    }
    assert_eq!(sure, 18, "the usual defaults are accepted");
    for (format, text) in unsure {
        assert!(!is_accepted(format, text), "{format}: {text}");
    }
}
