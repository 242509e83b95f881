//! Reading a damaged claim beside crates that repair JSON, from the same text to a type in one process.
//!
//! - Ours reads the type at once, from a chat reply with its marker.
//! - `llm_json` writes valid JSON, which serde reads.
//! - `json_partial` and `tryparse` make a value of their own, which becomes a value of serde's, and then the type.
//!
//! The peers get the text without the marker. What each of them reads is checked and printed first: a peer that reads
//! something else, or nothing, is timed on less than the whole work.

#[path = "../../../benches/serde_claim/mod.rs"]
mod serde_claim;
#[path = "../../../benches/texts/mod.rs"]
mod texts;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use json_partial::jsonish;
use serde_claim::Claim;
use sigcodegen_peers_repair::InsuranceClaimInfo;
use sigcodegen_runtime::{Reading, Reply};

/// Bytes.
const SIZES: [usize; 3] = [10_000, 100_000, 1_000_000];

type Reader = fn(&str) -> Option<Claim>;

const PEERS: [(&str, Reader); 4] = [
    ("serde_json", by_serde_json),
    ("llm_json", by_llm_json),
    ("json_partial", by_json_partial),
    ("tryparse", by_tryparse),
];

fn main() {
    check();
    divan::main();
}

/// Says who reads what.
fn check() {
    let right_of = |text: &str| format!("{:?}", by_serde_json(text).expect("the claim is valid"));
    let right = right_of(texts::valid());
    let ours = read(&chat(texts::DAMAGED)).output.map(|output| output.claim);
    let ours = ours.map(|claim| format!("{claim:?}").replace("Insurance", ""));
    assert_eq!(ours.as_ref(), Ok(&right), "ours reads it");
    let (long, right_long) =
        (texts::long_damaged(SIZES[0]), right_of(&texts::long_valid(SIZES[0])));
    let texts = [
        ("valid", texts::valid(), right.as_str()),
        ("damaged", texts::DAMAGED, right.as_str()),
        ("damaged, longer", long.as_str(), right_long.as_str()),
    ];
    for (name, read) in PEERS {
        for (kind, text, right) in texts {
            let verdict = match read(text) {
                Some(claim) if format!("{claim:?}") == right => "right",
                Some(_) => "wrong",
                None => "not read",
            };
            println!("{name}, {kind}: {verdict}");
        }
    }
}

fn read(reply: &str) -> Reading<InsuranceClaimInfo> {
    Reading::of_sections(&Reply::new(reply))
}

fn chat(value: &str) -> String {
    format!("[[ ## claim ## ]]\n{value}\n\n[[ ## completed ## ]]")
}

fn by_serde_json(text: &str) -> Option<Claim> {
    serde_json::from_str(text).ok()
}

fn by_llm_json(text: &str) -> Option<Claim> {
    let repaired = llm_json::repair_json(text, &llm_json::RepairOptions::default()).ok()?;
    serde_json::from_str(&repaired).ok()
}

fn by_json_partial(text: &str) -> Option<Claim> {
    let value = jsonish::parse(text, jsonish::ParseOptions::default()).ok()?;
    let value = jsonish::jsonish_to_serde(&value);
    // Prose and a fence become a list of what may be meant.
    if let serde_json::Value::Array(found) = value {
        return found.into_iter().find_map(|one| serde_json::from_value(one).ok());
    }
    serde_json::from_value(value).ok()
}

fn by_tryparse(text: &str) -> Option<Claim> {
    tryparse::parse(text).ok()
}

mod damaged {
    use super::{Bencher, Reader, black_box, chat, read, texts};

    #[divan::bench(sample_size = 50)]
    fn ours(bencher: Bencher) {
        let text = chat(texts::DAMAGED);
        bencher.bench_local(|| read(black_box(&text)).output.is_ok());
    }

    #[divan::bench(sample_size = 5)]
    fn llm_json(bencher: Bencher) {
        peer(bencher, super::by_llm_json);
    }

    #[divan::bench(sample_size = 5)]
    fn json_partial(bencher: Bencher) {
        peer(bencher, super::by_json_partial);
    }

    #[divan::bench(sample_size = 5)]
    fn tryparse(bencher: Bencher) {
        peer(bencher, super::by_tryparse);
    }

    fn peer(bencher: Bencher, read: Reader) {
        bencher.bench_local(|| read(black_box(texts::DAMAGED)).is_some());
    }
}

mod valid {
    use super::{Bencher, Reader, black_box, chat, read, texts};

    #[divan::bench(sample_size = 50)]
    fn ours(bencher: Bencher) {
        let text = chat(texts::valid());
        bencher.bench_local(|| read(black_box(&text)).output.is_ok());
    }

    #[divan::bench(sample_size = 50)]
    fn serde_json(bencher: Bencher) {
        peer(bencher, super::by_serde_json);
    }

    #[divan::bench(sample_size = 5)]
    fn llm_json(bencher: Bencher) {
        peer(bencher, super::by_llm_json);
    }

    #[divan::bench(sample_size = 5)]
    fn json_partial(bencher: Bencher) {
        peer(bencher, super::by_json_partial);
    }

    #[divan::bench(sample_size = 5)]
    fn tryparse(bencher: Bencher) {
        peer(bencher, super::by_tryparse);
    }

    fn peer(bencher: Bencher, read: Reader) {
        bencher.bench_local(|| read(black_box(texts::valid())).is_some());
    }
}

/// The damaged claim with more objects.
mod size {
    use super::{Bencher, BytesCount, Reader, SIZES, black_box, chat, read, texts};

    #[divan::bench(args = SIZES, max_time = 2)]
    fn ours(bencher: Bencher, size: usize) {
        let text = chat(&texts::long_damaged(size));
        bencher
            .counter(BytesCount::of_str(&text))
            .bench_local(|| read(black_box(&text)).output.is_ok());
    }

    #[divan::bench(args = SIZES, max_time = 2, sample_count = 10, sample_size = 1)]
    fn llm_json(bencher: Bencher, size: usize) {
        peer(bencher, size, super::by_llm_json);
    }

    #[divan::bench(args = SIZES, max_time = 2, sample_count = 10, sample_size = 1)]
    fn json_partial(bencher: Bencher, size: usize) {
        peer(bencher, size, super::by_json_partial);
    }

    #[divan::bench(args = SIZES, max_time = 2, sample_count = 10, sample_size = 1)]
    fn tryparse(bencher: Bencher, size: usize) {
        peer(bencher, size, super::by_tryparse);
    }

    /// Of the same claim without slips.
    #[divan::bench(args = SIZES, max_time = 2)]
    fn serde_json_valid(bencher: Bencher, size: usize) {
        let text = texts::long_valid(size);
        bencher
            .counter(BytesCount::of_str(&text))
            .bench_local(|| super::by_serde_json(black_box(&text)).is_some());
    }

    fn peer(bencher: Bencher, size: usize, read: Reader) {
        let text = texts::long_damaged(size);
        bencher.counter(BytesCount::of_str(&text)).bench_local(|| read(black_box(&text)).is_some());
    }
}
