//! [`Strategy`]: evolution of *state and history*. An individual is the state that it has come to and the turns that led
//! there; a mutation appends. There is nothing to recombine.

mod capacities;
mod chain;
mod es;
mod frame;
mod goal;
mod niches;
mod ready;
mod side_by_side;

pub use capacities::{Capacities, NotCapacities};
pub use es::{EvolutionStrategy, Survival};
pub use frame::Frame;
pub use goal::{Goal, Phase};
pub use niches::Niches;
pub use ready::Ready;
pub use side_by_side::Limits;

use serde::{Deserialize, Serialize};

use self::chain::Chain;
use super::config::{Conflict, TrialConfig};
use super::stop::{StopCriterion, Unsupported};
use crate::alphabet::AlphabetConfig;
use crate::bounded::{OutOfRange, bounded};
use crate::evaluation::objective::Objective;
use crate::puzzle::algorithm::Algorithm;
use crate::puzzle::{AnyPuzzle, CUBE3, CubeState, PuzzleKind};
use crate::rng::CounterStream;

bounded! { integers:
    /// How many individuals a niche holds.
    Capacity, "capacity" 1..=255;
    /// How many individuals become parents.
    Parents, "parents" 1..=10_000_000;
    /// How often a strategy is run, the best counts.
    Attempts, "attempts" 1..=1_000_000;
    /// A number of offspring, or of generations.
    Offspring, "offspring" 1..=100_000_000;
}

/// A range of numbers of genes: from – to, each as likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "[i64; 2]", into = "[i64; 2]")]
pub struct Append {
    least: u16,
    most: u16,
}

impl Append {
    /// Exactly one.
    pub const ONE: Self = Self { least: 1, most: 1 };
    /// Nothing.
    pub const NONE: Self = Self { least: 0, most: 0 };

    const fn is_nothing(self) -> bool {
        self.most == 0
    }

    /// The most genes of a range.
    pub const MOST: u16 = 100;

    #[inline]
    fn draw(self, stream: &mut CounterStream) -> usize {
        let span = usize::from(self.most - self.least);
        usize::from(self.least) + if span == 0 { 0 } else { stream.index(span + 1) }
    }
}

impl TryFrom<[i64; 2]> for Append {
    type Error = OutOfRange;

    fn try_from([least, most]: [i64; 2]) -> Result<Self, OutOfRange> {
        let number = |value: i64| u16::try_from(value).ok().filter(|&value| value <= Self::MOST);
        match (number(least), number(most)) {
            (Some(least), Some(most)) if least <= most => Ok(Self { least, most }),
            _ => Err(OutOfRange {
                quantity: "a number of genes, [from, to],",
                value: format!("[{least}, {most}]"),
                min: "[0, 0]".into(),
                max: format!("[{max}, {max}]", max = Self::MOST),
            }),
        }
    }
}

impl From<Append> for [i64; 2] {
    fn from(append: Append) -> Self {
        [append.least.into(), append.most.into()]
    }
}

impl Attempts {
    /// No limit but that of the run.
    pub(super) const MAX: Self = Self::new(*Self::RANGE.end());
}

impl Default for Attempts {
    fn default() -> Self {
        Self::new(1)
    }
}

/// Which strategy, with its settings: `[base.strategy.niches]`, `[base.strategy.es]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// See [`Niches`].
    Niches(Niches),
    /// See [`EvolutionStrategy`].
    Es(EvolutionStrategy),
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watch {
    /// Generations, of all attempts.
    pub generations: u64,
    /// Individuals made and looked at.
    pub evaluations: u64,
    /// Attempts that are over.
    pub attempts: u64,
    /// The turns of the shortest solution.
    pub shortest: Option<usize>,
}

/// Somebody who is shown every generation, can ask for the states of its individuals, and says whether to go on.
pub type Seen<'a, P> = dyn FnMut(&Watch, &dyn Fn() -> Vec<P>) -> bool + 'a;

/// How an attempt ended.
enum Attempt {
    Solved(Algorithm),
    /// It cannot find a (shorter) solution any more.
    Failed,
    /// Somebody said that it is enough.
    Stopped,
}

/// What a run comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The shortest solution, simplified, if there is one.
    pub moves: Option<Algorithm>,
    /// How far it went.
    pub watch: Watch,
    /// Was it stopped before its attempts were over?
    pub stopped: bool,
}

/// What a strategy works on beside its own settings.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// What a gene is, for strategies without phases.
    pub alphabet: &'a AlphabetConfig,
    /// What is minimized, for strategies without phases.
    pub objective: &'a Objective,
    /// The phases of an evolution strategy; none = straight to the goal.
    pub phases: &'a [Phase],
}

