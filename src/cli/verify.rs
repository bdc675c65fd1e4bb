//! `evocube verify`: recorded trials, run again.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use evocube::experiment::store;
use evocube::experiment::verify::{Verdict, trial_of, verify};
use serde_json::json;

use super::cache::Cache;
use super::execution::ExecutionArgs;
use super::output::output;
use super::progress::Progress;
use super::{Failure, NEGATIVE, Outcome, damage};

/// Run recorded trials again and say whether every row comes out identical.
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
    if args.json {
        output(|out| writeln!(out, "{:#}", as_json(&verdict)))?;
    } else {
        output(|out| write!(out, "{}", as_text(&verdict)))?;
    }
    Ok(if verdict.is_identical() { ExitCode::SUCCESS } else { ExitCode::from(NEGATIVE) })
}

fn as_text(verdict: &Verdict) -> String {
    if verdict.is_identical() {
        return format!("identical: {} trials run again\n", verdict.trials);
    }
    let mut text = String::new();
    for name in &verdict.changed_files {
        text.push_str(&format!("{name} is not the file that was written: its digest differs\n"));
    }
    match &verdict.difference {
        Some(difference) => {
            let what = difference.trial.map_or("a baseline".to_owned(), |trial| format!("trial {trial}"));
            text.push_str(&format!("not identical: {what} in {}\n", difference.file));
            text.push_str(&format!("recorded: {}\nnow:      {}\n", difference.recorded, difference.found));
            let others = verdict.damage.trials().iter().any(|trial| Some(*trial) != difference.trial);
            if others {
                text.push_str(&format!("not as it was written: {}\n", verdict.damage));
            }
        }
        None => text.push_str(&format!("the rows of {} trials come out identical\n", verdict.trials)),
    }
    text
}

fn as_json(verdict: &Verdict) -> serde_json::Value {
    let difference = verdict.difference.as_ref().map(|difference| {
        json!({"file": difference.file, "trial": difference.trial, "recorded": difference.recorded, "found": difference.found})
    });
    json!({"identical": verdict.is_identical(), "trials": verdict.trials, "changed_files": verdict.changed_files, "damaged_trials": verdict.damage.trials(), "difference": difference})
}
