//! The response of a sampled design to each factor, as its response surface predicts it, with the values that may be the best. Lower values
//! are better. Also the shares of variance of effects, the fits from which intervals are made, and `tidy`, which removes rounding errors.
//! Fewer than [`MIN_GROUPS`] configurations, or very many terms, have no intervals. The surface is fitted in `surface`, the figure is drawn
//! in `figures::response`.

use std::collections::BTreeSet;
use std::ops::Range;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::claims::BestValues;
use evocube_stats::designs::{Effect as SurfaceEffect, ResponseSurface, Term};
use evocube_stats::intervals::student_interval;
use evocube_stats::samples::sample_sd;
use evocube_stats::{Estimate, Interval, LEVEL};

/// Number of places on the line of a number.
const PLACES: u32 = 60;
/// Maximum number of groups of configurations that are left out in turn.
const MAX_GROUPS: usize = 60;
/// Minimum number of groups for an interval.
const MIN_GROUPS: usize = 8;
/// Maximum number of multiplications for the intervals: some two seconds.
const MAX_WORK: f64 = 4e9;

/// The predicted mean at each value of a factor, on average over the configurations to which the factor applies.
#[derive(Clone)]
pub(crate) struct Response {
    /// The value and the mean of each configuration to which the factor applies.
    pub(crate) points: Vec<(f64, f64)>,
    /// The values, ascending, and their predictions. Each interval holds for itself.
    pub(crate) line: Vec<(f64, Estimate)>,
    /// Whether no prediction of another value is shown to be lower; empty without intervals.
    pub(crate) may_be_best: Vec<bool>,
    /// The names of the levels; `None` for a number.
    pub(crate) names: Option<Vec<String>>,
}

impl Response {
    /// Takes the names of the levels, and numbers for their logarithms, given the levels of the configurations.
    pub(super) fn named(mut self, levels: &[&str], is_logarithmic: bool) -> Self {
        let levels: BTreeSet<&str> = levels.iter().copied().filter(|level| !level.is_empty()).collect();
        let is_number = levels.iter().all(|level| level.parse::<f64>().is_ok());
        self.names = (!is_number).then(|| levels.into_iter().map(str::to_owned).collect());
        let values = self.points.iter_mut().map(|(value, _)| value).chain(self.line.iter_mut().map(|(value, _)| value));
        values.for_each(|value| *value = tidy(if is_logarithmic { libm::exp(*value) } else { *value }));
        self
    }

    /// Returns the neighboring places of the line that may be the best.
    pub(crate) fn best_places(&self) -> Vec<Range<usize>> {
        let mut ranges: Vec<Range<usize>> = vec![];
        for place in (0..self.may_be_best.len()).filter(|place| self.may_be_best[*place]) {
            match ranges.last_mut().filter(|range| range.end == place && self.names.is_none()) {
                Some(range) => range.end += 1,
                None => ranges.push(place..place + 1),
            }
        }
        ranges
    }

    /// Returns the values that may be the best; `None` without intervals.
    pub(crate) fn best(&self) -> Option<BestValues> {
        let value = |place: usize| self.line[place].0;
        let places = self.best_places();
        // The number of a level.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let level = |names: &Vec<String>, place: usize| names[value(place) as usize].clone();
        Some(match &self.names {
            _ if self.may_be_best.is_empty() => return None,
            _ if !self.may_be_best.contains(&false) => BestValues::All,
            Some(names) => BestValues::Levels(places.iter().map(|range| level(names, range.start)).collect()),
            None => BestValues::Ranges(places.iter().map(|range| [range.start, range.end - 1].map(value)).collect()),
        })
    }
}

/// Returns a number without the rounding errors of a logarithm or of a sum.
pub(crate) fn tidy(value: f64) -> f64 {
    let tidy = (value * 1e9).round() / 1e9;
    if tidy == 0.0 { 0.0 } else { tidy }
}

/// Returns the value of a factor in each configuration; that of a level is its number.
pub(super) fn numbers(term: &Term) -> Vec<Option<f64>> {
    match term {
        Term::Numeric(values) => values.clone(),
        Term::Levels(levels) => levels.iter().map(|level| level.map(|level| level as f64)).collect(),
    }
}

