//! [`ParameterSpace`]: the [`Configuration`]s that a race may run, from the factors of a sweep's only stage: the first ones, and draws of
//! new ones around elites. `irace` writes scenarios from the same space, for which conditions are made into values of other factors here.
//! The distributions of draws are in `model`.

use super::RaceError;
use super::model::SamplingSpread;
use crate::design::{Design, MAX_DIMENSIONS};
use crate::record::RacedConfiguration;
use crate::sweep::{
    Factor, FactorValue, Forbidden, Node, Overrides, PartialConfiguration, PointError, Stage, Sweep, Values, decides,
    is_below,
};
use evocube_cube::rng::{ChaCha8, Stream};

/// A configuration with its state in the race.
#[derive(Clone, Debug)]
pub(super) struct Configuration {
    pub(super) raced: RacedConfiguration,
    /// The value of each factor; `None` if the factor does not apply.
    pub(super) settings: Values,
    pub(super) spread: Vec<SamplingSpread>,
}

/// Indices of factors with their values; `None` is any number that no condition names.
type Assignment = Vec<(usize, Option<FactorValue>)>;

/// The factors of a sweep's only stage, with their conditions and forbidden combinations, as the parameters of a race.
pub(crate) struct ParameterSpace<'a> {
    sweep: &'a Sweep,
    stage: &'a Stage,
    /// True if a factor applies to some configurations only.
    is_conditional: bool,
}

impl<'a> ParameterSpace<'a> {
    /// Returns the space of a sweep.
    ///
    /// # Errors
    /// If it has several stages or no factors.
    pub(crate) fn new(sweep: &'a Sweep) -> Result<Self, RaceError> {
        match sweep.selecting_stages() {
            [stage] if stage.factors.is_empty() => Err(RaceError::NoFactors),
            [stage] => {
                let is_conditional = stage.factors.iter().any(|factor| !factor.conditions.is_empty());
                Ok(Self { sweep, stage, is_conditional })
            }
            _ => Err(RaceError::Stages),
        }
    }

