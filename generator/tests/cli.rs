//! The command, as a user types it. `tests/cli/NAME.txt` is a terminal session: each line after `$ ` is
//! given to a shell in a fresh folder; below it stand stdout, then stderr behind `! `, then the exit status if it
//! is not 0. The folder begins as a copy of the workspace's `schemas` and of `tests/cli/NAME`, if there is one.
//! Set `BLESS=1` to write the sessions anew.
#![cfg(all(feature = "cli", target_os = "linux"))]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, io};

const SESSIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli");
const SCHEMAS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../schemas");

#[test]
fn sessions_are_as_recorded() {
    let entries = fs::read_dir(SESSIONS).expect("the sessions are there");
    let mut sessions: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    sessions.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    sessions.sort();
    assert!(!sessions.is_empty());
    let changed: Vec<_> = sessions.iter().filter_map(|session| replay(session)).collect();
    assert!(changed.is_empty(), "{}\nset BLESS=1 to accept", changed.join("\n"));
}

/// Runs a session. Returns what differs from the record.
fn replay(session: &Path) -> Option<String> {
    let name = session.file_stem().unwrap().to_str().unwrap();
    let folder = Folder::new(name);
    copy(Path::new(SCHEMAS), &folder.0.join("schemas")).unwrap();
    let own = session.with_extension("");
    if own.is_dir() {
        copy(&own, &folder.0).unwrap();
    }
    let recorded = fs::read_to_string(session).unwrap();
    let commands = recorded.lines().filter_map(|line| line.strip_prefix("$ "));
    let played: String = commands.map(|command| run(command, &folder.0)).collect();
    if played == recorded {
        return None;
    }
    if env::var_os("BLESS").is_some() {
        fs::write(session, played).unwrap();
        return None;
    }
    Some(format!("--- {name}: expected ---\n{recorded}--- found ---\n{played}"))
}

/// Runs a command line and writes down what it printed.
fn run(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_sigcodegen")).parent().unwrap();
    let path = env::var_os("PATH").unwrap_or_default();
    let paths = [PathBuf::from(program)].into_iter().chain(env::split_paths(&path));
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", env::join_paths(paths).unwrap())
        .env_remove("NO_COLOR")
        .env_remove("OUT_DIR")
        .env_remove("COLUMNS")
        .env("TERM", "xterm")
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let mut record = format!("$ {command}\n");
    push(&mut record, "", &output.stdout);
    push(&mut record, "! ", &output.stderr);
    match output.status.code() {
        Some(0) => {}
        Some(code) => writeln!(record, "[{code}]").unwrap(),
        None => writeln!(record, "[{}]", output.status).unwrap(),
    }
    record.push('\n');
    record.replace(&*folder.to_string_lossy(), "[folder]")
}

/// Appends a stream, each line behind the mark; escape codes are made visible.
fn push(record: &mut String, mark: &str, stream: &[u8]) {
    let text = String::from_utf8_lossy(stream).replace('\x1b', "\\e");
    for line in text.split_inclusive('\n') {
        record.push_str(format!("{mark}{}", line.trim_end_matches('\n')).trim_end_matches(' '));
        record.push_str(if line.ends_with('\n') { "\n" } else { "[no line break]\n" });
    }
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("sigcodegen-cli-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
