//! Schemas that are changed at random: generated, some compiled, their verdicts compared with an oracle's.

mod change;
mod finding;
mod instances;
mod minimise;
mod oracle;
mod places;
mod random;
mod values;
mod worker;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::Value;

use self::finding::{Found, Trouble};
use self::random::Random;
use self::values::write;
use self::worker::{Silence, Worker};
use crate::batch::{Outcome, Verdict, run};
use crate::cases::{Case, Test};
use crate::generate::Generated;

pub(crate) use self::worker::{serve, worker_folder};

/// Longer schemas are left out: they take long to compile and to make smaller.
const LONGEST_SCHEMA: usize = 20_000;
const LONGEST_INSTANCE: usize = 20_000;
/// A generation that takes longer is a finding.
const LONGEST_GENERATION: Duration = Duration::from_secs(5);
/// While such a finding is made smaller, a generation that takes longer is one, too.
const LONG_GENERATION: Duration = Duration::from_secs(2);
/// One in so many generated modules is compiled.
const COMPILED: usize = 4;
/// One in so many schemas is not a real one.
const INVENTED: usize = 3;
/// So many findings of one crate are looked into; the others will come again.
const LOOKED_INTO: usize = 4;

/// A run.
pub(crate) struct Campaign {
    cases: Vec<Case>,
    seed: u64,
    batch: usize,
    out: PathBuf,
    worker: Worker,
    found: Found,
    figures: Figures,
}

#[derive(Default)]
struct Figures {
    mutated: usize,
    refused: usize,
    generated: usize,
    compiled: usize,
    instances: usize,
    compared: usize,
}

/// A schema with one instance.
#[derive(Clone)]
struct Sample {
    schema: Value,
    instance: Value,
}

impl Campaign {
    pub(crate) fn new(mut cases: Vec<Case>, seed: u64, batch: usize, out: &Path) -> Self {
        cases.retain(|case| case.schema.to_string().len() <= LONGEST_SCHEMA);
        let (out, worker) = (out.to_owned(), Worker::start(out));
        let (found, figures) = (Found::default(), Figures::default());
        Self { cases, seed, batch, out, worker, found, figures }
    }

    /// Goes on for that long; `true` if nothing was found.
    pub(crate) fn run(mut self, time: Duration) -> bool {
        let start = Instant::now();
        while start.elapsed() < time && !self.cases.is_empty() {
            let batch = self.fill();
            let outcomes = run(&self.out, &batch);
            let mut left = LOOKED_INTO;
            for ((case, _), outcome) in batch.iter().zip(outcomes) {
                if let Some((sample, trouble)) = self.judge(case, outcome)
                    && left > 0
                {
                    left -= usize::from(self.look_into(&case.id, sample, &trouble));
                }
            }
            self.figures.print(start.elapsed());
        }
        self.found.is_empty()
    }

    /// Changes schemas until a crate is full.
    fn fill(&mut self) -> Vec<(Case, String)> {
        let mut batch = Vec::new();
        while batch.len() < self.batch {
            self.figures.mutated += 1;
            let mut random = Random::new(self.seed, self.figures.mutated as u64);
            let invented = random.one_in(INVENTED).then(|| change::invent(&mut random));
            let host = invented.as_ref().unwrap_or_else(|| random.pick(&self.cases));
            let schema = change::mutate(host, &self.cases, &mut random);
            let name = format!("S{:05}", batch.len());
            let id = format!("{} of {} ({})", self.figures.mutated, self.seed, host.id);
            let tests = instances_of(host, &schema, &mut random);
            match self.generate(&name, &write(&schema)) {
                Ok(None) => self.figures.refused += 1,
                Ok(Some(source)) => {
                    self.figures.generated += 1;
                    if self.figures.generated.is_multiple_of(COMPILED) {
                        batch.push((Case { id, schema, tests, name }, source));
                    }
                }
                Err(trouble) => {
                    self.look_into(&id, Sample { schema, instance: Value::Null }, &trouble);
                }
            }
        }
        batch
    }

    /// The module; none if the schema is refused.
    fn generate(&mut self, name: &str, text: &str) -> Result<Option<String>, Trouble> {
        // Once one was found, it would be found again and again.
        let is_known = self.found.knows(&Trouble::Slow);
        let limit = if is_known { LONG_GENERATION } else { LONGEST_GENERATION };
        let mut made = self.worker.generate(name, text, limit);
        if !is_known && matches!(made, Err(Silence::Hangs)) {
            // The machine may have been busy.
            made = self.worker.generate(name, text, LONGEST_GENERATION * 2);
        }
        match made {
            Ok(Generated::Source(source)) => Ok(Some(source)),
            Ok(Generated::Refused(..)) => Ok(None),
            Ok(Generated::Panicked(how)) => Err(Trouble::Panicked(how)),
            Err(Silence::Hangs) => Err(Trouble::Slow),
            Err(Silence::Died(how)) => Err(Trouble::Died(how)),
        }
    }

    /// Counts an outcome; the first trouble with it.
    fn judge(&mut self, case: &Case, outcome: Outcome) -> Option<(Sample, Trouble)> {
        if let Outcome::Verdicts(verdicts) = &outcome {
            self.figures.compiled += 1;
            self.figures.instances += verdicts.len();
        }
        let troubles = troubles(&mut self.worker, case, outcome, &mut self.figures.compared);
        let (at, trouble) =
            troubles.into_iter().enumerate().find_map(|(at, one)| Some((at, one?)))?;
        let instance = case.tests.get(at).map(|test| parse(&test.data)).unwrap_or_default();
        Some((Sample { schema: case.schema.clone(), instance }, trouble))
    }

