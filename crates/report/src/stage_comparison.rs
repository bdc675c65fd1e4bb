//! Statistical tests of the configurations of each stage against the leading one. All claims of a report are decided here: for
//! each stage, the probability that a best configuration is ruled out stays below 5 %.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::result_index::{PointTrials, ResultIndex, StageTrials};
use evocube_experiment::record::TrialRow;
use evocube_stats::{
    Friedman, LEVEL, MIN_SOLVED, NEGLIGIBLE, PowerAnalysis, SMALL, Superiority, a12, bonferroni, friedman, holm,
    rank_sum, signed_rank,
};

/// The quantity by which trials are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// The lowest penalty.
    Penalty,
    /// Solved or not, where penalties are those of different objectives.
    Solved,
    /// Evaluations until the instance is solved; a trial that does not solve it is slower than all that do.
    RunTime,
}

impl Measure {
    /// Returns what is compared, in the words of a sentence.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Penalty => "penalty",
            Self::Solved => "solved trials",
            Self::RunTime => "evaluations until solved",
        }
    }
}

/// The size that the effect of a difference is shown not to exceed, by two one-sided tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Equivalence {
    /// No size is shown.
    Unknown,
    /// Â₁₂ is between 0.36 and 0.64.
    Small,
    /// Â₁₂ is between 0.44 and 0.56.
    Negligible,
}

/// The leading configuration of a stage against another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Difference {
    /// The p-value, corrected for all comparisons of the stage.
    pub(crate) p: f64,
    /// The probability that a trial of the leading configuration is better than one of the other on the same instance,
    /// ties counting half.
    pub(crate) effect: Superiority,
    /// The size that it is shown not to exceed, corrected for all comparisons of the stage. The 95 % interval is within it.
    pub(crate) equivalence: Equivalence,
    /// Whether the leading one is better by the test's statistic.
    pub(crate) better: bool,
    /// Whether the instances agree, so that the difference holds for others like them.
    pub(crate) generalizes: bool,
}

impl Difference {
    pub(crate) fn is_significant(self) -> bool {
        self.p < LEVEL
    }
}

/// The leading configuration of a stage against all others, by one measure.
#[derive(Debug)]
pub(crate) struct MeasureComparison {
    pub(crate) measure: Measure,
    /// By design point; `None` for the leading one and for points without trials. Run times are compared where at least
    /// [`MIN_SOLVED`] trials of both configurations solve.
    pub(crate) against: Vec<Option<Difference>>,
}

impl MeasureComparison {
    /// Returns the number of configurations that the leading one is compared with.
    pub(crate) fn compared(&self) -> usize {
        self.against.iter().flatten().count()
    }

    /// Returns the significant differences to others that are worse, and to others that are better.
    pub(crate) fn significant(&self) -> (Vec<Difference>, Vec<Difference>) {
        let significant = self.against.iter().flatten().copied().filter(|difference| difference.is_significant());
        significant.partition(|difference| difference.better)
    }
}

/// The comparison of a stage's configurations.
#[derive(Debug)]
pub(crate) struct StageComparison {
    /// The main measure: penalties, or solved trials where objectives vary.
    pub(crate) measure: Measure,
    /// The index of the leading point; `None` before the first trial has finished.
    pub(crate) leader: Option<usize>,
    /// The number of comparisons that p-values are corrected for: each other configuration, by each measure.
    pub(crate) family: usize,
    /// One for each measure in which trials of the stage differ; at least one.
    pub(crate) by_measure: Vec<MeasureComparison>,
    /// The mean ranks over blocks; `None` with fewer than two configurations or blocks.
    pub(crate) ranks: Option<Ranks>,
}

impl StageComparison {
    /// Returns the number of configurations that the leading one is compared with.
    pub(crate) fn others(&self) -> usize {
        self.by_measure.iter().map(MeasureComparison::compared).max().unwrap_or(0)
    }

