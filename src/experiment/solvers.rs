//! [`Solvers`]: the deterministic solvers of a run, as baselines and as contenders. Nothing limits them, so that what
//! they find depends on no clock.

use super::contender::{Contender, DesignPoint};
use super::instance::Instance;
use super::plan::Trial;
use super::record::{BaselineRow, SolutionRow, TrialOutcome};
use super::trial::{TrialError, TrialRecord};
use crate::evaluation::objective::Objective;
use crate::puzzle::algorithm::Metric;
use crate::puzzle::{Cube, CubeState, Puzzle};
use crate::search::{AnySolver, SolverKind, TableSource};
use crate::solver::{Budget, Cancellation, Solver};

/// The column `stop` of a trial that a solver played.
const SOLVED: &str = "solved";

/// The solvers that a run has needed so far, each built once.
pub(super) struct Solvers<'a> {
    tables: TableSource<'a>,
    cancellation: Cancellation,
    built: Vec<(SolverKind, AnySolver)>,
}

impl<'a> Solvers<'a> {
    /// None yet; tables will come from there, and solves end when that is requested.
    pub(super) fn new(tables: TableSource<'a>, cancellation: Cancellation) -> Self {
        Self { tables, cancellation, built: Vec::new() }
    }

    /// What limits a solve: nothing but that it is cancelled.
    fn budget(&self) -> Budget {
        Budget { cancellation: self.cancellation, ..Budget::default() }
    }

    /// Builds those that are not there yet, with their tables, so that no trial has to wait for them.
    pub(super) fn build(&mut self, kinds: impl IntoIterator<Item = SolverKind>) {
        for kind in kinds {
            if self.built.iter().all(|(there, _)| *there != kind) {
                self.built.push((kind, kind.build(&self.tables)));
            }
        }
    }

    /// Builds those that play trials.
    pub(super) fn build_for<'t>(&mut self, trials: impl IntoIterator<Item = &'t Trial>, points: &[DesignPoint]) {
        let contenders = trials.into_iter().map(|trial| points[trial.point].contender);
        self.build(contenders.filter_map(|contender| match contender {
            Contender::Evolution => None,
            Contender::Solver(kind) => Some(kind),
        }));
    }

    fn of(&self, kind: SolverKind) -> &AnySolver {
        let found = self.built.iter().find(|(there, _)| *there == kind);
        &found.expect("it was built before it is asked for").1
    }

    /// Solves an instance beside the evolution; a row of a cancelled solve says nothing.
    pub(super) fn baseline(&self, kind: SolverKind, instance: &Instance) -> BaselineRow {
        match self.of(kind) {
            AnySolver::Cube3(solver) => baseline(&**solver, instance, &self.budget()),
            AnySolver::Cube2(solver) => baseline(&**solver, instance, &self.budget()),
        }
    }

    /// Plays a trial.
    pub(super) fn trial(
        &self,
        kind: SolverKind,
        objective: &Objective,
        instance: &Instance,
        trial: u64,
    ) -> Result<TrialRecord, TrialError> {
        match self.of(kind) {
            AnySolver::Cube3(solver) => play(&**solver, objective, (instance, trial), &self.budget()),
            AnySolver::Cube2(solver) => play(&**solver, objective, (instance, trial), &self.budget()),
        }
    }
}

fn baseline<P: CubeState>(solver: &dyn Solver<P>, instance: &Instance, budget: &Budget) -> BaselineRow {
    let mut row = BaselineRow {
        instance: instance.name.clone(),
        solver: solver.name().to_owned(),
        solved: 0,
        htm: None,
        qtm: None,
        nodes: 0,
        moves: String::new(),
    };
    if let Ok(solution) = solver.solve(instance.problem(&Cube::<P>::new()), budget) {
        let moves = solution.moves().simplify();
        row.solved = 1;
        row.htm = Some(moves.length(Metric::Htm) as u64);
        row.qtm = Some(moves.length(Metric::Qtm) as u64);
        row.nodes = solution.nodes();
        row.moves = moves.to_string();
    }
    row
}

/// A trial of a solver: an outcome and a solution, but no convergence, for there are no generations.
fn play<P: CubeState>(
    solver: &dyn Solver<P>,
    objective: &Objective,
    (instance, trial): (&Instance, u64),
    budget: &Budget,
) -> Result<TrialRecord, TrialError> {
    let puzzle = &Cube::<P>::new();
    let start = instance.problem(puzzle);
    let solution = solver.solve(start, budget);
    if budget.cancellation.is_requested() {
        return Err(TrialError::Cancelled);
    }
    let moves = solution?.moves().simplify();
    let end = start.apply_all(&moves);
    let penalty = u64::from(objective.of(puzzle, end));
    let (htm, qtm) = (moves.length(Metric::Htm) as u64, moves.length(Metric::Qtm) as u64);
    let arrival = instance.start(puzzle).apply_all(&moves);
    let solved = end.is_solved();
    let outcome = TrialOutcome { best: penalty, solved, stop: SOLVED.to_owned(), evolution: None, htm, qtm };
    let name = instance.name.clone();
    let solution = SolutionRow {
        trial,
        instance: name,
        moves: moves.to_string(),
        htm,
        qtm,
        penalty,
        state: puzzle.write_state(arrival),
    };
    Ok(TrialRecord { outcome, convergence: Vec::new(), solution, front: Vec::new(), operators: Vec::new() })
}
