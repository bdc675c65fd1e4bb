//! The evaluations that the configurations of a stage may spend.

use std::collections::HashMap;

use super::Sweep;
use super::key_path::head;
use crate::record::{Effort, EqualEffort, differing};
use evocube_engine::evolve::config::TrialConfig;

impl Sweep {
    /// Returns the evaluations that the configurations of a stage may spend, given the indices of the points that the earlier
    /// stages selected.
    pub fn effort(&self, stage: usize, selected: &[usize]) -> Effort {
        let factors = &self.stages[stage].factors;
        if factors.iter().any(|factor| head(&factor.key) == "stop") {
            return Effort::default();
        }
        let is_relevant: Vec<bool> = factors.iter().map(|factor| changes_resources(&factor.key)).collect();
        let mut configurations: HashMap<Vec<Option<usize>>, Option<TrialConfig>> = HashMap::new();
        let allowance = |point| {
            let levels = self.stages[stage].levels_of(point).into_iter().zip(&is_relevant);
            let levels = levels.map(|(level, relevant)| level.filter(|_| *relevant)).collect();
            let configuration = || self.point(stage, selected, point).ok();
            configurations.entry(levels).or_insert_with(configuration).as_ref()?.allowance()
        };
        let allowances: Vec<Option<u64>> = (0..self.stages[stage].points()).map(allowance).collect();
        let effort = Effort { allowances, equal: None };
        match effort.unequal() {
            Some([(_, least), _]) => {
                Effort { equal: equal_effort(configurations.into_values().flatten(), least), ..effort }
            }
            None => effort,
        }
    }
}

/// Returns the limit with which all of some configurations may spend as many evaluations, of which one may spend the `least`.
fn equal_effort(configurations: impl Iterator<Item = TrialConfig>, least: u64) -> Option<EqualEffort> {
    let mut configurations: Vec<TrialConfig> =
        configurations.filter(|configuration| configuration.allowance().is_some()).collect();
    let mut allowances = |evaluations: u64, replaces_generations: bool| -> Vec<(usize, u64)> {
        for configuration in &mut configurations {
            configuration.stop.evaluations = Some(evaluations);
            configuration.stop.generations = configuration.stop.generations.filter(|_| !replaces_generations);
        }
        configurations.iter().filter_map(TrialConfig::allowance).enumerate().collect()
    };
    // A larger number where the generations of some configurations are large, since they are not cut.
    let largest = allowances(least, false).into_iter().map(|(_, allowance)| allowance).max()?;
    let candidates = [(least, false), (largest, false), (5 * largest, false), (largest, true), (5 * largest, true)];
    let is_equal = |(evaluations, replaces_generations): &(u64, bool)| {
        differing(allowances(*evaluations, *replaces_generations).into_iter()).is_none()
    };
    let (evaluations, replaces_generations) = candidates.into_iter().find(is_equal)?;
    Some(EqualEffort { evaluations, replaces_generations })
}

/// Returns whether a key changes the number of individuals or of rows of a trial.
pub fn changes_resources(key: &str) -> bool {
    !["alphabet", "objective", "selection", "crossover", "mutation", "immigrants"].contains(&head(key))
}
