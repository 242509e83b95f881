//! Token-Oriented Object Notation.

use std::fmt::Write;

use crate::json::{Json, Number};

/// Appends a value in Token-Oriented Object Notation, without a line end.
///
/// The layout and the quotes are those of the `toon` crate 0.1.2, which the prompts of DSRs show: members sorted by
/// key, lists of scalars on one line, lists of flat objects with the same keys as a table. Three things differ, all
/// where that crate loses data: integers keep all digits, a list that is nested in a list of mixed values is
/// printed, and keys with marks or digits of other scripts are quoted.
///
/// ```
/// use sigcodegen_runtime::{Json, format::write_toon};
///
/// let value = Json::parse(r#"{"rows": [{"id": 1, "ok": true}, {"id": 2, "ok": false}], "tags": ["a", "b, c"]}"#);
/// let mut text = String::new();
/// write_toon(&mut text, &value.unwrap());
/// assert_eq!(text, "rows[2]{id,ok}:\n  1,true\n  2,false\ntags[2]: a,\"b, c\"");
/// ```
pub fn write_toon(out: &mut String, value: &Json) {
    let mut writer = Writer { out, is_empty: true };
    match value {
        Json::Array(items) => {
            writer.line(0);
            writer.list(None, items, 0);
        }
        Json::Object(members) => writer.members(&sorted(members), 0),
        scalar => write_scalar(writer.out, scalar),
    }
}

struct Writer<'o> {
    out: &'o mut String,
    /// Whether no line was written yet.
    is_empty: bool,
}

impl Writer<'_> {
    fn members(&mut self, members: &[Member], depth: usize) {
        for member in members {
            self.member(member, depth);
        }
    }

    fn member(&mut self, &(key, value): &Member, depth: usize) {
        self.line(depth);
        match value {
            Json::Array(items) => self.list(Some(key), items, depth),
            _ => self.key_value(key, value, depth + 1),
        }
    }

    /// Writes a member that is no list where the line stands; members of its own go to lines of their own.
    fn key_value(&mut self, key: &str, value: &Json, depth: usize) {
        write_key(self.out, key);
        self.out.push(':');
        if let Json::Object(members) = value {
            self.members(&sorted(members), depth);
        } else {
            self.out.push(' ');
            write_scalar(self.out, value);
        }
    }

    /// Writes a list, its head where the line stands.
    fn list(&mut self, key: Option<&str>, items: &[Json], depth: usize) {
        self.head(key, items.len());
        if let Some(columns) = columns(items) {
            self.table(&columns, items, depth + 1);
        } else {
            self.out.push(':');
            if items.iter().all(is_scalar) {
                self.scalars(items);
            } else {
                for item in items {
                    self.item(item, depth + 1);
                }
            }
        }
    }

    /// Writes the scalars of a list behind its head.
    fn scalars(&mut self, items: &[Json]) {
        for (at, item) in items.iter().enumerate() {
            self.out.push(if at > 0 { ',' } else { ' ' });
            write_scalar(self.out, item);
        }
    }

    fn table(&mut self, columns: &[&str], rows: &[Json], depth: usize) {
        self.out.push('{');
        for (at, column) in columns.iter().enumerate() {
            self.out.push_str(if at > 0 { "," } else { "" });
            write_key(self.out, column);
        }
        self.out.push_str("}:");
        for row in rows.iter().filter_map(Json::as_object) {
            self.line(depth);
            for (at, (_, value)) in sorted(row).into_iter().enumerate() {
                self.out.push_str(if at > 0 { "," } else { "" });
                write_scalar(self.out, value);
            }
        }
    }

    fn item(&mut self, item: &Json, depth: usize) {
        self.line(depth);
        self.out.push('-');
        match item {
            Json::Object(members) => self.object_item(&sorted(members), depth),
            Json::Array(items) => {
                self.out.push(' ');
                self.list(None, items, depth);
            }
            scalar => {
                self.out.push(' ');
                write_scalar(self.out, scalar);
            }
        }
    }

    /// Writes an object behind `-`: its first member on that line, the others below it.
    fn object_item(&mut self, members: &[Member], depth: usize) {
        let Some((&(key, value), rest)) = members.split_first() else { return };
        self.out.push(' ');
        match value {
            Json::Array(items) if is_mixed(items) => {
                // The head is there twice, once with the key and once without.
                self.head(Some(key), items.len());
                self.out.push(':');
                self.line(depth + 1);
                self.list(None, items, depth + 1);
            }
            Json::Array(items) => self.list(Some(key), items, depth),
            _ => self.key_value(key, value, depth + 2),
        }
        self.members(rest, depth + 1);
    }

    fn head(&mut self, key: Option<&str>, length: usize) {
        if let Some(key) = key {
            write_key(self.out, key);
        }
        // Writing to a string cannot fail.
        let _ = write!(self.out, "[{length}]");
    }

    fn line(&mut self, depth: usize) {
        if !std::mem::take(&mut self.is_empty) {
            self.out.push('\n');
        }
        self.out.extend(std::iter::repeat_n("  ", depth));
    }
}

