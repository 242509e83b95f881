//! Classes in brackets.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use super::Refused;
use super::escape::Escaped;
use super::parse::Parser;
use super::syntax::Node;

/// A member of a class: a set, or a code point, which may begin or end a range.
enum Member {
    Set(ClassUnicode),
    Code(u32),
}

impl Parser<'_> {
    /// What follows a `[`.
    pub(super) fn class(&mut self, start: usize) -> Result<Node, Refused> {
        let negated = self.eat("^");
        let mut ranges = Vec::new();
        let mut halves = false;
        while !self.eat("]") {
            let from = self.at;
            let first = self.member(start)?;
            let (low, high) = match (first, self.range_end(start)?) {
                (Member::Code(low), Some(Member::Code(high))) => (low, high),
                (first, last) => {
                    // As in `[\w-.]`: the hyphen is a character.
                    if let Some(last) = last {
                        halves |= add(&mut ranges, Member::Code(u32::from('-')));
                        halves |= add(&mut ranges, last);
                    }
                    halves |= add(&mut ranges, first);
                    continue;
                }
            };
            if low > high {
                let help = "write the lower end first, or `\\-` for a hyphen";
                return Err(Refused::new(from..self.at, "the range is out of order", help));
            }
            halves |= add_range(&mut ranges, low, high);
        }
        if halves && ranges.is_empty() && !negated {
            return Err(self.half_a_character(start));
        }
        // Case is ignored before a class is negated: `(?i:[^a])` is no `A`.
        let mut set = self.folded(ClassUnicode::new(ranges));
        if negated {
            set.negate();
        }
        Ok(Node::Set(self.intern(set)))
    }

    /// What follows the hyphen of a range, if there is one that does not end the class.
    fn range_end(&mut self, start: usize) -> Result<Option<Member>, Refused> {
        let rest = &self.pattern[self.at..];
        if !rest.starts_with('-') || rest.starts_with("-]") {
            return Ok(None);
        }
        self.at += 1;
        self.member(start).map(Some)
    }

    fn member(&mut self, start: usize) -> Result<Member, Refused> {
        let from = self.at;
        match self.next() {
            None => {
                let help = "close it with `]`, or write `\\[` for the character";
                Err(Refused::new(start..start + 1, "this class is not closed", help))
            }
            Some('[') if self.posix() => Err(Refused::new(
                from..self.at,
                "named classes in brackets are not supported",
                "write the characters, as in `[A-Za-z]`, or a property, as in `\\p{L}`",
            )),
            Some('\\') if self.eat("b") => Ok(Member::Code(0x08)),
            Some('\\') if self.peek() == Some('-') => {
                self.at += 1;
                Ok(Member::Code(u32::from('-')))
            }
            Some('\\') => Ok(match self.escaped(from)? {
                Escaped::Set(set) => Member::Set(set),
                Escaped::Character(character) => Member::Code(u32::from(character)),
                Escaped::Surrogate(code) => Member::Code(code),
            }),
            Some(character) => Ok(Member::Code(u32::from(character))),
        }
    }

    /// Skips the rest of a `[:name:]`.
    fn posix(&mut self) -> bool {
        let Some(rest) = self.pattern[self.at..].strip_prefix(':') else { return false };
        let after = rest.trim_start_matches(|next: char| next.is_ascii_lowercase());
        let found = after.len() < rest.len() && after.starts_with(":]");
        if found {
            self.at += 1 + rest.len() - after.len() + ":]".len();
        }
        found
    }
}

/// Returns whether the member was half a character only.
fn add(ranges: &mut Vec<ClassUnicodeRange>, member: Member) -> bool {
    match member {
        Member::Set(other) => {
            ranges.extend(other.ranges());
            false
        }
        Member::Code(code) => add_range(ranges, code, code),
    }
}

/// Adds the characters from one code point to another. No text holds a surrogate, so they are left out. Returns whether there
/// was nothing else.
fn add_range(ranges: &mut Vec<ClassUnicodeRange>, low: u32, high: u32) -> bool {
    let low = char::from_u32(low).unwrap_or('\u{E000}');
    let high = char::from_u32(high).unwrap_or('\u{D7FF}');
    if low > high {
        return true;
    }
    ranges.push(ClassUnicodeRange::new(low, high));
    false
}
