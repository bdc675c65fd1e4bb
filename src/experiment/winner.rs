//! Who wins a stage.

use super::record::TrialRow;
use super::sweep::{Choose, Stage};

/// What of a trial decides who wins: twelve bytes, so that a run can remember every trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The design point's number, from 1.
    point: u32,
    /// The lowest penalty; that of a failed trial is worse than any.
    best: u32,
    solved: bool,
}

impl Score {
    /// The score of a row.
    #[must_use]
    pub fn of(row: &TrialRow) -> Self {
        let narrow = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let outcome = row.outcome.as_ref();
        Self {
            point: narrow(row.point),
            best: outcome.map_or(u32::MAX, |outcome| narrow(outcome.best)),
            solved: outcome.is_some_and(|outcome| outcome.solved),
        }
    }
}

/// The winning design point (its index) among the trials of a stage. Failed trials count as worse than every penalty.
/// Ties go to the point that comes first. All comparisons are of whole numbers. Rows of other stages do not count.
#[must_use]
pub fn winner<'a>(stage: &Stage, rows: impl IntoIterator<Item = &'a TrialRow>) -> usize {
    winner_of(stage, rows.into_iter().filter(|row| row.stage == stage.name).map(Score::of))
}

/// The same among the scores of a stage's trials.
#[must_use]
pub fn winner_of(stage: &Stage, scores: impl IntoIterator<Item = Score>) -> usize {
    let mut points = vec![(Vec::new(), 0u64); stage.points()];
    for score in scores {
        let point = usize::try_from(score.point).ok().and_then(|point| points.get_mut(point.checked_sub(1)?));
        if let Some((best, solved)) = point {
            best.push(u64::from(score.best));
            *solved += u64::from(score.solved);
        }
    }
    let keys = points.into_iter().map(|(mut best, solved)| {
        if best.is_empty() {
            // Only in tables that somebody has changed.
            return (u64::MAX, u64::MAX);
        }
        best.sort_unstable();
        let sum = best.iter().copied().fold(0, u64::saturating_add);
        // Every point has the same number of trials, so sums order as means do; twice the median is a whole number.
        match stage.choose {
            Choose::LowestMeanBest => (sum, 0),
            Choose::LowestMedianBest => (best[(best.len() - 1) / 2].saturating_add(best[best.len() / 2]), sum),
            Choose::MostSolved => (best.len() as u64 - solved, sum),
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
            evolution: None,
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
