//! The configurations of a stage: those that may be the best, and each against the leading one.

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::OutcomeTests;
use super::effects::{Difference, Pair, Test, TestedDesign};
use super::outcome::Sample;
use super::tree::Design;
use evocube_stats::{Draws, Factorial, LEVEL, a12_strata, best_set};

/// The configurations that may be the best, with 95 % confidence for all that truly are.
pub(crate) struct BestSet {
    /// The corrected p-value at which each configuration leaves the set.
    pub(crate) p: Vec<f64>,
    /// Why no configuration can leave the set; empty if one could.
    pub(crate) kept_by: &'static str,
}

impl BestSet {
    /// Returns the model confidence set. A configuration leaves it only if an effect is shown, whose corrected p-value is
    /// `effect_p`; the set is one of `family` tests.
    pub(super) fn new(tests: &OutcomeTests, (effect_p, family): (f64, usize), seed: u64) -> Self {
        let sample = &tests.sample;
        let may_exclude = effect_p < LEVEL;
        let p = may_exclude.then(|| best_set(&sample.values, &mut Draws::new(seed))).flatten();
        let kept_by = match p {
            None if may_exclude => ": their trials are too few to exclude one",
            None if tests.factors.designs().iter().any(|design| design.hides_effects(&tests.sample)) => "",
            None => ": no effect is found, so none is excluded",
            Some(_) => "",
        };
        let p = p.unwrap_or_else(|| vec![1.0; sample.values.len()]);
        let corrected = p.into_iter().map(|p| (p * family.max(1) as f64).min(1.0).max(effect_p));
        Self { p: corrected.collect(), kept_by }
    }

    /// Returns the set of the levels of a single factor, from the differences between them.
    pub(super) fn from_levels(design: &TestedDesign) -> Self {
        let mut p = vec![1.0; design.design.cells.len()];
        for pair in design.effects.iter().flat_map(|effect| &effect.pairs) {
            let worse = if pair.difference.is_better { pair.reference } else { pair.level };
            let configuration = design.design.cells[worse][0];
            p[configuration] = f64::min(p[configuration], pair.test.p_corrected);
        }
        Self { p, kept_by: "" }
    }

    /// Returns whether a configuration may be the best.
    pub(crate) fn contains(&self, point: usize) -> bool {
        self.p[point] >= LEVEL
    }

    /// Returns the configurations that may be the best.
    pub(crate) fn members(&self) -> Vec<usize> {
        (0..self.p.len()).filter(|point| self.contains(*point)).collect()
    }
}

/// A configuration against the leading one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comparison {
    pub(crate) difference: Difference,
    pub(crate) test: Test,
    /// The probability that a trial of the leading configuration is better than one of this one on the same instance, ties counting
    /// half.
    pub(crate) a12: f64,
    /// The number of trials of both.
    pub(crate) trials: usize,
}

/// Returns each configuration against the leading one, which has none.
pub(super) fn comparisons(sample: &Sample, leader: Option<usize>, seed: u64) -> Vec<Option<Comparison>> {
    let compare = |point: usize| {
        let leader = leader.filter(|leader| *leader != point)?;
        let design = Design {
            factors: vec![0],
            levels: vec![vec![0, 1]],
            cells: vec![vec![point], vec![leader]],
            is_tested: vec![true],
        };
        let factorial = Factorial::new(&[2], &design.cells, &sample.values);
        let Pair { difference, test, .. } = Pair::new(sample, &design, factorial.as_ref(), (0, 0, 1), 0.95, seed);
        let strata = sample.values[point].iter().zip(&sample.values[leader]);
        let strata: Vec<(&[f64], &[f64])> = strata.map(|(first, second)| (&first[..], &second[..])).collect();
        Some(Comparison { difference, test, a12: a12_strata(&strata)?, trials: sample.trials([&point, &leader]) })
    };
    (0..sample.values.len()).into_par_iter().map(compare).collect()
}
