//! [`Deterministic`]: a [`Solver`] as an [`Optimizer`], with the default stop criterion only. No deadline ends it, and it calls no
//! observer. The opposite conversion is in `solving`.

use super::{
    Observer, Optimizer, OptimizerError, Outcome, Problem, RunContext, StopCriterion, StopReason, Unsupported,
};
use evocube_cube::puzzle::Puzzle;
use evocube_cube::rng::Seed;
use evocube_cube::solver::{Budget, Solver};

/// A deterministic solver. A run ends when the state is solved, the run is cancelled, or the solver gives up, which is an error. No time
/// limit applies, so that the result does not depend on the machine. It uses no penalty, threads or checkpoint, and calls no observer.
#[derive(Clone, Copy, Debug)]
pub struct Deterministic<S>(pub S);

/// Checks that a deterministic solver supports a criterion, without building the solver; `name` is for the message.
///
/// # Errors
/// For any criterion but the default.
pub fn deterministic_supports(name: &str, stop: &StopCriterion) -> Result<(), Unsupported> {
    if *stop == StopCriterion::default() {
        return Ok(());
    }
    let message = format!("the solver {name} ends when it has solved the state, whatever stop says: leave stop out");
    Err(Unsupported::new("stop", message))
}

impl<P: Puzzle, S: AsRef<dyn Solver<P::State, P::Move>> + Send + Sync> Optimizer<P> for Deterministic<S> {
    fn name(&self) -> &str {
        self.0.as_ref().name()
    }

    /// Supports the default criterion only.
    fn supports(&self, stop: &StopCriterion) -> Result<(), Unsupported> {
        deterministic_supports(self.0.as_ref().name(), stop)
    }

    fn run(
        &self,
        problem: &Problem<'_, P>,
        _: Seed,
        _: &StopCriterion,
        context: &RunContext<'_>,
        _: &mut dyn Observer,
    ) -> Result<Outcome<P::Move>, OptimizerError> {
        let budget = Budget { cancellation: context.cancellation.clone(), ..Budget::default() };
        let solved = self.0.as_ref().solve(problem.state, &budget);
        let (moves, nodes, stop) = match solved {
            Ok(solution) => (problem.puzzle.simplify(solution.moves()), solution.nodes(), StopReason::Solved),
            Err(_) if context.cancellation.is_requested() => (Default::default(), 0, StopReason::Cancelled),
            Err(unsolved) => return Err(unsolved.into()),
        };
        Ok(Outcome { moves, genes: String::new(), penalty: None, front: Vec::new(), stop, counts: None, nodes })
    }
}
