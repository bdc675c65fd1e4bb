//! Running one trial, from [`TrialInputs`] to a [`TrialRecord`], whose rows follow from configuration, instance and seed alone. The moves
//! are replayed, and a wrong penalty is a [`TrialError`]. The latest instance is kept prepared for the next trial. The rows are written by
//! `store`; the trial's state is saved by the checkpoint of its context. A planned `Trial` is in `planned_trial`.

use std::any::Any;
use std::sync::{Arc, Mutex};

use serde::{Deserialize, Serialize};

use super::instance::Instance;
use super::logging::LogKeys;
use super::mutex::lock;
use super::plan::Trial;
use super::record::{ConvergenceRow, FrontRow, OperatorRow, SolutionRow, TrialOutcome};
use super::recorder::{GenomeText, MAX_OPERATOR_ROWS, MAX_ROWS, RecordedCheckpoint, RecordedRows, SharedRecorder};
use super::sweep::Sweep;
use evocube_cube::puzzle::{Metric, Puzzle};
use evocube_cube::rng::Seed;
use evocube_cube::solver::Cancelled;
use evocube_cube::with_puzzle;
use evocube_engine::alphabet::{Alphabet, AlphabetConfig};
use evocube_engine::evaluation::objective::Objective;
use evocube_engine::evaluation::{Gene, PenaltyFunction};
use evocube_engine::evolve::config::TrialConfig;
use evocube_engine::optimizer::AnyOptimizer;
use evocube_engine::optimizer::{
    Checkpoint, EvolutionCounts, Observer, Optimizer, OptimizerError, Outcome, Problem, RunContext, StopCriterion,
    StopReason, reached,
};

/// The rows of a trial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrialRecord {
    /// For `trials.csv`.
    pub outcome: TrialOutcome,
    /// For `convergence.csv`.
    pub convergence: Vec<ConvergenceRow>,
    /// For `solutions.csv`.
    pub solution: SolutionRow,
    /// For `fronts.csv`; empty without `nsga-ii`.
    pub front: Vec<FrontRow>,
    /// For `operators.csv`; empty without adaptive operators.
    pub operators: Vec<OperatorRow>,
    /// For `baselines.csv`: search nodes of a deterministic solver, evaluations of another algorithm.
    pub nodes: u64,
}

/// Error of a trial.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrialError {
    /// The algorithm failed.
    #[error(transparent)]
    Optimizer(OptimizerError),
    /// The trial logged more rows than allowed.
    #[error("more than {MAX_ROWS} rows of convergence, or {MAX_OPERATOR_ROWS} of operators: set log-every higher")]
    TooManyRows,
    /// The algorithm made more evaluations than its limit allows: a defect of a registered algorithm.
    #[error(
        "the algorithm made {evaluations} evaluations, more than the {limit} of stop.evaluations: evaluate by \
         Problem::evaluate, and end when it returns 0"
    )]
    TooManyEvaluations {
        /// Number of evaluations that the algorithm counts.
        evaluations: u64,
        /// The limit.
        limit: u64,
    },
    /// The trial panicked, a defect.
    #[error("the trial panicked: {0}")]
    Panicked(String),
    /// The run was ended during the trial, or a component failed in it, with the reason. It leaves no row.
    #[error("the trial was cancelled")]
    Cancelled(#[source] Cancelled),
    /// The trial failed in another process.
    #[error("{0}")]
    Elsewhere(String),
    /// The replayed moves of the best individual have another penalty than reported: a defect of a kernel or an algorithm.
    #[error("the best genome was evaluated to {evaluated}, but its moves lead to {replayed}")]
    Mismatch {
        /// The penalty that the algorithm reported.
        evaluated: u32,
        /// The penalty of the state after the moves.
        replayed: u32,
    },
}

impl From<OptimizerError> for TrialError {
    /// Returns the cancellation if a component failed.
    fn from(error: OptimizerError) -> Self {
        match error {
            OptimizerError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            other => Self::Optimizer(other),
        }
    }
}

