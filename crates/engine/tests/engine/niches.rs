//! The niche archive on the cubes: it solves random and near states; lengths of solutions, attempts, backward populations, limits, and the
//! search after the attempts. Attempts on several threads and first answers are tested in `src/evolve/strategy`, evolution strategies in
//! its folder `es`.

use std::time::{Duration, Instant};

use evocube_cube::solver::Cancelled;
use evocube_cube::{CUBE2, CUBE3, Cube2, Cube3, Puzzle, PuzzleKind, Seed, Turn};
use evocube_engine::evaluation::objective::Objective;
use evocube_engine::evolve::config::TrialConfig;
use evocube_engine::evolve::strategy::{
    Attempts, BackwardMoves, Capacity, Niches, Parents, PreparedStrategy, StateStrategy,
};
use evocube_engine::optimizer::{
    Generation, Observer, Optimizer, Outcome, Problem, RunContext, StopCriterion, StopReason, WorkerPool,
};

/// Checks that generations are numbered, and that no individual is solved.
#[derive(Default)]
struct Unsolved(u64);

impl Observer for Unsolved {
    fn generation(&mut self, generation: &Generation<'_>) -> Result<(), Cancelled> {
        assert_eq!(generation.progress.generations, self.0);
        self.0 += 1;
        let fitness = generation.individuals.fitness(0);
        assert!(fitness.iter().all(|fitness| fitness.penalty() > 0), "a solved individual ends the attempt");
        Ok(())
    }
}

fn prepared(puzzle: PuzzleKind, niches: &Niches) -> PreparedStrategy {
    PreparedStrategy::new(puzzle, StateStrategy::Niches(niches.clone()), &TrialConfig::default()).unwrap()
}

fn solve<P: Puzzle>(
    puzzle: &P,
    niches: &Niches,
    state: P::State,
    seed: u64,
    generations: Option<u64>,
) -> Outcome<P::Move>
where
    PreparedStrategy: Optimizer<P>,
{
    let prepared = prepared(puzzle.cube().expect("a cube"), niches);
    let (objective, seed) = (Objective::default(), Seed::from_number(seed));
    let stop = StopCriterion { generations, evaluations: None, ..StopCriterion::default() };
    let problem = Problem::new(puzzle, state, &objective);
    prepared.run(&problem, seed, &stop, &RunContext::sequential(), &mut Unsolved::default()).unwrap()
}

#[test]
fn more_attempts_never_lengthen_a_solution() {
    let cube = Cube3::random(&mut Seed::from_number(8).stream());
    let mut before = usize::MAX;
    for attempts in [1, 3] {
        let niches = Niches { attempts: Attempts::try_from(attempts).unwrap(), ..Niches::default() };
        let moves = solve(&CUBE3, &niches, cube, 2, None).moves;
        assert!(cube.apply_all(&moves).is_solved());
        assert!(moves.len() <= before && moves.len() < 35);
        before = moves.len();
    }
}

#[test]
fn attempts_with_few_parents_repeat_in_other_orientations_until_one_solves() {
    let parents = Parents::try_from(2000).unwrap();
    let capacity = [2, 1, 2, 1].map(Capacity::new).to_vec();
    let niches = Niches { parents, capacity: Some(capacity), ..Niches::default() };
    let cube = Cube3::random(&mut Seed::from_number(9).stream());
    assert!(cube.apply_all(&solve(&CUBE3, &niches, cube, 3, None).moves).is_solved());
}

#[test]
fn pocket_cubes_are_solved_in_few_more_moves_than_optimal() {
    let niches = Niches { attempts: Attempts::try_from(6).unwrap(), ..Niches::default() };
    let mut stream = Seed::from_number(11).stream();
    let mut turns = 0;
    for _ in 0..50 {
        let state = Cube2::random(&mut stream);
        let Outcome { moves, counts, .. } = solve(&CUBE2, &niches, state, 4, None);
        let counts = counts.unwrap();
        assert!(state.apply_all(&moves).is_solved());
        assert!(counts.restarts >= 5 && counts.evaluations < 3_674_160 / 4);
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
        for (niches, sum) in [(Niches::default(), &mut forward_only), (backward.clone(), &mut both)] {
            let Outcome { moves, counts, .. } = solve(&CUBE3, &niches, cube, 5, None);
            assert!(cube.apply_all(&moves).is_solved());
            *sum = (sum.0 + moves.len(), sum.1 + counts.unwrap().evaluations);
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
        let moves = solve(&CUBE3, &backward, state, 1, None).moves;
        assert!(state.apply_all(&moves).is_solved());
        assert!(moves.len() <= halves.len(), "{moves}");
    }
}

#[test]
fn limit_of_generations_stops_an_attempt() {
    let cube = Cube3::random(&mut Seed::from_number(10).stream());
    let outcome = solve(&CUBE3, &Niches::default(), cube, 1, Some(3));
    assert!(outcome.stop == StopReason::Generations && outcome.moves.is_empty());
    assert_eq!(outcome.counts.unwrap().generations, 3);
}

#[test]
fn a_search_shortens_the_solution_of_an_attempt_in_the_time_that_is_left() {
    let niches = Niches { backward: BackwardMoves::new(5), solved: Some(Parents::new(5000)), ..Niches::default() };
    let prepared = prepared(PuzzleKind::Cube3, &niches);
    let (objective, seed) = (Objective::default(), Seed::from_number(7));
    let state = Cube3::random(&mut Seed::from_number(14).stream());
    let problem = Problem::new(&CUBE3, state, &objective);
    let attempt = solve(&CUBE3, &niches, state, 7, None).moves;
    let target = 20;
    assert!(attempt.len() > target, "{attempt}");
    for threads in [1, 3] {
        let stop = StopCriterion { length: Some(target), evaluations: None, ..StopCriterion::default() };
        let pool = WorkerPool::new(threads);
        let deadline = Instant::now().checked_add(Duration::from_secs(3600));
        let context = RunContext { pool: &pool, deadline, ..RunContext::sequential() };
        let outcome = prepared.run(&problem, seed, &stop, &context, &mut ()).unwrap();
        assert!(state.apply_all(&outcome.moves).is_solved());
        assert!(outcome.moves.len() <= target && outcome.stop == StopReason::Target, "{outcome:?}");
    }
}

#[test]
fn nodes_of_the_search_after_the_attempts_count_as_evaluations() {
    let niches = Niches { backward: BackwardMoves::new(5), solved: Some(Parents::new(500)), ..Niches::default() };
    let prepared = prepared(PuzzleKind::Cube3, &niches);
    let objective = Objective::default();
    let state = Cube3::random(&mut Seed::from_number(15).stream());
    let problem = Problem::new(&CUBE3, state, &objective);
    let stop = StopCriterion { length: Some(0), evaluations: Some(3_000_000), ..StopCriterion::default() };
    let deadline = Instant::now().checked_add(Duration::from_secs(3600));
    let context = RunContext { deadline, ..RunContext::sequential() };
    let outcome = prepared.run(&problem, Seed::from_number(1), &stop, &context, &mut ()).unwrap();
    assert!(state.apply_all(&outcome.moves).is_solved());
    let evaluations = outcome.counts.unwrap().evaluations;
    assert!((3_000_000..3_500_000).contains(&evaluations), "{evaluations}");
}
