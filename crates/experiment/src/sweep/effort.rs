//! The number of evaluations that the configurations of a stage may spend, the configuration that a stage selects, and the stages in which
//! the selection may need logged generations. [`changes_resources`]: the keys that may change the number of individuals or of rows.
//! `Effort` is in `record::effort`, the order by scores in `record::selection`.

use std::collections::HashMap;

use super::key_path::head;
use super::{Factor, Stage, Sweep};
use crate::record::{ConvergenceRow, Effort, EffortRule, Score, SelectionRule, TrialRow};
use evocube_engine::evolve::algorithm::Algorithm;
use evocube_engine::evolve::config::TrialConfig;

impl Sweep {
    /// Returns the evaluations that the configurations of a stage may spend, given the indices of the points that the earlier
    /// stages selected.
    pub fn effort(&self, stage: usize, selected: &[usize]) -> Effort {
        let factors = &self.stages[stage].factors;
        let rule = self.stages[stage].comparison.effort;
        let is_relevant: Vec<bool> = factors.iter().map(Factor::changes_resources).collect();
        let mut configurations: HashMap<Vec<Option<usize>>, Option<TrialConfig>> = HashMap::new();
        let (mut allowances, mut without_penalty) = (vec![], vec![]);
        for point in 0..self.stages[stage].points() {
            let levels = self.stages[stage].levels_of(point).into_iter().zip(&is_relevant);
            let levels = levels.map(|(level, relevant)| level.filter(|_| *relevant)).collect();
            let configuration = || self.point(stage, selected, point).ok();
            let configuration = configurations.entry(levels).or_insert_with(configuration).as_ref();
            allowances.push(configuration.and_then(TrialConfig::allowance));
            let is_on_states = |config: &TrialConfig| matches!(config.algorithm, Algorithm::OnStates(_));
            without_penalty.extend(configuration.is_some_and(is_on_states).then_some(point));
        }
        Effort { rule, allowances, without_penalty }
    }
}

impl Sweep {
    /// Returns the index of the selected design point of a stage among the scores of its trials, given the indices of the points that
    /// the earlier stages selected. Failed trials count as worse than all others; ties go to the point that comes first. In a race it is
    /// the first elite, whatever the scores.
    pub fn select(&self, stage: usize, selected: &[usize], scores: impl IntoIterator<Item = Score>) -> usize {
        self.select_by(stage, selected, &self.effort_of_selection(stage, selected), scores)
    }

    /// Returns the selected design point, given the effort of the stage.
    fn select_by(
        &self,
        stage: usize,
        selected: &[usize],
        effort: &Effort,
        scores: impl IntoIterator<Item = Score>,
    ) -> usize {
        let planned = &self.stages[stage];
        if let Some(race) = planned.race() {
            return race.elites.first().copied().unwrap_or(0);
        }
        let same = self.same_configurations(stage, selected);
        let scores = scores.into_iter().map(|score| score.of_first(&same));
        planned.selection().order(planned.points(), scores, effort).first().map_or(0, |ranked| ranked.point)
    }

    /// Returns the index of the selected design point of a stage among rows, given those of `convergence.csv`. Rows of other stages
    /// are ignored.
    pub fn select_among<'a>(
        &self,
        stage: usize,
        selected: &[usize],
        rows: impl IntoIterator<Item = &'a TrialRow>,
        log: &'a [ConvergenceRow],
    ) -> usize {
        let effort = self.effort_of_selection(stage, selected);
        let limit = effort.limit();
        let rows = rows.into_iter().filter(|row| *row.stage == *self.stages[stage].name);
        self.select_by(stage, selected, &effort, Score::of_rows(rows, limit, log))
    }

    /// Returns the effort of a stage, as far as its rule of selection needs it.
    fn effort_of_selection(&self, stage: usize, selected: &[usize]) -> Effort {
        match self.stages[stage].rule {
            SelectionRule::Outcome => self.effort(stage, selected),
            _ => Effort::default(),
        }
    }

    /// Returns the names of the stages in which the selection may depend on logged generations: those whose configurations may spend
    /// different numbers of evaluations, whatever the earlier stages select.
    pub(crate) fn stages_with_steps(&self) -> Vec<String> {
        let selects_by_steps = |stage: &&Stage| {
            let varies = || stage.factors.iter().any(Factor::changes_resources);
            let is_unequal = match stage.comparison.effort {
                EffortRule::Equal => varies(),
                EffortRule::Own => false,
                EffortRule::Within(_) => true,
            };
            stage.rule == SelectionRule::Outcome && !stage.is_racing() && is_unequal
        };
        self.selecting_stages().iter().filter(selects_by_steps).map(|stage| stage.name.clone()).collect()
    }
}

impl Factor {
    /// Returns whether it may change the number of individuals or of rows of a trial.
    pub fn changes_resources(&self) -> bool {
        self.keys().into_iter().any(changes_resources)
    }
}

/// Returns whether a key may change the number of individuals or of rows of a trial: any one except `alphabet`, `objective`,
/// `selection`, `crossover`, `mutation`, `immigrants` and those inside them.
pub fn changes_resources(key: &str) -> bool {
    !["alphabet", "objective", "selection", "crossover", "mutation", "immigrants"].contains(&head(key))
}
