//! [`Sweep`]: a checked sweep file with its [`Stage`]s and design points, and the limit [`MAX_TRIALS`]. Files that it names are read, but
//! nothing runs here. A sweep file is opened here, and its text read in `parse`. Design points are built in `points` and given by number in
//! `design_point`. Trials are planned in `crate::plan`.

mod algorithm;
mod alphabets;
mod arguments;
mod base;
mod canonical;
mod check;
mod comparison;
mod condition;
mod conditions;
mod conflicts;
mod design_point;
mod diagnostic;
mod effort;
mod factor;
mod factor_order;
mod factors;
mod fixed;
mod forbidden;
mod held_out;
mod include;
mod initial;
mod key_path;
mod keys;
mod labels;
mod level_texts;
mod level_words;
mod list_of_tables;
mod overrides;
mod parse;
mod points;
mod question;
mod race;
mod range;
mod remarks;
mod repair;
mod resolved;
mod same;
mod schema;
mod seed_key;
mod single_values;
mod sources;
mod stages;
mod states;
mod string_places;
mod variation;

pub use alphabets::read_alphabet;
pub use arguments::{ArgumentMistake, InvalidArgument, Overrides, PointError};
pub use base::{PuzzleFileError, read_puzzle};
pub use comparison::Comparison;
pub(super) use condition::{PartialConfiguration, number as condition_number};
pub use diagnostic::{Diagnostic, Located, SweepError};
pub use effort::changes_resources;
pub(super) use factor::Values;
pub use factor::{Factor, FactorValue, Level};
pub(super) use factor_order::decides;
pub(super) use forbidden::{Comparison as ForbiddenComparison, Forbidden, Operand, Relation};
pub(super) use key_path::is_below;
pub use level_words::LevelWords;
pub use question::Question;
pub(super) use race::RaceState;
pub use range::{Scale, ValueRange};
pub use schema::schema;
pub use sources::Origin;

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use super::design::Design;
use super::instance::Instance;
use super::logging::LogKeys;
pub use super::named_file::NamedFileError;
pub use super::record::SelectionRule;
use super::record::{HeldOutRole, StageSelection, varies_objective};
use base::Base;
pub(super) use evocube_cube::document::Node;
use evocube_cube::files::{read_text, reason};
use evocube_cube::puzzle::AnyPuzzle;
use evocube_cube::rng::Seed;
use evocube_cube::search::SolverKind;
use evocube_engine::evolve::config::TrialConfig;
use evocube_engine::registered::Registry;
use points::{OpenPoints, Points};
use race::PlannedRace;
use sources::Written;

/// A checked sweep: every design point of every stage is a valid [`TrialConfig`].
#[derive(Clone, Debug)]
pub struct Sweep {
    /// Its name, also that of its results folder.
    pub name: String,
    /// Free text: the question and the expected answer.
    pub notes: String,
    /// The question that the page answers first.
    pub question: Option<Question>,
    /// The master seed.
    pub seed: u64,
    /// Repetitions of each design point on each instance.
    pub repetitions: u64,
    /// Keys of the log of each trial.
    pub log: LogKeys,
    /// Deterministic solvers that also solve each instance.
    pub baselines: Vec<SolverKind>,
    /// Goal of all instances, in the form of results; `None` for the solved state.
    pub goal: Option<String>,
    /// The instances.
    pub instances: Vec<Instance>,
    /// Held-out instances, on which the selected configurations are run; no configuration is selected on them.
    pub held_out: Vec<Instance>,
    /// The stages, at least one. If there are held-out instances, the last one runs the selected configurations on them.
    pub stages: Vec<Stage>,
    /// The files and arguments that it was read from.
    pub origin: Origin,
    /// Configuration of `[base]`, to which the levels of a design point are applied.
    pub base: TrialConfig,
    /// The base with every default, to which levels are applied.
    complete: Base,
    /// Distinct keys of the factors of all stages.
    factor_keys: Vec<String>,
    /// The first keys of all conditions of factors.
    decisive: BTreeSet<String>,
    /// The keys and the texts that it was read from.
    written: Arc<Written>,
    /// Remarks on parts of the file without effect or with an unexpected one, in the order of their places.
    pub remarks: Vec<Located>,
}

/// Maximum number of trials of a sweep.
pub const MAX_TRIALS: usize = 1_000_000;

/// The name of the only stage of a sweep without `[[stage]]`.
pub const ONLY_STAGE: &str = "main";

/// The name of the stage that runs the selected configurations on held-out instances.
pub const HELD_OUT_STAGE: &str = "held-out";

/// A stage of a sweep: its design points vary the factors, and one of them is selected.
#[derive(Clone, Debug, Default)]
pub struct Stage {
    /// Its name.
    pub name: String,
    /// Rule that selects its configuration, which is fixed in the later stages.
    pub rule: SelectionRule,
    /// Its factors; the last one varies fastest.
    pub factors: Vec<Factor>,
    /// Rule that chooses its points.
    pub design: Design,
    /// How a report compares its configurations.
    pub comparison: Comparison,
    /// Requested number of points; `None` for a factorial design and a race.
    pub(super) requested: Option<usize>,
    /// Order in which factors are applied: a key inside another comes after it.
    pub(super) order: Vec<usize>,
    points: Points,
    /// The combinations of values that no point has.
    pub(super) forbidden: Arc<Vec<Forbidden>>,
    /// The points after each selection of the earlier stages, if they differ.
    open: Option<Arc<OpenPoints>>,
    /// True until the selection is known.
    awaits_selection: bool,
    /// The planned part of a race.
    race: Option<PlannedRace>,
    is_held_out: bool,
    /// On held-out instances, the names of the stages whose selected configurations are its points, or of the points after a race.
    held_out: Vec<String>,
    /// On held-out instances, the points after a race.
    roles: Vec<HeldOutRole>,
}

