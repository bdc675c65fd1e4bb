//! The design points of a stage by their numbers: the levels of each, their texts, its name, and its configuration after the selections of
//! earlier stages. [`Sweep::settled`] gives later stages the points that follow a selection; these are found in `points`.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

use super::diagnostic::Diagnostic;
use super::factor::{Level, Setting};
use super::overrides::{self, Override};
use super::points::{Levels, Points, SelectedLevels};
use super::{Factor, Stage, Sweep, is_below};
use evocube_engine::evolve::config::TrialConfig;

impl Stage {
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

    /// Returns the text of each factor's level at a design point, without values inside it that other factors set; `None` where
    /// the factor does not apply.
    pub fn texts_of(&self, point: usize) -> Vec<Option<Cow<'_, str>>> {
        self.texts(&self.levels_of(point))
    }

    /// Returns the texts of the levels at a design point, by the keys of the factors that apply.
    pub fn levels_by_key(&self, point: usize) -> BTreeMap<String, String> {
        let texts = self.factors.iter().zip(self.texts_of(point));
        texts.filter_map(|(factor, text)| Some((factor.key.clone(), text?.into_owned()))).collect()
    }

    fn texts(&self, levels: &[Option<usize>]) -> Vec<Option<Cow<'_, str>>> {
        let text = |place: usize, level: usize| {
            let key = &self.factors[place].key;
            let applying =
                self.factors.iter().zip(levels).filter(|(other, level)| level.is_some() && is_below(&other.key, key));
            self.factors[place].levels[level].text_without(key, applying.map(|(other, _)| &other.key[key.len() + 1..]))
        };
        levels.iter().enumerate().map(|(place, level)| level.map(|level| text(place, level))).collect()
    }

    /// Returns all texts of a factor's levels at the design points, in the order of the levels.
    pub(crate) fn shown_levels(&self, place: usize) -> Vec<String> {
        let Factor { key, levels, .. } = &self.factors[place];
        if !self.factors.iter().any(|other| is_below(&other.key, key)) {
            return levels.iter().map(|level| level.text.clone()).collect();
        }
        let level_text = |point| {
            let levels = self.levels_of(point);
            let text = self.texts(&levels).swap_remove(place)?.into_owned();
            Some((levels[place]?, text))
        };
        let mut distinct = HashSet::new();
        let mut texts: Vec<_> =
            (0..self.points()).filter_map(level_text).filter(|texts| distinct.insert(texts.clone())).collect();
        texts.sort_by_key(|(level, _)| *level);
        texts.into_iter().map(|(_, text)| text).collect()
    }

    /// Returns the name of a design point, `key=level,key=level` with the keys in alphabetical order. It is
    /// empty if no factor applies. On held-out instances it is the stage that selected the configuration, or after a race
    /// its role.
    pub fn point_name(&self, point: usize) -> String {
        if let Some(stage) = self.held_out.get(point) {
            return stage.clone();
        }
        let texts = self.factors.iter().zip(self.texts_of(point));
        let mut parts: Vec<String> =
            texts.filter_map(|(factor, text)| Some(format!("{}={}", factor.key, text?))).collect();
        parts.sort();
        parts.join(",")
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
        overrides::point(&self.complete, &points.collect::<Vec<_>>())
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
