//! Finding the design points of a stage that are one configuration although their levels differ: those whose alphabets have the same
//! symbols. No other key is compared for its meaning. Points that are the same only beside some levels of the other factors are left out,
//! and so are races that still run.

use std::collections::HashMap;

use super::key_path::head;
use super::points::Levels;
use super::{Stage, Sweep};
use crate::record::{SameConfiguration, SameConfigurations};
use evocube_engine::alphabet::AlphabetConfig;
use evocube_engine::evolve::config::TrialConfig;

/// The key of `[base]` whose values may describe the same thing: an alphabet without macros is the same with all their copies.
const ALPHABET: &str = "alphabet";

impl Sweep {
    /// Returns the design points of a stage that are one configuration, given the indices of the points that the earlier stages
    /// selected: by the symbols of their alphabets, in order, and by all other keys.
    ///
    /// Counted as one are those in which some factors change nothing, whatever their levels, and those of levels that are the same with
    /// all levels of the other factors.
    pub fn same_configurations(&self, stage: usize, selected: &[usize]) -> SameConfigurations {
        let planned = &self.stages[stage];
        let factors = &planned.factors;
        let varies_alphabet: Vec<bool> =
            factors.iter().map(|factor| factor.keys().into_iter().any(|key| head(key) == ALPHABET)).collect();
        if planned.is_held_out() || planned.is_racing() || !varies_alphabet.contains(&true) {
            return SameConfigurations::default();
        }
        let levels: Vec<Levels> = (0..planned.points()).map(|point| planned.levels_of(point)).collect();
        // Only points that have the levels of all other factors in common can be the same.
        let mut candidates: HashMap<Levels, Vec<usize>> = HashMap::new();
        for (point, levels) in levels.iter().enumerate() {
            let others = levels.iter().zip(&varies_alphabet).map(|(level, varies)| level.filter(|_| !varies));
            candidates.entry(others.collect()).or_default().push(point);
        }
        let mut symbols = Symbols::default();
        let mut classes: Vec<usize> = (0..levels.len()).collect();
        for points in candidates.values().filter(|points| points.len() > 1) {
            let mut different: Vec<(TrialConfig, usize)> = vec![];
            for point in points {
                let Ok(config) = self.point(stage, selected, *point) else { continue };
                let Some(config) = symbols.resolved(config) else { continue };
                match different.iter().find(|(other, _)| *other == config) {
                    Some((_, first)) => classes[*point] = *first,
                    None => different.push((config, *point)),
                }
            }
        }
        SameConfigurations(groups(planned, &levels, &classes))
    }
}

/// The alphabets of a stage, each by the first configuration with these symbols.
#[derive(Default)]
struct Symbols {
    /// The number of the symbols of each configuration of an alphabet; `None` for one that describes no alphabet.
    numbers: Vec<(AlphabetConfig, Option<u64>)>,
}

impl Symbols {
    /// Returns a configuration whose alphabet is the first one with these symbols; `None` if it describes no alphabet.
    fn resolved(&mut self, mut config: TrialConfig) -> Option<TrialConfig> {
        let described = self.numbers.iter().find(|(alphabet, _)| *alphabet == config.alphabet);
        let number = match described {
            Some((_, number)) => *number,
            None => {
                let number = config.alphabet.digest(&config.puzzle).ok();
                self.numbers.push((config.alphabet.clone(), number));
                number
            }
        }?;
        let first = self.numbers.iter().find(|(_, other)| *other == Some(number));
        config.alphabet.clone_from(&first?.0);
        Some(config)
    }
}

/// Returns the points that are counted as one, by the first point with the configuration of each.
fn groups(stage: &Stage, levels: &[Levels], classes: &[usize]) -> Vec<SameConfiguration> {
    let mut groups: Vec<SameConfiguration> = vec![];
    for first in (0..levels.len()).filter(|point| classes[*point] == *point) {
        let points: Vec<usize> = (first..levels.len()).filter(|point| classes[*point] == first).collect();
        let factors: Vec<usize> = (0..stage.factors.len())
            .filter(|factor| points.iter().any(|point| levels[*point][*factor] != levels[first][*factor]))
            .collect();
        // The points that differ from the first in these factors alone.
        let around = |point: &usize| {
            (0..stage.factors.len())
                .all(|factor| factors.contains(&factor) || levels[*point][factor] == levels[first][factor])
        };
        if points.len() > 1 && (0..levels.len()).filter(around).count() == points.len() {
            groups.push(SameConfiguration { points, factors });
        } else if let (true, [factor]) = (points.len() > 1, &factors[..]) {
            let same: Vec<Option<usize>> = points.iter().map(|point| levels[*point][*factor]).collect();
            // The points with one of these levels, beside all levels of the others.
            let is_alike = |point: usize| {
                let others = (0..levels.len()).filter(|other| {
                    let is_same = |place| place == *factor || levels[*other][place] == levels[point][place];
                    same.contains(&levels[*other][*factor]) && (0..stage.factors.len()).all(is_same)
                });
                let classes: Vec<usize> = others.map(|other| classes[other]).collect();
                classes.len() == same.len() && classes.iter().all(|class| *class == classes[0])
            };
            if (0..levels.len()).filter(|point| same.contains(&levels[*point][*factor])).all(is_alike) {
                groups.push(SameConfiguration { points, factors: vec![] });
            }
        }
    }
    groups
}
