//! [`StageSelection`]: the order of the design points of a stage by the [`Score`]s of their trials and a [`SelectionRule`]; the first is
//! selected. The order is of values alone, without intervals or p-values. Where a factor varies the objective, penalties are not
//! compared. Parents are selected in `evolve::selection`.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{ConvergenceRow, Effort, Outcome, SameConfigurations, Standing, TrialRow, rows_of};
use evocube_cube::puzzle::named;
use evocube_rows::win_shares;

named! {
    /// Rule that selects the configuration which the later stages fix. Remaining ties are broken by solved trials, then by
    /// evaluations, then by moves.
    #[derive(Default, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "kebab-case")]
    pub enum SelectionRule, "selection rule":
    /// Best by the outcome of the stage, at equal effort.
    #[default]
    Outcome = "outcome",
    /// Lowest mean of the trials' best penalties.
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

/// A statistic that ranks design points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// Share of pairs of trials that the design point wins against the others; higher is better.
    Wins,
    /// Expected evaluations until a trial reaches its target, if trials are started again until one does; lower is better.
    ExpectedEvaluations,
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

/// The selection rule of a stage, and what it may compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageSelection {
    /// Rule of the sweep file.
    pub rule: SelectionRule,
    /// The outcome of the stage.
    pub outcome: Outcome,
    /// True if all design points minimize the same objective.
    pub comparable_penalties: bool,
}

impl StageSelection {
    /// Returns the statistics in order of precedence: each decides where all before it are equal.
    pub fn criteria(self) -> impl Iterator<Item = Criterion> {
        use Criterion::{ExpectedEvaluations, MeanPenalty, MedianPenalty, Moves, Solved, Wins};
        let first: &[Criterion] = match (self.rule, self.outcome) {
            (SelectionRule::Outcome, Outcome::Wins) => &[Wins, Solved],
            (SelectionRule::Outcome, Outcome::RunTime) => &[ExpectedEvaluations, Solved],
            (SelectionRule::LowestMeanBest, _) | (SelectionRule::Outcome, Outcome::Penalty) => &[MeanPenalty, Solved],
            (SelectionRule::LowestMedianBest, _) => &[MedianPenalty, MeanPenalty, Solved],
            (SelectionRule::MostSolved, _) | (SelectionRule::Outcome, Outcome::Solved) => &[Solved, MeanPenalty],
            (SelectionRule::FewestMoves, _) | (SelectionRule::Outcome, Outcome::Moves) => &[Solved, Moves],
        };
        let penalties = |criterion: &Criterion| matches!(criterion, MedianPenalty | MeanPenalty);
        let comparable = self.comparable_penalties;
        let first = first.iter().copied().filter(move |criterion| comparable || !penalties(criterion));
        first.chain([Criterion::Evaluations, Moves])
    }

    /// Returns the number of evaluations within which the rule compares trials; `None` if it compares them as they ended.
    pub(super) fn limit(self, effort: &Effort) -> Option<u64> {
        effort.limit().filter(|_| self.rule == SelectionRule::Outcome)
    }

    /// Returns the index of the point of a score, and the standing at this effort, whose limit is known; `None` if the point is not
    /// compared.
    fn standing(
        self,
        points: usize,
        score: &Score,
        effort: &Effort,
        limit: Option<u64>,
    ) -> Option<(usize, Option<Standing>)> {
        let point = usize::try_from(score.point).ok()?.checked_sub(1).filter(|point| *point < points)?;
        let is_compared = self.rule != SelectionRule::Outcome || effort.is_compared(point);
        let has_penalty = self.comparable_penalties && !effort.without_penalty.contains(&point);
        let standing = score.standing(limit).map(|standing| Standing { has_penalty, ..standing });
        is_compared.then_some((point, standing))
    }

    /// Returns the design points that have trials, best first, and are compared at this effort. Points that are equal in every
    /// criterion keep their order in the sweep. Sums are whole numbers, and shares are rounded to a millionth of a millionth, so the
    /// order is the same on every platform.
    pub fn order(self, points: usize, scores: impl IntoIterator<Item = Score>, effort: &Effort) -> Vec<Ranked> {
        self.ranking(points, scores, effort).0
    }

