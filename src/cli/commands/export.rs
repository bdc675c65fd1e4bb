//! `evocube export`: results and experiments for other tools.

use std::path::{Path, PathBuf, absolute};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use evocube::experiment::export;
use evocube::experiment::irace::Scenario;
use evocube::experiment::sweep::Sweep;
use serde_json::json;

use crate::cli::outcome::{Failure, Outcome};
use crate::cli::terminal::damage;
use crate::cli::terminal::output::output;

/// A format.
#[derive(Clone, Copy, ValueEnum)]
enum Target {
    /// Results as data of IOHprofiler: for IOHanalyzer and iohinspector
    Ioh,
    /// A sweep as a scenario of irace: parameters, instances, and evocube as the target runner
    Irace,
    /// Apache Parquet: every table, for data frames
    Parquet,
}

/// Write results, or a sweep, in the format of another tool.
#[derive(Args)]
pub(crate) struct ExportArgs {
    /// The results folder; for irace the sweep file
    source: PathBuf,
    /// The format
    #[arg(long, value_enum)]
    to: Target,
    /// A new folder; DIR/ioh, DIR/parquet, or results/<name of the sweep>-irace if absent
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// For irace: the most trials
    #[arg(long, value_name = "N", default_value_t = 1000)]
    budget: u64,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &ExportArgs) -> Outcome {
    let in_folder = |name| args.out.clone().unwrap_or_else(|| args.source.join(name));
    match args.to {
        Target::Irace => return irace(args),
        Target::Ioh => ioh(args, &in_folder("ioh"))?,
        Target::Parquet => parquet(args, &in_folder("parquet"))?,
    }
    damage::told(&args.source)
}

fn parquet(args: &ExportArgs, out: &Path) -> Result<(), Failure> {
    let files = export::parquet(&args.source, out).map_err(|error| damage::failure(error, &args.source))?;
    output(|to| {
        if args.json {
            let rows: serde_json::Map<_, _> = files.iter().map(|(name, rows)| (name.clone(), json!(rows))).collect();
            return writeln!(to, "{:#}", json!({"folder": out.display().to_string(), "rows": rows}));
        }
        files.iter().try_for_each(|(name, rows)| writeln!(to, "{}: {rows} rows", out.join(name).display()))
    })?;
    Ok(())
}

fn ioh(args: &ExportArgs, out: &Path) -> Result<(), Failure> {
    let exported = export::ioh(&args.source, out).map_err(|error| damage::failure(error, &args.source))?;
    let export::Exported { runs, left_out } = exported;
    let shown = out.display().to_string();
    output(|to| {
        if args.json {
            return writeln!(to, "{:#}", json!({"folder": shown, "runs": runs, "left_out": left_out}));
        }
        writeln!(to, "{runs} runs in {shown}")?;
        match left_out {
            0 => Ok(()),
            _ => writeln!(to, "{left_out} trials have no evaluations (solvers' and failed ones) and are left out"),
        }
    })?;
    Ok(())
}

fn irace(args: &ExportArgs) -> Outcome {
    let sweep = Sweep::read(&args.source).map_err(|error| Failure::in_sweep(&error))?;
    let out = args.out.clone().unwrap_or_else(|| Path::new("results").join(format!("{}-irace", sweep.name)));
    let program = std::env::current_exe()?;
    let scenario = Scenario::new(&sweep, &program, &absolute(&args.source)?, args.budget)?;
    scenario.write(&out)?;
    let names: Vec<&str> = scenario.files.iter().map(|(name, _)| *name).collect();
    let shown = out.display().to_string();
    output(|to| {
        if args.json {
            return writeln!(to, "{:#}", json!({"folder": shown, "files": names}));
        }
        writeln!(to, "{} in {shown}", names.join(", "))?;
        writeln!(to, "There, `irace -s scenario.txt --check` tries it, `irace -s scenario.txt --parallel 2` runs it.")
    })?;
    Ok(ExitCode::SUCCESS)
}
