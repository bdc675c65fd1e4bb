//! [`Surface`]: the effects of factors in designs that lack combinations of levels, or have more than 24 levels of a factor, by a response
//! surface over the means of the configurations. It has predictions and the best value of a factor, too. The regression is
//! `ResponseSurface` in `evocube-stats`; a response to one factor is made in `response`.

use std::collections::BTreeSet;

use super::super::result_index::StageTrials;
use super::outcome::Sample;
use super::response::{Response, fits_without, numbers, response, share};
use evocube_stats::designs::{ResponseSurface, Term};
use evocube_stats::rank_tests::holm;
use evocube_stats::{Estimate, LEVEL};

/// Maximum number of configurations over which a prediction is averaged.
const MAX_AVERAGED: usize = 64;

/// A main effect or an interaction of a response surface.
pub(crate) struct SurfaceEffect {
    /// The factors, by their places in the stage.
    pub(crate) factors: Vec<usize>,
    /// Its share of the variance between configurations.
    pub(crate) share: Estimate,
    /// The p-value; `None` without noise to compare it with.
    pub(crate) p: Option<f64>,
    pub(crate) p_corrected: f64,
}

impl SurfaceEffect {
    pub(crate) fn is_shown(&self) -> bool {
        self.p_corrected <= LEVEL
    }
}

/// A response surface with its tests.
pub(crate) struct Surface {
    pub(crate) effects: Vec<SurfaceEffect>,
    /// The factors of its terms, by their places in the stage.
    pub(crate) factors: Vec<usize>,
    /// Whether the numbers of each are their logarithms.
    pub(crate) logarithmic: Vec<bool>,
    pub(super) terms: Vec<Term>,
    /// The means of the configurations, lower ones better.
    pub(super) means: Vec<f64>,
    pub(super) fit: ResponseSurface,
    /// The response to each factor.
    pub(crate) responses: Vec<Response>,
    /// The factors with several values, by their places in the stage, and the value of each with the lowest prediction.
    best: Vec<(usize, String)>,
}

impl Surface {
    /// Returns the surface of a stage, whose tests share the level with others: `families` with its own. `None` if its configurations are
    /// too few.
    pub(super) fn new(stage: &StageTrials<'_>, sample: &Sample, compared: &[usize], families: usize) -> Option<Self> {
        let points: Vec<_> = compared.iter().map(|place| &stage.points[*place]).collect();
        let varies = |factor: &usize| {
            let mut levels = points.iter().map(|point| &point.levels[*factor]).filter(|level| !level.is_empty());
            levels.next().is_some_and(|first| levels.any(|level| level != first))
        };
        let factors: Vec<usize> = (0..stage.summary.factors.len()).filter(varies).collect();
        let levels =
            |factor: &usize| -> Vec<&str> { points.iter().map(|point| point.levels[*factor].as_str()).collect() };
        let (terms, logarithmic): (Vec<Term>, Vec<bool>) = factors.iter().map(|factor| term(&levels(factor))).unzip();
        let means: Vec<f64> = compared.iter().map(|point| sample.configuration_mean(*point)).collect();
        let surface = ResponseSurface::new(&terms, &means)?;
        let (effects, others) = (surface.effects(), fits_without(&terms, &means));
        // They share the level with the other tests of the page, and are corrected together.
        let scale = families as f64 / effects.len().max(1) as f64;
        let p: Vec<f64> = effects.iter().map(|effect| effect.p.unwrap_or(1.0) * scale).collect();
        let corrected = holm(&p);
        // Curvature that the surface lacks looks like an interaction with any factor: one is shown only beside both of its factors.
        let beside = |factors: &[usize]| {
            let main_effects =
                effects.iter().zip(&corrected).filter(|(effect, _)| factors.len() > 1 && effect.factors.len() == 1);
            let of_factors = main_effects.filter(|(effect, _)| factors.contains(&effect.factors[0]));
            of_factors.map(|(_, p)| *p).fold(0.0, f64::max)
        };
        let effects = effects.iter().zip(&corrected).map(|(effect, p_corrected)| SurfaceEffect {
            factors: effect.factors.iter().map(|place| factors[*place]).collect(),
            share: share(effect, &others),
            p: effect.p,
            p_corrected: p_corrected.max(beside(&effect.factors)).max(effect.p.unwrap_or(1.0)),
        });
        let best = |(place, (factor, term)): (usize, (&usize, &Term))| {
            let values: Vec<Option<f64>> = match term {
                Term::Numeric(values) => values.clone(),
                Term::Levels(levels) => levels.iter().map(|level| level.map(|level| level as f64)).collect(),
            };
            let points: Vec<usize> = (0..values.len()).filter(|point| values[*point].is_some()).collect();
            let predicted = surface.marginals(place, &values.into_iter().flatten().collect::<Vec<_>>());
            let lowest = points.into_iter().zip(predicted).min_by(|a, b| a.1.total_cmp(&b.1));
            lowest.map(|(point, _)| (*factor, levels(factor)[point].to_owned()))
        };
        let best = factors.iter().zip(&terms).enumerate().filter_map(best).collect();
        let effects = effects.collect();
        // The ranges of all factors hold together, as the tests do.
        let level = LEVEL / families as f64;
        let response = |(place, factor): (usize, &usize)| {
            let response = response(&surface, &others, &terms, &means, place, level);
            response.named(&levels(factor), logarithmic[place])
        };
        let responses = factors.iter().enumerate().map(response).collect();
        Some(Self { effects, logarithmic, terms, means, fit: surface, responses, best, factors })
    }

