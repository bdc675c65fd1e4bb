//! The strategies of the first answer of a niche archive whose time is limited: a small evolution strategy, then small archives. `prepared`
//! runs them before the archive. Only the 3×3×3 has them; archives of other puzzles answer soon.
//!
//! An attempt of a niche archive takes tens of milliseconds, and has no solution before its end. A small evolution strategy with
//! macros in all orientations (M. Herdy and G. Patone 1994) solves every state of the 3×3×3 in less than a millisecond, in some
//! 370 moves. Small archives, whose phases end with few individuals, follow: each takes longer than the one before, and its solution
//! is shorter.

use super::{EvolutionStrategy, Niches, Offspring, Parents, StateStrategy};
use crate::alphabet::{AlphabetConfig, Expand};
use crate::bounded::Conjugations;
use crate::evaluation::objective::{EdgeRule, Objective, Penalty};
use crate::evolve::config::TrialConfig;
use evocube_cube::puzzle::PuzzleKind;

/// The numbers of parents of small archives, and of individuals that end a phase.
const SMALL: [[i64; 2]; 2] = [[300, 10], [5000, 100]];

/// Returns the small archives before an attempt of an archive, each smaller than this.
pub(super) fn small_archives(niches: &Niches) -> impl Iterator<Item = Niches> {
    let solved = niches.solved.map_or(usize::MAX, Parents::get);
    let smaller =
        SMALL.map(|numbers| numbers.map(Parents::new)).into_iter().filter(move |[_, small]| small.get() < solved);
    smaller.map(|[parents, solved]| {
        let parents = if parents < niches.parents { parents } else { niches.parents };
        Niches { parents, solved: Some(solved), ..niches.clone() }
    })
}

/// Returns the strategy of first answers and its configuration; `None` for a puzzle that a niche archive solves as soon.
pub(super) fn strategy(puzzle: PuzzleKind) -> Option<(StateStrategy, TrialConfig)> {
    if puzzle != PuzzleKind::Cube3 {
        return None;
    }
    let (parents, offspring) = (Parents::new(20), Offspring::new(500));
    let strategy = EvolutionStrategy { parents, offspring, ..EvolutionStrategy::default() };
    // Few parents need more generations with conjugates.
    let conjugate = Some(Conjugations::new(0));
    let alphabet = AlphabetConfig { expand: Expand::Symmetries, conjugate, ..AlphabetConfig::default() };
    let objective = Objective::Penalty(Penalty { edge_rule: EdgeRule::BothStickers, ..Penalty::default() });
    Some((StateStrategy::Es(strategy), TrialConfig { alphabet, objective, ..TrialConfig::default() }))
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::super::{Attempt, BackwardMoves, RunProgress};
    use super::*;
    use evocube_cube::puzzle::cube3::Cube3;
    use evocube_cube::rng::Seed;

    fn usual() -> Niches {
        Niches { backward: BackwardMoves::new(5), solved: Some(Parents::new(5000)), ..Niches::default() }
    }

    #[test]
    fn each_small_archive_makes_more_individuals_and_shorter_solutions() {
        let mut stream = Seed::from_number(31).stream();
        let states: Vec<Cube3> = (0..6).map(|_| Cube3::random(&mut stream)).collect();
        let archives: Vec<_> = small_archives(&usual()).collect();
        assert_eq!(archives.len(), SMALL.len());
        let mut best_answer = (usize::MAX, 0);
        for archive in archives {
            let mut sums = (0, 0);
            for &state in &states {
                let (mut progress, mut attempt) = (RunProgress::default(), None);
                let mut run = archive.begin(PuzzleKind::Cube3, 0, state, usize::MAX, Seed::from_number(1));
                while attempt.is_none() {
                    attempt = run.step(&mut progress, None);
                }
                let Some(Attempt::Solved(moves)) = attempt else { panic!("small archives solve, too") };
                assert!(state.apply_all(&moves).is_solved());
                sums = (sums.0 + moves.len(), sums.1 + progress.evaluations);
            }
            assert!(sums.0 < best_answer.0 && sums.1 > best_answer.1, "{sums:?} after {best_answer:?}");
            best_answer = sums;
        }
        let tiny = Niches { solved: Some(Parents::new(10)), ..usual() };
        assert_eq!(small_archives(&tiny).count(), 0, "no archive is smaller");
    }

    #[test]
    fn an_attempt_stops_within_a_generation_after_the_deadline() {
        let state = Cube3::random(&mut Seed::from_number(32).stream());
        let mut attempt = usual().begin(PuzzleKind::Cube3, 0, state, usize::MAX, Seed::from_number(1));
        let mut progress = RunProgress::default();
        assert!(matches!(attempt.step(&mut progress, Some(Instant::now())), Some(Attempt::Stopped)));
        assert_eq!((progress.generations, progress.evaluations), (0, 0));
    }
}
