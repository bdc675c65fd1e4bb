//! `evocube tables`: builds, lists, verifies and clears the cached tables of the solvers.

use crate::files::reason;
use clap::{Args, Subcommand};
use evocube::search::tables::TABLES;
use evocube::table::cache::{CacheDir, Fault, Temporary};
use evocube::table::{TableError, TableSpec};
use serde::Serialize;
use serde_json::json;

use crate::cli::arguments::choice;
use crate::cli::result::{CommandResult, failure, sentence, success_if};
use crate::cli::terminal::{ProgressMode, TableCache, counted, note, output, print_json, prose, table};

/// Build, list, verify or delete the cached tables of the solvers [default: info].
///
/// A solver builds missing tables when it needs them. The folder is that of the environment variable EVOCUBE_CACHE, else the
/// platform's cache folder.
#[derive(Args)]
pub(crate) struct TablesArgs {
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Subcommand)]
enum Action {
    /// Build missing tables
    Build(NameArgs),
    /// List tables (file, size, state) and unfinished files
    Info(ListArgs),
    /// Compare the tables with their known digests, and `axis` with its known distribution (exit code 1 if one is wrong)
    Verify(ListArgs),
    /// Delete tables, and the temporary files of killed builds
    Clear(NameArgs),
}

#[derive(Args, Default)]
struct NameArgs {
    /// Only this table
    #[arg(value_parser = choice::words(TABLES.iter().copied(), |table: &TableSpec| table.name))]
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

impl NameArgs {
    fn tables(&self) -> Vec<&'static TableSpec> {
        self.name.map_or_else(|| TABLES.to_vec(), |spec| vec![spec])
    }
}

/// A table and whether it can be used.
#[derive(Serialize)]
struct TableStatus {
    name: &'static str,
    about: &'static str,
    file: String,
    bytes: usize,
    /// `absent`, `unusable` or `ready`; after verification `right` or `wrong` in place of `ready`.
    state: &'static str,
    /// The reason for `unusable` or `wrong`.
    reason: Option<String>,
}

/// Runs the command.
pub(crate) fn run(args: &TablesArgs) -> CommandResult {
    let cache = TableCache::new(ProgressMode::stderr(false));
    let folder = cache.folder.as_ref().ok_or_else(|| failure!("no folder for tables: set EVOCUBE_CACHE to one"))?;
    match &args.action {
        None => list(folder, &ListArgs::default(), |spec| state(folder.look(spec).map(|()| "ready"))),
        Some(Action::Info(args)) => list(folder, args, |spec| state(folder.look(spec).map(|()| "ready"))),
        Some(Action::Verify(args)) => list(folder, args, |spec| match folder.read(spec, cache.source().threads) {
            Ok(table) => match (spec.check)(spec.metric, table) {
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

fn list(
    folder: &CacheDir,
    args: &ListArgs,
    state: impl Fn(&TableSpec) -> (&'static str, Option<String>),
) -> CommandResult {
    let row = |spec: &TableSpec| {
        let (state, reason) = state(spec);
        let file = folder.file(spec).display().to_string();
        TableStatus { name: spec.name, about: spec.about, file, bytes: spec.bytes, state, reason }
    };
    let tables: Vec<_> = args.which.tables().into_iter().map(row).collect();
    let is_bad = tables.iter().any(|row| ["unusable", "wrong"].contains(&row.state));
    let shown = folder.folder().display().to_string();
    let unfinished = folder.unfinished().map_err(|error| failure!("\"{shown}\": {}", reason(&error)))?;
    if args.json {
        let entry = |Temporary { path, bytes, is_stale }: &Temporary| {
            // Stale if the build that wrote it was killed.
            json!({"file": path.display().to_string(), "bytes": bytes, "stale": is_stale})
        };
        let unfinished: Vec<_> = unfinished.iter().map(entry).collect();
        print_json(&json!({"folder": shown, "tables": tables, "unfinished": unfinished}))?;
    } else {
        let mut list = table(["table", "content", "state", "MB"], 3);
        for row in &tables {
            let state = row.reason.as_ref().map_or(row.state.to_owned(), |why| format!("{}: {why}", row.state));
            list.add_row([row.name, row.about, &state, &format!("{:.1}", row.bytes as f64 / 1e6)]);
        }
        output(|out| {
            writeln!(out, "{list}\nin {shown}")?;
            unfinished.iter().try_for_each(|Temporary { path, bytes, is_stale }| {
                let clear = "left by a killed build: `evocube tables clear` deletes it";
                let what = if *is_stale { clear } else { "being written" };
                writeln!(out, "{}", prose(&format!("{}: {:.1} MB, {what}", path.display(), *bytes as f64 / 1e6)))
            })
        })?;
    }
    success_if(!is_bad)
}

fn build(cache: &TableCache, folder: &CacheDir, tables: &[&'static TableSpec]) -> CommandResult {
    let source = cache.source();
    for spec in tables {
        match folder.read(spec, source.threads) {
            Ok(_) => {
                note(format_args!("{} is built already", spec.name));
                continue;
            }
            Err(Fault::Absent) => {}
            Err(fault) => {
                source.observer.error(&TableError::Unusable { file: folder.file(spec), fault });
            }
        }
        let start = std::time::Instant::now();
        let table = source.build(spec)?;
        folder.write(spec, &table).map_err(|error| TableError::NotKept {
            table: spec.name,
            folder: folder.folder().to_owned(),
            error,
        })?;
        note(format_args!("{} is built in {:.1} s", spec.name, start.elapsed().as_secs_f64()));
    }
    success_if(true)
}

fn clear(folder: &CacheDir, tables: &[&'static TableSpec]) -> CommandResult {
    let mut deleted = 0;
    for spec in tables {
        deleted += folder
            .clear(spec)
            .map_err(|error| failure!("\"{}\" cannot be cleared: {}", folder.folder().display(), reason(&error)))?;
    }
    note(format_args!("{} deleted in {}", counted(deleted as u64, "file"), folder.folder().display()));
    success_if(true)
}
