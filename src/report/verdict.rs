//! What the statistics say about the settings of each stage. Everything that the report claims is decided here, so that
//! the chance of any false claim in a whole report stays below 5 %.

use std::collections::BTreeMap;

use super::study::{Point, Stage, Study};
use crate::experiment::record::TrialRow;
use crate::stats::{
    Design, Friedman, LEVEL, RankSum, SignedRank, Unit, a12_strata, bonferroni, friedman, holm, median, rank_sum,
    rank_sum_normal, signed_rank,
};

/// Pairs of trials up to which a test of two settings that both are not the leader is exact too.
const QUICK: usize = 20;

/// Pairs of settings up to which all are tested: those of 1,414 settings. Of more only the leader's are: all of 10,000
/// settings with a trial each, 50 million, took 42 s and 2.4 GB.
const MOST_PAIRS: usize = 1_000_000;

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// The lowest penalty.
    Penalty,
    /// Solved or not: the stage varies what a penalty is, so penalties are different measures.
    Solved,
}

/// How a report corrects for all pairs of settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Correction {
    /// By the p-values of all pairs.
    Holm,
    /// By their number alone, which needs only the p-values that are shown and makes them no smaller.
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

/// A setting against the leader of its stage.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comparison {
    /// The p-value, corrected for the whole report.
    pub(super) p: f64,
    /// The probability that a trial of the leader is better than one of this setting, ties counting half.
    pub(super) a12: f64,
}

impl Comparison {
    /// Is there a difference?
    pub(super) fn is_significant(self) -> bool {
        self.p < LEVEL
    }
}

/// What is known about a stage.
#[derive(Debug)]
pub(super) struct Verdict {
    /// What is compared.
    pub(super) measure: Measure,
    /// The index of the leading point; `None` before the first trial has finished.
    pub(super) leader: Option<usize>,
    /// Each point against the leader; `None` for the leader and for points without trials.
    pub(super) against: Vec<Option<Comparison>>,
    /// The mean ranks over blocks; `None` with fewer than two settings or blocks.
    pub(super) ranks: Option<Ranks>,
}

/// The ranks of the settings on the same blocks.
#[derive(Debug)]
pub(super) struct Ranks {
    /// The indices of the points that are ranked.
    pub(super) points: Vec<usize>,
    /// Their mean ranks and the test of all.
    pub(super) test: Friedman,
}

/// What is known about all stages.
#[derive(Debug)]
pub(super) struct Verdicts {
    /// What is compared with what, and so what can be shown at all.
    pub(super) design: Design,
    /// What one observation is.
    pub(super) unit: Unit,
    /// How many comparisons were corrected for.
    pub(super) family: usize,
    /// And how.
    pub(super) correction: Correction,
    /// One a stage.
    pub(super) stages: Vec<Verdict>,
}

/// What a point did on each instance, in the order of the instances; a trial that failed is infinitely bad.
type Outcomes = Vec<Vec<f64>>;

impl Verdicts {
    /// Compares the settings of each stage.
    ///
    /// All pairs are corrected for, not only those that are shown: the leader is chosen by the same trials, and being
    /// chosen among many makes even the best of equals look better than the others.
    pub(super) fn new(study: &Study<'_>) -> Self {
        let instances: Vec<&str> =
            study.results.sweep.instances.iter().map(|instance| instance.name.as_str()).collect();
        let family: usize = study.stages.iter().map(|stage| pairs(stage.points.len())).sum();
        let design = Design {
            cubes: instances.len() as u64,
            repetitions: study.results.sweep.repetitions,
            comparisons: family as u64,
        };
        let unit = design.unit();
        let correction = if family <= MOST_PAIRS { Correction::Holm } else { Correction::Bonferroni };
        let mut stages: Vec<Verdict> = Vec::new();
        let (mut found, mut places) = (Vec::new(), Vec::new());
        for (number, stage) in study.stages.iter().enumerate() {
            let measure = measure(stage);
            let outcomes: Vec<Outcomes> =
                stage.points.iter().map(|point| outcomes(point, &instances, measure)).collect();
            let leader = stage.leader().map(|leader| leader.index());
            let mut test = |first: usize, second: usize| {
                let shown = leader == Some(first) || leader == Some(second);
                if let Some(p) = p_value(&outcomes[first], &outcomes[second], unit, shown) {
                    found.push(p);
                    places.push((number, first, second));
                }
            };
            for first in 0..outcomes.len() {
                match correction {
                    Correction::Holm => (0..first).for_each(|second| test(first, second)),
                    Correction::Bonferroni => {
                        if let Some(leader) = leader.filter(|leader| *leader != first) {
                            test(first, leader);
                        }
                    }
                }
            }
            let against = (0..outcomes.len()).map(|point| {
                let leader = leader.filter(|leader| *leader != point)?;
                Some(Comparison { p: 1.0, a12: a12_strata(&strata(&outcomes[point], &outcomes[leader]))? })
            });
            stages.push(Verdict { measure, leader, against: against.collect(), ranks: ranks(&outcomes, unit) });
        }
        // Pairs that were never run (an unfinished folder) are corrected for all the same.
        let corrected = match correction {
            Correction::Holm => {
                found.resize(family.max(found.len()), 1.0);
                holm(&found)
            }
            Correction::Bonferroni => found.into_iter().map(|p| bonferroni(p, family)).collect(),
        };
        for (p, (stage, first, second)) in corrected.into_iter().zip(places) {
            let verdict = &mut stages[stage];
            for (point, other) in [(first, second), (second, first)] {
                if verdict.leader == Some(other)
                    && let Some(comparison) = &mut verdict.against[point]
                {
                    comparison.p = p;
                }
            }
        }
        Self { design, unit, family, correction, stages }
    }
}

