//! The space that a race searches: the factors of a sweep's only stage.

use super::RaceError;
use super::model::Spread;
use crate::experiment::contender::DesignPoint;
use crate::experiment::design::Design;
use crate::experiment::sweep::{Factor, Overrides, PointError, Setting, Stage, Sweep};
use crate::rng::{ChaCha8, Stream};

/// Settings to race, with everything that is known of them.
#[derive(Clone, Debug)]
pub(super) struct Configuration {
    /// The iteration that it was drawn in, from 1.
    pub(super) iteration: u32,
    /// The place of the elite that it was drawn around.
    pub(super) parent: Option<usize>,
    pub(super) settings: Vec<Setting>,
    pub(super) spread: Vec<Spread>,
    pub(super) point: DesignPoint,
    /// When it left the race: the iteration, and the tests of it.
    pub(super) left: Option<(u32, usize)>,
}

pub(in crate::experiment) struct Space<'a> {
    sweep: &'a Sweep,
    stage: &'a Stage,
}

impl<'a> Space<'a> {
    pub(in crate::experiment) fn new(sweep: &'a Sweep) -> Result<Self, RaceError> {
        match &sweep.stages[..] {
            [stage] if stage.factors.is_empty() => Err(RaceError::NoFactors),
            [stage] => Ok(Self { sweep, stage }),
            _ => Err(RaceError::Stages),
        }
    }

