//! Runs a target on files, as a fuzzer has left them: `replay TARGET FILE...`.

use std::process::ExitCode;
use std::{env, fs};

use sigcodegen_fuzz::target::TARGETS;

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let name = args.next().unwrap_or_default();
    let Some(target) = TARGETS.iter().find(|target| target.name == name) else {
        let names = TARGETS.map(|target| target.name).join(", ");
        eprintln!("usage: replay TARGET FILE...\ntargets: {names}");
        return ExitCode::FAILURE;
    };
    for path in args {
        match fs::read(&path) {
            Ok(data) => (target.run)(&data),
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::FAILURE;
            }
        }
        println!("{path}: holds");
    }
    ExitCode::SUCCESS
}
