//! `evocube report`: figures, tables and a page from what is on disk, of one sweep or of several side by side.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use evocube::experiment::record::{Results, file};
use evocube::experiment::store;
use evocube::report;
use serde_json::json;

use crate::cli::outcome::{Failure, NEGATIVE, Outcome};
use crate::cli::terminal::damage;
use crate::cli::terminal::output::output;

/// Draw the figures, tables and report.html of a results folder, or compare several.
///
/// Runs nothing. An unfinished folder is reported as such, and so is a damaged one (exit code 1).
#[derive(Args)]
pub(crate) struct ReportArgs {
    /// The results folder; several are set side by side
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Where the report goes; the results folder itself unless several are compared
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &ReportArgs) -> Outcome {
    let (results, files) = match (&args.folders[..], &args.out) {
        ([folder], None) => {
            let results = damage::read(folder)?;
            let files = report::write(&results, folder)?;
            store::write_checksums(folder, &files)?;
            (results, files)
        }
        ([folder], Some(out)) => {
            let results = damage::read(folder)?;
            let files = elsewhere(&results, out)?;
            (results, files)
        }
        (_, None) => {
            return Err(Failure("several folders are compared: say where the report goes with --out DIR".to_owned()));
        }
        (folders, Some(out)) => {
            let results = report::compare(&named(folders)?)?;
            let files = elsewhere(&results, out)?;
            (results, files)
        }
    };
    if args.json {
        let files: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
        output(|out| {
            writeln!(out, "{:#}", json!({"complete": results.complete, "damage": results.corruption, "files": files}))
        })?;
    } else {
        output(|out| files.iter().try_for_each(|path| writeln!(out, "{}", path.display())))?;
    }
    Ok(if results.corruption.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(NEGATIVE) })
}

/// Writes a report outside its folder, but never over that of another one.
fn elsewhere(results: &Results, out: &Path) -> Result<Vec<PathBuf>, Failure> {
    if out.join(file::MANIFEST).exists() {
        return Err(Failure(format!("{} is a results folder, with a report of its own", out.display())));
    }
    Ok(report::write(results, out)?)
}

/// The results of several folders, each by the last part of its path, or by all of it where that is not enough.
fn named(folders: &[PathBuf]) -> Result<Vec<(String, Results)>, Failure> {
    let short = |folder: &PathBuf| folder.file_name().map(|name| name.to_string_lossy().into_owned());
    let mut named = Vec::new();
    for (at, folder) in folders.iter().enumerate() {
        if folders[..at].contains(folder) {
            return Err(Failure(format!("{} is named twice", folder.display())));
        }
        let alone = folders.iter().filter(|other| short(other) == short(folder)).count() == 1;
        let name = short(folder).filter(|_| alone).unwrap_or_else(|| folder.display().to_string());
        named.push((name, damage::read(folder)?));
    }
    Ok(named)
}
