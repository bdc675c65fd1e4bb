//! The `evocube` program: parse, dispatch, exit code.

mod cli;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    cli::run(cli::Cli::try_parse)
}
