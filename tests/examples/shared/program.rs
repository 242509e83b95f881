//! Crates of generated modules: written, built and run.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// An input that takes longer is said to hang.
const LONGEST_READ: Duration = Duration::from_secs(20);

pub(crate) enum Built {
    Program(PathBuf),
    /// What the compiler says.
    Not(String),
}

/// Writes a crate that links the runtime: its manifest and, in `src`, the files.
pub(crate) fn write(folder: &Path, name: &str, files: &[(String, String)]) {
    let source = folder.join("src");
    let _ = fs::remove_dir_all(&source);
    fs::create_dir_all(&source).expect("the folder can be written");
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime");
    let runtime = runtime.canonicalize().expect("the runtime is beside the tests");
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         sigcodegen-runtime = {{ path = '{}' }}\n\n[profile.dev]\ndebug = false\nincremental = false\n",
        runtime.display()
    );
    fs::write(folder.join("Cargo.toml"), manifest).expect("the folder can be written");
    for (name, text) in files {
        fs::write(source.join(name), text).expect("the folder can be written");
    }
}

/// Builds the crate of this name. One that takes longer is said not to compile.
pub(crate) fn compile(folder: &Path, name: &str, out: &Path, longest: Duration) -> Built {
    let target = out.join("target");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let log = folder.join("messages");
    let file = fs::File::create(&log).expect("the folder can be written");
    let mut child = Command::new(cargo)
        .args(["build", "--quiet", "--offline"])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", &target)
        .stderr(file)
        .spawn()
        .expect("cargo runs this");
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("the child is ours") {
            break status;
        }
        if start.elapsed() > longest {
            let _ = child.kill();
            let _ = child.wait();
            return Built::Not("the compiler takes too long".to_owned());
        }
        thread::sleep(Duration::from_millis(20));
    };
    if status.success() {
        return Built::Program(target.join("debug").join(name));
    }
    Built::Not(fs::read_to_string(log).unwrap_or_default())
}

/// Runs a program: the lines it prints, and how it ended.
pub(crate) fn lines(command: &mut Command) -> (Vec<String>, String) {
    let command = command.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program was just built");
    let output = child.stdout.take().expect("it is piped");
    let (sender, receiver) = mpsc::channel();
    let reader = thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    let mut lines = Vec::new();
    let is_slow = loop {
        match receiver.recv_timeout(LONGEST_READ) {
            Ok(line) => lines.push(line),
            Err(RecvTimeoutError::Timeout) => break true,
            Err(RecvTimeoutError::Disconnected) => break false,
        }
    };
    if is_slow {
        let _ = child.kill();
    }
    let status = child.wait().expect("the child is ours");
    let _ = reader.join();
    let end =
        if is_slow { "it hangs".to_owned() } else { format!("the program ended with {status}") };
    (lines, end)
}
