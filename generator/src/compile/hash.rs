//! A quick 64-bit fingerprint of texts, to see whether anything changed since the last run.

/// Hashes a sequence of texts. Each text is hashed with its length, so moving a byte from one text to
/// the next changes the result.
///
/// Eight bytes at a time, so that the outputs of a thousand signatures take a few milliseconds. It
/// guards against accidents, not against somebody who wants two texts to collide.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hasher(u64);

impl Hasher {
    /// Starts from a constant: the same texts give the same number on every machine.
    pub(super) const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Adds a text.
    pub(super) fn write(mut self, bytes: &[u8]) -> Self {
        let (words, tail) = bytes.as_chunks::<8>();
        for word in words {
            self.mix(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..tail.len()].copy_from_slice(tail);
        self.mix(u64::from_le_bytes(last));
        self.mix(bytes.len() as u64);
        self
    }

    /// Adds a number.
    pub(super) fn write_number(mut self, number: u64) -> Self {
        self.mix(number);
        self
    }

    /// The fingerprint, all of whose bits depend on all of the input's.
    pub(super) const fn finish(self) -> u64 {
        let mut state = self.0;
        state = (state ^ (state >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        state = (state ^ (state >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        state ^ (state >> 33)
    }

    /// The rotation carries high bits down, which a multiplication alone would never do.
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// The fingerprint of one text.
pub(super) fn hash(text: &[u8]) -> u64 {
    Hasher::new().write(text).finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_and_border_counts() {
        let text = b"a text of more than sixteen bytes";
        let whole = hash(text);
        for at in 0..text.len() {
            let mut changed = *text;
            changed[at] ^= 0x80;
            assert_ne!(hash(&changed), whole, "byte {at}");
            let split = Hasher::new().write(&text[..at]).write(&text[at..]).finish();
            assert_ne!(split, whole, "split at {at}");
        }
        assert_ne!(hash(b"\0"), hash(b""));
        assert_ne!(hash(b"\0\0"), hash(b"\0"));
    }

    #[test]
    fn the_value_is_the_same_everywhere() {
        assert_eq!(
            hash(b"sigcodegen"),
            6_768_907_841_972_540_540,
            "committed files hold these numbers"
        );
    }
}
