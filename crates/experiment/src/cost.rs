//! [`Cost`]: the number that tuners minimize.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::instance::Instance;
use super::trial::TrialRecord;
use evocube_cube::puzzle::Puzzle;
use evocube_cube::puzzle::notation::Dialect;
use evocube_cube::with_puzzle;
use evocube_engine::evolve::config::TrialConfig;

/// Cost of a trial.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cost {
    /// Penalty of the final state of the best individual, by the objective of `[base]`. Configurations with different objectives
    /// are therefore comparable.
    #[default]
    Penalty,
    /// Evaluations until the solution. An unsolved trial costs ten times its evaluations, as in PAR10 (F. Hutter, H. H.
    /// Hoos, K. Leyton-Brown and T. Stützle, "ParamILS", Journal of Artificial Intelligence Research 36 (2009),
    /// 267–306). A deterministic solver, which evaluates nothing, costs 0.
    Evaluations,
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Penalty => "penalty",
            Self::Evaluations => "evaluations",
        })
    }
}

/// Factor of the evaluations of an unsolved trial, as in PAR10.
const UNSOLVED: u64 = 10;

impl Cost {
    /// Returns the cost of a trial of `point` on `instance`, in a sweep with this base.
    #[must_use]
    pub fn compute(self, base: &TrialConfig, point: &TrialConfig, instance: &Instance, record: &TrialRecord) -> u64 {
        let outcome = &record.outcome;
        match self {
            Self::Penalty if point.objective == base.objective => outcome.best,
            Self::Penalty => with_puzzle!(&base.puzzle, |puzzle| {
                let moves = puzzle.read_moves(&record.solution.moves, Dialect::Wca);
                let moves = moves.expect("moves are printed as they are read");
                let end = puzzle.apply_all(instance.problem(puzzle), &moves);
                u64::from(base.objective.penalty(puzzle, end))
            }),
            Self::Evaluations => {
                let evaluations = outcome.evolution.map_or(0, |counts| counts.evaluations);
                if outcome.solved { evaluations } else { evaluations.saturating_mul(UNSOLVED) }
            }
        }
    }
}
