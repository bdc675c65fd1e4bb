//! Cost of a trial whose rows are not in a results folder.

use super::instance::Instance;
pub use super::record::Cost;
use super::trial::TrialRecord;
use evocube_cube::puzzle::Puzzle;
use evocube_cube::puzzle::notation::Dialect;
use evocube_cube::with_puzzle;
use evocube_engine::evolve::config::TrialConfig;

/// Returns the cost of a trial of `point` on `instance`, in a sweep with this base. A penalty is that of the final state by the
/// objective of the base, so configurations with different objectives are comparable.
pub fn compute(cost: Cost, base: &TrialConfig, point: &TrialConfig, instance: &Instance, record: &TrialRecord) -> u64 {
    let outcome = &record.outcome;
    if cost == Cost::Penalty && point.objective != base.objective {
        return with_puzzle!(&base.puzzle, |puzzle| {
            let moves = puzzle.read_moves(&record.solution.moves, Dialect::Wca);
            let moves = moves.expect("moves are printed as they are read");
            let end = puzzle.apply_all(instance.problem(puzzle), &moves);
            u64::from(base.objective.penalty(puzzle, end))
        });
    }
    let evaluations = outcome.evolution.map_or(0, |counts| counts.evaluations);
    cost.compute(outcome.best, evaluations, outcome.solved)
}
