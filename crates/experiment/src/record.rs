//! [`Results`]: a results folder as data: the rows of its tables, the summary of its sweep, and the programs that made its trials, each a
//! [`ProgramBlock`]. The columns are a contract with scripts outside the project. A [`StageSummary`] orders its design points by the rows,
//! as `selection` does. [`file`](mod@file) has the names of the files; `store` writes and reads them.

mod comparison;
mod effort;
mod factor;
pub mod file;
mod outcome;
mod race;
mod same;
mod selection;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{instance::Instance, shard::Shard};

pub use comparison::Differences;
pub use effort::{Effort, EffortRule, differing, equal_effort};
pub use evocube_engine::optimizer::EvolutionCounts;
pub use evocube_rows::{
    BaselineRow, BaselineTimingRow, Column, Columns, ConvergenceRow, FailureRow, FrontRow, Kind, OperatorRow, Row,
    SolutionRow, Standing, TimingRow, TrialOutcome, TrialRow, Value, columns_of, is_logged, is_on_grid, next_on_grid,
    trial_shares,
};
pub use factor::FactorSummary;
use factor::short_keys;
pub use outcome::Outcome;
pub use race::{Cost, HeldOutRole, RaceIteration, RaceSummary, RacedConfiguration};
pub use same::{SameConfiguration, SameConfigurations};
pub use selection::{Criterion, Ranked, Score, SelectionRule, StageSelection, varies_objective};

/// Trials of a folder that one program made. Programs of equal identity and components compute equal rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramBlock {
    /// Its version.
    pub version: String,
    /// The commit of its sources, `-modified` if they differed from it; `None` if it was not built from git. It is named, not compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The day of that commit in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit_date: Option<String>,
    /// Digest of the sources that determine rows, and of the versions of their dependencies: 16 hexadecimal digits.
    pub identity: String,
    /// Number of trials; `None` for the rest of the folder's trials.
    pub trials: Option<u64>,
    /// Versions of the registered components that the sweep names, by kind and name, as in `objective pairs`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub components: BTreeMap<String, String>,
    /// Versions of the interpreter and of the libraries that these components use, by name. They are named, not compared.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub libraries: BTreeMap<String, String>,
}

/// Summary of a sweep for a reader of its results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SweepSummary {
    /// The sweep's name.
    pub name: String,
    /// Notes of the sweep file: question and expectation.
    pub notes: String,
    /// The question that its page answers first; `None` without one.
    pub question: Option<QuestionSummary>,
    /// The master seed.
    pub seed: u64,
    /// Repetitions of each design point on each instance.
    pub repetitions: u64,
    /// Interval of generations that are logged beside improvements and generations [on the grid](is_on_grid).
    pub log_every: Option<u64>,
    /// Its stages in order; one called `main` for a sweep without `[[stage]]`.
    pub stages: Vec<StageSummary>,
    /// The selected configurations on held-out instances; `None` without such instances.
    pub held_out: Option<HeldOutSummary>,
    /// Its instances.
    pub instances: Vec<Instance>,
    /// Names of the deterministic solvers that also solve each instance.
    pub baselines: Vec<String>,
    /// The keys of all factors, in the order of the columns of `trials.csv`.
    pub factor_columns: Vec<String>,
    /// The part of the configuration that no stage varies, as TOML.
    pub base_toml: String,
    /// The puzzle's name.
    pub puzzle: String,
    /// Of several sweeps, the number of configurations of the one with the most, from which its trials selected the one that is compared; 0
    /// for a single sweep.
    pub choices: u64,
    /// Differences of several sweeps; `None` for a single sweep.
    pub differences: Option<Differences>,
    /// The selected configuration, or the best so far, of the last stage with trials; `None` before the first trial.
    pub leader: Option<LeaderSummary>,
}

/// The question of a sweep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionSummary {
    /// The question in words.
    pub text: String,
    /// The key of the factor that it is about; `None` for a question in words alone.
    pub factor: Option<String>,
    /// The outcome that it is about; `None` for that of the page.
    pub outcome: Option<Outcome>,
    /// The level that it expects to be the best, in words, or `larger` or `smaller`; `None` for a question without yes or no.
    pub better: Option<String>,
    /// Keys of other factors, and the level of each at which the question is asked, in words.
    pub levels: Vec<(String, String)>,
}

/// The selected configuration, or the best so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaderSummary {
    /// The stage in which it is the best.
    pub stage: String,
    /// Number of its design point.
    pub point: u64,
    /// The configuration, as a `[base]` for a sweep file.
    pub toml: String,
    /// Its objective, as TOML; penalties of different objectives cannot be compared.
    pub objective: String,
    /// The penalty at which its trials reach their target.
    pub target: u64,
}

