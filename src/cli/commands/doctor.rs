//! `evocube doctor`: what the program has to work with.

use std::env;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use evocube::evaluation::Kernel;
use serde_json::json;

use crate::cli::outcome::Outcome;
use crate::cli::parallel;
use crate::cli::terminal::cache::Cache;
use crate::cli::terminal::output::output;

/// Show what this machine offers: kernel, cores, the cache of tables, free disk space.
#[derive(Args)]
pub(crate) struct DoctorArgs {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &DoctorArgs) -> Outcome {
    let kernels: Vec<&str> = Kernel::available().map(Kernel::name).collect();
    let best = Kernel::best().name();
    let cores = parallel::threads();
    let cache = Cache::new(true);
    let cache = cache.folder.as_ref().map(|cache| cache.folder().to_owned());
    let used = cache.as_deref().map_or(0, size);
    let here = env::current_dir()?;
    let cache_free = cache.as_deref().and_then(free);
    let here_free = free(&here);
    if args.json {
        let document = json!({
            "version": env!("CARGO_PKG_VERSION"), "platform": platform(), "kernel": best, "kernels": kernels, "cores": cores,
            "cache": cache.map(|path| path.display().to_string()), "cache_bytes": used, "cache_free_bytes": cache_free,
            "folder": here.display().to_string(), "free_bytes": here_free,
        });
        output(|out| writeln!(out, "{document:#}"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let space = |bytes: Option<u64>| bytes.map_or("unknown".to_owned(), short);
    output(|out| {
        writeln!(out, "evocube   {} on {}", env!("CARGO_PKG_VERSION"), platform())?;
        writeln!(out, "kernel    {best} (of {})", kernels.join(", "))?;
        writeln!(out, "cores     {cores}")?;
        match &cache {
            Some(path) => {
                writeln!(out, "cache     {}: {} of tables, {} free", path.display(), short(used), space(cache_free))?;
            }
            None => writeln!(out, "cache     none: set EVOCUBE_CACHE to a folder, or tables are built each time")?,
        }
        writeln!(out, "here      {}: {} free", here.display(), space(here_free))
    })?;
    Ok(ExitCode::SUCCESS)
}

fn platform() -> String {
    format!("{}-{}", env::consts::OS, env::consts::ARCH)
}

/// The bytes of the files of a folder.
fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.metadata().ok()).filter(fs::Metadata::is_file).map(|data| data.len()).sum()
}

/// The bytes that may yet be written where a folder is, or would be; nothing if the system does not say.
#[cfg(unix)]
fn free(folder: &Path) -> Option<u64> {
    let there = folder.ancestors().find(|path| path.exists())?;
    let system = rustix::fs::statvfs(there).ok()?;
    Some(system.f_bavail.saturating_mul(system.f_frsize))
}

#[cfg(not(unix))]
fn free(_: &Path) -> Option<u64> {
    None
}

#[allow(clippy::cast_precision_loss)] // three digits are shown
fn short(bytes: u64) -> String {
    let bytes = bytes as f64;
    match bytes {
        _ if bytes >= 1e9 => format!("{:.1} GB", bytes / 1e9),
        _ if bytes >= 1e6 => format!("{:.1} MB", bytes / 1e6),
        _ => format!("{:.1} kB", bytes / 1e3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_short() {
        assert_eq!([0, 1500, 2_340_000, 197_000_000_000].map(short), ["0.0 kB", "1.5 kB", "2.3 MB", "197.0 GB"]);
    }
}
