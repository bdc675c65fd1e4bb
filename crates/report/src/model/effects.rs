//! The tests of the effects of factors, and the differences between their levels.

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use super::outcome::{Run, Sample, average};
use super::tree::Design;
use evocube_experiment::record::Outcome;
use evocube_stats::{
    Counts, Draws, Factorial, Interval, LEVEL, PermutationMethod, permutation_p, rate_difference, running_time_ratio,
};

/// Minimum number of trials of a configuration for a test of interactions of rates.
const MIN_TRIALS: usize = 10;

/// The method behind a p-value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    /// The statistic of the analysis-of-variance type with Box's approximation.
    AnalysisOfVariance,
    /// Student's t.
    Student,
    /// A stratified permutation test.
    Permutation(PermutationMethod),
    /// The F test of a factor's terms in a response surface.
    Regression,
    /// No test: the design has no noise to compare an effect with.
    Untested,
}

impl Method {
    /// Returns its name in files.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::AnalysisOfVariance => "anova-type",
            Self::Student => "student-t",
            Self::Permutation(PermutationMethod::Exact) => "permutation-exact",
            Self::Permutation(PermutationMethod::MonteCarlo) => "permutation-draws",
            Self::Permutation(PermutationMethod::Limit) => "permutation-limit",
            Self::Regression => "regression-f",
            Self::Untested => "",
        }
    }
}

/// A test of a hypothesis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Test {
    pub(crate) p: f64,
    /// Corrected for its family.
    pub(crate) p_corrected: f64,
    /// The smallest p-value that the design allows.
    pub(crate) smallest: f64,
    pub(crate) method: Method,
}

impl Test {
    /// A hypothesis that the design cannot test.
    pub(super) const UNTESTED: Self = Self { p: 1.0, p_corrected: 1.0, smallest: 1.0, method: Method::Untested };

    pub(crate) fn new(p: f64, method: Method) -> Self {
        Self { p, p_corrected: p, smallest: 0.0, method }
    }

    /// Returns the permutation test of groups within strata.
    pub(crate) fn permuted(strata: &[Vec<Vec<f64>>], seed: u64) -> Self {
        permutation_p(strata, &mut Draws::new(seed)).map_or(Self::UNTESTED, |test| Self {
            smallest: test.smallest,
            ..Self::new(test.p, Method::Permutation(test.method))
        })
    }

    pub(crate) fn is_significant(self) -> bool {
        self.p_corrected < LEVEL
    }
}

/// A difference in the unit of a sentence: penalties, percentage points of solved trials, or a ratio of run times.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Difference {
    pub(crate) estimate: f64,
    /// Its interval, of 95 % together with those of the other pairs of the factor; `None` where values do not vary.
    pub(crate) interval: Option<Interval>,
    /// Whether a ratio is that of expected running times, and not of restricted geometric means.
    pub(crate) is_expected: bool,
    /// Whether the first is better than the second, by the values that are tested.
    pub(crate) is_better: bool,
}

/// Two levels of a factor, by their places in the design.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub(crate) level: usize,
    pub(crate) reference: usize,
    /// The first level against the second.
    pub(crate) difference: Difference,
    pub(crate) test: Test,
}

/// A main effect, an interaction of two factors, or the effect of a factor within a level of another one.
#[derive(Clone, Debug)]
pub(crate) struct Effect {
    /// The factors, by their places in the stage.
    pub(crate) factors: Vec<usize>,
    /// The factor and its level within which the effect is that of a single factor; by places in the stage.
    pub(crate) within: Option<(usize, usize)>,
    /// Its share of the variance between the cells or, in a response surface, between configurations.
    pub(crate) share: Option<f64>,
    pub(crate) share_interval: Option<Interval>,
    pub(crate) test: Test,
    /// The corrected p-value with the instance as the unit; `None` with one instance.
    pub(crate) p_instances: Option<f64>,
    /// An upper bound of the differences between levels, which holds with 95 % confidence for all factors of the page.
    pub(crate) bound: Option<f64>,
    /// The pairs of levels of a main effect.
    pub(crate) pairs: Vec<Pair>,
    /// The number of trials behind it.
    pub(crate) trials: usize,
    /// The share of the level for the hypotheses within it, if it is shown: its pairs, or the simple effects of an interaction.
    pub(crate) inner_share: f64,
}

