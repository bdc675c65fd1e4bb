//! [`TrialConfig`]: the parameters of a run, which with start, goal and seed decide its result. [`GenomeConfig`] is a part of it. They are
//! checked together, also against the memory limit [`MAX_BYTES`]; a mistake is a [`Conflict`]. They are brought into canonical form,
//! written as tables, and turned into settings of the genetic algorithm. The checks of its keys, which solvers and registered algorithms
//! have, too, are in `genetic_conflicts`. `algorithm` builds and runs a configuration.

use std::borrow::Cow;
use std::num::NonZeroU32;

use super::algorithm::Algorithm;
use super::crossover::Crossover;
use super::engine::Settings;
use super::genetic_operators::GeneticOperators;
use super::initial::InitialPopulation;
use super::islands::Islands;
use super::memetic::Memetic;
use super::mutation::Mutation;
use super::operators::Requirements;
use super::restart::Restart;
use super::selection::Selection;
use super::strategy::Phase;
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
    pub(super) fn new(key: impl Into<Cow<'static, str>>, message: impl ToString) -> Self {
        Self { key: key.into(), message: message.to_string(), position: None }
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

    /// Returns the conflicts between parameters, of each kind at least the first.
    pub fn conflicts(&self) -> Vec<Conflict> {
        let mut conflicts: Vec<_> = self.unused_key().into_iter().collect();
        let mut conflict = |key: &'static str, message: String| conflicts.push(Conflict::new(key, message));
        if let Err(invalid) = self.objective.check(&self.puzzle) {
            conflict("objective", invalid.to_string());
        }
        let length = self.genome.length.get();
        if let Some(initial) = &self.initial
            && let Err(invalid) = with_puzzle!(&self.puzzle, |puzzle| initial.check(puzzle, &self.alphabet, length))
        {
            conflict("initial", invalid.to_string());
        }
        if !self.stop.is_bounded() {
            let bounds = match self.algorithm {
                Algorithm::OnStates(_) => "generations or evaluations",
                _ => "generations, evaluations or stagnation",
            };
            conflict("stop", format!("stop needs {bounds}, so that every run ends"));
        }
        if self.stop.evaluations == Some(0) {
            conflict("stop.evaluations", "stop.evaluations 0 leaves no genome: write at least 1".to_owned());
        }
        if let Some(solver) = self.algorithm.solver().filter(|solver| self.puzzle.cube() != Some(solver.puzzle())) {
            conflict("algorithm", format!("the solver {solver} does not solve {}", self.puzzle));
        }
        if let Err((path, error)) = with_puzzle!(&self.puzzle, |puzzle| self.alphabet.check(puzzle)) {
            conflicts.push(Conflict::in_text(format!("alphabet.{path}"), error));
        }
        match &self.algorithm {
            Algorithm::OnStates(strategy) => conflicts.extend(strategy.check(self).err()),
            Algorithm::OnGenomes(search) => conflicts.extend(search.check_in(self).err()),
            _ => conflicts.extend(self.genetic_conflicts()),
        }
        conflicts
    }

    /// Returns the conflict of the first key with another value than its default which the algorithm does not have.
    fn unused_key(&self) -> Option<Conflict> {
        if self.phase.is_empty() && matches!(self.algorithm, Algorithm::Genetic | Algorithm::Custom(_)) {
            return None; // It has all other keys, and there are many configurations to check.
        }
        if matches!(self.algorithm, Algorithm::OnStates(_)) && self.puzzle.cube().is_none() {
            return None; // No key helps an algorithm that is not for the puzzle.
        }
        let usual = Self::default().to_table();
        let set = self.to_table().into_iter().filter(|(key, value)| usual.get(key) != Some(value));
        let key = set.map(|(key, _)| key).find(|key| !self.algorithm.has_key(key))?;
        let title = self.algorithm.title();
        let message = match (&self.algorithm, &key[..]) {
            (Algorithm::OnStates(_), _) => {
                format!("{title} has no {key}: its individuals are states with their moves, not genomes")
            }
            (Algorithm::OnGenomes(_), "phase") => format!("{title} has no phases: leave them out"),
            (_, "phase") => {
                "phases are for an evolution strategy: write [base.algorithm.evolution-strategy]".to_owned()
            }
            (Algorithm::OnGenomes(search), "mutation") => {
                let why = search.profile().why_no_mutation.unwrap_or_default();
                format!("{title} has no mutation, because it {why}: leave it out")
            }
            _ => format!("{title} has no {key}: leave it out"),
        };
        Some(Conflict::new(key, message))
    }

    /// Checks the genomes, and what operators require of them; each requirement has the key of its operator.
    ///
    /// # Errors
    /// The first requirement that is not met.
    pub(super) fn check_genomes(
        &self,
        operators: impl IntoIterator<Item = (&'static str, Requirements)>,
    ) -> Result<(), Conflict> {
        let GenomeConfig { length, evaluate, initial, parsimony_tiebreak } = self.genome;
        let (length, is_prefix, parsimony) =
            (length.get(), evaluate == EvaluationMode::BestPrefix, parsimony_tiebreak == Some(true));
        let conflict = |key: &'static str, message: String| Err(Conflict::new(key, message));
        if let Some(initial) = initial.filter(|initial| initial.max() > length) {
            return conflict("genome", format!("initial genomes of {} genes do not fit into {length}", initial.max()));
        }
        if parsimony && is_prefix {
            let message =
                "genome.parsimony-tiebreak is for whole genomes: of equal best prefixes the shorter is always fitter";
            return conflict("genome", message.to_owned());
        }
        let no_op = [(initial.is_some(), "genome.initial"), (parsimony, "genome.parsimony-tiebreak")];
        let no_op = no_op.into_iter().filter(|(is_set, _)| *is_set);
        let of_genomes = no_op.map(|(_, key)| ("genome", Requirements { no_op: Some(key), ..Requirements::default() }));
        for (key, required) in of_genomes.chain(operators) {
            if let Some((min, what)) = required.genes.filter(|(min, _)| length < *min) {
                return conflict(key, format!("{what} needs genomes of at least {min} genes, not {length}"));
            }
            if let Some(what) = required.no_op.filter(|_| !self.alphabet.has_no_op()) {
                let message = format!("{what} needs an alphabet with no-op = true, for the end of shorter genomes");
                return conflict(key, message);
            }
            // Without parsimony, the best prefix of a whole genome is the genome, and no gene is behind it.
            if let Some(what) = required.best_prefix.filter(|_| !is_prefix && !parsimony) {
                let message =
                    format!("{what} at the best prefix changes nothing unless genome.evaluate is \"best-prefix\"");
                return conflict(key, message);
            }
        }
        Ok(())
    }

    /// Checks the memory of the populations; `parameters` is the number of strategy parameters of an individual.
    ///
    /// # Errors
    /// If they need more than [`MAX_BYTES`].
    pub(super) fn check_memory(&self, parameters: usize) -> Result<(), Conflict> {
        let (population, length, islands) = (self.population.get(), self.genome.length.get(), self.islands.count.get());
        let bytes = islands.saturating_mul(self.replacement.bytes(population, length + parameters));
        if bytes <= MAX_BYTES {
            return Ok(());
        }
        let many = if islands == 1 { String::new() } else { format!(" on {islands} islands") };
        let message = format!(
            "population {population} with {length} genes{many} needs {} MiB, more than the {} MiB allowed",
            bytes >> 20,
            MAX_BYTES >> 20
        );
        Err(Conflict::new("population", message))
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

    /// Returns the keys of `[base]`; those of the genetic algorithm with its defaults, but without its name, which is the default.
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

    /// Returns the parameters of the engine, which may panic if the configuration was not [checked](Self::check).
    pub fn settings(&self) -> Settings {
        Settings {
            population: self.population.get(),
            length: self.genome.length.get(),
            initial: self.genome.initial,
            operators: GeneticOperators {
                selection: self.selection.clone(),
                crossover: self.crossover.clone(),
                mutation: self.mutation(),
                memetic: self.memetic,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::genome_search::{GenomeSearch, HillClimbing};

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

    #[test]
    fn a_key_that_the_algorithm_does_not_have_is_one_conflict() {
        let algorithm = Algorithm::OnGenomes(GenomeSearch::HillClimbing(HillClimbing::default()));
        let config = TrialConfig { algorithm, elitism: Elites::new(200), ..TrialConfig::default() };
        let messages: Vec<_> = config.conflicts().iter().map(Conflict::to_string).collect();
        assert_eq!(messages, ["hill climbing has no elitism: leave it out"]);
    }
}