    pub(crate) fn factors(&self) -> &'a [Factor] {
        &self.stage.factors
    }

    /// Returns the places of the factors in the order in which they are applied.
    pub(crate) fn order(&self) -> &'a [usize] {
        &self.stage.order
    }

    fn overrides(&self, settings: &[Option<FactorValue>]) -> Overrides {
        let mut overrides = Overrides::default();
        for &place in self.order() {
            if let Some(setting) = settings[place] {
                overrides.compute(&self.factors()[place].level(setting));
            }
        }
        overrides
    }

    /// Returns a configuration.
    ///
    /// # Errors
    /// If its values conflict.
    pub(super) fn configuration(&self, settings: Values) -> Result<Configuration, PointError> {
        self.sweep.configure(&self.overrides(&settings))?;
        let spread = self.factors().iter().map(SamplingSpread::first).collect();
        let raced = RacedConfiguration { iteration: 1, parent: None, eliminated: None };
        Ok(Configuration { raced, settings, spread })
    }

    /// Returns the values of `[base]`; `None` if one is not a level or in the range of its factor.
    pub(crate) fn base_values(&self) -> Option<Values> {
        let mut is_complete = true;
        let base = self.stage.ordered_factors().choose(&self.sweep.start(), |place| {
            let value = self.base_value(&self.factors()[place]);
            is_complete &= value.is_some();
            value
        });
        is_complete.then_some(base)
    }

    /// Returns the combinations of values that no configuration has.
    pub(crate) fn forbidden(&self) -> &'a [Forbidden] {
        &self.stage.forbidden
    }

    /// Returns the value of a key of `[base]`.
    pub(crate) fn base_value_of(&self, key: &str) -> Option<toml::Value> {
        self.sweep.base_value(key).map(Node::value)
    }

    /// Returns whether the values of a configuration do not conflict, and are not forbidden.
    pub(crate) fn allows(&self, settings: &[Option<FactorValue>]) -> bool {
        self.sweep.configure(&self.overrides(settings)).is_ok()
    }

    /// Removes the values of factors that do not apply.
    pub(super) fn applying(&self, settings: &[Option<FactorValue>]) -> Values {
        self.stage.ordered_factors().choose(&self.sweep.start(), |place| settings[place])
    }

    /// Returns the value of `[base]` for a factor. Keys inside it that other factors set are ignored.
    fn base_value(&self, factor: &Factor) -> Option<FactorValue> {
        if let Some(range) = &factor.range {
            return self.sweep.base_number(&factor.key).filter(|number| range.has(*number)).map(FactorValue::Number);
        }
        let is_base = |level: &usize| {
            let (mut overrides, mut so_far) = (Overrides::default(), self.sweep.start());
            overrides.compute(&factor.levels[*level]);
            factor.set_level(&factor.levels[*level], &mut so_far);
            for other in self.factors().iter().filter(|other| is_below(&other.key, &factor.key)) {
                if let Some(value) = self.sweep.base_value(&other.key).filter(|_| other.applies_to(&so_far)) {
                    overrides.compute_key(&other.key, value.clone());
                }
            }
            self.sweep.configure(&overrides).is_ok_and(|point| point == self.sweep.base)
        };
        (0..factor.levels.len()).find(is_base).map(FactorValue::Level)
    }

    /// Returns the values of other factors with which a factor applies; `None` if it always applies.
    pub(crate) fn applies_with(&self, place: usize) -> Option<Vec<Assignment>> {
        let factors = self.factors();
        // Factors on which the conditions depend, directly or through other factors.
        let mut deciding = vec![false; factors.len()];
        let mut open = vec![place];
        while let Some(next) = open.pop() {
            let conditions = &factors[next].conditions;
            for (other, factor) in factors.iter().enumerate().filter(|(other, _)| *other != next) {
                let decides = conditions.iter().any(|condition| decides(factor, &condition.key));
                if decides && !std::mem::replace(&mut deciding[other], true) {
                    open.push(other);
                }
            }
        }
        let order: Vec<usize> = self.order().iter().copied().filter(|place| deciding[*place]).collect();
        let mut states = vec![(Vec::new(), self.sweep.start())];
        for &other in &order {
            let factor = &factors[other];
            let mut next = Vec::new();
            for (assignment, state) in states {
                if !factor.applies_to(&state) {
                    next.push((assignment, state));
                    continue;
                }
                for setting in self.deciding_values(other) {
                    let (mut assignment, mut state) = (assignment.clone(), state.clone());
                    factor.set_level(&factor.level(setting), &mut state);
                    assignment.push((other, Some(setting)));
                    next.push((assignment, state));
                }
                if factor.range.is_some() {
                    // Any other number: no condition names it.
                    let (mut assignment, mut state) = (assignment, state);
                    assignment.push((other, None));
                    state.set(&factor.key, &Node::text(""));
                    next.push((assignment, state));
                }
            }
            states = next;
        }
        let count = states.len();
        let applying = states.into_iter().filter(|(_, state)| factors[place].applies_to(state));
        let assignments: Vec<Assignment> = applying.map(|(assignment, _)| assignment).collect();
        (assignments.len() < count).then_some(assignments)
    }

    /// Returns the values of a factor that conditions distinguish: all levels, or the numbers of its range that they name.
    pub(crate) fn deciding_values(&self, place: usize) -> Vec<FactorValue> {
        let factor = &self.factors()[place];
        let Some(range) = &factor.range else { return (0..factor.levels.len()).map(FactorValue::Level).collect() };
        let conditions = self.factors().iter().flat_map(|factor| &factor.conditions);
        let named =
            conditions.filter(|condition| condition.key == factor.key).flat_map(|condition| condition.numbers());
        named.filter(|number| range.has(*number)).map(FactorValue::Number).collect()
    }

    /// Returns the first configurations: the base, and others that fill the space.
    pub(super) fn first(&self, count: usize) -> Result<Vec<Configuration>, RaceError> {
        let keys: Vec<&str> = self.factors().iter().map(|factor| factor.key.as_str()).collect();
        let seed = self.sweep.master().child("race").child("first");
        let start = self.sweep.start();
        let settings = |place: &[f64], strata: Option<usize>| -> Values {
            let value = |factor: usize| Some(self.factors()[factor].stratified(place[factor], strata));
            self.stage.ordered_factors().choose(&start, value)
        };
        let base = self.base_values().and_then(|settings| self.configuration(settings).ok());
        let mut all: Vec<Configuration> = base.into_iter().collect();
        let has_sequence = keys.len() <= MAX_DIMENSIONS;
        let design = if has_sequence { Design::ShiftedSobol } else { Design::Random };
        // The space may have fewer configurations than requested, and values may conflict.
        let (mut size, mut refused) = (count, None);
        while size > 0 {
            let design = design.distinct(size, &keys, seed, self.is_conditional, settings);
            if design.len() == size {
                for settings in design {
                    if all.len() == count {
                        break;
                    }
                    if all.iter().any(|other| other.settings == settings) {
                        continue;
                    }
                    match self.configuration(settings) {
                        Ok(configuration) => all.push(configuration),
                        Err(error) => refused = Some(error.to_string()),
                    }
                }
                break;
            }
            size /= 2;
        }
        match refused {
            Some(message) if all.is_empty() => Err(RaceError::Settings { message }),
            _ => Ok(all),
        }
    }

    /// Draws values near those of a parent. A factor that does not apply to the parent is drawn from all its values.
    fn draw_near(
        &self,
        parent: &Configuration,
        start: &PartialConfiguration<'_>,
        stream: &mut Stream<ChaCha8>,
    ) -> Values {
        self.stage.ordered_factors().choose(start, |place| {
            let factor = &self.factors()[place];
            Some(match parent.settings[place] {
                Some(setting) => parent.spread[place].draw(factor, setting, stream),
                None => factor.value(stream.fraction()),
            })
        })
    }

    /// Draws up to `count` new configurations around elites, which are sorted best first. `progress` is the share of the race
    /// that is over, from 0 to 1.
    pub(super) fn draw_around(
        &self,
        all: &mut [Configuration],
        elites: &[usize],
        count: usize,
        iteration: usize,
        progress: f64,
        stream: &mut Stream<ChaCha8>,
    ) -> Vec<Configuration> {
        /// Maximum number of draws for a new configuration.
        const DRAWS: usize = 100;
        let factors = self.factors().len();
        for &elite in elites {
            let Configuration { settings, spread, .. } = &mut all[elite];
            for (spread, setting) in spread.iter_mut().zip(settings) {
                if let Some(setting) = *setting {
                    spread.narrow(setting, count, factors, progress);
                }
            }
        }
        let start = self.sweep.start();
        let mut new: Vec<Configuration> = Vec::new();
        let mut widened = false;
        while new.len() < count {
            let child = (0..DRAWS).find_map(|_| {
                let parent = elites[by_rank(elites.len(), stream)];
                let settings = self.draw_near(&all[parent], &start, stream);
                let is_there = all.iter().chain(&new).any(|other| other.settings == settings);
                let mut child = if is_there { None } else { self.configuration(settings).ok() }?;
                (child.raced.iteration, child.raced.parent) = (iteration, Some(parent));
                child.spread.clone_from(&all[parent].spread);
                Some(child)
            });
            match child {
                Some(child) => new.push(child),
                // All near configurations are known: widen the distributions once.
                None if !widened => {
                    widened = true;
                    for &elite in elites {
                        all[elite].spread.iter_mut().for_each(|spread| spread.widen(count, factors));
                    }
                }
                None => break,
            }
        }
        new
    }
}

