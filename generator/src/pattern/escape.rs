//! What a backslash begins.

use regex_syntax::hir::ClassUnicode;

use super::parse::Parser;
use super::syntax::Node;
use super::{Refused, named};

/// What an escape stands for in a class as well as outside.
pub(super) enum Escaped {
    Set(ClassUnicode),
    Character(char),
    /// Half of a pair of UTF-16 units.
    Surrogate(u32),
}

impl Parser<'_> {
    /// What follows a backslash outside a class.
    pub(super) fn escape(&mut self, start: usize) -> Result<Node, Refused> {
        Ok(match self.peek() {
            Some(letter @ ('b' | 'B')) => {
                self.at += 1;
                let word = self.folded(named::word());
                Node::Boundary { word: self.intern(word), negated: letter == 'B' }
            }
            // From other dialects. There is one meaning of each to have, as there is no flag for lines.
            Some('A') => {
                self.at += 1;
                Node::Start
            }
            Some('z' | 'Z') => {
                self.at += 1;
                Node::End
            }
            Some('1'..='9' | 'k') => {
                let rest = &self.pattern[self.at..];
                self.at += match rest.find('>') {
                    Some(end) if rest.starts_with("k<") => end + 1,
                    _ => {
                        rest[1..]
                            .find(|next: char| !next.is_ascii_digit())
                            .unwrap_or(rest.len() - 1)
                            + 1
                    }
                };
                return Err(Refused::new(
                    start..self.at,
                    "back-references are not supported",
                    "write out what the group can match, or check it with `x-asserts`",
                ));
            }
            _ => match self.escaped(start)? {
                Escaped::Set(set) => self.set(set),
                Escaped::Character(character) => self.character(character),
                Escaped::Surrogate(_) => return Err(self.half_a_character(start)),
            },
        })
    }

    /// What follows a backslash in a class, and most of what follows one outside.
    pub(super) fn escaped(&mut self, start: usize) -> Result<Escaped, Refused> {
        let Some(letter) = self.next() else {
            let help = "write `\\\\` for the character";
            return Err(Refused::new(start..self.at, "nothing follows this backslash", help));
        };
        Ok(match letter {
            'd' => Escaped::Set(named::digit()),
            'D' => Escaped::Set(named::not(named::digit())),
            's' => Escaped::Set(named::space()),
            'S' => Escaped::Set(named::not(named::space())),
            'w' => Escaped::Set(self.folded(named::word())),
            'W' => Escaped::Set(named::not(self.folded(named::word()))),
            'p' | 'P' => self.property(start, letter == 'P')?,
            't' => Escaped::Character('\t'),
            'n' => Escaped::Character('\n'),
            'v' => Escaped::Character('\u{B}'),
            'f' => Escaped::Character('\u{C}'),
            'r' => Escaped::Character('\r'),
            '0' if !self.peek().is_some_and(|next| next.is_ascii_digit()) => {
                Escaped::Character('\0')
            }
            '0'..='9' => {
                let help = "write `\\xHH`";
                return Err(Refused::new(start..self.at, "octal escapes are not supported", help));
            }
            'c' => match self.peek() {
                Some(letter) if letter.is_ascii_alphabetic() => {
                    self.at += 1;
                    Escaped::Character(char::from(letter as u8 & 0x1F))
                }
                _ => return Err(self.unknown(start)),
            },
            'x' => match self.hex(2) {
                Some(code) => Escaped::from_code(code).ok_or_else(|| self.unknown(start))?,
                None => return Err(self.unknown(start)),
            },
            'u' => self.code_point().ok_or_else(|| self.unknown(start))?,
            letter if letter.is_ascii_alphabetic() => return Err(self.unknown(start)),
            other => Escaped::Character(other),
        })
    }

    /// What follows `\u`: four digits, twice that for a pair of surrogates, or digits in braces.
    fn code_point(&mut self) -> Option<Escaped> {
        if self.eat("{") {
            let (digits, _) = self.pattern[self.at..].split_once('}')?;
            if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                return None;
            }
            self.at += digits.len() + 1;
            return Escaped::from_code(u32::from_str_radix(digits, 16).ok()?);
        }
        let high = self.hex(4)?;
        let after = self.at;
        if (0xD800..0xDC00).contains(&high) && self.eat("\\u") {
            if let Some(low @ 0xDC00..0xE000) = self.hex(4) {
                return Escaped::from_code(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00));
            }
            self.at = after;
        }
        Escaped::from_code(high)
    }

    fn hex(&mut self, digits: usize) -> Option<u32> {
        let text = self.pattern.get(self.at..self.at + digits)?;
        if !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        self.at += digits;
        u32::from_str_radix(text, 16).ok()
    }

    /// What follows `\p`.
    fn property(&mut self, start: usize, negated: bool) -> Result<Escaped, Refused> {
        let name = self.pattern[self.at..].strip_prefix('{').and_then(|rest| rest.split_once('}'));
        let Some((name, _)) = name else {
            let help = "write the name in braces, as in `\\p{Lu}`";
            return Err(Refused::new(start..self.at, "a property without a name", help));
        };
        self.at += name.len() + 2;
        let Some(set) = named::property(name) else {
            return Err(Refused::new(
                start..self.at,
                format!("there is no property of characters named `{name}`"),
                "write a general category or a script, as in `\\p{Lu}` or `\\p{Script=Greek}`",
            ));
        };
        Ok(Escaped::Set(if negated { named::not(set) } else { set }))
    }

    fn unknown(&self, start: usize) -> Refused {
        let end = self.at.max(start + 1);
        Refused::new(
            start..end,
            format!("`{}` is no escape of ECMAScript", &self.pattern[start..end]),
            "write the characters that it stands for",
        )
    }

    pub(super) fn half_a_character(&self, start: usize) -> Refused {
        Refused::new(
            start..self.at,
            "half of a surrogate pair, which no text holds alone",
            "write the character as `\\u{1F600}`, or both halves next to each other",
        )
    }
}

impl Escaped {
    /// `None` beyond the last character.
    fn from_code(code: u32) -> Option<Self> {
        match char::from_u32(code) {
            Some(character) => Some(Self::Character(character)),
            None if (0xD800..0xE000).contains(&code) => Some(Self::Surrogate(code)),
            None => None,
        }
    }
}
