//! `evocube export`: results for other tools.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use evocube::experiment::export;
use serde_json::json;

use super::output::output;
use super::{Failure, Outcome, damage};

/// A format.
#[derive(Clone, Copy, ValueEnum)]
enum Target {
    /// IOHprofiler: for IOHanalyzer and iohinspector
    Ioh,
    /// Apache Parquet: every table, for data frames
    Parquet,
}

/// Write results in the format of another tool.
#[derive(Args)]
pub(crate) struct ExportArgs {
    /// The results folder
    folder: PathBuf,
    /// The format
    #[arg(long, value_enum)]
    to: Target,
    /// A new folder; DIR/ioh or DIR/parquet if absent
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &ExportArgs) -> Outcome {
    let name = match args.to {
        Target::Ioh => "ioh",
        Target::Parquet => "parquet",
    };
    let out = args.out.clone().unwrap_or_else(|| args.folder.join(name));
    match args.to {
        Target::Ioh => ioh(args, &out)?,
        Target::Parquet => parquet(args, &out)?,
    }
    damage::tell(&args.folder)?;
    Ok(ExitCode::SUCCESS)
}

fn parquet(args: &ExportArgs, out: &Path) -> Result<(), Failure> {
    let files = export::parquet(&args.folder, out).map_err(|error| damage::failure(error, &args.folder))?;
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
    let exported = export::ioh(&args.folder, out).map_err(|error| damage::failure(error, &args.folder))?;
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
