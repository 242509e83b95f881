//! The keys that an object may have.

/// The keys that an object may have, in the order in which a model is asked to write them.
#[derive(Debug)]
pub struct Keys {
    pub(super) keys: &'static [Key],
    pub(super) others: Others,
}

/// What becomes of further keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Others {
    /// They are left out with a note.
    Ignored,
    /// A strict reader refuses them; a tolerant one leaves them out.
    Forbidden,
    /// They are kept beside the known ones.
    Kept,
}

/// One key of an object.
#[derive(Debug)]
pub struct Key {
    pub(super) name: &'static str,
    pub(super) is_required: bool,
    /// Whether a tolerant reader takes its absence for a null.
    pub(super) is_nullable: bool,
    /// Whether the name stands in JSON as it is, without escapes.
    is_plain: bool,
}

/// A key that must be there.
#[must_use]
pub const fn required(name: &'static str) -> Key {
    Key::new(name, true)
}

/// A key that must be there, and may be null. Models leave out nulls, so a tolerant reader takes its absence for one.
#[must_use]
pub const fn nullable(name: &'static str) -> Key {
    let mut key = Key::new(name, true);
    key.is_nullable = true;
    key
}

/// A key that may be left out.
#[must_use]
pub const fn optional(name: &'static str) -> Key {
    Key::new(name, false)
}

impl Keys {
    /// No keys: for types that are no objects.
    pub const NONE: Self = Self::open(&[]);

    /// An object that allows further keys, which are left out with a note.
    #[must_use]
    pub const fn open(keys: &'static [Key]) -> Self {
        Self { keys, others: Others::Ignored }
    }

    /// An object that forbids further keys.
    #[must_use]
    pub const fn closed(keys: &'static [Key]) -> Self {
        Self { keys, others: Others::Forbidden }
    }

    /// An object that keeps further keys.
    #[must_use]
    pub const fn rest(keys: &'static [Key]) -> Self {
        Self { keys, others: Others::Kept }
    }

    /// The place of a key in the list, looked for from `first` on and then from the start.
    pub(super) fn find(&self, name: &[u8], first: usize) -> Option<usize> {
        let (before, after) = self.keys.split_at(first.min(self.keys.len()));
        let is_it = |key: &Key| key.name.as_bytes() == name;
        after
            .iter()
            .position(is_it)
            .map(|at| before.len() + at)
            .or_else(|| before.iter().position(is_it))
    }
}

impl Keys {
    /// The only key that differs from a name in nothing but case and separators.
    #[cold]
    pub(super) fn find_folded(&self, name: &str) -> Option<usize> {
        let is_it = |key: &&Key| folded(key.name).eq(folded(name));
        let mut fitting = self.keys.iter().enumerate().filter(|(_, key)| is_it(key));
        let (found, _) = fitting.next()?;
        (fitting.next().is_none() && folded(name).next().is_some()).then_some(found)
    }
}

/// The letters and digits of a name in lower case.
fn folded(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase)
}

impl Key {
    const fn new(name: &'static str, is_required: bool) -> Self {
        Self { name, is_required, is_nullable: false, is_plain: is_plain(name.as_bytes()) }
    }

    /// The text behind `"name":`, if it begins with that.
    ///
    /// Where the key is a constant, this becomes a few comparisons of words.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only in place is the key a constant")]
    pub(super) fn strip<'t>(&self, text: &'t [u8]) -> Option<&'t [u8]> {
        let [b'"', text @ ..] = text else { return None };
        let (name, rest) = text.split_at_checked(self.name.len())?;
        let [b'"', b':', rest @ ..] = rest else { return None };
        (self.is_plain && name == self.name.as_bytes()).then_some(rest)
    }
}

impl Key {
    /// The text behind `"name" :`, with blanks before the colon.
    pub(super) fn strip_spaced<'t>(&self, text: &'t [u8]) -> Option<&'t [u8]> {
        let rest = text.strip_prefix(b"\"")?.strip_prefix(self.name.as_bytes())?;
        rest.strip_prefix(b"\"")?.trim_ascii_start().strip_prefix(b":")
    }
}

/// Whether a name stands in JSON as it is.
const fn is_plain(name: &[u8]) -> bool {
    let mut at = 0;
    while at < name.len() {
        if name[at] < b' ' || name[at] == b'"' || name[at] == b'\\' {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::required;

    #[test]
    fn finds_just_the_key() {
        let key = required("name");
        assert_eq!(key.strip(br#""name":1"#), Some(&b"1"[..]));
        assert_eq!(key.strip(br#""name":"#), Some(&b""[..]));
        for other in [r#""name""#, r#""names":1"#, r"name:1", r#""nama":1"#, r#""name" :1"#, ""] {
            assert_eq!(key.strip(other.as_bytes()), None);
        }
    }

    #[test]
    fn does_not_find_keys_that_need_escapes() {
        for name in ["a\"b", "a\\", "\n"] {
            assert_eq!(required(name).strip(format!("\"{name}\":1").as_bytes()), None);
        }
    }
}