    /// Returns the numbers of those that are significantly worse by a measure and better by none, and of those better by one.
    pub(crate) fn worse_and_better(&self) -> (usize, usize) {
        let points = 0..self.by_measure.first().map_or(0, |comparison| comparison.against.len());
        let better = points.clone().filter(|point| self.is_better(*point)).count();
        (points.filter(|point| self.is_ruled_out(*point)).count(), better)
    }

    /// Returns whether a point is significantly worse than the leading one by a measure, and better by none.
    pub(crate) fn is_ruled_out(&self, point: usize) -> bool {
        !self.is_better(point) && self.significant(point).next().is_some()
    }

    fn is_better(&self, point: usize) -> bool {
        self.significant(point).any(|difference| !difference.better)
    }

    fn significant(&self, point: usize) -> impl Iterator<Item = Difference> {
        let differences = self.by_measure.iter().filter_map(move |comparison| comparison.against[point]);
        differences.filter(|difference| difference.is_significant())
    }
}

/// The ranks of the configurations on the same blocks.
#[derive(Debug)]
pub(crate) struct Ranks {
    pub(crate) measure: Measure,
    /// The indices of the points that are ranked.
    pub(crate) points: Vec<usize>,
    /// Their mean ranks and the test of all.
    pub(crate) test: Friedman,
}

/// The comparisons of all stages.
#[derive(Debug)]
pub(crate) struct Comparisons {
    /// The numbers of instances, repetitions and comparisons (of the stage with the most), which limit what can be significant.
    pub(crate) design: PowerAnalysis,
    pub(crate) stages: Vec<StageComparison>,
}

/// The values of a point's trials on each instance, in the order of the instances; infinite for a failed trial.
type Outcomes = Vec<Vec<f64>>;

impl Comparisons {
    /// Compares the configurations of each stage with its leading one.
    ///
    /// J. C. Hsu, "Simultaneous confidence intervals for all distances from the best", Annals of Statistics 9 (1981),
    /// 1026–1034: to rule out a configuration as the best, it is compared with each other one, so the number of the others
    /// is corrected for, whichever of them leads. A measure that can show nothing is not counted: one in which all trials of a
    /// stage on an instance are equal, and run times if too few trials of the stage solve for any comparison. That does not
    /// depend on which trial is whose, so that the correction stays valid.
    pub(crate) fn new(index: &ResultIndex<'_>) -> Self {
        let instances: Vec<&str> =
            index.results.sweep.instances.iter().map(|instance| instance.name.as_str()).collect();
        let stages: Vec<_> =
            index.stages.par_iter().map(|stage| StageComparison::new(index, stage, &instances)).collect();
        let design = PowerAnalysis {
            instances: instances.len() as u64,
            repetitions: index.results.sweep.repetitions,
            comparisons: stages.iter().map(|stage| stage.family as u64).max().unwrap_or(0),
        };
        Self { design, stages }
    }
}

impl StageComparison {
    fn new(index: &ResultIndex<'_>, stage: &StageTrials<'_>, instances: &[&str]) -> Self {
        let (mut compared, outcomes) = uncompared(index, stage, instances);
        let family = compared.family;
        let Some(leader) = compared.leader else { return compared };
        let mut places = Vec::new();
        for (measure, comparison) in compared.by_measure.iter().enumerate() {
            let others = (0..comparison.against.len()).filter(|point| comparison.against[*point].is_some());
            places.extend(others.map(|point| (measure, point)));
        }
        let against_leader = |&(measure, point): &(usize, usize)| {
            let outcomes: &Vec<Outcomes> = &outcomes[measure];
            test(&outcomes[leader], &outcomes[point]).unwrap_or((1.0, false))
        };
        let (mut p, is_better): (Vec<f64>, Vec<bool>) = places.par_iter().map(against_leader).unzip();
        // Points that were never run (an unfinished folder) are corrected for all the same.
        p.resize(family.max(p.len()), 1.0);
        for ((p, better), (measure, point)) in holm(&p).into_iter().zip(is_better).zip(places) {
            let outcomes = &outcomes[measure];
            let agree = || bonferroni(p_over_instances(&outcomes[point], &outcomes[leader]), family) < LEVEL;
            if let Some(difference) = &mut compared.by_measure[measure].against[point] {
                (difference.p, difference.better) = (p, better);
                difference.generalizes = difference.is_significant() && agree();
                let within = |margin| bonferroni(difference.effect.equivalence_p(margin), family.max(2)) < LEVEL;
                difference.equivalence = match () {
                    () if within(NEGLIGIBLE) => Equivalence::Negligible,
                    () if within(SMALL) => Equivalence::Small,
                    () => Equivalence::Unknown,
                };
            }
        }
        compared
    }
}