impl Stage {
    /// Returns the rule that selects the configuration which the later stages fix.
    pub fn selection(&self) -> StageSelection {
        let comparable_penalties = !self.factors.iter().any(|factor| factor.keys().into_iter().any(varies_objective));
        StageSelection { rule: self.rule, outcome: self.comparison.outcome, comparable_penalties }
    }

    /// Returns whether its points depend on earlier selections. Until they are [settled](Sweep::settled), the stage has the points of
    /// the selection with the most points.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Returns whether its points depend on a selection that is not known yet.
    pub fn awaits_selection(&self) -> bool {
        self.awaits_selection
    }
}

impl Sweep {
    /// Reads and checks a sweep file. Paths of instance files are relative to the sweep file, or else to the current folder.
    ///
    /// # Errors
    /// All mistakes up to twenty, with their places.
    pub fn read(path: &Path) -> Result<Self, SweepError> {
        Self::read_with(path, &Registry::new(), &Overrides::default())
    }

    /// Reads and checks a sweep file, which may name the components of a registry, with overrides.
    ///
    /// # Errors
    /// As [`Sweep::read`]; an error in an override has the argument in place of the file.
    pub fn read_with(path: &Path, registry: &Registry, overrides: &Overrides) -> Result<Self, SweepError> {
        let file =
            File::open(path).map_err(|error| SweepError::new(path, "", Diagnostic::new(reason(&error), None)))?;
        Self::parse_with(&Self::read_text(file, path)?, path, registry, overrides)
    }

    /// Reads the text of a sweep file; `path` names it in errors.
    ///
    /// # Errors
    /// If it cannot be read, is too large, or is not UTF-8.
    pub fn read_text(file: impl Read, path: &Path) -> Result<String, SweepError> {
        let failed = |message: String| SweepError::new(path, "", Diagnostic::new(message, None));
        let text = read_text(file, sources::MAX_BYTES).map_err(|error| failed(reason(&error)))?;
        text.ok_or_else(|| failed(format!("a sweep file has at most {} bytes", sources::MAX_BYTES)))
    }

    /// Checks the text of a sweep file.
    ///
    /// # Errors
    /// All mistakes up to twenty, with their places. `path` names the file in messages and is the base of relative paths.
    pub fn parse(text: &str, path: &Path) -> Result<Self, SweepError> {
        Self::parse_with(text, path, &Registry::new(), &Overrides::default())
    }

    /// Checks the text of a sweep file, which may name the components of a registry, with overrides.
    ///
    /// # Errors
    /// As [`Sweep::parse`]; an error in an override has the argument in place of the file.
    pub fn parse_with(text: &str, path: &Path, registry: &Registry, overrides: &Overrides) -> Result<Self, SweepError> {
        parse::parse(text, path, registry, overrides)
    }

    /// Returns the registry of the components that it may name.
    pub fn registry(&self) -> &Registry {
        &self.complete.registry
    }

    /// Returns the error of a key: names with dots, and the numbers of items from 0, as in `base.stop` or `stage.1.factor.0.levels`. Its
    /// place is that in the sweep file, in the file that it includes, in standard input or in an argument.
    pub fn error_at(&self, key: &str, message: impl ToString) -> SweepError {
        self.written.error(key, message.to_string())
    }

    /// Returns the puzzle of the whole sweep.
    pub fn puzzle(&self) -> &AnyPuzzle {
        &self.base.puzzle
    }

    /// Returns the seed of all random numbers.
    pub fn master(&self) -> Seed {
        Seed::from_number(self.seed)
    }

    /// Returns the base with overrides.
    ///
    /// # Errors
    /// If a key or a value is invalid, or the values conflict.
    pub fn configure(&self, overrides: &Overrides) -> Result<TrialConfig, PointError> {
        overrides.configure(self, &self.complete)
    }

    /// Returns the base as a configuration to change.
    pub(super) fn start(&self) -> PartialConfiguration<'_> {
        PartialConfiguration::new(&self.complete)
    }

    /// Returns the value of a key of the base.
    pub(super) fn base_value(&self, key: &str) -> Option<&Node> {
        self.complete.tree.descend(key)
    }

    /// Returns the value of a key of the base, if it is a number.
    pub(super) fn base_number(&self, key: &str) -> Option<f64> {
        self.base_value(key).and_then(|node| condition::number(&node.value()))
    }

    /// Returns the distinct keys of the factors of all stages.
    pub fn factor_keys(&self) -> &[String] {
        &self.factor_keys
    }

    /// Returns the sweep in the form of manifests: a sweep file with every default, and with states in place of instance files.
    /// Reading it gives the same sweep.
    pub fn to_table(&self) -> toml::Table {
        resolved::to_table(self)
    }
}
