//! [`ResultIndex`]: the rows of a results folder by stage, design point, instance and trial, for figures and tables, with the logs of
//! trials and the results of deterministic solvers. It has the order of selection, the best trials and counts of solved ones. A race has
//! the stage on held-out instances alone, but best and failed trials are of all. Labels of configurations are made in `label`.

use std::collections::HashMap;

use evocube_experiment::instance::Instance;
use evocube_experiment::record::{
    BaselineRow, ConvergenceRow, Criterion, FactorSummary, FrontRow, RaceSummary, Ranked, Results, SolutionRow,
    StageSummary, TrialOutcome, TrialRow, is_logged, rows_of,
};
use evocube_stats::samples::mean;

/// Key of the factor whose levels are folders that are compared; no sweep varies it.
pub(crate) const COMPARED: &str = "sweep";

/// A results folder with its trials sorted into stages and points.
#[derive(Debug)]
pub(crate) struct ResultIndex<'a> {
    pub(crate) results: &'a Results,
    /// The stages; of a race the one on held-out instances.
    pub(crate) stages: Vec<StageTrials<'a>>,
    /// The trials on held-out instances: a point for the selected configuration of each stage.
    pub(crate) held_out: Option<StageTrials<'a>>,
    /// The trials of all stages by instance.
    by_instance: ByInstance<'a, TrialRow>,
    /// The results of deterministic solvers by instance.
    baselines: ByInstance<'a, BaselineRow>,
    /// The place of the first logged generation of each trial, by the trial's number, for numbers up to a limit.
    log_starts: Vec<usize>,
}

/// Rows by the names of their instances, so that a page of many instances takes a time in proportion to them.
type ByInstance<'a, Row> = HashMap<&'a str, Vec<&'a Row>>;

/// Sorts rows by their instances.
fn by_instance<'a, Row>(rows: impl IntoIterator<Item = &'a Row>, instance: fn(&Row) -> &str) -> ByInstance<'a, Row> {
    let mut sorted = ByInstance::new();
    for row in rows {
        sorted.entry(instance(row)).or_default().push(row);
    }
    sorted
}

/// A stage with its trials.
#[derive(Debug)]
pub(crate) struct StageTrials<'a> {
    /// Its number, from 1.
    pub(crate) number: usize,
    /// Its name, factors and rule of selection.
    pub(crate) summary: &'a StageSummary,
    /// Its design points, by number.
    pub(crate) points: Vec<PointTrials<'a>>,
    /// The number of evaluations within which trials are compared; `None` if they are compared as they ended.
    pub(crate) limit: Option<u64>,
    /// The points with trials in the order of selection.
    order: Vec<Ranked>,
    /// The share of pairs of trials that each point wins against the others, if that is a criterion of selection.
    shares: Vec<Option<f64>>,
}

/// A design point with its trials.
#[derive(Debug)]
pub(crate) struct PointTrials<'a> {
    /// Its number within the stage, from 1.
    pub(crate) number: u64,
    /// Its levels, in the order of the stage's factors.
    pub(crate) levels: &'a [String],
    /// Whether the stage selected it.
    pub(crate) selected: bool,
    /// All its trials, with failed ones.
    pub(crate) trials: Vec<&'a TrialRow>,
    by_instance: ByInstance<'a, TrialRow>,
}

/// A number of solved trials: those that reached their target, by default the solved instance; of solvers, those that solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SolvedCount {
    /// The solved trials.
    pub(crate) count: u64,
    /// All trials.
    pub(crate) trials: u64,
}

/// Counts trials by whether each is solved.
impl FromIterator<bool> for SolvedCount {
    fn from_iter<Trials: IntoIterator<Item = bool>>(trials: Trials) -> Self {
        trials.into_iter().fold(Self::default(), |sum, is_solved| Self {
            count: sum.count + u64::from(is_solved),
            trials: sum.trials + 1,
        })
    }
}

