//! Choices: from bytes that a fuzzer gives, and from a seed.

/// Choices that a fuzzer's bytes make. When they are used up, the first of each is chosen.
pub(crate) struct Choices<'b> {
    bytes: &'b [u8],
}

impl<'b> Choices<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Self {
        Self { bytes }
    }

    /// A number below this one.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let Some((first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        let mut value = usize::from(*first);
        if end > 256
            && let Some((second, rest)) = self.bytes.split_first()
        {
            self.bytes = rest;
            value = value << 8 | usize::from(*second);
        }
        value % end.max(1)
    }

    pub(crate) fn of<'c, T>(&mut self, choices: &'c [T]) -> &'c T {
        &choices[self.below(choices.len())]
    }
}

/// Xorshift: the same numbers of the same seed, so that a failure comes again.
pub struct Random(u64);

impl Random {
    /// Any seed will do.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below this one.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or_default() % end.max(1)
    }

    /// So many bytes.
    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| u8::try_from(self.below(256)).unwrap_or_default()).collect()
    }
}
