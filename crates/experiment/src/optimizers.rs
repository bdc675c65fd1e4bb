//! [`Optimizers`]: the solvers that a run builds once, and the latest algorithm, alphabet and instance, which it keeps from trial to trial.
//! Trials and baselines are run with them here. The course of a trial is in `trial`, threads and the order of trials are in `runner`.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};

use super::plan::Trial;
use super::record::BaselineRow;
use super::trial::{self, LatestInstance, TrialError, TrialInputs, TrialRecord};
use evocube_cube::search::{SolverKind, TableSource};
use evocube_cube::solver::Cancelled;
use evocube_engine::evolve::config::TrialConfig;
use evocube_engine::evolve::genome_optimizer::LatestAlphabet;
use evocube_engine::optimizer::{AnyOptimizer, Observer, OptimizerError, deterministic};

/// The algorithms of a run. Solvers are built once, since their tables are large.
pub(super) struct Optimizers<'a> {
    tables: TableSource<'a>,
    solvers: HashMap<SolverKind, AnyOptimizer>,
    /// The algorithm of the design point whose trials run at present: building it can take longer than a short trial.
    latest: Mutex<Option<(TrialConfig, Arc<AnyOptimizer>)>>,
    /// Its alphabet, which most design points of a stage have in common.
    alphabet: LatestAlphabet,
    /// The instance that trials run on at present.
    instance: LatestInstance,
}

impl<'a> Optimizers<'a> {
    /// Returns a collection without solvers. Solvers that are built later take their tables from this source.
    pub(super) fn new(tables: TableSource<'a>) -> Self {
        let (alphabet, instance) = (LatestAlphabet::default(), LatestInstance::default());
        Self { tables, solvers: HashMap::new(), latest: Mutex::default(), alphabet, instance }
    }

    /// Builds the solvers that are missing, so that no trial has to wait for their tables.
    ///
    /// # Errors
    /// If the observer of the tables ends their construction.
    pub(super) fn build(&mut self, kinds: impl IntoIterator<Item = SolverKind>) -> Result<(), Cancelled> {
        for kind in kinds {
            if let Entry::Vacant(missing) = self.solvers.entry(kind) {
                missing.insert(deterministic(kind.build(&self.tables)?));
            }
        }
        Ok(())
    }

    /// Builds the solvers of these trials.
    ///
    /// # Errors
    /// As [`build`](Self::build).
    pub(super) fn build_for<'t>(
        &mut self,
        trials: impl IntoIterator<Item = &'t Trial>,
        points: &[TrialConfig],
    ) -> Result<(), Cancelled> {
        self.build(trials.into_iter().filter_map(|trial| points[trial.point].algorithm.solver()))
    }

    fn solver(&self, kind: SolverKind) -> &AnyOptimizer {
        self.solvers.get(&kind).expect("it is built before it is used")
    }

    /// Runs a trial of a design point.
    pub(super) fn trial(
        &self,
        point: &TrialConfig,
        inputs: &TrialInputs<'_>,
        observer: impl Observer,
    ) -> Result<TrialRecord, TrialError> {
        match point.algorithm.solver() {
            Some(kind) => trial::run_reusing(&self.instance, self.solver(kind), inputs, observer),
            None => trial::run_reusing(&self.instance, &*self.algorithm(point)?, inputs, observer),
        }
    }

    /// Returns the algorithm of a design point, which is built unless it is the latest.
    fn algorithm(&self, point: &TrialConfig) -> Result<Arc<AnyOptimizer>, OptimizerError> {
        let latest = || self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((config, algorithm)) = &*latest()
            && config == point
        {
            return Ok(Arc::clone(algorithm));
        }
        let algorithm = Arc::new(point.build_reusing(&self.alphabet)?);
        *latest() = Some((point.clone(), Arc::clone(&algorithm)));
        Ok(algorithm)
    }

    /// Runs a solver on an instance.
    ///
    /// # Errors
    /// If the run is cancelled, or the objective fails, which evaluates the solution.
    pub(super) fn baseline(&self, kind: SolverKind, inputs: &TrialInputs<'_>) -> Result<BaselineRow, Cancelled> {
        let record = match trial::run_reusing(&self.instance, self.solver(kind), inputs, ()) {
            Err(TrialError::Cancelled(ended)) => return Err(ended),
            ended => ended.ok().filter(|record| record.outcome.solved),
        };
        let solution = record.as_ref().map(|record| &record.solution);
        Ok(BaselineRow {
            instance: inputs.instance.name.clone(),
            solver: kind.name().to_owned(),
            solved: solution.is_some(),
            htm: solution.map(|solution| solution.htm),
            qtm: solution.map(|solution| solution.qtm),
            nodes: record.as_ref().map_or(0, |record| record.nodes),
            moves: solution.map_or(String::new(), |solution| solution.moves.clone()),
        })
    }
}
