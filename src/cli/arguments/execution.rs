//! How a sweep is run: the arguments that change no result.

use std::num::NonZeroUsize;

use clap::Args;
use evocube::evaluation::Kernel;
use evocube::experiment::execution::Execution;
use evocube::experiment::store::Opening;

use crate::cli::outcome::Failure;
use crate::cli::terminal::cache::Cache;

/// The most threads that may be asked for.
pub(crate) const MAX_THREADS: usize = 4096;

#[derive(Args)]
pub(crate) struct ExecutionArgs {
    /// How many threads work; as many as there are cores if absent
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// What evaluates genomes: avx512, avx2, neon or scalar; the fastest that the machine has if absent
    #[arg(long, value_name = "NAME", env = "EVOCUBE_KERNEL")]
    kernel: Option<String>,
}

impl ExecutionArgs {
    /// What the user says, or what the machine has.
    pub(crate) fn execution<'a>(&self, cache: &'a Cache) -> Result<Execution<'a>, Failure> {
        let threads = self.threads.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
        if threads.get() > MAX_THREADS {
            return Err(Failure(format!("--threads {threads} is out of range: 1 to {MAX_THREADS}")));
        }
        // A variable that is empty says nothing.
        let named = self.kernel.as_deref().filter(|name| !name.is_empty());
        let kernel = named.map_or(Ok(Kernel::best()), Kernel::named)?;
        Ok(Execution { threads, kernel, tables: cache.source() })
    }
}

/// What is done with a folder that has something in it.
#[derive(Args)]
pub(crate) struct OpeningArgs {
    /// Go on with what is unfinished in the folder
    #[arg(long, conflicts_with = "fresh")]
    resume: bool,
    /// Delete what evocube wrote in the folder, and begin again
    #[arg(long)]
    fresh: bool,
}

impl OpeningArgs {
    /// What the user says.
    pub(crate) fn opening(&self) -> Opening {
        match (self.resume, self.fresh) {
            (true, _) => Opening::Resume,
            (_, true) => Opening::Fresh,
            _ => Opening::New,
        }
    }
}
