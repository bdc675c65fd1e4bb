//! [`Execution`]: resources of a run, which change no result. All that changes results is in the sweep.

use std::num::NonZeroUsize;
use std::time::Duration;

use super::interpreter::Interpreter;
use super::service::TrialService;
use super::sweep::Sweep;
use evocube_cube::search::TableSource;
use evocube_engine::evaluation::Kernel;

/// Resources of a run, which change no result.
#[derive(Clone, Copy)]
pub struct Execution<'a> {
    /// Number of threads. Each runs a trial of its own, or several share a large trial.
    pub threads: NonZeroUsize,
    /// Kernel that evaluates genomes.
    pub kernel: Kernel,
    /// Source of the tables of deterministic solvers.
    pub tables: TableSource<'a>,
    /// Interval at which the state of a running trial is saved in the results folder; `None` for never.
    pub checkpoint: Option<Duration>,
    /// The place where trials run instead of on the threads, each of which waits for a trial; `None` for this process.
    pub service: Option<&'a dyn TrialService>,
    /// The interpreter of components in another language; `None` without one.
    pub interpreter: Option<&'a dyn Interpreter>,
}

impl<'a> Execution<'a> {
    /// Returns the execution in this process with the fastest kernel, without checkpoints.
    pub fn new(threads: NonZeroUsize, tables: TableSource<'a>) -> Self {
        Self { threads, kernel: Kernel::best(), tables, checkpoint: None, service: None, interpreter: None }
    }

    /// Returns the execution of a sweep: without the interpreter unless it has components of the sweep, and on one thread if these run in
    /// this process.
    pub(super) fn of_sweep(self, sweep: &Sweep) -> Self {
        let interpreter = self.interpreter.filter(|interpreter| interpreter.has_components_of(sweep));
        let is_sequential = interpreter.is_some() && self.service.is_none();
        Self { threads: if is_sequential { NonZeroUsize::MIN } else { self.threads }, interpreter, ..self }
    }
}
