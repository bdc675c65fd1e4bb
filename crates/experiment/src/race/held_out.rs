//! Comparison of the selected configuration with the base on held-out instances.

use super::trial_log::{COLUMNS, PlannedTrial, TrialCost, TrialLog};
use super::{RaceError, RaceObserver, RaceOptions};
use crate::execution::Execution;
use crate::instance::{random_instances, seed_keys};
use crate::record::race_file;
use crate::store::{AppendLog, RaceFolder};
use crate::sweep::Sweep;
use evocube_engine::evolve::config::TrialConfig;
use evocube_stats::{Draws, Interval, RESAMPLES, a12, bca_95, median, signed_rank, weighted_median};

/// Costs on held-out instances: one trial per instance for each of the two configurations, with the same seed.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldOut {
    /// Costs of the base.
    pub base: Vec<f64>,
    /// Costs of the selected configuration, on the same instances.
    pub selected: Vec<f64>,
    /// Numbers of solved instances: by the base, by the selected configuration.
    pub solved: [usize; 2],
}

impl HeldOut {
    /// Returns the numbers of instances on which the selected configuration costs less, and more.
    #[must_use]
    pub fn better_and_worse(&self) -> (usize, usize) {
        let count = |is: fn(&f64, &f64) -> bool| self.selected.iter().zip(&self.base).filter(|(a, b)| is(a, b)).count();
        (count(|a, b| a < b), count(|a, b| a > b))
    }

    /// Returns the two-sided p-value of Wilcoxon's signed-rank test over instances.
    #[must_use]
    pub fn p(&self) -> f64 {
        signed_rank(&self.selected, &self.base).map_or(1.0, |test| test.p)
    }

    /// Returns Â₁₂: the probability that the selected configuration costs less than the base on independent instances.
    #[must_use]
    pub fn a12(&self) -> f64 {
        a12(&self.base, &self.selected).unwrap_or(0.5)
    }

    /// Returns the median of costs and its 95 % BCa bootstrap interval.
    #[must_use]
    pub fn median(costs: &[f64]) -> (f64, Option<Interval>) {
        let mut ascending = costs.to_vec();
        ascending.sort_by(f64::total_cmp);
        let statistic = |counts: &[u32]| weighted_median(&ascending, counts).unwrap_or(f64::INFINITY);
        let interval = bca_95(&[costs.len()], statistic, RESAMPLES, &mut Draws::new(1));
        (median(costs).unwrap_or(f64::INFINITY), interval)
    }
}

/// Runs the base and the selected configuration on uniformly random states.
pub(super) fn compare(
    sweep: &Sweep,
    (number, selected): (usize, TrialConfig),
    settings: RaceOptions,
    disk: &RaceFolder,
    execution: Execution<'_>,
    observer: &dyn RaceObserver,
) -> Result<(AppendLog, HeldOut), RaceError> {
    let seed = sweep.master().child("race");
    let mut instances = random_instances(sweep.puzzle(), seed, "held-out", settings.held_out);
    let goal = sweep.instances.first().and_then(|instance| instance.goal.clone());
    instances.iter_mut().for_each(|instance| instance.goal.clone_from(&goal));
    let points = [sweep.base.clone(), selected];
    let mut runs = Vec::new();
    for (instance, key) in seed_keys(sweep.puzzle(), &instances).iter().enumerate() {
        let seed = seed.child("trial").child(key).number();
        for (point, configuration) in [0, number].into_iter().enumerate() {
            let (iteration, repetition, test) = (0, 1, instance);
            runs.push(PlannedTrial { iteration, configuration, point, instance, repetition, seed, test });
        }
    }
    observer.held_out(runs.len());
    let mut sweep = sweep.clone();
    sweep.instances = instances;
    let mut log = TrialLog::new(&sweep, settings.cost, disk.log(race_file::HELD_OUT, COLUMNS)?, execution, observer);
    let results = log.run(&runs, &points)?;
    let results_of = |point: usize| results.iter().skip(point).step_by(2);
    let costs = |point: usize| results_of(point).map(|ran: &TrialCost| ran.cost).collect();
    let solved = [0, 1].map(|point| results_of(point).filter(|ran| ran.solved).count());
    Ok((log.log, HeldOut { base: costs(0), selected: costs(1), solved }))
}