impl<'a> ResultIndex<'a> {
    /// Sorts the trials.
    pub(crate) fn new(results: &'a Results) -> Self {
        let stage = |(index, summary): (usize, &'a StageSummary)| {
            let mut points: Vec<PointTrials<'a>> = (1..)
                .zip(&summary.points)
                .map(|(number, levels)| PointTrials {
                    number,
                    levels,
                    selected: summary.selected == Some(number),
                    trials: vec![],
                    by_instance: ByInstance::new(),
                })
                .collect();
            for trial in results.trials.iter().filter(|trial| *trial.stage == *summary.name) {
                let index =
                    summary.same.first_number(trial.point).checked_sub(1).and_then(|index| usize::try_from(index).ok());
                if let Some(point) = index.and_then(|index| points.get_mut(index)) {
                    point.trials.push(trial);
                }
            }
            for point in &mut points {
                point.by_instance = by_instance(point.trials.iter().copied(), |trial| &trial.instance);
            }
            let (order, shares) = summary.ranking(&results.trials, &results.convergence);
            StageTrials { number: index + 1, summary, points, limit: summary.effort.limit(), order, shares }
        };
        let stages = &results.sweep.stages;
        let held_out = |index| results.sweep.held_out.as_ref().map(|held_out| stage((index, &held_out.stage)));
        // Costs within a race are biased, so that its configurations are compared on held-out instances only.
        let (stages, held_out) = if stages.first().is_some_and(|stage| stage.race.is_some()) {
            (held_out(0).filter(|stage| !stage.order.is_empty()).into_iter().collect(), None)
        } else {
            (stages.iter().enumerate().map(stage).collect(), held_out(stages.len()))
        };
        Self {
            results,
            stages,
            held_out,
            by_instance: by_instance(&results.trials, |trial| &trial.instance),
            baselines: by_instance(&results.baselines, |row| &row.instance),
            log_starts: log_starts(&results.convergence),
        }
    }

    /// Returns the race, if the sweep is one.
    pub(crate) fn race(&self) -> Option<&'a RaceSummary> {
        self.results.sweep.stages.first()?.race.as_ref()
    }

    /// Returns the trials of a stage's selected configuration on held-out instances; `None` without any.
    pub(crate) fn held_out(&self, stage: &StageTrials<'_>) -> Option<&PointTrials<'a>> {
        self.held_out.as_ref()?.points.get(stage.number - 1).filter(|point| !point.trials.is_empty())
    }

    /// Returns the logged generations of a trial, in order.
    pub(crate) fn convergence(&self, trial: u64) -> &'a [ConvergenceRow] {
        let rows = &self.results.convergence;
        let number = usize::try_from(trial).unwrap_or(usize::MAX - 1);
        match (self.log_starts.get(number), self.log_starts.get(number + 1)) {
            (Some(&start), Some(&end)) => &rows[start..end],
            _ => rows_of(rows, trial, |row| row.trial),
        }
    }

    /// Returns the logged generations of a trial that do not depend on its improvements, and its last one. Only these may be averaged
    /// over trials: a population that has just improved is not a typical one.
    pub(crate) fn scheduled(&self, trial: u64) -> impl Iterator<Item = &'a ConvergenceRow> {
        let (rows, every) = (self.convergence(trial), self.results.sweep.log_every);
        let last = rows.len().saturating_sub(1);
        let is_kept = move |place: usize, row: &ConvergenceRow| place == last || is_logged(row.generation, every);
        rows.iter().enumerate().filter(move |(place, row)| is_kept(*place, row)).map(|(_, row)| row)
    }

    /// Returns the front of a trial, by decreasing penalty; empty unless it minimizes two objectives.
    pub(crate) fn front(&self, trial: u64) -> &'a [FrontRow] {
        rows_of(&self.results.fronts, trial, |row| row.trial)
    }

    /// Returns the best trial on an instance among those that have a log.
    pub(crate) fn best_trial(&self, instance: &str) -> Option<(&'a TrialRow, &'a TrialOutcome)> {
        self.best(instance, |trial| !self.convergence(trial.trial).is_empty())
    }

    /// Returns the best trial on an instance among some: lowest penalty, then fewest moves, then lowest number. Where
    /// objectives vary, their penalties are not compared: solved trials are the best, or else those of the leading
    /// configuration.
    fn best(&self, instance: &str, among: impl Fn(&TrialRow) -> bool) -> Option<(&'a TrialRow, &'a TrialOutcome)> {
        let trials = self.by_instance.get(instance)?.iter().copied().filter(|trial| among(trial));
        let finished = trials.filter_map(|trial| Some((trial, trial.outcome.as_ref()?)));
        let one_objective = self.stages.iter().all(|stage| stage.summary.selection.comparable_penalties);
        let leader = self.stages.iter().rev().find_map(|stage| Some((stage, stage.leader()?)));
        let is_leaders = |trial: &TrialRow| {
            leader.is_some_and(|(stage, leader)| {
                *trial.stage == *stage.summary.name && stage.summary.same.first_number(trial.point) == leader.number
            })
        };
        finished.min_by_key(|(trial, outcome)| {
            let other_objective = !one_objective && !outcome.solved && !is_leaders(trial);
            (other_objective, outcome.best, outcome.htm, trial.trial)
        })
    }

    /// Returns whether deterministic solvers ran in a stage.
    pub(crate) fn has_solvers(&self, stage: &str) -> bool {
        let mut stages = self.stages.iter().filter(|there| there.summary.name == stage);
        stages.any(|stage| stage.points.iter().any(PointTrials::is_solvers))
    }

    /// Returns the solution of the best trial on an instance, over all stages.
    pub(crate) fn best_solution(&self, instance: &str) -> Option<&'a SolutionRow> {
        let (best, _) = self.best(instance, |_| true)?;
        rows_of(&self.results.solutions, best.trial, |row| row.trial).first()
    }

    /// Returns the results of the deterministic solvers on an instance.
    pub(crate) fn baselines(&self, instance: &str) -> impl Iterator<Item = &'a BaselineRow> {
        self.baselines.get(instance).into_iter().flatten().copied()
    }

    /// Returns the names of the deterministic solvers, in the order of their first rows.
    pub(crate) fn solvers(&self) -> Vec<&'a str> {
        let mut solvers: Vec<&str> = vec![];
        for row in &self.results.baselines {
            if !solvers.contains(&row.solver.as_str()) {
                solvers.push(&row.solver);
            }
        }
        solvers
    }

    /// Returns the trials that failed.
    pub(crate) fn failed(&self) -> Vec<&'a TrialRow> {
        self.results.trials.iter().filter(|trial| trial.outcome.is_none()).collect()
    }

    /// Returns the solved among the finished trials of all stages, those on held-out instances not included; of a race these alone.
    pub(crate) fn solved(&self) -> SolvedCount {
        self.stages.iter().flat_map(StageTrials::outcomes).map(|outcome| outcome.reached).collect()
    }
}

