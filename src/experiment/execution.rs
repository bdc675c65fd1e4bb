//! [`Execution`]: how to run, which must not change any result.

use std::num::NonZeroUsize;

use crate::puzzle::kernel::Kernel;

/// How to run, which must not change any result.
#[derive(Clone, Copy, Debug)]
pub struct Execution {
    /// How many threads work: on trials of their own, or together on a large one.
    pub threads: NonZeroUsize,
    /// What evaluates genomes.
    pub kernel: Kernel,
}
