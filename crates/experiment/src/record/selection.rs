//! The order in which a stage selects among its design points.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::TrialRow;
use evocube_cube::puzzle::named;

named! {
    /// Rule that selects the configuration which the later stages fix. Remaining ties are broken by solved trials, then by
    /// evaluations, then by moves.
    #[derive(Default, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "kebab-case")]
    pub enum SelectionRule, "selection rule":
    /// Lowest mean of the trials' best penalties.
    #[default]
    LowestMeanBest = "lowest-mean-best",
    /// Lowest median of the trials' best penalties, then lowest mean.
    LowestMedianBest = "lowest-median-best",
    /// Most solved trials, then lowest mean if penalties are comparable.
    MostSolved = "most-solved",
    /// Most solved trials, then fewest moves.
    FewestMoves = "fewest-moves",
}

impl SelectionRule {
    /// Returns whether the rule compares penalties before anything else.
    pub const fn compares_penalties(self) -> bool {
        matches!(self, Self::LowestMeanBest | Self::LowestMedianBest)
    }
}

/// Returns whether a factor of this key varies the objective. Penalties of different objectives cannot be compared.
pub fn varies_objective(key: &str) -> bool {
    key.split('.').next() == Some("objective")
}

/// Returns whether a factor of this key varies the algorithm. Algorithms differ in what a generation is, so generations of
/// different ones cannot be compared.
pub fn varies_algorithm(key: &str) -> bool {
    key == "algorithm"
}

/// A statistic that ranks design points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// Median of the best penalties; lower is better.
    MedianPenalty,
    /// Mean of the best penalties; lower is better.
    MeanPenalty,
    /// Share of trials that reached their target; higher is better.
    Solved,
    /// Mean number of evaluations until a trial reached its target, or of all of them if it did not; lower is better.
    Evaluations,
    /// Mean number of moves of a trial's best individual; lower is better.
    Moves,
}

/// The selection rule of a stage, and whether it may compare penalties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageSelection {
    /// Rule of the sweep file.
    pub rule: SelectionRule,
    /// True if all design points minimize the same objective.
    pub comparable_penalties: bool,
}

impl StageSelection {
    /// Returns the statistics in order of precedence: each decides where all before it are equal.
    pub fn criteria(self) -> impl Iterator<Item = Criterion> {
        let first: &[Criterion] = match self.rule {
            SelectionRule::LowestMeanBest => &[Criterion::MeanPenalty, Criterion::Solved],
            SelectionRule::LowestMedianBest => &[Criterion::MedianPenalty, Criterion::MeanPenalty, Criterion::Solved],
            SelectionRule::MostSolved => &[Criterion::Solved, Criterion::MeanPenalty],
            SelectionRule::FewestMoves => &[Criterion::Solved, Criterion::Moves],
        };
        let penalties = |criterion: &Criterion| matches!(criterion, Criterion::MedianPenalty | Criterion::MeanPenalty);
        let comparable = self.comparable_penalties;
        let first = first.iter().copied().filter(move |criterion| comparable || !penalties(criterion));
        first.chain([Criterion::Evaluations, Criterion::Moves])
    }

    /// Returns the design points that have trials, best first. Points that are equal in every criterion keep their order in the
    /// sweep. All comparisons use whole numbers, so the order is the same on every platform.
    pub fn order(self, points: usize, scores: impl IntoIterator<Item = Score>) -> Vec<Ranked> {
        let mut tallies = vec![ScoreSums::default(); points];
        for score in scores {
            let point = usize::try_from(score.point).ok().and_then(|point| tallies.get_mut(point.checked_sub(1)?));
            if let Some(tally) = point {
                tally.add(score);
            }
        }
        for tally in &mut tallies {
            tally.best.sort_unstable();
        }
        // Deterministic solvers evaluate nothing, so evaluations do not count in their stages.
        let counted = tallies.iter().all(|tally| !tally.uncounted);
        let criteria: Vec<Criterion> =
            self.criteria().filter(|criterion| counted || *criterion != Criterion::Evaluations).collect();
        let first_difference = |a: usize, b: usize| {
            let each = criteria.iter().map(|criterion| (*criterion, tallies[a].compare(&tallies[b], *criterion)));
            each.into_iter().find(|(_, order)| order.is_ne())
        };
        let mut order: Vec<usize> = (0..points).filter(|point| !tallies[*point].best.is_empty()).collect();
        order.sort_by(|&a, &b| first_difference(a, b).map_or(Ordering::Equal, |(_, order)| order));
        let previous = [None].into_iter().chain(order.iter().copied().map(Some));
        let ranked = previous.zip(&order).map(|(previous, &point)| Ranked {
            point,
            decided_by: previous.and_then(|previous| first_difference(previous, point)).map(|(criterion, _)| criterion),
        });
        ranked.collect()
    }
}