/// Inputs of a trial beside its algorithm.
#[derive(Clone, Copy, Debug)]
pub struct TrialInputs<'a> {
    /// Number of the trial in its rows.
    pub number: u64,
    /// The instance.
    pub instance: &'a Instance,
    /// The objective.
    pub objective: &'a Objective,
    /// Stop criterion.
    pub stop: &'a StopCriterion,
    /// The seed.
    pub seed: u64,
    /// The keys of the sweep file that choose the logged rows.
    pub log: &'a LogKeys,
    /// The alphabet of the genomes.
    pub alphabet: &'a AlphabetConfig,
    /// Resources, which change no result.
    pub context: RunContext<'a>,
}

impl<'a> TrialInputs<'a> {
    /// Returns the inputs of a trial of a plan, given the sweep and the trial's design point.
    pub fn new(sweep: &'a Sweep, trial: &Trial, point: &'a TrialConfig, context: RunContext<'a>) -> Self {
        let TrialConfig { objective, stop, alphabet, .. } = point;
        let (number, instance, log) = (trial.id, trial.instance_of(sweep), &sweep.log);
        Self { number, instance, objective, stop, seed: trial.seed, log, alphabet, context }
    }
}

/// The states and the penalties of the latest instance, which the next trials usually have, too.
#[derive(Debug, Default)]
pub(super) struct LatestInstance(Mutex<Option<(Instance, Objective, AnyPrepared)>>);

/// A [`PreparedInstance`] of any puzzle.
type AnyPrepared = Arc<dyn Any + Send + Sync>;

/// An instance as states of its puzzle, and the penalties of an objective.
struct PreparedInstance<P: Puzzle> {
    start: P::State,
    problem: P::State,
    penalties: Arc<PenaltyFunction>,
}

impl LatestInstance {
    fn prepare<P: Puzzle + 'static>(
        &self,
        puzzle: &P,
        instance: &Instance,
        objective: &Objective,
    ) -> Arc<PreparedInstance<P>> {
        let mut penalties = None;
        if let Some((latest_instance, latest_objective, prepared)) = &*lock(&self.0)
            && latest_objective == objective
            && let Ok(prepared) = Arc::clone(prepared).downcast::<PreparedInstance<P>>()
        {
            if latest_instance == instance {
                return prepared;
            }
            penalties = Some(Arc::clone(&prepared.penalties));
        }
        let (start, problem) = instance.states(puzzle);
        let penalties = penalties.unwrap_or_else(|| Arc::new(objective.penalty_function(puzzle)));
        let prepared = Arc::new(PreparedInstance { start, problem, penalties });
        *lock(&self.0) = Some((instance.clone(), objective.clone(), Arc::clone(&prepared) as _));
        prepared
    }
}

/// Runs a trial on the calling thread; the observer receives the generations that it needs. A panic of the algorithm is not caught here.
///
/// # Errors
/// If the algorithm or a component fails, the algorithm exceeds its evaluations, the run is cancelled, the rows are too many, or the moves
/// have another penalty than the algorithm reports.
pub fn run(
    optimizer: &AnyOptimizer,
    inputs: &TrialInputs<'_>,
    observer: impl Observer,
) -> Result<TrialRecord, TrialError> {
    run_reusing(&LatestInstance::default(), optimizer, inputs, observer)
}

/// Runs a trial as [`run`] does, with the latest instance if that is its own.
pub(super) fn run_reusing(
    latest: &LatestInstance,
    optimizer: &AnyOptimizer,
    inputs: &TrialInputs<'_>,
    observer: impl Observer,
) -> Result<TrialRecord, TrialError> {
    with_puzzle!(optimizer, |puzzle, optimizer| {
        let prepared = latest.prepare(puzzle, inputs.instance, inputs.objective);
        run_on(puzzle, &prepared, &**optimizer, inputs, observer)
    })
}

