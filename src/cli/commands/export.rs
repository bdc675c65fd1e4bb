//! `evocube export`: results and sweeps in the formats of other tools.

use std::path::{Path, PathBuf, absolute};

use clap::{Args, ValueEnum};
use evocube::experiment::export;
use evocube::experiment::irace::Scenario;
use evocube::experiment::store;
use serde_json::json;

use crate::cli::arguments::sweep;
use crate::cli::invocation;
use crate::cli::result::CommandResult;
use crate::cli::terminal::numbers::counted;
use crate::cli::terminal::output::{output, print_json};
use crate::cli::terminal::width::prose;

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
    let output = |name| args.out.clone().unwrap_or_else(|| args.source.join(name));
    if !matches!(args.format, ExportFormat::Irace) {
        store::check(&args.source)?;
    }
    match args.format {
        ExportFormat::Irace => irace(args),
        ExportFormat::Ioh => ioh(args, &output("ioh")),
        ExportFormat::RoCrate => ro_crate(args, &output("ro-crate")),
        ExportFormat::Tidy => tidy(args, &output("tidy")),
    }
}

fn tidy(args: &ExportArgs, out: &Path) -> CommandResult {
    let (name, rows) = export::tidy(&args.source, out)?;
    if args.json {
        return print_json(&json!({"folder": out.display().to_string(), "rows": {name: rows}}));
    }
    output(|stdout| writeln!(stdout, "{}: {}", out.join(name).display(), counted(rows as u64, "row")))
}

fn ioh(args: &ExportArgs, out: &Path) -> CommandResult {
    let export::Exported { runs, left_out } = export::ioh(&args.source, out)?;
    let shown = out.display().to_string();
    if args.json {
        return print_json(&json!({"folder": shown, "runs": runs, "left_out": left_out}));
    }
    output(|stdout| {
        writeln!(stdout, "{} in {shown}", counted(runs as u64, "run"))?;
        match left_out {
            0 => Ok(()),
            _ => {
                let (omitted, verb) = (counted(left_out as u64, "trial"), if left_out == 1 { "is" } else { "are" });
                let text = format!("{omitted} without evaluations {verb} omitted: those of solvers, and failed ones");
                writeln!(stdout, "{}", prose(&text))
            }
        }
    })
}

fn ro_crate(args: &ExportArgs, out: &Path) -> CommandResult {
    let license = args.license.as_deref().unwrap_or_default();
    let files = export::ro_crate(&args.source, out, license)?;
    let shown = out.display().to_string();
    if args.json {
        return print_json(&json!({"folder": shown, "files": files}));
    }
    output(|stdout| {
        writeln!(stdout, "{} and ro-crate-metadata.json in {shown}", counted(files as u64, "file"))?;
        writeln!(stdout, "{}", prose("Before you deposit it, add the authors to ro-crate-metadata.json."))
    })
}

fn irace(args: &ExportArgs) -> CommandResult {
    let sweep = sweep::read(&args.source)?;
    let out = sweep::results_folder(args.out.as_deref(), &sweep.name, "-irace");
    let program = invocation::program()?;
    let scenario = Scenario::new(&sweep, &program, &absolute(&args.source)?, args.budget)?;
    scenario.write(&out)?;
    let names: Vec<&str> = scenario.files.iter().map(|(name, _)| *name).collect();
    let shown = out.display().to_string();
    if args.json {
        return print_json(&json!({"folder": shown, "files": names}));
    }
    output(|stdout| {
        writeln!(stdout, "{}", prose(&format!("{} in {shown}", names.join(", "))))?;
        let advice =
            "In that folder, `irace -s scenario.txt --check` tests it, `irace -s scenario.txt --parallel 2` runs it.";
        writeln!(stdout, "{}", prose(advice))
    })
}
