//! `evocube export`: results in the format of IOHprofiler, or a sweep as a scenario of irace. The files are made in `experiment::export`
//! and `experiment::irace`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use evocube::experiment::export;
use evocube::experiment::irace::{self, TargetRunner};
use serde_json::{Value, json};

use crate::cli::arguments::sweep;
use crate::cli::invocation;
use crate::cli::result::{CommandResult, Failure};
use crate::cli::terminal::{counted, output, print_json, prose};

/// A format of another tool.
#[derive(Clone, Copy, ValueEnum)]
enum ExportFormat {
    /// Results in the format of IOHprofiler, for IOHanalyzer and iohinspector
    Ioh,
    /// A sweep as a scenario of irace: parameters, instances, target runner
    Irace,
}

/// Write results, or a sweep, in the format of another tool.
#[derive(Args)]
pub(crate) struct ExportArgs {
    /// The results folder, or the sweep file for irace
    source: PathBuf,
    /// The format
    #[arg(long = "to", value_enum)]
    format: ExportFormat,
    /// The new folder [default: DIR/ioh, or results/NAME-irace for the sweep NAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The maximum number of trials of irace
    #[arg(long, value_name = "N", default_value_t = 1000)]
    budget: u64,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &ExportArgs) -> CommandResult {
    let (document, text) = match args.format {
        ExportFormat::Irace => scenario(args),
        ExportFormat::Ioh => ioh(args),
    }?;
    if args.json { print_json(&document) } else { output(|out| writeln!(out, "{text}")) }
}

/// A finished export, as JSON and as text.
type Summary = Result<(Value, String), Failure>;

fn ioh(args: &ExportArgs) -> Summary {
    let out = &args.out.clone().unwrap_or_else(|| args.source.join("ioh"));
    let export::Exported { runs, left_out } = export::ioh(&args.source, out)?;
    let folder = out.display().to_string();
    let mut text = format!("{} in {folder}", counted(runs as u64, "run"));
    if left_out > 0 {
        let (omitted, verb) = (counted(left_out as u64, "trial"), if left_out == 1 { "is" } else { "are" });
        let sentence = format!("{omitted} without evaluations {verb} omitted: those of solvers, and failed ones");
        text.push_str(&format!("\n{}", prose(&sentence)));
    }
    Ok((json!({"folder": folder, "runs": runs, "left_out": left_out}), text))
}

fn scenario(args: &ExportArgs) -> Summary {
    let sweep = sweep::read_sampled(&args.source)?;
    let out = sweep::results_folder(args.out.as_deref(), &sweep.name, "-irace");
    let (program, options) = invocation::program()?;
    let options: String = options.iter().map(|option| format!("{option} ")).collect();
    let arguments = format!("{options}trial {{targetRunner}} --threads 1 --for irace {{targetRunnerArgs}}");
    let runner = TargetRunner { program, arguments, set: "--set" };
    let files = irace::scenario(&sweep, &runner, &sweep::full_path(&args.source)?, args.budget)?;
    irace::write(&files, &out)?;
    let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    let folder = out.display().to_string();
    let advice =
        "In that folder, `irace -s scenario.txt --check` tests it, `irace -s scenario.txt --parallel 2` runs it.";
    let text = prose(&format!("{} in {folder}\n{advice}", names.join(", ")));
    Ok((json!({"folder": folder, "files": names}), text))
}
