//! [`OptimizerKind`]: the algorithm of a trial. [`DesignPoint`]: an algorithm with its configuration.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;
use serde::de::{IntoDeserializer, value};

use crate::build_optimizer::BuildOptimizer;
use evocube_cube::puzzle::AnyPuzzle;
use evocube_cube::search::SolverKind;
use evocube_cube::text::similar;
use evocube_engine::evolve::config::TrialConfig;
use evocube_engine::evolve::restart::Restart;
use evocube_engine::evolve::strategy::Strategy;
use evocube_engine::optimizer::{StopCriterion, Unsupported, deterministic_supports};
use evocube_engine::registered::{ComponentKind, ComponentTable, Registered};
use evocube_engine::settings;

/// Algorithm of a trial, from the key `algorithm` of `[base]`. The settings of a strategy are part of the configuration, not of
/// this type.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum OptimizerKind {
    /// The genetic algorithm, or the strategy of the configuration.
    #[default]
    Evolution,
    /// A deterministic solver, run without limits so that its solution does not depend on time.
    Solver(SolverKind),
    /// A registered algorithm.
    Custom(Registered<dyn BuildOptimizer>),
}

impl OptimizerKind {
    /// Returns the names of the deterministic solvers, then `evolution`, then the names of registered algorithms.
    #[must_use]
    pub fn names() -> Vec<&'static str> {
        let solvers = SolverKind::ALL.map(SolverKind::name);
        let custom = <dyn BuildOptimizer>::table().names();
        solvers.into_iter().chain([Self::Evolution.name()]).chain(custom).collect()
    }

    /// Returns the name in options and files.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Evolution => "evolution",
            Self::Solver(kind) => kind.name(),
            Self::Custom(custom) => custom.name(),
        }
    }

    /// Returns the deterministic solver, if it is one.
    #[must_use]
    pub const fn solver(&self) -> Option<SolverKind> {
        match self {
            Self::Solver(kind) => Some(*kind),
            Self::Evolution | Self::Custom(_) => None,
        }
    }

    /// Checks that a run can end by this criterion.
    ///
    /// # Errors
    /// If a deterministic solver has a criterion other than the default, or the registered algorithm refuses it.
    pub fn supports(&self, stop: &StopCriterion) -> Result<(), Unsupported> {
        match self {
            Self::Evolution => Ok(()),
            Self::Solver(kind) => deterministic_supports(kind.name(), stop),
            Self::Custom(custom) => custom.supports(stop),
        }
    }

    /// Returns the name, or the table of a registered algorithm with its settings.
    fn to_value(&self) -> toml::Value {
        match self {
            Self::Custom(custom) => settings::to_value(custom),
            named => toml::Value::String(named.to_string()),
        }
    }

    /// Returns whether the algorithm supports a puzzle.
    #[must_use]
    pub fn solves(&self, puzzle: &AnyPuzzle) -> bool {
        match self {
            Self::Evolution | Self::Custom(_) => true,
            Self::Solver(kind) => puzzle.cube() == Some(kind.puzzle()),
        }
    }
}

impl ComponentKind for dyn BuildOptimizer {
    fn table() -> &'static ComponentTable<Self> {
        static TABLE: ComponentTable<dyn BuildOptimizer> = ComponentTable::new();
        &TABLE
    }
    fn own_names() -> Vec<&'static str> {
        let evolution = [OptimizerKind::Evolution.name(), GENETIC_ALGORITHM];
        let solvers = SolverKind::ALL.map(SolverKind::name);
        evolution.into_iter().chain(Strategy::NAMES.iter().copied()).chain(solvers).collect()
    }
}

impl fmt::Display for OptimizerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Returns the names in the order of messages.
fn known() -> String {
    let custom = <dyn BuildOptimizer>::table().names();
    let names = [OptimizerKind::Evolution.name()].into_iter().chain(SolverKind::ALL.map(SolverKind::name));
    names.chain(custom).collect::<Vec<_>>().join(", ")
}

impl FromStr for OptimizerKind {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        if name == Self::Evolution.name() {
            return Ok(Self::Evolution);
        }
        let custom =
            || Registered::deserialize(name.into_deserializer()).map_err(|error: value::Error| error.to_string());
        match name.parse() {
            Ok(solver) => Ok(Self::Solver(solver)),
            Err(_) if Self::names().contains(&name) => custom().map(Self::Custom),
            Err(_) => {
                let meant = similar(name, Self::names()).map(|meant| format!("; did you mean \"{meant}\"?"));
                Err(format!("\"{name}\" is not a solver: expected one of {}{}", known(), meant.unwrap_or_default()))
            }
        }
    }
}

/// The key of `[base]` for the stop criterion.
const STOP: &str = "stop";

/// The key of `[base]` that names the algorithm.
pub(super) const ALGORITHM: &str = "algorithm";

/// The name of the genetic algorithm, the default.
pub(crate) const GENETIC_ALGORITHM: &str = "genetic-algorithm";

/// The name of the evolution strategies.
pub(super) const EVOLUTION_STRATEGY: &str = "evolution-strategy";

/// An algorithm with its configuration. A deterministic solver uses only the puzzle and the objective of the configuration.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DesignPoint {
    /// The algorithm.
    pub optimizer: OptimizerKind,
    /// Its configuration, and the puzzle.
    pub config: TrialConfig,
}

