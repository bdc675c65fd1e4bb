//! [`DefaultSolver`]: the solver of single states of the 3×3×3 that is used without a choice of the user: Kociemba's. Without a limit it
//! accepts longer solutions where the usual length takes too many nodes. If a time limit ends before it has a solution, a substitute may
//! answer: Thistlethwaite's.

use super::kociemba::{DEFAULT_NODES_QTM, Kociemba, SearchLimits};
use super::{SolverKind, Thistlethwaite};
use crate::puzzle::{Cube3, Metric};
use crate::solver::{Budget, Solution, Solver, Unsolved};

/// The [two-phase algorithm](Kociemba), which always ends with a solution if the budget has no limit and is not cancelled.
///
/// Random states have solutions of the target length among the first nodes. A symmetric state looks the same in several directions of
/// the search, which may then take minutes. So without a limit it searches for the target length during
/// [`DefaultSolver::nodes`], then for each longer length during as many. Nodes are the same on every machine, and so is the solution.
///
/// ```
/// use evocube_cube::search::{DefaultSolver, Kociemba, KociembaTables, TableSource};
/// use evocube_cube::{Algorithm, Budget, Cube3, Metric, Solver};
/// let two_phase = Kociemba::with_metric(KociembaTables::Small, Metric::Htm, &TableSource::IN_MEMORY)?;
/// let superflip: Algorithm = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2".parse()?;
/// let state = Cube3::SOLVED.apply_all(&superflip);
/// let solution = DefaultSolver::new(two_phase, None).solve(state, &Budget::default())?;
/// assert!(state.apply_all(solution.moves()).is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct DefaultSolver {
    two_phase: Kociemba,
    substitute: Option<Thistlethwaite>,
}

impl DefaultSolver {
    /// Returns the solver. The substitute answers if a time limit ends before the two-phase algorithm has a solution.
    pub const fn new(two_phase: Kociemba, substitute: Option<Thistlethwaite>) -> Self {
        Self { two_phase, substitute }
    }

    /// Returns the nodes of the search for each length without a limit: in half turns 300,000, more than any of 10,000 random states
    /// takes (173,371); in quarter turns [`DEFAULT_NODES_QTM`].
    pub const fn nodes(metric: Metric) -> u64 {
        match metric {
            Metric::Htm => 300_000,
            Metric::Qtm => DEFAULT_NODES_QTM,
        }
    }

    /// Searches for longer and longer solutions.
    fn solve_without_limit(&self, state: Cube3, budget: &Budget) -> Result<Solution<Cube3>, Unsolved> {
        let nodes = Self::nodes(self.two_phase.metric());
        let mut limits = SearchLimits { nodes, ..self.two_phase.limits(budget) };
        let mut spent = 0;
        loop {
            match self.two_phase.search(state, limits, budget) {
                Err(Unsolved::Budget { nodes }) if !budget.cancellation.is_requested() => spent += nodes,
                outcome => return outcome.map(|solution| solution.after_nodes(spent)),
            }
            let length = limits.max_length + 1;
            limits = SearchLimits { max_length: length, target: length, ..limits };
        }
    }
}

impl Solver<Cube3> for DefaultSolver {
    /// Returns the name of the two-phase algorithm.
    fn name(&self) -> &'static str {
        SolverKind::Kociemba.name()
    }

    fn sees_symmetries(&self) -> bool {
        self.two_phase.sees_symmetries()
    }

    /// Solves a state as [`Kociemba`] does within a limit of time, nodes or length. The nodes of a solution include those of the
    /// searches for shorter ones.
    fn solve(&self, state: Cube3, budget: &Budget) -> Result<Solution<Cube3>, Unsolved> {
        let is_limited =
            budget.time.is_some() || budget.nodes.is_some() || budget.depth.is_some() || budget.target.is_some();
        if !is_limited {
            return self.solve_without_limit(state, budget);
        }
        match (self.two_phase.solve(state, budget), &self.substitute) {
            (Err(Unsolved::Budget { nodes }), Some(substitute)) if budget.time.is_some() => {
                let solution = substitute.solve(state, &Budget { depth: budget.depth, ..Budget::default() })?;
                Ok(solution.after_nodes(nodes).by_substitute(SolverKind::Thistlethwaite.name()))
            }
            (outcome, _) => outcome,
        }
    }
}
