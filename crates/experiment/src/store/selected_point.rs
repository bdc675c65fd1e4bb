//! [`SelectedPoint`]: the design point that a stage selected, as a manifest names it.

use serde::{Deserialize, Serialize};

use crate::run_state::RunState;
use crate::sweep::Stage;

/// The design point that a stage selected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SelectedPoint {
    /// The stage's name.
    pub stage: String,
    /// The design point's number, from 1.
    pub point: u64,
    /// Its levels, `key=level,key=level`.
    pub levels: String,
}

impl SelectedPoint {
    /// Returns the design point of a stage with this index.
    pub fn new(stage: &Stage, point: usize) -> Self {
        Self { stage: stage.name.clone(), point: point as u64 + 1, levels: stage.point_name(point) }
    }

    /// Returns the design points that the first stages of a run selected.
    pub(crate) fn all(state: &RunState<'_>) -> Vec<Self> {
        let selected = state.sweep.selecting_stages().iter().zip(&state.selected);
        selected.map(|(stage, point)| Self::new(stage, *point)).collect()
    }

    /// Returns its index, from 0.
    pub(super) fn index(&self) -> Option<usize> {
        usize::try_from(self.point).ok()?.checked_sub(1)
    }

    /// Returns its index if it is a point of the stage.
    pub(super) fn index_in(&self, stage: &Stage) -> Option<usize> {
        let point = self.index().filter(|point| *point < stage.points())?;
        (*self == Self::new(stage, point)).then_some(point)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::sweep::Sweep;

    #[test]
    fn a_recorded_selection_that_is_no_point_of_its_stage_has_no_index() {
        let text = "name = 'x'\nseed = 1\nrepetitions = 1\n[[instance]]\nscramble = 'R U'\n[base]\npopulation = 10\n\
                    stop.generations = 3\n[[factor]]\nkey = 'crossover.one-point.rate'\nlevels = [0.3, 0.5]\n";
        let sweep = Sweep::parse(text, Path::new("x.toml")).unwrap();
        let stage = &sweep.stages[0];
        let index = |levels, point| SelectedPoint { point, ..SelectedPoint::new(stage, levels) }.index_in(stage);
        assert_eq!([0, 1, 2, 3].map(|point| index(1, point)), [None, None, Some(1), None]);
        // The levels repeat beyond the last point.
        assert_eq!([0, 1, 2, 3].map(|point| index(0, point)), [None, Some(0), None, None]);
    }
}
