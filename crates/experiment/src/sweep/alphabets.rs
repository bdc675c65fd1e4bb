//! The alphabets of a sweep.

use std::collections::HashSet;

use super::Sweep;
use super::factor::Factor;
use super::points::Levels;
use evocube_engine::alphabet::AlphabetConfig;

impl Sweep {
    /// Returns the different alphabets of the sweep, in order: that of `[base]`, then those of the stages that vary one.
    #[must_use]
    pub fn alphabets(&self) -> Vec<AlphabetConfig> {
        let mut all = vec![self.base.alphabet.clone()];
        for (number, stage) in self.stages.iter().enumerate() {
            // Only the factors of the alphabet matter, so one point of each combination of their levels is built.
            let varies = |factor: &Factor| factor.key == "alphabet" || factor.key.starts_with("alphabet.");
            let mut kinds = HashSet::new();
            let first_of_its_kind = |point: &usize| {
                let levels = stage.factors.iter().zip(stage.levels_of(*point)).filter(|(factor, _)| varies(factor));
                kinds.insert(levels.map(|(_, level)| level).collect::<Levels>())
            };
            for point in (0..stage.points()).filter(first_of_its_kind) {
                let alphabet = self.point(number, &[], point).map(|point| point.alphabet);
                if let Some(alphabet) = alphabet.ok().filter(|alphabet| !all.contains(alphabet)) {
                    all.push(alphabet);
                }
            }
        }
        all
    }
}
