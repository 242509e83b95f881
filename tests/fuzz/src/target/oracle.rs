//! The oracle's types, and its places.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The output of `goldens/collections.json` as a serde user would write it.
#[derive(Deserialize, Serialize)]
pub(super) struct Collections {
    matrix: Vec<Vec<f64>>,
    cube: Vec<Vec<Vec<Mark>>>,
    gaps: Vec<Option<i64>>,
    no_list: Option<Vec<bool>>,
    groups: BTreeMap<String, Vec<Member>>,
    nested: BTreeMap<String, BTreeMap<String, Option<String>>>,
    rows: Vec<BTreeMap<String, u64>>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Mark {
    X,
    O,
}

#[derive(Deserialize, Serialize)]
struct Member {
    name: String,
    scores: Vec<i64>,
}

/// Where in the text an error of serde's is: the bytes before it.
pub(super) fn offset(text: &str, error: &serde_json::Error) -> usize {
    let line: usize =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    line + error.column()
}
