//! Named groups.

use super::escape::read_unicode;
use std::collections::BTreeMap;
use std::str::Chars;

/// The names of a pattern's groups. A name may be there again in another alternative.
#[derive(Default)]
pub(super) struct Names {
    places: BTreeMap<String, usize>,
    /// For each name, how many groups of that name may take part in a match together with what comes next.
    live: Vec<usize>,
    /// The name of each named group, in order.
    groups: Vec<usize>,
    referred: Vec<String>,
}

/// Where the names of an open group begin in the list of groups, and those of its current alternative.
pub(super) struct Scope {
    start: usize,
    alternative: usize,
}

impl Names {
    pub(super) fn open(&self) -> Scope {
        Scope { start: self.groups.len(), alternative: self.groups.len() }
    }

    pub(super) fn next_alternative(&mut self, scope: &mut Scope) {
        for &place in &self.groups[scope.alternative..] {
            self.live[place] -= 1;
        }
        scope.alternative = self.groups.len();
    }

    pub(super) fn close(&mut self, scope: &Scope) {
        for &place in &self.groups[scope.start..scope.alternative] {
            self.live[place] += 1;
        }
    }

    /// Adds a named group, unless another of its name may take part in the same match.
    pub(super) fn declare(&mut self, name: String) -> Option<()> {
        let next = self.places.len();
        let place = *self.places.entry(name).or_insert(next);
        if place == next {
            self.live.push(0);
        }
        self.groups.push(place);
        self.live[place] += 1;
        (self.live[place] == 1).then_some(())
    }

    pub(super) fn refer(&mut self, name: String) {
        self.referred.push(name);
    }

    pub(super) fn are_resolved(&self) -> bool {
        self.referred.iter().all(|name| self.places.contains_key(name))
    }
}

/// Reads a name up to its closing bracket.
pub(super) fn read_name(rest: &mut Chars<'_>) -> Option<String> {
    let mut name = String::new();
    loop {
        let c = match rest.next()? {
            '>' => return (!name.is_empty()).then_some(name),
            '\\' if rest.next() == Some('u') => char::from_u32(read_unicode(rest)?)?,
            c => c,
        };
        let is_inner = c.is_alphanumeric() || matches!(c, '\u{200C}' | '\u{200D}');
        let holds =
            matches!(c, '$' | '_') || if name.is_empty() { c.is_alphabetic() } else { is_inner };
        if !holds {
            return None;
        }
        name.push(c);
    }
}
