//! [`AnyOptimizer`]: an algorithm for a puzzle that is known at run time only.

use std::sync::Arc;

use crate::alphabet::AlphabetError;
use crate::evolve::config::TrialConfig;
use crate::evolve::genetic_algorithm::GeneticAlgorithm;
use crate::evolve::genome_search::GenomeSearch;
use crate::evolve::strategy::{PreparedStrategy, Strategy};
use crate::optimizer::{Deterministic, Optimizer, Solving};
use evocube_cube::puzzle::cube2::Cube2;
use evocube_cube::puzzle::cube3::Cube3;
use evocube_cube::puzzle::spec::PuzzleSpec;
use evocube_cube::puzzle::{AnyPuzzle, CUBE2, CUBE3, Cube, PuzzleKind};
use evocube_cube::rng::Seed;
use evocube_cube::search::AnySolver;

/// An algorithm for one of the puzzles.
pub enum AnyOptimizer {
    /// For the 3×3×3.
    Cube3(Box<dyn Optimizer<Cube<Cube3>>>),
    /// For the 2×2×2.
    Cube2(Box<dyn Optimizer<Cube<Cube2>>>),
    /// For a file-defined puzzle.
    Spec(Arc<PuzzleSpec>, Box<dyn Optimizer<PuzzleSpec>>),
}

impl AnyOptimizer {
    /// Returns the algorithm of a configuration, on genomes or on states; the genetic algorithm if it names none.
    ///
    /// # Errors
    /// If the alphabet cannot be built.
    pub fn evolution(config: &TrialConfig) -> Result<Self, AlphabetError> {
        if let Some(algorithm) = config.strategy.and_then(Strategy::into_genome_algorithm) {
            let config = config.clone();
            return Ok(match &config.puzzle {
                AnyPuzzle::Cube(PuzzleKind::Cube3) => {
                    Self::Cube3(Box::new(GenomeSearch::new(&CUBE3, algorithm, config)?))
                }
                AnyPuzzle::Cube(PuzzleKind::Cube2) => {
                    Self::Cube2(Box::new(GenomeSearch::new(&CUBE2, algorithm, config)?))
                }
                AnyPuzzle::Spec(puzzle) => {
                    let puzzle = puzzle.clone();
                    Self::Spec(puzzle.clone(), Box::new(GenomeSearch::new(&*puzzle, algorithm, config)?))
                }
            });
        }
        Ok(match (&config.puzzle, config.strategy.and_then(|strategy| strategy.on_states())) {
            (AnyPuzzle::Cube(PuzzleKind::Cube3), Some(strategy)) => {
                Self::Cube3(Box::new(PreparedStrategy::new::<Cube3>(strategy, config)?))
            }
            (AnyPuzzle::Cube(PuzzleKind::Cube2), Some(strategy)) => {
                Self::Cube2(Box::new(PreparedStrategy::new::<Cube2>(strategy, config)?))
            }
            (AnyPuzzle::Cube(PuzzleKind::Cube3), None) => {
                Self::Cube3(Box::new(GeneticAlgorithm::new(&CUBE3, config.clone())?))
            }
            (AnyPuzzle::Cube(PuzzleKind::Cube2), None) => {
                Self::Cube2(Box::new(GeneticAlgorithm::new(&CUBE2, config.clone())?))
            }
            (AnyPuzzle::Spec(puzzle), _) => {
                Self::Spec(puzzle.clone(), Box::new(GeneticAlgorithm::new(&**puzzle, config.clone())?))
            }
        })
    }

    /// Returns a deterministic solver.
    #[must_use]
    pub fn solver(solver: AnySolver) -> Self {
        match solver {
            AnySolver::Cube3(solver) => Self::Cube3(Box::new(Deterministic(solver))),
            AnySolver::Cube2(solver) => Self::Cube2(Box::new(Deterministic(solver))),
            AnySolver::Spec(puzzle, solver) => Self::Spec(puzzle, Box::new(Deterministic(solver))),
        }
    }

