//! Lines and compile time of the types of real schemas, beside typify's for the same schemas.
//!
//! ```text
//! cargo run --release --manifest-path tests/peers/typify/Cargo.toml -- [EVERY] [RUNS]
//!
//! EVERY   takes each so-manieth of ../shared/cases/schemas/mask.jsonl.gz beside the repository (default: 12)
//! RUNS    each time is the median of so many (default: 3)
//! ```
//!
//! Those schemas count that both generate and the compiler takes. Both as they are by default: typify's library with its
//! serde derives and without builders, ours with partial types, readers and writers. Each tool's modules are one crate.
//! Serde's impls are generic and cost little until they are used, so there is also a crate that reads one text by each
//! schema's type, and writes it. Dependencies are built before, nothing is incremental, the two take turns.

mod generate;
mod tool;

use std::collections::BTreeMap;
use std::path::Path;

use self::generate::{Module, Schema};
use self::tool::{Tool, median};

fn main() {
    if std::env::args().nth(1).as_deref() == Some(generate::CHILD) {
        return generate::child();
    }
    let number = |at: usize, default: usize| {
        let given = std::env::args().nth(at);
        given.map_or(default, |text| text.parse().expect("a number"))
    };
    let (every, runs) = (number(1, 12).max(1), number(2, 3).max(1));
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../../shared/cases/schemas/mask.jsonl.gz");
    let Ok(schemas) = generate::read(&file, every) else {
        println!("skipped: {} cannot be read", file.display());
        return;
    };
    compare(&schemas, runs);
}

fn compare(schemas: &[Schema], runs: usize) {
    let work = std::env::temp_dir().join("sigcodegen-typify");
    let [ours, peer] = Tool::both(&work);
    let mut modules = [BTreeMap::new(), BTreeMap::new()];
    for schema in schemas {
        modules[0]
            .extend(generate::ours(schema, &work).map(|module| (schema.name.clone(), module)));
        modules[1].extend(generate::typify(schema).map(|module| (schema.name.clone(), module)));
    }
    println!("{} schemas", schemas.len());
    println!("generated     ours {:4}   typify {:4}", modules[0].len(), modules[1].len());
    keep_common(&mut modules);
    println!("by both       {:4}", modules[0].len());
    // Both must compile.
    for (at, tool) in [&ours, &peer].into_iter().enumerate() {
        let failed = tool.drop_failing(&mut modules[at]);
        println!("of these not compiled, {}: {failed}", tool.name);
    }
    keep_common(&mut modules);
    let [our_modules, their_modules] = &modules;
    ours.write(our_modules);
    peer.write(their_modules);
    let count = our_modules.len();
    let lines =
        modules.each_ref().map(|modules| modules.values().map(Module::lines).sum::<usize>());
    println!("compared      {count:4}\n");
    println!("a schema            ours    typify   ratio");
    row("lines", lines.map(|lines| lines as f64 / count as f64));
    let mut larger: Vec<_> = our_modules.iter().zip(their_modules.values()).collect();
    larger.retain(|((_, ours), theirs)| ours.lines() > theirs.lines());
    println!("ours is longer for {} schemas", larger.len());
    for (title, command, features) in [
        ("check, types", "check", ""),
        ("dev, types", "build", ""),
        ("check, used", "check", "used"),
        ("dev, used", "build", "used"),
    ] {
        let mut times = [(); 2].map(|()| Vec::new());
        for run in 0..=runs {
            for (tool, times) in [&ours, &peer].into_iter().zip(&mut times) {
                let time = tool.time(command, features);
                // The first builds the dependencies.
                if run > 0 {
                    times.push(time);
                }
            }
        }
        let of = |part: fn(&(f64, f64)) -> f64| {
            times.each_ref().map(|times| median(times.iter().map(part).collect()) / count as f64)
        };
        row(&format!("{title}, s"), of(|time| time.0));
        row("  its CPU time, s", of(|time| time.1));
    }
    if std::env::var_os("LONGEST").is_some() {
        larger.sort_by_key(|((_, ours), theirs)| theirs.lines() as isize - ours.lines() as isize);
        for ((name, ours), theirs) in larger.into_iter().take(20) {
            println!("{name} ours {} typify {}", ours.lines(), theirs.lines());
        }
    }
}

fn keep_common([ours, theirs]: &mut [BTreeMap<String, Module>; 2]) {
    ours.retain(|name, _| theirs.contains_key(name));
    theirs.retain(|name, _| ours.contains_key(name));
}

fn row(title: &str, [ours, theirs]: [f64; 2]) {
    println!("{title:<18} {ours:7.4}  {theirs:8.4}  {:6.2}", ours / theirs);
}
