//! Valid outputs with the slips of models.

use std::fmt::Write as _;

use serde_json::Value;
use sigcodegen_runtime::{RepairKind, Strictness};

use crate::entropy::Choices;
use crate::instance;
use crate::signatures::{Layout, Way, subject};

/// A part of a JSON text.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Key(String),
    Text(String),
    /// A number, `true`, `false` or `null`.
    Word(String),
    Sign(char),
    Blank(String),
}

/// A valid reply with one to three slips: what is read without error is the value that was meant, or a note says that
/// something was put right; a value that still stands there as a whole is only left out with a note that says so, and no
/// two of them become one.
pub fn no_silent_loss(data: &[u8]) {
    let mut choices = Choices::new(data);
    let subject = subject(u8::try_from(choices.below(256)).unwrap_or_default());
    let is_pretty = choices.below(2) == 0;
    let slips = 1 + choices.below(3);
    let mut kinds: Vec<(usize, usize)> =
        (0..slips).map(|_| (choices.below(SLIPS.len()), choices.below(10_000))).collect();
    // Those that leave a reply valid come first.
    kinds.sort_by_key(|(kind, _)| *kind);
    let meant = instance::output(subject.schema, &mut choices);
    let text = if is_pretty { format!("{meant:#}") } else { meant.to_string() };
    let Ok(mut right) = (subject.parse)(&text) else { return };
    let mut tokens = tokens(&text);
    let (mut around, mut names) = ((String::new(), String::new()), Vec::new());
    for (kind, place) in kinds {
        let (name, slip) = SLIPS[kind];
        if slip(&mut tokens, &mut around, place) {
            names.push(name);
        }
        // A number in quotes is a text where one may stand: it is what is meant from now on.
        let valid: String = tokens.iter().map(spell).collect();
        right = (subject.parse)(&valid).unwrap_or(right);
    }
    let spelled: String = tokens.iter().map(spell).collect();
    let reply = format!("{}{spelled}{}", around.0, around.1);
    let slip = if let [one] = names[..] { one } else { "several slips" };
    let name = format!("{}, {slip}", subject.name);
    let outcome = (subject.read)(&reply, &Way::new(Layout::Json, Strictness::Tolerant));
    let Some(read) = outcome.value else { return };
    let as_value =
        |json: &str| serde_json::from_str::<Value>(json).expect("what is written is JSON");
    let (read, right) = (as_value(&read), as_value(&right));
    if read == right {
        return;
    }
    let kinds: Vec<RepairKind> = outcome.repairs.iter().map(|repair| repair.kind).collect();
    assert!(!kinds.is_empty(), "silently read otherwise {name}: {names:?} {reply:?} as {read}");
    if kinds.iter().any(|kind| says_that_much_changed(*kind)) {
        return;
    }
    // The slips may have made a text of what was a value, so only what is nowhere in the result is lost.
    let all = read.to_string();
    let mut leaves = Vec::new();
    collect(&right, &mut leaves);
    for leaf in &leaves {
        let is_there = tokens.iter().any(|token| match token {
            Token::Text(text) | Token::Word(text) => text == leaf,
            _ => false,
        });
        let inner = leaf.trim_matches('"');
        assert!(
            !is_there || all.contains(inner),
            "lost with no note of it {name}: {leaf} {names:?} {kinds:?} {reply:?} as {read}"
        );
    }
    let mut results = Vec::new();
    collect(&read, &mut results);
    for result in results.iter().filter(|result| !leaves.contains(result)) {
        let parts = leaves.iter().map(|leaf| leaf.trim_matches('"'));
        let merged = parts.filter(|part| part.len() > 5 && result.contains(part)).count();
        assert!(
            merged < 2,
            "values became one {name}: {result} {names:?} {kinds:?} {reply:?} as {read}"
        );
    }
}

/// Whether a note tells that a value was left out, or read in quite another way.
fn says_that_much_changed(kind: RepairKind) -> bool {
    matches!(
        kind,
        RepairKind::IgnoredText
            | RepairKind::IgnoredKey
            | RepairKind::Repeated
            | RepairKind::Coerced
            | RepairKind::Sentence
            | RepairKind::Decoration
            | RepairKind::NullWord
            | RepairKind::NullAsAbsent
            | RepairKind::SplitItem
            | RepairKind::ListText
            | RepairKind::KeyLines
            | RepairKind::Comment
            | RepairKind::BareReply
            | RepairKind::OtherLayout
    )
}

