//! `evocube tables`: the tables that solvers keep.

use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use evocube::experiment::sweep::reason;
use evocube::search::tables::{TABLES, table};
use evocube::table::cache::{CacheDir, Fault, Temporary};
use evocube::table::{TableError, TableSpec};
use serde::Serialize;

use crate::cli::outcome::{Failure, NEGATIVE, Outcome, sentence};
use crate::cli::terminal::cache::Cache;
use crate::cli::terminal::output::{note, output};
use crate::cli::terminal::table;

/// Build, list, verify or delete the tables that solvers keep.
///
/// A solver builds the tables it needs when they are not there. They are kept in the folder that the environment
/// variable EVOCUBE_CACHE names, else in the platform's folder for such files. Without a command: info.
#[derive(Args)]
pub(crate) struct TablesArgs {
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Subcommand)]
enum Action {
    /// Build tables that are not there
    Build(NameArgs),
    /// List tables (file, size, state) and unfinished files
    Info(ListArgs),
    /// Check every byte of the tables that are there, and compare what is known of them (exit code 1: one is wrong)
    Verify(ListArgs),
    /// Delete tables, and what killed builds left of them
    Clear(NameArgs),
}

#[derive(Args, Default)]
struct NameArgs {
    /// Only this table
    #[arg(value_parser = name_parser())]
    name: Option<&'static TableSpec>,
}

#[derive(Args, Default)]
struct ListArgs {
    #[command(flatten)]
    which: NameArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Reads a table's name.
fn name_parser() -> impl TypedValueParser<Value = &'static TableSpec> {
    PossibleValuesParser::new(TABLES.iter().map(|spec| spec.name))
        .map(|name| table(&name).expect("the parser lets the names of tables pass only"))
}

impl NameArgs {
    fn tables(&self) -> Vec<&'static TableSpec> {
        self.name.map_or_else(|| TABLES.to_vec(), |spec| vec![spec])
    }
}

/// What is printed of a table.
#[derive(Serialize)]
struct Row {
    name: &'static str,
    about: &'static str,
    file: String,
    bytes: usize,
    /// `absent`, `unusable` or `ready`; after verifying `right` or `wrong` instead of the last.
    state: &'static str,
    /// Why it is unusable or wrong.
    reason: Option<String>,
}

/// Row of an unfinished file.
#[derive(Serialize)]
struct Unfinished {
    file: String,
    bytes: u64,
    /// True if the build that wrote it was killed.
    stale: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report {
    folder: String,
    tables: Vec<Row>,
    unfinished: Vec<Unfinished>,
}

/// Runs the command.
pub(crate) fn run(args: &TablesArgs) -> Outcome {
    let cache = Cache::new(false);
    let folder = cache
        .folder
        .as_ref()
        .ok_or_else(|| Failure("there is no folder for tables: set EVOCUBE_CACHE to one".to_owned()))?;
    match &args.action {
        None => list(folder, &ListArgs::default(), |spec| state(folder.look(spec).map(|()| "ready"))),
        Some(Action::Info(args)) => list(folder, args, |spec| state(folder.look(spec).map(|()| "ready"))),
        Some(Action::Verify(args)) => list(folder, args, |spec| match folder.read(spec, cache.source().threads) {
            Ok(table) => match (spec.check)(table) {
                Ok(()) => ("right", None),
                Err(mismatch) => ("wrong", Some(mismatch.to_string())),
            },
            Err(fault) => state(Err(fault)),
        }),
        Some(Action::Build(which)) => build(&cache, folder, &which.tables()),
        Some(Action::Clear(which)) => clear(folder, &which.tables()),
    }
}

fn state(looked: Result<&'static str, Fault>) -> (&'static str, Option<String>) {
    match looked {
        Ok(state) => (state, None),
        Err(Fault::Absent) => ("absent", None),
        Err(fault) => ("unusable", Some(sentence(&fault))),
    }
}

fn list(folder: &CacheDir, args: &ListArgs, state: impl Fn(&TableSpec) -> (&'static str, Option<String>)) -> Outcome {
    let row = |spec: &TableSpec| {
        let (state, reason) = state(spec);
        let file = folder.file(spec).display().to_string();
        Row { name: spec.name, about: spec.about, file, bytes: spec.bytes, state, reason }
    };
    let tables: Vec<_> = args.which.tables().into_iter().map(row).collect();
    let bad = tables.iter().any(|row| ["unusable", "wrong"].contains(&row.state));
    let shown = folder.folder().display().to_string();
    let unfinished = folder.unfinished().map_err(|error| Failure(format!("\"{shown}\": {}", reason(&error))))?;
    let unfinished = unfinished.into_iter().map(|Temporary { path, bytes, is_stale }| Unfinished {
        file: path.display().to_string(),
        bytes,
        stale: is_stale,
    });
    let report = Report { folder: shown, tables, unfinished: unfinished.collect() };
    if args.json {
        let text = serde_json::to_string_pretty(&report)?;
        output(|out| writeln!(out, "{text}"))?;
    } else {
        let mut shown = table::table(["table", "what", "state", "MB"], 3);
        for row in &report.tables {
            let state = row.reason.as_ref().map_or(row.state.to_owned(), |why| format!("{}: {why}", row.state));
            shown.add_row([row.name, row.about, &state, &format!("{:.1}", row.bytes as f64 / 1e6)]);
        }
        output(|out| {
            writeln!(out, "{shown}\nin {}", report.folder)?;
            report.unfinished.iter().try_for_each(|Unfinished { file, bytes, stale }| {
                let what =
                    if *stale { "left by a build that was killed: `tables clear` deletes it" } else { "being written" };
                writeln!(out, "{file}: {:.1} MB, {what}", *bytes as f64 / 1e6)
            })
        })?;
    }
    Ok(if bad { ExitCode::from(NEGATIVE) } else { ExitCode::SUCCESS })
}

fn build(cache: &Cache, folder: &CacheDir, tables: &[&'static TableSpec]) -> Outcome {
    let source = cache.source();
    for spec in tables {
        match folder.read(spec, source.threads) {
            Ok(_) => {
                note(format_args!("{} is there", spec.name));
                continue;
            }
            Err(Fault::Absent) => {}
            Err(fault) => {
                source.observer.error(&TableError::Unusable { file: folder.file(spec), fault });
            }
        }
        let start = std::time::Instant::now();
        let table = source.build(spec);
        folder.write(spec, &table).map_err(|error| TableError::NotKept {
            table: spec.name,
            folder: folder.folder().to_owned(),
            error,
        })?;
        note(format_args!("{} is built, in {:.1} s", spec.name, start.elapsed().as_secs_f64()));
    }
    Ok(ExitCode::SUCCESS)
}

fn clear(folder: &CacheDir, tables: &[&'static TableSpec]) -> Outcome {
    let mut deleted = 0;
    for spec in tables {
        deleted += folder.clear(spec).map_err(|error| {
            Failure(format!("\"{}\" cannot be cleared: {}", folder.folder().display(), reason(&error)))
        })?;
    }
    let files = if deleted == 1 { "file" } else { "files" };
    note(format_args!("{deleted} {files} deleted in {}", folder.folder().display()));
    Ok(ExitCode::SUCCESS)
}
