//! [`Execution`]: how to run, which must not change any result.

use std::num::NonZeroUsize;

use crate::evaluation::Kernel;
use crate::search::TableSource;

/// How to run, which must not change any result.
#[derive(Clone, Copy)]
pub struct Execution<'a> {
    /// How many threads work: on trials of their own, or together on a large one.
    pub threads: NonZeroUsize,
    /// What evaluates genomes.
    pub kernel: Kernel,
    /// Where deterministic solvers get their tables from.
    pub tables: TableSource<'a>,
}
