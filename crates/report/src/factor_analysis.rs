//! The analysis of the effects of a stage's factors.

use super::result_index::{PointTrials, StageTrials};
use super::stage_comparison::Measure;
use evocube_experiment::record::TrialRow;
use evocube_stats::{
    Contrast, Factorial, Forest, Importance, Interval, LEVEL, ReplicationUnit, ShareDraws, Variable, holm,
};

/// Maximum number of levels of a factor in a complete design. A factor with more levels is analyzed by the forest.
const MAX_LEVELS: usize = 24;

/// Maximum bound on a difference that is stated, as a share of the mean: a wider one excludes no difference of interest.
const MAX_BOUND: f64 = 0.1;

/// The analysis of a stage's factors.
pub(crate) struct FactorAnalysis {
    /// The quantity that is analyzed: the mean lowest penalty, or the percentage of unsolved trials.
    pub(crate) measure: Measure,
    pub(crate) kind: Kind,
}

/// The method, which follows from the design.
pub(crate) enum Kind {
    /// All combinations of levels were run.
    Complete(CompleteDesign),
    /// A sample of the combinations was run.
    Sampled(SampledDesign),
}

/// All combinations of the levels of the factors that have several.
pub(crate) struct CompleteDesign {
    pub(crate) factorial: Factorial,
    /// The factors of the stage that have several levels, by their places there.
    pub(crate) factors: Vec<usize>,
    /// Main effects, then interactions of two; factors are counted among `factors`. The p-values are corrected for
    /// `family` tests.
    pub(crate) effects: Vec<TestedEffect>,
    /// The uncertainty of their shares; `None` for rates, since Student's t does not describe outcomes of 0 and 1.
    pub(crate) share_draws: Option<ShareDraws>,
    /// For each of `factors` the pairs of levels, with the corrected p-value of their difference.
    pub(crate) differences: Vec<Vec<LevelDifference>>,
    /// The number of tests of the stage that p-values are corrected for.
    pub(crate) family: usize,
}

/// A main effect or an interaction.
pub(crate) struct TestedEffect {
    /// The factor, or the two factors.
    pub(crate) factors: Vec<usize>,
    /// Its share of the variance between the means.
    pub(crate) share: f64,
    /// Corrected for all tests of the stage.
    pub(crate) p: f64,
}

/// Two levels of a factor.
pub(crate) struct LevelDifference {
    pub(crate) levels: (usize, usize),
    /// The mean of the first minus that of the second.
    pub(crate) contrast: Contrast,
    /// Corrected for all tests of the stage.
    pub(crate) p: f64,
}

/// A sample of the combinations, and the forest that predicts the means of its points.
pub(crate) struct SampledDesign {
    pub(crate) forest: Forest,
    /// The factors of the stage that have several values, by their places there.
    pub(crate) factors: Vec<usize>,
    /// For each of `factors` its values in the order of the forest's places; a bin has the median of its values.
    pub(crate) values: Vec<Vec<String>>,
    pub(crate) importances: Vec<Importance>,
}

impl FactorAnalysis {
    /// Returns the analysis of a stage; `None` if it varies nothing, while trials are missing, if all trials are equal, if a
    /// factor applies to some configurations only, or if the trials cannot tell effects from noise.
    pub(crate) fn new(stage: &StageTrials<'_>, instances: &[&str], measure: Measure) -> Option<Self> {
        let varies =
            |factor: &usize| stage.points.iter().any(|point| point.levels[*factor] != stage.points[0].levels[*factor]);
        let factors: Vec<usize> = (0..stage.summary.factors.len()).filter(varies).collect();
        let values = trials(stage, instances, measure)?;
        let mut all = values.iter().flatten().flatten();
        let first = all.next()?;
        if factors.is_empty() || !stage.conditional_factors().is_empty() || all.all(|value| value == first) {
            return None;
        }
        let kind = match complete(stage, &factors) {
            Some((counts, order)) => {
                let cells: Vec<Vec<usize>> = order.into_iter().map(|point| vec![point]).collect();
                let factorial = Factorial::new(&counts, &cells, &values)?;
                Kind::Complete(CompleteDesign::new(factors, factorial, &counts, measure)?)
            }
            None => Kind::Sampled(SampledDesign::new(stage, factors, &values)?),
        };
        Some(Self { measure, kind })
    }
}

