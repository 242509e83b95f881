//! URI templates.

use super::uri::{is_iprivate, is_spelled, is_ucschar};

/// `uri-template`: RFC 6570, section 2, of any level, with erratum 6937 (a literal may hold an apostrophe). Operators
/// that are reserved for extensions are part of the grammar.
#[must_use]
pub fn uri_template(text: &str) -> bool {
    let mut parts = text.split('{');
    let first = parts.next().unwrap_or_default();
    is_spelled(first, is_literal)
        && parts.all(|part| {
            part.split_once('}').is_some_and(|(expression, literal)| {
                is_expression(expression) && is_spelled(literal, is_literal)
            })
        })
}

fn is_literal(c: char) -> bool {
    match c {
        '"' | '%' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}' => false,
        _ => c.is_ascii_graphic() || is_ucschar(c) || is_iprivate(c),
    }
}

fn is_expression(text: &str) -> bool {
    let operators = ['+', '#', '.', '/', ';', '?', '&', '=', ',', '!', '@', '|'];
    text.strip_prefix(operators).unwrap_or(text).split(',').all(is_variable)
}

fn is_variable(text: &str) -> bool {
    let name = match (text.strip_suffix('*'), text.split_once(':')) {
        (Some(name), _) => name,
        (None, Some((name, length))) if is_length(length) => name,
        (None, _) => text,
    };
    let is_part = |part: &str| {
        !part.is_empty() && is_spelled(part, |c| c.is_ascii_alphanumeric() || c == '_')
    };
    name.split('.').all(is_part)
}

/// A length of a prefix: 1 to 9999.
fn is_length(text: &str) -> bool {
    text.len() <= 4
        && text.starts_with(|c| matches!(c, '1'..='9'))
        && text.bytes().all(|byte| byte.is_ascii_digit())
}