impl Strategy {
    /// How many attempts it makes.
    #[must_use]
    pub const fn attempts(&self) -> Attempts {
        match self {
            Self::Niches(niches) => niches.attempts,
            Self::Es(es) => es.attempts,
        }
    }

    /// Can it end by this criterion? It ends when its attempts are over and one has solved the puzzle; that may be limited
    /// by generations and evaluations.
    ///
    /// # Errors
    /// For a target other than solved, and for stagnation.
    pub fn supports(&self, stop: &StopCriterion) -> Result<(), Unsupported> {
        if stop.stagnation.is_some() {
            let message = match self {
                Self::Niches(_) => {
                    "the strategy niches has no best penalty that could stagnate: limit generations or evaluations"
                }
                Self::Es(_) => {
                    "the strategy es does not stop by stagnation: an attempt begins anew after its patience; limit \
                     generations or evaluations"
                }
            };
            return Err(Unsupported::new("stop.stagnation", message));
        }
        if stop.target != Some(0) {
            let message =
                "a strategy stops when its attempts are over and one has solved the puzzle: leave the target out";
            return Err(Unsupported::new("stop.target", message));
        }
        Ok(())
    }

    /// The same with as many attempts.
    #[must_use]
    pub const fn with_attempts(self, attempts: Attempts) -> Self {
        match self {
            Self::Niches(niches) => Self::Niches(Niches { attempts, ..niches }),
            Self::Es(es) => Self::Es(EvolutionStrategy { attempts, ..es }),
        }
    }
}

/// Do a strategy, its phases and what stands beside them make sense together?
pub(super) fn check(config: &TrialConfig) -> Result<(), Conflict> {
    let conflict = |key: &'static str, message: String| Err(Conflict { key: key.into(), message });
    let Some(strategy) = &config.strategy else {
        return if config.phase.is_empty() {
            Ok(())
        } else {
            conflict("phase", "phases are for a strategy: write [base.strategy.es]".to_owned())
        };
    };
    let AnyPuzzle::Cube(cube) = config.puzzle else {
        return conflict("strategy", format!("strategies are for the cubes, not for {}", config.puzzle));
    };
    let usual = TrialConfig::default();
    let unused = [
        ("population", config.population != usual.population),
        ("elitism", config.elitism != usual.elitism),
        ("replacement", config.replacement != usual.replacement),
        ("immigrants", config.immigrants != usual.immigrants),
        ("islands", config.islands != usual.islands),
        ("restart", config.restart != usual.restart),
        ("genome", config.genome != usual.genome),
        ("selection", config.selection != usual.selection),
        ("crossover", config.crossover != usual.crossover),
        ("mutation", config.mutation != usual.mutation),
    ];
    if let Some((key, _)) = unused.into_iter().find(|(_, is_set)| *is_set) {
        return conflict(key, format!("a strategy has no {key}: it evolves states with their histories, not genomes"));
    }
    strategy.supports(&config.stop).or_else(|Unsupported { key, message }| conflict(key, message))?;
    if matches!(strategy, Strategy::Niches(_)) && !config.phase.is_empty() {
        return conflict("phase", "the strategy niches has its own phases".to_owned());
    }
    if !config.phase.is_empty() && cube != PuzzleKind::Cube3 {
        return conflict("phase", format!("phases are for cube3: what they count is not there in {}", config.puzzle));
    }
    if let Strategy::Niches(Niches { capacity: Some(capacity), .. }) = strategy
        && capacity.get().len() != Chain::phases(cube)
    {
        let (given, phases) = (capacity.get().len(), Chain::phases(cube));
        return conflict("strategy", format!("niches of {} have {phases} phases, capacity has {given}", config.puzzle));
    }
    for (number, phase) in (1usize..).zip(&config.phase) {
        phase
            .turns
            .check(&CUBE3, &format!("phase.{}.turns", number - 1))
            .map_err(|(key, message)| Conflict { key: key.into(), message })?;
        if phase.moves().is_empty() {
            return conflict("phase", format!("phase {number} has no turns"));
        }
        if phase.goal.is_empty() {
            return conflict("phase", format!("phase {number} has a goal that weighs nothing"));
        }
    }
    if let Some(last) = config.phase.last()
        && !last.goal.is_whole()
    {
        return conflict(
            "phase",
            "the last phase must weigh stickers or pieces, so that its end is a solved cube".into(),
        );
    }
    if let Strategy::Es(es) = strategy
        && es.append.is_nothing()
        && es.truncate.is_nothing()
    {
        return conflict("strategy", "a mutation that appends nothing makes nothing new".to_owned());
    }
    Ok(())
}

/// The same state as another type of puzzle, which is the same type.
fn same<A: CubeState, B: CubeState>(state: A) -> B {
    *(&state as &dyn std::any::Any).downcast_ref::<B>().expect("the caller knows which puzzle it is")
}
