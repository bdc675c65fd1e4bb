//! `evocube export`: results and sweeps in the formats of other tools.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use evocube::experiment::store;
use evocube::experiment::{export, irace};
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
    /// A complete results folder as an RO-Crate (Process Run Crate), for archives of research data
    RoCrate,
    /// The curves as one CSV table: a row per logged generation with the factors, the instance and the repetition of its trial
    Tidy,
}

/// Write results, or a sweep, in the format of another tool.
#[derive(Args)]
pub(crate) struct ExportArgs {
    /// The results folder, or the sweep file for irace
    source: PathBuf,
    /// The format
    #[arg(long = "to", value_enum)]
    format: ExportFormat,
    /// The new folder [default: DIR/ioh, DIR/ro-crate, DIR/tidy, or results/NAME-irace for the sweep NAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The maximum number of trials of irace
    #[arg(long, value_name = "N", default_value_t = 1000)]
    budget: u64,
    /// The license of the data in an RO-Crate: its SPDX identifier, such as CC-BY-4.0, or its address
    #[arg(long, value_name = "LICENSE", required_if_eq("format", "ro-crate"))]
    license: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &ExportArgs) -> CommandResult {
    let out = |name| args.out.clone().unwrap_or_else(|| args.source.join(name));
    if !matches!(args.format, ExportFormat::Irace) {
        // Nothing is exported from a folder with a forged solution.
        store::read_checked(&args.source).map(drop)?;
    }
    let (document, text) = match args.format {
        ExportFormat::Irace => scenario(args),
        ExportFormat::Ioh => ioh(args, &out("ioh")),
        ExportFormat::RoCrate => ro_crate(args, &out("ro-crate")),
        ExportFormat::Tidy => tidy(args, &out("tidy")),
    }?;
    if args.json { print_json(&document) } else { output(|out| writeln!(out, "{text}")) }
}

/// A finished export, as JSON and as text.
type Summary = Result<(Value, String), Failure>;

fn tidy(args: &ExportArgs, out: &Path) -> Summary {
    let (name, rows) = export::tidy(&args.source, out)?;
    let text = format!("{}: {}", out.join(name).display(), counted(rows as u64, "row"));
    Ok((json!({"folder": out.display().to_string(), "rows": {name: rows}}), text))
}

fn ioh(args: &ExportArgs, out: &Path) -> Summary {
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

fn ro_crate(args: &ExportArgs, out: &Path) -> Summary {
    let files = export::ro_crate(&args.source, out, args.license.as_deref().unwrap_or_default())?;
    let folder = out.display().to_string();
    let advice = prose("Before you deposit it, add the authors to ro-crate-metadata.json.");
    let text = format!("{} and ro-crate-metadata.json in {folder}\n{advice}", counted(files as u64, "file"));
    Ok((json!({"folder": folder, "files": files}), text))
}

fn scenario(args: &ExportArgs) -> Summary {
    let sweep = sweep::read(&args.source)?;
    let out = sweep::results_folder(args.out.as_deref(), &sweep.name, "-irace");
    let files = irace::scenario(&sweep, &invocation::program()?, &sweep::full_path(&args.source)?, args.budget)?;
    irace::write(&files, &out)?;
    let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    let folder = out.display().to_string();
    let advice =
        "In that folder, `irace -s scenario.txt --check` tests it, `irace -s scenario.txt --parallel 2` runs it.";
    let text = prose(&format!("{} in {folder}\n{advice}", names.join(", ")));
    Ok((json!({"folder": folder, "files": names}), text))
}