/// One stage of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct StageSummary {
    /// Its name.
    pub name: String,
    /// Number of its trials.
    pub planned_trials: u64,
    /// True if that is an upper bound, because the stage depends on earlier selections.
    pub planned_is_bound: bool,
    /// Rule that selects its configuration.
    pub selection: StageSelection,
    /// Its factors; a stage without factors has one design point.
    pub factors: Vec<FactorSummary>,
    /// Number of the selected design point; `None` until all trials of the stage are on disk.
    pub selected: Option<u64>,
    /// Each design point's levels in the order of `factors`, in words; point n is entry n − 1. Empty where one does not apply, or changes
    /// nothing.
    pub points: Vec<Vec<String>>,
    /// The outcome that is tested first.
    pub outcome: Outcome,
    /// Further outcomes that are tested.
    pub outcomes: Vec<Outcome>,
    /// The largest difference in the outcome without importance: percentage points of pairs or of trials, penalties, moves, or a
    /// ratio of evaluations above 1.
    pub equivalence: Option<f64>,
    /// The evaluations that the configurations may spend, and those within which they are compared.
    pub effort: Effort,
    /// The design points that are one configuration.
    pub same: SameConfigurations,
    /// The race whose configurations are the points; `None` for another design.
    pub race: Option<RaceSummary>,
}

/// The selected configurations of the stages on held-out instances.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldOutSummary {
    /// Number of held-out instances.
    pub instances: u64,
    /// The stage of these trials: a design point for each of the other stages, in their order, or those of `roles`.
    pub stage: StageSummary,
    /// The design points after a race; empty after other stages.
    pub roles: Vec<HeldOutRole>,
}

impl StageSummary {
    /// Returns the design points in the order of selection, by their trials and the rows of `convergence.csv`; rows of other stages are
    /// ignored.
    pub fn order(&self, rows: &[TrialRow], log: &[ConvergenceRow]) -> Vec<Ranked> {
        if let Some(race) = &self.race {
            return race.elites.iter().map(|&point| Ranked { point, decided_by: None }).collect();
        }
        self.selection.order(self.points.len(), self.scores(rows, log), &self.effort)
    }

    /// Returns the design points as [`order`](Self::order) does, and the share of pairs of trials that each wins against the others, within
    /// the evaluations at which they are compared, if that is a criterion; `None` of points that are not compared.
    pub fn ranking(&self, rows: &[TrialRow], log: &[ConvergenceRow]) -> (Vec<Ranked>, Vec<Option<f64>>) {
        let (order, shares) = self.selection.ranking(self.points.len(), self.scores(rows, log), &self.effort);
        (if self.race.is_some() { self.order(rows, log) } else { order }, shares)
    }

    /// Returns the scores of its trials, each by the design point that stands for its configuration.
    fn scores<'a>(&'a self, rows: &'a [TrialRow], log: &'a [ConvergenceRow]) -> impl Iterator<Item = Score> + 'a {
        let limit = self.selection.limit(&self.effort);
        let rows = rows.iter().filter(|row| *row.stage == *self.name);
        Score::of_rows(rows, limit, log).map(|score| score.of_first(&self.same))
    }

    /// Returns the number of its configurations.
    pub fn configurations(&self) -> usize {
        self.same.distinct(self.points.len())
    }

    /// Returns short names of the factors: the last two parts of each key, or more where those are ambiguous.
    pub fn short_keys(&self) -> Vec<&str> {
        short_keys(&self.factors.iter().map(|factor| factor.key.as_str()).collect::<Vec<_>>())
    }
}

/// Returns the rows of a trial in a table that is sorted by trials.
pub fn rows_of<T>(rows: &[T], trial: u64, trial_of: impl Fn(&T) -> u64) -> &[T] {
    let rows = &rows[rows.partition_point(|row| trial_of(row) < trial)..];
    &rows[..rows.partition_point(|row| trial_of(row) == trial)]
}

/// A results folder, read and checked: the input of a report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// The sweep.
    pub sweep: SweepSummary,
    /// Version of the program that made the folder.
    pub version: String,
    /// The programs that made the trials.
    pub programs: Vec<ProgramBlock>,
    /// The shard of the sweep; `None` for the whole sweep.
    pub shard: Option<Shard>,
    /// True if all trials are on disk.
    pub complete: bool,
    /// Number of trials of the whole sweep.
    pub planned_trials: u64,
    /// True if that is an upper bound, because a stage depends on earlier selections.
    pub planned_is_bound: bool,
    /// The rows of `trials.csv`, by trial number.
    pub trials: Vec<TrialRow>,
    /// The rows of `convergence.csv`, by trial number, then by generation.
    pub convergence: Vec<ConvergenceRow>,
    /// The rows of `solutions.csv`, by trial number; for a report only the [best ones](crate::store::read_for_report).
    pub solutions: Vec<SolutionRow>,
    /// The rows of `fronts.csv`, by trial number, then by decreasing penalty.
    pub fronts: Vec<FrontRow>,
    /// The rows of `operators.csv`, by trial number, then by generation.
    pub operators: Vec<OperatorRow>,
    /// The rows of `baselines.csv`, by instance, then by solver.
    pub baselines: Vec<BaselineRow>,
    /// The rows of `timing.csv`, by trial number; none for a report.
    pub timing: Vec<TimingRow>,
    /// The rows of `baseline_timing.csv`, by instance, then by solver.
    pub baseline_timing: Vec<BaselineTimingRow>,
    /// The rows of `failures.csv`, by trial number.
    pub failures: Vec<FailureRow>,
    /// The tables that do not depend on the machine, with the BLAKE3 digest of each as it is on disk.
    pub digests: Vec<(String, String)>,
}
