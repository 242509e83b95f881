//! What mutations begin with.

use std::fs;
use std::path::Path;

use crate::entropy::{Choices, Random};
use crate::instance;
use crate::signatures::SUBJECTS;

/// The reviewed replies of `tests/replies`, the recorded ones if they are at hand, and outputs made from the schemas.
/// The first byte chooses the signature, the rest is the reply.
///
/// # Panics
///
/// If the replies cannot be read.
#[must_use]
pub fn replies() -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut seeds = Vec::new();
    let entries = fs::read_dir(root.join("replies")).expect("the folder is there");
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|end| end == "txt")) {
        let case = fs::read_to_string(path).expect("a case is UTF-8");
        let Some((head, reply)) = case.split_once('\n') else { continue };
        let name = head.split(' ').next().unwrap_or_default();
        if let Some(at) = SUBJECTS.iter().position(|subject| subject.name == name) {
            seeds.push(seed(at, reply));
        }
    }
    for file in ["users.jsonl", "smol.jsonl"] {
        let path = root.join("../../shared/cases/replies").join(file);
        let Ok(lines) = fs::read_to_string(path) else { continue };
        for (at, line) in lines.lines().enumerate() {
            let case: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
            if let Some(reply) = case["reply"].as_str() {
                seeds.push(seed(at % SUBJECTS.len(), reply));
            }
        }
    }
    seeds.extend(values());
    seeds
}

/// Outputs made from the schemas, as JSON.
#[must_use]
pub fn values() -> Vec<Vec<u8>> {
    let mut random = Random::new(1);
    let mut seeds = Vec::new();
    for (at, subject) in SUBJECTS.iter().enumerate() {
        for round in 0..8 {
            let bytes = random.bytes(100);
            let value = instance::output(subject.schema, &mut Choices::new(&bytes));
            let text = if round % 2 == 0 { value.to_string() } else { format!("{value:#}") };
            seeds.push(seed(at, &text));
        }
    }
    seeds
}

fn seed(subject: usize, reply: &str) -> Vec<u8> {
    let mut seed = vec![u8::try_from(subject).unwrap_or_default()];
    seed.extend(reply.bytes());
    seed
}