/// A design point in the order of selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// Its index, from 0.
    pub point: usize,
    /// The first criterion in which it is worse than the one before it; `None` for the first, and for a tie.
    pub decided_by: Option<Criterion>,
}

/// The part of a trial's result that selection compares. It is small, since a run keeps it for every trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The design point's number, from 1.
    point: u32,
    /// Best penalty; `u32::MAX` for a failed trial.
    pub(super) best: u32,
    /// Genomes evaluated until it reached its target or ended; `u64::MAX` for a failed trial, `None` for a deterministic solver.
    pub(super) evaluations: Option<u64>,
    /// Moves of the best individual.
    moves: u32,
    pub(super) reached: bool,
}

impl Score {
    /// Returns whether the trial failed.
    pub(super) fn is_failed(&self) -> bool {
        self.evaluations == Some(u64::MAX)
    }

    /// Returns whether the trial reached its target.
    pub const fn has_reached(&self) -> bool {
        self.reached
    }

    /// Returns the score of a row.
    pub fn new(row: &TrialRow) -> Self {
        let narrow = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let point = narrow(row.point);
        match &row.outcome {
            None => Self { point, best: u32::MAX, evaluations: Some(u64::MAX), moves: u32::MAX, reached: false },
            Some(outcome) => Self {
                point,
                best: narrow(outcome.best),
                evaluations: outcome.evaluations_until_reached(),
                moves: narrow(outcome.htm),
                reached: outcome.reached,
            },
        }
    }
}

/// Sums over the scores of a design point.
#[derive(Clone, Debug, Default)]
struct ScoreSums {
    best: Vec<u32>,
    sum: u128,
    solved: u128,
    evaluations: u128,
    moves: u128,
    /// True if a trial has no evaluations.
    uncounted: bool,
}

impl ScoreSums {
    fn add(&mut self, score: Score) {
        self.best.push(score.best);
        self.sum += u128::from(score.best);
        self.solved += u128::from(score.reached);
        self.evaluations += u128::from(score.evaluations.unwrap_or(0));
        self.moves += u128::from(score.moves);
        self.uncounted |= score.evaluations.is_none();
    }

    /// Returns `Less` if this design point is better. Means are compared as fractions, since the points of an unfinished stage
    /// have different numbers of trials.
    fn compare(&self, other: &Self, criterion: Criterion) -> Ordering {
        let mean = |total: fn(&Self) -> u128| {
            let (count, theirs) = (self.best.len() as u128, other.best.len() as u128);
            (total(self) * theirs).cmp(&(total(other) * count))
        };
        match criterion {
            Criterion::MedianPenalty => self.twice_the_median().cmp(&other.twice_the_median()),
            Criterion::MeanPenalty => mean(|tally| tally.sum),
            Criterion::Solved => mean(|tally| tally.solved).reverse(),
            Criterion::Evaluations => mean(|tally| tally.evaluations),
            Criterion::Moves => mean(|tally| tally.moves),
        }
    }

