//! Who wins a stage.

use super::record::TrialRow;
use super::sweep::{Choose, Stage};

/// The winning design point (its index) among the trials of a stage. Failed trials count as worse than every penalty.
/// Ties go to the point that comes first. All comparisons are of whole numbers.
#[must_use]
pub fn winner(stage: &Stage, rows: &[TrialRow]) -> usize {
    let best_of = |row: &TrialRow| row.outcome.as_ref().map_or(u64::from(u32::MAX), |outcome| outcome.best);
    let keys = (0..stage.points()).map(|point| {
        let own: Vec<&TrialRow> =
            rows.iter().filter(|row| row.stage == stage.name && row.point == point as u64 + 1).collect();
        let mut best: Vec<u64> = own.iter().map(|row| best_of(row)).collect();
        best.sort_unstable();
        let sum: u64 = best.iter().sum();
        let solved = own.iter().filter(|row| row.outcome.as_ref().is_some_and(|outcome| outcome.solved)).count() as u64;
        // Every point has the same number of trials, so sums order as means do; twice the median is a whole number.
        match stage.choose {
            Choose::LowestMeanBest => (sum, 0),
            Choose::LowestMedianBest => (best[(best.len() - 1) / 2] + best[best.len() / 2], sum),
            Choose::MostSolved => (own.len() as u64 - solved, sum),
        }
    });
    keys.enumerate().min_by_key(|&(point, key)| (key, point)).map_or(0, |(point, _)| point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::record::TrialOutcome;
    use crate::experiment::sweep::Sweep;

    fn row(point: u64, outcome: Option<(u64, bool)>) -> TrialRow {
        let outcome = outcome.map(|(best, solved)| TrialOutcome {
            best,
            solved,
            stop: "generations".into(),
            restarts: 0,
            generations: 1,
            offspring: 1,
            evaluations: 1,
            htm: 0,
            qtm: 0,
        });
        TrialRow {
            trial: 0,
            stage: "main".into(),
            point,
            levels: vec![],
            instance: "i".into(),
            repetition: 1,
            seed: 0,
            outcome,
        }
    }

    #[test]
    fn each_rule_chooses_its_own_winner() {
        let text =
            "name = 'x'\nseed = 1\n[[instance]]\nrandom = 1\n[[factor]]\nkey = 'population'\nlevels = [10, 20, 30]\n";
        let mut stage = Sweep::parse(text, std::path::Path::new("x.toml")).unwrap().stages.remove(0);
        let rows = [
            (1, Some((10, false))),
            (1, Some((10, false))),
            (1, Some((40, false))),
            (2, Some((19, false))),
            (2, Some((20, false))),
            (2, Some((18, false))),
            (3, Some((0, true))),
            (3, Some((90, false))),
            (3, None),
        ]
        .map(|(point, outcome)| row(point, outcome));
        for (choose, expected) in [(Choose::LowestMeanBest, 1), (Choose::LowestMedianBest, 0), (Choose::MostSolved, 2)]
        {
            stage.choose = choose;
            assert_eq!(winner(&stage, &rows), expected, "{choose}");
        }
    }
}
