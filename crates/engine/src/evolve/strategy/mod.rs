//! [`StateStrategy`]: an algorithm that evolves states of a cube with their moves, not genomes: an evolution strategy or a niche archive.
//! Also the ranges of integers in its settings, the checks of a configuration and of a stop criterion, the progress of a run, and the end
//! of an attempt. `prepared` runs it.
//!
//! It evolves states with their history: an individual is a state and the moves that led to it, and a mutation
//! appends moves. There is no recombination. A state of the 2×2×2 is evolved as a 3×3×3 with its corners, whose edges do not count.

mod append_length;
mod archive;
mod attempt;
mod backward;
mod es;
mod first_answer;
mod goal;
mod niches;
mod orientation;
mod parallel_attempts;
mod prepared;
mod refinement;
mod subgroup_chain;

pub use append_length::AppendLength;
pub use es::{EvolutionStrategy, Survival};
pub use goal::{Goal, Phase};
pub use niches::Niches;
pub use orientation::Orientation;
pub use prepared::PreparedStrategy;

use serde::{Deserialize, Serialize};

use crate::bounded::bounded;
use crate::evolve::config::{Conflict, TrialConfig};
use crate::optimizer::{StopCriterion, Unsupported};
use crate::registered::components;
use evocube_cube::puzzle::{Algorithm, AnyPuzzle, Cube3};
use evocube_cube::solver::Cancelled;

bounded! { integers:
    /// Maximum number of individuals of a niche.
    Capacity, "capacity" 1..=255;
    /// Number of parents.
    Parents, "parents" 1..=10_000_000;
    /// Number of attempts, of which the best counts.
    Attempts, "attempts" 1..=1_000_000, default 1;
    /// Number of offspring, or of generations.
    Offspring, "offspring" 1..=100_000_000;
    /// Number of moves of a backward population.
    BackwardMoves, "backward" 0..=6;
}

impl BackwardMoves {
    const fn is_none(&self) -> bool {
        self.get() == 0
    }
}

impl Attempts {
    /// The largest number, for runs whose attempts only the budget limits.
    const MAX: Self = Self::new(*Self::RANGE.end());
}

components! {
    $
    /// An algorithm on states with their moves.
    StateStrategy, with_strategy:
    "evolution-strategy": Es(EvolutionStrategy),
    "niche-archive": Niches(Niches),
}

/// Progress of a run, and its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct RunProgress {
    /// Generations of all attempts.
    generations: u64,
    /// Number of individuals made and evaluated.
    evaluations: u64,
    /// Number of attempts that are over.
    attempts: u64,
    /// Number of moves of the shortest solution.
    shortest: Option<usize>,
    /// Maximum number of evaluations.
    #[serde(skip, default = "RunProgress::unlimited")]
    limit: u64,
}

impl RunProgress {
    /// Returns the progress of a run that has not begun, with at most this number of evaluations.
    const fn within(limit: u64) -> Self {
        Self { generations: 0, evaluations: 0, attempts: 0, shortest: None, limit }
    }

    const fn unlimited() -> u64 {
        u64::MAX
    }

    /// Returns the number of evaluations that are left.
    const fn left(&self) -> u64 {
        self.limit.saturating_sub(self.evaluations)
    }
}

impl Default for RunProgress {
    fn default() -> Self {
        Self::within(u64::MAX)
    }
}

/// Function that receives the progress after every generation, and a function that computes the states of the individuals. It
/// returns whether the run continues, or the error of a component that ends it.
type OnGeneration<'a> = dyn FnMut(&RunProgress, Shown, &dyn Fn() -> Vec<Cube3>) -> Result<bool, Cancelled> + 'a;

/// The individuals that a run shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    /// Those of a generation.
    Generation,
    /// The first solution alone, before further attempts. The run continues.
    Solution,
}

/// End of an attempt.
enum Attempt {
    Solved(Algorithm),
    /// The attempt cannot find a (shorter) solution.
    Failed,
    /// The observer, a limit of the run or the end of the work stopped it.
    Stopped,
}

impl StateStrategy {
    /// Returns the name of the algorithm for messages, as it stands within a sentence.
    pub const fn title(&self) -> &'static str {
        match self {
            Self::Niches(_) => "the niche archive",
            Self::Es(_) => "the evolution strategy",
        }
    }

    /// Returns the message that the algorithm does not work on a puzzle.
    pub(super) fn is_for_cubes(&self, puzzle: &AnyPuzzle) -> String {
        format!("{} is for the cubes, not for {puzzle}", self.title())
    }

    /// Returns the number of attempts.
    pub const fn attempts(&self) -> Attempts {
        with_strategy!(self, strategy => strategy.attempts)
    }

    /// Checks that the settings go together with the other keys.
    ///
    /// # Errors
    /// The first conflict.
    pub(super) fn check(&self, config: &TrialConfig) -> Result<(), Conflict> {
        let Some(cube) = config.puzzle.cube() else {
            return Err(Conflict::new("algorithm", self.is_for_cubes(&config.puzzle)));
        };
        self.supports(&config.stop).map_err(|Unsupported { key, message }| Conflict::new(key, message))?;
        match self {
            Self::Niches(niches) => niches.check(cube),
            Self::Es(es) => es.check(cube, config),
        }
    }

    /// Checks that a run can end by this criterion. It ends when its attempts are over and one has solved the puzzle, or at a
    /// limit of generations or evaluations.
    ///
    /// # Errors
    /// If the criterion has a target other than 0, a limit of stagnation or convergence, or a rule.
    pub fn supports(&self, stop: &StopCriterion) -> Result<(), Unsupported> {
        if stop.stagnation.is_some() {
            let message = match self {
                Self::Niches(_) => {
                    "the niche archive has no best penalty that could stagnate: limit generations or evaluations"
                }
                Self::Es(_) => {
                    "the evolution strategy does not stop by stagnation: an attempt ends after its max-generations; limit \
                     generations or evaluations"
                }
            };
            return Err(Unsupported::new("stop.stagnation", message));
        }
        if let Some(key) = stop.population_key().or(stop.rule.as_ref().map(|_| "stop.rule")) {
            let message = format!("{} has no {key}: limit generations or evaluations", self.title());
            return Err(Unsupported::new(key, message));
        }
        if stop.target != Some(0) {
            let message = format!(
                "{} stops when its attempts are finished and one has solved the puzzle: leave the target out",
                self.title()
            );
            return Err(Unsupported::new("stop.target", message));
        }
        Ok(())
    }
}
