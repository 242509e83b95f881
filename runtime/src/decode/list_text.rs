//! Lists and objects that stand in a text without brackets.

use std::ops::Range;

use super::coerce::is_null_word;
use super::{Decode, Decoded, Decoder, Kinds};
use crate::error::RepairKind;

/// No line of a list without bullets is longer, in bytes.
const LONGEST_LINE: usize = 80;

impl Decoder<'_> {
    /// Reads a list or object from lines, bullets, words between commas, or lines of a key and a value. `None` if the text
    /// is nothing of that kind.
    pub(super) fn text_without_brackets<T: Decode>(
        &mut self,
        window: &Range<usize>,
    ) -> Option<Decoded<T>> {
        if T::KINDS.meets(Kinds::OBJECT)
            && let Some(value) = self.read_key_lines::<T>(window)
        {
            return Some(value);
        }
        if !T::KINDS.meets(Kinds::ARRAY) {
            return None;
        }
        let text = self.slice(window.clone());
        // What has brackets was meant as JSON, but for numbers of items.
        if !has_bullets(text)
            && !super::find::is_numbered(text)
            && memchr::memchr2(b'[', b'{', text.as_bytes()).is_some()
        {
            return None;
        }
        let (items, kind) = items(text, !self.is_within_string)?;
        if items.iter().all(|item| is_null_word(item)) {
            return None;
        }
        let json = crate::json::to_string(&items);
        let mut inner = Decoder::new(&json, self.strictness);
        inner.aim = self.aim;
        inner.wrappers = self.wrappers;
        let value = inner.decode_at::<T>(0);
        // An item is all of its text.
        if value.is_err() || inner.errors > 0 || inner.has_searched() {
            return None;
        }
        self.note(kind, window.clone());
        self.take_findings(inner);
        self.pos = window.end;
        Some(value)
    }

    fn read_key_lines<T: Decode>(&mut self, window: &Range<usize>) -> Option<Decoded<T>> {
        self.key_at(window.start)?;
        // One line with a colon in it may be any sentence.
        if T::KEYS.keys.is_empty() && !self.slice(window.clone()).contains('\n') {
            return None;
        }
        let mark = self.mark();
        self.enter_loose(window.start, true);
        let value = T::decode(self);
        let is_read = value.is_ok() && self.errors == mark.errors && self.pos == window.end;
        if !is_read {
            self.rewind(mark);
            return None;
        }
        self.note(RepairKind::KeyLines, window.clone());
        Some(value)
    }
}

/// Whether all lines of a text but the first are bullets, or go on with one.
pub(super) fn has_bullets(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next().unwrap_or_default();
    let is_part = |line: &str| line.starts_with([' ', '\t']) || bullet(line.trim_start()).is_some();
    let is_first = bullet(first.trim_start()).is_some();
    let mut count = usize::from(is_first);
    for line in lines {
        if !is_part(line) {
            return false;
        }
        count += usize::from(bullet(line.trim_start()).is_some());
    }
    count > 0 && (is_first || first.trim_end().ends_with(':'))
}

/// The items that a text lists.
fn items(text: &str, may_split: bool) -> Option<(Vec<String>, RepairKind)> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let first = lines.iter().position(|line| bullet(line.trim_start()).is_some());
    if let Some(first) = first {
        let is_lead = first == 0 || (first == 1 && lines[0].trim_end().ends_with([':', '.']));
        if !is_lead {
            return None;
        }
        let mut items: Vec<String> = Vec::new();
        for line in &lines[first..] {
            match (bullet(line.trim_start()), items.last_mut()) {
                (Some(item), _) => items.push(plain(item)),
                // An item goes on in indented lines.
                (None, Some(last)) if line.starts_with([' ', '\t']) => {
                    last.push('\n');
                    last.push_str(line.trim());
                }
                _ => return None,
            }
        }
        return Some((items, RepairKind::ListText));
    }
    if let [line] = lines[..] {
        let line = line.trim();
        if may_split && line.contains(',') {
            return Some((split(line)?, RepairKind::ListText));
        }
        return Some((vec![line.to_owned()], RepairKind::SingleItem));
    }
    let is_short = |line: &&str| {
        line.trim().len() <= LONGEST_LINE && !line.trim_end().ends_with(['.', ':', '!', '?'])
    };
    (!lines.is_empty() && lines.iter().all(is_short)).then(|| {
        (
            lines.iter().map(|line| plain(line.trim().trim_end_matches(','))).collect(),
            RepairKind::ListText,
        )
    })
}

/// What stands behind the bullet that a line begins with.
fn bullet(line: &str) -> Option<&str> {
    if let Some(rest) =
        ["- ", "* ", "• ", "+ ", "– ", "— "].iter().find_map(|sign| line.strip_prefix(sign))
    {
        return Some(rest);
    }
    let inner = line.strip_prefix(['[', '(']).unwrap_or(line);
    let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
    let rest = inner.get(digits..)?;
    let rest = rest.strip_prefix(['.', ')', ']'])?;
    ((1..=4).contains(&digits) && rest.starts_with(' ')).then(|| rest.trim_start())
}

/// Words between commas, perhaps in quotes.
fn split(line: &str) -> Option<Vec<String>> {
    // Prose has commas too.
    const MOST_WORDS: usize = 5;
    let is_long = |item: &str| item.split_whitespace().count() > MOST_WORDS;
    if line.ends_with(['.', '!', '?']) || line.split(',').any(is_long) {
        return None;
    }
    let sign = if line.contains(", ") { ", " } else { "," };
    let is_quoted = line.starts_with(['"', '\'']);
    if !is_quoted {
        return Some(
            line.split(sign).map(|item| plain(item.trim().trim_end_matches(','))).collect(),
        );
    }
    let quote = line.chars().next()?;
    let inner = line.strip_prefix(quote)?.strip_suffix(quote)?;
    let between = [format!("{quote}, {quote}"), format!("{quote},{quote}")];
    let items: Vec<String> = match between.iter().find(|between| inner.contains(between.as_str())) {
        Some(between) => inner.split(between.as_str()).map(str::to_owned).collect(),
        None => vec![inner.to_owned()],
    };
    (!items.iter().any(|item| item.contains(quote))).then_some(items)
}

/// An item without the quotes around it.
fn plain(item: &str) -> String {
    let item = item.trim();
    for (open, close) in [('"', '"'), ('\'', '\''), ('`', '`'), ('«', '»'), ('“', '”')] {
        if let Some(inner) = item.strip_prefix(open).and_then(|rest| rest.strip_suffix(close))
            && !inner.contains([open, close])
        {
            return inner.to_owned();
        }
    }
    item.to_owned()
}
