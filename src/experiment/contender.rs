//! [`Contender`]: who plays a trial. [`DesignPoint`]: that, with the settings.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;

use crate::evolve::config::TrialConfig;
use crate::evolve::restart::Restart;
use crate::evolve::stop::{StopCriterion, Unsupported};
use crate::puzzle::AnyPuzzle;
use crate::search::SolverKind;

/// Who plays a trial: the key `solver` of a sweep's `[base]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Contender {
    /// The genetic algorithm.
    #[default]
    Evolution,
    /// A deterministic solver, which nothing limits, so that no clock decides what it finds.
    Solver(SolverKind),
}

impl Contender {
    /// All names that are known.
    #[must_use]
    pub fn names() -> Vec<&'static str> {
        let solvers = SolverKind::ALL.map(SolverKind::name);
        solvers.into_iter().chain([Self::Evolution.name()]).collect()
    }

    /// The name, as users write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Evolution => "evolution",
            Self::Solver(kind) => kind.name(),
        }
    }

    /// Can it end by this criterion?
    ///
    /// # Errors
    /// For a deterministic solver and any criterion but the default: it ends when it has solved the state.
    pub fn supports(self, stop: &StopCriterion) -> Result<(), Unsupported> {
        match self {
            Self::Evolution => Ok(()),
            Self::Solver(_) if *stop == StopCriterion::default() => Ok(()),
            Self::Solver(kind) => Err(Unsupported::new(
                STOP,
                format!("the solver {kind} ends when it has solved the state, whatever stop says: leave stop out"),
            )),
        }
    }

    /// Does a key of `[base]` that is varied change what it does, as far as that can be told by the key?
    ///
    /// # Errors
    /// In a sentence, if it does not.
    pub(super) fn heeds(self, key: &str) -> Result<(), String> {
        match self {
            Self::Solver(kind) if key.split('.').next() == Some(STOP) => Err(format!(
                "{key} changes nothing for the solver {kind}, which ends when it has solved the state: vary it where \
                 only the evolution plays"
            )),
            _ => Ok(()),
        }
    }

    /// Does it play this puzzle?
    #[must_use]
    pub fn solves(self, puzzle: &AnyPuzzle) -> bool {
        match self {
            Self::Evolution => true,
            Self::Solver(kind) => puzzle.cube() == Some(kind.puzzle()),
        }
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Nobody of this name plays.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{name}\" is not a solver: known are evolution, {}",
    SolverKind::ALL.map(SolverKind::name).join(", ")
)]
pub struct UnknownContender {
    /// The name.
    pub name: String,
}

impl FromStr for Contender {
    type Err = UnknownContender;

    fn from_str(name: &str) -> Result<Self, UnknownContender> {
        if name == Self::Evolution.name() {
            return Ok(Self::Evolution);
        }
        name.parse().map(Self::Solver).map_err(|_| UnknownContender { name: name.to_owned() })
    }
}

impl<'de> Deserialize<'de> for Contender {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The key of `[base]` that says when a run ends.
const STOP: &str = "stop";

/// The key of `[base]` that says who plays.
pub(super) const SOLVER: &str = "solver";

/// What a design point says: who plays, and with which settings. A solver has no settings; those of the evolution stay
/// beside it, for its penalties are counted by their objective.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DesignPoint {
    /// Who plays.
    pub contender: Contender,
    /// The settings, and the puzzle.
    pub config: TrialConfig,
}

impl DesignPoint {
    /// Everything, as a sweep's `[base]` says it.
    pub(super) fn to_table(&self) -> toml::Table {
        let mut table = self.config_table();
        table.insert(SOLVER.to_owned(), toml::Value::String(self.contender.to_string()));
        table
    }

    /// The same as manifests keep it: the evolution is not named, for it was not before there were other contenders,
    /// and a folder of that time is still one of the same sweep.
    pub(super) fn to_stored_table(&self) -> toml::Table {
        if self.contender == Contender::Evolution { self.config_table() } else { self.to_table() }
    }

    fn config_table(&self) -> toml::Table {
        // By its text: one writer of settings to compile, not two.
        let text = toml::to_string(&self.config).expect("a configuration prints");
        text.parse().expect("a configuration is a table")
    }

    /// How many individuals a trial makes when it is not solved early; `None` if nobody can say.
    #[must_use]
    pub fn planned_offspring(&self) -> Option<u64> {
        let Contender::Evolution = self.contender else { return Some(0) };
        let each = self.offspring_of_generation()?;
        let (population, islands) = (self.config.population.get() as u64, self.islands());
        self.config
            .stop
            .generations
            .map(|generations| islands.saturating_mul(generations.saturating_mul(each).saturating_add(population)))
    }

    /// The most genomes that a trial evaluates; `None` if nobody can say. A run ends with the generation in which it has
    /// evaluated enough.
    #[must_use]
    pub fn planned_evaluations(&self) -> Option<u64> {
        let made = self.planned_offspring();
        let Some((each, enough)) = self.offspring_of_generation().zip(self.config.stop.evaluations) else {
            return made;
        };
        let initial = self.islands().saturating_mul(self.config.population.get() as u64);
        let most = enough.max(initial).saturating_add(self.islands().saturating_mul(each));
        Some(made.map_or(most, |made| made.min(most)))
    }

    /// The most generations that a trial logs, about: as many as it may have, or as its evaluations are enough for.
    #[must_use]
    pub fn planned_generations(&self) -> Option<u64> {
        let individuals = self.islands().saturating_mul(self.config.population.get() as u64);
        let by_evaluations = self.config.stop.evaluations.map(|evaluations| evaluations / individuals);
        match (self.offspring_of_generation(), self.config.stop.generations, by_evaluations) {
            (None, ..) => None,
            (_, Some(a), Some(b)) => Some(a.min(b)),
            (_, a, b) => a.or(b),
        }
    }

    fn islands(&self) -> u64 {
        self.config.islands.count.get() as u64
    }

    /// How many individuals an island makes in a generation, at most; `None` of a strategy or a solver.
    fn offspring_of_generation(&self) -> Option<u64> {
        let config = &self.config;
        if config.strategy.is_some() || self.contender != Contender::Evolution {
            return None;
        }
        let (population, elites) = (config.population.get(), config.elitism.get());
        // A generation that is made anew has no elites.
        let each = match config.restart {
            Restart::Never => config.replacement.offspring(population, elites),
            restart => restart.largest_population(population),
        };
        Some(each as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back() {
        let solvers = SolverKind::ALL.map(Contender::Solver);
        for contender in solvers.into_iter().chain([Contender::Evolution]) {
            assert_eq!(contender.to_string().parse(), Ok(contender));
        }
        assert_eq!(
            "god".parse::<Contender>().unwrap_err().to_string(),
            "\"god\" is not a solver: known are evolution, layers, kociemba, korf, macros, pocket, thistlethwaite"
        );
    }

    #[test]
    fn solvers_make_no_individuals() {
        let mut point = DesignPoint::default();
        assert_eq!(point.planned_offspring(), Some(1500 + 1000 * 1499));
        assert_eq!((point.planned_evaluations(), point.planned_generations()), (point.planned_offspring(), Some(1000)));
        point.config.stop.evaluations = Some(30_000);
        assert_eq!((point.planned_evaluations(), point.planned_generations()), (Some(30_000 + 1499), Some(20)));
        point.contender = Contender::Solver(SolverKind::Layers);
        assert_eq!((point.planned_offspring(), point.planned_evaluations()), (Some(0), Some(0)));
    }
}
