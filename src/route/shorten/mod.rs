//! [`refine`]: from solved to short.

mod ball;
mod descent;
mod meter;
mod reach;
mod space;
mod waypoint;
mod windows;

use std::time::{Duration, Instant};

use meter::Meter;

use crate::puzzle::algorithm::{Algorithm, Metric};
use crate::puzzle::cube3::Cube3;

/// What a refinement may spend, and what is short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// What is to become short.
    pub metric: Metric,
    /// Search nodes. The outcome depends on nothing else, unless a time is given.
    pub nodes: u64,
    /// Wall-clock time, if it is limited too: then the outcome depends on the machine.
    pub time: Option<Duration>,
    /// The longest way that windows are replaced by, in turns of the metric.
    pub depth: u8,
    /// May a whole stretch be cut where it passes through a waypoint, the domino group? Otherwise there are windows
    /// only.
    pub waypoints: bool,
}

impl Effort {
    /// Enough for a mean of less than 21 turns, in a part of a second.
    pub const DEFAULT: Self = Self { metric: Metric::Htm, nodes: 20_000_000, time: None, depth: 9, waypoints: true };
}

impl Default for Effort {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// A sequence with the effect of another, and no longer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refined {
    /// The sequence.
    pub moves: Algorithm,
    /// How long the sequence was, in turns of the metric: as it was given, with the turns of one face merged, after the way
    /// through a waypoint, after windows.
    pub lengths: [usize; 4],
    /// The search nodes it took.
    pub nodes: u64,
}

/// Shortens a sequence of turns of the 3×3×3 without changing its effect: a solution becomes a shorter solution of the
/// same state, a way between two states a shorter way between them.
///
/// 1. Turns of one face are merged, also across turns of the opposite one.
/// 2. The whole sequence is a way from one state to another; another way between them is looked for that passes through
///    the domino group, both parts of which are found by bidirectional search (without pattern tables; see
///    `shorten/waypoint.rs`).
/// 3. Windows slide over the sequence: each stretch is replaced by a shortest way between its ends, found by
///    bidirectional search up to [`Effort::depth`] turns, until nothing improves.
///
/// The outcome is replayed: it has the effect of the original and is never longer in the metric. For the same effort
/// without a time it is always the same.
#[must_use]
pub fn refine(moves: &Algorithm, effort: &Effort) -> Refined {
    let Effort { metric, depth, .. } = *effort;
    let deadline = effort.time.and_then(|time| Instant::now().checked_add(time));
    let merged = moves.simplify();
    let mut best = shorter(moves.clone(), merged, metric);
    let mut lengths = [moves.length(metric), best.length(metric), 0, 0];
    let mut meter = Meter::new(effort.nodes, deadline);
    if effort.waypoints {
        let state = Cube3::of(&best.inverse());
        // A way of few turns is found sooner than one of few quarter turns, and has not many of them either. The last
        // quarter of the nodes is for the windows.
        let passes = if metric == Metric::Htm { vec![(Metric::Htm, 3)] } else { vec![(Metric::Htm, 2), (metric, 1)] };
        for (counted, quarters) in passes {
            let mut part = Meter::new(effort.nodes / 4 * quarters, deadline);
            if let Some(found) = waypoint::through_domino(state, best.length(counted), counted, &mut part) {
                best = shorter(best, found.simplify(), metric);
            }
            let _ = meter.spend(part.nodes());
        }
    }
    lengths[2] = best.length(metric);
    let slid = windows::slide(best.clone(), depth, metric, &mut meter);
    best = shorter(best, slid, metric);
    lengths[3] = best.length(metric);
    assert!(Cube3::of(&best).equals(Cube3::of(moves)), "a refinement changes no effect");
    Refined { moves: best, lengths, nodes: meter.nodes() }
}

/// The shorter of two sequences that have the same effect; the first if there is none, or if the second has not.
fn shorter(first: Algorithm, second: Algorithm, metric: Metric) -> Algorithm {
    let same = Cube3::of(&first).equals(Cube3::of(&second));
    if same && second.length(metric) < first.length(metric) { second } else { first }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::CubeState;
    use crate::puzzle::turn::Turn;

    /// A sequence of so many turns that look random and do not merge.
    fn wandering(length: usize, seed: usize) -> Algorithm {
        let mut state = seed;
        let mut turns: Vec<Turn> = Vec::new();
        while turns.len() < length {
            state = (state * 1_103_515_245 + 12_345) % (1 << 31);
            let turn = Turn::ALL[(state >> 16) % 18];
            if space::may_follow(turn, turns.last().copied()) {
                turns.push(turn);
            }
        }
        turns.into_iter().collect()
    }

    #[test]
    fn what_is_refined_does_the_same_in_fewer_turns_and_always_alike() {
        for (metric, most) in [(Metric::Htm, 22), (Metric::Qtm, 32)] {
            let effort = Effort { metric, ..Effort::DEFAULT };
            for seed in 0..3 {
                let moves = wandering(150, seed);
                let refined = refine(&moves, &effort);
                assert_eq!(Cube3::SOLVED.apply_all(&moves), Cube3::SOLVED.apply_all(&refined.moves));
                assert_eq!(refined.moves.length(metric), refined.lengths[3]);
                assert!(refined.lengths.is_sorted_by(|a, b| a >= b) && refined.lengths[3] <= most, "{refined:?}");
                assert_eq!(refine(&moves, &effort), refined);
            }
        }
    }

    #[test]
    fn windows_alone_find_what_is_too_long() {
        let effort = Effort { waypoints: false, ..Effort::DEFAULT };
        let long: Algorithm = "R L U2 R L F2 R L U2 R L F2".parse().unwrap();
        let refined = refine(&long, &effort);
        assert_eq!(refined.lengths, [12, 12, 12, 8]);
        assert_eq!(Cube3::SOLVED.apply_all(&long), Cube3::SOLVED.apply_all(&refined.moves));
    }

    #[test]
    fn nothing_is_never_longer() {
        for effort in [Effort::DEFAULT, Effort { nodes: 0, ..Effort::DEFAULT }] {
            assert_eq!(refine(&Algorithm::EMPTY, &effort).moves, Algorithm::EMPTY);
            let undone: Algorithm = "R L R' L' U U2 U".parse().unwrap();
            assert_eq!(refine(&undone, &effort).moves, Algorithm::EMPTY);
            let short: Algorithm = "R U F".parse().unwrap();
            assert_eq!(refine(&short, &effort).lengths, [3; 4]);
        }
    }

    #[test]
    fn a_cut_way_home_is_found_from_symmetric_states_too() {
        // The superflip takes 20 turns (M. Reid, 1995).
        let superflip: Algorithm = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2 R2 L2 U2 R2 L2".parse().unwrap();
        let refined = refine(&superflip, &Effort { nodes: 1_000_000, ..Effort::DEFAULT });
        assert!((20..=24).contains(&refined.lengths[3]), "{refined:?}");
    }
}
