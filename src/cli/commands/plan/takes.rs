//! Resources that a sweep takes: evaluations, processor time, rows on disk, memory.

use std::collections::HashMap;

use evocube::experiment::design_point::DesignPoint;
use evocube::experiment::plan::count_of;
use evocube::experiment::recorder::default_log_every;
use evocube::experiment::sweep::{Sweep, grouped};
use serde_json::json;

/// Resources that the trials of a stage or a sweep take at most; a part that nothing limits is `None`. The configurations of a
/// later stage are counted over `[base]`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Takes {
    pub(super) trials: u64,
    pub(super) offspring: Option<u64>,
    pub(super) evaluations: Option<u64>,
    /// Lines of all tables.
    pub(super) rows: Option<u64>,
    /// Bytes of the populations of the largest trial.
    pub(super) population: u64,
    /// Bytes that are held of all trials and configurations.
    pub(super) held: u64,
}

/// Evaluations a second of one core that are taken for granted without a pilot: docs/performance.md has measured from 1 million
/// (best prefix, scalar kernel) to 54 million (AVX-512).
const EVALUATIONS_A_SECOND: f64 = 1e7;

/// Bytes of a line of `convergence.csv`, and of the other lines of a trial: from 100,000 trials of two generations and 500 of
/// a thousand.
const BYTES_OF_A_GENERATION: u64 = 50;
const BYTES_OF_A_TRIAL: u64 = 500;

/// Lines of a trial beside those of `convergence.csv`: of trials, solutions, timing and digests.
const ROWS_OF_A_TRIAL: u64 = 4;

impl Takes {
    /// A stage's.
    pub(super) fn of_stage(sweep: &Sweep, number: usize) -> Self {
        /// Bytes of memory that a trial takes, the report on it included: from 20,000 and 100,000 trials.
        const OF_A_TRIAL: u64 = 2000;
        let stage = &sweep.stages[number];
        let points = stage.points();
        let each = count_of(sweep, number) / (points as u64).max(1);
        let none = Self { trials: 0, offspring: Some(0), evaluations: Some(0), rows: Some(0), population: 0, held: 0 };
        let mut all = none;
        let mut known: HashMap<Vec<Option<usize>>, Self> = HashMap::new();
        let decides: Vec<bool> = stage.factors.iter().map(|factor| decides(&factor.key)).collect();
        for point in 0..points {
            let levels = stage.levels_of(point);
            let deciding =
                levels.into_iter().zip(&decides).map(|(level, decides)| level.filter(|_| *decides)).collect();
            let of_one =
                || sweep.point(number, &[], point).map_or(none.unlimited(), |point| Self::of_trial(sweep, &point));
            all = all.and(known.entry(deciding).or_insert_with(of_one).times(each));
        }
        let of_point = std::mem::size_of::<DesignPoint>() as u64;
        Self { held: all.trials.saturating_mul(OF_A_TRIAL).saturating_add(points as u64 * of_point), ..all }
    }

    /// The whole sweep's.
    pub(super) fn of_sweep(stages: &[Self]) -> Self {
        let sum = stages.iter().copied().reduce(Self::and);
        sum.expect("a sweep has a stage")
    }

