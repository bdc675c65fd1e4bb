//! [`refine`]: a shorter sequence of moves with the same effect on the 3×3×3, within a [`SearchBudget`]; not the shortest one. The steps
//! are put together here; their searches are in the submodules. [`DominoSearch`] is one of them alone.

mod bidirectional;
mod coset_space;
mod intermediate;
mod node_ball;
mod node_counter;
mod whole_cube;
mod windows;

use std::time::{Duration, Instant};

pub use intermediate::DominoSearch;
use node_counter::NodeCounter;

use crate::puzzle::{Algorithm, Cube3, Metric};

/// The metric and the limits of a refinement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchBudget {
    /// The metric of the lengths.
    pub metric: Metric,
    /// The maximum number of search nodes. Without a time limit the result is reproducible.
    pub nodes: u64,
    /// The maximum wall-clock time. With it the result depends on the machine.
    pub time: Option<Duration>,
    /// The maximum length of the replacement of a window, in moves of the metric.
    pub depth: u8,
    /// Whether the whole sequence may be replaced by one through an intermediate state in the domino group. If not,
    /// only windows are replaced.
    pub intermediate: bool,
}

impl SearchBudget {
    /// The budget of `evocube refine` without options; `docs/routing.md` gives the lengths and times that were measured
    /// with it.
    pub const DEFAULT: Self = Self { metric: Metric::Htm, nodes: 20_000_000, time: None, depth: 9, intermediate: true };
}

impl Default for SearchBudget {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// A refined sequence, with the effect of the original and at most its length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refined {
    /// The sequence.
    pub moves: Algorithm,
    /// The lengths in the metric after each step: as given, merged, through an intermediate state, after windows.
    pub lengths: [usize; 4],
    /// The number of search nodes.
    pub nodes: u64,
}

/// Shortens a sequence of moves of the 3×3×3 without changing its effect. A solution remains a solution of the same
/// state; a route remains a route between the same states.
///
/// 1. Turns of one face are merged, also across turns of the opposite face.
/// 2. The whole sequence is replaced by one through an intermediate state in the domino group, if that is shorter. Both
///    parts are found by bidirectional search, without pruning tables (see `refinement/intermediate.rs`).
/// 3. Windows slide over the sequence until none improves: each window is replaced by a shortest path between its ends,
///    found by bidirectional search up to [`SearchBudget::depth`].
///
/// The result is replayed: it has the effect of the original and is never longer in the metric. Without a time limit it
/// is reproducible.
///
/// ```
/// use evocube_cube::route::{SearchBudget, refine};
/// use evocube_cube::Algorithm;
/// let moves: Algorithm = "R U R' U' U R U' R' F".parse()?;
/// assert_eq!(refine(&moves, &SearchBudget::DEFAULT).moves.to_string(), "F");
/// # Ok::<(), evocube_cube::notation::NotationError>(())
/// ```
pub fn refine(moves: &Algorithm, budget: &SearchBudget) -> Refined {
    let SearchBudget { metric, depth, .. } = *budget;
    let deadline = budget.time.and_then(|time| Instant::now().checked_add(time));
    let merged = moves.simplify();
    let mut best = shorter(moves.clone(), merged, metric);
    let mut lengths = [moves.length(metric), best.length(metric), 0, 0];
    let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let mut counter = NodeCounter::new(budget.nodes, &is_late);
    if budget.intermediate {
        let state = Cube3::after(&best.inverse());
        // Short sequences in the half-turn metric are found sooner than in the quarter-turn metric, and are short in
        // both. The last quarter of the nodes is reserved for the windows.
        let passes = if metric == Metric::Htm { vec![(Metric::Htm, 3)] } else { vec![(Metric::Htm, 2), (metric, 1)] };
        for (counted, quarters) in passes {
            let search = DominoSearch { metric: counted, max: best.length(counted), enough: 0, part: (0, 1) };
            let (replacement, nodes) = search.run(state, budget.nodes / 4 * quarters, &is_late);
            if let Some(replacement) = replacement {
                best = shorter(best, replacement.simplify(), metric);
            }
            let _ = counter.spend(nodes);
        }
    }
    lengths[2] = best.length(metric);
    let slid = windows::slide(best.clone(), depth, metric, &mut counter);
    best = shorter(best, slid, metric);
    lengths[3] = best.length(metric);
    assert!(Cube3::after(&best).equals(Cube3::after(moves)), "a refinement keeps the effect");
    Refined { moves: best, lengths, nodes: counter.nodes() }
}

