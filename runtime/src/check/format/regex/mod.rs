//! Regular expressions.

mod escape;
mod name;

use escape::{Atom, read_atom, read_escape};
use name::Names;
use std::str::Chars;

/// `regex`: a pattern of ECMA-262, section 22.2.1, as the `u` flag reads it, with the modifiers of the 2025 edition.
///
/// Of what only annex B allows, these are accepted, since they are common: a lone `]`, `{` or `}`, an escaped
/// character that is no ASCII letter or digit, a quantified look-ahead, and a class such as `\d` at an end of a range.
/// Other needless escapes, such as `\a`, octal ones, and references to groups that are not there are refused. The
/// names of Unicode properties are not looked up. Groups may be nested 128 levels deep.
#[must_use]
pub fn regex(text: &str) -> bool {
    Pattern::new(text).read().is_some()
}

/// How deep groups may be nested.
const MAX_DEPTH: usize = 128;

/// What is known of a pattern while it is read.
struct Pattern<'t> {
    rest: Chars<'t>,
    /// The groups that are open. The first is the pattern itself.
    open: Vec<Group>,
    /// How many groups capture, so far.
    captures: u64,
    /// The highest number of a group that is referred to.
    highest: u64,
    names: Names,
}

struct Group {
    is_lookbehind: bool,
    names: name::Scope,
}

/// What a part of a pattern is to the quantifier behind it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Repeatable,
    Fixed,
}

impl<'t> Pattern<'t> {
    fn new(text: &'t str) -> Self {
        let names = Names::default();
        let root = Group { is_lookbehind: false, names: names.open() };
        Self { rest: text.chars(), open: vec![root], captures: 0, highest: 0, names }
    }

    fn read(mut self) -> Option<()> {
        let mut last = Part::Fixed;
        while let Some(c) = self.rest.next() {
            last = match c {
                '(' => self.open_group()?,
                ')' => self.close_group()?,
                '|' => self.next_alternative()?,
                '*' | '+' | '?' => self.quantified(last)?,
                '{' => match braces(self.rest.as_str()) {
                    Braces::Literal => Part::Repeatable,
                    Braces::Unordered => return None,
                    Braces::Quantifier { length } => {
                        self.rest = self.rest.as_str()[length..].chars();
                        self.quantified(last)?
                    }
                },
                '^' | '$' => Part::Fixed,
                '\\' => read_escape(&mut self)?,
                '[' => self.read_class()?,
                _ => Part::Repeatable,
            };
        }
        let holds =
            self.open.len() == 1 && self.highest <= self.captures && self.names.are_resolved();
        holds.then_some(())
    }

    fn open_group(&mut self) -> Option<Part> {
        if self.open.len() > MAX_DEPTH {
            return None;
        }
        let mut is_lookbehind = false;
        let mut name = None;
        if !self.eat('?') {
            self.captures += 1;
        } else if self.eat('<') {
            is_lookbehind = self.eat('=') || self.eat('!');
            if !is_lookbehind {
                self.captures += 1;
                name = Some(name::read_name(&mut self.rest)?);
            }
        } else if !(self.eat('=') || self.eat('!')) {
            self.read_modifiers()?;
        }
        if let Some(name) = name {
            self.names.declare(name)?;
        }
        self.open.push(Group { is_lookbehind, names: self.names.open() });
        Some(Part::Fixed)
    }

    /// Flags to set, then flags to unset, up to the colon. No flag may be there twice.
    fn read_modifiers(&mut self) -> Option<()> {
        let mut flags = Vec::new();
        let mut is_negative = false;
        loop {
            match self.rest.next()? {
                ':' if is_negative && flags.is_empty() => return None,
                ':' => return Some(()),
                '-' if !is_negative => is_negative = true,
                flag @ ('i' | 'm' | 's') if !flags.contains(&flag) => flags.push(flag),
                _ => return None,
            }
        }
    }

    fn close_group(&mut self) -> Option<Part> {
        let group = self.open.pop()?;
        if self.open.is_empty() {
            return None;
        }
        self.names.close(&group.names);
        Some(if group.is_lookbehind { Part::Fixed } else { Part::Repeatable })
    }

    fn next_alternative(&mut self) -> Option<Part> {
        self.names.next_alternative(&mut self.open.last_mut()?.names);
        Some(Part::Fixed)
    }

    /// Reads what makes a quantifier lazy.
    fn quantified(&mut self, part: Part) -> Option<Part> {
        self.eat('?');
        (part == Part::Repeatable).then_some(Part::Fixed)
    }

    fn read_class(&mut self) -> Option<Part> {
        self.eat('^');
        loop {
            let first = read_atom(&mut self.rest)?;
            if matches!(first, Atom::Close) {
                return Some(Part::Repeatable);
            }
            let text = self.rest.as_str();
            if !text.starts_with('-') || text.starts_with("-]") {
                continue;
            }
            self.rest.next();
            match (first, read_atom(&mut self.rest)?) {
                (Atom::Character(low), Atom::Character(high)) if low > high => return None,
                _ => {}
            }
        }
    }

    fn eat(&mut self, c: char) -> bool {
        let is_there = self.rest.as_str().starts_with(c);
        if is_there {
            self.rest.next();
        }
        is_there
    }
}

/// What begins with an opening brace.
enum Braces {
    /// A quantifier, of this length without the opening brace.
    Quantifier {
        length: usize,
    },
    /// A quantifier whose bounds are out of order.
    Unordered,
    Literal,
}

fn braces(text: &str) -> Braces {
    let (low, rest) = split_digits(text);
    let (high, rest) = rest.strip_prefix(',').map_or((low, rest), split_digits);
    if low.is_empty() || !rest.starts_with('}') {
        return Braces::Literal;
    }
    let size = |digits: &str| {
        let digits = digits.trim_start_matches('0');
        (digits.len(), digits.to_owned())
    };
    if !high.is_empty() && size(low) > size(high) {
        return Braces::Unordered;
    }
    Braces::Quantifier { length: text.len() - rest.len() + 1 }
}

fn split_digits(text: &str) -> (&str, &str) {
    text.split_at(text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len())
}
