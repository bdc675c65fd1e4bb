//! [`TrialConfig`]: all parameters that change the result of a run.

use std::borrow::Cow;
use std::num::NonZeroU32;

use super::algorithm::Algorithm;
use super::crossover::{Cross, Crossover};
use super::engine::Settings;
use super::initial::InitialPopulation;
use super::island_operators::{IslandOperators, IslandSettings};
use super::islands::Islands;
use super::memetic::Memetic;
use super::mutation::{Mutate, Mutation};
use super::requirements;
use super::restart::Restart;
use super::selection::{Select, Selection, Tournament};
use super::strategy::{Phase, check as check_strategy};
use super::survivor::SurvivorSelection;
use crate::alphabet::AlphabetConfig;
use crate::bounded::{Elites, GenomeLength, InitialLength, PopulationSize, Rate};
use crate::evaluation::EvaluationMode;
use crate::evaluation::objective::Objective;
use crate::optimizer::StopCriterion;
use crate::settings::{self, settings};
use evocube_cube::puzzle::notation::NotationError;
use evocube_cube::puzzle::{AnyPuzzle, CUBE3};
use evocube_cube::with_puzzle;

settings! {
    /// Configuration of a trial, as the `[base]` of a sweep file describes it. Omitted keys take their defaults.
    pub struct TrialConfig {
        /// Puzzle. Default `cube3`.
        pub puzzle: AnyPuzzle,
        /// Number of individuals on each island. Default 100.
        pub population: PopulationSize = PopulationSize::new(100),
        /// Number of best individuals that survive unchanged. Default 1.
        pub elitism: Elites = Elites::new(1),
        /// Survivor selection. Default `generational`.
        pub replacement: SurvivorSelection,
        /// Share of a generation that is random immigrants. Default 0.
        pub immigrants: Rate = Rate::new(0.0),
        /// Populations and the migration between them. Default one population.
        pub islands: Islands,
        /// Operators of each island in place of those of the run: `[[base.island]]`. Default none.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub island: Vec<IslandSettings>,
        /// Reinitialization of the population or of each walk. Default in the genetic algorithm after a stagnation of 60 generations,
        /// in other algorithms none.
        pub restart: Option<Restart>,
        /// Genomes that a run begins with beside random ones. Default none.
        pub initial: Option<InitialPopulation>,
        /// Genomes and their evaluation.
        pub genome: GenomeConfig,
        /// The symbols of a gene.
        pub alphabet: AlphabetConfig,
        /// Penalty that is minimized.
        pub objective: Objective,
        /// Parent selection. Default a tournament of 5 with replacement.
        pub selection: Selection,
        /// Recombination. Default one point, 0.9 of the pairs.
        pub crossover: Crossover,
        /// Mutation, also of the candidates of algorithms on genomes. Default in the genetic algorithm: a mixture of tail and insert if
        /// a genome has a best prefix, otherwise uniform; the change of each other algorithm is its own.
        pub mutation: Option<Mutation>,
        /// Local search on offspring. Default none.
        #[serde(skip_serializing_if = "Memetic::is_default")]
        pub memetic: Memetic,
        /// When the run ends. Default when solved or after 2,000,000 evaluations.
        pub stop: StopCriterion,
        /// Algorithm: the genetic algorithm, another one on genomes, one on states, a deterministic solver or a registered algorithm.
        /// Default `genetic-algorithm`.
        pub algorithm: Algorithm,
        /// The phases of an evolution strategy: `[[base.phase]]`. Default none: straight to the goal.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub phase: Vec<Phase>,
    }

    /// Genomes and their evaluation.
    #[derive(Copy, Eq)]
    pub struct GenomeConfig {
        /// Number of genes of a genome. Default 30.
        pub length: GenomeLength = GenomeLength::new(30),
        /// Part of a genome that is evaluated. Default `best-prefix`.
        pub evaluate: EvaluationMode = EvaluationMode::BestPrefix,
        /// Minimum and maximum number of genes of an initial genome; no-ops fill the rest. Default: `length` genes.
        pub initial: Option<InitialLength>,
        /// Whether the shorter of two whole genomes with equal penalties is fitter. Default `false`; best prefixes are
        /// always compared in this way.
        pub parsimony_tiebreak: Option<bool>,
    }
}

