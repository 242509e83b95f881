//! Uniform and internationalized resource identifiers.

use super::ip::ipv6;

/// `uri`: `URI` of RFC 3986, section 3: with a scheme, and an optional fragment.
#[must_use]
pub fn uri(text: &str) -> bool {
    Grammar::Uri.absolute(text)
}

/// `uri-reference`: `URI-reference` of RFC 3986, section 4.1.
#[must_use]
pub fn uri_reference(text: &str) -> bool {
    Grammar::Uri.reference(text)
}

/// `iri`: `IRI` of RFC 3987, section 2.2. The characters that set the direction of a text are refused as section 4.1
/// demands; the order of right-to-left components (section 4.2, a recommendation) is not checked.
#[must_use]
pub fn iri(text: &str) -> bool {
    Grammar::Iri.absolute(text)
}

/// `iri-reference`: `IRI-reference` of RFC 3987, section 2.2, under the same rules as [`iri`].
#[must_use]
pub fn iri_reference(text: &str) -> bool {
    Grammar::Iri.reference(text)
}

/// Which characters stand unescaped.
#[derive(Clone, Copy)]
enum Grammar {
    Uri,
    Iri,
}

impl Grammar {
    fn absolute(self, text: &str) -> bool {
        text.split_once(':').is_some_and(|(scheme, rest)| is_scheme(scheme) && self.rest(rest))
    }

    fn reference(self, text: &str) -> bool {
        // A colon in the first segment would end a scheme.
        match text.find([':', '/', '?', '#']) {
            Some(at) if text[at..].starts_with(':') => self.absolute(text),
            _ => self.rest(text),
        }
    }

    /// All that may follow a scheme: authority, path, query and fragment.
    fn rest(self, text: &str) -> bool {
        let (text, fragment) = text.split_once('#').unwrap_or((text, ""));
        let (text, query) = text.split_once('?').unwrap_or((text, ""));
        let (authority, path) = match text.strip_prefix("//") {
            Some(rest) => rest.split_at(rest.find('/').unwrap_or(rest.len())),
            None => ("", text),
        };
        self.authority(authority)
            && is_spelled(path, |c| c == '/' || self.segment(c))
            && is_spelled(query, |c| matches!(c, '/' | '?') || self.segment(c) || self.private(c))
            && is_spelled(fragment, |c| matches!(c, '/' | '?') || self.segment(c))
    }

    fn authority(self, text: &str) -> bool {
        let (user, place) = text.split_once('@').unwrap_or(("", text));
        is_spelled(user, |c| c == ':' || self.name(c)) && self.host_and_port(place)
    }

    fn host_and_port(self, text: &str) -> bool {
        if let Some(literal) = text.strip_prefix('[') {
            let Some((address, port)) = literal.split_once(']') else {
                return false;
            };
            is_literal(address) && is_port(port)
        } else {
            let (name, port) = text.split_at(text.find(':').unwrap_or(text.len()));
            is_spelled(name, |c| self.name(c)) && is_port(port)
        }
    }

    /// `pchar`, without escapes.
    fn segment(self, c: char) -> bool {
        matches!(c, ':' | '@') || self.name(c)
    }

    /// `unreserved` or `sub-delims`.
    fn name(self, c: char) -> bool {
        is_name(c) || (matches!(self, Self::Iri) && is_ucschar(c) && !is_direction(c))
    }

    fn private(self, c: char) -> bool {
        matches!(self, Self::Iri) && is_iprivate(c)
    }
}

fn is_scheme(text: &str) -> bool {
    let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.bytes().all(is_inner)
}

/// Nothing, or a colon and digits.
fn is_port(text: &str) -> bool {
    let digits = text.strip_prefix(':');
    text.is_empty() || digits.is_some_and(|port| port.bytes().all(|byte| byte.is_ascii_digit()))
}

/// An address in brackets: version 6, or one that says its own version.
fn is_literal(text: &str) -> bool {
    let Some(future) = text.strip_prefix(['v', 'V']) else {
        return ipv6(text);
    };
    future.split_once('.').is_some_and(|(version, address)| {
        !version.is_empty()
            && version.bytes().all(|byte| byte.is_ascii_hexdigit())
            && !address.is_empty()
            && address.chars().all(|c| c == ':' || is_name(c))
    })
}

/// Whether a text is made of allowed characters and percent escapes.
pub(super) fn is_spelled(text: &str, allowed: impl Fn(char) -> bool) -> bool {
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let holds = match c {
            '%' => (0..2).all(|_| chars.next().is_some_and(|digit| digit.is_ascii_hexdigit())),
            _ => allowed(c),
        };
        if !holds {
            return false;
        }
    }
    true
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(c, '-' | '.' | '_' | '~')
        || matches!(c, '!' | '$' | '&' | '\'' | '(' | ')' | '*' | '+' | ',' | ';' | '=')
}

/// `ucschar` of RFC 3987.
pub(super) fn is_ucschar(c: char) -> bool {
    match u32::from(c) {
        0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF => true,
        code @ 0x1_0000..=0xE_FFFF => {
            code & 0xFFFF <= 0xFFFD && !(0xE_0000..0xE_1000).contains(&code)
        }
        _ => false,
    }
}

/// `iprivate` of RFC 3987.
pub(super) fn is_iprivate(c: char) -> bool {
    match u32::from(c) {
        0xE000..=0xF8FF => true,
        code => code >= 0xF_0000 && code & 0xFFFF <= 0xFFFD,
    }
}

/// The invisible characters that set the direction of a text.
fn is_direction(c: char) -> bool {
    matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}')
}
