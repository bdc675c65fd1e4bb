//! [`Algorithm`]: the key `algorithm` of a configuration, with the settings, other keys and stop criteria that each algorithm has; and
//! [`TrialConfig::build`] and [`TrialConfig::run`], which make it an optimizer and run that on any [`RunPuzzle`]. [`TrialConfig::solving`]:
//! the configuration that solves any cube. [`BuildOptimizer`]: the interface of registered algorithms. Deterministic solvers are built with
//! their tables by [`SolverKind::build`].

use std::sync::Arc;

use super::config::TrialConfig;
use super::genome_optimizer::{GenomeOptimizer, LatestAlphabet};
use super::genome_search::GenomeSearch;
use super::strategy::{Attempts, BackwardMoves, Niches, Parents, PreparedStrategy, StateStrategy};
use crate::optimizer::{
    AnyOptimizer, Optimizer, OptimizerError, Outcome, Problem, RunContext, StopCriterion, Unsupported,
    deterministic_supports,
};
use crate::registered::{Word, components};
use evocube_cube::map_puzzle;
use evocube_cube::puzzle::spec::PuzzleSpec;
use evocube_cube::puzzle::{AnyPuzzle, Cube, Cube2, Cube3, Puzzle, PuzzleKind};
use evocube_cube::rng::Seed;
use evocube_cube::search::SolverKind;

components! {
    $
    /// The algorithm of a trial, with its settings: the key `algorithm` of `[base]`. It says which of the other keys of `[base]` it
    /// has.
    #[derive(Default)]
    Algorithm of dyn BuildOptimizer and OnStates(StateStrategy) and OnGenomes(GenomeSearch) and Solver(SolverKind), with_algorithm:
    #[default]
    "genetic-algorithm": Genetic,
}

/// A registered algorithm, which builds optimizers for any puzzle.
pub trait BuildOptimizer: Send + Sync {
    /// Builds the optimizer of a configuration.
    ///
    /// # Errors
    /// If the algorithm does not support the puzzle.
    fn build(&self, config: &TrialConfig) -> Result<AnyOptimizer, OptimizerError>;

    /// Checks that a run can end by this criterion.
    ///
    /// # Errors
    /// The first part of the criterion that the algorithm does not support.
    fn supports(&self, stop: &StopCriterion) -> Result<(), Unsupported>;
}

impl BuildOptimizer for Word {
    fn build(&self, _: &TrialConfig) -> Result<AnyOptimizer, OptimizerError> {
        self.run()
    }

    fn supports(&self, _: &StopCriterion) -> Result<(), Unsupported> {
        Ok(())
    }
}

/// A puzzle that [`TrialConfig::run`] runs on.
pub trait RunPuzzle: Puzzle + Sized {
    /// Returns the puzzle as one that is known at run time only.
    fn any(&self) -> AnyPuzzle;

    /// Returns an algorithm for this puzzle; `None` if it is for another one.
    fn optimizer(optimizer: AnyOptimizer) -> Option<Box<dyn Optimizer<Self>>>;
}

/// Implements [`RunPuzzle`]: the puzzle as one that is known at run time only, and the algorithm of its variant.
macro_rules! run_puzzle {
    ($($Puzzle:ty: |$puzzle:ident| $any:expr, $variant:pat => $optimizer:expr;)*) => {$(
        impl RunPuzzle for $Puzzle {
            fn any(&self) -> AnyPuzzle {
                let $puzzle = self;
                $any
            }

            fn optimizer(optimizer: AnyOptimizer) -> Option<Box<dyn Optimizer<Self>>> {
                if let $variant = optimizer { Some($optimizer) } else { None }
            }
        }
    )*};
}

run_puzzle! {
    Cube<Cube3>: |_cube| AnyPuzzle::Cube3(()), AnyOptimizer::Cube3(optimizer) => optimizer;
    Cube<Cube2>: |_cube| AnyPuzzle::Cube2(()), AnyOptimizer::Cube2(optimizer) => optimizer;
    PuzzleSpec: |spec| AnyPuzzle::Spec(Arc::new(spec.clone()), ()), AnyOptimizer::Spec(_, optimizer) => optimizer;
}

impl Algorithm {
    /// Returns the deterministic solver; `None` if it is another algorithm.
    pub const fn solver(&self) -> Option<SolverKind> {
        if let Self::Solver(solver) = self { Some(*solver) } else { None }
    }

    /// Returns the algorithm on genomes; `None` if it is the genetic algorithm, or not one on genomes.
    pub(super) const fn genome_search(&self) -> Option<&GenomeSearch> {
        if let Self::OnGenomes(search) = self { Some(search) } else { None }
    }

    /// Returns the name of the algorithm for messages, as it stands within a sentence.
    pub fn title(&self) -> String {
        match self {
            Self::Genetic => "the genetic algorithm".to_owned(),
            Self::OnStates(strategy) => strategy.title().to_owned(),
            Self::OnGenomes(search) => search.profile().title.to_owned(),
            Self::Solver(solver) => format!("the solver {solver}"),
            Self::Custom(custom) => custom.name().to_owned(),
        }
    }

