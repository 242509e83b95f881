//! The oracle's types, and its places.

pub(super) use crate::collections::Collections;

/// Where in the text an error of serde's is: the bytes before it.
pub(super) fn offset(text: &str, error: &serde_json::Error) -> usize {
    let line: usize =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    line + error.column()
}
