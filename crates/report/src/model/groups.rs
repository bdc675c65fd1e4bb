//! [`Groups`]: the configurations of the levels of a factor.

/// The configurations that are compared: for each level, and within each combination of the levels of other factors.
pub(crate) struct Groups {
    /// The configurations of each level and slice.
    pub(crate) levels: Vec<Vec<Vec<usize>>>,
}

impl Groups {
    /// Returns the configurations of a level.
    pub(crate) fn of_level(&self, level: usize) -> Vec<usize> {
        self.levels[level].concat()
    }
}
