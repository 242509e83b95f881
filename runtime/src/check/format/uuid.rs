//! Identifiers.

/// `uuid`: RFC 4122, section 3: 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12. Any version and variant.
#[must_use]
pub fn uuid(text: &str) -> bool {
    let is_written = |(index, byte): (usize, u8)| match index {
        8 | 13 | 18 | 23 => byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    };
    text.len() == 36 && text.bytes().enumerate().all(is_written)
}