impl Effect {
    pub(super) fn new(factors: Vec<usize>, test: Test, trials: usize) -> Self {
        Self {
            factors,
            within: None,
            share: None,
            share_interval: None,
            test,
            p_instances: None,
            bound: None,
            pairs: vec![],
            trials,
            inner_share: 1.0,
        }
    }
}

/// A design with the effects that are tested in it.
pub(crate) struct TestedDesign {
    pub(crate) design: Design,
    /// `None` where each configuration has a single trial.
    pub(crate) factorial: Option<Factorial>,
    pub(crate) effects: Vec<Effect>,
}

impl TestedDesign {
    /// Tests the effects of a design.
    pub(crate) fn new(sample: &Sample, design: Design, seed: u64) -> Self {
        let counts = design.counts();
        let factorial = Factorial::new(&counts, &design.cells, &sample.values);
        let value_effects = factorial.as_ref().map(Factorial::effects).unwrap_or_default();
        let rate_effects = rates(sample, &design).map(|factorial| factorial.effects()).unwrap_or_default();
        let several = sample.instances() > 1;
        let by_instance = || Factorial::new(&counts, &design.cells, &sample.by_instance());
        let by_instance = several.then(by_instance).flatten().map(|factorial| factorial.effects()).unwrap_or_default();
        let draws = factorial.as_ref().filter(|_| sample.outcome == Outcome::Penalty && counts.len() > 1);
        let draws = draws.map(Factorial::share_draws);
        let trials = sample.trials(design.cells.iter().flatten());
        let effect = |(number, places): (usize, Option<Vec<usize>>)| {
            let places = places?;
            let value_effects = value_effects.get(number);
            let (test, p_instances, pairs) = if let [place] = places[..] {
                let pairs = pairs(sample, &design, factorial.as_ref(), place, seed);
                let place = (&design, place);
                let instances = || by_instance.get(number)?.p.filter(|_| sample.outcome != Outcome::Solved);
                let instances = || instances().unwrap_or_else(|| Test::permuted(&means(sample, place), seed).p);
                let test = main(sample, place, value_effects.and_then(|effect| effect.p), seed);
                (test, several.then(instances), pairs)
            } else {
                let p = match sample.outcome {
                    Outcome::Solved => rate_effects.get(number).and_then(|effect| effect.p),
                    _ => value_effects.and_then(|effect| effect.p),
                };
                let instances = by_instance.get(number).map(|effect| effect.p.unwrap_or(1.0));
                (p.map_or(Test::UNTESTED, |p| Test::new(p, Method::AnalysisOfVariance)), instances, vec![])
            };
            Some(Effect {
                share: value_effects.map(|effect| effect.share),
                share_interval: draws.as_ref().map(|draws| draws.interval(number)),
                p_instances,
                pairs,
                ..Effect::new(places.iter().map(|place| design.factors[*place]).collect(), test, trials)
            })
        };
        let effects = design.effect_places().into_par_iter().enumerate().filter_map(effect).collect();
        Self { factorial, effects, design }
    }

    /// Returns the place of a factor of the stage.
    pub(crate) fn place(&self, factor: usize) -> usize {
        self.design.factors.iter().position(|other| *other == factor).expect("an effect of its design")
    }

    /// Returns whether the outcome is [at its floor or ceiling](Sample::is_at_bound) in two levels of a factor together, or within a level
    /// of another one.
    pub(crate) fn is_at_bound(&self, sample: &Sample, factor: usize) -> bool {
        let (place, design) = (self.place(factor), &self.design);
        let levels = |place: usize| 0..design.levels[place].len();
        let is_pair_at_bound = |(first, second)| {
            sample.is_at_bound(design.cells_with(place, first).chain(design.cells_with(place, second)))
        };
        let mut pairs = levels(place).flat_map(|first| (0..first).map(move |second| (first, second)));
        let mut others = (0..design.levels.len()).filter(|other| *other != place);
        pairs.any(is_pair_at_bound)
            || others.any(|other| levels(other).any(|level| sample.is_at_bound(design.cells_with(other, level))))
    }

    /// Returns whether the outcome is at its floor or ceiling for some factor.
    pub(crate) fn hides_effects(&self, sample: &Sample) -> bool {
        self.design.factors.iter().any(|factor| self.is_at_bound(sample, *factor))
    }

