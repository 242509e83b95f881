//! The generator on 1,000 signatures: from scratch, with nothing changed, with one file changed.
//!
//! The signatures are those of `schemas/`, 250 copies of each, with titles of their own. The same bytes written
//! by `std::fs::write` alone show how much of a run the file system takes.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, io, process};

use divan::Bencher;
use sigcodegen::Builder;

const COPIES: usize = 250;

/// The signatures of `schemas/`, and the title of each.
const SCHEMAS: [(&str, &str); 4] = [
    ("AnswerQuestion", include_str!("../../schemas/answer_question.json")),
    ("InsuranceClaimInfo", include_str!("../../schemas/insurance_claim.json")),
    ("PlanErrands", include_str!("../../schemas/plan_errands.json")),
    ("TriageTicket", include_str!("../../schemas/triage_ticket.json")),
];

/// Everything that the benches write. Nothing is removed before the end: a file system takes longer to make a
/// file shortly after many were removed.
static ROOT: LazyLock<PathBuf> =
    LazyLock::new(|| env::temp_dir().join(format!("sigcodegen-bench-{}", process::id())));

fn main() {
    divan::main();
    if let Err(error) = fs::remove_dir_all(&*ROOT)
        && error.kind() != io::ErrorKind::NotFound
    {
        eprintln!("{}: {error}", ROOT.display());
    }
}

/// No file is written: reading, all stages, formatting.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn in_memory(bencher: Bencher) {
    let run = builder(&signatures());
    bencher.bench_local(|| run.generate().expect("the signatures are right"));
}

/// Into an empty folder.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn from_scratch(bencher: Bencher) {
    let run = builder(&signatures());
    bencher
        .with_inputs(|| run.clone().out_dir(fresh_folder()))
        .bench_local_values(|run| run.compile().expect("the signatures are right"));
}

/// What [`from_scratch`] writes, from memory.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn writing_alone(bencher: Bencher) {
    let files = builder(&signatures()).generate().expect("the signatures are right");
    bencher.with_inputs(fresh_folder).bench_local_refs(|folder| {
        for (name, text) in &files {
            fs::write(folder.join(name), text).expect("the folder can be written");
        }
    });
}

/// All is as a run before has left it.
#[divan::bench(sample_count = 100, sample_size = 1)]
fn nothing_changed(bencher: Bencher) {
    let run = builder(&signatures()).out_dir(fresh_folder());
    run.compile().expect("the signatures are right");
    bencher.bench_local(|| {
        let report = run.compile().expect("the signatures are right");
        assert!(report.was_fresh);
    });
}

/// One signature of the thousand was edited.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn one_changed(bencher: Bencher) {
    let folder = signatures();
    let run = builder(&folder).out_dir(fresh_folder());
    run.compile().expect("the signatures are right");
    let changed = folder.join("AnswerQuestion0.json");
    let text = fs::read_to_string(&changed).expect("the signature was written");
    let edits = AtomicUsize::new(0);
    let edit = || {
        let edit = format!("Edit {}.", edits.fetch_add(1, Ordering::Relaxed));
        let text = text.replacen("Answer questions accurately and concisely.", &edit, 1);
        fs::write(&changed, text).expect("the folder can be written");
    };
    bencher.with_inputs(edit).bench_local_values(|()| {
        let report = run.compile().expect("the signatures are right");
        assert!(!report.was_fresh);
    });
}

fn builder(signatures: &Path) -> Builder {
    Builder::new().signatures(signatures).rerun_lines(false)
}

/// A folder with the signatures.
fn signatures() -> PathBuf {
    let folder = fresh_folder();
    for (title, schema) in SCHEMAS {
        assert!(schema.contains(&format!("\"title\": \"{title}\"")), "{title} was renamed");
        for copy in 0..COPIES {
            let named = schema.replacen(&format!("\"{title}\""), &format!("\"{title}{copy}\""), 1);
            fs::write(folder.join(format!("{title}{copy}.json")), named)
                .expect("the folder can be written");
        }
    }
    folder
}

fn fresh_folder() -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let folder = ROOT.join(COUNT.fetch_add(1, Ordering::Relaxed).to_string());
    fs::create_dir_all(&folder).expect("the temporary folder can be written");
    folder
}
