//! [`LogKeys`] and [`Logging`]: the rows that a trial logs.

use crate::alphabet::AlphabetConfig;
use crate::evolve::config::TrialConfig;
use crate::optimizer::StopCriterion;

/// The keys of a sweep file that choose the rows which trials log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogKeys {
    /// Interval of logged generations; the first and the last are always logged. `None` for [`default_log_every`].
    pub every: Option<u64>,
    /// Numbers of evaluations, ascending: the first generation after each is logged, too.
    pub at_evaluations: Vec<u64>,
    /// Interval of generations whose individuals are all logged, as are those of the first and the last generation.
    pub snapshot_every: Option<u64>,
    /// Number of fittest different genomes that are logged.
    pub hall_of_fame: Option<u64>,
    /// Whether the parents of all individuals are logged.
    pub genealogy: bool,
}

impl LogKeys {
    /// Returns what a trial of a configuration logs.
    pub(super) fn of<'a>(&'a self, config: &'a TrialConfig) -> Logging<'a> {
        let every = self.every.unwrap_or_else(|| default_log_every(config));
        Logging { every, keys: self, alphabet: &config.alphabet }
    }

    /// Returns whether trials log genomes of individuals.
    pub(super) const fn has_genomes(&self) -> bool {
        self.snapshot_every.is_some() || self.hall_of_fame.is_some()
    }

    /// Returns the maximum number of rows in `convergence.csv` of a trial with this number of generations, logged at
    /// the interval `every`.
    #[must_use]
    pub fn rows(&self, every: u64, generations: u64) -> u64 {
        generations / every + 2 + self.at_evaluations.len() as u64
    }
}

/// Log of a trial: its interval, its keys and the alphabet of its genomes.
#[derive(Clone, Copy, Debug)]
pub struct Logging<'a> {
    /// Interval of logged generations.
    pub(super) every: u64,
    /// The keys of the sweep file.
    pub(super) keys: &'a LogKeys,
    /// The alphabet of the genomes.
    pub(super) alphabet: &'a AlphabetConfig,
}

/// Returns the default interval of logged generations: the smallest of 1, 2, 5, 10, 20, 50 … with which a trial logs at most
/// about 100 rows. More rows are not visible in a curve, and counting different genomes takes time.
#[must_use]
pub fn default_log_every(config: &TrialConfig) -> u64 {
    const ROWS: u64 = 100;
    let population = config.population.get();
    let individuals = match config.strategy.map(|strategy| strategy.on_genomes().map(|on| on.offspring(population))) {
        None => {
            let offspring = config.replacement.offspring(population, config.elitism.get());
            population.max(offspring) * config.islands.count.get()
        }
        Some(Some(offspring)) => offspring,
        // Generations of an algorithm on states are few and large.
        Some(None) => return 1,
    };
    let StopCriterion { generations, evaluations, .. } = config.stop;
    let by_evaluations = evaluations.map(|evaluations| evaluations / individuals as u64);
    let expected = generations.or(by_evaluations).unwrap_or(1000);
    let steps = (0..=18).flat_map(|power| [1, 2, 5].map(|step| step * 10u64.pow(power)));
    steps.into_iter().find(|step| expected / step <= ROWS).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::survivor::{Cellular, SurvivorSelection};

    #[test]
    fn default_interval_logs_about_100_rows() {
        let every = |generations, evaluations| {
            let stop = StopCriterion { generations, evaluations, ..StopCriterion::default() };
            default_log_every(&TrialConfig { stop, ..TrialConfig::default() })
        };
        assert_eq!(every(Some(20), None), 1);
        assert_eq!(every(Some(500), None), 5);
        assert_eq!(every(Some(1000), None), 10);
        assert_eq!(every(Some(1001), None), 10);
        assert_eq!(every(Some(5000), Some(10)), 50);
        // 1500 individuals.
        assert_eq!(every(None, Some(600_000)), 5);
        // Twice as many offspring, in half the generations.
        let stop = StopCriterion { generations: None, evaluations: Some(600_000), ..StopCriterion::default() };
        let replacement = SurvivorSelection::Cellular(Cellular::default());
        assert_eq!(default_log_every(&TrialConfig { stop, replacement, ..TrialConfig::default() }), 2);
        assert_eq!(every(Some(u64::MAX), None), 200_000_000_000_000_000);
    }
}
