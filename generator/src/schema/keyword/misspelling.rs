//! Which keyword a misspelt one was meant to be.

use super::{KEYWORDS, Keyword};

/// A longer key is no slip of the pen.
const LONGEST: usize = 32;

/// The keyword nearest to a key that is none, if it is near enough to be meant.
pub(super) fn nearest(key: &str) -> Option<&'static Keyword> {
    if key.len() > LONGEST {
        return None;
    }
    let folded = fold(key);
    let limit = match folded.len() {
        0..=3 => return None,
        4..=7 => 1,
        _ => 2,
    };
    let measured = KEYWORDS.iter().filter_map(|keyword| {
        let name = fold(keyword.name);
        let is_candidate = name.len() > 3 && name.len().abs_diff(folded.len()) <= limit;
        let distance = is_candidate.then(|| distance(&folded, &name))?;
        (distance <= limit).then_some((distance, keyword))
    });
    measured.min_by_key(|&(distance, _)| distance).map(|(_, keyword)| keyword)
}

/// The letters and digits alone, in lower case: `x_rust_name` and `xRustName` are both `x-rust-name`.
fn fold(key: &str) -> Vec<u8> {
    key.bytes()
        .filter(|byte| !b"-_$ ".contains(byte))
        .map(|byte| byte.to_ascii_lowercase())
        .collect()
}

/// How many bytes must be put in, taken out, replaced, or swapped with their neighbour.
fn distance(one: &[u8], other: &[u8]) -> usize {
    let mut before = vec![0; other.len() + 1];
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for i in 1..=one.len() {
        let mut next = vec![i; other.len() + 1];
        for j in 1..=other.len() {
            let replaced = last[j - 1] + usize::from(one[i - 1] != other[j - 1]);
            next[j] = replaced.min(last[j] + 1).min(next[j - 1] + 1);
            let is_swap =
                i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
            if is_swap {
                next[j] = next[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, next);
    }
    last[other.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_what_was_meant() {
        let meant = |key| nearest(key).map(|keyword| keyword.name);
        assert_eq!(meant("descripton"), Some("description"));
        assert_eq!(meant("tpye"), Some("type"));
        assert_eq!(meant("additional_properties"), Some("additionalProperties"));
        assert_eq!(meant("x-feild"), Some("x-field"));
        assert_eq!(meant("xRustName"), Some("x-rust-name"));
        assert_eq!(meant("Required"), Some("required"));
    }

    #[test]
    fn leaves_other_words_alone() {
        for key in
            ["", "not", "note", "name", "x-go-type", "markdownDescription", "tsType", "größe"]
        {
            assert!(nearest(key).is_none(), "{key}");
        }
        assert!(nearest(&"description".repeat(100_000)).is_none());
    }
}
