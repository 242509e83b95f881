//! Names of hosts.

use super::idna;

/// The longest name, in octets: 255 on the wire, of which the first length and the root take one each.
const MAX_NAME: usize = 253;

/// The longest label, in octets.
const MAX_LABEL: usize = 63;

/// `hostname`: RFC 1123, section 2.1: labels of letters, digits and inner hyphens, at most 63 octets each and 253 in
/// all, without a dot at the end. A label that begins with `xn--` must be the Punycode of an internationalized label
/// (RFC 5891, section 4.4), as [`idn_hostname`] reads those.
#[must_use]
pub fn hostname(text: &str) -> bool {
    text.len() <= MAX_NAME && text.split('.').all(is_label)
}

/// `idn-hostname`: a host name whose labels may be `U-label`s of RFC 5890, section 2.3.2.1. An ideographic, fullwidth
/// or halfwidth full stop separates labels too.
///
/// Of the rules of RFC 5891 and RFC 5892 on labels, all are checked but these: that the label is in normalization form
/// C, and the rules for labels with right-to-left characters (RFC 5893). No character is mapped first, so one in upper
/// case beside one beyond ASCII is refused.
#[must_use]
pub fn idn_hostname(text: &str) -> bool {
    is_international(text, |c| matches!(c, '.' | '\u{3002}' | '\u{FF0E}' | '\u{FF61}'))
}

/// `Domain` of RFC 5321.
pub(super) fn is_domain(text: &str) -> bool {
    hostname(text)
}

/// `Domain` of RFC 6531: only a full stop separates labels.
pub(super) fn is_idn_domain(text: &str) -> bool {
    is_international(text, |c| c == '.')
}

fn is_international(text: &str, separator: fn(char) -> bool) -> bool {
    // No character takes less than one octet of the name as it is sent.
    let longest = MAX_NAME * char::MAX.len_utf8();
    if text.len() > longest {
        return false;
    }
    let mut total = 0;
    text.split(separator).all(|label| {
        let length = if label.is_ascii() {
            is_label(label).then_some(label.len())
        } else {
            idna::sent_length(label).filter(|&length| length <= MAX_LABEL)
        };
        total += length.unwrap_or_default() + 1;
        length.is_some() && total <= MAX_NAME + 1
    })
}

/// Whether a label of ASCII characters may stand in a name.
fn is_label(label: &str) -> bool {
    let bytes = label.as_bytes();
    let is_written = (1..=MAX_LABEL).contains(&bytes.len())
        && bytes.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !label.starts_with('-')
        && !label.ends_with('-');
    is_written
        && match bytes.split_at_checked(idna::PREFIX.len()) {
            Some((prefix, _)) if prefix.eq_ignore_ascii_case(idna::PREFIX.as_bytes()) => {
                idna::is_sent(&label[idna::PREFIX.len()..])
            }
            _ => true,
        }
}
