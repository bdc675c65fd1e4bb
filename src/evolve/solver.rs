//! [`Evolution`]: evolution as one of the solvers.

use std::time::Instant;

use super::alphabet::Alphabet;
use super::config::TrialConfig;
use super::engine::Engine;
use super::stop::StopCriterion;
use super::strategy::{Attempts, Niches, Strategy, Task};
use crate::puzzle::algorithm::{Algorithm, Metric};
use crate::puzzle::kernel::{Kernel, Program};
use crate::puzzle::{Puzzle, PuzzleKind};
use crate::rng::Seed;
use crate::solver::{Budget, Solution, Solver, Unsolved};

/// Evolution with fixed settings and a fixed seed: the same state has the same solution, unless the time is limited.
///
/// Nodes are individuals evaluated. A strategy goes on as long as there is time, or until the target length is reached, if
/// either is given; a genetic algorithm is done when it has solved the state.
#[derive(Clone, Debug)]
pub struct Evolution {
    config: TrialConfig,
    seed: u64,
    kernel: Kernel,
}

impl Evolution {
    /// Evolution with these settings, which must be [checked](TrialConfig::check).
    #[must_use]
    pub const fn new(config: TrialConfig, seed: u64, kernel: Kernel) -> Self {
        Self { config, seed, kernel }
    }

    /// The settings that solve any 3×3×3 cube: an archive of niches.
    #[must_use]
    pub fn usual() -> TrialConfig {
        let strategy = Some(Strategy::Niches(Niches::default()));
        // The strategy ends by itself.
        let stop = StopCriterion { generations: Some(1_000_000), ..StopCriterion::default() };
        TrialConfig { strategy, stop, ..TrialConfig::default() }
    }

    /// Which puzzle it evolves solutions for.
    #[must_use]
    pub const fn puzzle(&self) -> PuzzleKind {
        self.config.puzzle
    }

    fn by_strategy<P: Puzzle>(
        &self,
        strategy: Strategy,
        start: P,
        until: &Until,
    ) -> Result<(Algorithm, u64), Unsolved> {
        let TrialConfig { alphabet, objective, phase, stop, .. } = &self.config;
        let task = Task { alphabet, objective, phases: phase };
        let strategy = if until.goes_on() { strategy.with_attempts(Attempts::most()) } else { strategy };
        let outcome = strategy.run(&task, start, Seed::from_number(self.seed), &mut |watch, _| {
            let is_spent = until.is_spent(watch.evaluations) || stop.is_spent(watch.generations, watch.evaluations);
            !is_spent && watch.shortest.is_none_or(|turns| until.target.is_none_or(|target| turns > target))
        });
        let nodes = |outcome: &super::strategy::Outcome| outcome.watch.evaluations;
        let outcome = outcome.map_err(|_| Unsolved::Budget { nodes: 0 })?;
        let evaluations = nodes(&outcome);
        outcome.moves.map(|moves| (moves, evaluations)).ok_or(Unsolved::Budget { nodes: evaluations })
    }

    fn by_genomes<P: Puzzle>(&self, start: P, until: &Until) -> Result<(Algorithm, u64), Unsolved> {
        let config = &self.config;
        let alphabet = Alphabet::<P>::new(&config.alphabet).map_err(|_| Unsolved::Budget { nodes: 0 })?;
        let costs = config.objective.costs::<P>();
        let program = Program::new(start, &alphabet.effects(), costs, config.genome.evaluate, self.kernel)
            .preferring_shorter(config.genome.shorter == Some(true));
        let engine = Engine::new(&program, config.settings(), Seed::from_number(self.seed));
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
}

impl<P: Puzzle> Solver<P> for Evolution {
    fn name(&self) -> &'static str {
        "evolution"
    }

    fn solve(&self, state: P, budget: &Budget) -> Result<Solution<P>, Unsolved> {
        let (start, held) = state.anchored_state();
        let until = Until::of(budget);
        let (moves, evaluations) = match self.config.strategy {
            _ if state.is_solved() => (Algorithm::EMPTY, 0),
            Some(strategy) => self.by_strategy(strategy, start, &until)?,
            None => self.by_genomes(start, &until)?,
        };
        let moves = moves.conjugate(held).simplify();
        if budget.depth.is_some_and(|most| moves.length(Metric::Htm) > most) {
            return Err(Unsolved::Budget { nodes: evaluations });
        }
        Solution::new(state, moves, evaluations)
    }
}

/// How long it may go on.
struct Until {
    deadline: Option<Instant>,
    nodes: Option<u64>,
    target: Option<usize>,
}

impl Until {
    fn of(budget: &Budget) -> Self {
        let deadline = budget.time.and_then(|time| Instant::now().checked_add(time));
        Self { deadline, nodes: budget.nodes, target: budget.target }
    }

    /// Does it go on when there is a solution?
    fn goes_on(&self) -> bool {
        self.deadline.is_some() || self.nodes.is_some() || self.target.is_some()
    }

    fn is_spent(&self, evaluations: u64) -> bool {
        self.nodes.is_some_and(|nodes| evaluations >= nodes)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::cube3::Cube3;
    use crate::rng::Seed;

    #[test]
    fn any_cube_is_solved_and_the_same_way_again() {
        let solver = Evolution::new(Evolution::usual(), 1, Kernel::best());
        let mut stream = Seed::from_number(61).stream();
        for _ in 0..3 {
            let cube = Cube3::random(&mut stream);
            let solution = solver.solve(cube, &Budget::default()).unwrap();
            assert!(solution.moves().len() <= 40, "{}", solution.moves());
            assert_eq!(solver.solve(cube, &Budget::default()), Ok(solution));
        }
        let near = Cube3::SOLVED.apply(crate::puzzle::turn::Turn::R);
        assert_eq!(solver.solve(near, &Budget::default()).unwrap().moves().len(), 1);
        assert!(solver.solve(Cube3::SOLVED, &Budget::default()).unwrap().moves().is_empty());
    }

    #[test]
    fn more_attempts_are_never_longer() {
        let solver = Evolution::new(Evolution::usual(), 1, Kernel::best());
        let cube = Cube3::random(&mut Seed::from_number(62).stream());
        let length = |nodes| solver.solve(cube, &Budget { nodes, ..Budget::default() }).unwrap().moves().len();
        assert!(length(Some(50_000_000)) <= length(None));
    }

    #[test]
    fn a_budget_ends_it() {
        let solver = Evolution::new(Evolution::usual(), 1, Kernel::best());
        let cube = Cube3::random(&mut Seed::from_number(63).stream());
        let spent = solver.solve(cube, &Budget { nodes: Some(1000), ..Budget::default() });
        assert!(matches!(spent, Err(Unsolved::Budget { nodes: 1000.. })), "{spent:?}");
    }
}
