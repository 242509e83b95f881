//! The command line. Data goes to stdout, all else to stderr.
//!
//! Exit status: 0 when all went well, 1 when input was refused or files are stale, 2 for wrong usage.

mod args;
mod check;
mod console;
mod generate;
mod input;
mod new;
mod prompt;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};

use self::args::{Arguments, Command};
use self::console::Console;
use crate::Error;
use crate::format;

/// Why a command ends early.
#[derive(Debug)]
enum Failure {
    /// Input was refused; the problems are yet to be shown.
    Problems(Error),
    /// Something was found wanting, and said already.
    Refused,
    /// Output could not be written.
    Output(std::io::Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Problems(error)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Output(error)
    }
}

/// Runs the command with these arguments, the program's name first. Returns the exit status.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // If this cannot be printed, there is nobody to tell.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let mut console = Console::new(arguments.options);
    let done = dispatch(arguments.command, &mut console).and_then(|()| Ok(console.finish()?));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads the output has seen enough.
        Err(Failure::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            console.show_failure(&failure);
            ExitCode::FAILURE
        }
    }
}

fn dispatch(command: Command, console: &mut Console) -> Result<(), Failure> {
    match command {
        Command::Gen(arguments) if arguments.check => check::check(&arguments, console),
        Command::Gen(arguments) => generate::generate(&arguments, console),
        Command::Prompt(arguments) => prompt::prompt(&arguments, console),
        Command::New(arguments) => new::new(&arguments, console),
        Command::Schema => console.write(&format::published()),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "sigcodegen", &mut script);
            console.write(&String::from_utf8_lossy(&script))
        }
    }
}
