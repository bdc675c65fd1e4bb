//! The first answer of a niche archive whose time is limited.
//!
//! An attempt of a niche archive takes tens of milliseconds, and has no solution before its end. A small evolution strategy with
//! macros in all orientations (M. Herdy and G. Patone 1994) solves every state of the 3×3×3 in less than a millisecond, in some
//! 370 moves.

use super::{EvolutionStrategy, Offspring, Parents, StateStrategy};
use crate::alphabet::{AlphabetConfig, Expand};
use crate::evaluation::objective::{EdgeRule, Objective, Penalty};
use crate::evolve::config::TrialConfig;
use evocube_cube::puzzle::PuzzleKind;

/// Returns the strategy of first answers and its configuration; `None` for a puzzle that a niche archive solves as soon.
pub(super) fn strategy(puzzle: PuzzleKind) -> Option<(StateStrategy, TrialConfig)> {
    if puzzle != PuzzleKind::Cube3 {
        return None;
    }
    let (parents, offspring) = (Parents::new(20), Offspring::new(500));
    let strategy = EvolutionStrategy { parents, offspring, ..EvolutionStrategy::default() };
    let alphabet = AlphabetConfig { expand: Expand::Symmetries, ..AlphabetConfig::default() };
    let objective = Objective::Penalty(Penalty { edge_rule: EdgeRule::BothStickers, ..Penalty::default() });
    Some((StateStrategy::Es(strategy), TrialConfig { alphabet, objective, ..TrialConfig::default() }))
}