    /// Returns whether the algorithm has a key of `[base]`. Solvers and registered algorithms have those of the genetic algorithm,
    /// so that one `[base]` serves all algorithms of a comparison; but solvers have no restart.
    pub fn has_key(&self, key: &str) -> bool {
        match (key, self) {
            ("puzzle" | "alphabet" | "objective" | "stop" | "algorithm", _) => true,
            ("phase", _) => matches!(self, Self::OnStates(StateStrategy::Es(_))),
            (_, Self::OnStates(_)) => false,
            ("restart", Self::Solver(_) | Self::OnGenomes(GenomeSearch::RandomSearch(_))) => false,
            (_, Self::Genetic | Self::Solver(_) | Self::Custom(_)) => true,
            ("genome" | "initial" | "restart", Self::OnGenomes(_)) => true,
            ("population", Self::OnGenomes(search)) => search.profile().offspring.is_none(),
            ("mutation", Self::OnGenomes(search)) => search.profile().why_no_mutation.is_none(),
            (_, Self::OnGenomes(_)) => false,
        }
    }

    /// Checks that a run can end by this criterion.
    ///
    /// # Errors
    /// If it is a deterministic solver and the criterion is not the default, or an algorithm on states or a registered algorithm
    /// refuses the criterion.
    pub fn supports(&self, stop: &StopCriterion) -> Result<(), Unsupported> {
        match self {
            Self::Genetic | Self::OnGenomes(_) => Ok(()),
            Self::OnStates(strategy) => strategy.supports(stop),
            Self::Solver(solver) => deterministic_supports(solver.name(), stop),
            Self::Custom(custom) => custom.supports(stop),
        }
    }
}

impl TrialConfig {
    /// Returns the configuration that solves any state of a cube in few moves: a niche archive, for the 3×3×3 with backward
    /// populations.
    pub fn solving(cube: PuzzleKind) -> Self {
        let niches = match cube {
            PuzzleKind::Cube3 => {
                Niches { backward: BackwardMoves::new(5), solved: Some(Parents::new(5000)), ..Niches::default() }
            }
            PuzzleKind::Cube2 => Niches { attempts: Attempts::new(6), ..Niches::default() },
        };
        // The algorithm ends by itself.
        let stop = StopCriterion { generations: Some(1_000_000), evaluations: None, ..StopCriterion::default() };
        Self {
            puzzle: cube.into(),
            algorithm: Algorithm::OnStates(StateStrategy::Niches(niches)),
            stop,
            ..Self::default()
        }
    }

    /// Runs the algorithm on a state of a puzzle, in place of that of the configuration, on the calling thread.
    ///
    /// ```
    /// use evocube_cube::{CUBE3, Cube3, Puzzle, Seed};
    /// use evocube_engine::bounded::PopulationSize;
    /// use evocube_engine::evolve::config::TrialConfig;
    /// use evocube_engine::optimizer::StopCriterion;
    ///
    /// let cube: Cube3 = "R U2 F'".parse()?;
    /// let stop = StopCriterion { generations: Some(20), ..StopCriterion::default() };
    /// let config = TrialConfig { population: PopulationSize::new(200), stop, ..TrialConfig::default() };
    /// let outcome = config.run(&CUBE3, cube, Seed::from_number(1))?;
    /// let end = CUBE3.apply_all(cube, &outcome.moves);
    /// assert_eq!(outcome.penalty, Some(config.objective.penalty(&CUBE3, end)?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the parameters are not compatible, and as [`build`](Self::build) and [`Optimizer::run`].
    pub fn run<P: RunPuzzle>(
        &self,
        puzzle: &P,
        state: P::State,
        seed: Seed,
    ) -> Result<Outcome<P::Move>, OptimizerError> {
        let config = Self { puzzle: puzzle.any(), ..self.clone() };
        config.check().map_err(|conflict| OptimizerError::Failed(conflict.to_string()))?;
        let optimizer = P::optimizer(config.build()?).expect("the algorithm is for the puzzle of its configuration");
        let problem = Problem::new(puzzle, state, &self.objective).with_limit(self.stop.evaluations);
        optimizer.run(&problem, seed, &self.stop, &RunContext::sequential(), &mut ())
    }

    /// Builds the algorithm.
    ///
    /// # Errors
    /// If the alphabet cannot be built, the algorithm does not support the puzzle, or it is a deterministic solver, which
    /// [`SolverKind::build`] builds with its tables.
    pub fn build(&self) -> Result<AnyOptimizer, OptimizerError> {
        self.build_reusing(&LatestAlphabet::default())
    }