    /// Returns the algorithm as a solver with the seed of every run, the objective and the stop criterion of a configuration.
    #[must_use]
    pub fn into_solver(self, config: &TrialConfig, seed: u64) -> AnySolver {
        macro_rules! solving {
            ($puzzle:expr, $optimizer:expr) => {
                Box::new(Solving {
                    puzzle: $puzzle,
                    optimizer: $optimizer,
                    objective: config.objective.clone(),
                    stop: config.stop.clone(),
                    seed: Seed::from_number(seed),
                })
            };
        }
        match self {
            Self::Cube3(optimizer) => AnySolver::Cube3(solving!(Arc::new(CUBE3), optimizer)),
            Self::Cube2(optimizer) => AnySolver::Cube2(solving!(Arc::new(CUBE2), optimizer)),
            Self::Spec(puzzle, optimizer) => AnySolver::Spec(puzzle.clone(), solving!(puzzle, optimizer)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use super::*;
    use crate::bounded::PopulationSize;
    use evocube_cube::puzzle::CubeState;
    use evocube_cube::puzzle::turn::Turn;
    use evocube_cube::solver::{Budget, Cancellation, Solver, Unsolved};

    fn cube3(config: &TrialConfig) -> Box<dyn Solver<Cube3>> {
        let AnySolver::Cube3(solver) = AnyOptimizer::evolution(config).unwrap().into_solver(config, 1) else {
            unreachable!("a configuration of the 3×3×3");
        };
        solver
    }

    fn evolution() -> Box<dyn Solver<Cube3>> {
        cube3(&Strategy::default_config(PuzzleKind::Cube3))
    }

    #[test]
    fn niche_archive_solves_any_cube_reproducibly() {
        let solver = evolution();
        let mut stream = Seed::from_number(61).stream();
        for _ in 0..2 {
            let cube = Cube3::random(&mut stream);
            let solution = solver.solve(cube, &Budget::default()).unwrap();
            assert!(solution.moves().len() <= 40, "{}", solution.moves());
            assert_eq!(solver.solve(cube, &Budget::default()), Ok(solution));
        }
        let near = Cube3::SOLVED.apply(Turn::R);
        assert_eq!(solver.solve(near, &Budget::default()).unwrap().moves().len(), 1);
        assert!(solver.solve(Cube3::SOLVED, &Budget::default()).unwrap().moves().is_empty());
    }

    #[test]
    fn niche_archive_solves_the_2x2x2_in_every_orientation() {
        let config = Strategy::default_config(PuzzleKind::Cube2);
        let AnySolver::Cube2(solver) = AnyOptimizer::evolution(&config).unwrap().into_solver(&config, 1) else {
            unreachable!("a configuration of the 2×2×2");
        };
        let mut stream = Seed::from_number(64).stream();
        for _ in 0..5 {
            let turns: Vec<Turn> = (0..15).map(|_| Turn::ALL[stream.index(18)]).collect();
            let state = Cube2::SOLVED.apply_all(&turns);
            assert!(solver.solve(state, &Budget::default()).unwrap().moves().len() <= 12);
        }
    }

    #[test]
    fn more_attempts_never_lengthen_a_solution_for_any_number_of_threads() {
        let solver = evolution();
        let cube = Cube3::random(&mut Seed::from_number(62).stream());
        let solve = |nodes, threads| {
            let budget = Budget { nodes, threads: NonZeroUsize::new(threads), ..Budget::default() };
            solver.solve(cube, &budget).unwrap()
        };
        let many = solve(Some(25_000_000), 1);
        assert!(many.moves().len() <= solve(None, 1).moves().len());
        assert_eq!(solve(Some(25_000_000), 3), many);
    }

    #[test]
    fn limited_time_is_answered_by_an_evolution_strategy_before_the_niche_archive() {
        let solver = evolution();
        let cube = Cube3::random(&mut Seed::from_number(65).stream());
        let within = |target| Budget { time: Some(Duration::from_secs(3600)), target, ..Budget::default() };
        let first = solver.solve(cube, &within(Some(1000))).unwrap();
        assert!((61..1000).contains(&first.moves().len()), "{}", first.moves().len());
        assert!(first.nodes() < 1_000_000);
        // A niche archive answers with at most 60 moves.
        let next = solver.solve(cube, &within(Some(60))).unwrap();
        assert!(next.moves().len() <= 40 && next.nodes() > 1_000_000);
        // Without limited time it is the only one.
        let target = solver.solve(cube, &Budget { target: Some(1000), ..Budget::default() }).unwrap();
        assert_eq!(target.moves(), next.moves());
        assert_eq!(target.nodes() + first.nodes(), next.nodes());
    }

    #[test]
    fn a_large_population_is_bred_on_several_threads_with_the_same_outcome() {
        let population = PopulationSize::try_from(20_000).unwrap();
        let config = TrialConfig { population, ..TrialConfig::default() };
        let solver = cube3(&config);
        let near = Cube3::of(&[Turn::R, Turn::U2, Turn::F]);
        let solve =
            |threads| solver.solve(near, &Budget { threads: NonZeroUsize::new(threads), ..Budget::default() }).unwrap();
        assert_eq!(solve(1), solve(2));
    }

    #[test]
    fn an_exhausted_or_cancelled_budget_ends_the_evolution() {
        let solver = evolution();
        let cube = Cube3::random(&mut Seed::from_number(63).stream());
        let spent = solver.solve(cube, &Budget { nodes: Some(1000), ..Budget::default() });
        assert!(matches!(spent, Err(Unsolved::Budget { nodes: 1000.. })), "{spent:?}");
        static CANCELLED: AtomicBool = AtomicBool::new(true);
        let cancelled = Budget { cancellation: Cancellation::by(&CANCELLED), ..Budget::default() };
        assert!(matches!(solver.solve(cube, &cancelled), Err(Unsolved::Budget { .. })));
        let genomes = cube3(&TrialConfig::default());
        assert_eq!(genomes.solve(cube, &cancelled), Err(Unsolved::Budget { nodes: 1500 }));
    }
}
