//! Where output goes, and in which form.

use std::env;
use std::io::{self, BufWriter, IsTerminal as _, Stdout, Write as _};

use super::Failure;
use super::args::{Color, MessageFormat, Options};
use crate::diagnostic::Format;

/// Writes data to stdout and messages to stderr.
pub(super) struct Console {
    stdout: BufWriter<Stdout>,
    is_json: bool,
    is_quiet: bool,
    /// Whether messages on stderr have colour.
    color: bool,
}

impl Console {
    pub(super) fn new(options: Options) -> Self {
        let color = match options.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => wants_color(),
        };
        Self {
            stdout: BufWriter::new(io::stdout()),
            is_json: options.message_format == MessageFormat::Json,
            is_quiet: options.quiet,
            color,
        }
    }

    /// Whether each piece of output is one JSON object in a line.
    pub(super) fn is_json(&self) -> bool {
        self.is_json
    }

    /// How diagnostics are printed.
    pub(super) fn format(&self) -> Format {
        if self.is_json { Format::Json } else { Format::Human { color: self.color } }
    }

    /// Writes data as it is.
    pub(super) fn write(&mut self, text: &str) -> Result<(), Failure> {
        Ok(self.stdout.write_all(text.as_bytes())?)
    }

    /// Writes a line that tells what was done, unless the user asked for quiet.
    pub(super) fn report(&mut self, line: &str) -> Result<(), Failure> {
        if self.is_quiet {
            return Ok(());
        }
        self.write(line)?;
        self.write("\n")
    }

    /// Writes a message for the user. If that fails, there is nobody to tell.
    pub(super) fn message(&mut self, text: &str) {
        let _ = self.stdout.flush();
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }

    /// Writes what stopped a command.
    pub(super) fn show_failure(&mut self, failure: &Failure) {
        match failure {
            Failure::Problems(error) => {
                let text = error.render(self.format());
                self.message(&text);
            }
            Failure::Refused => {}
            Failure::Output(error) => {
                self.message(&format!("error: cannot write to stdout: {error}\n"));
            }
        }
    }

    /// Writes what is still held back.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}

/// Whether stderr is a terminal and the user did not object to colour, see <https://no-color.org>.
fn wants_color() -> bool {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    !is_set("NO_COLOR") && !is_dumb && io::stderr().is_terminal()
}