/// Returns whether enough trials of a stage solve for a comparison of run times, whichever configurations they belong to. A
/// deterministic solver has no evaluations.
fn may_compare_run_times(stage: &StageTrials<'_>) -> bool {
    let large = stage.points.iter().filter(|point| point.trials.len() as u64 >= MIN_SOLVED).count();
    let has_solvers = || stage.points.iter().any(|point| point.outcomes().any(|outcome| outcome.evolution.is_none()));
    large > 1 && stage.solved().count >= 2 * MIN_SOLVED && !has_solvers()
}

/// Returns the main measure of a stage: penalties, or solved trials where objectives vary.
pub(crate) fn main_measure(stage: &StageTrials<'_>) -> Measure {
    if stage.summary.selection.comparable_penalties { Measure::Penalty } else { Measure::Solved }
}

/// Returns the comparison of a stage without p-values, and the values of each point by each of its measures.
fn uncompared(
    index: &ResultIndex<'_>,
    stage: &StageTrials<'_>,
    instances: &[&str],
) -> (StageComparison, Vec<Vec<Outcomes>>) {
    let primary = main_measure(stage);
    let leader = stage.leader().map(PointTrials::index);
    let outcomes_by = |measure| -> Vec<Outcomes> {
        let value = |trial: &TrialRow| Some(value(index, trial, measure));
        stage.points.iter().map(|point| point.on_instances(instances, value)).collect()
    };
    let measures = [primary].into_iter().chain(may_compare_run_times(stage).then_some(Measure::RunTime));
    let mut told: Vec<_> = measures.map(|measure| (measure, outcomes_by(measure))).collect();
    let telling = |outcomes: &[Outcomes]| {
        (0..instances.len()).any(|instance| differ(outcomes.iter().flat_map(|point| &point[instance])))
    };
    if told.iter().any(|(_, outcomes)| telling(outcomes)) {
        told.retain(|(_, outcomes)| telling(outcomes));
    } else {
        told.truncate(1);
    }
    let family = (stage.points.len().saturating_sub(1) * told.len()).max(1);
    let is_comparable =
        |measure: Measure, point: &PointTrials<'_>| measure != Measure::RunTime || point.solved().count >= MIN_SOLVED;
    let compare = |(measure, outcomes): &(Measure, Vec<Outcomes>)| {
        let solves = |point: usize| is_comparable(*measure, &stage.points[point]);
        let against = (0..outcomes.len()).map(|point| {
            let leader = leader.filter(|leader| *leader != point && solves(*leader) && solves(point))?;
            let effect = Superiority::new(&strata(&outcomes[point], &outcomes[leader]))?;
            let better = effect.a12 > 0.5;
            Some(Difference { p: 1.0, effect, equivalence: Equivalence::Unknown, better, generalizes: false })
        });
        MeasureComparison { measure: *measure, against: against.collect() }
    };
    let mut by_measure: Vec<MeasureComparison> = told.iter().map(compare).collect();
    if by_measure.last().is_some_and(|last| last.measure == Measure::RunTime && last.compared() == 0) {
        by_measure.pop();
        told.pop();
    }
    if by_measure.is_empty() {
        told.push((primary, outcomes_by(primary)));
        by_measure.extend(told.iter().map(compare));
    }
    let all_comparable = |measure| stage.points.iter().all(|point| is_comparable(measure, point));
    let ranks = told.first().filter(|(measure, _)| all_comparable(*measure));
    let ranks = ranks.and_then(|(measure, outcomes)| self::ranks(outcomes, *measure));
    let compared = StageComparison { measure: primary, leader, family, by_measure, ranks };
    (compared, told.into_iter().map(|(_, outcomes)| outcomes).collect())
}

