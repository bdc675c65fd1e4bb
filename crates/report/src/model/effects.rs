//! [`Effect`] and [`Interaction`]: the effects of the factors of a stage, on average or within levels of others, their direction where the
//! question expects one, and whether they depend on others. [`TestedDesign`]: the tests of both. Levels are compared in `family`, and drawn
//! in `figures::effects`; designs without all combinations have `surface`.
//!
//! Only pairs of factors are tested for interactions. All tests of a design are corrected together with those of other families, at the
//! level of 5 %.

use std::sync::OnceLock;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::family::Family;
use super::groups::Groups;
use super::outcome::Sample;
use super::slices::SlicePair;
use super::tree::Design;
use evocube_experiment::record::Outcome;
use evocube_stats::designs::variance_shares;
use evocube_stats::wins::{BetterLevels, Direction};
use evocube_stats::{Estimate, LEVEL};

/// The effect of a factor, on average over the levels of the others or within levels of some.
pub(crate) struct Effect {
    /// The factor, by its place in the stage.
    pub(crate) factor: usize,
    /// Factors and levels within which it is, by their places in the stage.
    pub(crate) within: Vec<(usize, usize)>,
    /// The levels that are compared, by their places in the factor.
    pub(crate) levels: Vec<usize>,
    /// The configurations of each level.
    pub(crate) groups: Groups,
    /// The comparison of the levels.
    pub(crate) family: Family,
    /// Its share of the variance between configurations, without the part that noise explains. `None` where it is not estimated: for
    /// run times, without noise, and within levels of other factors.
    pub(crate) share: Option<Estimate>,
    /// The number of trials behind it.
    pub(crate) trials: usize,
    /// Whether larger or smaller levels are better, if the question asks for it.
    pub(crate) direction: Option<Direction>,
}

impl Effect {
    /// Returns its share of the variance; 0 where it is not estimated.
    pub(crate) fn explained(&self) -> f64 {
        self.share.map_or(0.0, |share| share.value)
    }

    /// Tests whether larger levels are better, or smaller ones. This test and the comparison of the levels share the level of 5 %.
    pub(super) fn direct(&mut self, better: BetterLevels) {
        if let Some(wins) = self.family.wins.take() {
            let (wins, direction) = wins.directed(better);
            (self.family, self.direction) = (Family::of_wins(wins), direction);
        }
    }

    /// Returns the number of trials of the level that has the fewest.
    pub(crate) fn trials_of_level(&self, sample: &Sample) -> usize {
        (0..self.levels.len()).map(|level| sample.trials(&self.groups.of_level(level))).min().unwrap_or(0)
    }
}

/// Whether the effect of a factor differs between the levels of another one.
pub(crate) struct Interaction {
    /// The factor, and the one on whose levels its effect may depend, by their places in the stage.
    pub(crate) factors: (usize, usize),
    /// As [`Effect::share`].
    pub(crate) share: Option<Estimate>,
    /// The difference between two levels of the other factor that has the smallest p-value; `None` if none can be tested.
    pub(crate) largest: Option<SlicePair>,
    /// The corrected p-value of `largest`, or 1.
    pub(crate) p_corrected: f64,
    /// The effects within the levels of the other factor; empty unless it is shown.
    pub(crate) simple: Vec<Effect>,
    /// The estimands of all combinations of levels, once its figure was drawn: they are the same on screens and telephones.
    pub(crate) means: OnceLock<Vec<Option<Estimate>>>,
}

impl Interaction {
    /// Returns its share of the variance; 0 where it is not estimated.
    pub(crate) fn explained(&self) -> f64 {
        self.share.map_or(0.0, |share| share.value)
    }

    /// Returns whether the interaction is significant at the level of 5 %.
    pub(crate) fn is_shown(&self) -> bool {
        self.p_corrected <= LEVEL
    }

    /// Returns whether two levels are shown in opposite orders within two levels of the other factor.
    pub(crate) fn reverses(&self) -> bool {
        let orders: Vec<(usize, usize)> =
            self.simple.iter().flat_map(|effect| &effect.family.pairs).filter_map(super::Pair::order).collect();
        orders.iter().any(|(better, worse)| orders.contains(&(*worse, *better)))
    }
}

/// A design with the effects that are tested in it.
pub(crate) struct TestedDesign {
    pub(crate) design: Design,
    pub(crate) effects: Vec<Effect>,
    pub(crate) interactions: Vec<Interaction>,
}

impl TestedDesign {
    /// Tests the effects of a design. `families` is the number of families of tests that share the level of 5 %, `asked` the factor that
    /// the question of the stage is about, and `seed` that of permutation tests.
    pub(crate) fn new(sample: &Sample, design: Design, families: usize, asked: Option<usize>, seed: u64) -> Self {
        let counts = design.counts();
        let has_shares = sample.outcome != Outcome::RunTime;
        // The trials of a share of pairs are compared with those of the other configurations, whose shares they move, too.
        let points = design.cells.iter().flatten().count() as f64;
        let inflation = if sample.outcome == Outcome::Wins { (points / (points - 1.0)).powi(2) } else { 1.0 };
        let shares = has_shares.then(|| variance_shares(&counts, &design.cells, &sample.values, inflation)).flatten();
        let share = |number: usize| shares.as_ref().map(|shares| shares[number]);
        let places: Vec<Option<Vec<usize>>> = design.effect_places();
        let mains: Vec<(usize, usize)> = places
            .iter()
            .enumerate()
            .filter_map(|(number, places)| Some((number, places.as_deref()?)))
            .filter_map(|(number, places)| if let [place] = places { Some((number, *place)) } else { None })
            .collect();
        let effect = |(number, place): (usize, usize)| Effect {
            share: share(number),
            ..effect(sample, &design, place, vec![], families, seed)
        };
        let effects: Vec<Effect> = mains.into_par_iter().map(effect).collect();
        let mut tested = Self { design, effects, interactions: vec![] };
        let pairs = places.iter().enumerate().filter_map(|(number, places)| match places.as_deref()? {
            [first, second] => Some((number, *first, *second)),
            _ => None,
        });
        let pairs: Vec<(usize, usize, usize)> = pairs.collect();
        let interaction = |(number, first, second): (usize, usize, usize)| Interaction {
            share: share(number),
            ..tested.interaction(sample, (first, second), families, asked, seed)
        };
        tested.interactions = pairs.into_par_iter().map(interaction).collect();
        tested
    }