type Member<'v> = (&'v str, &'v Json);

fn sorted(members: &[(String, Json)]) -> Vec<Member<'_>> {
    let mut members: Vec<_> = members.iter().map(|(key, value)| (key.as_str(), value)).collect();
    members.sort_by_key(|(key, _)| *key);
    members
}

/// The columns of a table: the keys that every item has, if the items are objects of scalars with the same keys.
fn columns(items: &[Json]) -> Option<Vec<&str>> {
    let keys = |item| -> Option<Vec<_>> {
        let members = sorted(Json::as_object(item)?);
        let is_flat = !members.is_empty() && members.iter().all(|(_, value)| is_scalar(value));
        is_flat.then(|| members.into_iter().map(|(key, _)| key).collect())
    };
    let (first, rest) = items.split_first()?;
    let columns = keys(first)?;
    rest.iter().all(|item| keys(item).as_ref() == Some(&columns)).then_some(columns)
}

fn is_scalar(value: &Json) -> bool {
    !matches!(value, Json::Array(_) | Json::Object(_))
}

/// Whether a list is neither of scalars nor of objects only.
fn is_mixed(items: &[Json]) -> bool {
    !items.iter().all(is_scalar) && !items.iter().all(|item| matches!(item, Json::Object(_)))
}

fn write_scalar(out: &mut String, value: &Json) {
    match value {
        Json::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Json::Number(number) => write_number(out, number),
        Json::String(text) if is_safe(text) => out.push_str(text),
        Json::String(text) => write_quoted(out, text),
        Json::Null | Json::Array(_) | Json::Object(_) => out.push_str("null"),
    }
}

/// Writes a number without an exponent.
fn write_number(out: &mut String, number: &Number) {
    let spelling = number.as_str();
    let value = number.as_f64();
    if value == 0.0 {
        out.push('0');
    } else if spelling.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit())
        || !value.is_finite()
    {
        out.push_str(spelling);
    } else {
        // Writing to a string cannot fail.
        let _ = write!(out, "{value}");
    }
}

fn write_key(out: &mut String, key: &str) {
    let is_bare = key.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && key
            .chars()
            .all(|one| one.is_alphabetic() || one.is_ascii_digit() || matches!(one, '_' | '.'));
    if is_bare {
        out.push_str(key);
    } else {
        write_quoted(out, key);
    }
}

fn write_quoted(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            other => out.push(other),
        }
    }
    out.push('"');
}

/// Whether a string is read back as itself without quotes.
fn is_safe(text: &str) -> bool {
    const STRUCTURAL: [char; 11] = [':', '"', '\\', '[', ']', '{', '}', '\n', '\r', '\t', ','];
    !matches!(text, "" | "true" | "false" | "null")
        && text == text.trim()
        && !text.contains(STRUCTURAL)
        && !text.starts_with("- ")
        && !is_number(text)
}

/// Whether a string looks like a number, zero-padded ones included: `-3.5e+2`, `007`.
fn is_number(text: &str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let text = text.strip_prefix('-').unwrap_or(text);
    let (decimal, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = decimal.split_once('.').unwrap_or((decimal, "0"));
    is_digits(whole)
        && is_digits(fraction)
        && is_digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))
}
