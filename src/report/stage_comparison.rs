//! Statistical tests of the configurations of each stage. All claims of a report are decided here, so that the probability
//! of any false claim of a difference in a whole report stays below 5 %.

use std::collections::BTreeMap;

use super::result_index::{Point, ResultIndex, StageTrials};
use crate::experiment::record::TrialRow;
use crate::stats::{
    Design, Friedman, LEVEL, a12, a12_strata, bonferroni, friedman, holm, rank_sum, rank_sum_normal, signed_rank,
};

/// The number of trials up to which tests between other configurations than the leading one are exact, too.
const QUICK: usize = 20;

/// The number of comparisons up to which all are made: the pairs of 1,414 configurations. Beyond it, only those of the
/// leading one are: all 50 million pairs of 10,000 configurations with a trial each took 42 s and 2.4 GB.
const MAX_PAIRS: usize = 1_000_000;

/// The quantity by which trials are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// The lowest penalty.
    Penalty,
    /// Solved or not, where objectives and so penalties are different measures.
    Solved,
    /// Evaluations until the instance is solved; a trial that does not solve it is slower than all that do.
    RunTime,
}

/// The correction for all pairs of configurations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Correction {
    /// By the p-values of all pairs.
    Holm,
    /// By the number of pairs alone, which needs only the p-values that are shown and is more conservative.
    Bonferroni,
}

impl std::fmt::Display for Correction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Holm => "Holm's correction",
            Self::Bonferroni => "Bonferroni's correction",
        })
    }
}

/// The leading configuration of a stage against another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Difference {
    /// The p-value, corrected for the whole report.
    pub(crate) p: f64,
    /// The probability that a trial of the leading configuration is better than one of the other on the same instance,
    /// ties counting half.
    pub(crate) a12: f64,
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
    /// By design point; `None` for the leading one and for points without trials.
    pub(crate) against: Vec<Option<Difference>>,
}

impl MeasureComparison {
    /// The significant differences to others that are worse, and to others that are better.
    pub(crate) fn significant(&self) -> (Vec<Difference>, Vec<Difference>) {
        let found = self.against.iter().flatten().copied().filter(|difference| difference.is_significant());
        found.partition(|difference| difference.better)
    }
}

/// The comparison of a stage's configurations.
#[derive(Debug)]
pub(crate) struct StageComparison {
    /// The main measure: penalties, or solved trials where objectives vary.
    pub(crate) measure: Measure,
    /// The index of the leading point; `None` before the first trial has finished.
    pub(crate) leader: Option<usize>,
    /// One for each measure in which trials of the stage differ; at least one.
    pub(crate) by_measure: Vec<MeasureComparison>,
    /// The mean ranks over blocks; `None` with fewer than two configurations or blocks.
    pub(crate) ranks: Option<Ranks>,
}

impl StageComparison {
    /// The number of configurations that the leading one is compared with.
    pub(crate) fn others(&self) -> usize {
        self.by_measure.iter().map(|comparison| comparison.against.iter().flatten().count()).max().unwrap_or(0)
    }