/// Parameters that are valid alone but not together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", position.map_or(String::new(), |(line, column)| format!("line {line}, column {column}: ")))]
pub struct Conflict {
    /// The key of `[base]` that a user would change first, with dots and the numbers of items of lists.
    pub key: Cow<'static, str>,
    /// Sentence that says what is wrong.
    pub message: String,
    /// Line and column of the wrong character in the text of the key, from 1.
    pub position: Option<(usize, usize)>,
}

impl Conflict {
    /// Returns a conflict by its key.
    pub(super) fn new(key: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self { key: key.into(), message: message.into(), position: None }
    }

    /// Returns the conflict of a text that is not in the notation of the puzzle.
    pub(super) fn in_text(key: impl Into<Cow<'static, str>>, error: NotationError) -> Self {
        let (message, position) = error.into_message();
        Self { position, ..Self::new(key, message) }
    }
}

/// Maximum memory of the populations of one run, over all islands: 2 GiB.
pub const MAX_BYTES: usize = 2 << 30;

impl TrialConfig {
    /// Checks that the parameters are compatible.
    ///
    /// # Errors
    /// The first conflict.
    pub fn check(&self) -> Result<(), Conflict> {
        self.conflicts().into_iter().next().map_or(Ok(()), Err)
    }

    /// Returns the mutation of the genetic algorithm.
    pub fn mutation(&self) -> Mutation {
        let GenomeConfig { evaluate, parsimony_tiebreak, .. } = self.genome;
        let has_prefix = evaluate == EvaluationMode::BestPrefix || parsimony_tiebreak == Some(true);
        self.mutation.clone().unwrap_or_else(|| Mutation::default_of(has_prefix))
    }

    /// Returns the restart of the algorithm.
    pub fn restart(&self) -> Restart {
        self.restart.unwrap_or_else(|| match self.algorithm {
            Algorithm::Genetic => Restart::Stagnation(NonZeroU32::new(60).expect("60 is not 0")),
            _ => Restart::None,
        })
    }

    /// Returns all conflicts between parameters.
    pub fn conflicts(&self) -> Vec<Conflict> {
        let mut conflicts = Vec::new();
        let mut conflict = |key: &'static str, message: String| conflicts.push(Conflict::new(key, message));
        let (population, length) = (self.population.get(), self.genome.length.get());
        if self.elitism.get() >= population {
            let message = format!("elitism {} leaves no offspring in a population of {population}", self.elitism.get());
            conflict("elitism", message);
        }
        if let Selection::Tournament(Tournament { size, replacement: false }) = self.selection
            && size.get() > population
        {
            let size = size.get();
            let message =
                format!("tournament size {size} without replacement is larger than the population of {population}");
            conflict("selection", message);
        }
        if self.selection.needs_cases() && matches!(self.objective, Objective::Custom(_)) {
            let message = format!(
                "{} needs a penalty of each piece, which the objective \"{}\" does not have",
                self.selection.name(),
                self.objective.name()
            );
            conflict("selection", message);
        }
        if let Err(invalid) = self.objective.check(&self.puzzle) {
            conflict("objective", invalid.to_string());
        }
        if let Err((path, error)) = with_puzzle!(&self.puzzle, |puzzle| self.alphabet.check(puzzle)) {
            conflicts.push(Conflict::in_text(format!("alphabet.{path}"), error));
        }
        if let Some(initial) = &self.initial
            && let Err(invalid) = with_puzzle!(&self.puzzle, |puzzle| initial.check(puzzle, &self.alphabet, length))
        {
            conflicts.push(Conflict::new("initial", invalid.to_string()));
        }
        if !self.stop.is_bounded() {
            let bounds = match self.algorithm {
                Algorithm::OnStates(_) => "generations or evaluations",
                _ => "generations, evaluations or stagnation",
            };
            let message = format!("stop needs {bounds}, so that every run ends");
            conflicts.push(Conflict::new("stop", message));
        }
        if self.stop.evaluations == Some(0) {
            conflicts.push(Conflict::new("stop.evaluations", "stop.evaluations 0 leaves no genome: write at least 1"));
        }
        self.scheme_conflicts(&mut conflicts);
        self.island_conflicts(&mut conflicts);
        conflicts.extend(requirements::check(self).err());
        conflicts.extend(self.crossover.check().err().map(|invalid| Conflict::new("crossover", invalid.to_string())));
        conflicts.extend(self.mutation().check().err().map(|invalid| Conflict::new("mutation", invalid.to_string())));
        conflicts.extend(check_strategy(self).err());
        if let Some(solver) = self.algorithm.solver().filter(|solver| self.puzzle.cube() != Some(solver.puzzle())) {
            let message = format!("the solver {solver} does not solve {}", self.puzzle);
            conflicts.push(Conflict::new("algorithm", message));
        }
        let islands = self.islands.count.get();
        let genes = length + self.mutation().strategy_parameters();
        let bytes = islands.saturating_mul(self.replacement.bytes(population, genes));
        if bytes > MAX_BYTES {
            let many = if islands == 1 { String::new() } else { format!(" on {islands} islands") };
            let message = format!(
                "population {population} with {length} genes{many} needs {} MiB, more than the {} MiB allowed",
                bytes >> 20,
                MAX_BYTES >> 20
            );
            conflicts.push(Conflict::new("population", message));
        }
        conflicts
    }

