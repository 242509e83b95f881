//! The `sigcodegen` command. All that it does is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    sigcodegen::cli::run(std::env::args_os())
}
