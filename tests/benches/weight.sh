#!/usr/bin/env bash
# The weight of a dependency on the runtime: crates, cold build, size of a minimal predictor.
#
#   tests/benches/weight.sh             ours
#   tests/benches/weight.sh --peer      and dspy-rs 0.7.3, which takes minutes
#
# Both programs have one signature with two fields, and are built with the release profile as cargo has it and
# `strip = true`. Ours runs on a scripted model; the peer's names a model server and is not run. `build` is the clock
# and the CPU time of a release build of the program with all that it needs, nothing built before; `runtime alone` is the
# same without the program. For scale: `empty` is a program that does nothing, and `serde_json` is that crate with
# serde's derives and no program, built just after ours on the same machine.
set -euo pipefail
shopt -s inherit_errexit

root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
generator_target=${CARGO_TARGET_DIR:-$root/target}
unset CARGO_TARGET_DIR

program() { # name, dependencies; the program on standard input
    mkdir -p "$work/$1/src"
    cat >"$work/$1/src/main.rs"
    cat >"$work/$1/Cargo.toml" <<TOML
[package]
name = "$1"
version = "0.0.0"
edition = "2024"

[workspace]

[profile.release]
strip = true

[dependencies]
$2
TOML
    cargo fetch --quiet --manifest-path "$work/$1/Cargo.toml"
}

crates() { # name, package: the package itself counts
    cargo tree --manifest-path "$work/$1/Cargo.toml" -p "$2" -e normal --prefix none --no-dedupe |
        sed 's/ (.*//' | sort -u | wc -l
}

# Builds with nothing built before. Prints seconds of the clock and of CPU.
build() { # name, arguments of cargo
    local name=$1 times real user system
    shift
    rm -rf "$work/$name/target"
    times=$({ TIMEFORMAT='%3R %3U %3S'; time cargo build --release --quiet \
        --manifest-path "$work/$name/Cargo.toml" "$@" >&2; } 2>&1) || { echo "$times" >&2; exit 1; }
    read -r real user system <<<"$(tail -n 1 <<<"$times")"
    awk -v clock="$real" -v user="$user" -v kernel="$system" 'BEGIN { printf "%.1f %.1f", clock, user + kernel }'
}

row() { # title, crates, clock, CPU, bytes
    printf '%-16s %7s %9s %9s %12s\n' "$@"
}

program empty '' <<<'fn main() {}'

CARGO_TARGET_DIR=$generator_target cargo run --quiet --manifest-path "$root/Cargo.toml" -p sigcodegen -- \
    gen "$root/schemas/answer_question.json" --out "$work/ours/src" --quiet
program ours "sigcodegen-runtime = { path = \"$root/runtime\" }" <<'RUST'
use sigcodegen_runtime::{Predict, ScriptedModel};

include!("signatures.rs");

fn main() {
    let lm = ScriptedModel::new(["[[ ## answer ## ]]\nParis\n\n[[ ## completed ## ]]\n"]);
    let input = AnswerQuestionInput { question: "The capital of France?".to_owned() };
    match Predict::<AnswerQuestion>::new().call_blocking(&lm, &input) {
        Ok(prediction) => println!("{}", prediction.output.answer),
        Err(error) => eprintln!("{error}"),
    }
}
RUST

program scale 'serde = { version = "1", features = ["derive"] }
serde_json = "1"' <<<'fn main() {}'

row '' crates 'clock, s' 'CPU, s' 'size, bytes'
times=$(build empty)
read -r clock cpu <<<"$times"
row empty 0 "$clock" "$cpu" "$(stat -c %s "$work/empty/target/release/empty")"
times=$(build ours -p sigcodegen-runtime)
read -r clock cpu <<<"$times"
row 'runtime alone' "$(crates ours sigcodegen-runtime)" "$clock" "$cpu" -
times=$(build scale -p serde_json -p serde)
read -r clock cpu <<<"$times"
row serde_json "$(crates scale scale | awk '{ print $1 - 1 }')" "$clock" "$cpu" -
times=$(build ours)
read -r clock cpu <<<"$times"
[ "$("$work/ours/target/release/ours")" = Paris ] || { echo 'the predictor gives a wrong answer' >&2; exit 1; }
row 'build, ours' "$(crates ours sigcodegen-runtime)" "$clock" "$cpu" "$(stat -c %s "$work/ours/target/release/ours")"
[ "${1:-}" = --peer ] || exit 0

program peer 'dspy-rs = "=0.7.3"
anyhow = "1"
schemars = "1"
serde = { version = "1", features = ["derive"] }
serde_json = "1"
tokio = { version = "1", features = ["full"] }' <<'RUST'
use dspy_rs::{ChatAdapter, LM, Predict, Predictor, Signature, configure, example};

#[Signature]
struct AnswerQuestion {
    /// Answer questions accurately and concisely.
    #[input(desc = "The question to answer")]
    question: String,
    #[output(desc = "A clear, direct answer")]
    answer: String,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let lm = LM::builder().base_url("http://localhost:8000/v1".to_owned()).build().await?;
    configure(lm, ChatAdapter);
    let input = example! { "question": "input" => "The capital of France?" };
    let prediction = Predict::new(AnswerQuestion::new()).forward(input).await?;
    println!("{}", prediction.get("answer", None));
    Ok(())
}
RUST
times=$(build peer)
read -r clock cpu <<<"$times"
row 'build, dspy-rs' "$(crates peer dspy-rs)" "$clock" "$cpu" "$(stat -c %s "$work/peer/target/release/peer")"