    /// Returns the operators of an island with these settings.
    fn operators_of(&self, island: &IslandSettings) -> IslandOperators {
        IslandOperators {
            selection: island.selection.clone().unwrap_or_else(|| self.selection.clone()),
            crossover: island.crossover.clone().unwrap_or_else(|| self.crossover.clone()),
            mutation: island.mutation.clone().unwrap_or_else(|| self.mutation()),
            memetic: island.memetic.unwrap_or(self.memetic),
        }
    }

    /// Adds the conflicts that the operators of a single island have.
    fn island_conflicts(&self, conflicts: &mut Vec<Conflict>) {
        if self.island.is_empty() || !self.algorithm.has_key("island") {
            return;
        }
        let shared = Self { island: Vec::new(), ..self.clone() }.conflicts();
        for (number, island) in self.island.iter().enumerate() {
            let IslandOperators { selection, crossover, mutation, memetic } = self.operators_of(island);
            let alone =
                Self { selection, crossover, mutation: Some(mutation), memetic, island: Vec::new(), ..self.clone() };
            let new = alone.conflicts().into_iter().filter(|conflict| !shared.contains(conflict));
            conflicts.extend(new.map(|new| Conflict { key: format!("island.{number}").into(), ..new }));
        }
    }

    /// Adds the conflicts between survivor selection, immigrants and islands.
    fn scheme_conflicts(&self, conflicts: &mut Vec<Conflict>) {
        let mut conflict = |key: &'static str, message: String| conflicts.push(Conflict::new(key, message));
        let (population, elitism) = (self.population.get(), self.elitism.get());
        let immigrants = self.immigrants.share_of(population);
        match &self.replacement {
            // Too many elites alone are a conflict of their own.
            SurvivorSelection::Generational if elitism < population && elitism + immigrants >= population => conflict(
                "immigrants",
                format!(
                    "{} beside {} leave no offspring in a population of {population}",
                    number(immigrants, "immigrant"),
                    number(elitism, "elite")
                ),
            ),
            SurvivorSelection::Generational => {}
            _ if self.immigrants.get() > 0.0 => {
                conflict("immigrants", "immigrants come with replacement \"generational\" only".to_owned());
            }
            _ => {}
        }
        match &self.replacement {
            rule if !rule.uses_selection() && self.crossover.further_parents() > 0 => {
                let name = rule.name();
                let pairs =
                    if name == "deterministic-crowding" { "pairs all individuals" } else { "selects two parents" };
                let message =
                    format!("multi-parent selects further parents, but {name} {pairs}: use another replacement");
                conflict("crossover", message);
            }
            SurvivorSelection::NsgaTwo if !self.selection.is_by_order() => {
                let message = "nsga-ii ranks individuals: it needs a selection that compares them (tournament, rank, \
                               exponential-rank, truncation)";
                conflict("selection", message.to_owned());
            }
            _ => {}
        }
        if let Err(invalid) = self.replacement.check(population, elitism) {
            conflict("replacement", invalid.to_string());
        }
        if matches!(self.replacement, SurvivorSelection::Alps(_)) && self.islands.count.get() > 1 {
            conflict("islands", "alps has layers in place of islands: leave islands out".to_owned());
        }
        if self.memetic.is_baldwinian() {
            let what = "baldwinian offspring have a fitness that is not that of their genes";
            if self.islands.count.get() > 1 {
                conflict("memetic", format!("{what}: they do not migrate between islands"));
            } else if matches!(self.replacement, SurvivorSelection::NsgaTwo) {
                conflict("memetic", format!("{what}: nsga-ii cannot rank them by length"));
            } else if self.selection.needs_cases() {
                conflict("memetic", format!("{what}: {} would see other penalties", self.selection.name()));
            }
        }
        let (tables, count) = (self.island.len(), self.islands.count.get());
        if tables > 0 && tables != count {
            let tables = number(tables, "table");
            let message = format!("{tables} [[base.island]] for islands.count = {count}: write one for each island");
            conflict("island", message);
        }
        let arrivals = self.islands.arrivals();
        if arrivals >= population {
            let message = format!("{arrivals} migrants at a time leave no native in a population of {population}");
            conflict("islands", message);
        }
    }