fn pairs(points: usize) -> usize {
    points * points.saturating_sub(1) / 2
}

fn measure(stage: &Stage<'_>) -> Measure {
    let varies = stage.facts.factors.iter().any(|factor| factor.key.starts_with("objective"));
    if varies { Measure::Solved } else { Measure::Penalty }
}

/// What a trial is compared by; lower is better.
fn value(trial: &TrialRow, measure: Measure) -> f64 {
    match (&trial.outcome, measure) {
        (None, _) => f64::INFINITY,
        (Some(outcome), Measure::Penalty) => outcome.best as f64,
        (Some(outcome), Measure::Solved) => f64::from(u8::from(!outcome.solved)),
    }
}

fn outcomes(point: &Point<'_>, instances: &[&str], measure: Measure) -> Outcomes {
    let places: BTreeMap<&str, usize> = instances.iter().enumerate().map(|(at, name)| (*name, at)).collect();
    let mut values = vec![Vec::new(); instances.len()];
    for trial in &point.trials {
        if let Some(&at) = places.get(trial.instance.as_str()) {
            values[at].push(value(trial, measure));
        }
    }
    values
}

fn strata<'a>(first: &'a Outcomes, second: &'a Outcomes) -> Vec<(&'a [f64], &'a [f64])> {
    first.iter().zip(second).map(|(a, b)| (&a[..], &b[..])).collect()
}

/// The medians of both on the cubes where both have trials.
fn paired(first: &Outcomes, second: &Outcomes) -> (Vec<f64>, Vec<f64>) {
    first.iter().zip(second).filter_map(|(a, b)| Some((median(a)?, median(b)?))).unzip()
}

fn p_value(first: &Outcomes, second: &Outcomes, unit: Unit, exact: bool) -> Option<f64> {
    if unit == Unit::Cube {
        let (first, second) = paired(first, second);
        return signed_rank(&first, &second).map(|SignedRank { p, .. }| p);
    }
    let trials: usize = first.iter().chain(second).map(Vec::len).sum();
    let strata = strata(first, second);
    let test = if exact || trials <= QUICK { rank_sum(&strata) } else { rank_sum_normal(&strata) };
    test.map(|RankSum { p, .. }| p)
}

/// The ranks over blocks: cubes by their medians, or the first, second … repetitions on each cube.
fn ranks(outcomes: &[Outcomes], unit: Unit) -> Option<Ranks> {
    let points: Vec<usize> = (0..outcomes.len()).filter(|at| outcomes[*at].iter().any(|on| !on.is_empty())).collect();
    let instances = outcomes.first()?.len();
    let mut blocks = Vec::new();
    for instance in 0..instances {
        let of = || points.iter().map(|point| &outcomes[*point][instance]);
        if unit == Unit::Cube {
            blocks.extend(of().map(|values| median(values)).collect::<Option<Vec<f64>>>());
        } else {
            let repetitions = of().map(Vec::len).min().unwrap_or(0);
            blocks.extend((0..repetitions).map(|at| of().map(|values| values[at]).collect::<Vec<f64>>()));
        }
    }
    Some(Ranks { points, test: friedman(&blocks)? })
}