    /// Tests whether the effect of one of two factors depends on the other: of the one that is asked about, or else of the one that
    /// explains more.
    fn interaction(
        &self,
        sample: &Sample,
        (first, second): (usize, usize),
        families: usize,
        asked: Option<usize>,
        seed: u64,
    ) -> Interaction {
        let factors = &self.design.factors;
        let share = |place: usize| {
            let effect = self.effects.iter().find(|effect| effect.factor == factors[place]);
            effect.map_or(0.0, Effect::explained)
        };
        let is_exchanged = match asked.filter(|factor| [factors[first], factors[second]].contains(factor)) {
            Some(factor) => factor == factors[second],
            None => share(second) > share(first),
        };
        let (focus, around) = if is_exchanged { (second, first) } else { (first, second) };
        let count = self.design.levels[around].len();
        let factors = (factors[focus], factors[around]);
        let within = |level: usize| vec![(factors.1, self.design.levels[around][level])];
        let wins = || {
            let effect = self.effects.iter().find(|effect| effect.factor == factors.0);
            let family = match effect {
                Some(effect) => effect.family.wins.clone()?,
                None => Family::new(sample, &self.design.groups(focus), families, seed).wins?,
            };
            family.dependence(count, |slice| self.design.level_of_slice(focus, around, slice), families, seed)
        };
        if sample.outcome == Outcome::Wins {
            let Some(dependence) = wins() else {
                return Interaction {
                    factors,
                    share: None,
                    largest: None,
                    p_corrected: 1.0,
                    simple: vec![],
                    means: OnceLock::new(),
                };
            };
            let largest = SlicePair::of_wins(&dependence);
            let p_corrected = largest.as_ref().map_or(1.0, |largest| largest.p_corrected);
            let simple = |(level, family)| {
                let design = self.design.within(around, level);
                effect_of(sample, &design, design.place(factors.0), within(level), Family::of_wins(family))
            };
            let simple = if dependence.is_shown() {
                dependence.slices.into_iter().enumerate().map(simple).collect()
            } else {
                vec![]
            };
            return Interaction { factors, share: None, largest, p_corrected, simple, means: OnceLock::new() };
        }
        let slices: Vec<Groups> = (0..count)
            .map(|level| {
                let within = self.design.within(around, level);
                within.groups(within.place(factors.0))
            })
            .collect();
        let largest = SlicePair::largest(sample, &slices, families);
        let p_corrected = largest.as_ref().map_or(1.0, |largest| largest.p_corrected);
        let simple = |level: usize| {
            let design = self.design.within(around, level);
            let place = design.place(factors.0);
            effect(sample, &design, place, within(level), families * count, seed)
        };
        let simple = if p_corrected <= LEVEL { (0..count).map(simple).collect() } else { vec![] };
        Interaction { factors, share: None, largest, p_corrected, simple, means: OnceLock::new() }
    }

    /// Returns the effect of a factor at levels of other ones, all by their places in the stage. Where another factor is none of this
    /// design, the configurations are those with the level, and those to which that factor does not apply, for which `has_level` is `None`.
    /// `None` if none has the level, or if some level of the factor has no such configuration.
    pub(crate) fn effect_at(
        &self,
        sample: &Sample,
        factor: usize,
        levels: &[(usize, usize)],
        families: usize,
        seed: u64,
        has_level: &dyn Fn(usize, (usize, usize)) -> Option<bool>,
    ) -> Option<Effect> {
        let mut design = self.design.clone();
        for (around, level) in levels {
            if let Some(place) = design.factors.iter().position(|other| other == around) {
                let number = design.levels[place].iter().position(|other| other == level)?;
                design = design.within(place, number);
            } else {
                let mut occurs = false;
                let mut keep = |point: &usize| {
                    let is_there = has_level(*point, (*around, *level));
                    occurs |= is_there == Some(true);
                    is_there != Some(false)
                };
                design.cells.iter_mut().for_each(|cell| cell.retain(&mut keep));
                if !occurs {
                    return None;
                }
            }
        }
        if design.cells.iter().any(Vec::is_empty) {
            return None;
        }
        let place = design.factors.iter().position(|other| *other == factor)?;
        Some(effect(sample, &design, place, levels.to_vec(), families, seed))
    }
}

/// Returns the effect of a factor in a design, within levels of other factors.
fn effect(
    sample: &Sample,
    design: &Design,
    place: usize,
    within: Vec<(usize, usize)>,
    families: usize,
    seed: u64,
) -> Effect {
    let groups = design.groups(place);
    let family = Family::new(sample, &groups, families, seed);
    effect_of(sample, design, place, within, family)
}

/// Returns the effect of a factor in a design, given the comparison of its levels.
fn effect_of(sample: &Sample, design: &Design, place: usize, within: Vec<(usize, usize)>, family: Family) -> Effect {
    Effect {
        factor: design.factors[place],
        within,
        levels: design.levels[place].clone(),
        groups: design.groups(place),
        family,
        share: None,
        trials: sample.trials(design.cells.iter().flatten()),
        direction: None,
    }
}
