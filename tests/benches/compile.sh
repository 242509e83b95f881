#!/usr/bin/env bash
# Times the compiler on 100 generated signatures, beside the same types with serde's derives.
#
#   tests/benches/compile.sh [RUNS]     default: 5
#
# The signatures are those of schemas/, 25 copies of each. tests/benches/compile/ holds their types as a user of serde
# writes them: docs, and derives of Clone, Debug, PartialEq, Serialize and Deserialize. Ours has more in it: the prompts,
# the partial types, readers that report all errors.
#
#   types   a library of nothing else. Serde's impls are generic, so the compiler makes no machine code of them here.
#   used    the same library, and two functions for each signature: read the outputs from JSON, write them as JSON.
#
# Dependencies are built before. Each time is of one crate compiled whole (no incremental compilation), the two in turn;
# the medians are printed, and their ratio. CPU time (user and system) is steadier than the clock on a busy machine.
set -euo pipefail
shopt -s inherit_errexit

runs=${1:-5}
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CARGO_INCREMENTAL=0 CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$root/target}

# A line for each kind of signature: file, title, module.
signatures="answer_question AnswerQuestion answer_question
insurance_claim InsuranceClaimInfo insurance_claim_info
plan_errands PlanErrands plan_errands
triage_ticket TriageTicket triage_ticket"

crate() { # name, dependencies
    mkdir -p "$work/$1/src"
    cat >"$work/$1/Cargo.toml" <<TOML
[package]
name = "$1"
version = "0.0.0"
edition = "2024"

[features]
used = []

[dependencies]
$2
TOML
}

make_crates() {
    printf '[workspace]\nresolver = "3"\nmembers = ["ours", "peer"]\n' >"$work/Cargo.toml"
    cp "$root/Cargo.lock" "$work"
    crate ours "sigcodegen-runtime = { path = \"$root/runtime\" }"
    crate peer 'serde = { version = "1", features = ["derive"] }
serde_json = "1"'
    mkdir "$work/schemas"
    while read -r file title module; do
        grep -q "\"title\": \"$title\"" "$root/schemas/$file.json"
        for copy in {0..24}; do
            sed "s/\"$title\"/\"$title$copy\"/" "$root/schemas/$file.json" >"$work/schemas/$title$copy.json"
            sed "s/\b$title\(In\|Out\)put/$title$copy\1put/" "$root/tests/benches/compile/$file.rs" \
                >"$work/peer/src/$module$copy.rs"
            echo "pub mod $module$copy;" >>"$work/peer/src/lib.rs"
            use_one ours crate "sigcodegen_runtime::json::from_str(text).ok()" "Some(sigcodegen_runtime::json::to_string(value))"
            use_one peer "crate::$module$copy" "serde_json::from_str(text).ok()" "serde_json::to_string(value).ok()"
        done
    done <<<"$signatures"
    printf '#[cfg(feature = "used")]\npub mod used;\n' | tee -a "$work/peer/src/lib.rs" >"$work/ours/src/lib.rs"
    echo 'include!("signatures.rs");' >>"$work/ours/src/lib.rs"
    cargo run --quiet --manifest-path "$root/Cargo.toml" -p sigcodegen -- \
        gen "$work/schemas" --out "$work/generated" --quiet
    mv "$work"/generated/*.rs "$work/ours/src/"
}

use_one() { # crate, module of the type, how to read, how to write; and $title$copy
    cat >>"$work/$1/src/used.rs" <<RUST
pub fn read_$module$copy(text: &str) -> Option<$2::$title${copy}Output> {
    $3
}
pub fn write_$module$copy(value: &$2::$title${copy}Output) -> Option<String> {
    $4
}
RUST
}

# Compiles one crate whole. Prints real and CPU time in milliseconds.
compile() { # crate, arguments of cargo
    local name=$1 times real user system
    shift
    touch "$work/$name/src/lib.rs"
    times=$({ TIMEFORMAT='%3R %3U %3S'; time cargo "$@" --quiet --manifest-path "$work/Cargo.toml" -p "$name" >&2; } 2>&1) ||
        { echo "$times" >&2; exit 1; }
    read -r real user system <<<"${times//./}"
    echo "$((10#$real)) $((10#$user + 10#$system))"
}

median() { sort -n | awk '{ all[NR] = $1 } END { print (all[int((NR + 1) / 2)] + all[int(NR / 2) + 1]) / 2 }'; }

row() { # title, arguments of cargo
    local title=$1 name run
    shift
    for name in ours peer; do
        compile "$name" "$@" >/dev/null # dependencies
        : >"$work/$name.times"
    done
    for ((run = 0; run < runs; run++)); do
        for name in ours peer; do compile "$name" "$@" >>"$work/$name.times"; done
    done
    local ours_real ours_cpu peer_real peer_cpu
    ours_real=$(cut -d' ' -f1 "$work/ours.times" | median) ours_cpu=$(cut -d' ' -f2 "$work/ours.times" | median)
    peer_real=$(cut -d' ' -f1 "$work/peer.times" | median) peer_cpu=$(cut -d' ' -f2 "$work/peer.times" | median)
    awk -v title="$title" -v a="$ours_real" -v b="$peer_real" -v c="$ours_cpu" -v d="$peer_cpu" 'BEGIN {
        printf "%-16s %8.2f %8.2f %6.2f   %8.2f %8.2f %6.2f\n", title, a/1e3, b/1e3, a/b, c/1e3, d/1e3, c/d }'
}

make_crates
echo "100 signatures; lines: ours $(cat "$work"/ours/src/*.rs | wc -l), serde $(cat "$work"/peer/src/*.rs | wc -l); medians of $runs runs, in seconds"
printf '%-16s %26s   %26s\n' '' 'clock' 'CPU'
printf '%-16s %8s %8s %6s   %8s %8s %6s\n' '' ours serde ratio ours serde ratio
row 'check, types' check
row 'dev, types' build
row 'dev, used' build --features used
row 'release, types' build --release
row 'release, used' build --release --features used