impl DesignPoint {
    /// Checks that the algorithm uses a varied key of `[base]`, as far as the name of the key shows.
    ///
    /// # Errors
    /// A message, if it does not.
    pub(super) fn check_uses(&self, key: &str) -> Result<(), String> {
        let first = key.split('.').next().unwrap_or(key);
        match (&self.optimizer, &self.config.strategy) {
            (OptimizerKind::Solver(kind), _) if first == STOP => Err(format!(
                "{key} has no effect on the solver {kind}, which ends when it has solved the state: vary it where \
                 only the evolution runs"
            )),
            (OptimizerKind::Evolution, Some(strategy)) if strategy.unused_keys().any(|key| key == first) => {
                Err(format!(
                    "{key} has no effect on {}: vary it with when = {{ key = \"{ALGORITHM}\", is = \"{GENETIC_ALGORITHM}\" }}",
                    strategy.title()
                ))
            }
            _ => Ok(()),
        }
    }

    /// Returns all keys of a sweep's `[base]`.
    pub(super) fn to_table(&self) -> toml::Table {
        let mut table = settings::to_table(&self.config);
        let is_in_config = self.optimizer == OptimizerKind::Evolution && self.config.strategy.is_some();
        if !is_in_config {
            let algorithm = match &self.optimizer {
                OptimizerKind::Evolution => toml::Value::String(GENETIC_ALGORITHM.to_owned()),
                other => other.to_value(),
            };
            table.insert(ALGORITHM.to_owned(), algorithm);
        }
        table
    }

    /// Returns all keys of a sweep's `[base]` with the defaults of the genetic algorithm, whose name is left out because it is the
    /// default.
    pub(super) fn to_printed_table(&self) -> toml::Table {
        let mut table = self.to_table();
        if self.optimizer == OptimizerKind::Evolution && self.config.strategy.is_none() {
            table.remove(ALGORITHM);
            table.insert("mutation".to_owned(), settings::to_value(&self.config.mutation()));
        }
        table
    }

    /// Returns the number of individuals that a trial makes unless it ends early; `None` if unknown.
    #[must_use]
    pub fn planned_offspring(&self) -> Option<u64> {
        if self.optimizer.solver().is_some() {
            return Some(0);
        }
        let each = self.offspring_of_generation()?;
        let (population, islands) = (self.initial_individuals()?, self.islands());
        self.config
            .stop
            .generations
            .map(|generations| islands.saturating_mul(generations.saturating_mul(each).saturating_add(population)))
    }

    /// Returns the maximum number of genomes that a trial evaluates; `None` if unknown. A run ends with the generation in which
    /// it reaches its limit.
    #[must_use]
    pub fn planned_evaluations(&self) -> Option<u64> {
        let made = self.planned_offspring();
        let each = self.offspring_of_generation().zip(self.initial_individuals());
        let Some(((each, initial), enough)) = each.zip(self.config.stop.evaluations) else { return made };
        let initial = self.islands().saturating_mul(initial);
        let most = enough.max(initial).saturating_add(self.islands().saturating_mul(each));
        Some(made.map_or(most, |made| made.min(most)))
    }

    /// Returns the approximate maximum number of generations of a trial, by its limits of generations and evaluations.
    #[must_use]
    pub fn planned_generations(&self) -> Option<u64> {
        let individuals = self.islands().saturating_mul(self.initial_individuals()?);
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

    /// Returns the number of individuals of the initial generation, on each island; `None` for an algorithm on states or a solver.
    #[must_use]
    pub fn initial_individuals(&self) -> Option<u64> {
        let config = &self.config;
        match config.strategy {
            _ if self.optimizer != OptimizerKind::Evolution => None,
            None => Some(config.population.get() as u64),
            Some(strategy) => Some(strategy.on_genomes()?.offspring(config.population.get()) as u64),
        }
    }

    /// Returns the maximum number of individuals that an island makes in a generation; `None` for an algorithm on states or a solver.
    fn offspring_of_generation(&self) -> Option<u64> {
        let config = &self.config;
        if config.strategy.is_some() || self.optimizer != OptimizerKind::Evolution {
            return self.initial_individuals();
        }
        let (population, elites) = (config.population.get(), config.elitism.get());
        // A reinitialized generation has no elites.
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
    fn names_of_solvers_and_algorithms_round_trip() {
        let solvers = SolverKind::ALL.map(OptimizerKind::Solver);
        for optimizer in solvers.into_iter().chain([OptimizerKind::Evolution]) {
            assert_eq!(optimizer.to_string().parse(), Ok(optimizer.clone()));
        }
        assert_eq!(
            "god".parse::<OptimizerKind>().unwrap_err(),
            "\"god\" is not a solver: expected one of evolution, layers, kociemba, korf, macros, pocket, thistlethwaite"
        );
    }

    #[test]
    fn solvers_plan_no_individuals() {
        let mut point = DesignPoint::default();
        assert_eq!(point.planned_offspring(), Some(1500 + 1000 * 1499));
        assert_eq!((point.planned_evaluations(), point.planned_generations()), (point.planned_offspring(), Some(1000)));
        point.config.stop.evaluations = Some(30_000);
        assert_eq!((point.planned_evaluations(), point.planned_generations()), (Some(30_000 + 1499), Some(20)));
        point.optimizer = OptimizerKind::Solver(SolverKind::Layers);
        assert_eq!((point.planned_offspring(), point.planned_evaluations()), (Some(0), Some(0)));
    }
}
