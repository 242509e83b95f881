use super::*;
use crate::json::Number;

/// Strings that look like something else to a YAML or TOON reader, and parts to make more of.
const PARTS: &[&str] = &[
    "",
    "a",
    "abc",
    "yes",
    "no",
    "on",
    "y",
    "null",
    "Null",
    "~",
    "true",
    "TRUE",
    "tRue",
    "False",
    "0",
    "7",
    "-1",
    "+1",
    "007",
    "-07",
    "0x1F",
    "-0x1f",
    "0xzz",
    "0x+1",
    "-0x+1",
    "0o17",
    "0o8",
    "0b101",
    "-0b1",
    "1_000",
    "1.5",
    "1.",
    ".5",
    "-.5",
    "+.5",
    "+-1",
    "-+1",
    "--1",
    "1e5",
    "1e999",
    "e5",
    "5e",
    "1e+5",
    ".inf",
    "-.inf",
    "+.INF",
    ".nan",
    "-.nan",
    "inf",
    "nan",
    "infinity",
    "NaN",
    ".",
    "..",
    "...",
    "...x",
    "-",
    "--",
    "---",
    "---x",
    "- ",
    "-a",
    "- a",
    "?",
    "? a",
    "?a",
    ":",
    ": ",
    ":a",
    "a:",
    "a: b",
    "a:b",
    "a :b",
    "#",
    " #",
    "a #b",
    "a#b",
    "&a",
    "*a",
    "!a",
    "!!str",
    "|",
    ">",
    "'",
    "''",
    "it's",
    "\"",
    "\\",
    "%",
    "@",
    "`",
    ",",
    "a,b",
    "a, b",
    "[",
    "]",
    "{",
    "}",
    "[]",
    "{}",
    "a[",
    "=",
    "<<",
    "<",
    "2001-01-01",
    "2001-01-01T00:00:00Z",
    "12:30",
    " ",
    "  ",
    "\n",
    "\n\n",
    "\t",
    "\r",
    "\r\n",
    "\0",
    "\u{7}",
    "\u{8}",
    "\u{b}",
    "\u{c}",
    "\u{1b}",
    "\u{1}",
    "\u{7f}",
    "\u{80}",
    "\u{85}",
    "\u{a0}",
    "\u{feff}",
    "\u{fffe}",
    "\u{ffff}",
    "\u{fffd}",
    "\u{e000}",
    "é",
    "日本",
    "🦀",
    "\u{301}",
    "x\ny",
    "key",
    "some_key",
    "a.b",
    "1a",
    "a-b",
    "340282366920938463463374607431768211455",
    "340282366920938463463374607431768211456",
    "-170141183460469231731687303715884105728",
    "0x100000000000000000000000000000000",
    "-0x80000000000000000000000000000000",
    "-0x80000000000000000000000000000001",
    "$",
    "^",
    "0o",
    "0x",
    "0b",
    "-0",
    "+0",
    "00",
    "-00",
    "0.0",
    "-0.0",
];

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % limit
    }

    fn string(&mut self) -> String {
        let mut text: String = (0..self.below(4)).map(|_| PARTS[self.below(PARTS.len())]).collect();
        match self.below(24) {
            0 => text = text.repeat(40),
            1 => text = "long line ".repeat(30),
            _ => {}
        }
        text
    }

    fn number(&mut self) -> Json {
        match self.below(5) {
            0 => (u64::MAX - self.below(10) as u64).into(),
            1 => (self.below(100) as u64).into(),
            2 => i64::MIN.into(),
            3 => f64::from(u32::try_from(self.below(100_000)).unwrap()).sqrt().into(),
            _ => [0.5, 1.0, -1e-7, 1e21, 1e16, 123.25][self.below(6)].into(),
        }
    }

    fn value(&mut self, depth: usize) -> Json {
        match self.below(if depth == 0 { 4 } else { 9 }) {
            0 => [Json::Null, true.into(), false.into()][self.below(3)].clone(),
            1 => self.number(),
            2 | 3 => self.string().into(),
            4..=6 => {
                let mut members: Vec<(String, Json)> = Vec::new();
                for _ in 0..self.below(4) {
                    let key = self.string();
                    if members.iter().all(|(other, _)| *other != key) {
                        members.push((key, self.value(depth - 1)));
                    }
                }
                Json::Object(members)
            }
            _ => (0..self.below(4)).map(|_| self.value(depth - 1)).collect::<Vec<_>>().into(),
        }
    }
}

