//! Descriptions as prompts show them.

use super::DEPTH_LIMIT;
use super::shape::{Shapes, parts};
use crate::ir::{Kind, TypeId};

/// A description without blank ends; `None` if nothing is left.
pub(super) fn clean(description: Option<&str>) -> Option<&str> {
    description.map(str::trim).filter(|text| !text.is_empty())
}

/// The lines of a description as comments; an empty line is a bare `//`.
pub(super) fn comments(text: &str) -> impl Iterator<Item = String> {
    text.lines().map(|line| format!("// {line}").trim_end().to_owned())
}

/// What stands above a property: its own description, then what its type adds to it.
///
/// A type that is printed in place has no room for its description there, so that moves up to the property,
/// unless something above says the same words already.
pub(super) fn property_docs<'a>(
    shapes: &Shapes<'a>,
    own: Option<&'a str>,
    ty: TypeId,
) -> Vec<&'a str> {
    let mut docs: Vec<&str> = clean(own).into_iter().collect();
    for doc in type_docs(shapes, ty) {
        if !docs.iter().any(|above| says_the_same(above, doc)) {
            docs.push(doc);
        }
    }
    docs
}

/// The descriptions of a type and of those within it, down to the first that print theirs themselves: objects
/// and definitions.
fn type_docs<'a>(shapes: &Shapes<'a>, id: TypeId) -> Vec<&'a str> {
    let mut docs = Vec::new();
    let mut left = vec![id];
    // A list may be a list of itself; that such a type is nested too deeply is found when it is printed.
    for _ in 0..=DEPTH_LIMIT {
        let Some(id) = left.pop() else { break };
        let ty = shapes.ty(id);
        if matches!(ty.kind, Kind::Object(_)) || shapes.definition(id).is_some() {
            continue;
        }
        docs.extend(clean(ty.description.as_deref()));
        left.extend(parts(ty).into_iter().rev());
    }
    docs
}

/// Whether two texts have the same words: case, punctuation and articles do not count.
fn says_the_same(one: &str, other: &str) -> bool {
    words(one).eq(words(other)) && (one == other || words(one).next().is_some())
}

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric())
        .map(str::to_lowercase)
        .filter(|word| !matches!(word.as_str(), "" | "a" | "an" | "the"))
}

#[cfg(test)]
mod tests {
    use super::{clean, comments, says_the_same};

    #[test]
    fn words_decide_whether_two_descriptions_are_one() {
        assert!(says_the_same("Channel used to report claim.", "channel used to report A claim"));
        assert!(says_the_same("…", "…"));
        assert!(!says_the_same("…", "!"));
        assert!(!says_the_same("Channel used", "Channel used to report"));
    }

    #[test]
    fn comments_never_end_in_a_blank() {
        let text = clean(Some(" \n One  \n\n  two\t\r\n")).expect("there is text");
        assert_eq!(comments(text).collect::<Vec<_>>(), ["// One", "//", "//   two"]);
        assert_eq!(clean(Some(" \n")), None);
    }
}
