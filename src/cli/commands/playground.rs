//! `evocube playground`: writes the page on which cubes evolve in a browser.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::commands::new::write_new;
use crate::cli::result::CommandResult;
use crate::cli::terminal::output;

/// Write a page for the browser on which two populations evolve on the same cube.
#[derive(Args)]
pub(crate) struct PlaygroundArgs {
    /// The file of the page; `-` prints it
    #[arg(long, value_name = "FILE", default_value = "evocube-playground.html")]
    out: PathBuf,
}

/// The page with its library, as `web/build --commit` makes it.
const PAGE: &str = include_str!("playground.html");

/// Runs the command.
pub(crate) fn run(args: &PlaygroundArgs) -> CommandResult {
    if args.out == Path::new("-") {
        return output(|out| out.write_all(PAGE.as_bytes()));
    }
    write_new(&args.out, PAGE)?;
    output(|out| writeln!(out, "Wrote {}. Open it in a browser.", args.out.display()))
}
