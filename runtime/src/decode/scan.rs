//! Finding the next byte of interest, eight at a time.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// How many bytes come before the first quote, backslash or control character.
#[inline]
pub(crate) fn plain_len(bytes: &[u8]) -> usize {
    let mut chunks = bytes.chunks_exact(8);
    let mut at = 0;
    for chunk in chunks.by_ref() {
        let Ok(word) = chunk.try_into().map(u64::from_le_bytes) else { break };
        let special = below_space(word) | equal(word, b'"') | equal(word, b'\\');
        if special != 0 {
            // The lowest bit set is exact; bits above it may be false alarms of the subtraction's carry.
            return at + special.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at + chunks
        .remainder()
        .iter()
        .take_while(|&&byte| byte >= b' ' && byte != b'"' && byte != b'\\')
        .count()
}

/// The text behind JSON's blanks.
#[inline]
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

/// Whether two names of the same length are equal. Names are short, so they are compared word by word in place.
#[inline]
pub(super) fn is_equal(one: &[u8], other: &[u8]) -> bool {
    let words = |one: &[u8], other: &[u8]| {
        one.chunks_exact(8)
            .zip(other.chunks_exact(8))
            .all(|(one, other)| one.first_chunk::<8>() == other.first_chunk())
    };
    match one.len() {
        8.. => words(one, other) && one.last_chunk::<8>() == other.last_chunk(),
        4..=7 => {
            one.first_chunk::<4>() == other.first_chunk()
                && one.last_chunk::<4>() == other.last_chunk()
        }
        _ => one.iter().eq(other),
    }
}

/// Sets the high bit of each byte below 0x20.
#[inline]
fn below_space(word: u64) -> u64 {
    word.wrapping_sub(ONES * 0x20) & !word & HIGHS
}

/// Sets the high bit of each byte that equals `byte`.
#[inline]
fn equal(word: u64, byte: u8) -> u64 {
    let zeros = word ^ (ONES * u64::from(byte));
    zeros.wrapping_sub(ONES) & !zeros & HIGHS
}

#[cfg(test)]
mod tests {
    use super::{is_equal, plain_len, skip_blanks};

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
    fn compares_names_of_any_length() {
        for len in 0..40_u8 {
            let name: Vec<u8> = (0..len).collect();
            assert!(is_equal(&name, &name.clone()));
            for at in 0..usize::from(len) {
                let mut other = name.clone();
                other[at] ^= 1;
                assert!(!is_equal(&name, &other));
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