    /// The numbers of those that are significantly worse by a measure and better by none, and of those better by one.
    pub(crate) fn worse_and_better(&self) -> (usize, usize) {
        let points = self.by_measure.first().map_or(0, |comparison| comparison.against.len());
        let (mut worse, mut better) = (0, 0);
        for point in 0..points {
            let found = self.by_measure.iter().filter_map(|comparison| comparison.against[point]);
            let found: Vec<_> = found.filter(|difference| difference.is_significant()).collect();
            if found.iter().any(|difference| !difference.better) {
                better += 1;
            } else if !found.is_empty() {
                worse += 1;
            }
        }
        (worse, better)
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
    /// The numbers of instances, repetitions and comparisons, which limit what can be significant.
    pub(crate) design: Design,
    /// The number of comparisons that p-values are corrected for.
    pub(crate) family: usize,
    pub(crate) correction: Correction,
    pub(crate) stages: Vec<StageComparison>,
}

/// The values of a point's trials on each instance, in the order of the instances; infinite for a failed trial.
type Outcomes = Vec<Vec<f64>>;

impl Comparisons {
    /// Compares the configurations of each stage.
    ///
    /// All pairs are corrected for, not only those that are shown: the leading configuration is selected by the same
    /// trials, and being selected among many makes even the best of equals look better than the others. A measure in
    /// which all trials of a stage on an instance are equal can show nothing and is not counted; that does not depend on
    /// which trial is whose, so that the correction stays valid.
    pub(crate) fn new(index: &ResultIndex<'_>) -> Self {
        let instances: Vec<&str> =
            index.results.sweep.instances.iter().map(|instance| instance.name.as_str()).collect();
        let mut tested: Vec<(StageComparison, Vec<Vec<Outcomes>>)> =
            index.stages.iter().map(|stage| uncompared(index, stage, &instances)).collect();
        let stages = index.stages.iter().zip(&tested);
        let family: usize =
            stages.map(|(stage, (compared, _))| pairs(stage.points.len()) * compared.by_measure.len()).sum();
        let design = Design {
            instances: instances.len() as u64,
            repetitions: index.results.sweep.repetitions,
            comparisons: family as u64,
        };
        let correction = if family <= MAX_PAIRS { Correction::Holm } else { Correction::Bonferroni };
        let (mut found, mut places) = (Vec::new(), Vec::new());
        for (stage, (compared, outcomes)) in tested.iter().enumerate() {
            let leader = compared.leader;
            for (measure, outcomes) in outcomes.iter().enumerate() {
                let mut add = |first: usize, second: usize| {
                    let shown = leader == Some(first) || leader == Some(second);
                    if let Some((p, first_is_better)) = test(&outcomes[first], &outcomes[second], shown) {
                        found.push(p);
                        let (better, worse) = if first_is_better { (first, second) } else { (second, first) };
                        places.push((stage, measure, better, worse));
                    }
                };
                for first in 0..outcomes.len() {
                    match correction {
                        Correction::Holm => (0..first).for_each(|second| add(first, second)),
                        Correction::Bonferroni => {
                            if let Some(leader) = leader.filter(|leader| *leader != first) {
                                add(first, leader);
                            }
                        }
                    }
                }
            }
        }
        // Pairs that were never run (an unfinished folder) are corrected for all the same.
        let corrected = match correction {
            Correction::Holm => {
                found.resize(family.max(found.len()), 1.0);
                holm(&found)
            }
            Correction::Bonferroni => found.into_iter().map(|p| bonferroni(p, family)).collect(),
        };
        for (p, (stage, measure, better, worse)) in corrected.into_iter().zip(places) {
            let (compared, outcomes) = &mut tested[stage];
            for (point, leader) in [(worse, better), (better, worse)] {
                if compared.leader == Some(leader)
                    && let Some(difference) = &mut compared.by_measure[measure].against[point]
                {
                    let own = &outcomes[measure];
                    let agree = || bonferroni(p_over_instances(&own[point], &own[leader]), family) < LEVEL;
                    *difference = Difference { p, better: leader == better, ..*difference };
                    difference.generalizes = difference.is_significant() && agree();
                }
            }
        }
        Self { design, family, correction, stages: tested.into_iter().map(|(compared, _)| compared).collect() }
    }
}

/// The comparison of a stage without p-values, and the values of each point by each of its measures.
fn uncompared(
    index: &ResultIndex<'_>,
    stage: &StageTrials<'_>,
    instances: &[&str],
) -> (StageComparison, Vec<Vec<Outcomes>>) {
    let primary = if stage.summary.selection.comparable_penalties { Measure::Penalty } else { Measure::Solved };
    let leader = stage.leader().map(Point::index);
    let by = |measure| -> Vec<Outcomes> {
        stage.points.iter().map(|point| outcomes(index, point, instances, measure)).collect()
    };
    // A deterministic solver has no evaluations.
    let timed = !stage.points.iter().any(|point| point.outcomes().any(|outcome| outcome.evolution.is_none()));
    let measures = [primary].into_iter().chain(timed.then_some(Measure::RunTime));
    let mut told: Vec<_> = measures.map(|measure| (measure, by(measure))).collect();
    let telling = |outcomes: &[Outcomes]| (0..instances.len()).any(|at| differ(outcomes.iter().flat_map(|of| &of[at])));
    if told.iter().any(|(_, outcomes)| telling(outcomes)) {
        told.retain(|(_, outcomes)| telling(outcomes));
    } else {
        told.truncate(1);
    }
    let by_measure = told.iter().map(|(measure, outcomes)| {
        let against = (0..outcomes.len()).map(|point| {
            let leader = leader.filter(|leader| *leader != point)?;
            let a12 = a12_strata(&strata(&outcomes[point], &outcomes[leader]))?;
            Some(Difference { p: 1.0, a12, better: a12 > 0.5, generalizes: false })
        });
        MeasureComparison { measure: *measure, against: against.collect() }
    });
    let ranks = told.first().and_then(|(measure, outcomes)| ranks(outcomes, *measure));
    let compared = StageComparison { measure: primary, leader, by_measure: by_measure.collect(), ranks };
    (compared, told.into_iter().map(|(_, outcomes)| outcomes).collect())
}

fn pairs(points: usize) -> usize {
    points * points.saturating_sub(1) / 2
}

/// Returns whether not all values are equal.
#[allow(clippy::float_cmp)] // infinities
fn differ<'a>(mut values: impl Iterator<Item = &'a f64>) -> bool {
    values.next().is_some_and(|first| values.any(|other| other != first))
}

