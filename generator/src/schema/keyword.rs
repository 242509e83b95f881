//! The vocabulary: every keyword of JSON Schema drafts 4 to 2020-12 and ours, and how each is supported.

mod format;
mod misspelling;
mod table;

use super::{FileId, Member, Object, Value};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Place, quoted};

pub use format::Format;
pub use table::KEYWORDS;

/// A keyword and what the generator makes of it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Keyword {
    /// Its spelling.
    pub name: &'static str,
    /// What the generator makes of it.
    pub support: Support,
    /// Where it may stand.
    pub scope: Scope,
}

/// What the generator makes of a keyword.
#[derive(Clone, Copy, Debug)]
pub enum Support {
    /// It shapes the types, names or prompts.
    Shape,
    /// It restricts values, and the generated code checks that it holds.
    Checked,
    /// It changes nothing, by its definition.
    Annotation,
    /// It belongs to another format and changes nothing here, which its author may not expect. The text
    /// says what to write instead.
    Foreign(&'static str),
}

/// Where a keyword may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// In any schema.
    Anywhere,
    /// At the root of a file only.
    Root,
    /// In the schema of a field only.
    Field,
    /// In any schema but the root.
    Inside,
}

/// Which schema an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// The root of a file: the signature.
    Root,
    /// A property of the root: a field.
    Field,
    /// Any other.
    Inner,
}

/// The values of `format` that choose the width of a number.
pub const NUMBER_FORMATS: [&str; 10] =
    ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float", "double"];

impl Keyword {
    /// The keyword of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        KEYWORDS.iter().find(|keyword| keyword.name == name)
    }
}

impl Scope {
    /// Whether a keyword of this scope may stand in a schema there.
    #[must_use]
    pub fn includes(self, location: Location) -> bool {
        match self {
            Self::Anywhere => true,
            Self::Root => location == Location::Root,
            Self::Field => location == Location::Field,
            Self::Inside => location != Location::Root,
        }
    }

    /// Where, in words for a message.
    fn in_words(self) -> &'static str {
        match self {
            Self::Anywhere => "in any schema",
            Self::Root => "at the root of the file",
            Self::Field => "on a field, that is a property of the root",
            Self::Inside => "on a property or an inner schema",
        }
    }
}

/// Reports each member of a schema object that the generator does not honour. What remains is for the
/// lowering to read, and its values to check.
///
/// An unknown keyword without `x-` is no error: JSON Schema asks that it be taken as an annotation, and
/// real schemas are full of them. It is warned of if it looks like a misspelling. The prefix `x-` is ours,
/// so an unknown keyword with it is refused, unless the schema may come from elsewhere (`is_foreign`).
pub fn check_members(
    object: &Object,
    location: Location,
    file: FileId,
    is_foreign: bool,
    found: &mut Diagnostics,
) {
    let checked =
        object.members.iter().filter_map(|member| check(member, location, file, is_foreign));
    checked.for_each(|diagnostic| found.push(diagnostic));
}

fn check(
    member: &Member,
    location: Location,
    file: FileId,
    is_foreign: bool,
) -> Option<Diagnostic> {
    let place = Place { file, span: member.key_span };
    let Some(keyword) = Keyword::find(&member.key) else {
        return unknown(member, place, is_foreign);
    };
    let name = keyword.name;
    if !keyword.scope.includes(location) {
        return misplaced(keyword, place);
    }
    match keyword.support {
        _ if name == "format" => unchecked_format(&member.value.value, place),
        Support::Shape | Support::Checked | Support::Annotation => None,
        Support::Foreign(help) => {
            let message = format!("`{name}` is no keyword of JSON Schema and changes nothing");
            Some(Diagnostic::new(Code::NoEffect, place, message).help(help))
        }
    }
}

fn unknown(member: &Member, place: Place, is_foreign: bool) -> Option<Diagnostic> {
    let key = quoted(&member.key);
    let nearest = misspelling::nearest(&member.key);
    if member.key.starts_with("x-") && !is_foreign {
        let help = match nearest {
            Some(keyword) => format!("did you mean `{}`?", keyword.name),
            None => format!("the keywords with `x-` are {}", list_of_ours()),
        };
        let message = format!("the keyword {key} is unknown");
        return Some(Diagnostic::new(Code::UnknownExtension, place, message).help(help));
    }
    let meant = nearest?.name;
    let message = format!("the keyword {key} is unknown and changes nothing");
    Some(
        Diagnostic::new(Code::MisspeltKeyword, place, message)
            .help(format!("did you mean `{meant}`?")),
    )
}

/// Words such as `desc` are keywords on a field and plain annotations elsewhere.
fn misplaced(keyword: &Keyword, place: Place) -> Option<Diagnostic> {
    let Keyword { name, scope, .. } = keyword;
    if !name.starts_with(['x', '_']) {
        return None;
    }
    let message = format!("the keyword `{name}` has no effect here");
    let help = format!("it belongs {}", scope.in_words());
    Some(Diagnostic::new(Code::MisplacedKeyword, place, message).help(help))
}

fn unchecked_format(value: &Value, place: Place) -> Option<Diagnostic> {
    let Value::String(format) = value else { return None };
    if NUMBER_FORMATS.contains(&format.as_str()) || Format::find(format).is_some() {
        return None;
    }
    let message = format!("the format {} is not checked", quoted(format));
    let help = "say in the description how the text should look";
    Some(Diagnostic::new(Code::UncheckedFormat, place, message).help(help))
}

fn list_of_ours() -> String {
    let ours = KEYWORDS.iter().filter(|keyword| keyword.name.starts_with("x-"));
    ours.map(|keyword| format!("`{}`", keyword.name)).collect::<Vec<_>>().join(", ")
}