/// Returns the fits without one configuration, or without one group of many, for J. W. Tukey's intervals ("Bias and confidence in not-quite
/// large samples", Annals of Mathematical Statistics 29, 1958, 614); none of too few configurations, or where they would take long.
pub(super) fn fits_without(terms: &[Term], means: &[f64]) -> Vec<ResponseSurface> {
    let groups = means.len().min(MAX_GROUPS);
    let columns = |term: &Term| match term {
        Term::Numeric(_) => 2,
        Term::Levels(levels) => levels.iter().flatten().max().copied().unwrap_or(0),
    };
    let width = 1 + terms.iter().map(columns).sum::<usize>();
    let fits = terms.len() * (terms.len() + 1) / 2 + 2;
    let work = (groups * fits * means.len() * width * width) as f64;
    let without = |group: usize| {
        let keeps = |point: &usize| point % groups != group;
        let points: Vec<usize> = (0..means.len()).filter(keeps).collect();
        let kept = |term: &Term| match term {
            Term::Numeric(values) => Term::Numeric(points.iter().map(|point| values[*point]).collect()),
            Term::Levels(levels) => Term::Levels(points.iter().map(|point| levels[*point]).collect()),
        };
        let means: Vec<f64> = points.iter().map(|point| means[*point]).collect();
        ResponseSurface::new(&terms.iter().map(kept).collect::<Vec<_>>(), &means)
    };
    if work <= MAX_WORK && groups >= MIN_GROUPS {
        (0..groups).into_par_iter().map(without).collect::<Option<_>>().unwrap_or_default()
    } else {
        vec![]
    }
}

/// Returns the share of the variance that an effect explains, with Tukey's interval over the `others` without some configurations.
pub(super) fn share(effect: &SurfaceEffect, others: &[ResponseSurface]) -> Estimate {
    let count = others.len() as f64;
    let same = |other: &ResponseSurface| {
        let same = other.effects().iter().find(|same| same.factors == effect.factors)?;
        Some(count * effect.share - (count - 1.0) * same.share)
    };
    let pseudo_values: Vec<f64> = others.iter().map(same).collect::<Option<_>>().unwrap_or_default();
    let around = |half: f64| Interval { low: (effect.share - half).max(0.0), high: (effect.share + half).min(1.0) };
    Estimate { value: effect.share, interval: half_width(&pseudo_values, LEVEL).map(around) }
}

/// Returns half the width of Student's interval of a mean.
fn half_width(values: &[f64], tail: f64) -> Option<f64> {
    student_interval(&[values], tail).map(|ends| (ends.high - ends.low) / 2.0)
}