    /// Bounds the differences between the levels of each factor; `bounds` of them hold together with 95 % confidence.
    pub(crate) fn add_bounds(&mut self, sample: &Sample, bounds: f64) {
        let level = 1.0 - 0.05 / bounds.max(1.0);
        for number in 0..self.effects.len() {
            let [factor] = self.effects[number].factors[..] else { continue };
            let place = self.place(factor);
            let (design, factorial) = (&self.design, self.factorial.as_ref());
            let end = |pair: &Pair| {
                let (_, interval, is_expected) =
                    difference(sample, design, factorial, (place, pair.level, pair.reference), level)?;
                match sample.outcome {
                    // The figure and the table have expected run times, of which a bound on geometric means says nothing.
                    Outcome::RunTime => is_expected.then(|| interval.low.recip().max(interval.high)),
                    _ => Some(interval.low.abs().max(interval.high.abs())),
                }
            };
            let pairs = &self.effects[number].pairs;
            let bound = pairs.iter().try_fold(0.0, |largest, pair| Some(f64::max(largest, end(pair)?)));
            self.effects[number].bound = bound;
        }
    }
}

/// Returns the test of a main effect: for rates, and where values do not vary, a permutation test.
pub(super) fn main(sample: &Sample, (design, place): (&Design, usize), p: Option<f64>, seed: u64) -> Test {
    match p.filter(|_| sample.outcome != Outcome::Solved) {
        Some(p) => Test::new(p, Method::AnalysisOfVariance),
        None => {
            Test::permuted(&strata(sample, design, place, &(0..design.levels[place].len()).collect::<Vec<_>>()), seed)
        }
    }
}

/// Returns the values in the strata of a factor: for each instance and combination of the other factors, those of each of
/// these levels.
fn strata(sample: &Sample, design: &Design, place: usize, levels: &[usize]) -> Vec<Vec<Vec<f64>>> {
    let mut strata = vec![];
    for instance in 0..sample.instances() {
        let level_cells = |level: &usize| -> Vec<Vec<f64>> {
            let values = |cell: &Vec<usize>| {
                cell.iter().flat_map(|configuration| sample.values[*configuration][instance].iter().copied()).collect()
            };
            design.cells_with(place, *level).map(values).collect()
        };
        let level_cells: Vec<_> = levels.iter().map(level_cells).collect();
        strata.extend(
            (0..level_cells[0].len())
                .map(|other| level_cells.iter().map(|cells| cells[other].clone()).collect::<Vec<_>>()),
        );
    }
    strata
}

/// Returns the mean of each level on each instance, which is the unit.
fn means(sample: &Sample, (design, place): (&Design, usize)) -> Vec<Vec<Vec<f64>>> {
    let instance_values = |instance: usize| {
        let cell_mean = |cell: &Vec<usize>| {
            let means = cell.iter().map(|configuration| average(&sample.values[*configuration][instance]));
            average(&means.collect::<Vec<_>>())
        };
        let level_mean = |level| {
            let cells = design.weighted_cells(place, level, |cell| sample.trials(cell));
            vec![cells.into_iter().map(|(cell, weight)| weight * cell_mean(cell)).sum()]
        };
        (0..design.levels[place].len()).map(level_mean).collect()
    };
    (0..sample.instances()).map(instance_values).collect()
}

/// Returns the design for the interactions of rates: that of the instances if each has one trial, else that of all trials of a
/// configuration, with one solved and one unsolved trial added, so that rates of 0 and 1 vary, too. `None` for other
/// outcomes, and with too few trials.
fn rates(sample: &Sample, design: &Design) -> Option<Factorial> {
    let trials = |configuration: &usize| sample.values[*configuration].iter().map(Vec::len).sum::<usize>();
    let enough = design.cells.iter().flatten().all(|configuration| trials(configuration) >= MIN_TRIALS);
    if sample.outcome != Outcome::Solved || design.factors.len() < 2 || !enough {
        return None;
    }
    if sample.is_paired() {
        return Factorial::new(&design.counts(), &design.cells, &sample.values);
    }
    let pooled = |instance_values: &Vec<Vec<f64>>| vec![[&instance_values.concat()[..], &[0.0, 100.0]].concat()];
    Factorial::new(&design.counts(), &design.cells, &sample.values.iter().map(pooled).collect::<Vec<_>>())
}

