//! Mail addresses.

use super::hostname::{is_domain, is_idn_domain};
use super::ip::ipv6;

/// `email`: `Mailbox` of RFC 5321, section 4.1.2: no comments, no display name, no folding. The local part is at most
/// 64 octets long (section 4.5.3.1.1); the domain is a host name or a bracketed address of IPv4 or IPv6.
#[must_use]
pub fn email(text: &str) -> bool {
    is_mailbox(text, |c| c.is_ascii(), is_domain)
}

/// `idn-email`: `Mailbox` of RFC 5321 as RFC 6531, section 3.3 extends it: any character beyond ASCII in the local
/// part, and internationalized labels in the domain, as [`idn_hostname`](super::idn_hostname) reads them.
#[must_use]
pub fn idn_email(text: &str) -> bool {
    is_mailbox(text, |_| true, is_idn_domain)
}

/// The longest local part, in octets.
const MAX_LOCAL: usize = 64;

fn is_mailbox(text: &str, encoded: fn(char) -> bool, named: fn(&str) -> bool) -> bool {
    let local = match text.strip_prefix('"') {
        Some(quoted) => quoted_length(quoted, encoded).map(|length| length + 1),
        None => text.find('@').filter(|&at| is_dotted(&text[..at], encoded)),
    };
    let Some(length) = local.filter(|&length| length <= MAX_LOCAL) else {
        return false;
    };
    let Some(domain) = text[length..].strip_prefix('@') else {
        return false;
    };
    match domain.strip_prefix('[').and_then(|literal| literal.strip_suffix(']')) {
        Some(address) => is_address(address),
        None => named(domain),
    }
}

/// `Dot-string`.
fn is_dotted(text: &str, encoded: fn(char) -> bool) -> bool {
    let is_atom = |c: char| {
        let is_mark = "!#$%&'*+-/=?^_`{|}~".contains(c);
        c.is_ascii_alphanumeric() || is_mark || (!c.is_ascii() && encoded(c))
    };
    text.split('.').all(|atom| !atom.is_empty() && atom.chars().all(is_atom))
}

/// The length of a `Quoted-string` after its first quote, with the last one.
fn quoted_length(text: &str, encoded: fn(char) -> bool) -> Option<usize> {
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        let holds = match c {
            '"' => return Some(at + 1),
            '\\' => chars.next().is_some_and(|(_, escaped)| matches!(escaped, ' '..='~')),
            _ => matches!(c, ' '..='~') || (!c.is_ascii() && encoded(c)),
        };
        if !holds {
            return None;
        }
    }
    None
}

/// An address between brackets. `IPv6` is the only tag that is registered.
fn is_address(text: &str) -> bool {
    match text.split_once(':') {
        Some((tag, address)) => tag.eq_ignore_ascii_case("IPv6") && ipv6(address),
        None => text.split('.').count() == 4 && text.split('.').all(is_octet),
    }
}

/// `Snum`: here, leading zeros are allowed.
fn is_octet(text: &str) -> bool {
    text.len() <= 3
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && text.parse::<u16>().is_ok_and(|number| number <= 255)
}
