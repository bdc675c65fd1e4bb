//! [`StatsDocument`]: the statistics of `evocube stats`, as its JSON has them: lengths, steps, nodes, times, and lower bounds of unsolved
//! states. All but the times, which are given, are computed here from the solved states; `print` writes them as text.

use std::collections::BTreeMap;

use evocube::solver::SolutionPart;
use serde::Serialize;

use crate::cli::terminal::counted;

/// The lengths and nodes of one solution.
pub(crate) struct SolvedState {
    /// Moves before cancelling.
    pub(crate) before: usize,
    /// Moves after cancelling.
    pub(crate) after: usize,
    /// The steps of the solver.
    pub(crate) parts: Vec<SolutionPart>,
    /// Search nodes.
    pub(crate) nodes: u64,
}

/// The states, and the solver that solves them.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Sample<'a> {
    pub(crate) solver: &'a str,
    pub(crate) puzzle: &'a str,
    pub(crate) metric: &'static str,
    /// The unit of lengths.
    #[serde(skip)]
    pub(crate) unit: &'static str,
    pub(crate) count: u32,
    /// The number of random moves that lead to each state; `None` for uniformly random states.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) turns: Option<u32>,
    pub(crate) seed: u64,
}

impl Sample<'_> {
    /// Returns the number of states, and how they are drawn.
    pub(crate) fn states(&self) -> String {
        let count = u64::from(self.count);
        match self.turns {
            None => counted(count, "uniform random state"),
            Some(turns) => format!("{} after {}", counted(count, "state"), counted(u64::from(turns), "random move")),
        }
    }
}

/// The JSON document.
#[derive(Debug, Serialize)]
pub(crate) struct StatsDocument<'a> {
    #[serde(flatten)]
    pub(crate) sample: Sample<'a>,
    pub(crate) solved: u32,
    /// The number of unsolved states by their proved minimum length.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) lower_bounds: BTreeMap<usize, u32>,
    pub(crate) before: Option<LengthDistribution>,
    pub(crate) after: Option<LengthDistribution>,
    pub(crate) nodes: Option<NodeStatistics>,
    /// The only values that differ from run to run.
    pub(crate) seconds: SolveTimes,
    pub(crate) steps: Vec<StepStatistics>,
    pub(crate) cubes: Vec<StatesByStep>,
}

/// A distribution of lengths.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct LengthDistribution {
    pub(crate) mean: f64,
    pub(crate) min: usize,
    pub(crate) max: usize,
    /// The number of solutions of each length.
    pub(crate) distribution: BTreeMap<usize, u32>,
}

/// Search nodes per solution.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct NodeStatistics {
    pub(crate) mean: f64,
    pub(crate) max: u64,
}

/// Wall-clock times in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) struct SolveTimes {
    /// The mean and the maximum per state.
    pub(crate) mean: f64,
    pub(crate) max: f64,
    /// All states together, on `threads` threads.
    pub(crate) all: f64,
    pub(crate) threads: usize,
}

/// The number of states in which a step made a move, and its lengths there.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct StepStatistics {
    pub(crate) name: &'static str,
    pub(crate) ran: u32,
    pub(crate) mean: Option<f64>,
    pub(crate) max: usize,
    /// The number of solutions by the length of the step.
    pub(crate) distribution: BTreeMap<usize, u32>,
}

/// The number of states that needed `steps` steps, and their mean length before cancelling.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct StatesByStep {
    pub(crate) steps: usize,
    pub(crate) cubes: u32,
    pub(crate) mean: Option<f64>,
}

impl<'a> StatsDocument<'a> {
    /// Computes the statistics of solved states, and of the lower bounds of unsolved ones.
    pub(crate) fn new(sample: Sample<'a>, seconds: SolveTimes, runs: &[SolvedState], bounds: &[usize]) -> Self {
        let steps = runs.first().map_or(0, |run| run.parts.len());
        let step = |number: usize| {
            let turns = runs.iter().map(|run| run.parts[number].turns);
            let (ran, mean) = average(turns.clone().filter(|&turns| turns > 0));
            let (max, distribution) = (turns.clone().max().unwrap_or(0), counts(turns));
            StepStatistics { name: runs[0].parts[number].name, ran, mean, max, distribution }
        };
        let needed = |run: &SolvedState| run.parts.iter().filter(|part| part.turns > 0).count();
        let cubes = |steps: usize| {
            let (cubes, mean) = average(runs.iter().filter(|run| needed(run) == steps).map(|run| run.before));
            StatesByStep { steps, cubes, mean }
        };
        Self {
            sample,
            solved: average(runs.iter().map(|run| run.before)).0,
            lower_bounds: counts(bounds.iter().copied()),
            before: LengthDistribution::new(runs.iter().map(|run| run.before)),
            after: LengthDistribution::new(runs.iter().map(|run| run.after)),
            nodes: nodes(runs),
            seconds,
            steps: (0..steps).map(step).collect(),
            cubes: (1..=steps).map(cubes).collect(),
        }
    }
}

