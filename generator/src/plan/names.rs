//! Rust names: from titles, keys and places, without collisions.

use std::collections::{BTreeSet, HashSet};

use heck::{ToSnakeCase, ToUpperCamelCase};

use super::library::{Library, LibraryType};
use super::newtypes::Newtypes;
use crate::ir::{Direction, Kind, Signature, TypeId};

/// Structs with more fields have a type for their slots, so that the compiler can follow their readers in linear time.
const WIDE: usize = 64;

/// The names of a module's types.
pub(super) struct Names {
    pub(super) module: String,
    pub(super) marker: String,
    pub(super) input: String,
    pub(super) output: String,
    pub(super) partial: String,
    /// For each type the Rust name, if it has an item of its own.
    types: Vec<Option<String>>,
    /// For each type the name in prompts.
    prompts: Vec<String>,
    /// For each type the name of its partial type.
    partials: Vec<Option<String>>,
    /// For each wide struct the name of the type of its slots.
    slots: Vec<Option<String>>,
    /// For the input and the output fields, if they are many, the name of the type of their slots.
    side_slots: [Option<String>; 2],
    /// For each type whether it has an item only to have a name.
    newtypes: Vec<bool>,
    /// For each type the library's type that stands for it.
    libraries: Vec<Option<LibraryType>>,
}

/// Names that are taken within one struct or enum.
pub(super) struct Scope {
    taken: HashSet<String>,
    case: fn(&str) -> String,
    is_keyword: fn(&str) -> bool,
}

impl Names {
    /// Names everything in a signature: first the signature's own types, then the others in the order of the file.
    pub(super) fn of(signature: &Signature, newtypes: &Newtypes, libraries: &[Library]) -> Self {
        let libraries = LibraryType::all(signature, libraries);
        let mut scope = Scope::types();
        let marker = scope.take(&signature.name.text);
        let [mut input, mut output, mut partial] = [const { String::new() }; 3];
        if signature.root.is_none() {
            input = scope.take(&format!("{marker}Input"));
            output = scope.take(&format!("{marker}Output"));
            partial = scope.take(&format!("{marker}Partial"));
        }
        let prompts = prompt_names(signature);
        let newtypes = newtypes.named.clone();
        let mut types = Vec::with_capacity(prompts.len());
        for (at, (ty, name)) in signature.types.all.iter().zip(&prompts).enumerate() {
            let is_item = matches!(ty.kind, Kind::Object(_) | Kind::Enum(_) | Kind::Union(_));
            types.push(match signature.root {
                Some(root) if root.0 == at => Some(marker.clone()),
                _ => (is_item || newtypes[at]).then(|| scope.take(name)),
            });
        }
        // Partial types come last, so that the schema's own names have the first choice.
        let partials = signature
            .types
            .all
            .iter()
            .zip(&types)
            .map(|(ty, name)| {
                let has_parts = match &ty.kind {
                    Kind::Object(_) => true,
                    // All other arms are kept whole or not at all.
                    Kind::Union(union) => union.arms.iter().any(|&arm| {
                        matches!(signature.types[arm].kind, Kind::Object(_) | Kind::Tuple(_))
                    }),
                    _ => false,
                };
                let name = name.as_ref().filter(|_| has_parts)?;
                Some(scope.take(&format!("{name}Partial")))
            })
            .collect();
        let slots = signature
            .types
            .all
            .iter()
            .zip(&types)
            .map(|(ty, name)| {
                let Kind::Object(object) = &ty.kind else { return None };
                let name = name.as_ref().filter(|_| object.properties.len() > WIDE)?;
                Some(scope.take(&format!("{name}Slots")))
            })
            .collect();
        let side_slots =
            [(Direction::Input, &input), (Direction::Output, &output)].map(|(side, name)| {
                let count = signature.fields.iter().filter(|field| field.direction == side).count();
                (count > WIDE).then(|| scope.take(&format!("{name}Slots")))
            });
        let module = Scope::fields().take(&signature.name.text).trim_start_matches("r#").to_owned();
        Self {
            module,
            marker,
            input,
            output,
            partial,
            types,
            prompts,
            partials,
            slots,
            side_slots,
            newtypes,
            libraries,
        }
    }