    /// Returns the configuration with its moves in canonical notation and the restart of its algorithm, as manifests keep it.
    #[must_use]
    pub fn canonical(mut self) -> Self {
        self.alphabet = with_puzzle!(&self.puzzle, |puzzle| self.alphabet.canonical(puzzle));
        for phase in &mut self.phase {
            phase.turns = std::mem::take(&mut phase.turns).canonical(&CUBE3);
        }
        if self.algorithm.has_key("restart") {
            self.restart = Some(self.restart());
        }
        self
    }

    /// Returns all keys of `[base]`.
    pub fn to_table(&self) -> toml::Table {
        settings::to_table(self)
    }

    /// Returns the keys of `[base]` with the defaults of the genetic algorithm, whose name is left out because it is the default.
    pub fn to_printed_table(&self) -> toml::Table {
        let mut table = self.to_table();
        if self.algorithm == Algorithm::Genetic {
            table.remove("algorithm");
            table.insert("mutation".to_owned(), settings::to_value(&self.mutation()));
            table.insert("restart".to_owned(), settings::to_value(&self.restart()));
        }
        if let Some(toml::Value::Table(alphabet)) = table.get_mut("alphabet") {
            alphabet.insert("conjugate".to_owned(), settings::to_value(&self.alphabet.conjugations()));
        }
        table
    }

    /// Returns the parameters of the engine.
    pub fn settings(&self) -> Settings {
        Settings {
            population: self.population.get(),
            length: self.genome.length.get(),
            initial: self.genome.initial,
            operators: match &self.island[..] {
                [] => vec![self.operators_of(&IslandSettings::default())],
                islands => islands.iter().map(|island| self.operators_of(island)).collect(),
            },
            elitism: self.elitism.get(),
            replacement: self.replacement.clone(),
            immigrants: self.immigrants,
            islands: self.islands,
            stop: self.stop.clone(),
            restart: self.restart(),
        }
    }
}

/// Returns a number with its noun, in the plural unless it is 1.
fn number(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conflicts_of_a_configuration_have_their_message() {
        assert_eq!(TrialConfig::default().check(), Ok(()));
        let message = |config: TrialConfig| config.check().unwrap_err().to_string();
        let tiny = PopulationSize::try_from(2).unwrap();
        let elites = Elites::try_from(2).unwrap();
        assert_eq!(
            message(TrialConfig { population: tiny, elitism: elites, ..TrialConfig::default() }),
            "elitism 2 leaves no offspring in a population of 2"
        );
        let endless = StopCriterion { evaluations: None, ..StopCriterion::default() };
        assert_eq!(
            message(TrialConfig { stop: endless, ..TrialConfig::default() }),
            "stop needs generations, evaluations or stagnation, so that every run ends"
        );
        let huge = PopulationSize::try_from(10_000_000).unwrap();
        let long = GenomeConfig { length: GenomeLength::try_from(1000).unwrap(), ..GenomeConfig::default() };
        assert_eq!(
            message(TrialConfig { population: huge, genome: long, ..TrialConfig::default() }),
            "population 10000000 with 1000 genes needs 39138 MiB, more than the 2048 MiB allowed"
        );
    }
}
