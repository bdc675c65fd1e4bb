//! `evocube verify`: runs recorded trials and baselines again and compares their rows, the selections, the digests of the files, and the
//! report if the run is complete; or one trial. Line ends that git has changed are restored before. All but the report is compared in
//! `experiment::verify`.

use std::path::{Path, PathBuf};

use clap::Args;
use evocube::experiment::record::{Results, file};
use evocube::experiment::store;
use evocube::experiment::verify::{Verification, verify};
use evocube::report;
use serde_json::json;

use crate::cli::arguments::{DisplayArgs, ExecutionArgs};
use crate::cli::invocation;
use crate::cli::result::{CommandResult, Failure, failure, success_if};
use crate::cli::terminal::{ProgressReporter, TableCache, counted, grouped, note, output, print_json, prose};

/// Rerun recorded trials and compare every row, and compare the report with the one drawn from these rows.
///
/// Of an unfinished run, the recorded trials are compared, and the number of all is printed.
#[derive(Args)]
pub(crate) struct VerifyArgs {
    /// The results folder
    folder: PathBuf,
    /// Rerun only this trial
    #[arg(long, value_name = "ID")]
    trial: Option<u64>,
    #[command(flatten)]
    execution: ExecutionArgs,
    #[command(flatten)]
    display: DisplayArgs,
}

/// Runs the command.
pub(crate) fn run(args: &VerifyArgs) -> CommandResult {
    store::restore_line_ends(&args.folder)?;
    // What is no results folder is refused before anything is said to run.
    let results = store::read(&args.folder)?;
    let cache = TableCache::new(args.display.progress());
    let progress = ProgressReporter::new(args.display.progress());
    let execution = args.execution.execution(&cache)?;
    progress.log(&format!("the trials in {} run again", args.folder.display()));
    let verdict = verify(&args.folder, &results, args.trial, &invocation::registry(), execution, &progress);
    drop(progress);
    let verdict = verdict?;
    if verdict.trials == 0 && verdict.difference.is_none() {
        let missing =
            args.trial.map_or("no trial is recorded yet".to_owned(), |id| format!("trial {id} is not recorded yet"));
        return Err(failure!("{}: {missing}", args.folder.display()));
    }
    // The report is comparable only if all rows are identical.
    let stale =
        if args.trial.is_none() && verdict.is_identical() { stale(&args.folder, &results)? } else { Vec::new() };
    let is_identical = verdict.is_identical() && stale.is_empty();
    let text = || as_text(&verdict, args.trial, &stale, &args.folder);
    if args.display.json {
        print_json(&as_json(&verdict, &stale))?;
    } else if !args.display.quiet {
        let text = text()?;
        output(|out| write!(out, "{}", prose(&text)))?;
    } else if !is_identical {
        note(format_args!("{}", text()?.trim_end()));
    }
    success_if(is_identical)
}

/// Returns the files of a report that differ from those drawn from the rows now; none if the folder is incomplete or has no
/// page.
fn stale(folder: &Path, results: &Results) -> Result<Vec<String>, Failure> {
    if !results.complete || !store::exists(&folder.join(report::PAGE))? {
        return Ok(Vec::new());
    }
    let files = report::draw(results);
    let mut stale = Vec::new();
    for (name, bytes) in &files {
        if !store::has_content(&folder.join(name), bytes)? {
            stale.push(name.clone());
        }
    }
    let written = store::written_files(folder)?.into_iter();
    let figures = written.filter(|name| name.starts_with(report::PLOTS));
    stale.extend(figures.filter(|name| files.iter().all(|(file, _)| file != name)));
    Ok(stale)
}