    /// Returns the response to a factor, given by its place in the stage; `None` if it has no term.
    pub(crate) fn response(&self, factor: usize) -> Option<&Response> {
        self.factors.iter().zip(&self.responses).find(|(other, _)| **other == factor).map(|(_, response)| response)
    }

    /// Returns the lowest and the highest value of a factor, given by its place in `factors`; `None` if it is no number.
    pub(crate) fn range(&self, factor: usize) -> Option<(f64, f64)> {
        let Term::Numeric(values) = &self.terms[factor] else { return None };
        let applying = values.iter().flatten();
        Some(applying.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(*value), high.max(*value))))
    }

    /// Returns the mean predictions with two factors, given by their places in `factors`, set to values, a row for each of the second.
    pub(crate) fn predictions(&self, [first, second]: [usize; 2], values: [&[f64]; 2]) -> Vec<Vec<f64>> {
        let numbers: Vec<Vec<Option<f64>>> = self.terms.iter().map(numbers).collect();
        let step = self.means.len().div_ceil(MAX_AVERAGED);
        let points: Vec<Vec<Option<f64>>> = (0..self.means.len())
            .step_by(step)
            .map(|point| numbers.iter().map(|numbers| numbers[point]).collect())
            .collect();
        let mean = |across: f64, up: f64| {
            let predicted = points.iter().map(|point| {
                let mut point = point.clone();
                (point[first], point[second]) = (Some(across), Some(up));
                self.fit.predict(&point)
            });
            predicted.sum::<f64>() / points.len() as f64
        };
        values[1].iter().map(|up| values[0].iter().map(|across| mean(*across, *up)).collect()).collect()
    }

    /// Returns the value of a factor, given by its place in the stage, with the lowest mean prediction; `None` if there is none.
    pub(crate) fn best(&self, factor: usize) -> Option<&str> {
        self.best.iter().find(|(other, _)| *other == factor).map(|(_, value)| &**value)
    }
}

/// Returns a factor as terms of a regression: its numbers, by their logarithms if that spreads them more evenly, or its levels; and
/// whether they are logarithms.
fn term(levels: &[&str]) -> (Term, bool) {
    let number = |level: &&str| level.parse().ok().filter(|number: &f64| number.is_finite());
    let applying = || levels.iter().filter(|level| !level.is_empty());
    if applying().all(|level| number(level).is_some()) {
        let mut numbers: Vec<f64> = applying().filter_map(number).collect();
        numbers.sort_by(f64::total_cmp);
        let (low, middle, high) = (numbers[0], numbers[numbers.len() / 2], numbers[numbers.len() - 1]);
        let is_logarithmic = low > 0.0 && middle < ((low + high) / 2.0 * (low * high).sqrt()).sqrt();
        let value = |level: &&str| number(level).map(|number| if is_logarithmic { libm::log(number) } else { number });
        return (Term::Numeric(levels.iter().map(value).collect()), is_logarithmic);
    }
    let names: BTreeSet<&str> = applying().copied().collect();
    let places = levels.iter().map(|level| names.iter().position(|name| name == level));
    (Term::Levels(places.collect()), false)
}
