//! `evocube export`: results for other tools.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use evocube::experiment::export;
use serde_json::json;

use super::Outcome;
use super::output::output;

/// A format.
#[derive(Clone, Copy, ValueEnum)]
enum Target {
    /// IOHprofiler: for IOHanalyzer and iohinspector
    Ioh,
}

/// Write results in the format of another tool.
#[derive(Args)]
pub(crate) struct ExportArgs {
    /// The results folder
    folder: PathBuf,
    /// The format
    #[arg(long, value_enum)]
    to: Target,
    /// A new folder; DIR/ioh if absent
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &ExportArgs) -> Outcome {
    let Target::Ioh = args.to;
    let out = args.out.clone().unwrap_or_else(|| args.folder.join("ioh"));
    let export::Exported { runs, left_out } = export::ioh(&args.folder, &out)?;
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
    Ok(ExitCode::SUCCESS)
}