    fn twice_the_median(&self) -> u64 {
        let count = self.best.len();
        u64::from(self.best[(count - 1) / 2]) + u64::from(self.best[count / 2])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(point: u32, best: u32, evaluations: u64, moves: u32) -> Score {
        Score { point, best, evaluations: Some(evaluations), moves, reached: best == 0 }
    }

    fn failed_score(point: u32) -> Score {
        Score { point, best: u32::MAX, evaluations: Some(u64::MAX), moves: u32::MAX, reached: false }
    }

    fn order(rule: SelectionRule, comparable_penalties: bool, scores: &[Score]) -> Vec<(usize, Option<Criterion>)> {
        let selection = StageSelection { rule, comparable_penalties };
        let ranked = selection.order(4, scores.iter().copied());
        ranked.into_iter().map(|ranked| (ranked.point, ranked.decided_by)).collect()
    }

    #[test]
    fn each_rule_orders_by_its_own_statistic() {
        let scores = [
            score(1, 10, 9, 9),
            score(1, 10, 9, 9),
            score(1, 40, 9, 9),
            score(2, 19, 9, 9),
            score(2, 20, 9, 9),
            score(2, 18, 9, 9),
            score(3, 0, 9, 9),
            score(3, 90, 9, 9),
            failed_score(3),
        ];
        let (mean, median, solved) = (Criterion::MeanPenalty, Criterion::MedianPenalty, Criterion::Solved);
        assert_eq!(order(SelectionRule::LowestMeanBest, true, &scores), [(1, None), (0, Some(mean)), (2, Some(mean))]);
        assert_eq!(
            order(SelectionRule::LowestMedianBest, true, &scores),
            [(0, None), (1, Some(median)), (2, Some(median))]
        );
        assert_eq!(order(SelectionRule::MostSolved, true, &scores), [(2, None), (1, Some(solved)), (0, Some(mean))]);
        let scores = [score(1, 0, 9, 30), score(2, 0, 99, 20), score(3, 5, 9, 10), score(4, 0, 50, 30)];
        let (moves, evaluations) = (Criterion::Moves, Criterion::Evaluations);
        assert_eq!(
            order(SelectionRule::FewestMoves, true, &scores),
            [(1, None), (0, Some(moves)), (3, Some(evaluations)), (2, Some(solved))]
        );
    }

    #[test]
    fn solved_trials_decide_where_the_objective_varies() {
        // None of two solved at a penalty of 1, against one of two at 200.
        let scores = [score(1, 1, 5, 9), score(1, 1, 5, 9), score(2, 0, 50, 9), score(2, 200, 50, 9)];
        assert_eq!(order(SelectionRule::MostSolved, false, &scores), [(1, None), (0, Some(Criterion::Solved))]);
        // Equal numbers of solved trials: fewer evaluations decide, not the lower penalty.
        let scores = [score(1, 1, 60, 9), score(2, 200, 50, 9)];
        assert_eq!(order(SelectionRule::MostSolved, false, &scores), [(1, None), (0, Some(Criterion::Evaluations))]);
    }

    #[test]
    fn ties_of_the_rule_go_to_fewer_evaluations_then_to_fewer_moves() {
        let scores = [score(1, 0, 240, 9), score(2, 0, 21, 12), score(3, 0, 21, 11), score(4, 0, 21, 11)];
        let expected = [(2, None), (3, None), (1, Some(Criterion::Moves)), (0, Some(Criterion::Evaluations))];
        for rule in [SelectionRule::LowestMeanBest, SelectionRule::LowestMedianBest, SelectionRule::MostSolved] {
            assert_eq!(order(rule, true, &scores), expected, "{rule}");
        }
    }

    #[test]
    fn solvers_without_evaluations_are_compared_by_moves() {
        let mut scores = [score(1, 0, 5, 30), score(2, 0, 7, 20)];
        scores[1].evaluations = None;
        assert_eq!(order(SelectionRule::LowestMeanBest, true, &scores), [(1, None), (0, Some(Criterion::Moves))]);
    }

    #[test]
    fn failed_trials_rank_last_and_unfinished_points_are_compared_by_means() {
        let scores = [score(1, 5, 9, 9), failed_score(1), score(2, 900, 9, 9), score(3, 30, 9, 9), score(3, 31, 9, 9)];
        let mean_order = order(SelectionRule::LowestMeanBest, true, &scores);
        assert_eq!(mean_order.iter().map(|ranked| ranked.0).collect::<Vec<_>>(), [2, 1, 0]);
        assert_eq!(order(SelectionRule::LowestMeanBest, true, &[]), []);
    }
}