    /// Makes a finding small and tells it, if it is new; `false` if it was known at once.
    fn look_into(&mut self, id: &str, mut sample: Sample, trouble: &Trouble) -> bool {
        if self.found.knows(trouble) {
            return false;
        }
        let mut last = trouble.clone();
        for _ in 0..2 {
            let instance = sample.instance.clone();
            sample.schema = minimise::minimise(sample.schema, true, |schemas| {
                let samples = schemas
                    .iter()
                    .map(|schema| Sample { schema: schema.clone(), instance: instance.clone() });
                self.keeps(&samples.collect::<Vec<_>>(), trouble, &mut last)
            });
            if !trouble.needs_instance() {
                break;
            }
            let schema = sample.schema.clone();
            sample.instance = minimise::minimise(sample.instance, false, |instances| {
                let samples = instances
                    .iter()
                    .map(|instance| Sample { schema: schema.clone(), instance: instance.clone() });
                self.keeps(&samples.collect::<Vec<_>>(), trouble, &mut last)
            });
        }
        // What is told is said of the smallest schema.
        self.keeps(std::slice::from_ref(&sample), trouble, &mut last);
        self.found.tell(id, &write(&sample.schema), &sample.instance, &last);
        true
    }

    /// Whether the samples show the same trouble.
    fn keeps(&mut self, samples: &[Sample], trouble: &Trouble, last: &mut Trouble) -> Vec<bool> {
        let mut kept = vec![false; samples.len()];
        let mut batch = Vec::new();
        let mut places = Vec::new();
        let mut note = |at: usize, found: &Trouble, kept: &mut [bool]| {
            kept[at] = found.is_like(trouble);
            if kept[at] {
                *last = found.clone();
            }
        };
        for (at, Sample { schema, instance }) in samples.iter().enumerate() {
            let name = format!("S{:05}", batch.len());
            if matches!(trouble, Trouble::Slow) {
                // Each may take long, so the first will do.
                let made = self.worker.generate(&name, &write(schema), LONG_GENERATION);
                if matches!(made, Err(Silence::Hangs)) {
                    kept[at] = true;
                    return kept;
                }
                continue;
            }
            match self.generate(&name, &write(schema)) {
                Ok(Some(source)) if trouble.needs_compiler() => {
                    let tests = vec![Test { is_valid: true, data: instance.to_string() }];
                    let case = Case { id: String::new(), schema: schema.clone(), tests, name };
                    batch.push((case, source));
                    places.push(at);
                }
                Ok(_) => {}
                Err(found) => note(at, &found, &mut kept),
            }
        }
        let outcomes = run(&self.out, &batch);
        for (((case, _), outcome), at) in batch.iter().zip(outcomes).zip(places) {
            let found = troubles(&mut self.worker, case, outcome, &mut 0);
            if let Some(found) = found.into_iter().flatten().next() {
                note(at, &found, &mut kept);
            }
        }
        kept
    }
}

/// The trouble with each instance; one entry if it was not compiled.
fn troubles(
    worker: &mut Worker,
    case: &Case,
    outcome: Outcome,
    compared: &mut usize,
) -> Vec<Option<Trouble>> {
    let verdicts = match outcome {
        Outcome::NotCompiled(said) => return vec![Some(Trouble::NotCompiled(said))],
        Outcome::Verdicts(verdicts) => verdicts,
    };
    let instances: Vec<Value> = case.tests.iter().map(|test| parse(&test.data)).collect();
    let judged = worker.judge(&write(&case.schema), &instances);
    let pairs = instances.iter().zip(verdicts).enumerate().map(|(at, (instance, verdict))| {
        if let Verdict::Crashed(how) = verdict {
            return Some(Trouble::Crashed(how));
        }
        let is_valid = judged.as_ref()?.get(at)?;
        if !instances::has_plain_numbers(instance) {
            return None;
        }
        *compared += 1;
        match (is_valid, verdict) {
            (true, Verdict::Rejected(error)) => Some(Trouble::Rejected(error)),
            (false, Verdict::Accepted) => Some(Trouble::Accepted),
            _ => None,
        }
    });
    pairs.collect()
}

/// Instances of the case, and changed ones.
fn instances_of(host: &Case, schema: &Value, random: &mut Random) -> Vec<Test> {
    let own = host.tests.iter().filter(|test| test.data.len() <= LONGEST_INSTANCE).take(8);
    let own: Vec<Value> = own.map(|test| parse(&test.data)).collect();
    let pool = change::pool(schema, host);
    let mut all = own.clone();
    for _ in 0..8 {
        let from = if own.is_empty() { Value::Null } else { random.pick(&own).clone() };
        all.push(instances::mutate(&from, &pool, random));
    }
    all.into_iter().map(|value| Test { is_valid: true, data: value.to_string() }).collect()
}

fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

impl Figures {
    fn print(&self, time: Duration) {
        println!(
            "{:5} s: {} mutated, {} refused, {} generated, {} compiled, {} instances read, {} compared",
            time.as_secs(),
            self.mutated,
            self.refused,
            self.generated,
            self.compiled,
            self.instances,
            self.compared
        );
    }
}
