//! Making a failing input smaller.

/// Takes pieces out of an input, halves first, for as long as it still fails.
pub fn shrink(input: &[u8], mut fails: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut input = input.to_vec();
    let mut size = (input.len() / 2).max(1);
    let mut tries = 5000;
    loop {
        let (mut at, mut is_smaller) = (1, false);
        while at < input.len() && tries > 0 {
            let mut less = input.clone();
            less.drain(at..(at + size).min(input.len()));
            tries -= 1;
            if fails(&less) {
                (input, is_smaller) = (less, true);
            } else {
                at += size;
            }
        }
        if tries == 0 || (size == 1 && !is_smaller) {
            return input;
        }
        size = if is_smaller { size } else { (size / 2).max(1) };
    }
}
