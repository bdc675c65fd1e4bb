//! The results as a reader asks for them: by stage and design point.

use crate::experiment::record::{
    BaselineRow, ConvergenceRow, FrontRow, Results, SolutionRow, StageFacts, TrialOutcome, TrialRow,
};
use crate::stats::{Interval, mean, wilson_95};

/// A results folder, its trials sorted into stages and points.
#[derive(Debug)]
pub(super) struct Study<'a> {
    /// Everything there is.
    pub(super) results: &'a Results,
    /// The stages in order.
    pub(super) stages: Vec<Stage<'a>>,
}

/// A stage with its trials.
#[derive(Debug)]
pub(super) struct Stage<'a> {
    /// Its number, from 1.
    pub(super) number: usize,
    /// What it asks.
    pub(super) facts: &'a StageFacts,
    /// Its design points in order.
    pub(super) points: Vec<Point<'a>>,
}

/// A design point with its trials.
#[derive(Debug)]
pub(super) struct Point<'a> {
    /// Its number within the stage, from 1.
    pub(super) number: u64,
    /// Its levels, in the order of the stage's factors.
    pub(super) levels: &'a [String],
    /// Is it the one that the stage chose?
    pub(super) winner: bool,
    /// All its trials, failed ones too.
    pub(super) trials: Vec<&'a TrialRow>,
}

/// How often something was solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Solved {
    /// How often.
    pub(super) count: u64,
    /// Out of how many.
    pub(super) of: u64,
}

impl Solved {
    /// The interval of 95 % for the rate.
    pub(super) fn interval(self) -> Option<Interval> {
        wilson_95(self.count, self.of)
    }
}

impl<'a> Study<'a> {
    /// Sorts the trials.
    pub(super) fn new(results: &'a Results) -> Self {
        let stage = |(at, facts): (usize, &'a StageFacts)| {
            let mut points: Vec<Point<'a>> = (1..)
                .zip(&facts.points)
                .map(|(number, levels)| Point { number, levels, winner: facts.winner == Some(number), trials: vec![] })
                .collect();
            for trial in results.trials.iter().filter(|trial| trial.stage == facts.name) {
                let index = trial.point.checked_sub(1).and_then(|index| usize::try_from(index).ok());
                if let Some(point) = index.and_then(|index| points.get_mut(index)) {
                    point.trials.push(trial);
                }
            }
            Stage { number: at + 1, facts, points }
        };
        Self { results, stages: results.sweep.stages.iter().enumerate().map(stage).collect() }
    }

    /// The logged generations of a trial, in order.
    pub(super) fn convergence(&self, trial: u64) -> &'a [ConvergenceRow] {
        let rows = &self.results.convergence;
        let from = rows.partition_point(|row| row.trial < trial);
        let to = from + rows[from..].partition_point(|row| row.trial == trial);
        &rows[from..to]
    }

    /// The front of a trial, by shrinking penalty; empty unless it minimises two objectives.
    pub(super) fn front(&self, trial: u64) -> &'a [FrontRow] {
        let rows = &self.results.fronts;
        let from = rows.partition_point(|row| row.trial < trial);
        let to = from + rows[from..].partition_point(|row| row.trial == trial);
        &rows[from..to]
    }

    /// The best trial of the evolution in the last stage that has any on that instance: lowest penalty, then lowest
    /// number.
    pub(super) fn best_of_last_stage(&self, instance: &str) -> Option<(&'a TrialRow, &'a TrialOutcome)> {
        self.stages.iter().rev().find_map(|stage| {
            let trials = stage.points.iter().flat_map(|point| &point.trials);
            trials
                .filter(|trial| trial.instance == instance)
                .filter_map(|trial| Some((*trial, trial.outcome.as_ref()?)))
                .filter(|(_, outcome)| outcome.evolution.is_some())
                .min_by_key(|(trial, outcome)| (outcome.best, trial.trial))
        })
    }

    /// Did deterministic solvers play points of a stage?
    pub(super) fn has_solvers(&self, stage: &str) -> bool {
        let mut stages = self.stages.iter().filter(|there| there.facts.name == stage);
        stages.any(|stage| stage.points.iter().any(Point::is_solvers))
    }

    /// The best solution found for an instance by any stage: lowest penalty, then fewest turns, then lowest number.
    pub(super) fn best_solution(&self, instance: &str) -> Option<&'a SolutionRow> {
        let rows = self.results.solutions.iter().filter(|row| row.instance == instance);
        rows.min_by_key(|row| (row.penalty, row.htm, row.trial))
    }

    /// What the deterministic solvers did with an instance.
    pub(super) fn baselines(&self, instance: &str) -> impl Iterator<Item = &'a BaselineRow> {
        self.results.baselines.iter().filter(move |row| row.instance == instance)
    }

    /// The names of the deterministic solvers, in the order of their first rows.
    pub(super) fn solvers(&self) -> Vec<&'a str> {
        let mut solvers: Vec<&str> = vec![];
        for row in &self.results.baselines {
            if !solvers.contains(&row.solver.as_str()) {
                solvers.push(&row.solver);
            }
        }
        solvers
    }

    /// The trials that failed.
    pub(super) fn failed(&self) -> Vec<&'a TrialRow> {
        self.results.trials.iter().filter(|trial| trial.outcome.is_none()).collect()
    }

    /// How many of all finished trials solved their instance.
    pub(super) fn solved(&self) -> Solved {
        solved(self.results.trials.iter())
    }
}

