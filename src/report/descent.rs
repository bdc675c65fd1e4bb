//! How several trials come down together: their lowest penalties so far, by generation.

use super::study::Study;
use crate::experiment::record::{ConvergenceRow, TrialRow};
use crate::stats::Summary;

/// Generations drawn, at most: about one every three pixels of a wide panel.
const GRID: usize = 240;
/// A generation, and the trials' lowest penalties there.
pub(super) type Step = (f64, Summary);

/// The trials' lowest penalties so far, summed up at up to [`GRID`] + 1 generations, until the longest trial ends.
pub(super) fn steps(study: &Study<'_>, trials: &[&TrialRow]) -> Vec<Step> {
    let logs: Vec<_> =
        trials.iter().map(|trial| study.convergence(trial.trial)).filter(|log| !log.is_empty()).collect();
    let last = logs.iter().filter_map(|log| log.last()).map(|row| row.generation).max().unwrap_or(0);
    let mut walks: Vec<_> = logs.iter().map(|log| Walk { log, best: None }).collect();
    generations(last)
        .into_iter()
        .filter_map(|generation| {
            let lowest: Vec<f64> = walks.iter_mut().filter_map(|walk| walk.until(generation)).collect();
            Some((generation as f64, Summary::of(&lowest)?))
        })
        .collect()
}

/// 0 to `last`, all or [`GRID`] + 1 evenly spread ones.
fn generations(last: u64) -> Vec<u64> {
    let grid = u64::try_from(GRID).expect("a small number");
    let count = last.min(grid);
    if count == 0 { vec![0] } else { (0..=count).map(|at| share_of(last, at, count)).collect() }
}

/// `last`·`at`/`count` without overflow on the way.
fn share_of(last: u64, at: u64, count: u64) -> u64 {
    u64::try_from(u128::from(last) * u128::from(at) / u128::from(count)).expect("at most `last`")
}

/// Goes through a trial's log once, keeping the lowest penalty.
struct Walk<'a> {
    log: &'a [ConvergenceRow],
    best: Option<u64>,
}

impl Walk<'_> {
    fn until(&mut self, generation: u64) -> Option<f64> {
        while let Some((row, rest)) = self.log.split_first()
            && row.generation <= generation
        {
            self.best = Some(self.best.map_or(row.best, |best| best.min(row.best)));
            self.log = rest;
        }
        self.best.map(|best| best as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generations_reach_from_end_to_end() {
        assert_eq!(generations(0), [0]);
        assert_eq!(generations(3), [0, 1, 2, 3]);
        let many = generations(1000);
        assert_eq!((many.len(), many[0], many[GRID]), (GRID + 1, 0, 1000));
        assert!(many.is_sorted_by(|a, b| a < b));
    }
}