/// Texts, and numbers that are long enough to be found again.
fn collect(value: &Value, leaves: &mut Vec<String>) {
    match value {
        Value::String(_) => leaves.push(value.to_string()),
        Value::Number(number) if number.to_string().len() > 2 => leaves.push(number.to_string()),
        Value::Array(items) => items.iter().for_each(|item| collect(item, leaves)),
        Value::Object(members) => members.values().for_each(|member| collect(member, leaves)),
        _ => {}
    }
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => string_length(rest),
            '{' | '}' | '[' | ']' | ',' | ':' => 1,
            ' ' | '\n' => rest.len() - rest.trim_start().len(),
            _ => rest.find(['{', '}', '[', ']', ',', ':', ' ', '\n']).unwrap_or(rest.len()),
        };
        let (part, behind) = rest.split_at(length);
        tokens.push(match first {
            '"' if behind.starts_with(':') => Token::Key(part.to_owned()),
            '"' => Token::Text(part.to_owned()),
            '{' | '}' | '[' | ']' | ',' | ':' => Token::Sign(first),
            ' ' | '\n' => Token::Blank(part.to_owned()),
            _ => Token::Word(part.to_owned()),
        });
        rest = behind;
    }
    tokens
}

fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn spell(token: &Token) -> String {
    match token {
        Token::Key(text) | Token::Text(text) | Token::Word(text) | Token::Blank(text) => {
            text.clone()
        }
        Token::Sign(sign) => sign.to_string(),
    }
}

/// Changes the tokens or the text around them; says whether it could.
type Slip = fn(&mut Vec<Token>, &mut (String, String), usize) -> bool;

