//! What `stats` counts.

use std::collections::BTreeMap;

use evocube::solver::Part;
use serde::Serialize;

/// What is counted of one solution.
pub(crate) struct Run {
    /// Turns before cancelling.
    pub(crate) before: usize,
    /// Turns after it.
    pub(crate) after: usize,
    /// Its steps.
    pub(crate) parts: Vec<Part>,
    /// How many nodes were searched.
    pub(crate) nodes: u64,
}

/// What was asked for.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Question<'a> {
    pub(crate) solver: &'a str,
    pub(crate) puzzle: &'a str,
    pub(crate) metric: &'static str,
    /// What lengths are counted in, in words.
    #[serde(skip)]
    pub(crate) unit: &'static str,
    pub(crate) count: u32,
    pub(crate) seed: u64,
}

/// What `--json` prints.
#[derive(Debug, Serialize)]
pub(crate) struct Report<'a> {
    #[serde(flatten)]
    pub(crate) question: Question<'a>,
    pub(crate) solved: u32,
    /// How many of the others are proved to need at least so many turns.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) lower_bounds: BTreeMap<usize, u32>,
    pub(crate) before: Option<Lengths>,
    pub(crate) after: Option<Lengths>,
    pub(crate) nodes: Option<Nodes>,
    /// The only figures that differ from run to run.
    pub(crate) seconds: Seconds,
    pub(crate) steps: Vec<Step>,
    pub(crate) cubes: Vec<Cubes>,
}

/// A distribution of lengths.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Lengths {
    pub(crate) mean: f64,
    pub(crate) min: usize,
    pub(crate) max: usize,
    /// How many solutions have each length.
    pub(crate) distribution: BTreeMap<usize, u32>,
}

/// How many nodes a solution took.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Nodes {
    pub(crate) mean: f64,
    pub(crate) max: u64,
}

/// How long it took, by the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Seconds {
    /// A state, on average and at most.
    pub(crate) mean: f64,
    pub(crate) max: f64,
    /// All of them, on so many threads.
    pub(crate) all: f64,
    pub(crate) threads: usize,
}

/// How often a step had something to do, and how long it was then.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) ran: u32,
    pub(crate) mean: Option<f64>,
    pub(crate) max: usize,
    /// How many solutions have each length of the step.
    pub(crate) distribution: BTreeMap<usize, u32>,
}

/// How many cubes needed so many steps, and how many turns, before cancelling.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Cubes {
    pub(crate) steps: usize,
    pub(crate) cubes: u32,
    pub(crate) mean: Option<f64>,
}

impl<'a> Report<'a> {
    /// The report on these runs, and on states of which only a bound is known.
    pub(crate) fn new(question: Question<'a>, seconds: Seconds, runs: &[Run], bounds: &[usize]) -> Self {
        let steps = runs.first().map_or(0, |run| run.parts.len());
        let step = |number: usize| {
            let turns = runs.iter().map(|run| run.parts[number].turns);
            let (ran, mean) = average(turns.clone().filter(|&turns| turns > 0));
            let (max, distribution) = (turns.clone().max().unwrap_or(0), counts(turns));
            Step { name: runs[0].parts[number].name, ran, mean, max, distribution }
        };
        let needed = |run: &Run| run.parts.iter().filter(|part| part.turns > 0).count();
        let cubes = |steps: usize| {
            let (cubes, mean) = average(runs.iter().filter(|run| needed(run) == steps).map(|run| run.before));
            Cubes { steps, cubes, mean }
        };
        Self {
            question,
            solved: average(runs.iter().map(|run| run.before)).0,
            lower_bounds: counts(bounds.iter().copied()),
            before: Lengths::new(runs.iter().map(|run| run.before)),
            after: Lengths::new(runs.iter().map(|run| run.after)),
            nodes: nodes(runs),
            seconds,
            steps: (0..steps).map(step).collect(),
            cubes: (1..=steps).map(cubes).collect(),
        }
    }
}

/// How many there are, and their mean if there are any. Sums are of integers, so that their order does not matter.
fn average(lengths: impl Iterator<Item = usize>) -> (u32, Option<f64>) {
    let (count, sum) = lengths.fold((0u32, 0u64), |(count, sum), length| (count + 1, sum + length as u64));
    (count, (count > 0).then(|| sum as f64 / f64::from(count)))
}

/// How often each length occurs.
fn counts(lengths: impl Iterator<Item = usize>) -> BTreeMap<usize, u32> {
    let mut counts = BTreeMap::new();
    for length in lengths {
        *counts.entry(length).or_insert(0) += 1;
    }
    counts
}

/// The nodes of these runs; `None` of nothing.
fn nodes(runs: &[Run]) -> Option<Nodes> {
    let sum: u64 = runs.iter().map(|run| run.nodes).sum();
    Some(Nodes { mean: sum as f64 / runs.len() as f64, max: runs.iter().map(|run| run.nodes).max()? })
}

impl Lengths {
    /// The distribution of these lengths; `None` of nothing.
    fn new(lengths: impl Iterator<Item = usize> + Clone) -> Option<Self> {
        let (_, mean) = average(lengths.clone());
        let (min, max) = (lengths.clone().min()?, lengths.clone().max()?);
        Some(Self { mean: mean?, min, max, distribution: counts(lengths) })
    }

    /// How many solutions there are in each range of so many lengths.
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
    fn steps_count_where_they_do_something() {
        let run = |turns: [usize; 2], after, nodes| Run {
            before: turns.iter().sum(),
            after,
            parts: ["first", "second"].into_iter().zip(turns).map(|(name, turns)| Part { name, turns }).collect(),
            nodes,
        };
        let question = Question { solver: "test", puzzle: "cube3", metric: "htm", unit: "turns", count: 3, seed: 1 };
        let report = |runs: &[Run]| Report::new(question, Seconds::default(), runs, &[17, 16, 17]);
        let found = report(&[run([4, 0], 4, 7), run([2, 5], 6, 1), run([0, 0], 0, 1)]);
        let step = |name, ran, mean, max, distribution: [(usize, u32); 3]| Step {
            name,
            ran,
            mean: Some(mean),
            max,
            distribution: distribution.into_iter().filter(|&(_, count)| count > 0).collect(),
        };
        assert_eq!(found.steps[0], step("first", 2, 3.0, 4, [(0, 1), (2, 1), (4, 1)]));
        assert_eq!(found.steps[1], step("second", 1, 5.0, 5, [(0, 2), (5, 1), (6, 0)]));
        assert_eq!(found.cubes[0], Cubes { steps: 1, cubes: 1, mean: Some(4.0) });
        assert_eq!(found.cubes[1], Cubes { steps: 2, cubes: 1, mean: Some(7.0) });
        assert_eq!(found.nodes, Some(Nodes { mean: 3.0, max: 7 }));
        let before = found.before.expect("three runs");
        assert_eq!((before.min, before.max, before.binned(5)), (0, 7, BTreeMap::from([(0, 2), (1, 1)])));
        let none = report(&[]);
        assert_eq!((none.before, none.nodes, none.solved), (None, None, 0));
        assert_eq!(none.lower_bounds, BTreeMap::from([(16, 1), (17, 2)]));
    }
}