impl CompleteDesign {
    /// `None` if the values do not vary about some effect or difference.
    fn new(factors: Vec<usize>, factorial: Factorial, counts: &[usize], measure: Measure) -> Option<Self> {
        let effects = factorial.effects().into_iter();
        let effects =
            effects.map(|effect| Some(TestedEffect { factors: effect.factors, share: effect.share, p: effect.p? }));
        let mut effects: Vec<TestedEffect> = effects.collect::<Option<_>>()?;
        let pairs =
            |count: usize| (0..count).flat_map(move |first| (first + 1..count).map(move |second| (first, second)));
        let mut differences: Vec<Vec<LevelDifference>> = (0..factors.len())
            .map(|factor| {
                let difference = |levels: (usize, usize)| {
                    let contrast = factorial.difference(factor, levels.0, levels.1);
                    Some(LevelDifference { levels, contrast, p: contrast.p()? })
                };
                pairs(counts[factor]).map(difference).collect()
            })
            .collect::<Option<_>>()?;
        let p: Vec<f64> = effects.iter().map(|effect| effect.p).collect();
        let p = holm(&[p, differences.iter().flatten().map(|difference| difference.p).collect()].concat());
        let (of_effects, of_differences) = p.split_at(effects.len());
        effects.iter_mut().zip(of_effects).for_each(|(effect, p)| effect.p = *p);
        differences.iter_mut().flatten().zip(of_differences).for_each(|(difference, p)| difference.p = *p);
        let share_draws = (measure == Measure::Penalty).then(|| factorial.share_draws());
        Some(Self { factorial, factors, effects, share_draws, differences, family: p.len() })
    }

    /// Returns the share of draws in which a factor explains more than another; 0 without draws.
    pub(crate) fn exceeds(&self, first: usize, second: usize) -> f64 {
        self.share_draws.as_ref().map_or(0.0, |draws| draws.exceeds(first, second))
    }

    /// Returns an upper bound of the difference between any two levels of a factor; `bounds` of them hold together with 95 %
    /// confidence. `None` for rates, whose distribution Student's t does not describe, without variation, and if the bound is too
    /// wide to be of use.
    pub(crate) fn bound(&self, measure: Measure, factor: usize, bounds: usize) -> Option<f64> {
        let bound = self.factorial.largest_difference(factor, bounds).filter(|_| measure == Measure::Penalty)?;
        (bound <= MAX_BOUND * self.factorial.mean(&[])).then_some(bound)
    }

    /// Returns the levels of a factor from the lowest mean to the highest.
    pub(crate) fn ranking(&self, factor: usize, levels: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..levels).collect();
        order.sort_by(|a, b| self.factorial.mean(&[(factor, *a)]).total_cmp(&self.factorial.mean(&[(factor, *b)])));
        order
    }

    /// Returns the 95 % interval of the difference between the mean of a level and that of a better one; `None` if the two do not
    /// differ significantly.
    pub(crate) fn excess(&self, factor: usize, better: usize, worse: usize) -> Option<Interval> {
        let levels = (better.min(worse), better.max(worse));
        let difference =
            self.differences[factor].iter().find(|difference| difference.levels == levels && difference.p < LEVEL)?;
        let Interval { low, high } = difference.contrast.interval(0.95)?;
        Some(if levels.0 == worse { Interval { low, high } } else { Interval { low: -high, high: -low } })
    }

    /// Returns whether the results hold for instances like those of the sweep.
    pub(crate) fn generalizes(&self) -> bool {
        self.factorial.unit() == ReplicationUnit::Instance
    }
}

