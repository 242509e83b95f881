//! The arguments and their help.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::Library;

/// Where `gen` writes unless told otherwise.
pub(super) const DEFAULT_OUT: &str = "src/signatures";

/// Compiles JSON Schema signatures of language-model tasks to typed Rust.
///
/// A signature is a JSON Schema file that describes one task: typed input fields, typed output fields, and
/// an instruction. The generated code writes the prompt and reads the model's reply.
#[derive(Debug, Parser)]
#[command(name = "sigcodegen", version, after_help = EXAMPLES, max_term_width = 100)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) options: Options,
    #[command(subcommand)]
    pub(super) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  sigcodegen new AnswerQuestion             write a first signature, schemas/answer_question.json
  sigcodegen prompt schemas/answer_question.json
                                            show the messages that the model will get
  sigcodegen gen schemas                    write Rust to src/signatures
  sigcodegen gen schemas --check            fail if that Rust is stale, for CI

Exit status: 0 when all went well, 1 when input was refused or files are stale, 2 for wrong usage.";

/// Options of all commands.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Output options")]
pub(super) struct Options {
    /// How to print: for people, or one JSON object per line
    #[arg(long, global = true, value_name = "FORMAT", default_value = "human")]
    pub(super) message_format: MessageFormat,
    /// When to use colour; `auto` uses it on a terminal unless `NO_COLOR` is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(super) color: Color,
    /// Print errors and warnings only
    #[arg(long, short, global = true)]
    pub(super) quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum MessageFormat {
    Human,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Gen(GenArguments),
    Prompt(PromptArguments),
    New(NewArguments),
    /// Print the signature format as a JSON Schema, for editors
    #[command(after_help = SCHEMA_EXAMPLES)]
    Schema,
    /// Print a completion script for a shell
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// Generate Rust from signature files
///
/// Writes one module per signature, and `signatures.rs`, which includes them all. Files that already have
/// the right content are not touched; modules that no signature makes any longer are removed. When anything is
/// wrong, all problems are shown and nothing is written.
#[derive(Debug, Args)]
#[command(after_help = GEN_EXAMPLES)]
pub(super) struct GenArguments {
    /// Signature files, or folders whose `*.json` files are signatures, at any depth
    #[arg(required = true, value_name = "PATH")]
    pub(super) paths: Vec<PathBuf>,
    /// The folder to write to; it is created if it is missing
    #[arg(long, value_name = "FOLDER", default_value = DEFAULT_OUT)]
    pub(super) out: PathBuf,
    /// Take schemas without `x-field` as well, and generate their types and readers, without a prompt
    #[arg(long)]
    pub(super) types: bool,
    /// Generate a library's types for strings with a format that it knows; needs the feature of this name of
    /// sigcodegen-runtime
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(super) library: Vec<Library>,
    /// Implement serde's traits for generated types; needs the feature `serde` of sigcodegen-runtime
    #[arg(long)]
    pub(super) serde: bool,
    /// Write nothing; name each file that is stale, missing or superfluous, and exit with 1 if there is one
    #[arg(long)]
    pub(super) check: bool,
}

const GEN_EXAMPLES: &str = "\
Examples:
  sigcodegen gen schemas
  sigcodegen gen schemas/answer_question.json more_schemas --out src/generated
  sigcodegen gen schemas --check
  sigcodegen gen openapi_schemas --types --out src/types
  sigcodegen gen schemas --serde --library jiff,uuid

To use the code, add this to src/lib.rs or src/main.rs:
  mod signatures {
      include!(\"signatures/signatures.rs\");
  }

Instead of running this command, a build script may call `sigcodegen::compile(\"schemas\")`.";

/// Print the exact messages of a signature
///
/// Prints the system message, a pair of messages for each demo, and the user message. Without `--input`, the
/// user message has a placeholder such as `{question}` for each field.
#[derive(Debug, Args)]
#[command(after_help = PROMPT_EXAMPLES)]
pub(super) struct PromptArguments {
    /// The signature file
    pub(super) file: PathBuf,
    /// The input fields as a JSON object; `@FILE` reads a file, `-` reads stdin
    #[arg(long, value_name = "JSON", allow_hyphen_values = true)]
    pub(super) input: Option<String>,
    /// The adapter whose messages to print
    #[arg(long, value_name = "NAME", default_value = "chat")]
    pub(super) adapter: Adapter,
    /// Print the message of this role alone, with nothing added
    #[arg(long, value_name = "ROLE")]
    pub(super) role: Option<Role>,
}

const PROMPT_EXAMPLES: &str = "\
Examples:
  sigcodegen prompt schemas/answer_question.json
  sigcodegen prompt schemas/answer_question.json --input '{\"question\": \"Why is the sky blue?\"}'
  sigcodegen prompt schemas/answer_question.json --input @question.json --role user
  sigcodegen prompt schemas/answer_question.json --message-format json";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Adapter {
    /// Sections that begin with `[[ ## field ## ]]`
    Chat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Role {
    /// The system message
    System,
    /// The user message
    User,
}

/// Write a starter signature
///
/// The file explains itself by descriptions and `$comment` members. A file that exists is never overwritten.
#[derive(Debug, Args)]
#[command(after_help = NEW_EXAMPLES)]
pub(super) struct NewArguments {
    /// The name of the signature, such as `AnswerQuestion`
    pub(super) name: String,
    /// The folder to write to; it is created if it is missing
    #[arg(long, value_name = "FOLDER", default_value = "schemas")]
    pub(super) out: PathBuf,
}

const NEW_EXAMPLES: &str = "\
Examples:
  sigcodegen new AnswerQuestion
  sigcodegen new classify-ticket --out support/schemas";

const SCHEMA_EXAMPLES: &str = "\
Examples:
  sigcodegen schema > schemas/signature.schema.json

Editors then complete and check a signature file beside it that begins with
`\"$schema\": \"./signature.schema.json\"`. The generator passes over the file of that name.";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  sigcodegen completions bash > ~/.local/share/bash-completion/completions/sigcodegen
  sigcodegen completions zsh > ~/.zfunc/_sigcodegen
  sigcodegen completions fish > ~/.config/fish/completions/sigcodegen.fish";

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn arguments_are_consistent() {
        super::Arguments::command().debug_assert();
    }
}
