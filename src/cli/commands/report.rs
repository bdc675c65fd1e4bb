//! `evocube report`: figures, tables and a page from one results folder, or from several side by side; or a list of the folders below one.
//! With `--watch` the page of an unfinished sweep is drawn again and again, in `watch`. It runs nothing; the crate of reports draws.

mod overview;
mod watch;

use std::path::{Path, PathBuf};

use clap::Args;
use evocube::experiment::store;
use evocube::report;
use serde_json::json;

use super::run::summary;
use crate::cli::arguments::results;
use crate::cli::result::{CommandResult, failure, success_if};
use crate::cli::terminal::{counted, note, open_page, output, print_json};

/// Draw the figures, tables and report.html of a results folder, or compare several.
///
/// Runs nothing. The report of an unfinished folder says what is missing; beside a run that is writing the folder, the page of the run
/// comes last. Of a folder of results folders, index.html lists all below it with their questions and answers. With --watch, the page of a running sweep is drawn again
/// whenever trials are added, and reloads itself in the browser; the command ends when the sweep is complete, or on Ctrl-C.
#[derive(Args)]
pub(crate) struct ReportArgs {
    /// The results folder; several are compared side by side, and of a folder of results folders all are listed
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// The folder of the report [default: the results folder; required for a comparison]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Draw the page again while a sweep runs, until it is complete
    #[arg(long)]
    watch: bool,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// Show all configurations, not only the first eight of each stage
    #[arg(long, conflicts_with = "json")]
    all: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Prints a sentence on a wait.
fn say(sentence: &str) {
    note(format_args!("note: {sentence}"));
}

/// Writes the page of the results folders below a folder.
fn list(args: &ReportArgs, parent: &Path, folders: &[PathBuf]) -> CommandResult {
    if args.out.is_some() {
        return Err(failure!("{} holds results folders, and its page stands in it: leave --out out", parent.display()));
    }
    let page = overview::write(parent, folders)?;
    if args.open {
        open_page(&page);
    }
    if args.json {
        let folders: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
        return print_json(&json!({"folders": folders, "files": [page.display().to_string()]}));
    }
    let sweeps = counted(folders.len() as u64, "sweep");
    output(|out| writeln!(out, "{sweeps} in {}\nOpen {} in a browser.", parent.display(), page.display()))
}

/// Runs the command.
pub(crate) fn run(args: &ReportArgs) -> CommandResult {
    if let [parent] = &args.folders[..] {
        let folders = overview::folders_below(parent)?;
        if !folders.is_empty() && !args.watch {
            return list(args, parent, &folders);
        }
    }
    let out = args.out.as_ref().unwrap_or(&args.folders[0]);
    if args.watch && args.folders.len() > 1 {
        return Err(failure!("--watch draws one results folder"));
    }
    if args.out.is_some() {
        results::refuse(out)?;
    } else if args.folders.len() > 1 {
        return Err(failure!("a comparison of several folders needs --out DIR"));
    }
    let mut to_open = args.open;
    if args.watch && !watch::until_complete(&args.folders[0], out, &mut to_open)? {
        return success_if(true);
    }
    let (results, files) = if args.out.is_none() {
        report::write_in_place(out, &say, results::read_one)?
    } else {
        let results = results::read(&args.folders)?;
        let files = report::write(&results, out)?;
        (results, files)
    };
    if to_open {
        open_page(&out.join(report::PAGE));
    }
    let missing = report::missing(&results);
    if !missing.is_empty() {
        let stage_line = |(stage, count, is_bound): &(&str, u64, bool)| {
            format!("{}{} of stage {stage}", if *is_bound { "at most " } else { "" }, counted(*count, "trial"))
        };
        let stages = missing.iter().map(stage_line).collect::<Vec<_>>().join(", ");
        note(format_args!("note: the sweep is unfinished; missing: {stages}"));
    }
    for folder in args.folders.iter().filter(|_| !results.complete) {
        if !store::kept_folders(folder)?.is_empty() {
            note(format_args!("note: {}", store::kept_rows(folder)));
        }
    }
    if args.json {
        let missing: serde_json::Map<_, _> =
            missing.iter().map(|(stage, count, _)| ((*stage).to_owned(), json!(count))).collect();
        let files: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
        let claims = report::statistics(&results).claims.concat();
        print_json(&json!({"complete": results.complete, "missing": missing, "files": files, "claims": claims}))
    } else {
        summary::print(&results, args.all, &summary::open(out))
    }
}