impl SampledDesign {
    fn new(stage: &StageTrials<'_>, factors: Vec<usize>, trials: &[Vec<Vec<f64>>]) -> Option<Self> {
        let average = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let means: Vec<f64> =
            trials.iter().map(|on| average(&on.iter().map(|values| average(values)).collect::<Vec<_>>())).collect();
        let (mut variables, mut values) = (Vec::new(), Vec::new());
        for &factor in &factors {
            let levels: Vec<&str> = stage.points.iter().map(|point| point.levels[factor].as_str()).collect();
            let (variable, names) = variable(&levels)?;
            variables.push(variable);
            values.push(names);
        }
        let forest = Forest::new(variables, &means)?;
        let importances = forest.importances();
        Some(Self { forest, factors, values, importances })
    }

    /// Returns the value of a factor with the lowest mean prediction.
    pub(crate) fn best(&self, factor: usize) -> &str {
        let marginal = self.forest.marginal(&[factor]);
        let lowest = (0..marginal.len()).min_by(|a, b| marginal[*a].total_cmp(&marginal[*b]));
        lowest.map_or("", |lowest| &self.values[factor][lowest])
    }
}

/// Returns a factor as a variable of the forest, and the name of each of its values. Numbers are ordered. `None` for more than 64
/// levels that are not numbers.
fn variable(levels: &[&str]) -> Option<(Variable, Vec<String>)> {
    let number = |level: &&str| level.parse().ok().filter(|number: &f64| number.is_finite());
    if let Some(numbers) = levels.iter().map(number).collect::<Option<Vec<f64>>>() {
        let variable = Variable::ordered(&numbers);
        let name = |place: usize| {
            let mut here: Vec<usize> = (0..levels.len()).filter(|point| variable.places[*point] == place).collect();
            here.sort_by(|a, b| numbers[*a].total_cmp(&numbers[*b]));
            levels[here[here.len() / 2]].to_owned()
        };
        let names = (0..variable.count).map(name).collect();
        return Some((variable, names));
    }
    let mut names: Vec<String> = Vec::new();
    let places = levels.iter().map(|level| {
        names.iter().position(|name| name == level).unwrap_or_else(|| {
            names.push((*level).to_owned());
            names.len() - 1
        })
    });
    let places: Vec<usize> = places.collect();
    (names.len() <= 64).then(|| (Variable::levels(places), names))
}

/// Returns the values of each point's finished trials on each instance; `None` if any is missing.
pub(crate) fn trials(stage: &StageTrials<'_>, instances: &[&str], measure: Measure) -> Option<Vec<Vec<Vec<f64>>>> {
    let value = |trial: &TrialRow| {
        trial.outcome.as_ref().map(|outcome| match measure {
            Measure::Penalty => outcome.best as f64,
            Measure::Solved | Measure::RunTime => 100.0 * f64::from(u8::from(!outcome.solved)),
        })
    };
    let of_point = |point: &PointTrials<'_>| {
        let values = point.on_instances(instances, value);
        values.iter().all(|values| !values.is_empty()).then_some(values)
    };
    stage.points.iter().map(of_point).collect()
}

/// Returns the number of levels of each of these factors, and the point of each combination; the last factor varies fastest. `None`
/// unless each combination is exactly one point, or if a factor has more than [`MAX_LEVELS`] levels.
fn complete(stage: &StageTrials<'_>, factors: &[usize]) -> Option<(Vec<usize>, Vec<usize>)> {
    let levels: Vec<&[String]> = factors.iter().map(|factor| &stage.summary.factors[*factor].levels[..]).collect();
    let counts: Vec<usize> = levels.iter().map(|levels| levels.len()).collect();
    if counts.iter().any(|count| *count > MAX_LEVELS) {
        return None;
    }
    if counts.iter().try_fold(1_usize, |all, count| all.checked_mul(*count)) != Some(stage.points.len()) {
        return None;
    }
    let mut order = vec![None; stage.points.len()];
    for (number, point) in stage.points.iter().enumerate() {
        let place = factors.iter().zip(&levels).try_fold(0, |place, (factor, levels)| {
            Some(place * levels.len() + levels.iter().position(|level| *level == point.levels[*factor])?)
        })?;
        order[place] = Some(number);
    }
    Some((counts, order.into_iter().collect::<Option<Vec<_>>>()?))
}
