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
    use super::plain_len;

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
}
