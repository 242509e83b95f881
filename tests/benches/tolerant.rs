//! Reading replies with slips beside valid ones, at sizes from a kilobyte to ten megabytes.
//!
//! `claim` is one reply: what a slip costs. `size` shows that time grows as the reply does, `flood` that it does so on
//! hostile text too: bytes per second are to stay the same. Peers that repair JSON are in `tests/peers`.

mod serde_claim;
mod texts;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use serde_claim::Claim;
use sigcodegen_runtime::{Reading, Reply, Strictness};
use sigcodegen_tests::InsuranceClaimInfo;
use sigcodegen_tests::insurance_claim_info::InsuranceClaim;

const MARKER: &str = "[[ ## claim ## ]]\n";
/// Bytes.
const SIZES: [usize; 4] = [10_000, 100_000, 1_000_000, 10_000_000];

fn main() {
    check();
    divan::main();
}

/// All read the same, so none is timed on failing.
fn check() {
    let strict: InsuranceClaim =
        sigcodegen_runtime::json::from_str(texts::valid()).expect("the claim is valid");
    let tolerant = read(&chat(texts::DAMAGED), Strictness::Tolerant);
    let damaged = tolerant.output.expect("the damaged claim can be read").claim;
    assert_eq!(damaged, strict);
    assert!(!tolerant.repairs.is_empty());
    for strictness in [Strictness::Strict, Strictness::Tolerant] {
        assert!(read(&chat(&texts::long_valid(SIZES[0])), strictness).repairs.is_empty());
    }
    assert!(read(&chat(&texts::long_damaged(SIZES[0])), Strictness::Tolerant).output.is_ok());
    let theirs: Claim = serde_json::from_str(texts::valid()).expect("the claim is valid");
    assert_eq!(format!("{strict:?}").replace("Insurance", ""), format!("{theirs:?}"));
}

fn read(reply: &str, strictness: Strictness) -> Reading<InsuranceClaimInfo> {
    Reading::of_sections(&Reply::new(reply).strictness(strictness))
}

fn chat(value: &str) -> String {
    format!("{MARKER}{value}\n\n[[ ## completed ## ]]")
}

mod claim {
    use super::{Bencher, Claim, InsuranceClaim, Strictness, black_box, chat, read, texts};

    /// The JSON alone.
    #[divan::bench(sample_size = 200)]
    fn ours_json_valid(bencher: Bencher) {
        bencher.bench_local(|| {
            sigcodegen_runtime::json::from_str::<InsuranceClaim>(black_box(texts::valid())).is_ok()
        });
    }

    #[divan::bench(sample_size = 200)]
    fn ours_strict_valid(bencher: Bencher) {
        let text = chat(texts::valid());
        bencher.bench_local(|| read(black_box(&text), Strictness::Strict).output.is_ok());
    }

    #[divan::bench(sample_size = 200)]
    fn ours_tolerant_valid(bencher: Bencher) {
        let text = chat(texts::valid());
        bencher.bench_local(|| read(black_box(&text), Strictness::Tolerant).output.is_ok());
    }

    #[divan::bench(sample_size = 200)]
    fn ours_tolerant_damaged(bencher: Bencher) {
        let text = chat(texts::DAMAGED);
        bencher.bench_local(|| read(black_box(&text), Strictness::Tolerant).output.is_ok());
    }

    #[divan::bench(sample_size = 200)]
    fn serde_json_valid(bencher: Bencher) {
        bencher.bench_local(|| serde_json::from_str::<Claim>(black_box(texts::valid())).is_ok());
    }

    #[divan::bench(sample_size = 200)]
    fn sonic_rs_valid(bencher: Bencher) {
        bencher.bench_local(|| sonic_rs::from_str::<Claim>(black_box(texts::valid())).is_ok());
    }
}

mod size {
    use super::{Bencher, BytesCount, Claim, SIZES, Strictness, black_box, chat, read, texts};

    #[divan::bench(args = SIZES, max_time = 2)]
    fn ours_strict_valid(bencher: Bencher, size: usize) {
        ours(bencher, &chat(&texts::long_valid(size)), Strictness::Strict);
    }

    #[divan::bench(args = SIZES, max_time = 2)]
    fn ours_tolerant_valid(bencher: Bencher, size: usize) {
        ours(bencher, &chat(&texts::long_valid(size)), Strictness::Tolerant);
    }

    #[divan::bench(args = SIZES, max_time = 2)]
    fn ours_tolerant_damaged(bencher: Bencher, size: usize) {
        ours(bencher, &chat(&texts::long_damaged(size)), Strictness::Tolerant);
    }

    #[divan::bench(args = SIZES, max_time = 2)]
    fn serde_json_valid(bencher: Bencher, size: usize) {
        let text = texts::long_valid(size);
        bencher
            .counter(BytesCount::of_str(&text))
            .bench_local(|| serde_json::from_str::<Claim>(black_box(&text)).is_ok());
    }

    #[divan::bench(args = SIZES, max_time = 2)]
    fn sonic_rs_valid(bencher: Bencher, size: usize) {
        let text = texts::long_valid(size);
        bencher
            .counter(BytesCount::of_str(&text))
            .bench_local(|| sonic_rs::from_str::<Claim>(black_box(&text)).is_ok());
    }

    fn ours(bencher: Bencher, text: &str, strictness: Strictness) {
        bencher
            .counter(BytesCount::of_str(text))
            .bench_local(|| read(black_box(text), strictness).output.is_ok());
    }
}

/// Text that would lead a slower reader astray. None of it is a claim.
mod flood {
    use super::{Bencher, BytesCount, MARKER, Strictness, black_box, read};

    const PIECES: [(&str, &str); 8] = [
        ("markers", "[[ ## claim ## ]]\n"),
        ("half_markers", "[[ ## "),
        ("quotes", "\""),
        ("braces", "{"),
        ("brackets", "["),
        ("pairs", "{}"),
        ("open_keys", "{\"a\":"),
        ("fences", "```json\n{"),
    ];

    #[divan::bench(args = PIECES.map(|(name, _)| name), sample_count = 10, sample_size = 1)]
    fn megabyte(bencher: Bencher, name: &str) {
        flood(bencher, name, 1_000_000);
    }

    #[divan::bench(args = PIECES.map(|(name, _)| name), sample_count = 3, sample_size = 1)]
    fn ten_megabytes(bencher: Bencher, name: &str) {
        flood(bencher, name, 10_000_000);
    }

    /// Deeper than the reader follows.
    #[divan::bench(sample_count = 100, sample_size = 10)]
    fn ten_thousand_brackets(bencher: Bencher) {
        flood(bencher, "brackets", 10_000);
    }

    fn flood(bencher: Bencher, name: &str, size: usize) {
        let piece = PIECES.iter().find(|(own, _)| *own == name).map_or("", |(_, piece)| piece);
        let text = format!("{MARKER}{}", piece.repeat(size / piece.len()));
        bencher
            .counter(BytesCount::of_str(&text))
            .bench_local(|| read(black_box(&text), Strictness::Tolerant).output.is_err());
    }
}
