//! Which keywords may stand where, and what they may hold.

use super::dialect::Dialect;
use super::{Lowering, Role};
use crate::diagnostic::{Code, Diagnostics, quoted};
use crate::schema::{Location, Node, Object, Value, check_members};

/// What kind of place a schema stands at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Site {
    /// The signature.
    Root,
    /// A property of the signature.
    Field,
    /// A property of another object.
    Property,
    /// An arm of `oneOf` or `anyOf`.
    Arm,
    /// A definition, a list item, a map value.
    Part,
    /// A part of another schema that may be reached as something else besides.
    Member,
}

impl Site {
    pub(super) fn of(role: Role) -> Self {
        match role {
            Role::Property => Self::Property,
            Role::NullableArm => Self::Arm,
            Role::Part => Self::Part,
        }
    }

    fn location(self) -> Location {
        match self {
            Self::Root => Location::Root,
            Self::Field => Location::Field,
            Self::Property | Self::Arm | Self::Part | Self::Member => Location::Inner,
        }
    }
}

/// A kind of JSON value that keywords concern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    String,
    Number,
    List,
    Object,
}

/// The values that a keyword restricts. JSON Schema lets all others pass it.
pub(super) fn concerns(keyword: &str) -> Option<Group> {
    Some(match keyword {
        "minLength" | "maxLength" => Group::String,
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => Group::Number,
        "items" | "minItems" | "maxItems" => Group::List,
        "properties" | "required" | "additionalProperties" => Group::Object,
        _ => return None,
    })
}

impl<'a> Lowering<'a, '_> {
    /// Looks at a schema's keywords, once however often it is reached. `false` when this is no schema, which is
    /// reported.
    pub(super) fn vet(&mut self, node: &'a Node, site: Site) -> bool {
        let object = match &node.value {
            Value::Object(object) => object,
            Value::Bool(_) => return true,
            _ => {
                let message = format!("a schema is an object or `true`, not {}", node.kind());
                self.report(self.problem(Code::BadValue, node.span, message));
                return false;
            }
        };
        if self.vetted.insert(node) {
            let mut found = Diagnostics::default();
            let is_foreign = self.is_types_only;
            check_members(object, site.location(), self.file, is_foreign, &mut found);
            for diagnostic in found.into_sorted() {
                self.report(diagnostic);
            }
            self.text(object, "title");
            self.text(object, "description");
            self.check_site(object, site);
        }
        true
    }

    fn check_site(&mut self, object: &'a Object, site: Site) {
        if let Some(member) = object.member("$schema")
            && Dialect::of(object) != self.dialect
        {
            // The standard lets no other schema than the root of a file or of a part with an identifier name its draft.
            let is_resource = object.get("$id").or_else(|| object.get("id")).is_some();
            let help = "let `$schema` name the same draft in all of a file";
            let problem = if is_resource {
                let message = "this schema is of another draft of JSON Schema than its file";
                self.problem(Code::UnsupportedKeyword, member.key_span, message)
            } else {
                let message =
                    "this `$schema` changes nothing: the schema is read by the file's draft";
                self.problem(Code::NoEffect, member.key_span, message)
            };
            self.report(problem.help(help));
        }
        let is_property = matches!(site, Site::Field | Site::Property);
        if let Some(member) = object.member("x-rust-name")
            && matches!(site, Site::Part)
        {
            let message = "`x-rust-name` has no effect here";
            let help = "it names a property or a value of an enum; a type is named by `title`";
            let problem = self.problem(Code::MisplacedKeyword, member.key_span, message);
            self.report(problem.help(help));
        }
        if let Some(member) = object.member("x-enum-descriptions")
            && object.get("enum").is_none()
        {
            let message = "`x-enum-descriptions` has no effect without `enum`";
            self.report(
                self.problem(Code::MisplacedKeyword, member.key_span, message)
                    .help("put it into the schema that has the `enum`"),
            );
        }
        if let Some(node) = object.get("required")
            && node.as_array().is_none()
        {
            let message = format!("`required` must be a list of names, not {}", node.kind());
            let help = "write it once beside `properties`: `\"required\": [\"name\"]`";
            self.report(self.problem(Code::BadValue, node.span, message).help(help));
        }
        if let Some(member) = object.member("default")
            && !is_property
            && site != Site::Member
        {
            let message = "`default` has no effect here";
            let help = "put it on the property that may be left out";
            self.report(self.problem(Code::NoEffect, member.key_span, message).help(help));
        }
    }

    /// Warns of keywords that concern other values than the schema has.
    pub(super) fn warn_of_others(&mut self, object: &Object, group: Option<Group>, what: &str) {
        for member in &object.members {
            let is_malformed = member.key == "required" && member.value.as_array().is_none();
            if concerns(&member.key).is_some_and(|one| Some(one) != group) && !is_malformed {
                let message =
                    format!("`{}` does not concern {what} and changes nothing", member.key);
                self.report(self.problem(Code::NoEffect, member.key_span, message));
            }
        }
    }

    /// Refuses a schema that has a shape which Rust cannot be given yet.
    pub(super) fn refuse_shape(&mut self, node: &Node, message: impl Into<String>, help: &str) {
        self.report(self.problem(Code::UnsupportedShape, node.span, message).help(help));
    }

    /// Complains of a word that is none of those known.
    pub(super) fn unknown_word(&mut self, keyword: &str, node: &Node, word: &str, known: &[&str]) {
        let message = format!("`{keyword}` does not know {}", quoted(word));
        let help = match nearest(word, known.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("it knows `{}`", known.join("`, `")),
        };
        self.report(self.problem(Code::BadValue, node.span, message).help(help));
    }
}

/// So many words are looked through for one that was meant.
const MOST_WORDS: usize = 256;

/// The word among some that a misspelt one was meant to be: one slip of the pen away.
pub(super) fn nearest<'w>(word: &str, known: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    known.take(MOST_WORDS).find(|candidate| *candidate != word && is_one_slip(word, candidate))
}

/// Whether two words differ in case, in one letter, or in two neighbours swapped.
fn is_one_slip(one: &str, other: &str) -> bool {
    if one.eq_ignore_ascii_case(other) {
        return true;
    }
    if one.len().min(other.len()) < 3 {
        return false;
    }
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let start = one.iter().zip(other).take_while(|(left, right)| left == right).count();
    let (one, other) = (&one[start..], &other[start..]);
    let end =
        one.iter().rev().zip(other.iter().rev()).take_while(|(left, right)| left == right).count();
    match (&one[..one.len() - end], &other[..other.len() - end]) {
        ([a, b], [c, d]) => a == d && b == c,
        (left, right) => left.len() <= 1 && right.len() <= 1,
    }
}