const SLIPS: [(&str, Slip); 22] = [
    ("number quoted", |tokens, _, place| {
        at(
            tokens,
            place,
            |token| matches!(token, Token::Word(_)),
            |tokens, found| {
                tokens[found] = Token::Text(format!("\"{}\"", spell(&tokens[found])));
            },
        )
    }),
    ("opening quote dropped", |tokens, _, place| {
        on_quoted(tokens, place, |text| text[1..].to_owned())
    }),
    ("closing quote dropped", |tokens, _, place| {
        on_quoted(tokens, place, |text| text[..text.len() - 1].to_owned())
    }),
    ("comma doubled", |tokens, _, place| {
        at(
            tokens,
            place,
            |token| *token == Token::Sign(','),
            |tokens, found| {
                tokens.insert(found, Token::Sign(','));
            },
        )
    }),
    ("comma dropped", |tokens, _, place| {
        at(
            tokens,
            place,
            |token| *token == Token::Sign(','),
            |tokens, found| {
                tokens.remove(found);
            },
        )
    }),
    ("colon dropped", |tokens, _, place| {
        at(
            tokens,
            place,
            |token| *token == Token::Sign(':'),
            |tokens, found| {
                tokens.remove(found);
            },
        )
    }),
    ("single quotes", |tokens, _, place| {
        on_quoted(tokens, place, |text| {
            let inner = text[1..text.len() - 1].replace("\\\"", "\"").replace('\'', "\\'");
            format!("'{inner}'")
        })
    }),
    ("single quotes, not escaped", |tokens, _, place| {
        on_quoted(tokens, place, |text| format!("'{}'", &text[1..text.len() - 1]))
    }),
    ("curly quotes", |tokens, _, place| {
        on_quoted(tokens, place, |text| format!("“{}”", &text[1..text.len() - 1]))
    }),
    ("quotes within not escaped", |tokens, _, place| {
        on_quoted(tokens, place, |text| {
            format!("\"{}\"", text[1..text.len() - 1].replace("\\\"", "\""))
        })
    }),
    ("keys unquoted", |tokens, _, _| {
        for token in tokens.iter_mut() {
            if let Token::Key(text) = token {
                *text = text.trim_matches('"').to_owned();
            }
        }
        true
    }),
    ("text unquoted", |tokens, _, place| {
        let is_text = |token: &Token| matches!(token, Token::Text(_));
        at(tokens, place, is_text, |tokens, found| {
            if let Token::Text(text) = &mut tokens[found] {
                *text = text.trim_matches('"').to_owned();
            }
        })
    }),
    ("trailing comma", |tokens, _, place| {
        let is_end = |token: &Token| matches!(token, Token::Sign('}' | ']'));
        at(tokens, place, is_end, |tokens, found| tokens.insert(found, Token::Sign(',')))
    }),
    ("line comment", |tokens, _, place| {
        let comment = ["// why, \"not\": 1\n", "# why\n"][place % 2].to_owned();
        at(tokens, place / 2, |_| true, |tokens, found| tokens.insert(found, Token::Blank(comment)))
    }),
    ("block comment", |tokens, _, place| {
        let comment = "/* why, \"not\": {1 */".to_owned();
        at(tokens, place, |_| true, |tokens, found| tokens.insert(found, Token::Blank(comment)))
    }),
    ("fence", |_, around, place| {
        let _ = write!(around.0, "{}", ["```json\n", "```\n", "~~~json\n", "`"][place % 4]);
        around.1 = format!("{}{}", ["\n```", "\n```\n", "\n~~~", "`"][place % 4], around.1);
        true
    }),
    ("prose around", |_, around, place| {
        let before = ["Here it is:\n", "Sure! It's {this}: ", "I think [1] that\n\n", "Note: "];
        let behind = ["\nThat is all.", " Hope this helps {x}!", "\n\n[1] source", "\nDone: yes"];
        around.0 = format!("{}{}", before[place % 4], around.0);
        around.1.push_str(behind[place / 4 % 4]);
        true
    }),
    ("wrapper key", |tokens, _, place| {
        let key = ["output", "result", "response", "data", "json"][place % 5];
        tokens.insert(0, Token::Sign('{'));
        tokens.insert(1, Token::Key(format!("\"{key}\"")));
        tokens.insert(2, Token::Sign(':'));
        tokens.push(Token::Sign('}'));
        true
    }),
    ("python literals", |tokens, _, _| {
        for token in tokens.iter_mut() {
            if let Token::Word(text) = token {
                *text = match text.as_str() {
                    "true" => "True".to_owned(),
                    "false" => "False".to_owned(),
                    "null" => "None".to_owned(),
                    _ => continue,
                };
            }
        }
        true
    }),
    ("cut", |tokens, around, place| {
        let keep = place % tokens.len().max(1);
        tokens.truncate(keep);
        around.1.clear();
        true
    }),
    ("bracket dropped", |tokens, _, place| {
        let is_bracket = |token: &Token| matches!(token, Token::Sign('{' | '}' | '[' | ']'));
        at(tokens, place, is_bracket, |tokens, found| {
            tokens.remove(found);
        })
    }),
    ("said twice", |tokens, _, place| {
        let separator = ["\n", "\n\nOr rather:\n", ",", ""][place % 4].to_owned();
        let again = tokens.clone();
        tokens.push(Token::Blank(separator));
        tokens.extend(again);
        true
    }),
];

fn on_quoted(tokens: &mut Vec<Token>, place: usize, change: fn(&str) -> String) -> bool {
    let is_quoted = |token: &Token| match token {
        Token::Key(text) | Token::Text(text) => {
            text.len() > 1 && text.starts_with('"') && text.ends_with('"')
        }
        _ => false,
    };
    at(tokens, place, is_quoted, |tokens, found| {
        if let Token::Key(text) | Token::Text(text) = &mut tokens[found] {
            *text = change(text);
        }
    })
}

/// Changes one of the tokens of some kind.
fn at(
    tokens: &mut Vec<Token>,
    place: usize,
    is_meant: impl Fn(&Token) -> bool,
    change: impl FnOnce(&mut Vec<Token>, usize),
) -> bool {
    let found: Vec<usize> = (0..tokens.len()).filter(|&at| is_meant(&tokens[at])).collect();
    let Some(&one) = found.get(place % found.len().max(1)) else { return false };
    change(tokens, one);
    true
}
