//! [`Execution`]: means of a run that change no result.

use std::num::NonZeroUsize;

use crate::evaluation::Kernel;
use crate::search::TableSource;

/// Means of a run that change no result.
#[derive(Clone, Copy)]
pub struct Execution<'a> {
    /// Number of threads; each has a trial of its own, or several share a large one.
    pub threads: NonZeroUsize,
    /// Kernel that evaluates genomes.
    pub kernel: Kernel,
    /// Source of the tables of deterministic solvers.
    pub tables: TableSource<'a>,
}
