//! Reads a regular expression.

use std::collections::HashMap;

use regex_syntax::hir::ClassUnicode;

use super::syntax::{LookId, Node, SetId, Syntax};
use super::{Refused, named};

/// How deep groups may be nested.
const DEEPEST: usize = 128;

/// Reads a regular expression.
pub(super) fn parse(pattern: &str) -> Result<Syntax, Refused> {
    let mut parser = Parser {
        pattern,
        at: 0,
        depth: 0,
        flags: Flags::default(),
        sets: HashMap::new(),
        list: Vec::new(),
        looks: 0,
    };
    // The machine relies on this one being the first.
    parser.intern(named::any());
    parser.leading_flags();
    let root = parser.alternatives()?;
    if parser.peek().is_some() {
        return Err(Refused::new(
            parser.at..parser.at + 1,
            "nothing is open that this `)` could close",
            "write `\\)` for the character",
        ));
    }
    Ok(Syntax { root, sets: parser.list, looks: parser.looks })
}

/// Reads a pattern from the front.
pub(super) struct Parser<'p> {
    pub(super) pattern: &'p str,
    pub(super) at: usize,
    depth: usize,
    pub(super) flags: Flags,
    /// The places of the sets, by their ranges.
    sets: HashMap<Vec<(char, char)>, SetId>,
    list: Vec<ClassUnicode>,
    looks: LookId,
}

/// How often a part is repeated, if it is: at least, and at most.
type Bounds = Option<(u32, Option<u32>)>;

/// What a group may switch on and off.
#[derive(Clone, Copy, Default)]
pub(super) struct Flags {
    /// `i`
    pub(super) ignore_case: bool,
    /// `s`
    dot_all: bool,
}

