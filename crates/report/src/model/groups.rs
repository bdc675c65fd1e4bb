//! [`Groups`]: the configurations that a `Family` compares: for each level, within each combination of levels of the other factors. A level
//! is that of a factor, a pair of levels of two, or one configuration. `tree` makes the groups of a design, `configurations` those of
//! single configurations.

/// The configurations that are compared: for each level, and within each slice, a combination of the levels of the other
/// factors.
pub(crate) struct Groups {
    /// The places in the stage of the configurations of each level and slice.
    pub(crate) levels: Vec<Vec<Vec<usize>>>,
}

impl Groups {
    /// Returns each configuration with its level and slice.
    pub(crate) fn places(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let levels = self.levels.iter().enumerate();
        let slices = levels.flat_map(|(level, slices)| slices.iter().enumerate().map(move |slice| (level, slice)));
        slices.flat_map(|(level, (slice, cell))| cell.iter().map(move |configuration| (level, slice, *configuration)))
    }

    /// Returns the configurations of a level.
    pub(crate) fn of_level(&self, level: usize) -> Vec<usize> {
        self.levels[level].concat()
    }
}
