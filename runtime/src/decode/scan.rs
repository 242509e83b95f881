//! Finding the next byte of interest, eight at a time.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// How many bytes come before the first quote, backslash or control character.
#[inline]
pub(crate) fn plain_len(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while let Some((word, behind)) = rest.split_first_chunk() {
        let special = special(u64::from_le_bytes(*word));
        if special != 0 {
            return bytes.len() - rest.len() + special.trailing_zeros() as usize / 8;
        }
        rest = behind;
    }
    bytes.len() - rest.len() + plain_len_of_few(rest)
}

#[cold]
fn plain_len_of_few(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|&&byte| byte >= b' ' && byte != b'"' && byte != b'\\').count()
}

/// The text behind JSON's blanks.
#[inline(never)]
pub(super) fn skip_blanks(mut text: &[u8]) -> &[u8] {
    loop {
        match text {
            [b' ' | b'\n' | b'\r' | b'\t', rest @ ..] => text = rest,
            _ => return text,
        }
        // Indentation is counted in words.
        while let Some(word) = text.first_chunk() {
            let spaces = (u64::from_le_bytes(*word) ^ (ONES * 0x20)).trailing_zeros() as usize / 8;
            text = &text[spaces..];
            if spaces < 8 {
                break;
            }
        }
    }
}

/// The text behind a line break or space and the indentation that follows, where it is not about to end.
#[inline]
pub(super) fn skip_indent(text: &[u8]) -> &[u8] {
    let [b'\n' | b' ', rest @ ..] = text else { return text };
    let mut rest = rest;
    while let Some((word, behind)) = rest.split_first_chunk() {
        let spaces = (u64::from_le_bytes(*word) ^ (ONES * 0x20)).trailing_zeros() as usize / 8;
        if spaces < 8 {
            return &rest[spaces..];
        }
        rest = behind;
    }
    rest
}

/// Sets the high bit of the first byte that is a quote, a backslash or a control character, and perhaps of later ones.
#[inline]
fn special(word: u64) -> u64 {
    // With bit 1 flipped, the quote is the space and the control characters are all that is below it.
    let quote_or_control = (word ^ (ONES * 0x02)).wrapping_sub(ONES * 0x21);
    let backslash = (word ^ (ONES * 0x5c)).wrapping_sub(ONES);
    (quote_or_control | backslash) & !word & HIGHS
}

#[cfg(test)]
mod tests {
    use super::{plain_len, skip_blanks};

    #[test]
    fn stops_where_a_byte_loop_does() {
        for len in 0..40 {
            for at in 0..=len {
                for byte in 0..=255_u8 {
                    let mut bytes = vec![b'a'; len];
                    bytes.iter_mut().step_by(3).for_each(|one| *one = 0xff);
                    if let Some(place) = bytes.get_mut(at) {
                        *place = byte;
                    }
                    let plain = |byte: &u8| *byte >= 0x20 && *byte != b'"' && *byte != b'\\';
                    assert_eq!(
                        plain_len(&bytes),
                        bytes.iter().take_while(|one| plain(one)).count()
                    );
                }
            }
        }
    }

    #[test]
    fn skips_blanks_of_any_length() {
        for len in 0..40 {
            for blank in [" ", "\n", "\r\t"] {
                let text = format!("{blank}{}x {}", " ".repeat(len), blank.repeat(len));
                assert_eq!(skip_blanks(text.as_bytes())[0], b'x');
            }
        }
        assert!(skip_blanks(b"  \n").is_empty());
    }
}