/// Returns the number of values, and their mean if there are any. Integer sums make the order irrelevant.
fn average(lengths: impl Iterator<Item = usize>) -> (u32, Option<f64>) {
    let (count, sum) = lengths.fold((0u32, 0u64), |(count, sum), length| (count + 1, sum + length as u64));
    (count, (count > 0).then(|| sum as f64 / f64::from(count)))
}

/// Counts each length.
fn counts(lengths: impl Iterator<Item = usize>) -> BTreeMap<usize, u32> {
    let mut counts = BTreeMap::new();
    for length in lengths {
        *counts.entry(length).or_insert(0) += 1;
    }
    counts
}

/// Summarizes the nodes; `None` without solutions.
fn nodes(runs: &[SolvedState]) -> Option<NodeStatistics> {
    let sum: u64 = runs.iter().map(|run| run.nodes).sum();
    Some(NodeStatistics { mean: sum as f64 / runs.len() as f64, max: runs.iter().map(|run| run.nodes).max()? })
}

impl LengthDistribution {
    /// Summarizes lengths; `None` without any.
    fn new(lengths: impl Iterator<Item = usize> + Clone) -> Option<Self> {
        let (_, mean) = average(lengths.clone());
        let (min, max) = (lengths.clone().min()?, lengths.clone().max()?);
        Some(Self { mean: mean?, min, max, distribution: counts(lengths) })
    }

    /// Counts the solutions in bins of `width` lengths.
    pub(crate) fn binned(&self, width: usize) -> BTreeMap<usize, u32> {
        let mut bins = BTreeMap::new();
        for (length, count) in &self.distribution {
            *bins.entry(length / width).or_insert(0) += count;
        }
        bins
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_counted_where_they_make_a_move() {
        let run = |turns: [usize; 2], after, nodes| SolvedState {
            before: turns.iter().sum(),
            after,
            parts: ["first", "second"]
                .into_iter()
                .zip(turns)
                .map(|(name, turns)| SolutionPart::new(name, vec![turns]))
                .collect(),
            nodes,
        };
        let sample =
            Sample { solver: "test", puzzle: "cube3", metric: "htm", unit: "moves", count: 3, turns: None, seed: 1 };
        let report = |runs: &[SolvedState]| StatsDocument::new(sample, SolveTimes::default(), runs, &[17, 16, 17]);
        let statistics = report(&[run([4, 0], 4, 7), run([2, 5], 6, 1), run([0, 0], 0, 1)]);
        let step = |name, ran, mean, max, distribution: [(usize, u32); 3]| StepStatistics {
            name,
            ran,
            mean: Some(mean),
            max,
            distribution: distribution.into_iter().filter(|&(_, count)| count > 0).collect(),
        };
        assert_eq!(statistics.steps[0], step("first", 2, 3.0, 4, [(0, 1), (2, 1), (4, 1)]));
        assert_eq!(statistics.steps[1], step("second", 1, 5.0, 5, [(0, 2), (5, 1), (6, 0)]));
        assert_eq!(statistics.cubes[0], StatesByStep { steps: 1, cubes: 1, mean: Some(4.0) });
        assert_eq!(statistics.cubes[1], StatesByStep { steps: 2, cubes: 1, mean: Some(7.0) });
        assert_eq!(statistics.nodes, Some(NodeStatistics { mean: 3.0, max: 7 }));
        let full_lengths = statistics.before.expect("three runs");
        assert_eq!(
            (full_lengths.min, full_lengths.max, full_lengths.binned(5)),
            (0, 7, BTreeMap::from([(0, 2), (1, 1)]))
        );
        let empty_report = report(&[]);
        assert_eq!((empty_report.before, empty_report.nodes, empty_report.solved), (None, None, 0));
        assert_eq!(empty_report.lower_bounds, BTreeMap::from([(16, 1), (17, 2)]));
    }
}