/// Returns the pairs of levels of a factor.
pub(super) fn pairs(
    sample: &Sample,
    design: &Design,
    factorial: Option<&Factorial>,
    place: usize,
    seed: u64,
) -> Vec<Pair> {
    let count = design.levels[place].len();
    let pairs = (0..count).flat_map(|level| (0..level).map(move |reference| (level, reference)));
    // The intervals of all pairs hold together, for all choices: a sentence has the largest of the differences.
    let confidence = 1.0 - 0.05 / ((count * (count - 1) / 2).max(1) as f64 * sample.choices);
    let pair = |(level, reference)| Pair::new(sample, design, factorial, (place, level, reference), confidence, seed);
    pairs.collect::<Vec<_>>().into_par_iter().map(pair).collect()
}

impl Pair {
    /// Compares two levels of a factor, with an interval of this confidence level.
    pub(super) fn new(
        sample: &Sample,
        design: &Design,
        factorial: Option<&Factorial>,
        (place, level, reference): (usize, usize, usize),
        confidence: f64,
        seed: u64,
    ) -> Self {
        let contrast = factorial.map(|factorial| factorial.difference(place, level, reference));
        let p = contrast.and_then(|contrast| contrast.p()).filter(|_| sample.outcome != Outcome::Solved);
        let test = p.map_or_else(
            || Test::permuted(&strata(sample, design, place, &[level, reference]), seed),
            |p| Test::new(p, Method::Student),
        );
        let [first, second] = [level, reference].map(|level| sample.mean(design, (place, level), false));
        let made = difference(sample, design, factorial, (place, level, reference), confidence);
        let estimate = if sample.outcome == Outcome::RunTime { first / second } else { first - second };
        let difference = Difference {
            estimate: made.map_or(estimate, |(estimate, ..)| estimate),
            interval: made.map(|(_, interval, _)| interval),
            is_expected: made.is_some_and(|(.., is_expected)| is_expected),
            is_better: if sample.outcome == Outcome::Solved { first > second } else { first < second },
        };
        Self { level, reference, difference, test }
    }
}

/// Returns a difference between two levels with its interval, and whether it is one of expected running times; `None` where
/// values do not vary.
fn difference(
    sample: &Sample,
    design: &Design,
    factorial: Option<&Factorial>,
    (place, level, reference): (usize, usize, usize),
    confidence: f64,
) -> Option<(f64, Interval, bool)> {
    let contrast = || {
        let contrast = factorial?.difference(place, level, reference);
        Some((contrast.estimate, contrast.interval(confidence)?))
    };
    match sample.outcome {
        Outcome::Penalty | Outcome::Moves => contrast().map(|(estimate, interval)| (estimate, interval, false)),
        Outcome::Solved => {
            let count = |values: &Vec<f64>| Counts {
                solved: values.iter().filter(|value| **value <= 0.0).count() as u64,
                trials: values.len() as u64,
            };
            let strata = strata(sample, design, place, &[level, reference]);
            let strata: Vec<_> = strata.iter().map(|groups| (count(&groups[0]), count(&groups[1]))).collect();
            let (estimate, Interval { low, high }) = rate_difference(&strata, confidence)?;
            Some((100.0 * estimate, Interval { low: 100.0 * low, high: 100.0 * high }, false))
        }
        Outcome::RunTime => {
            let (estimate, Interval { low, high }) = contrast()?;
            let typical = (estimate.exp(), Interval { low: low.exp(), high: high.exp() });
            let [first, second] = [level, reference].map(|level| -> Vec<Vec<Run>> {
                let instance_values = |instance: usize| {
                    let cells = design.cells_with(place, level).flatten();
                    cells.flat_map(|configuration| sample.runs[*configuration][instance].iter().copied()).collect()
                };
                (0..sample.instances()).map(instance_values).collect()
            });
            let is_paired = sample.instances() > 1
                && [&first, &second].iter().all(|runs| runs.iter().all(|instance_values| instance_values.len() == 1));
            let side = |interval: Interval| (interval.low > 1.0, interval.high < 1.0);
            let expected = running_time_ratio(&first, &second, is_paired, confidence)
                .filter(|(_, interval)| interval.high.is_finite() && side(*interval) == side(typical.1));
            let is_expected = expected.is_some();
            let (estimate, interval) = expected.unwrap_or(typical);
            Some((estimate, interval, is_expected))
        }
    }
}
