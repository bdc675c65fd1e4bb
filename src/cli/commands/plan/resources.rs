//! The resources of a sweep or a stage: trials and evaluations at most, about how many rows and bytes on disk, and about how much memory;
//! also as sentences and JSON. Later stages are counted for the values of `[base]`. The sizes of tables are measured in
//! `experiment::estimate`, time is estimated in [`super::time`].

use std::collections::HashMap;

use evocube::evolve::config::TrialConfig;
use evocube::experiment::estimate::{TableSizes, measure_tables, planned_rows};
use evocube::experiment::execution::Execution;
use evocube::experiment::plan::count_of;
use evocube::experiment::sweep::{Factor, Sweep};
use serde_json::json;

use crate::cli::terminal::{bytes, grouped};

/// The maximum resources of the trials of a stage or sweep; an unlimited part is `None`. Configurations of a later stage are
/// counted for `[base]`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resources {
    pub(crate) trials: u64,
    pub(super) offspring: Option<u64>,
    pub(super) evaluations: Option<u64>,
    /// Rows of all tables but those of fronts and operators.
    pub(crate) rows: Option<u64>,
    /// Bytes of the populations of the largest trial.
    pub(super) population: u64,
    /// Bytes of memory for all trials and configurations.
    pub(super) held: u64,
}

/// The maximum bytes of the populations of a trial that is measured.
pub(super) const MAX_POPULATION: u64 = 256_000_000;

impl Resources {
    /// Returns the resources of a stage.
    fn from_stage(sweep: &Sweep, number: usize) -> Self {
        /// Bytes of memory per trial, its report included, measured on 20,000 and 100,000 trials.
        const MEMORY_PER_TRIAL: u64 = 800;
        let stage = &sweep.stages[number];
        let points = stage.points();
        let each = count_of(sweep, number) / (points as u64).max(1);
        let none = Self { trials: 0, offspring: Some(0), evaluations: Some(0), rows: Some(0), population: 0, held: 0 };
        let mut all = none;
        let mut resources: HashMap<Vec<Option<usize>>, Self> = HashMap::new();
        let is_relevant: Vec<bool> = stage.factors.iter().map(Factor::changes_resources).collect();
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

    /// Returns the resources of each stage of a sweep.
    pub(crate) fn each_stage(sweep: &Sweep) -> Vec<Self> {
        (0..sweep.stages.len()).map(|stage| Self::from_stage(sweep, stage)).collect()
    }

    /// Measures the sizes of tables; `None` if populations take too much memory for a measurement.
    pub(crate) fn measured_tables(&self, sweep: &Sweep, execution: Execution<'_>) -> Option<TableSizes> {
        if self.population > MAX_POPULATION { None } else { measure_tables(sweep, execution) }
    }

    /// Returns the resources of a sweep.
    pub(crate) fn from_stages(stages: &[Self]) -> Self {
        let sum = stages.iter().copied().reduce(Self::and);
        sum.expect("a sweep has a stage")
    }

    fn from_trial(sweep: &Sweep, point: &TrialConfig) -> Self {
        let config = point;
        let evaluations = point.planned_evaluations();
        let individuals = point.initial_individuals().map(|each| each * config.islands.count.get() as u64);
        // Parents and offspring in whole cache lines of 32 genes, and 13 bytes of data per individual.
        let genome = 64 * config.genome.length.get().div_ceil(32) as u64;
        let population = individuals.map_or(0, |individuals| individuals * (2 * genome + 13));
        Self {
            trials: 1,
            offspring: point.planned_offspring(),
            evaluations,
            rows: planned_rows(sweep, point),
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

    /// Returns the rows and bytes of all tables; `None` if they are not limited or could not be measured.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // an estimate
    pub(crate) fn tables(&self, sizes: Option<TableSizes>) -> Option<(u64, u64)> {
        let scaled = |planned: u64, each: f64| (planned as f64 * each).round() as u64;
        self.rows.zip(sizes).map(|(rows, sizes)| (scaled(rows, sizes.rows), scaled(rows, sizes.bytes)))
    }

    /// Writes the resources as sentences, one per line.
    pub(super) fn as_text(&self, sizes: Option<TableSizes>, has_stages: bool, is_open: bool) -> String {
        let condition = if has_stages { " if earlier stages select the values of [base]" } else { "" };
        let most = if is_open { "at most " } else { "" };
        let mut text =
            format!("Resources: {most}{} {}", grouped(self.trials), if self.trials == 1 { "trial" } else { "trials" });
        text.push_str(&match self.evaluations {
            Some(evaluations) => format!(", at most {} evaluations{condition}.\n", grouped(evaluations)),
            None => ". Their evaluations are not limited.\n".to_owned(),
        });
        text.push_str(&match (self.rows, self.tables(sizes)) {
            (_, Some((rows, size))) => {
                format!("  On disk: about {} rows of tables, about {}.\n", grouped(rows), bytes(size))
            }
            (Some(rows), None) => {
                format!("  On disk: about {} rows of tables; their size could not be measured.\n", grouped(rows))
            }
            (None, None) => "  On disk: the number of rows is not limited.\n".to_owned(),
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
    pub(super) fn as_json(&self, sizes: Option<TableSizes>) -> serde_json::Value {
        let tables = self.tables(sizes);
        json!({
            "evaluations": self.evaluations,
            "rows": tables.map(|(rows, _)| rows).or(self.rows),
            "disk_bytes": tables.map(|(_, bytes)| bytes),
            "memory_bytes": self.held,
            "population_bytes": self.population,
        })
    }
}