/// Returns the place of the first row of each trial, by the trial's number. Every figure asks for the rows of every trial. Numbers far
/// above the number of rows are left out.
fn log_starts(rows: &[ConvergenceRow]) -> Vec<usize> {
    let mut starts = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        match usize::try_from(row.trial) {
            Ok(trial) if trial <= 100 * rows.len() => starts.resize(starts.len().max(trial + 1), place),
            _ => return starts,
        }
    }
    starts.push(rows.len());
    starts
}

impl<'a> StageTrials<'a> {
    /// Returns the configuration that the stage selected or, while that is open, the first in the order of selection.
    pub(crate) fn leader(&self) -> Option<&PointTrials<'a>> {
        self.points.iter().find(|point| point.selected).or_else(|| self.ranking().next())
    }

    /// Returns whether a point is compared with the others: it may spend the evaluations within which trials are compared, and no earlier
    /// one is the same configuration.
    pub(crate) fn is_compared(&self, point: usize) -> bool {
        self.summary.effort.is_compared(point) && self.summary.same.first(point) == point
    }

    /// Returns the points without those that an earlier one stands for.
    pub(crate) fn configurations(&self) -> impl Iterator<Item = &PointTrials<'a>> {
        self.points.iter().filter(|point| self.summary.same.first(point.index()) == point.index())
    }

    /// Returns the points with trials in the order of selection.
    pub(crate) fn ranking(&self) -> impl Iterator<Item = &PointTrials<'a>> {
        self.order.iter().map(|ranked| &self.points[ranked.point])
    }

    /// Returns the share of pairs of trials that a point wins against the others, in the order of selection; `None` if that is no
    /// criterion of it, or the point is not compared.
    pub(crate) fn share(&self, point: &PointTrials<'_>) -> Option<f64> {
        *self.shares.get(point.index())?
    }

    /// Returns the configuration next to the leading one in the order of selection, and the criterion in which it is worse:
    /// none where both are equal in all. `None` without another, and where the leading one is not the first by the
    /// trials that are here, because all shards together have selected it.
    pub(crate) fn next_best(&self) -> Option<(&PointTrials<'a>, Option<Criterion>)> {
        let [first, second, ..] = &self.order[..] else { return None };
        let leads = self.leader().is_some_and(|leader| leader.index() == first.point);
        leads.then(|| (&self.points[second.point], second.decided_by))
    }

    /// Returns all its trials, with failed ones.
    pub(crate) fn trials(&self) -> impl Iterator<Item = &'a TrialRow> {
        self.points.iter().flat_map(|point| point.trials.iter().copied())
    }

    /// Returns the outcomes of its finished trials.
    pub(crate) fn outcomes(&self) -> impl Iterator<Item = &'a TrialOutcome> {
        self.points.iter().flat_map(PointTrials::outcomes)
    }

    /// Returns whether its points are all combinations of the levels of two factors.
    pub(crate) fn has_all_pairs(&self, factor: &FactorSummary, other: &FactorSummary) -> bool {
        self.points.len() == factor.levels.len() * other.levels.len()
            && self.points.iter().all(|point| point.levels.iter().all(|level| !level.is_empty()))
    }

    /// Returns whether there is more than one trial, so that trials can be compared.
    pub(crate) fn has_several_trials(&self) -> bool {
        self.trials().count() > 1
    }

    /// Returns the solved among the stage's finished trials.
    pub(crate) fn solved(&self) -> SolvedCount {
        self.outcomes().map(|outcome| outcome.reached).collect()
    }
}

