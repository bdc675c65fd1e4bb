//! [`Solving`]: an [`Optimizer`] as a [`Solver`], whose solutions are not proved to be shortest. The opposite conversion is in
//! `deterministic`.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Instant;

use super::{Optimizer, OptimizerError, Problem, RunContext, StopCriterion, WorkerPool};
use crate::evaluation::Kernel;
use crate::evaluation::objective::Objective;
use evocube_cube::puzzle::{Algorithm, Metric, Puzzle};
use evocube_cube::rng::Seed;
use evocube_cube::solver::{Budget, Solution, Solver, Unsolved};

/// An optimizer with a fixed seed: equal states have equal solutions unless the time is limited.
///
/// Search nodes are evaluations. With a limit of time or nodes, or a target length, a run continues after its first
/// solution if the algorithm supports it. No solution is proven to be a shortest one. A run that ends by any
/// criterion without a solution within the depth of the budget returns [`Unsolved::Budget`].
pub struct Solving<P: Puzzle> {
    /// The puzzle.
    pub puzzle: Arc<P>,
    /// The algorithm, which must [support](Optimizer::supports) the criterion.
    pub optimizer: Box<dyn Optimizer<P>>,
    /// The penalty that it minimizes.
    pub objective: Objective,
    /// Stop criterion of a run, in addition to the budget.
    pub stop: StopCriterion,
    /// The seed of every run.
    pub seed: Seed,
}

impl<P: Puzzle> Solver<P::State, P::Move> for Solving<P> {
    fn name(&self) -> &str {
        self.optimizer.name()
    }

    fn solve(&self, state: P::State, budget: &Budget) -> Result<Solution<P::State, P::Move>, Unsolved> {
        let puzzle = &*self.puzzle;
        if puzzle.is_solved(state) {
            return Solution::for_puzzle(puzzle, state, Algorithm::EMPTY, 0);
        }
        if budget.nodes == Some(0) {
            return Err(Unsolved::Budget { nodes: 0 });
        }
        let mut stop = self.stop.clone();
        stop.evaluations = [stop.evaluations, budget.nodes].into_iter().flatten().min();
        if budget.time.is_some() || budget.nodes.is_some() || budget.target.is_some() {
            stop.length = Some(budget.target.unwrap_or(0));
        }
        let pool = WorkerPool::new(budget.threads.map_or(1, NonZeroUsize::get));
        let context = RunContext {
            kernel: Kernel::best(),
            pool: &pool,
            cancellation: &budget.cancellation,
            deadline: budget.time.and_then(|time| Instant::now().checked_add(time)),
            checkpoint: None,
        };
        let problem = Problem::new(puzzle, state, &self.objective).with_limit(stop.evaluations);
        let outcome = self.optimizer.run(&problem, self.seed, &stop, &context, &mut ());
        let outcome = outcome.map_err(|error| match error {
            OptimizerError::Unsolved(unsolved) => unsolved,
            other => Unsolved::Failed(other.to_string()),
        })?;
        let nodes = outcome.nodes;
        let is_short = budget.depth.is_none_or(|max| puzzle.length(&outcome.moves, Metric::Htm) <= max);
        if is_short && problem.is_solved_by(&outcome.moves) {
            Solution::for_puzzle(puzzle, state, outcome.moves, nodes)
        } else {
            Err(Unsolved::Budget { nodes })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimizer::{Observer, Outcome, Unsupported};
    use evocube_cube::puzzle::{CUBE3, Cube, Cube3, Turn};

    struct Breaks;

    impl Optimizer<Cube<Cube3>> for Breaks {
        fn name(&self) -> &str {
            "breaks"
        }

        fn supports(&self, _: &StopCriterion) -> Result<(), Unsupported> {
            Ok(())
        }

        fn run(
            &self,
            _: &Problem<'_, Cube<Cube3>>,
            _: Seed,
            _: &StopCriterion,
            _: &RunContext<'_>,
            _: &mut dyn Observer,
        ) -> Result<Outcome<Turn>, OptimizerError> {
            Err(OptimizerError::Failed("no table".to_owned()))
        }
    }

    #[test]
    fn a_failure_is_no_budget_that_ran_out() {
        let (objective, stop) = (Objective::default(), StopCriterion::default());
        let solving = Solving {
            puzzle: Arc::new(CUBE3),
            optimizer: Box::new(Breaks),
            objective,
            stop,
            seed: Seed::from_number(1),
        };
        let answer = solving.solve(Cube3::SOLVED.apply(Turn::R), &Budget::default());
        assert_eq!(answer.unwrap_err(), Unsolved::Failed("no table".to_owned()));
    }
}