impl Parser<'_> {
    /// All up to a `)` or the end.
    fn alternatives(&mut self) -> Result<Node, Refused> {
        let mut nodes = vec![self.sequence()?];
        while self.eat("|") {
            nodes.push(self.sequence()?);
        }
        Ok(joined(nodes, Node::Alternate))
    }

    fn sequence(&mut self) -> Result<Node, Refused> {
        let mut nodes = Vec::new();
        while !matches!(self.peek(), None | Some('|' | ')')) {
            nodes.push(self.term()?);
        }
        Ok(joined(nodes, Node::Concat))
    }

    /// A character, class, group or assertion with its quantifier.
    fn term(&mut self) -> Result<Node, Refused> {
        let start = self.at;
        if self.quantifier()?.is_some() {
            return Err(self.nothing_to_repeat(start));
        }
        let node = match self.next() {
            Some('^') => Node::Start,
            Some('$') => Node::End,
            Some('.') if self.flags.dot_all => self.set(named::any()),
            Some('.') => self.set(named::not(named::line_end())),
            Some('(') => self.group(start)?,
            Some('[') => self.class(start)?,
            Some('\\') => self.escape(start)?,
            Some(character) => self.character(character),
            None => return Ok(Node::Concat(Vec::new())),
        };
        let quantifier = self.at;
        let Some((min, max)) = self.quantifier()? else { return Ok(node) };
        let assertion = match &node {
            // One in a group may be repeated.
            Node::Start | Node::End | Node::Boundary { .. } => {
                !self.pattern[start..].starts_with('(')
            }
            Node::Look { behind, span, .. } => *behind && span.start == start,
            _ => false,
        };
        if assertion {
            return Err(self.nothing_to_repeat(quantifier));
        }
        if self.eat("+") {
            return Err(Refused::new(
                quantifier..self.at,
                "possessive quantifiers are not supported",
                "ECMAScript has none: leave out the second `+`",
            ));
        }
        self.eat("?");
        let again = self.at;
        if self.quantifier()?.is_some() {
            return Err(self.nothing_to_repeat(again));
        }
        Ok(Node::Repeat { body: Box::new(node), min, max })
    }

    fn nothing_to_repeat(&self, start: usize) -> Refused {
        Refused::new(
            start..self.at,
            "there is nothing that this quantifier could repeat",
            "write a backslash before it for the character itself",
        )
    }

    /// `*`, `+`, `?` or counts in braces. Other braces are characters.
    fn quantifier(&mut self) -> Result<Bounds, Refused> {
        let start = self.at;
        let sign = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => return self.counts(start),
            _ => return Ok(None),
        };
        self.at += 1;
        Ok(Some(sign))
    }

    fn counts(&mut self, start: usize) -> Result<Bounds, Refused> {
        let inside = &self.pattern[start + 1..];
        let end = inside.find(|next: char| !next.is_ascii_digit() && next != ',');
        let counts = &inside[..end.unwrap_or(inside.len())];
        if !inside[counts.len()..].starts_with('}') {
            return Ok(None);
        }
        let (min, max) = counts.split_once(',').unwrap_or((counts, counts));
        if max.contains(',') || (min.is_empty() && max.is_empty()) {
            return Ok(None);
        }
        self.at = start + 1 + counts.len() + 1;
        let span = start..self.at;
        if min.is_empty() {
            let help = "write `{0,n}` for at most n times, `\\{` for the character";
            return Err(Refused::new(span, "a quantifier without its first count", help));
        }
        // Counts beyond the largest number are too large to compile anyway.
        let count = |text: &str| text.parse().unwrap_or(u32::MAX);
        let (min, max) = (count(min), (!max.is_empty()).then(|| count(max)));
        if max.is_some_and(|max| max < min) {
            let help = "write the smaller count first";
            return Err(Refused::new(span, "the counts are out of order", help));
        }
        Ok(Some((min, max)))
    }

    /// What follows a `(`.
    fn group(&mut self, start: usize) -> Result<Node, Refused> {
        if self.depth == DEEPEST {
            let help = "take out groups that are not needed";
            return Err(Refused::new(start..self.at, "groups are nested too deep", help));
        }
        let flags = self.flags;
        let look = if self.eat("?=") {
            Some((false, false))
        } else if self.eat("?!") {
            Some((false, true))
        } else if self.eat("?<=") {
            Some((true, false))
        } else if self.eat("?<!") {
            Some((true, true))
        } else {
            self.head(start)?;
            None
        };
        self.depth += 1;
        let body = self.alternatives()?;
        self.depth -= 1;
        self.flags = flags;
        if !self.eat(")") {
            let help = "close it with `)`, or write `\\(` for the character";
            return Err(Refused::new(start..start + 1, "this group is not closed", help));
        }
        let Some((behind, negated)) = look else { return Ok(body) };
        let id = self.looks;
        self.looks += 1;
        Ok(Node::Look { id, span: start..self.at, behind, negated, body: Box::new(body) })
    }

    /// What tells the kind of a group that is no look-around.
    fn head(&mut self, start: usize) -> Result<(), Refused> {
        // The second spelling is that of Python, Go and Rust.
        if self.eat("?<") || self.eat("?P<") {
            let name = self.pattern[self.at..].split_once('>').map_or("", |(name, _)| name);
            let mut characters = name.chars();
            let first =
                characters.next().is_some_and(|one| one.is_alphabetic() || "_$".contains(one));
            if first && characters.all(|one| one.is_alphanumeric() || "_$".contains(one)) {
                self.at += name.len() + 1;
                return Ok(());
            }
            let help = "write `(?<name>..)`";
            return Err(Refused::new(start..self.at, "the group's name is not a name", help));
        }
        if !self.eat("?") {
            return Ok(());
        }
        let from = self.at;
        if self.switch_flags() && self.eat(":") {
            return Ok(());
        }
        let message = match self.peek() {
            Some('>') => "atomic groups are not supported",
            Some('#') => "comments are not supported",
            Some('P') => "back-references are not supported",
            Some('R' | '&' | '0'..='9') => "recursion is not supported",
            Some('(') => "conditions are not supported",
            Some(')') => "flags are supported only at the start of the pattern, or for a group",
            Some('a'..='z') => "of the flags, only `i` and `s` are supported",
            _ => "this kind of group is not supported",
        };
        let end = self.at.max(from) + self.peek().map_or(0, char::len_utf8);
        Err(Refused::new(start..end, message, "write `(..)`, `(?:..)` or `(?i:..)`"))
    }

    /// `(?i)` at the start, as other dialects write it.
    fn leading_flags(&mut self) {
        let found = self.eat("(?") && self.switch_flags() && self.at > "(?".len() && self.eat(")");
        if !found {
            self.at = 0;
            self.flags = Flags::default();
        }
    }

    /// Flags, and after a minus those to switch off. False if there are other flags than `i`, `s` and, as it is on anyway, `u`.
    fn switch_flags(&mut self) -> bool {
        let mut on = true;
        loop {
            match self.peek() {
                Some('i') => self.flags.ignore_case = on,
                Some('s') => self.flags.dot_all = on,
                Some('u') if on => {}
                Some('-') if on => on = false,
                Some(':' | ')') => return true,
                _ => return false,
            }
            self.at += 1;
        }
    }

    /// One character, both cases of it where case is ignored.
    pub(super) fn character(&mut self, character: char) -> Node {
        self.set(named::set(&[(character, character)]))
    }

    /// One character of a set, or one that differs in case only where case is ignored.
    pub(super) fn set(&mut self, set: ClassUnicode) -> Node {
        let set = self.folded(set);
        Node::Set(self.intern(set))
    }

    /// Adds the other cases where case is ignored.
    pub(super) fn folded(&self, mut set: ClassUnicode) -> ClassUnicode {
        if self.flags.ignore_case {
            // It fails only without the tables, which are a feature that is on.
            let _ = set.try_case_fold_simple();
        }
        set
    }

    pub(super) fn intern(&mut self, set: ClassUnicode) -> SetId {
        let ranges = set.iter().map(|range| (range.start(), range.end())).collect();
        *self.sets.entry(ranges).or_insert_with(|| {
            self.list.push(set);
            self.list.len() - 1
        })
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.pattern[self.at..].chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.pattern[self.at..].starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }
}

/// The only node there is, or all of them in one.
fn joined(mut nodes: Vec<Node>, join: impl FnOnce(Vec<Node>) -> Node) -> Node {
    match nodes.pop() {
        Some(only) if nodes.is_empty() => only,
        Some(last) => {
            nodes.push(last);
            join(nodes)
        }
        None => join(nodes),
    }
}
