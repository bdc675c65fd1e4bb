//! What `stats` counts.

use std::collections::BTreeMap;

use evocube::solver::Part;
use serde::Serialize;

/// What is counted of one solution, in the half-turn metric.
pub(crate) struct Run {
    /// Turns before cancelling.
    pub(crate) before: usize,
    /// Turns after it.
    pub(crate) after: usize,
    /// Its steps.
    pub(crate) parts: Vec<Part>,
}

/// What `--json` prints.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) solver: &'static str,
    pub(crate) count: u32,
    pub(crate) seed: u64,
    pub(crate) solved: u32,
    pub(crate) before: Option<Lengths>,
    pub(crate) after: Option<Lengths>,
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

/// How often a step had something to do, and how long it was then.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) ran: u32,
    pub(crate) mean: Option<f64>,
}

/// How many cubes needed so many steps, and how many turns, before cancelling.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Cubes {
    pub(crate) steps: usize,
    pub(crate) cubes: u32,
    pub(crate) mean: Option<f64>,
}

impl Report {
    /// The report on these runs.
    pub(crate) fn new(solver: &'static str, count: u32, seed: u64, runs: &[Run]) -> Self {
        let steps = runs.first().map_or(0, |run| run.parts.len());
        let step = |number: usize| {
            let turns = runs.iter().map(|run| run.parts[number].turns).filter(|&turns| turns > 0);
            let (ran, mean) = average(turns);
            Step { name: runs[0].parts[number].name, ran, mean }
        };
        let needed = |run: &Run| run.parts.iter().filter(|part| part.turns > 0).count();
        let cubes = |steps: usize| {
            let (cubes, mean) = average(runs.iter().filter(|run| needed(run) == steps).map(|run| run.before));
            Cubes { steps, cubes, mean }
        };
        Self {
            solver,
            count,
            seed,
            solved: average(runs.iter().map(|run| run.before)).0,
            before: Lengths::new(runs.iter().map(|run| run.before)),
            after: Lengths::new(runs.iter().map(|run| run.after)),
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

impl Lengths {
    /// The distribution of these lengths; `None` of nothing.
    fn new(lengths: impl Iterator<Item = usize> + Clone) -> Option<Self> {
        let (_, mean) = average(lengths.clone());
        let (min, max) = (lengths.clone().min()?, lengths.clone().max()?);
        let mut distribution = BTreeMap::new();
        for length in lengths {
            *distribution.entry(length).or_insert(0) += 1;
        }
        Some(Self { mean: mean?, min, max, distribution })
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
        let run = |turns: [usize; 2], after| Run {
            before: turns.iter().sum(),
            after,
            parts: ["first", "second"].into_iter().zip(turns).map(|(name, turns)| Part { name, turns }).collect(),
        };
        let report = Report::new("test", 3, 1, &[run([4, 0], 4), run([2, 5], 6), run([0, 0], 0)]);
        assert_eq!(report.steps[0], Step { name: "first", ran: 2, mean: Some(3.0) });
        assert_eq!(report.steps[1], Step { name: "second", ran: 1, mean: Some(5.0) });
        assert_eq!(report.cubes[0], Cubes { steps: 1, cubes: 1, mean: Some(4.0) });
        assert_eq!(report.cubes[1], Cubes { steps: 2, cubes: 1, mean: Some(7.0) });
        let before = report.before.expect("three runs");
        assert_eq!((before.min, before.max, before.binned(5)), (0, 7, BTreeMap::from([(0, 2), (1, 1)])));
        assert_eq!(Report::new("test", 1, 1, &[]).before, None);
    }
}