/// Returns the shorter of two sequences with the same effect; the first if they are equally long or their effects differ.
fn shorter(first: Algorithm, second: Algorithm, metric: Metric) -> Algorithm {
    let same = Cube3::after(&first).equals(Cube3::after(&second));
    if same && second.length(metric) < first.length(metric) { second } else { first }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Turn;

    /// Returns a pseudo-random sequence of this length whose turns do not merge.
    fn wandering(length: usize, seed: usize) -> Algorithm {
        let mut state = seed;
        let mut turns: Vec<Turn> = Vec::new();
        while turns.len() < length {
            state = (state * 1_103_515_245 + 12_345) % (1 << 31);
            let turn = Turn::ALL[(state >> 16) % 18];
            if turn.may_follow(turns.last().copied()) {
                turns.push(turn);
            }
        }
        turns.into_iter().collect()
    }

    #[test]
    fn a_refinement_has_the_same_effect_in_fewer_moves_and_is_reproducible() {
        for (metric, max) in [(Metric::Htm, 22), (Metric::Qtm, 32)] {
            let budget = SearchBudget { metric, ..SearchBudget::DEFAULT };
            for seed in 0..2 {
                let moves = wandering(150, seed);
                let refined = refine(&moves, &budget);
                assert_eq!(Cube3::SOLVED.apply_all(&moves), Cube3::SOLVED.apply_all(&refined.moves));
                assert_eq!(refined.moves.length(metric), refined.lengths[3]);
                assert!(refined.lengths.is_sorted_by(|a, b| a >= b) && refined.lengths[3] <= max, "{refined:?}");
                if seed == 0 {
                    assert_eq!(refine(&moves, &budget), refined);
                }
            }
        }
    }

    #[test]
    fn windows_alone_shorten_a_sequence() {
        let budget = SearchBudget { intermediate: false, ..SearchBudget::DEFAULT };
        let long: Algorithm = "R L U2 R L F2 R L U2 R L F2".parse().unwrap();
        let refined = refine(&long, &budget);
        assert_eq!(refined.lengths, [12, 12, 12, 8]);
        assert_eq!(Cube3::SOLVED.apply_all(&long), Cube3::SOLVED.apply_all(&refined.moves));
        // The five moves in the middle are as short as any with their effect, which is that of the whole.
        let long: Algorithm = "R2 U2 R2 U2 R2 U2 R2".parse().unwrap();
        assert_eq!(refine(&long, &budget).lengths[3], 5);
    }

    #[test]
    fn a_refinement_is_never_longer() {
        for budget in [SearchBudget::DEFAULT, SearchBudget { nodes: 0, ..SearchBudget::DEFAULT }] {
            assert_eq!(refine(&Algorithm::EMPTY, &budget).moves, Algorithm::EMPTY);
            let undone: Algorithm = "R L R' L' U U2 U".parse().unwrap();
            assert_eq!(refine(&undone, &budget).moves, Algorithm::EMPTY);
            let short: Algorithm = "R U F".parse().unwrap();
            assert_eq!(refine(&short, &budget).lengths, [3; 4]);
        }
    }

    #[test]
    fn an_intermediate_state_is_found_from_symmetric_states_too() {
        // The superflip takes 20 turns (M. Reid, 1995).
        let superflip: Algorithm = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2 R2 L2 U2 R2 L2".parse().unwrap();
        let refined = refine(&superflip, &SearchBudget { nodes: 1_000_000, ..SearchBudget::DEFAULT });
        assert!((20..=24).contains(&refined.lengths[3]), "{refined:?}");
    }
}
