//! `evocube doctor`: shows the program, processor, kernel, cores, table cache and free disk space. It changes nothing.

use std::env;

use clap::Args;
use evocube::Registry;
use evocube::evaluation::Kernel;
use evocube::experiment::execution::Execution;
use evocube::experiment::record::ProgramBlock;
use evocube::experiment::store::Machine;
use serde_json::json;

use crate::cli::disk::{free, size};
use crate::cli::parallel;
use crate::cli::result::CommandResult;
use crate::cli::terminal::{ProgressMode, TableCache, bytes, output, print_json, width};

/// Show the program, processor, kernel, cores, table cache and free disk space of this machine.
#[derive(Args)]
pub(crate) struct DoctorArgs {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &DoctorArgs) -> CommandResult {
    let kernels: Vec<&str> = Kernel::available().map(Kernel::name).collect();
    let cores = parallel::threads(None);
    let cache = TableCache::new(ProgressMode::Silent);
    let here = Machine::here(Execution::new(cores, cache.source()));
    let Machine { compiler, kernel, platform, processor, .. } = here;
    let ProgramBlock { version, commit, commit_date, identity, .. } =
        ProgramBlock::with_all_components(&Registry::new());
    let cache = cache.folder.as_ref().map(|cache| cache.folder().to_owned());
    let used = cache.as_deref().map_or(0, size);
    let folder = env::current_dir()?;
    let cache_free = cache.as_deref().and_then(free);
    let here_free = free(&folder);
    if args.json {
        return print_json(&json!({
            "version": version, "commit": commit, "commit_date": commit_date, "identity": identity, "compiler": compiler,
            "platform": platform, "processor": processor, "kernel": kernel, "kernels": kernels, "cores": cores,
            "cache": cache.map(|path| path.display().to_string()), "cache_bytes": used, "cache_free_bytes": cache_free,
            "folder": folder.display().to_string(), "free_bytes": here_free,
        }));
    }
    let unknown = || "unknown".to_owned();
    let space = |free: Option<u64>| free.map_or_else(unknown, bytes);
    let cache = match &cache {
        Some(path) => format!("{}: {} of tables, {} free", path.display(), bytes(used), space(cache_free)),
        None => "none: set EVOCUBE_CACHE to a folder, or tables are built each time".to_owned(),
    };
    let of_day = commit_date.map_or_else(String::new, |date| format!(" of {date}"));
    let rows = [
        ("evocube", format!("{version} on {platform}")),
        ("commit", commit.unwrap_or_else(unknown) + &of_day),
        ("identity", identity),
        ("compiler", compiler.unwrap_or_else(unknown)),
        ("processor", processor.unwrap_or_else(unknown)),
        ("kernel", format!("{kernel} (of {})", kernels.join(", "))),
        ("cores", cores.to_string()),
        ("cache", cache),
        ("here", format!("{}: {} free", folder.display(), space(here_free))),
    ];
    output(|out| write!(out, "{}", width::rows(&rows, 0, width::output_width()).concat()))
}
