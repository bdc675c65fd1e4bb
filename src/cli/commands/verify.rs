//! `evocube verify`: recorded trials, run again.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use evocube::experiment::store;
use evocube::experiment::verify::{Verdict, trial_of, verify};
use evocube::report;
use serde_json::json;

use crate::cli::arguments::execution::ExecutionArgs;
use crate::cli::outcome::{Failure, NEGATIVE, Outcome};
use crate::cli::terminal::cache::Cache;
use crate::cli::terminal::damage;
use crate::cli::terminal::output::output;
use crate::cli::terminal::progress::Progress;

/// Run recorded trials again and say whether every row comes out identical, and whether the report is the one that these
/// rows draw.
#[derive(Args)]
pub(crate) struct VerifyArgs {
    /// The results folder
    folder: PathBuf,
    /// Only this trial
    #[arg(long, value_name = "ID")]
    trial: Option<u64>,
    #[command(flatten)]
    execution: ExecutionArgs,
    /// No progress bar
    #[arg(long, short)]
    quiet: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &VerifyArgs) -> Outcome {
    if let Some(id) = args.trial {
        let sweep = store::read_sweep(&args.folder)?;
        trial_of(&sweep, id)
            .ok_or_else(|| Failure(format!("{}: the sweep has no trial {id}", args.folder.display())))?;
    }
    let cache = Cache::new(args.quiet || args.json);
    let progress = Progress::new(args.quiet || args.json);
    let verdict = verify(&args.folder, args.trial, args.execution.execution(&cache)?, &progress);
    progress.finish();
    let verdict = verdict.map_err(|error| damage::failure(error, &args.folder))?;
    if args.trial.is_none() && verdict.trials == 0 && verdict.difference.is_none() {
        return Err(Failure(format!("{}: no trial is recorded yet", args.folder.display())));
    }
    if args.trial.is_some() && verdict.trials == 0 && verdict.difference.is_none() {
        return Err(Failure(format!(
            "{}: trial {} is not recorded yet",
            args.folder.display(),
            args.trial.unwrap_or(0)
        )));
    }
    // What other rows draw says nothing.
    let stale = if args.trial.is_none() && verdict.is_identical() { stale(&args.folder)? } else { Vec::new() };
    if args.json {
        output(|out| writeln!(out, "{:#}", as_json(&verdict, &stale)))?;
    } else {
        output(|out| write!(out, "{}", as_text(&verdict, &stale, &args.folder)))?;
    }
    Ok(if verdict.is_identical() && stale.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(NEGATIVE) })
}

/// The files of a complete folder's report that are not those which its rows draw now. A folder without a page has none.
fn stale(folder: &Path) -> Result<Vec<String>, Failure> {
    let results = store::read(folder)?;
    if !results.complete || !folder.join(report::PAGE).exists() {
        return Ok(Vec::new());
    }
    let drawn = report::draw(&results)?;
    let is_there = |name: &str, bytes: &[u8]| std::fs::read(folder.join(name)).is_ok_and(|found| found == bytes);
    let differs = drawn.iter().filter(|(name, bytes)| !is_there(name, bytes)).map(|(name, _)| name.clone());
    let mut stale: Vec<String> = differs.collect();
    let written = store::written_files(folder)?.into_iter();
    let figures = written.filter(|name| name.starts_with(report::PLOTS));
    stale.extend(figures.filter(|name| drawn.iter().all(|(drawn, _)| drawn != name)));
    Ok(stale)
}

fn as_text(verdict: &Verdict, stale: &[String], folder: &Path) -> String {
    if verdict.is_identical() && stale.is_empty() {
        return format!("identical: {} trials run again\n", verdict.trials);
    }
    let mut text = String::new();
    if let Some(first) = stale.first() {
        let others = match stale.len() {
            1 => " is",
            2 => " and another file are",
            many => &format!(" and {} other files are", many - 1),
        };
        text.push_str(&format!(
            "{first}{others} not what this version draws from these rows: `evocube report {}` draws the report again\n",
            folder.display()
        ));
    }
    for name in &verdict.changed_files {
        text.push_str(&format!("{name} is not the file that was written: its digest differs\n"));
    }
    match &verdict.difference {
        Some(difference) => {
            let what = difference.trial.map_or("a baseline".to_owned(), |trial| format!("trial {trial}"));
            text.push_str(&format!("not identical: {what} in {}\n", difference.file));
            text.push_str(&format!("recorded: {}\nnow:      {}\n", difference.recorded, difference.found));
            let others = verdict.corruption.trials().iter().any(|trial| Some(*trial) != difference.trial);
            if others {
                text.push_str(&format!("not as it was written: {}\n", verdict.corruption));
            }
        }
        None => text.push_str(&format!("the rows of {} trials come out identical\n", verdict.trials)),
    }
    text
}

fn as_json(verdict: &Verdict, stale: &[String]) -> serde_json::Value {
    let difference = verdict.difference.as_ref().map(|difference| {
        json!({"file": difference.file, "trial": difference.trial, "recorded": difference.recorded, "found": difference.found})
    });
    json!({"identical": verdict.is_identical() && stale.is_empty(), "trials": verdict.trials, "changed_files": verdict.changed_files, "stale_files": stale, "damaged_trials": verdict.corruption.trials(), "difference": difference})
}