/// Returns whether not all values are equal.
#[allow(clippy::float_cmp)] // infinities
fn differ<'a>(mut values: impl Iterator<Item = &'a f64>) -> bool {
    values.next().is_some_and(|first| values.any(|other| other != first))
}

/// Returns the value of a trial by a measure; lower is better.
fn value(index: &ResultIndex<'_>, trial: &TrialRow, measure: Measure) -> f64 {
    match (&trial.outcome, measure) {
        (None, _) => f64::INFINITY,
        (Some(outcome), Measure::Penalty) => outcome.best as f64,
        (Some(outcome), Measure::Solved) => f64::from(u8::from(!outcome.solved)),
        (Some(outcome), Measure::RunTime) => {
            if outcome.solved {
                index.evaluations_until_solved(trial, outcome)
            } else {
                f64::INFINITY
            }
        }
    }
}

fn strata<'a>(first: &'a Outcomes, second: &'a Outcomes) -> Vec<(&'a [f64], &'a [f64])> {
    first.iter().zip(second).map(|(a, b)| (&a[..], &b[..])).collect()
}

/// Returns the p-value of two points, and whether the first is better: by Wilcoxon's signed ranks where both have one trial an
/// instance, otherwise by the rank-sum test stratified by instance, which uses every trial and compares none with one on
/// another instance.
fn test(first: &Outcomes, second: &Outcomes) -> Option<(f64, bool)> {
    let strata = strata(first, second);
    if strata.len() > 1 && strata.iter().all(|(a, b)| a.len() <= 1 && b.len() <= 1) {
        let (first, second): (Vec<f64>, Vec<f64>) =
            strata.iter().filter_map(|(a, b)| Some((*a.first()?, *b.first()?))).unzip();
        let test = signed_rank(&first, &second)?;
        return Some((test.p, test.positive < test.negative));
    }
    let test = rank_sum(&strata)?;
    Some((test.p, test.u < test.pairs / 2.0))
}

/// Returns the p-value of Wilcoxon's signed ranks with the instance as the unit: of the trials if both points have one on each
/// instance, otherwise of Â₁₂ on each instance.
fn p_over_instances(first: &Outcomes, second: &Outcomes) -> f64 {
    let strata = strata(first, second);
    let paired = strata.iter().all(|(a, b)| a.len() <= 1 && b.len() <= 1);
    let shares: Vec<f64> = strata.iter().filter_map(|(a, b)| Some(a12(a, b)? - 0.5)).collect();
    match shares.len() {
        0 | 1 => 1.0,
        _ if paired => test(first, second).map_or(1.0, |(p, _)| p),
        instances => signed_rank(&shares, &vec![0.0; instances]).map_or(1.0, |test| test.p),
    }
}

/// Returns the ranks over blocks: the first, second … trials on each instance.
fn ranks(outcomes: &[Outcomes], measure: Measure) -> Option<Ranks> {
    let points: Vec<usize> =
        (0..outcomes.len()).filter(|point| outcomes[*point].iter().any(|on| !on.is_empty())).collect();
    let mut blocks = Vec::new();
    for instance in 0..outcomes.first()?.len() {
        let outcomes_here = || points.iter().map(|point| &outcomes[*point][instance]);
        let repetitions = outcomes_here().map(Vec::len).min().unwrap_or(0);
        blocks.extend(
            (0..repetitions).map(|repetition| outcomes_here().map(|values| values[repetition]).collect::<Vec<f64>>()),
        );
    }
    Some(Ranks { measure, points, test: friedman(&blocks)? })
}