/// The value of a trial by a measure; lower is better.
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

fn outcomes(index: &ResultIndex<'_>, point: &Point<'_>, instances: &[&str], measure: Measure) -> Outcomes {
    let places: BTreeMap<&str, usize> = instances.iter().enumerate().map(|(at, name)| (*name, at)).collect();
    let mut values = vec![Vec::new(); instances.len()];
    for trial in &point.trials {
        if let Some(&at) = places.get(trial.instance.as_str()) {
            values[at].push(value(index, trial, measure));
        }
    }
    values
}

fn strata<'a>(first: &'a Outcomes, second: &'a Outcomes) -> Vec<(&'a [f64], &'a [f64])> {
    first.iter().zip(second).map(|(a, b)| (&a[..], &b[..])).collect()
}

/// The p-value of two points, and whether the first is better: by Wilcoxon's signed ranks where both have one trial an
/// instance, otherwise by the rank-sum test stratified by instance, which uses every trial and compares none with one on
/// another instance.
fn test(first: &Outcomes, second: &Outcomes, exact: bool) -> Option<(f64, bool)> {
    let strata = strata(first, second);
    if strata.len() > 1 && strata.iter().all(|(a, b)| a.len() <= 1 && b.len() <= 1) {
        let (first, second): (Vec<f64>, Vec<f64>) =
            strata.iter().filter_map(|(a, b)| Some((*a.first()?, *b.first()?))).unzip();
        let test = signed_rank(&first, &second)?;
        return Some((test.p, test.positive < test.negative));
    }
    let trials: usize = first.iter().chain(second).map(Vec::len).sum();
    let test = if exact || trials <= QUICK { rank_sum(&strata) } else { rank_sum_normal(&strata) }?;
    Some((test.p, test.u < test.pairs / 2.0))
}

/// Wilcoxon's signed ranks with the instance as the unit: by the only trials of both or else by Â₁₂ on each instance.
fn p_over_instances(first: &Outcomes, second: &Outcomes) -> f64 {
    let strata = strata(first, second);
    let paired = strata.iter().all(|(a, b)| a.len() <= 1 && b.len() <= 1);
    let shares: Vec<f64> = strata.iter().filter_map(|(a, b)| Some(a12(a, b)? - 0.5)).collect();
    match shares.len() {
        0 | 1 => 1.0,
        _ if paired => test(first, second, true).map_or(1.0, |(p, _)| p),
        instances => signed_rank(&shares, &vec![0.0; instances]).map_or(1.0, |test| test.p),
    }
}

/// The ranks over blocks: the first, second … trials on each instance.
fn ranks(outcomes: &[Outcomes], measure: Measure) -> Option<Ranks> {
    let points: Vec<usize> = (0..outcomes.len()).filter(|at| outcomes[*at].iter().any(|on| !on.is_empty())).collect();
    let mut blocks = Vec::new();
    for instance in 0..outcomes.first()?.len() {
        let of = || points.iter().map(|point| &outcomes[*point][instance]);
        let repetitions = of().map(Vec::len).min().unwrap_or(0);
        blocks.extend((0..repetitions).map(|at| of().map(|values| values[at]).collect::<Vec<f64>>()));
    }
    Some(Ranks { measure, points, test: friedman(&blocks)? })
}
