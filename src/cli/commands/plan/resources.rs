//! The resources of a sweep: evaluations, processor time, rows on disk, memory.

use std::collections::HashMap;

use evocube::evolve::config::TrialConfig;
use evocube::experiment::plan::count_of;
use evocube::experiment::sweep::{Sweep, grouped};
use serde_json::json;

use crate::cli::terminal::numbers::bytes;

/// The maximum resources of the trials of a stage or sweep; an unlimited part is `None`. Configurations of a later stage are
/// counted for `[base]`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Resources {
    pub(super) trials: u64,
    pub(super) offspring: Option<u64>,
    pub(super) evaluations: Option<u64>,
    /// Rows of all tables.
    pub(super) rows: Option<u64>,
    /// Bytes of the populations of the largest trial.
    pub(super) population: u64,
    /// Bytes of memory for all trials and configurations.
    pub(super) held: u64,
}

/// Bytes of a row of `convergence.csv`, measured on 100,000 trials of two generations and 500 trials of a thousand.
const BYTES_PER_GENERATION: u64 = 50;
/// Bytes of the other rows of a trial, measured on the same trials.
const BYTES_PER_TRIAL: u64 = 500;

/// Rows of a trial outside `convergence.csv`: in trials, solutions, timing and digests.
const ROWS_PER_TRIAL: u64 = 4;

impl Resources {
    /// Returns the resources of a stage.
    pub(super) fn from_stage(sweep: &Sweep, number: usize) -> Self {
        /// Bytes of memory per trial, its report included, measured on 20,000 and 100,000 trials.
        const MEMORY_PER_TRIAL: u64 = 2000;
        let stage = &sweep.stages[number];
        let points = stage.points();
        let each = count_of(sweep, number) / (points as u64).max(1);
        let none = Self { trials: 0, offspring: Some(0), evaluations: Some(0), rows: Some(0), population: 0, held: 0 };
        let mut all = none;
        let mut resources: HashMap<Vec<Option<usize>>, Self> = HashMap::new();
        let is_relevant: Vec<bool> = stage.factors.iter().map(|factor| changes_resources(&factor.key)).collect();
        for point in 0..points {
            let levels = stage.levels_of(point);
            let relevant =
                levels.into_iter().zip(&is_relevant).map(|(level, relevant)| level.filter(|_| *relevant)).collect();
            let trial_bytes =
                || sweep.point(number, &[], point).map_or(none.unlimited(), |point| Self::from_trial(sweep, &point));
            all = all.and(resources.entry(relevant).or_insert_with(trial_bytes).times(each));
        }
        let configuration_bytes = std::mem::size_of::<TrialConfig>() as u64;
        Self {
            held: all.trials.saturating_mul(MEMORY_PER_TRIAL).saturating_add(points as u64 * configuration_bytes),
            ..all
        }
    }

    /// Returns the resources of a sweep.
    pub(super) fn from_stages(stages: &[Self]) -> Self {
        let sum = stages.iter().copied().reduce(Self::and);
        sum.expect("a sweep has a stage")
    }

    fn from_trial(sweep: &Sweep, point: &TrialConfig) -> Self {
        let config = point;
        let evaluations = point.planned_evaluations();
        let is_solver = evaluations == Some(0);
        let logged = point.planned_generations().map(|generations| sweep.log.rows(generations));
        let individuals = point.initial_individuals().map(|each| each * config.islands.count.get() as u64);
        // Parents and offspring in whole cache lines of 32 genes, and 13 bytes of data per individual.
        let genome = 64 * config.genome.length.get().div_ceil(32) as u64;
        let population = individuals.map_or(0, |individuals| individuals * (2 * genome + 13));
        Self {
            trials: 1,
            offspring: point.planned_offspring(),
            evaluations,
            rows: if is_solver { Some(0) } else { logged }.map(|logged| logged + ROWS_PER_TRIAL),
            population,
            held: 0,
        }
    }

    fn unlimited(self) -> Self {
        Self { trials: 1, offspring: None, evaluations: None, rows: None, ..self }
    }

    fn times(self, count: u64) -> Self {
        let times = |number: Option<u64>| number.map(|number| number.saturating_mul(count));
        Self {
            trials: self.trials.saturating_mul(count),
            offspring: times(self.offspring),
            evaluations: times(self.evaluations),
            rows: times(self.rows),
            ..self
        }
    }

    fn and(self, other: Self) -> Self {
        let sum = |a: Option<u64>, b: Option<u64>| Some(a?.saturating_add(b?));
        Self {
            trials: self.trials.saturating_add(other.trials),
            offspring: sum(self.offspring, other.offspring),
            evaluations: sum(self.evaluations, other.evaluations),
            rows: sum(self.rows, other.rows),
            population: self.population.max(other.population),
            held: self.held.saturating_add(other.held),
        }
    }

    /// Returns the bytes of `rows` rows of tables.
    fn size_of(&self, rows: u64) -> u64 {
        let logged = rows.saturating_sub(self.trials.saturating_mul(ROWS_PER_TRIAL));
        let row_bytes = self.trials.saturating_mul(BYTES_PER_TRIAL);
        logged.saturating_mul(BYTES_PER_GENERATION).saturating_add(row_bytes)
    }

    /// Writes the resources as sentences, one per line.
    pub(super) fn as_text(&self, has_stages: bool, is_open: bool) -> String {
        let condition = if has_stages { " if earlier stages select the values of [base]" } else { "" };
        let most = if is_open { "at most " } else { "" };
        let mut text =
            format!("Resources: {most}{} {}", grouped(self.trials), if self.trials == 1 { "trial" } else { "trials" });
        text.push_str(&match self.evaluations {
            Some(evaluations) => format!(", at most {} evaluations{condition}.\n", grouped(evaluations)),
            None => ". Their evaluations are not limited.\n".to_owned(),
        });
        text.push_str(&match self.rows {
            Some(rows) => {
                format!("  On disk: about {} rows of tables, about {}.\n", grouped(rows), bytes(self.size_of(rows)))
            }
            None => "  On disk: the number of rows is not limited.\n".to_owned(),
        });
        let populations = match self.population {
            0 => String::new(),
            size => format!(", and {} for the populations of each trial that runs at the same time", bytes(size)),
        };
        text.push_str(&format!(
            "  In memory: about {} for all trials and the report on them{populations}.\n",
            bytes(self.held)
        ));
        text
    }

    /// Returns the resources as JSON.
    pub(super) fn as_json(&self) -> serde_json::Value {
        json!({
            "evaluations": self.evaluations,
            "rows": self.rows,
            "disk_bytes": self.rows.map(|rows| self.size_of(rows)),
            "memory_bytes": self.held,
            "population_bytes": self.population,
        })
    }
}

/// Returns whether a key changes the number of individuals or of rows of a trial.
fn changes_resources(key: &str) -> bool {
    let head = key.split('.').next().unwrap_or(key);
    !["alphabet", "objective", "selection", "crossover", "mutation", "immigrants"].contains(&head)
}
