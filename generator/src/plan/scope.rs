//! Identifiers: from any text, without collisions within a scope.

use std::collections::HashSet;

use heck::{ToSnakeCase, ToUpperCamelCase};

/// Names that are taken within one struct or enum.
pub(super) struct Scope {
    taken: HashSet<String>,
    case: fn(&str) -> String,
    is_keyword: fn(&str) -> bool,
}

impl Scope {
    /// For the types of a module.
    pub(super) fn types() -> Self {
        Self { taken: HashSet::new(), case: type_name, is_keyword: |name| name == "Self" }
    }

    /// For the variants of an enum.
    pub(super) fn variants() -> Self {
        Self { taken: HashSet::new(), case: variant_name, is_keyword: |name| name == "Self" }
    }

    /// For the fields of a struct.
    pub(super) fn fields() -> Self {
        Self { taken: HashSet::new(), case: field_name, is_keyword }
    }

    /// Makes a name and takes it. A name that is taken already gets the smallest number that makes it new.
    pub(super) fn take(&mut self, wanted: &str) -> String {
        let plain = (self.case)(wanted);
        let mut name = plain.clone();
        let mut number = 2;
        while self.taken.contains(&name) {
            let joint = if plain.ends_with(|last: char| last.is_ascii_digit()) { "_" } else { "" };
            name = (self.case)(&format!("{plain}{joint}{number}"));
            if self.taken.contains(&name) && joint == "_" {
                name = format!("{plain}_{number}");
            }
            number += 1;
        }
        self.taken.insert(name.clone());
        if !(self.is_keyword)(&name) {
            return name;
        }
        // These four cannot be raw identifiers.
        if matches!(name.as_str(), "self" | "Self" | "super" | "crate") {
            format!("{name}_")
        } else {
            format!("r#{name}")
        }
    }
}

pub(super) fn type_name(text: &str) -> String {
    cased(text, "Type", str::to_upper_camel_case)
}

fn variant_name(text: &str) -> String {
    cased(text, "Value", str::to_upper_camel_case)
}

fn field_name(text: &str) -> String {
    cased(text, "field_", str::to_snake_case)
}

/// Spells a text as an ASCII identifier. `prefix` stands before what begins with a digit, or for what has no letter.
fn cased(text: &str, prefix: &str, case: impl Fn(&str) -> String) -> String {
    let ascii = deunicode::deunicode_with_tofu(text, "_");
    let mut name = case(&spelled(&ascii));
    name.retain(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if name.is_empty() {
        return prefix.trim_end_matches('_').to_owned();
    }
    if name.starts_with(|first: char| first.is_ascii_digit()) {
        format!("{prefix}{name}")
    } else {
        name
    }
}

/// Replaces signs that carry the meaning: a leading sign of a number, and all of a text that has nothing else.
fn spelled(text: &str) -> String {
    let is_word = |letter: char| letter.is_ascii_alphanumeric();
    if !text.contains(is_word) {
        return text.chars().filter_map(sign_name).collect::<Vec<_>>().join(" ");
    }
    if let Some(number) =
        text.strip_prefix('-').filter(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
    {
        return format!("Minus {number}");
    }
    if let Some(word) = text.strip_suffix('+') {
        return format!("{word} Plus");
    }
    if let Some(word) = text.strip_suffix('-') {
        return format!("{word} Minus");
    }
    text.replace('#', " Sharp ").replace('%', " Percent ").replace('&', " And ")
}

fn sign_name(sign: char) -> Option<&'static str> {
    Some(match sign {
        '+' => "Plus",
        '-' => "Minus",
        '*' => "Star",
        '/' => "Slash",
        '\\' => "Backslash",
        '<' => "Less",
        '>' => "Greater",
        '=' => "Equal",
        '!' => "Not",
        '?' => "Question",
        '.' => "Dot",
        ',' => "Comma",
        ':' => "Colon",
        ';' => "Semicolon",
        '&' => "And",
        '|' => "Or",
        '%' => "Percent",
        '#' => "Sharp",
        '@' => "At",
        '$' => "Dollar",
        '^' => "Caret",
        '~' => "Tilde",
        '_' => "Underscore",
        ' ' => "Space",
        '(' | '[' | '{' => "Open",
        ')' | ']' | '}' => "Close",
        '"' | '\'' | '`' => "Quote",
        _ => return None,
    })
}

/// The keywords of all editions, reserved ones included.
fn is_keyword(name: &str) -> bool {
    const KEYWORDS: &[&str] = &[
        "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
        "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
        "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
        "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type",
        "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
    ];
    KEYWORDS.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take_all(mut scope: Scope, wanted: &[&str]) -> Vec<String> {
        wanted.iter().map(|one| scope.take(one)).collect()
    }

    #[test]
    fn fields_never_collide_nor_clash_with_keywords() {
        let wanted = [
            "type", "Self", "self", "foo-bar", "foo_bar", "fooBar", "2fa", "", "日本", "naïve",
            "_", "gen", "a1", "a_1",
        ];
        let names = take_all(Scope::fields(), &wanted);
        assert_eq!(
            names,
            [
                "r#type",
                "self_",
                "self2",
                "foo_bar",
                "foo_bar2",
                "foo_bar3",
                "field_2fa",
                "field",
                "ri_ben",
                "naive",
                "underscore",
                "r#gen",
                "a1",
                "a_1"
            ]
        );
    }

    #[test]
    fn variants_keep_signs_apart() {
        let wanted =
            ["+", "-", "<", "<=", "A+", "A-", "A", "a", "-1", "1", "C#", "Self", "", " ", "100%"];
        let names = take_all(Scope::variants(), &wanted);
        assert_eq!(
            names,
            [
                "Plus",
                "Minus",
                "Less",
                "LessEqual",
                "APlus",
                "AMinus",
                "A",
                "A2",
                "Minus1",
                "Value1",
                "CSharp",
                "Self_",
                "Value",
                "Space",
                "Value100Percent"
            ]
        );
    }

    #[test]
    fn numbers_never_run_into_numbers() {
        let names = take_all(Scope::types(), &["A1", "A1", "A1", "A12"]);
        let distinct: HashSet<_> = names.iter().collect();
        assert_eq!(distinct.len(), names.len(), "{names:?}");
    }

    #[test]
    fn keywords_are_sorted() {
        for word in ["abstract", "box", "gen", "match", "yield"] {
            assert!(is_keyword(word));
        }
        assert!(!is_keyword("name"));
    }
}