/// Returns the response to a term, given its place, with Tukey's intervals over the `others` without some configurations. The values that
/// may be the best have the best one with a probability of 1 − `level`.
pub(super) fn response(
    fit: &ResponseSurface,
    others: &[ResponseSurface],
    terms: &[Term],
    means: &[f64],
    place: usize,
    level: f64,
) -> Response {
    let numbers = numbers(&terms[place]);
    let points: Vec<(f64, f64)> =
        numbers.iter().zip(means).filter_map(|(value, mean)| Some(((*value)?, *mean))).collect();
    let (low, high) = points.iter().fold((f64::MAX, f64::MIN), |(low, high), (x, _)| (low.min(*x), high.max(*x)));
    let is_numeric = matches!(terms[place], Term::Numeric(_));
    let values: Vec<f64> = if is_numeric {
        (0..=PLACES).map(|step| low + (high - low) * f64::from(step) / f64::from(PLACES)).collect()
    } else {
        let mut levels: Vec<f64> = points.iter().map(|(level, _)| *level).collect();
        levels.sort_by(f64::total_cmp);
        levels.dedup();
        levels
    };
    let line = fit.marginals(place, &values);
    let replicates: Vec<Vec<f64>> = others.iter().map(|other| other.marginals(place, &values)).collect();
    let count = replicates.len() as f64;
    let pseudo_values = |value: &dyn Fn(&[f64]) -> f64| -> Vec<f64> {
        replicates.iter().map(|replicate| count * value(&line) - (count - 1.0) * value(replicate)).collect()
    };
    let estimate = |place: usize| {
        let half = half_width(&pseudo_values(&|line| line[place]), LEVEL);
        let around = |half| Interval { low: line[place] - half, high: line[place] + half };
        (values[place], Estimate { value: line[place], interval: half.map(around) })
    };
    let best = (0..line.len()).min_by(|a, b| line[*a].total_cmp(&line[*b])).unwrap_or(0);
    let is_best = |place: usize| {
        let pseudo = pseudo_values(&|line| line[place] - line[best]);
        let allowed = if is_numeric {
            // H. Scheffé (1959): all differences between values of a parabola hold together.
            let df = count - 1.0;
            let scheffe = (df * (libm::pow(level, -2.0 / df) - 1.0)).sqrt();
            scheffe * sample_sd(&pseudo).unwrap_or(0.0) / count.sqrt()
        } else {
            let pairs = values.len() * (values.len() - 1) / 2;
            half_width(&pseudo, level / pairs.max(1) as f64).unwrap_or(0.0)
        };
        line[place] - line[best] <= allowed
    };
    let may_be_best = if replicates.is_empty() { vec![] } else { (0..line.len()).map(is_best).collect() };
    Response { line: (0..line.len()).map(estimate).collect(), points, may_be_best, names: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evocube_stats::Draws;

    #[test]
    fn intervals_of_a_surface_need_eight_configurations() {
        for (count, fits) in [(7, 0), (8, 8)] {
            let numbers = (0..count).map(f64::from);
            let means: Vec<f64> = numbers.clone().map(f64::sin).collect();
            assert_eq!(fits_without(&[Term::Numeric(numbers.map(Some).collect())], &means).len(), fits);
        }
    }

    #[test]
    fn bands_ranges_and_shares_miss_the_truth_in_five_percent() {
        const DESIGNS: u32 = 400;
        // Lowest at 0.3, beside a factor of four levels and noise.
        let truth = |x: f64| 40.0 * (x - 0.3).powi(2);
        let mut draws = Draws::new(20_261_129);
        let mut uniform = || draws.uniform();
        let (mut missed_bands, mut missed_ranges, mut missed_shares) = (0, 0, [0; 2]);
        for _ in 0..DESIGNS {
            let rates: Vec<f64> = (0..40).map(|point| (f64::from(point) + uniform()) / 40.0).collect();
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // below 4
            let levels: Vec<usize> = rates.iter().map(|_| (4.0 * uniform()) as usize).collect();
            let noise: Vec<f64> = rates.iter().map(|_| (0..6).map(|_| uniform() - 0.5).sum::<f64>() * 4.0).collect();
            let effects = [0.0, 1.0, 5.0, -2.0];
            let means: Vec<f64> =
                (0..40).map(|point| truth(rates[point]) + effects[levels[point]] + noise[point]).collect();
            let mean_effect = levels.iter().map(|level| effects[*level]).sum::<f64>() / 40.0;
            let terms = [
                Term::Numeric(rates.into_iter().map(Some).collect()),
                Term::Levels(levels.into_iter().map(Some).collect()),
            ];
            let fit = ResponseSurface::new(&terms, &means).unwrap();
            let others = fits_without(&terms, &means);
            let Response { line, may_be_best, .. } = response(&fit, &others, &terms, &means, 0, LEVEL);
            // Variances of the parabola, of the levels, and of 16 times six uniform numbers.
            let parts = [1600.0 * (0.0341 - (0.37_f64 / 3.0).powi(2)), 6.5, 8.0];
            for (place, missed) in missed_shares.iter_mut().enumerate() {
                let ends = share(&fit.effects()[place], &others).interval.unwrap();
                *missed += u32::from(!(ends.low..=ends.high).contains(&(parts[place] / parts.iter().sum::<f64>())));
            }
            let (x, estimate) = line[10];
            let ends = estimate.interval.unwrap();
            missed_bands += u32::from(!(ends.low..=ends.high).contains(&(truth(x) + mean_effect)));
            let nearest = (0..line.len()).min_by(|a, b| truth(line[*a].0).total_cmp(&truth(line[*b].0))).unwrap();
            missed_ranges += u32::from(!may_be_best[nearest]);
            assert!(may_be_best.iter().any(|may| !may), "ends are shown to be worse");
        }
        assert!((5..=30).contains(&missed_bands) && missed_ranges <= 24, "{missed_bands} {missed_ranges} of {DESIGNS}");
        assert!(missed_shares.iter().all(|missed| *missed <= DESIGNS * 8 / 100), "{missed_shares:?} of {DESIGNS}");
    }
}
