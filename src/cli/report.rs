//! `evocube report`: figures, tables and a page from what is on disk.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use evocube::experiment::store;
use evocube::report;
use serde_json::json;

use super::output::output;
use super::{Outcome, damage};

/// Draw the figures, tables and report.html of a results folder. Runs nothing; an unfinished folder is reported as such.
#[derive(Args)]
pub(crate) struct ReportArgs {
    /// The results folder
    folder: PathBuf,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &ReportArgs) -> Outcome {
    let results = damage::read(&args.folder)?;
    let files = report::write(&results, &args.folder)?;
    store::seal(&args.folder)?;
    if args.json {
        let files: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
        output(|out| writeln!(out, "{:#}", json!({"complete": results.complete, "files": files})))?;
    } else {
        output(|out| files.iter().try_for_each(|path| writeln!(out, "{}", path.display())))?;
    }
    Ok(ExitCode::SUCCESS)
}
