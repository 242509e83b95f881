//! The output of `goldens/collections.json` for an oracle.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The output of `goldens/collections.json` as a serde user would write it.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Collections {
    matrix: Vec<Vec<f64>>,
    cube: Vec<Vec<Vec<Mark>>>,
    gaps: Vec<Option<i64>>,
    no_list: Option<Vec<bool>>,
    groups: BTreeMap<String, Vec<Member>>,
    nested: BTreeMap<String, BTreeMap<String, Option<String>>>,
    rows: Vec<BTreeMap<String, u64>>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Mark {
    X,
    O,
}

#[derive(Debug, Deserialize, Serialize)]
struct Member {
    name: String,
    scores: Vec<i64>,
}