fn run_on<P: Puzzle>(
    puzzle: &P,
    prepared: &PreparedInstance<P>,
    optimizer: &dyn Optimizer<P>,
    inputs: &TrialInputs<'_>,
    observer: impl Observer,
) -> Result<TrialRecord, TrialError> {
    let TrialInputs { number: trial, instance, objective, stop, log, alphabet, context, .. } = *inputs;
    let PreparedInstance { start, problem, ref penalties } = *prepared;
    let problem =
        Problem::with_penalties(puzzle, problem, objective, Arc::clone(penalties)).with_limit(stop.evaluations);
    let text = if log.observers.is_empty() { None } else { Some(genome_text(&problem, alphabet)?) };
    let recorder = SharedRecorder::new(trial, log, text, stop.target);
    let mut observers = (&recorder, observer);
    let checkpoint = context.checkpoint.map(|checkpoint| RecordedCheckpoint::new(&recorder, checkpoint));
    let checkpoint = checkpoint.as_ref().map(|checkpoint| checkpoint as &dyn Checkpoint);
    let context = RunContext { checkpoint, ..context };
    let seed = Seed::from_number(inputs.seed);
    let outcome = optimizer.run(&problem, seed, stop, &context, &mut observers)?;
    let limit = stop.evaluations.unwrap_or(u64::MAX);
    let Outcome { moves, genes, penalty, front, stop, counts, nodes } = outcome;
    if stop == StopReason::Cancelled {
        return Err(TrialError::Cancelled(Cancelled::default()));
    }
    if let Some(EvolutionCounts { evaluations, .. }) = counts.filter(|counts| counts.evaluations > limit) {
        return Err(TrialError::TooManyEvaluations { evaluations, limit });
    }
    let recorder = recorder.into_inner();
    if recorder.is_full() {
        return Err(TrialError::TooManyRows);
    }
    let replay = |moves: &[P::Move], evaluated: Option<u32>| {
        let end = puzzle.apply_all(problem.state, moves);
        let replayed = problem.penalty_of(end).map_err(TrialError::Cancelled)?;
        match evaluated {
            Some(evaluated) if evaluated != replayed => Err(TrialError::Mismatch { evaluated, replayed }),
            _ => Ok((u64::from(replayed), end)),
        }
    };
    let lengths = |moves: &[P::Move]| Metric::ALL.map(|metric| puzzle.length(moves, metric) as u64);
    let (best, end) = replay(&moves, penalty)?;
    let mut rows = Vec::with_capacity(front.len());
    for member in &front {
        let (penalty, _) = replay(&member.moves, Some(member.penalty))?;
        let [htm, qtm] = lengths(&member.moves);
        rows.push(FrontRow { trial, penalty, htm, qtm, moves: puzzle.write_moves(&member.moves) });
    }
    let [htm, qtm] = lengths(&moves);
    let reached = reached(best, inputs.stop.target);
    // An algorithm that shows no generations has one batch.
    let evaluations = counts.map(|counts| recorder.rows.evaluations_to_reach.unwrap_or(counts.evaluations));
    let outcome = TrialOutcome {
        best,
        solved: puzzle.is_solved(end),
        reached,
        stop: stop.to_string().into(),
        evolution: counts,
        htm,
        qtm,
        evaluations_to_reach: evaluations.filter(|_| reached),
    };
    let solution = SolutionRow {
        trial,
        instance: instance.name.clone(),
        // Without a goal of its own, the problem is the start state.
        state: puzzle.write_state(if start == problem.state { end } else { puzzle.apply_all(start, &moves) }),
        moves: puzzle.write_moves(&moves),
        genes,
        htm,
        qtm,
        penalty: best,
    };
    let RecordedRows { convergence, operators, .. } = recorder.rows;
    Ok(TrialRecord { outcome, convergence, solution, front: rows, operators, nodes })
}

/// Returns the text of genomes of an alphabet as solutions of a problem.
fn genome_text<'a, P: Puzzle>(
    problem: &Problem<'a, P>,
    alphabet: &AlphabetConfig,
) -> Result<GenomeText<'a>, OptimizerError> {
    let Problem { puzzle, state, .. } = *problem;
    let alphabet = Alphabet::new(puzzle, alphabet)?;
    let (_, rotation) = puzzle.anchor(state);
    Ok(GenomeText {
        symbols: alphabet.symbols().map(|symbol| symbol.name.to_owned()).collect(),
        moves: Box::new(move |genes: &[Gene]| {
            let moves = alphabet.moves(genes.iter().map(|gene| gene.index()));
            puzzle.write_moves(&puzzle.simplify(&puzzle.conjugate(&moves, rotation)))
        }),
    })
}