    /// Builds the algorithm. It shares the latest alphabet if that is its own.
    ///
    /// # Errors
    /// As [`build`](Self::build).
    pub fn build_reusing(&self, latest: &LatestAlphabet) -> Result<AnyOptimizer, OptimizerError> {
        match &self.algorithm {
            Algorithm::Genetic | Algorithm::OnGenomes(_) => Ok(map_puzzle!(&self.puzzle, |puzzle, ()| Box::new(
                GenomeOptimizer::reusing(puzzle, self.clone(), latest)?
            ))),
            Algorithm::OnStates(strategy) => match &self.puzzle {
                AnyPuzzle::Cube3(()) => {
                    Ok(AnyOptimizer::Cube3(Box::new(PreparedStrategy::new(PuzzleKind::Cube3, strategy.clone(), self)?)))
                }
                AnyPuzzle::Cube2(()) => {
                    Ok(AnyOptimizer::Cube2(Box::new(PreparedStrategy::new(PuzzleKind::Cube2, strategy.clone(), self)?)))
                }
                AnyPuzzle::Spec(..) => Err(OptimizerError::Failed(strategy.is_for_cubes(&self.puzzle))),
            },
            Algorithm::Solver(solver) => {
                Err(OptimizerError::Failed(format!("the solver {solver} is built with its tables")))
            }
            Algorithm::Custom(custom) => custom.build(self),
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
    use crate::optimizer::into_solver;
    use evocube_cube::puzzle::turn::Turn;
    use evocube_cube::search::AnySolver;
    use evocube_cube::solver::{Budget, Cancellation, Solver, Unsolved};

    fn solver(config: &TrialConfig) -> AnySolver {
        into_solver(config.build().unwrap(), &config.objective, &config.stop, 1)
    }

    fn cube3(config: &TrialConfig) -> Box<dyn Solver<Cube3>> {
        let AnySolver::Cube3(solver) = solver(config) else {
            unreachable!("a configuration of the 3×3×3");
        };
        solver
    }

    fn evolution() -> Box<dyn Solver<Cube3>> {
        cube3(&TrialConfig::solving(PuzzleKind::Cube3))
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
        let start = Cube3::SOLVED.apply(Turn::R);
        assert_eq!(solver.solve(start, &Budget::default()).unwrap().moves().len(), 1);
        assert!(solver.solve(Cube3::SOLVED, &Budget::default()).unwrap().moves().is_empty());
    }

    #[test]
    fn niche_archive_solves_the_2x2x2_in_every_orientation() {
        let config = TrialConfig::solving(PuzzleKind::Cube2);
        let AnySolver::Cube2(solver) = solver(&config) else {
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
        let solution = solve(Some(25_000_000), 1);
        assert!(solution.moves().len() <= solve(None, 1).moves().len());
        assert_eq!(solve(Some(25_000_000), 3), solution);
    }

    #[test]
    fn limited_time_is_answered_by_an_evolution_strategy_before_the_niche_archive() {
        let solver = evolution();
        let cube = Cube3::random(&mut Seed::from_number(65).stream());
        let budget = |target| Budget { time: Some(Duration::from_secs(3600)), target, ..Budget::default() };
        let first = solver.solve(cube, &budget(Some(1000))).unwrap();
        assert!((61..1000).contains(&first.moves().len()), "{}", first.moves().len());
        assert!(first.nodes() < 1_000_000);
        // A small archive answers with at most 60 moves.
        let next = solver.solve(cube, &budget(Some(60))).unwrap();
        assert!(next.moves().len() <= 60 && (first.nodes() + 1..1_000_000).contains(&next.nodes()));
        // Without limited time the archive of the configuration is the only one. It answers with fewer moves.
        let target = solver.solve(cube, &Budget { target: Some(1000), ..Budget::default() }).unwrap();
        assert!(target.moves().len() < next.moves().len());
        let last = solver.solve(cube, &budget(Some(target.moves().len()))).unwrap();
        assert_eq!(last.moves(), target.moves());
        assert!(last.nodes() > target.nodes() + next.nodes());
    }

    #[test]
    fn a_large_population_is_bred_on_several_threads_with_the_same_outcome() {
        let population = PopulationSize::try_from(20_000).unwrap();
        let config = TrialConfig { population, ..TrialConfig::default() };
        let solver = cube3(&config);
        let start = Cube3::after(&[Turn::R, Turn::U2, Turn::F]);
        let solve = |threads| {
            solver.solve(start, &Budget { threads: NonZeroUsize::new(threads), ..Budget::default() }).unwrap()
        };
        assert_eq!(solve(1), solve(2));
    }

    #[test]
    fn an_exhausted_or_cancelled_budget_ends_the_evolution() {
        let solver = evolution();
        let cube = Cube3::random(&mut Seed::from_number(63).stream());
        let spent = solver.solve(cube, &Budget { nodes: Some(1000), ..Budget::default() });
        assert_eq!(spent, Err(Unsolved::Budget { nodes: 1000 }));
        let none = solver.solve(cube, &Budget { nodes: Some(0), ..Budget::default() });
        assert_eq!(none, Err(Unsolved::Budget { nodes: 0 }));
        let cancelled =
            Budget { cancellation: Cancellation::from(Arc::new(AtomicBool::new(true))), ..Budget::default() };
        assert!(matches!(solver.solve(cube, &cancelled), Err(Unsolved::Budget { .. })));
        let genomes = cube3(&TrialConfig::default());
        assert_eq!(genomes.solve(cube, &cancelled), Err(Unsolved::Budget { nodes: 100 }));
    }
}