    /// The Rust name of a type that has an item.
    pub(super) fn rust_name(&self, id: TypeId) -> Option<&str> {
        self.types.get(id.0)?.as_deref()
    }

    /// The Rust name of a type that has an item only to have a name.
    pub(super) fn newtype(&self, id: TypeId) -> Option<&str> {
        self.rust_name(id).filter(|_| self.newtypes.get(id.0).copied().unwrap_or_default())
    }

    /// The library's type that stands for the strings of a type.
    pub(super) fn library(&self, id: TypeId) -> Option<LibraryType> {
        *self.libraries.get(id.0)?
    }

    /// The name that prompts use for a type.
    pub(super) fn prompt_name(&self, id: TypeId) -> String {
        self.prompts.get(id.0).cloned().unwrap_or_default()
    }

    pub(super) fn partial_name(&self, id: TypeId) -> Option<String> {
        self.partials.get(id.0)?.clone()
    }

    /// The name of the type that holds the fields of a wide struct while they are read.
    pub(super) fn slots_name(&self, id: TypeId) -> Option<String> {
        self.slots.get(id.0)?.clone()
    }

    /// The same for all input or all output fields.
    pub(super) fn side_slots_name(&self, side: Direction) -> Option<String> {
        let [input, output] = &self.side_slots;
        if side == Direction::Input { input.clone() } else { output.clone() }
    }

    /// Names of the prelude that a type of the module takes, so that they must be spelled as paths.
    pub(super) fn shadowed(&self) -> BTreeSet<String> {
        let own = [&self.marker, &self.input, &self.output, &self.partial];
        let types = self.types.iter().chain(&self.partials).chain(&self.slots).flatten();
        own.into_iter()
            .chain(types)
            .filter(|name| PRELUDE.contains(&name.as_str()))
            .cloned()
            .collect()
    }
}

/// The names of the prelude that generated code writes without a path.
const PRELUDE: &[&str] =
    &["Box", "Default", "Err", "None", "Ok", "Option", "Result", "Some", "String", "Vec"];

/// For each type its title or key, or else a name from the place where it is first used.
fn prompt_names(signature: &Signature) -> Vec<String> {
    let mut names: Vec<Option<String>> =
        signature.types.all.iter().map(|ty| ty.name.clone()).collect();
    let mut queue: Vec<(TypeId, String)> = Vec::new();
    queue.extend(signature.root.map(|root| (root, type_name(&signature.name.text))));
    for field in signature.fields.iter().rev() {
        queue.push((field.property.ty, type_name(&field.property.wire_name)));
    }
    let mut visited = vec![false; names.len()];
    while let Some((id, place)) = queue.pop() {
        if std::mem::replace(&mut visited[id.0], true) {
            continue;
        }
        let name = names[id.0].get_or_insert(place).clone();
        match &signature.types[id].kind {
            Kind::Nullable(inner) => queue.push((*inner, name)),
            Kind::List(inner) => queue.push((*inner, format!("{name}Item"))),
            Kind::Map(inner) => queue.push((*inner, format!("{name}Value"))),
            Kind::Tuple(items) => {
                for (at, item) in items.iter().enumerate().rev() {
                    queue.push((*item, format!("{name}Item{}", at + 1)));
                }
            }
            Kind::Object(object) => {
                queue.extend(object.additional.map(|ty| (ty, format!("{name}Value"))));
                for property in object.properties.iter().rev() {
                    queue.push((property.ty, format!("{name}{}", type_name(&property.wire_name))));
                }
            }
            Kind::Union(union) => {
                for (at, arm) in union.arms.iter().enumerate().rev() {
                    queue.push((*arm, format!("{name}Variant{}", at + 1)));
                }
            }
            _ => {}
        }
    }
    names.into_iter().map(Option::unwrap_or_default).collect()
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

fn type_name(text: &str) -> String {
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
