//! [`Evolution`]: evolution as one of the solvers.

use std::num::NonZeroUsize;
use std::time::Instant;

use super::config::TrialConfig;
use super::engine::{Conditions, Engine};
use super::stop::{StopCriterion, Unsupported};
use super::strategy::{Attempts, Limits, Niches, Ready, Strategy, Task};
use super::worker_pool::{MIN_PARALLEL_ROWS, WorkerPool};
use crate::alphabet::{Alphabet, AlphabetError};
use crate::evaluation::{Evaluator, Kernel};
use crate::puzzle::algorithm::{Algorithm, Metric};
use crate::puzzle::{Cube, CubeState, PuzzleKind};
use crate::rng::Seed;
use crate::solver::{Budget, Cancellation, Solution, Solver, Unsolved};

/// Evolution with fixed settings and a fixed seed: the same state has the same solution, unless the time is limited. The
/// alphabet is made once, whatever is solved.
///
/// Nodes are individuals evaluated. A strategy goes on as long as there is time, or until the target length is reached, if
/// either is given; a genetic algorithm is done when it has solved the state. Threads make the attempts of a strategy side
/// by side, and breed a large population together.
#[derive(Debug)]
pub struct Evolution<P> {
    config: TrialConfig,
    kind: Kind<P>,
    seed: u64,
    kernel: Kernel,
}

/// What is evolved, ready to run.
#[derive(Debug)]
enum Kind<P> {
    /// States with their histories: as the settings say, and until somebody says that it is enough.
    Strategy { usual: Ready<P>, going_on: Ready<P> },
    /// Genomes of these genes, which have these effects.
    Genomes { alphabet: Alphabet<P>, effects: Vec<P> },
}

/// Can evolution as a solver end by this criterion? It ends when the puzzle is solved.
///
/// # Errors
/// For a target other than solved.
pub fn supports(stop: &StopCriterion) -> Result<(), Unsupported> {
    match stop.target {
        Some(0) => Ok(()),
        _ => Err(Unsupported::new("stop.target", "to solve is to come to a penalty of 0: write target = 0")),
    }
}

impl<P: CubeState> Evolution<P> {
    /// Evolution with these settings, which must be [checked](TrialConfig::check), [supported](supports) and of this puzzle.
    ///
    /// # Errors
    /// If the alphabet cannot be built.
    pub fn new(config: TrialConfig, seed: u64, kernel: Kernel) -> Result<Self, AlphabetError> {
        let kind = match config.strategy {
            Some(strategy) => {
                let TrialConfig { alphabet, objective, phase, .. } = &config;
                let task = Task { alphabet, objective, phases: phase };
                let going_on = strategy.with_attempts(Attempts::MAX).ready(&task)?;
                Kind::Strategy { usual: strategy.ready(&task)?, going_on }
            }
            None => {
                let alphabet = Alphabet::new(&Cube::<P>::new(), &config.alphabet)?;
                Kind::Genomes { effects: alphabet.effects(), alphabet }
            }
        };
        Ok(Self { config, kind, seed, kernel })
    }

    fn by_strategy(&self, ready: &Ready<P>, start: P, until: &Until) -> Result<(Algorithm, u64), Unsolved> {
        let stop = &self.config.stop;
        let limits = Limits {
            goes_on: &|watch| {
                !until.is_too_much(watch.evaluations)
                    && !stop.is_spent(watch.generations, watch.evaluations)
                    && watch.shortest.is_none_or(|turns| until.target.is_none_or(|target| turns > target))
            },
            is_late: &|| until.is_late(),
        };
        let outcome = ready.run_side_by_side(start, Seed::from_number(self.seed), until.threads, &limits);
        let nodes = outcome.watch.evaluations;
        outcome.moves.map(|moves| (moves, nodes)).ok_or(Unsolved::Budget { nodes })
    }

    fn by_genomes(
        &self,
        (alphabet, effects): (&Alphabet<P>, &[P]),
        start: P,
        until: &Until,
        pool: &WorkerPool,
    ) -> Result<(Algorithm, u64), Unsolved> {
        let config = &self.config;
        let puzzle = Cube::<P>::new();
        let costs = config.objective.penalty_table(&puzzle);
        let evaluator = Evaluator::new(&puzzle, start, effects, &costs, config.genome.evaluate, self.kernel)
            .with_parsimony_tiebreak(config.genome.parsimony_tiebreak == Some(true));
        let conditions = Conditions { pool, ..Conditions::new(&evaluator) };
        let engine = Engine::under(conditions, config.settings(), Seed::from_number(self.seed));
        let mut engine = engine.map_err(|_| Unsolved::Budget { nodes: 0 })?;
        loop {
            let progress = engine.generation().progress;
            if progress.best == 0 {
                let mut moves = Algorithm::EMPTY;
                let genes = &engine.best().genes;
                genes.iter().for_each(|gene| moves.extend_from_slice(&alphabet.symbols()[gene.index()].moves));
                return Ok((moves, progress.evaluations));
            }
            if until.is_spent(progress.evaluations) || config.stop.reason(&progress).is_some() {
                return Err(Unsolved::Budget { nodes: progress.evaluations });
            }
            engine.step();
        }
    }

    /// Returns a pool of threads, if there are enough individuals.
    fn pool(&self, threads: usize) -> WorkerPool {
        let individuals = self.config.population.get() * self.config.islands.count.get();
        WorkerPool::new(if individuals >= MIN_PARALLEL_ROWS { threads } else { 1 })
    }
}