impl<'a> PointTrials<'a> {
    /// Returns a value of the trials on each of these instances; trials without one are left out.
    pub(crate) fn values_by_instance<T>(
        &self,
        instances: &[Instance],
        value: impl Fn(&TrialRow) -> Option<T>,
    ) -> Vec<Vec<T>> {
        instances.iter().map(|instance| self.on_instance(&instance.name).filter_map(&value).collect()).collect()
    }

    /// Returns the trials on an instance, with failed ones.
    pub(crate) fn on_instance(&self, name: &str) -> impl Iterator<Item = &'a TrialRow> {
        self.trials_on(name).iter().copied()
    }

    /// Returns its trials on an instance, in order.
    pub(crate) fn trials_on(&self, instance: &str) -> &[&'a TrialRow] {
        self.by_instance.get(instance).map_or(&[], |trials| trials)
    }

    /// Returns the outcomes of the finished trials.
    pub(crate) fn outcomes(&self) -> impl Iterator<Item = &'a TrialOutcome> {
        self.trials.iter().filter_map(|trial| trial.outcome.as_ref())
    }

    /// Returns the lowest penalty of each finished trial.
    pub(crate) fn finals(&self) -> Vec<f64> {
        self.outcomes().map(|outcome| outcome.best as f64).collect()
    }

    /// Returns the number of moves of each solved trial.
    pub(crate) fn moves_of_solved(&self) -> Vec<f64> {
        self.outcomes().filter(|outcome| outcome.solved).map(|outcome| outcome.htm as f64).collect()
    }

    /// Returns the solved among the finished trials.
    pub(crate) fn solved(&self) -> SolvedCount {
        self.outcomes().map(|outcome| outcome.reached).collect()
    }

    /// Returns whether its trials are those of a deterministic solver, which has no generations.
    pub(crate) fn is_solvers(&self) -> bool {
        let mut outcomes = self.outcomes().peekable();
        outcomes.peek().is_some() && outcomes.all(|outcome| outcome.evolution.is_none())
    }

    /// Returns the mean number of genomes that a trial evaluates until it reaches its target or ends; `None` without evolution.
    pub(crate) fn mean_evaluations(&self) -> Option<f64> {
        let counts = self.outcomes().filter_map(TrialOutcome::evaluations_until_reached);
        mean(&counts.map(|evaluations| evaluations as f64).collect::<Vec<_>>())
    }

    /// Returns the index among the points of the stage, from 0.
    pub(crate) fn index(&self) -> usize {
        usize::try_from(self.number - 1).expect("points are in memory, and counted from 1")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logged_generations_are_found_by_number_and_by_search() {
        let row = |trial| ConvergenceRow {
            trial,
            generation: 0,
            evaluations: 0,
            best: 1,
            worst: 1,
            mean: 1.0,
            midrange: 1.0,
            std: 0.0,
            distinct: 1,
            children_better: 0,
            children_worse: 0,
            restarts: 0,
            observed: Vec::new(),
        };
        let convergence = [2, 2, 2, 5, 7, 7, 1 << 40].map(row).to_vec();
        let results = Results { convergence, ..Results::default() };
        let index = ResultIndex::new(&results);
        let counts = [0, 1, 2, 3, 5, 6, 7, 8, 9, 1 << 40, u64::MAX].map(|trial| index.convergence(trial).len());
        assert_eq!(counts, [0, 0, 3, 0, 1, 0, 2, 0, 0, 1, 0]);
    }
}
