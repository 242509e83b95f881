//! Verdicts, beside those of an engine of ECMAScript, and refusals.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::compile;

/// The verdicts that are written down.
#[test]
fn verdicts() {
    for case in read("verdicts.jsonl").lines().map(json) {
        let pattern = case["pattern"].as_str().expect("a pattern");
        let compiled = compile(pattern).unwrap_or_else(|refused| panic!("{pattern}: {refused:?}"));
        for (key, expected) in [("yes", true), ("no", false)] {
            for text in case[key].as_array().expect("a list of texts") {
                let text = text.as_str().expect("a text");
                assert_eq!(compiled.matches(text), expected, "{pattern:?} on {text:?}");
            }
        }
    }
}

/// The verdicts of V8 on patterns made at random, which `record.js` wrote down.
#[test]
fn recorded_verdicts() {
    let recorded = std::env::var_os("RECORDED").map_or_else(|| path("recorded.jsonl"), Into::into);
    let recorded = fs::read_to_string(recorded).expect("the file is there");
    let mut lines = recorded.lines().map(json);
    let texts = lines.next().expect("a line of texts");
    let mut refused = 0;
    let mut count = 0;
    for line in lines {
        let (pattern, expected) = (line[0].as_str().expect("a pattern"), line[1].as_str());
        count += 1;
        let Ok(compiled) = compile(pattern) else {
            refused += 1;
            continue;
        };
        let texts = texts.as_array().expect("a list of texts").iter();
        let matches = texts.map(|text| compiled.matches(text.as_str().expect("a text")));
        let verdicts: String = matches.map(|matches| if matches { '1' } else { '0' }).collect();
        assert_eq!(Some(verdicts.as_str()), expected, "{pattern}");
    }
    assert!(count > 500 && refused * 20 < count, "{refused} of {count} refused");
}

/// Each pattern beside what is said of it; `BLESS=1` writes that down.
#[test]
fn refusals() {
    let mut actual = String::new();
    for pattern in
        read("refused.txt").lines().filter(|line| !line.is_empty() && !line.starts_with(' '))
    {
        let refused = compile(pattern).expect_err(pattern);
        let part = &pattern[refused.span];
        writeln!(actual, "{pattern}\n    `{part}`: {}\n    {}\n", refused.message, refused.help)
            .expect("a string takes all");
    }
    if std::env::var_os("BLESS").is_some() {
        fs::write(path("refused.txt"), &actual).expect("the file can be written");
    }
    assert_eq!(read("refused.txt"), actual, "to accept, run again with BLESS=1");
}

/// No pattern takes long, overflows the stack, or makes a large table.
#[test]
fn hostile_patterns_are_cheap() {
    let repeated = [
        ("(", "", ")", 20_000),
        ("(", "a", ")*", 120),
        ("(?=a", "", ")", 120),
        ("(?!.*a", "", ")", 20),
        ("(?:(?=a", "a", ")*)*", 60),
        ("(?<=a", "b", ")", 120),
        ("{", "", "", 30_000),
        ("[[:", "", "", 10_000),
        (r"\p{L}", "", "", 2_000),
        ("(a|", "b", ")", 120),
    ];
    let repeated = repeated
        .map(|(open, middle, close, count)| open.repeat(count) + middle + &close.repeat(count));
    let counted = [
        "(a{0,1000}){0,1000}",
        "(){0,4294967295}",
        "(a?){0,30000}",
        "x.{20}y",
        "^.{0,65535}$",
        "(.*){1,32000}x",
        "[ab]{0,500}a[ab]{0,500}",
        "(?:(?=.{1,30}a).{1,30}b)*",
    ];
    for pattern in repeated.iter().map(String::as_str).chain(counted) {
        let start = Instant::now();
        if let Ok(compiled) = compile(pattern) {
            assert!(compiled.tokens().to_string().len() < 1_000_000, "{pattern:.80}");
        }
        assert!(start.elapsed() < Duration::from_secs(20), "{pattern:.80}: {:?}", start.elapsed());
    }
}

/// What generated code holds: one automaton, or one with conditions on the whole text where one alone would be large.
#[test]
fn tokens() {
    let small = compile("^x-").expect("it is supported").tokens().to_string();
    assert_eq!(
        small,
        concat!(
            r#"rt :: Pattern :: new ("^x-" , & ['-' , '.' , 'x' , 'y'] , "#,
            r#"b"\x01\x02\x01\x03\x01" , b"\0\0\0\x03\0\0\x01\0")"#
        )
    );
    let split = compile("^(?=.{1,200}$)(?!-)(?:[a-z-]{1,63}\\.)+$").expect("it is supported");
    let split = split.tokens().to_string();
    assert!(split.contains(r#"(true , rt :: Pattern :: new ("(?=.{1,200}$)" "#), "{split}");
    assert!(split.contains(r#"(false , rt :: Pattern :: new ("(?!-)" "#), "{split}");
}

fn json(line: &str) -> serde_json::Value {
    serde_json::from_str(line).expect("each line is JSON")
}

fn read(name: &str) -> String {
    fs::read_to_string(path(name)).expect("the file is there")
}

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/pattern/tests").join(name)
}