fn yaml(value: &Json) -> String {
    let mut text = String::new();
    write_yaml(&mut text, value);
    text
}

fn toon(value: &Json) -> String {
    let mut text = String::new();
    write_toon(&mut text, value);
    text
}

/// The same value for the oracle.
fn oracle(value: &Json) -> serde_yaml::Value {
    match value {
        Json::Null => serde_yaml::Value::Null,
        Json::Bool(value) => (*value).into(),
        Json::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(value), _) => value.into(),
            (None, Some(value)) => value.into(),
            (None, None) => number.as_f64().into(),
        },
        Json::String(text) => text.as_str().into(),
        Json::Array(items) => items.iter().map(oracle).collect(),
        Json::Object(members) => serde_yaml::Value::Mapping(
            members.iter().map(|(key, value)| (key.as_str().into(), oracle(value))).collect(),
        ),
    }
}

#[test]
fn yaml_of_strings_is_that_of_serde_yaml() {
    for first in PARTS {
        for second in PARTS {
            let text = format!("{first}{second}");
            let value = Json::from(text.as_str());
            assert_eq!(yaml(&value), serde_yaml::to_string(&text).unwrap(), "{text:?}");
        }
    }
}

#[test]
fn yaml_of_characters_is_that_of_serde_yaml() {
    let separators = ['\u{2028}', '\u{2029}'];
    for character in
        (0..0x1_1000).filter_map(char::from_u32).filter(|one| !separators.contains(one))
    {
        let text = format!("a{character}b");
        assert_eq!(yaml(&text.as_str().into()), serde_yaml::to_string(&text).unwrap(), "{text:?}");
    }
}

#[test]
fn yaml_of_values_is_that_of_serde_yaml() {
    let mut random = Random(0x5eed);
    for _ in 0..20_000 {
        let value = random.value(4);
        assert_eq!(yaml(&value), serde_yaml::to_string(&oracle(&value)).unwrap(), "{value}");
    }
}

#[test]
fn yaml_separators_are_escaped_and_read_back() {
    for text in ["a\u{2028}b", "\u{2029}", "x\n\u{2028}", "\u{2028}\n y"] {
        let printed = yaml(&text.into());
        assert!(printed.starts_with('"') && printed.is_ascii(), "{printed}");
        assert_eq!(serde_yaml::from_str::<String>(&printed).unwrap(), text);
    }
}

/// `toon/cases.txt` holds JSON and the text for it, which is the `toon` crate's except in cases that say so.
#[test]
fn toon_of_values_is_that_of_the_crate() {
    let cases = include_str!("toon/cases.txt");
    let mut count = 0;
    for case in cases.split("\n=== ").skip(1) {
        let (json, expected) = case.split_once('\n').unwrap();
        let value = Json::parse(json).unwrap();
        assert_eq!(toon(&value), expected.trim_end_matches('\n'), "{json}");
        count += 1;
    }
    assert!(count > 100, "only {count} cases");
}

#[test]
fn toon_keeps_what_its_model_loses() {
    let exact = Json::Number(Number::from(u64::MAX));
    assert_eq!(toon(&exact), "18446744073709551615");
    let nested = Json::parse("[[[1, 2], []], 3, [{\"a\": 1}]]").unwrap();
    assert_eq!(
        toon(&nested),
        "[3]:\n  - [2]:\n    - [2]: 1,2\n    - [0]:\n  - 3\n  - [1]{a}:\n    1"
    );
}

#[test]
fn formats_append_and_fall_back_to_json() {
    let mut out = String::from("[[ ## docs ## ]]\n");
    write(&mut out, &vec!["a".to_owned()], Format::Yaml);
    write(&mut out, &"b\n".to_owned(), Format::Yaml);
    write(&mut out, &vec!["c".to_owned()], Format::Toon);
    write(&mut out, &"d".to_owned(), Format::Json);
    assert_eq!(out, "[[ ## docs ## ]]\n- a\n|\n  b\n[1]: c\"d\"");

    let deep = (0..200).fold(Json::Null, |inner, _| Json::Array(vec![inner]));
    for format in [Format::Yaml, Format::Toon] {
        let mut out = String::new();
        write(&mut out, &deep, format);
        assert_eq!(out, deep.to_string());
    }
}