    /// Returns the [order](Self::order), and the share of pairs of trials that each design point wins if that is a criterion; `None` of
    /// points that are not compared.
    pub(super) fn ranking(
        self,
        points: usize,
        scores: impl IntoIterator<Item = Score>,
        effort: &Effort,
    ) -> (Vec<Ranked>, Vec<Option<f64>>) {
        let mut tallies = vec![ScoreSums::default(); points];
        let (mut trials, limit) = (TrialsByInstance::new(), self.limit(effort));
        let needs_median = self.criteria().any(|criterion| criterion == Criterion::MedianPenalty);
        for score in scores {
            let Some((point, standing)) = self.standing(points, &score, effort, limit) else { continue };
            tallies[point].add(standing, score.moves, needs_median);
            trials.entry(score.instance).or_default().push((point, standing));
        }
        let is_by_wins = self.criteria().any(|criterion| criterion == Criterion::Wins);
        let shares = if is_by_wins { win_shares(points, &trials) } else { Vec::new() };
        #[allow(clippy::cast_possible_truncation)] // far below 2^53
        tallies.iter_mut().zip(&shares).for_each(|(tally, share)| tally.wins = (share * 1e12).round() as i64);
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
        let mut order: Vec<usize> = (0..points).filter(|point| tallies[*point].count > 0).collect();
        order.sort_by(|&a, &b| first_difference(a, b).map_or(Ordering::Equal, |(_, order)| order));
        let previous = [None].into_iter().chain(order.iter().copied().map(Some));
        let ranked = previous.zip(&order).map(|(previous, &point)| Ranked {
            point,
            decided_by: previous.and_then(|previous| first_difference(previous, point)).map(|(criterion, _)| criterion),
        });
        let shares = shares.into_iter().zip(&tallies).map(|(share, tally)| (tally.count > 0).then_some(share));
        (ranked.collect(), shares.collect())
    }
}

/// The design points and standings of the trials on each instance.
type TrialsByInstance = BTreeMap<u64, Vec<(usize, Option<Standing>)>>;

/// A design point in the order of selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// Its index, from 0.
    pub point: usize,
    /// The first criterion in which it is worse than the one before it; `None` for the first, and for a tie.
    pub decided_by: Option<Criterion>,
}

/// The part of a trial's result that selection compares. It is small, since a run keeps it for every trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The design point's number, from 1.
    point: u32,
    /// 64 bits of a hash of the instance's name.
    instance: u64,
    /// The standing at the end; `None` for a failed trial.
    end: Option<Standing>,
    /// Moves of the best individual.
    moves: u32,
    /// Evaluations and lowest penalties of its logged generations, if they may differ from those at the end.
    steps: Box<[(u64, u64)]>,
}

/// Returns 64 bits of a hash of the name of an instance.
fn instance_key(name: &str) -> u64 {
    u64::from_le_bytes(*blake3::hash(name.as_bytes()).as_bytes().first_chunk().expect("32 bytes"))
}

impl Score {
    /// Returns the score as one of the design point that stands for its configuration.
    #[must_use]
    pub(crate) fn of_first(self, same: &SameConfigurations) -> Self {
        let point = u32::try_from(same.first_number(self.point.into())).unwrap_or(self.point);
        Self { point, ..self }
    }

    /// Returns what the trial has achieved when it ended; `None` for a failed trial.
    pub(super) fn end(&self) -> Option<&Standing> {
        self.end.as_ref()
    }

    /// Returns whether the trial reached its target.
    pub fn has_reached(&self) -> bool {
        self.end.is_some_and(|end| end.reached)
    }

    /// Returns the score of a row.
    pub fn new(row: &TrialRow) -> Self {
        Self::on(instance_key(&row.instance), row)
    }

