//! Runs a target on random inputs, without a fuzzer: `random TARGET SECONDS SEED`.
//!
//! Inputs that fail are made smaller and written to `found/`, one for each kind of failure.

use std::any::Any;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fs, panic};

use sigcodegen_fuzz::target::{Input, TARGETS, Target};
use sigcodegen_fuzz::{Random, mutate, seeds, shrink};

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let target = args.first().and_then(|name| TARGETS.iter().find(|one| one.name == name));
    let (Some(target), Some(Ok(seconds)), Some(Ok(seed))) =
        (target, args.get(1).map(|text| text.parse()), args.get(2).map(|text| text.parse()))
    else {
        let names = TARGETS.map(|target| target.name).join(", ");
        eprintln!("usage: random TARGET SECONDS SEED\ntargets: {names}");
        return ExitCode::FAILURE;
    };
    panic::set_hook(Box::new(|_| {}));
    let found = run(target, Duration::from_secs(seconds), &mut Random::new(seed));
    for (kind, (count, input)) in &found {
        report(target, kind, *count, input);
    }
    if found.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Kinds of failure: how often each came, and the smallest input.
type Found = BTreeMap<String, (usize, Vec<u8>)>;

fn run(target: &Target, time: Duration, random: &mut Random) -> Found {
    let seeds = match target.input {
        Input::Reply => seeds::replies(),
        Input::Json => seeds::values(),
        Input::Choices => Vec::new(),
    };
    let mut inputs = seeds.clone();
    let running = &Path::new("found").join(format!("{}-running", target.name));
    let _ = fs::create_dir_all("found");
    let (mut found, mut count, start) = (Found::new(), 0_usize, Instant::now());
    while start.elapsed() < time {
        let input = inputs.pop().unwrap_or_else(|| match target.input {
            Input::Choices => {
                let count = 8 + random.below(200);
                random.bytes(count)
            }
            _ => mutate(&seeds[random.below(seeds.len())], random),
        });
        count += 1;
        // What ends the process, such as an overflow of the stack, leaves its input there. Writing takes longer than
        // reading a reply does, so mutated replies go without.
        if target.input == Input::Choices {
            let _ = fs::write(running, &input);
        }
        if let Some(message) = failure(target, &input) {
            found.entry(kind(&message)).or_insert((0, input)).0 += 1;
        }
    }
    let _ = fs::remove_file(running);
    println!("{}: {count} inputs, {} kinds of failure", target.name, found.len());
    for (kind_of, (_, input)) in &mut found {
        let fails =
            |less: &[u8]| failure(target, less).is_some_and(|message| kind(&message) == *kind_of);
        *input = shrink(input, fails);
    }
    found
}

fn failure(target: &Target, input: &[u8]) -> Option<String> {
    let said = panic::catch_unwind(|| (target.run)(input)).err()?;
    Some(text(&*said))
}

fn text(said: &(dyn Any + Send)) -> String {
    let text = said.downcast_ref::<String>().cloned();
    text.or_else(|| said.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
}

/// What a failure is of: its message up to the first colon. `assert_eq` puts words of its own before it.
fn kind(message: &str) -> String {
    let message = message.strip_prefix("assertion `left == right` failed: ").unwrap_or(message);
    message.split(':').next().unwrap_or_default().to_owned()
}

fn report(target: &Target, kind: &str, count: usize, input: &[u8]) {
    let name: String =
        kind.chars().map(|sign| if sign.is_ascii_alphanumeric() { sign } else { '_' }).collect();
    let path = Path::new("found").join(format!("{}-{}", target.name, &name[..name.len().min(60)]));
    let written = fs::create_dir_all("found").and_then(|()| fs::write(&path, input));
    if let Err(error) = written {
        eprintln!("{}: {error}", path.display());
    }
    println!("\n== {kind} ({count} times) {}", path.display());
    println!(
        "input {:?} {:?}",
        input.first(),
        String::from_utf8_lossy(input.get(1..).unwrap_or_default())
    );
    println!("{}", failure(target, input).unwrap_or_default());
}
