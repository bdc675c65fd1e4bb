use super::*;
use crate::evolve::config::TrialConfig;
use crate::evolve::strategy::StateStrategy;
use crate::evolve::strategy::prepared::{Attempted, PreparedStrategy};
use crate::optimizer::RunContext;
use evocube_cube::puzzle::cube2::Cube2;

fn solve<P: CubeState>(niches: Niches, state: P, seed: u64, generations: u64) -> Attempted {
    let mut last = 0;
    let mut seen = |progress: &RunProgress, states: &dyn Fn() -> Vec<P>| {
        assert_eq!(progress.generations, last + 1);
        last = progress.generations;
        assert!(states().iter().all(|state| !state.is_solved()), "a solved individual ends the attempt");
        progress.generations < generations
    };
    let prepared = PreparedStrategy::new::<P>(StateStrategy::Niches(niches), &TrialConfig::default()).unwrap();
    prepared.run_sequential(state, Seed::from_number(seed), niches.attempts, &mut seen, &RunContext::sequential())
}

#[test]
fn more_attempts_never_lengthen_a_solution() {
    let cube = Cube3::random(&mut Seed::from_number(8).stream());
    let mut before = usize::MAX;
    for attempts in [1, 3] {
        let niches = Niches { attempts: Attempts::try_from(attempts).unwrap(), ..Niches::default() };
        let outcome = solve(niches, cube, 2, u64::MAX);
        let moves = outcome.best.unwrap();
        assert!(cube.apply_all(&moves).is_solved());
        assert!(moves.len() <= before && moves.len() < 35);
        before = moves.len();
    }
}

#[test]
fn attempts_with_few_parents_repeat_in_other_orientations_until_one_solves() {
    let parents = Parents::try_from(2000).unwrap();
    let capacity = Capacities::try_from(vec![2, 1, 2, 1]).unwrap();
    let niches = Niches { parents, capacity: Some(capacity), ..Niches::default() };
    let cube = Cube3::random(&mut Seed::from_number(9).stream());
    let outcome = solve(niches, cube, 3, u64::MAX);
    assert!(cube.apply_all(&outcome.best.unwrap()).is_solved());
}

#[test]
fn pocket_cubes_are_solved_in_few_more_moves_than_optimal() {
    let niches = Niches { attempts: Attempts::try_from(6).unwrap(), ..Niches::default() };
    let mut stream = Seed::from_number(11).stream();
    let mut turns = 0;
    for _ in 0..50 {
        let state = Cube2::random(&mut stream);
        let outcome = solve(niches, state, 4, u64::MAX);
        let moves = outcome.best.unwrap();
        assert!(state.apply_all(&moves).is_solved());
        assert!(outcome.progress.attempts >= 6 && outcome.progress.evaluations < 3_674_160 / 4);
        turns += moves.len();
    }
    // Optimal solutions of 50 random states have 438 moves on average, with a standard deviation of about 6.
    assert!(turns <= 465, "{turns} moves for 50 states");
}

#[test]
fn backward_populations_shorten_solutions_with_fewer_evaluations() {
    let mut stream = Seed::from_number(12).stream();
    let backward = Niches { backward: BackwardMoves::new(5), solved: Some(Parents::new(5000)), ..Niches::default() };
    let [mut forward_only, mut both] = [(0, 0); 2];
    for _ in 0..5 {
        let cube = Cube3::random(&mut stream);
        for (niches, sum) in [(Niches::default(), &mut forward_only), (backward, &mut both)] {
            let outcome = solve(niches, cube, 5, u64::MAX);
            let moves = outcome.best.unwrap();
            assert!(cube.apply_all(&moves).is_solved());
            *sum = (sum.0 + moves.len(), sum.1 + outcome.progress.evaluations);
        }
    }
    // 22.6 and 26.7 moves on average, with standard deviations of about 1.5.
    assert!(both.0 + 8 < forward_only.0, "{} and {} moves for 5 states", both.0, forward_only.0);
    assert!(3 * both.1 < forward_only.1, "{} and {} evaluations", both.1, forward_only.1);
}

#[test]
fn near_states_are_solved_through_backward_populations() {
    let backward = Niches { backward: BackwardMoves::new(5), ..Niches::default() };
    let mut stream = Seed::from_number(13).stream();
    for length in 1..=5 {
        // Half turns alone: every phase but the last is solved.
        let halves: Vec<Turn> =
            (0..length).map(|number| Turn::ALL[3 * ((number % 2) * 2 + stream.index(2)) + 1]).collect();
        let state = Cube3::after(&halves);
        let moves = solve(backward, state, 1, u64::MAX).best.unwrap();
        assert!(state.apply_all(&moves).is_solved());
        assert!(moves.len() <= halves.len(), "{moves}");
    }
}

#[test]
fn limit_of_generations_stops_an_attempt() {
    let cube = Cube3::random(&mut Seed::from_number(10).stream());
    let outcome = solve(Niches::default(), cube, 1, 3);
    assert!(outcome.stopped && outcome.best.is_none());
    assert_eq!(outcome.progress.generations, 3);
}