/// The settings that solve any state of a puzzle, and shortly: an archive of niches.
#[must_use]
pub fn usual(puzzle: PuzzleKind) -> TrialConfig {
    let attempts = match puzzle {
        PuzzleKind::Cube3 => Attempts::default(),
        PuzzleKind::Cube2 => Attempts::new(6),
    };
    let strategy = Some(Strategy::Niches(Niches { attempts, ..Niches::default() }));
    // The strategy ends by itself.
    let stop = StopCriterion { generations: Some(1_000_000), ..StopCriterion::default() };
    TrialConfig { puzzle: puzzle.into(), strategy, stop, ..TrialConfig::default() }
}

impl<P: CubeState> Solver<P> for Evolution<P> {
    fn name(&self) -> &'static str {
        "evolution"
    }

    fn solve(&self, state: P, budget: &Budget) -> Result<Solution<P>, Unsolved> {
        let (start, held) = state.anchored_state();
        let until = Until::of(budget);
        let (moves, evaluations) = match &self.kind {
            _ if state.is_solved() => (Algorithm::EMPTY, 0),
            Kind::Strategy { going_on, .. } if until.goes_on() => self.by_strategy(going_on, start, &until)?,
            Kind::Strategy { usual, .. } => self.by_strategy(usual, start, &until)?,
            Kind::Genomes { alphabet, effects } => {
                let pool = self.pool(until.threads);
                pool.run(|| self.by_genomes((alphabet, effects), start, &until, &pool))?
            }
        };
        let moves = moves.conjugate(held).simplify();
        if budget.depth.is_some_and(|most| moves.length(Metric::Htm) > most) {
            return Err(Unsolved::Budget { nodes: evaluations });
        }
        Solution::new(state, moves, evaluations)
    }
}

/// How long it may go on, and on how many threads.
struct Until {
    deadline: Option<Instant>,
    nodes: Option<u64>,
    target: Option<usize>,
    threads: usize,
    cancellation: Cancellation,
}

impl Until {
    fn of(budget: &Budget) -> Self {
        let deadline = budget.time.and_then(|time| Instant::now().checked_add(time));
        let threads = budget.threads.map_or(1, NonZeroUsize::get);
        let Budget { nodes, target, cancellation, .. } = *budget;
        Self { deadline, nodes, target, threads, cancellation }
    }

    /// Does it go on when there is a solution?
    fn goes_on(&self) -> bool {
        self.deadline.is_some() || self.nodes.is_some() || self.target.is_some()
    }

    fn is_too_much(&self, evaluations: u64) -> bool {
        self.nodes.is_some_and(|nodes| evaluations >= nodes)
    }

    fn is_spent(&self, evaluations: u64) -> bool {
        self.is_too_much(evaluations) || self.is_late()
    }

    fn is_late(&self) -> bool {
        self.cancellation.is_requested() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::bounded::PopulationSize;
    use crate::puzzle::cube2::Cube2;
    use crate::puzzle::cube3::Cube3;
    use crate::puzzle::turn::Turn;

    fn evolution<P: CubeState>() -> Evolution<P> {
        Evolution::new(usual(P::KIND), 1, Kernel::best()).unwrap()
    }

    #[test]
    fn any_cube_is_solved_and_the_same_way_again() {
        let solver = evolution();
        let mut stream = Seed::from_number(61).stream();
        for _ in 0..3 {
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
    fn a_small_cube_is_solved_however_it_is_held() {
        let solver = evolution();
        let mut stream = Seed::from_number(64).stream();
        for _ in 0..5 {
            let turns: Vec<Turn> = (0..15).map(|_| Turn::ALL[stream.index(18)]).collect();
            let state = Cube2::SOLVED.apply_all(&turns);
            assert!(solver.solve(state, &Budget::default()).unwrap().moves().len() <= 12);
        }
    }

    #[test]
    fn more_attempts_are_never_longer_and_threads_change_nothing() {
        let solver = evolution();
        let cube = Cube3::random(&mut Seed::from_number(62).stream());
        let solve = |nodes, threads| {
            let budget = Budget { nodes, threads: NonZeroUsize::new(threads), ..Budget::default() };
            solver.solve(cube, &budget).unwrap()
        };
        let many = solve(Some(50_000_000), 1);
        assert!(many.moves().len() <= solve(None, 1).moves().len());
        assert_eq!(solve(Some(50_000_000), 3), many);
    }

    #[test]
    fn a_large_population_is_bred_on_several_threads_with_the_same_outcome() {
        let population = PopulationSize::try_from(20_000).unwrap();
        let config = TrialConfig { population, ..TrialConfig::default() };
        let solver = Evolution::new(config, 1, Kernel::best()).unwrap();
        let near = Cube3::of(&[Turn::R, Turn::U2, Turn::F]);
        let solve =
            |threads| solver.solve(near, &Budget { threads: NonZeroUsize::new(threads), ..Budget::default() }).unwrap();
        assert_eq!(solve(1), solve(2));
    }

    #[test]
    fn a_budget_ends_it() {
        let solver = evolution();
        let cube = Cube3::random(&mut Seed::from_number(63).stream());
        let spent = solver.solve(cube, &Budget { nodes: Some(1000), ..Budget::default() });
        assert!(matches!(spent, Err(Unsolved::Budget { nodes: 1000.. })), "{spent:?}");
        static CANCELLED: AtomicBool = AtomicBool::new(true);
        let cancelled = Budget { cancellation: Cancellation::by(&CANCELLED), ..Budget::default() };
        assert!(matches!(solver.solve(cube, &cancelled), Err(Unsolved::Budget { .. })));
        let genomes = Evolution::new(TrialConfig::default(), 1, Kernel::best()).unwrap();
        assert_eq!(genomes.solve(cube, &cancelled), Err(Unsolved::Budget { nodes: 1500 }));
    }
}