/// How many of the finished trials solved their instance.
fn solved<'a>(trials: impl Iterator<Item = &'a TrialRow>) -> Solved {
    trials
        .filter_map(|trial| trial.outcome.as_ref())
        .fold(Solved::default(), |sum, outcome| Solved { count: sum.count + u64::from(outcome.solved), of: sum.of + 1 })
}

impl<'a> Stage<'a> {
    /// The point that the stage chose or, while that is open, the one with the lowest mean so far.
    pub(super) fn leader(&self) -> Option<&Point<'a>> {
        self.points.iter().find(|point| point.winner).or_else(|| self.ranking().first().copied())
    }

    /// The points with finished trials, lowest mean best first, then by number.
    pub(super) fn ranking(&self) -> Vec<&Point<'a>> {
        let mut ranked: Vec<_> = self.points.iter().filter_map(|point| Some((mean(&point.finals())?, point))).collect();
        ranked.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        ranked.into_iter().map(|(_, point)| point).collect()
    }

    /// How many of the stage's finished trials solved their instance.
    pub(super) fn solved(&self) -> Solved {
        solved(self.points.iter().flat_map(|point| point.trials.iter().copied()))
    }

    /// The stage's name for the beginning of a file name: its number, and only letters, digits and hyphens.
    pub(super) fn file_stem(&self) -> String {
        format!("{}-{}", self.number, slug(&self.facts.name))
    }
}

impl<'a> Point<'a> {
    /// What came out of the trials that finished.
    pub(super) fn outcomes(&self) -> impl Iterator<Item = &'a TrialOutcome> {
        self.trials.iter().filter_map(|trial| trial.outcome.as_ref())
    }

    /// The lowest penalty of each finished trial.
    pub(super) fn finals(&self) -> Vec<f64> {
        self.outcomes().map(|outcome| outcome.best as f64).collect()
    }

    /// How many of the finished trials solved their instance.
    pub(super) fn solved(&self) -> Solved {
        solved(self.trials.iter().copied())
    }

    /// Did deterministic solvers play it? They have no generations.
    pub(super) fn is_solvers(&self) -> bool {
        let mut outcomes = self.outcomes().peekable();
        outcomes.peek().is_some() && outcomes.all(|outcome| outcome.evolution.is_none())
    }

    /// Genomes evaluated by a trial, on average; `None` where nothing is evolved.
    pub(super) fn mean_evaluations(&self) -> Option<f64> {
        let counts = self.outcomes().filter_map(|outcome| outcome.evolution);
        mean(&counts.map(|counts| counts.evaluations as f64).collect::<Vec<_>>())
    }

    /// Its place among the points of its stage, from 0.
    pub(super) fn index(&self) -> usize {
        usize::try_from(self.number - 1).expect("points are in memory, and counted from 1")
    }

    /// Its levels in a row, for a label.
    pub(super) fn label(&self) -> String {
        if self.levels.is_empty() { "all trials".to_owned() } else { self.levels.join(" · ") }
    }
}

/// A name in letters a file name may have everywhere: small ASCII letters and digits, one hyphen for whatever else.
pub(super) fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let slug = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    slug.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_safe_file_names() {
        assert_eq!(slug("Crossover & mutation/../x"), "crossover-mutation-x");
        assert_eq!(slug("<ü>"), "");
        assert_eq!(slug(&"a".repeat(99)).len(), 60);
    }
}