    pub(in crate::experiment) fn factors(&self) -> &'a [Factor] {
        &self.stage.factors
    }

    fn overrides(&self, settings: &[Setting]) -> Overrides {
        let mut overrides = Overrides::default();
        for (factor, setting) in self.factors().iter().zip(settings) {
            overrides.set(&factor.key, factor.level(*setting).value().clone());
        }
        overrides
    }

    /// The settings as they are shown, in the order of the factors.
    pub(super) fn texts(&self, settings: &[Setting]) -> Vec<String> {
        self.factors().iter().zip(settings).map(|(factor, setting)| factor.level(*setting).text).collect()
    }

    /// A configuration; `None` if its settings do not go together.
    pub(super) fn configuration(&self, settings: Vec<Setting>) -> Option<Configuration> {
        let point = self.sweep.with(&self.overrides(&settings)).ok()?;
        let spread = self.factors().iter().map(Spread::first).collect();
        Some(Configuration { iteration: 1, parent: None, settings, spread, point, left: None })
    }

    /// The settings of `[base]`, if each is one of its factor's.
    pub(in crate::experiment) fn of_base(&self) -> Option<Vec<Setting>> {
        let of = |factor: &Factor| match &factor.range {
            Some(range) => self.sweep.base_number(&factor.key).filter(|number| range.has(*number)).map(Setting::Number),
            None => {
                let is_base = |level: &usize| {
                    let mut overrides = Overrides::default();
                    overrides.set(&factor.key, factor.levels[*level].value().clone());
                    self.sweep.with(&overrides).is_ok_and(|point| point == self.sweep.base)
                };
                (0..factor.levels.len()).find(is_base).map(Setting::Level)
            }
        };
        self.factors().iter().map(of).collect()
    }

    /// The first configurations: the base's and those of the sweep's design, or uniform ones.
    pub(super) fn first(&self, count: usize) -> Result<Vec<Configuration>, RaceError> {
        let keys: Vec<&str> = self.factors().iter().map(|factor| factor.key.as_str()).collect();
        let seed = self.sweep.master().child(&self.sweep.name).child("race").child("first");
        let settings = |place: &[f64]| -> Vec<Setting> {
            self.factors().iter().zip(place).map(|(factor, place)| factor.at(*place)).collect()
        };
        let base = self.of_base().and_then(|settings| self.configuration(settings));
        let mut all: Vec<Configuration> = base.into_iter().collect();
        // A space may hold fewer than are wanted, and some that do not go together.
        let (mut wanted, mut refused) = (count, None);
        while wanted > 0 {
            if let Some(found) = self.stage.design_for_race().distinct(wanted, &keys, seed, settings) {
                for settings in found {
                    if all.len() == count {
                        break;
                    }
                    if all.iter().any(|other| other.settings == settings) {
                        continue;
                    }
                    match self.sweep.with(&self.overrides(&settings)) {
                        Ok(_) => all.extend(self.configuration(settings)),
                        Err(PointError::Unreadable(message) | PointError::Conflict(message)) => refused = Some(message),
                    }
                }
                break;
            }
            wanted /= 2;
        }
        match refused {
            Some(message) if all.is_empty() => Err(RaceError::Settings { message }),
            _ => Ok(all),
        }
    }

    /// New configurations around elites, the best first, which are drawn from the more often; fewer if there are no
    /// others. `done` is the share of the race that is over.
    pub(super) fn around(
        &self,
        all: &mut [Configuration],
        elites: &[usize],
        count: usize,
        (iteration, done): (u32, f64),
        stream: &mut Stream<ChaCha8>,
    ) -> Vec<Configuration> {
        /// Draws for a new configuration, at most.
        const DRAWS: usize = 100;
        let factors = self.factors().len();
        for &elite in elites {
            let Configuration { settings, spread, .. } = &mut all[elite];
            spread.iter_mut().zip(settings).for_each(|(spread, setting)| spread.narrow(*setting, count, factors, done));
        }
        let mut new: Vec<Configuration> = Vec::new();
        let mut widened = false;
        while new.len() < count {
            let found = (0..DRAWS).find_map(|_| {
                let parent = elites[by_rank(elites.len(), stream)];
                let Configuration { settings, spread, .. } = &all[parent];
                let draws = self.factors().iter().zip(settings).zip(spread);
                let settings: Vec<Setting> =
                    draws.map(|((factor, setting), spread)| spread.draw(factor, *setting, stream)).collect();
                let is_there = all.iter().chain(&new).any(|other| other.settings == settings);
                let mut child = if is_there { None } else { self.configuration(settings) }?;
                (child.iteration, child.parent) = (iteration, Some(parent));
                child.spread.clone_from(spread);
                Some(child)
            });
            match found {
                Some(child) => new.push(child),
                // Everything near is known: once, look farther.
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

/// A place among so many elites, the best first, with a chance that falls by equal steps.
fn by_rank(count: usize, stream: &mut Stream<ChaCha8>) -> usize {
    let mut left = stream.index(count * (count + 1) / 2);
    for place in 0..count {
        if left < count - place {
            return place;
        }
        left -= count - place;
    }
    count - 1
}

impl Stage {
    /// A race begins with uniform configurations unless the sweep has a design.
    fn design_for_race(&self) -> Design {
        if self.design == Design::Factorial { Design::Random } else { self.design }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;

    #[test]
    fn better_elites_are_drawn_from_more_often() {
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
    fn the_base_is_found_among_its_factors() {
        let text = "name = 'x'\nseed = 1\ndesign = 'random'\npoints = 3\n[[instance]]\nrandom = 1\n[base]\npopulation = 50\n\
                    alphabet.expand = 'rotations'\n[[factor]]\nkey = 'population'\nrange = [10, 100]\n\
                    [[factor]]\nkey = 'alphabet.expand'\nlevels = ['none', 'rotations']\n";
        let sweep = Sweep::parse(text, std::path::Path::new("x.toml")).unwrap();
        let space = Space::new(&sweep).unwrap();
        assert_eq!(space.of_base(), Some(vec![Setting::Number(50.0), Setting::Level(1)]));
        assert_eq!(space.texts(&space.of_base().unwrap()), ["50", "rotations"]);
        let first = space.first(20).unwrap();
        assert_eq!(first.len(), 20);
        assert_eq!(first[0].point, sweep.base);
        let other = Sweep::parse(&text.replace("population = 50", "population = 500"), std::path::Path::new("x.toml"));
        assert_eq!(Space::new(&other.unwrap()).unwrap().of_base(), None);
    }
}
