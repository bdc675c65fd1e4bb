//! [`SameConfigurations`]: design points of a stage with different levels and the same configuration, as a reader of results counts them.
//! The summary of a stage is given equal levels for them. Which points these are is decided in `same` of [`crate::sweep`].

use super::StageSummary;

/// Design points that are one configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SameConfiguration {
    /// Their indices, in ascending order.
    pub points: Vec<usize>,
    /// The factors whose levels change nothing there, by their places in the stage; empty if two levels of a factor are the same
    /// everywhere.
    pub factors: Vec<usize>,
}

/// The design points of a stage that are one configuration. The first of each stands for all, with the trials of all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SameConfigurations(pub Vec<SameConfiguration>);

impl SameConfigurations {
    /// Returns the design point that stands for another one, or for itself.
    pub fn first(&self, point: usize) -> usize {
        self.0.iter().find(|same| same.points.contains(&point)).map_or(point, |same| same.points[0])
    }

    /// Returns the number, from 1, of the design point that stands for the one with this number.
    pub fn first_number(&self, number: u64) -> u64 {
        let index = number.checked_sub(1).and_then(|index| usize::try_from(index).ok());
        index.map_or(number, |index| self.first(index) as u64 + 1)
    }

    /// Returns the number of different configurations of a stage with this number of design points.
    pub fn distinct(&self, points: usize) -> usize {
        points - self.0.iter().map(|same| same.points.len() - 1).sum::<usize>()
    }

    /// Returns the same configurations among some design points, by the places of these points in the list; without their factors.
    #[must_use]
    pub fn among(&self, points: &[usize]) -> Self {
        let place = |point: &usize| points.iter().position(|other| other == point);
        let same = |same: &SameConfiguration| SameConfiguration {
            points: same.points.iter().filter_map(place).collect(),
            factors: vec![],
        };
        Self(self.0.iter().map(same).filter(|same| same.points.len() > 1).collect())
    }
}

impl StageSummary {
    /// Returns the stage with design points that are one configuration: they have the same levels, and none of a factor that changes
    /// nothing there.
    #[must_use]
    pub(crate) fn with_same(mut self, same: SameConfigurations) -> Self {
        for SameConfiguration { points, factors } in &same.0 {
            let mut levels = self.points[points[0]].clone();
            factors.iter().for_each(|factor| levels[*factor].clear());
            points.iter().for_each(|point| self.points[*point].clone_from(&levels));
        }
        if !same.0.is_empty() {
            for (place, factor) in self.factors.iter_mut().enumerate() {
                factor.levels.retain(|level| self.points.iter().any(|levels| levels[place] == *level));
            }
        }
        Self { same, ..self }
    }
}
