//! A process that may hang or die: it generates, and asks the oracle.

use std::env;
use std::io::{BufRead, BufReader, Write, stdin};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::oracle::verdicts;
use crate::generate::{self, Generated};

const ARGUMENT: &str = "--worker";

/// A worker, started anew whenever it did not answer.
pub(crate) struct Worker {
    out: PathBuf,
    child: Child,
    questions: ChildStdin,
    answers: Receiver<String>,
}

/// Why there is no answer.
pub(crate) enum Silence {
    Hangs,
    Died(String),
}

impl Worker {
    pub(crate) fn start(out: &Path) -> Self {
        let program = env::current_exe().expect("this program has a path");
        let mut child = Command::new(program)
            .arg(ARGUMENT)
            .arg(out)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("this program runs");
        let questions = child.stdin.take().expect("it is piped");
        let output = child.stdout.take().expect("it is piped");
        let (sender, answers) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self { out: out.to_owned(), child, questions, answers }
    }

    /// Generates the type of a name from the text of a schema.
    pub(crate) fn generate(
        &mut self,
        name: &str,
        text: &str,
        limit: Duration,
    ) -> Result<Generated, Silence> {
        let answer = self.ask(&json!({ "name": name, "schema": text }), limit)?;
        let part = |key: &str| answer[key].as_str().map(str::to_owned);
        Ok(match (part("source"), part("panic")) {
            (Some(source), _) => Generated::Source(source),
            (_, Some(text)) => Generated::Panicked(text),
            _ => Generated::Refused(Vec::new(), part("refused").unwrap_or_default()),
        })
    }

    /// What the oracle says of instances, if it takes the schema.
    pub(crate) fn judge(&mut self, text: &str, instances: &[Value]) -> Option<Vec<bool>> {
        let question = json!({ "schema": text, "instances": instances });
        let answer = self.ask(&question, Duration::from_secs(5)).ok()?;
        answer.as_array()?.iter().map(Value::as_bool).collect()
    }

    fn ask(&mut self, question: &Value, limit: Duration) -> Result<Value, Silence> {
        let sent = writeln!(self.questions, "{question}").and_then(|()| self.questions.flush());
        let answer = match sent {
            Ok(()) => self.answers.recv_timeout(limit),
            Err(_) => Err(RecvTimeoutError::Disconnected),
        };
        let silence = match answer {
            Ok(answer) => return Ok(serde_json::from_str(&answer).unwrap_or_default()),
            Err(RecvTimeoutError::Timeout) => Silence::Hangs,
            Err(RecvTimeoutError::Disconnected) => {
                let status = self.child.wait();
                Silence::Died(status.map_or_else(|error| error.to_string(), |how| how.to_string()))
            }
        };
        let out = self.out.clone();
        *self = Self::start(&out);
        Err(silence)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The folder to serve in, if this process was started as a worker.
pub(crate) fn worker_folder() -> Option<PathBuf> {
    let mut arguments = env::args_os().skip(1);
    (arguments.next()? == ARGUMENT).then(|| arguments.next()).flatten().map(PathBuf::from)
}

/// Answers questions, one a line, until there are no more.
pub(crate) fn serve(out: &Path) {
    static PLACE: Mutex<String> = Mutex::new(String::new());
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        if let Ok(mut last) = PLACE.lock() {
            *last = place;
        }
    }));
    thread::spawn(watch);
    for line in stdin().lock().lines().map_while(Result::ok) {
        let Ok(question) = serde_json::from_str::<Value>(&line) else { continue };
        STEPS.fetch_add(1, Ordering::Relaxed);
        let text = question["schema"].as_str().unwrap_or_default();
        let answer = if let Some(instances) = question["instances"].as_array() {
            // A schema that it cannot read, or its panic, is none of our concern.
            let judged =
                std::panic::catch_unwind(|| verdicts(serde_json::from_str(text).ok()?, instances));
            judged.ok().flatten().map_or(Value::Null, Into::into)
        } else {
            match generate::generate(question["name"].as_str().unwrap_or_default(), text, out) {
                Generated::Source(source) => json!({ "source": source }),
                Generated::Refused(codes, _) => json!({ "refused": codes.join(", ") }),
                Generated::Panicked(text) => {
                    let place = PLACE.lock().map(|place| place.clone()).unwrap_or_default();
                    json!({ "panic": format!("{text} at {place}") })
                }
            }
        };
        println!("{answer}");
        STEPS.fetch_add(1, Ordering::Relaxed);
    }
}

/// Questions begun and questions done, together: odd while one is being answered.
static STEPS: AtomicUsize = AtomicUsize::new(0);

/// Ends this process when a question takes so long that nobody can still wait for the answer.
fn watch() {
    let mut last = 0;
    loop {
        thread::sleep(Duration::from_secs(30));
        let steps = STEPS.load(Ordering::Relaxed);
        if steps == last && steps % 2 == 1 {
            std::process::exit(3);
        }
        last = steps;
    }
}
