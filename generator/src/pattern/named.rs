//! The sets of characters that have a name.

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind};
use regex_syntax::parse;

/// The set of some characters, given as ranges with both ends.
pub(super) fn set(ranges: &[(char, char)]) -> ClassUnicode {
    ClassUnicode::new(ranges.iter().map(|(start, end)| ClassUnicodeRange::new(*start, *end)))
}

/// All characters.
pub(super) fn any() -> ClassUnicode {
    set(&[('\0', char::MAX)])
}

/// All but those of a set.
pub(super) fn not(mut set: ClassUnicode) -> ClassUnicode {
    set.negate();
    set
}

/// `\d`
pub(super) fn digit() -> ClassUnicode {
    set(&[('0', '9')])
}

/// `\w`
pub(super) fn word() -> ClassUnicode {
    set(&[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')])
}

/// `\s`: ECMAScript's white space and ends of lines, which hold the mark of the byte order, but not U+0085.
pub(super) fn space() -> ClassUnicode {
    set(&[
        ('\t', '\r'),
        (' ', ' '),
        ('\u{A0}', '\u{A0}'),
        ('\u{1680}', '\u{1680}'),
        ('\u{2000}', '\u{200A}'),
        ('\u{2028}', '\u{2029}'),
        ('\u{202F}', '\u{202F}'),
        ('\u{205F}', '\u{205F}'),
        ('\u{3000}', '\u{3000}'),
        ('\u{FEFF}', '\u{FEFF}'),
    ])
}

/// What ends a line, and is no `.`.
pub(super) fn line_end() -> ClassUnicode {
    set(&[('\n', '\n'), ('\r', '\r'), ('\u{2028}', '\u{2029}')])
}

/// `\p{..}`: a general category, a script, or a property that holds or does not. `None` if there is none of this name.
pub(super) fn property(name: &str) -> Option<ClassUnicode> {
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_=".contains(&byte));
    // The library drops an `Is`, which ECMAScript does not know and which in .NET stands before blocks.
    let blocks = ["Is", "In"].iter().any(|prefix| {
        let rest = name.strip_prefix(prefix).unwrap_or_default();
        rest.starts_with(|first: char| first.is_ascii_uppercase() || first == '_')
    });
    if name.is_empty() || !plain || blocks || name == "Any" {
        return (name == "Any").then(any);
    }
    match parse(&format!(r"\p{{{name}}}")).ok()?.into_kind() {
        HirKind::Class(Class::Unicode(set)) => Some(set),
        // A set of one character.
        HirKind::Literal(literal) => {
            let text = std::str::from_utf8(&literal.0).ok()?;
            Some(ClassUnicode::new(text.chars().map(|one| ClassUnicodeRange::new(one, one))))
        }
        _ => None,
    }
}
