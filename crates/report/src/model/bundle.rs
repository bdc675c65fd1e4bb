//! The levels of other factors that a level fixes, because these factors apply with this level alone.

use super::claims::Maker;
use crate::claims::FactorLevel;

impl Maker<'_> {
    /// Returns the levels of other factors that a level fixes: each of a factor that applies with this level alone, and has one level
    /// there.
    pub(super) fn fixed_by(&self, factor: usize, level: &str) -> Vec<FactorLevel> {
        let (with, without): (Vec<_>, Vec<_>) =
            self.stage.points.iter().partition(|point| point.levels[factor] == level);
        let others = self.stage.summary.factors.iter().enumerate().filter(|(other, _)| *other != factor);
        others
            .filter_map(|(other, summary)| {
                let fixed = &with.first()?.levels[other];
                let is_fixed = !fixed.is_empty()
                    && !without.is_empty()
                    && with.iter().all(|point| point.levels[other] == *fixed)
                    && without.iter().all(|point| point.levels[other].is_empty());
                is_fixed.then(|| FactorLevel { factor: summary.key.clone(), level: fixed.clone() })
            })
            .collect()
    }
}
