//! `evocube report`: figures, tables and a page from one results folder, or from several side by side.

mod watch;

use std::path::{Path, PathBuf};

use clap::Args;
use evocube::experiment::record::{Results, file};
use evocube::experiment::store;
use evocube::report;
use serde_json::json;

use crate::cli::arguments::results;
use crate::cli::result::{CommandResult, Failure, success_if};
use crate::cli::terminal::numbers::counted;
use crate::cli::terminal::output::{note, output, print_json};

/// Draw the figures, tables and report.html of a results folder, or compare several.
///
/// Runs nothing. The report of an unfinished folder says what is missing. With --watch, the page of a running sweep is drawn again
/// whenever trials are added, and reloads itself in the browser; the command ends when the sweep is complete, or on Ctrl-C.
#[derive(Args)]
pub(crate) struct ReportArgs {
    /// The results folder; several are compared side by side
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// The folder of the report [default: the results folder; required for a comparison]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Draw the page again while a sweep runs, until it is complete
    #[arg(long)]
    watch: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &ReportArgs) -> CommandResult {
    if args.watch {
        let [folder] = &args.folders[..] else {
            return Err(Failure::new("--watch draws one results folder".to_owned()));
        };
        if let Some(out) = &args.out {
            refuse_results_folder(out)?;
        }
        if !watch::until_complete(folder, args.out.as_ref().unwrap_or(folder))? {
            return success_if(true);
        }
    }
    let (results, files) = match (&args.folders[..], &args.out) {
        ([folder], None) => {
            let results = store::read_checked(folder)?;
            let files = report::write(&results, folder)?;
            store::write_checksums(folder, &files)?;
            (results, files)
        }
        ([folder], Some(out)) => {
            let results = store::read_checked(folder)?;
            let files = write_elsewhere(&results, out)?;
            (results, files)
        }
        (_, None) => {
            return Err(Failure::new("a comparison of several folders needs --out DIR".to_owned()));
        }
        (folders, Some(out)) => {
            let results = results::read(folders)?;
            let files = write_elsewhere(&results, out)?;
            (results, files)
        }
    };
    let missing = report::missing(&results);
    if !missing.is_empty() {
        let of_stage = |(stage, count, is_bound): &(&str, u64, bool)| {
            format!("{}{} of stage {stage}", if *is_bound { "at most " } else { "" }, counted(*count, "trial"))
        };
        let stages = missing.iter().map(of_stage).collect::<Vec<_>>().join(", ");
        note(format_args!("note: the sweep is unfinished; missing: {stages}"));
    }
    if args.json {
        let missing: serde_json::Map<_, _> =
            missing.iter().map(|(stage, count, _)| ((*stage).to_owned(), json!(count))).collect();
        let files: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
        print_json(&json!({"complete": results.complete, "missing": missing, "files": files}))?;
    } else {
        output(|out| files.iter().try_for_each(|path| writeln!(out, "{}", path.display())))?;
    }
    success_if(true)
}

/// Writes a report into a folder that is not a results folder.
fn write_elsewhere(results: &Results, out: &Path) -> Result<Vec<PathBuf>, Failure> {
    refuse_results_folder(out)?;
    Ok(report::write(results, out)?)
}

fn refuse_results_folder(out: &Path) -> Result<(), Failure> {
    if out.join(file::MANIFEST).exists() {
        return Err(Failure::new(format!("{} is a results folder: choose another one with --out", out.display())));
    }
    Ok(())
}