    /// Returns the score of a row, given the hash of its instance's name.
    fn on(instance: u64, row: &TrialRow) -> Self {
        let narrow = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let end = row.outcome.as_ref().map(|outcome| Standing::new(outcome, &[], None));
        Self {
            point: narrow(row.point),
            instance,
            end,
            moves: row.outcome.as_ref().map_or(u32::MAX, |outcome| narrow(outcome.htm)),
            steps: Box::default(),
        }
    }

    /// Returns the scores of rows, with the steps of trials that have spent more evaluations than the limit.
    pub(crate) fn of_rows<'a>(
        rows: impl Iterator<Item = &'a TrialRow>,
        limit: Option<u64>,
        log: &'a [ConvergenceRow],
    ) -> impl Iterator<Item = Self> {
        // Neighbors are mostly on the same instance.
        let mut latest: Option<(&str, u64)> = None;
        rows.map(move |row| {
            let instance = match latest {
                Some((name, key)) if name == &*row.instance => key,
                _ => instance_key(&row.instance),
            };
            latest = Some((&row.instance, instance));
            let score = Self::on(instance, row);
            if !score.exceeds(limit) {
                return score;
            }
            score.with_steps(rows_of(log, row.trial, |row| row.trial).iter().map(ConvergenceRow::step))
        })
    }

    /// Returns the score of a row with the steps of its trial, given the lines of its log; none in a stage whose selection does not depend
    /// on steps.
    pub(crate) fn of_lines(row: &TrialRow, log: &str) -> Self {
        // These columns are numbers, before those that may be quoted.
        let step = |line: &str| {
            let mut fields = line.split(',').skip(2).map(str::parse);
            Some((fields.next()?.ok()?, fields.next()?.ok()?))
        };
        Self::new(row).with_steps(log.lines().filter_map(step))
    }

    /// Adds the evaluations and the lowest penalties of the logged generations.
    #[must_use]
    pub fn with_steps(self, steps: impl IntoIterator<Item = (u64, u64)>) -> Self {
        let mut improvements: Vec<(u64, u64)> = vec![];
        for (evaluations, best) in steps {
            if improvements.last().is_none_or(|(_, lowest)| best < *lowest) {
                improvements.push((evaluations, best));
            }
        }
        Self { steps: improvements.into_boxed_slice(), ..self }
    }

    /// Returns whether the trial has spent more evaluations than a limit; false without one.
    pub fn exceeds(&self, limit: Option<u64>) -> bool {
        limit.is_some_and(|limit| self.end.and_then(|end| end.evaluations).is_some_and(|spent| spent > limit))
    }

    /// Returns the standing after some evaluations; `None` for a failed trial.
    fn standing(&self, limit: Option<u64>) -> Option<Standing> {
        Some(self.end?.within(limit, &self.steps))
    }
}

/// Sums over the scores of a design point.
#[derive(Clone, Debug, Default)]
struct ScoreSums {
    count: u128,
    /// The best penalties, if their median is a criterion.
    best: Vec<u64>,
    sum: u128,
    solved: u128,
    evaluations: u128,
    moves: u128,
    /// The share of pairs that it wins, in millionths of a millionth.
    wins: i64,
    /// True if a trial has no evaluations.
    uncounted: bool,
}

impl ScoreSums {
    /// Adds a trial; a failed one counts as worse than all others.
    fn add(&mut self, standing: Option<Standing>, moves: u32, needs_median: bool) {
        let best = standing.map_or(u64::from(u32::MAX), |standing| standing.best);
        let evaluations = standing.map_or(Some(u64::MAX), |standing| standing.evaluations);
        self.count += 1;
        if needs_median {
            self.best.push(best);
        }
        self.sum += u128::from(best);
        self.solved += u128::from(standing.is_some_and(|standing| standing.reached));
        self.evaluations += u128::from(evaluations.unwrap_or(0));
        self.moves += u128::from(moves);
        self.uncounted |= evaluations.is_none();
    }