/// Returns the text of a verdict on all recorded trials, or on one.
fn as_text(verdict: &Verification, trial: Option<u64>, stale: &[String], folder: &Path) -> Result<String, Failure> {
    let is_part = trial.is_none() && !verdict.complete;
    let trials = if is_part {
        let bound = if verdict.planned_is_bound { "at most " } else { "" };
        format!("{} of {bound}{}", grouped(verdict.trials as u64), counted(verdict.planned, "trial"))
    } else {
        counted(verdict.trials as u64, "trial")
    };
    let end = if is_part { "; the run is unfinished" } else { "" };
    let programs = if verdict.recorded_by.iter().all(|program| *program == verdict.run_by) {
        String::new()
    } else {
        format!("recorded by program {}, run again by program {}\n", verdict.recorded_by.join(", "), verdict.run_by)
    };
    if verdict.is_identical() && stale.is_empty() {
        return Ok(format!("identical: {trials} run again{end}\n{programs}"));
    }
    let mut text = programs;
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
        let change = if name == file::MANIFEST && !store::is_sealed(folder)? {
            "has no digest: the last line of digests.csv is missing, which `evocube run` writes"
        } else if store::exists(&folder.join(name))? {
            "was changed after it was written: its digest differs"
        } else {
            "is missing: the manifest lists it"
        };
        text.push_str(&format!("{name} {change}\n"));
    }
    if let Some(difference) = &verdict.manifest {
        text.push_str(&format!("not identical: {}: {difference}\n", file::MANIFEST));
    }
    match &verdict.difference {
        Some(difference) => {
            let what = difference.trial.map_or("a baseline".to_owned(), |trial| format!("trial {trial}"));
            text.push_str(&format!("not identical: {what} in {}\n", difference.file));
            text.push_str(&format!("recorded: {}\nnow:      {}\n", difference.recorded, difference.current));
        }
        None => text.push_str(&format!("the rows of {trials} are identical{end}\n")),
    }
    Ok(text)
}

fn as_json(verdict: &Verification, stale: &[String]) -> serde_json::Value {
    let difference = verdict.difference.as_ref().map(|difference| {
        json!({"file": difference.file, "trial": difference.trial, "recorded": difference.recorded, "found": difference.current})
    });
    json!({"identical": verdict.is_identical() && stale.is_empty(), "complete": verdict.complete, "trials": verdict.trials,
        "recorded_by": verdict.recorded_by, "run_by": verdict.run_by, "changed_files": verdict.changed_files,
        "manifest": verdict.manifest, "stale_files": stale, "difference": difference})
}

#[cfg(test)]
mod tests {
    use evocube::experiment::verify::RowDifference;

    use super::*;

    #[test]
    fn text_and_json_name_the_first_row_that_differs() {
        let difference = RowDifference {
            file: "solutions.csv",
            trial: Some(11),
            recorded: "11,a,R".to_owned(),
            current: "11,a,U".to_owned(),
        };
        let verdict = Verification {
            trials: 11,
            complete: false,
            planned: 12,
            planned_is_bound: false,
            changed_files: vec!["report.html".to_owned()],
            manifest: None,
            recorded_by: vec!["a".to_owned()],
            run_by: "a".to_owned(),
            difference: Some(difference),
        };
        let text = "report.html is missing: the manifest lists it\n\
                    not identical: trial 11 in solutions.csv\nrecorded: 11,a,R\nnow:      11,a,U\n";
        assert_eq!(as_text(&verdict, None, &[], Path::new("out")).unwrap(), text);
        let rows = Verification { changed_files: Vec::new(), difference: None, ..verdict.clone() };
        let text = |verdict: &Verification, trial| as_text(verdict, trial, &[], Path::new("out")).unwrap();
        assert_eq!(text(&rows, None), "identical: 11 of 12 trials run again; the run is unfinished\n");
        assert_eq!(text(&rows, Some(3)), "identical: 11 trials run again\n");
        let bound = Verification { planned_is_bound: true, ..rows.clone() };
        assert_eq!(text(&bound, None), "identical: 11 of at most 12 trials run again; the run is unfinished\n");
        let changed = Verification { changed_files: verdict.changed_files.clone(), ..rows.clone() };
        assert!(text(&changed, None).ends_with("\nthe rows of 11 of 12 trials are identical; the run is unfinished\n"));
        let other = Verification { recorded_by: vec!["a".to_owned(), "b".to_owned()], ..rows.clone() };
        let programs = "recorded by program a, b, run again by program a\n";
        assert_eq!(text(&other, Some(3)), format!("identical: 11 trials run again\n{programs}"));
        let selected = "[[selected]] has point 1 of stage a (x=1), the trials select point 2 of stage a (x=2)";
        let forged = Verification { manifest: Some(selected.to_owned()), ..other };
        let lines =
            format!("{programs}not identical: manifest.toml: {selected}\nthe rows of 11 trials are identical\n");
        assert_eq!(text(&forged, Some(3)), lines);
        let complete = Verification { complete: true, ..rows };
        assert_eq!(text(&complete, None), "identical: 11 trials run again\n");
        let document = as_json(&verdict, &[]);
        assert_eq!((&document["identical"], &document["changed_files"][0]), (&json!(false), &json!("report.html")));
        assert_eq!(
            (&document["difference"]["trial"], &document["difference"]["found"]),
            (&json!(11), &json!("11,a,U"))
        );
    }
}