/// Draws the rank of a parent among `count` elites, with linearly decreasing probability.
fn by_rank(count: usize, stream: &mut Stream<ChaCha8>) -> usize {
    let mut rest = stream.index(count * (count + 1) / 2);
    for place in 0..count {
        if rest < count - place {
            return place;
        }
        rest -= count - place;
    }
    count - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use evocube_cube::rng::Seed;

    #[test]
    fn better_elites_are_parents_more_often() {
        let mut stream = Seed::from_number(1).stream();
        let mut counts = [0_i32; 3];
        for _ in 0..6000 {
            counts[by_rank(3, &mut stream)] += 1;
        }
        for (count, expected) in counts.into_iter().zip([3000, 2000, 1000]) {
            assert!((count - expected).abs() < 150, "{counts:?}");
        }
    }

    #[test]
    fn the_base_configuration_has_a_value_of_every_factor() {
        let text = "name = 'x'\nseed = 1\ndesign = 'random'\npoints = 3\n[[instance]]\nrandom = 1\n[base]\npopulation = 50\n\
                    alphabet.expand = 'rotations'\n[[factor]]\nkey = 'population'\nrange = [10, 100]\n\
                    [[factor]]\nkey = 'alphabet.expand'\nlevels = ['none', 'rotations']\n";
        let sweep = Sweep::parse(text, std::path::Path::new("x.toml")).unwrap();
        let space = ParameterSpace::new(&sweep).unwrap();
        assert_eq!(space.base_values(), Some(vec![Some(FactorValue::Number(50.0)), Some(FactorValue::Level(1))]));
        let first = space.first(20).unwrap();
        assert_eq!(first.len(), 20);
        assert_eq!(Some(first[0].settings.clone()), space.base_values());
        let other = Sweep::parse(&text.replace("population = 50", "population = 500"), std::path::Path::new("x.toml"));
        assert_eq!(ParameterSpace::new(&other.unwrap()).unwrap().base_values(), None);
    }
}
