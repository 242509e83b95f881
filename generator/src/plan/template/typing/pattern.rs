//! `regex_match` patterns that need no regex engine.

use crate::plan::template::Problem;
use crate::plan::template::tree::{Alternative, Pattern};
use crate::schema::Span;

/// Reads alternatives of plain texts, each with or without `^` and `$`.
pub(super) fn parse(pattern: &str, span: Span) -> Result<Pattern, Problem> {
    let mut alternatives =
        vec![Alternative { text: String::new(), at_start: false, at_end: false }];
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        let Some(last) = alternatives.last_mut() else { break };
        if last.at_end && character != '|' {
            return Err(refused("`$` within a text", span));
        }
        match character {
            '^' if last.text.is_empty() && !last.at_start => last.at_start = true,
            '$' => last.at_end = true,
            '|' => alternatives.push(Alternative {
                text: String::new(),
                at_start: false,
                at_end: false,
            }),
            '\\' => match characters.next() {
                Some('n') => last.text.push('\n'),
                Some('t') => last.text.push('\t'),
                Some('r') => last.text.push('\r'),
                Some(sign) if sign.is_ascii_punctuation() => last.text.push(sign),
                Some(other) => return Err(refused(&format!("`\\{}`", other.escape_debug()), span)),
                None => return Err(refused("`\\` at the end", span)),
            },
            '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '^' => {
                return Err(refused(&format!("`{character}`"), span));
            }
            plain => last.text.push(plain),
        }
    }
    Ok(alternatives)
}

fn refused(what: &str, span: Span) -> Problem {
    Problem::new(span, format!("{what} in a pattern is not supported"))
        .help("a pattern is one or several plain texts, such as `^Dear |^Hello`; a sign with a meaning is written `\\.`")
}
