//! The evaluations that the configurations of a stage may spend.

use std::collections::HashMap;

use super::Sweep;
use super::key_path::head;
use crate::record::Effort;
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
        Effort { allowances: (0..self.stages[stage].points()).map(allowance).collect() }
    }
}

/// Returns whether a key changes the number of individuals or of rows of a trial.
pub fn changes_resources(key: &str) -> bool {
    !["alphabet", "objective", "selection", "crossover", "mutation", "immigrants"].contains(&head(key))
}
