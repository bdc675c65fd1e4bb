//! The design points of a stage by their numbers: how many there are, the levels of each, and its configuration after the selections of
//! earlier stages. [`Sweep::settled`] gives later stages the points that follow a selection; these are found in `points`. Texts and names
//! of points are in `level_texts`.

use std::borrow::Cow;

use super::base::Base;
use super::conflicts::conflicts;
use super::diagnostic::Diagnostic;
use super::factor::{Level, Setting};
use super::overrides::{self, Override};
use super::points::{Levels, Points, SelectedLevels};
use super::{Factor, Stage, Sweep};
use evocube_engine::evolve::config::TrialConfig;

impl Stage {
    /// Returns the number of design points.
    pub fn points(&self) -> usize {
        match &self.points {
            // A saturated product is refused when the sweep is read.
            Points::All => self.factors.iter().map(|factor| factor.levels.len()).fold(1, usize::saturating_mul),
            Points::Listed(points) => points.len(),
        }
    }

    /// Returns the index of each factor's level at a design point; `None` where the factor does not apply.
    pub fn levels_of(&self, point: usize) -> Vec<Option<usize>> {
        if let Points::Listed(points) = &self.points {
            return points[point].clone();
        }
        let mut rest = point;
        let level = |factor: &Factor| {
            let level = rest % factor.levels.len();
            rest /= factor.levels.len();
            Some(level)
        };
        let mut levels: Levels = self.factors.iter().rev().map(level).collect();
        levels.reverse();
        levels
    }

    /// Returns the levels of a design point as overrides of the base.
    pub(super) fn overrides(&self, levels: &[Option<usize>]) -> Vec<Override<'_>> {
        let level = |&place: &usize| Some(&self.factors[place].levels[levels[place]?]);
        self.order.iter().filter_map(level).flat_map(Level::settings).map(Setting::as_override).collect()
    }
}

impl Sweep {
    /// Returns a design point of a stage, given the indices of the points that the earlier stages selected. Keys of
    /// earlier stages with unknown selections keep the values of `[base]`; on held-out instances, an unknown selection
    /// is the stage's first point.
    ///
    /// # Errors
    /// If the selected configurations and the point conflict.
    ///
    /// # Panics
    /// If there is no such stage; it may panic for a point that does not exist.
    pub fn point(&self, stage: usize, selected: &[usize], point: usize) -> Result<TrialConfig, Diagnostic> {
        let is_race = self.race_design().is_some();
        if self.stages[stage].is_held_out() && !is_race {
            return self.point(point, selected, selected.get(point).copied().unwrap_or(0));
        }
        let earlier = self.stages.iter().zip(selected).take(if is_race { 0 } else { stage });
        let stage_point = (&self.stages[stage], &point);
        let points = earlier.chain([stage_point]).flat_map(|(stage, point)| stage.overrides(&stage.levels_of(*point)));
        configuration(&self.complete, &points.collect::<Vec<_>>())
    }

    /// Returns the sweep with the points of the stages that depend on earlier selections, as far as these are known; borrowed if no
    /// stage does. `selected` has the index of each stage's selected point.
    pub fn settled(&self, selected: &[usize]) -> Cow<'_, Self> {
        if !self.stages.iter().any(Stage::is_open) {
            return Cow::Borrowed(self);
        }
        let (mut sweep, mut selection) = (self.clone(), SelectedLevels::new());
        for (number, stage) in sweep.stages.iter_mut().enumerate() {
            if let Some(points) = stage.open.as_ref().and_then(|open| open.list(&selection)) {
                stage.points = points;
                stage.awaits_selection = false;
            }
            let Some(&point) = selected.get(number).filter(|point| **point < stage.points()) else { break };
            selection.push(stage.decisive_part(&stage.levels_of(point), &self.decisive));
        }
        Cow::Owned(sweep)
    }
}

/// Returns the configuration of a base with overrides, in order.
///
/// # Errors
/// If a key cannot be set, a value is invalid, or values conflict: the first mistake.
pub(super) fn configuration(base: &Base, overrides: &[Override<'_>]) -> Result<TrialConfig, Diagnostic> {
    let point = overrides::read(base, overrides)?;
    conflicts(&point, base, overrides).into_iter().next().map_or(Ok(point), Err)
}
