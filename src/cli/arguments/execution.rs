//! Arguments of the execution (threads and kernel), which change no result, and of the opening of a results folder that is not empty.
//! [`read_threads`] reads `--threads` of other commands, too.

use std::num::NonZeroUsize;

use clap::Args;
use evocube::evaluation::Kernel;
use evocube::experiment::execution::Execution;
use evocube::experiment::store::Opening;

use super::invalid_value::InvalidValue;
use crate::cli::invocation::{self, Host};
use crate::cli::parallel;
use crate::cli::result::Failure;
use crate::cli::terminal::TableCache;

/// The maximum number of threads.
const MAX_THREADS: usize = 4096;

/// Parses a number of threads, from 1 to [`MAX_THREADS`].
pub(crate) fn read_threads(text: &str) -> Result<NonZeroUsize, InvalidValue> {
    let threads = text.parse().ok().filter(|threads: &NonZeroUsize| threads.get() <= MAX_THREADS);
    threads.ok_or(InvalidValue::Threads { most: MAX_THREADS })
}

/// Threads and kernel of the trials.
#[derive(Args)]
pub(crate) struct ExecutionArgs {
    /// The number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = read_threads)]
    threads: Option<NonZeroUsize>,
    /// The kernel that evaluates genomes: avx512, avx2, neon or scalar [default: the fastest that the machine supports]
    #[arg(long, value_name = "NAME", env = "EVOCUBE_KERNEL")]
    kernel: Option<String>,
}

impl ExecutionArgs {
    /// Returns the execution that the arguments describe, with the defaults of the machine.
    ///
    /// # Errors
    /// If the kernel is unknown or the machine does not support it.
    pub(crate) fn execution<'a>(&self, cache: &'a TableCache) -> Result<Execution<'a>, Failure> {
        // An empty environment variable counts as absent.
        let named = self.kernel.as_deref().filter(|name| !name.is_empty());
        let kernel = named.map_or(Ok(Kernel::best()), Kernel::named)?;
        let Host { interpreter, service, .. } = invocation::host().unwrap_or_default();
        let threads = parallel::threads(self.threads.or(service.map(|(_, trials)| trials)));
        let service = service.map(|(service, _)| service);
        Ok(Execution { kernel, interpreter, service, ..Execution::new(threads, cache.source()) })
    }
}

/// The treatment of a folder that is not empty.
#[derive(Args)]
pub(crate) struct OpeningArgs {
    /// Resume an unfinished folder
    #[arg(long, conflicts_with = "fresh")]
    resume: bool,
    /// Delete the files that evocube wrote in the folder, and start over
    #[arg(long)]
    fresh: bool,
}

impl OpeningArgs {
    /// Returns the way in which the folder is opened.
    pub(crate) fn opening(&self) -> Opening {
        match (self.resume, self.fresh) {
            (true, _) => Opening::Resume,
            (_, true) => Opening::Fresh,
            _ => Opening::New,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thread_counts_are_parsed() {
        assert_eq!(read_threads("2").map(NonZeroUsize::get), Ok(2));
        for text in ["0", "-1", "x", "5000"] {
            assert!(read_threads(text).is_err(), "{text}");
        }
    }
}