    fn of_trial(sweep: &Sweep, point: &DesignPoint) -> Self {
        let config = &point.config;
        let evaluations = point.planned_evaluations();
        let log_every = sweep.log_every.unwrap_or_else(|| default_log_every(config));
        let is_solver = evaluations == Some(0);
        // With the first and the last generation.
        let logged = point.planned_generations().map(|generations| generations / log_every + 2);
        let individuals = (config.population.get() * config.islands.count.get()) as u64;
        // Parents and offspring in whole cache lines of 32 genes, and what is known of each.
        let genome = 64 * config.genome.length.get().div_ceil(32) as u64;
        let population = if is_solver || config.strategy.is_some() { 0 } else { individuals * (2 * genome + 13) };
        Self {
            trials: 1,
            offspring: point.planned_offspring(),
            evaluations,
            rows: if is_solver { Some(0) } else { logged }.map(|logged| logged + ROWS_OF_A_TRIAL),
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

    /// Seconds of one core at the stated rate.
    #[allow(clippy::cast_precision_loss)] // an estimate
    fn seconds(&self) -> Option<f64> {
        self.evaluations.map(|evaluations| evaluations as f64 / EVALUATIONS_A_SECOND)
    }

    /// Bytes of so many rows of tables.
    fn size_of(&self, rows: u64) -> u64 {
        let logged = rows.saturating_sub(self.trials.saturating_mul(ROWS_OF_A_TRIAL));
        let of_trials = self.trials.saturating_mul(BYTES_OF_A_TRIAL);
        logged.saturating_mul(BYTES_OF_A_GENERATION).saturating_add(of_trials)
    }

    /// In sentences, one a line.
    pub(super) fn as_text(&self, has_stages: bool, is_open: bool) -> String {
        let over = if has_stages { " if earlier stages select what [base] has" } else { "" };
        let most = if is_open { "at most " } else { "" };
        let mut text = format!("What it takes: {most}{} trials", grouped(self.trials));
        text.push_str(&match self.evaluations.zip(self.seconds()) {
            Some((evaluations, seconds)) => format!(
                ", at most {} evaluations{over}: {} at {} million a second (docs/performance.md has measured 1 to 54; --pilot takes the \
                 pace of a smaller run).\n",
                grouped(evaluations),
                core_time(seconds),
                EVALUATIONS_A_SECOND / 1e6,
            ),
            None => ". How many evaluations they take cannot be said beforehand.\n".to_owned(),
        });
        text.push_str(&match self.rows {
            Some(rows) => {
                format!("  On disk: about {} rows of tables, about {}.\n", grouped(rows), bytes(self.size_of(rows)))
            }
            None => "  On disk: how many rows cannot be said beforehand.\n".to_owned(),
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
            "core_seconds": self.seconds(),
            "evaluations_per_second": EVALUATIONS_A_SECOND,
            "rows": self.rows,
            "disk_bytes": self.rows.map(|rows| self.size_of(rows)),
            "memory_bytes": self.held,
            "population_bytes": self.population,
        })
    }
}

/// Does a key change how many individuals a trial has or makes, or how many rows it writes?
fn decides(key: &str) -> bool {
    let head = key.split('.').next().unwrap_or(key);
    !["alphabet", "objective", "selection", "crossover", "mutation", "immigrants"].contains(&head)
}

/// Processor time as people say it.
pub(super) fn core_time(seconds: f64) -> String {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    // some hours; more than a number holds is cut off
    let whole = |number: f64| grouped(number.ceil() as u64);
    match seconds {
        s if s < 0.05 => "less than 0.1 s of one core".to_owned(),
        s if s < 60.0 => format!("{s:.1} s of one core"),
        s if s < 3600.0 => format!("{} min of one core", whole(s / 60.0)),
        s if s < 36_000.0 => format!("{:.1} core-hours", s / 3600.0),
        s => format!("{} core-hours", whole(s / 3600.0)),
    }
}

/// A size in the largest unit that leaves a number above 1.
#[allow(clippy::cast_precision_loss)] // an estimate
fn bytes(size: u64) -> String {
    let units = [(1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")];
    let size = size as f64;
    match units.into_iter().find(|(unit, _)| size >= *unit) {
        Some((unit, name)) if size / unit < 10.0 => format!("{:.1} {name}", size / unit),
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        Some((unit, name)) => format!("{} {name}", grouped((size / unit).round() as u64)),
        None => format!("{size} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_are_said_in_units_that_suit_them() {
        assert_eq!(
            [0, 999, 1500, 269_000_000, 12_345_000_000_000_000].map(bytes),
            ["0 bytes", "999 bytes", "1.5 kB", "269 MB", "12,345 TB"]
        );
        assert_eq!(
            [0.0, 1.25, 61.0, 5400.0, 1e8].map(core_time),
            [
                "less than 0.1 s of one core",
                "1.2 s of one core",
                "2 min of one core",
                "1.5 core-hours",
                "27,778 core-hours"
            ]
        );
    }
}