    /// Returns `Less` if this design point is better. Means are compared as fractions, since the points of an unfinished stage
    /// have different numbers of trials.
    fn compare(&self, other: &Self, criterion: Criterion) -> Ordering {
        let mean = |total: fn(&Self) -> u128| (total(self) * other.count).cmp(&(total(other) * self.count));
        match criterion {
            Criterion::Wins => other.wins.cmp(&self.wins),
            // Without a trial that reached, never.
            Criterion::ExpectedEvaluations => match (self.solved, other.solved) {
                (0, _) | (_, 0) => (self.solved == 0).cmp(&(other.solved == 0)),
                (here, there) => (self.evaluations * there).cmp(&(other.evaluations * here)),
            },
            Criterion::MedianPenalty => self.twice_the_median().cmp(&other.twice_the_median()),
            Criterion::MeanPenalty => mean(|tally| tally.sum),
            Criterion::Solved => mean(|tally| tally.solved).reverse(),
            Criterion::Evaluations => mean(|tally| tally.evaluations),
            Criterion::Moves => mean(|tally| tally.moves),
        }
    }

    fn twice_the_median(&self) -> u128 {
        let count = self.best.len();
        u128::from(self.best[(count - 1) / 2]) + u128::from(self.best[count / 2])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::EffortRule;

    fn score(point: u32, best: u64, evaluations: u64, moves: u32) -> Score {
        let end = Standing { best, reached: best == 0, evaluations: Some(evaluations), has_penalty: true };
        Score { point, instance: 0, end: Some(end), moves, steps: Box::default() }
    }

    fn failed_score(point: u32) -> Score {
        Score { end: None, moves: u32::MAX, ..score(point, 0, 0, 0) }
    }

    fn order(rule: SelectionRule, comparable_penalties: bool, scores: &[Score]) -> Vec<(usize, Option<Criterion>)> {
        let selection = StageSelection { rule, outcome: Outcome::Wins, comparable_penalties };
        let ranked = selection.order(4, scores.iter().cloned(), &Effort::default());
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
        scores[1].end.as_mut().unwrap().evaluations = None;
        assert_eq!(order(SelectionRule::LowestMeanBest, true, &scores), [(1, None), (0, Some(Criterion::Moves))]);
    }

    #[test]
    fn failed_trials_rank_last_and_unfinished_points_are_compared_by_means() {
        let scores = [score(1, 5, 9, 9), failed_score(1), score(2, 900, 9, 9), score(3, 30, 9, 9), score(3, 31, 9, 9)];
        let mean_order = order(SelectionRule::LowestMeanBest, true, &scores);
        assert_eq!(mean_order.iter().map(|ranked| ranked.0).collect::<Vec<_>>(), [2, 1, 0]);
        assert_eq!(order(SelectionRule::LowestMeanBest, true, &[]), []);
    }

    #[test]
    fn the_outcome_selects_at_equal_effort() {
        // The second one gets further, with evaluations that the first one may not spend.
        let first = score(1, 20, 100, 9).with_steps([(10, 40), (100, 20)]);
        let second = score(2, 0, 300, 9).with_steps([(10, 50), (90, 30), (300, 0)]);
        let effort = |rule| Effort { rule, allowances: vec![Some(100), Some(1_000)], ..Effort::default() };
        let leader = |outcome, rule| {
            let selection = StageSelection { rule: SelectionRule::Outcome, outcome, comparable_penalties: true };
            selection.order(2, [first.clone(), second.clone()], &effort(rule))[0].point
        };
        for outcome in [Outcome::Wins, Outcome::Penalty] {
            assert_eq!(leader(outcome, EffortRule::Equal), 0, "{outcome}");
            assert_eq!(leader(outcome, EffortRule::Own), 1, "{outcome}");
            // The first one is left out, since it may not spend as many.
            assert_eq!(leader(outcome, EffortRule::Within(300)), 1, "{outcome}");
        }
        assert_eq!([leader(Outcome::Solved, EffortRule::Own), leader(Outcome::RunTime, EffortRule::Own)], [1, 1]);
        // Other rules compare trials as they ended.
        let selection =
            StageSelection { rule: SelectionRule::MostSolved, outcome: Outcome::Wins, comparable_penalties: true };
        assert_eq!(selection.order(2, [first, second], &effort(EffortRule::Equal))[0].point, 1);
    }
}
