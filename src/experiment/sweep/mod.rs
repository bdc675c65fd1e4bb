//! [`Sweep`]: a checked sweep file.

mod condition;
mod error;
mod error_text;
mod factor;
mod file;
mod fixed;
mod former_names;
mod heeds;
mod overrides;
mod points;
mod range;
mod stages;

pub(super) use condition::{DefaultsCache, PartialConfiguration, decides, is_below};
pub use error::SweepError;
pub use error_text::grouped;
pub use factor::{Factor, FactorValue, Level};
pub(super) use file::read_text;
pub use file::{read_puzzle, reason};
pub use overrides::{Overrides, PointError};
pub use range::{Scale, ValueRange};

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::path::Path;
use std::sync::Arc;

use condition::head;
use overrides::Override;
use points::{Levels, Open, Points, SelectedLevels};

use super::design::Design;
use super::design_point::DesignPoint;
use super::instance::Instance;
pub use super::record::Choose;
use super::record::{Score, Selection, TrialRow, varies_objective};
use crate::alphabet::AlphabetConfig;
use crate::puzzle::AnyPuzzle;
use crate::rng::Seed;
use crate::search::SolverKind;

/// A checked sweep: every design point of every stage has been tried to make a
/// [`DesignPoint`].
#[derive(Clone, Debug)]
pub struct Sweep {
    /// Its name, also that of its results folder.
    pub name: String,
    /// What is asked, what is expected.
    pub notes: String,
    /// The master seed.
    pub seed: u64,
    /// Repetitions of each design point on each instance.
    pub repetitions: u64,
    /// Every how many generations a row of `convergence.csv` is written, if not as usual (see
    /// [`default_log_every`](super::trial::default_log_every)); the first and the last always are.
    pub log_every: Option<u64>,
    /// Deterministic solvers to log beside the evolution.
    pub baselines: Vec<SolverKind>,
    /// The facelets of the state to arrive at from each of them, if it is not the solved one.
    pub goal: Option<String>,
    /// The cubes to solve.
    pub instances: Vec<Instance>,
    /// The stages, at least one.
    pub stages: Vec<Stage>,
    /// What all design points share.
    pub base: DesignPoint,
    /// The same as TOML, complete, to lay levels over.
    base_value: toml::Value,
    /// The keys of all factors of all stages, each once.
    factor_keys: Vec<String>,
    /// The first keys of all conditions of factors.
    decisive: BTreeSet<String>,
}

/// The most trials a sweep may have.
pub const MAX_TRIALS: usize = 1_000_000;

/// The name of the only stage of a sweep without `[[stage]]`.
pub const ONLY_STAGE: &str = "main";

/// One stage: its factors are varied.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Its name.
    pub name: String,
    /// How its winner is chosen, which is fixed in the later stages.
    pub choose: Choose,
    /// What it varies; of all combinations the last factor varies fastest.
    pub factors: Vec<Factor>,
    /// Which points are tried.
    pub design: Design,
    /// How many points are asked for, unless the design is factorial.
    asked: Option<usize>,
    /// The order in which factors are applied: a key inside another after that.
    order: Vec<usize>,
    points: Points,
    /// The points after each selection of the earlier stages, if they differ.
    open: Option<Arc<Open>>,
    /// Is it not yet known which of them?
    awaits_selection: bool,
}

/// An alphabet that is written as the keys of `alphabet` in a sweep file, each on its line or separated by commas.
///
/// # Errors
/// What is wrong, in one sentence.
pub fn read_alphabet(puzzle: &AnyPuzzle, text: &str) -> Result<AlphabetConfig, String> {
    let keys = if text.contains('\n') { format!("[alphabet]\n{text}") } else { format!("alphabet = {{ {text} }}") };
    let plain = |error: toml::de::Error| error_text::plain(error.message());
    let mut base: toml::Table = toml::from_str(&keys).map_err(plain)?;
    base.insert(overrides::PUZZLE.to_owned(), toml::Value::try_from(puzzle).expect("a puzzle prints"));
    let point = overrides::point(&toml::Value::Table(base), &[]).map_err(|(message, _)| message)?;
    Ok(point.config.alphabet)
}

impl Stage {
    /// The rule that selects the configuration which the later stages fix.
    #[must_use]
    pub fn selection(&self) -> Selection {
        let comparable_penalties = !self.factors.iter().any(|factor| varies_objective(&factor.key));
        Selection { choose: self.choose, comparable_penalties }
    }

    /// Returns the index of the selected design point among the scores of the stage's trials. Failed trials count as worse
    /// than all others; ties go to the point that comes first.
    #[must_use]
    pub fn select(&self, scores: impl IntoIterator<Item = Score>) -> usize {
        self.selection().order(self.points(), scores).first().map_or(0, |ranked| ranked.point)
    }

    /// Returns the index of the selected design point among rows, of which those of other stages are ignored.
    #[must_use]
    pub fn select_among<'a>(&self, rows: impl IntoIterator<Item = &'a TrialRow>) -> usize {
        self.select(rows.into_iter().filter(|row| row.stage == self.name).map(Score::of))
    }

    /// How many design points there are: all combinations of levels where their factors apply, or as many as the design has.
    #[must_use]
    pub fn points(&self) -> usize {
        match &self.points {
            // More than a number holds are refused when the sweep is read.
            Points::All => self.factors.iter().map(|factor| factor.levels.len()).fold(1, usize::saturating_mul),
            Points::Listed(points) => points.len(),
        }
    }

    /// Do its points depend on what the stages before select? Until [`Sweep::settle`] says so, they are those after the
    /// selection that leaves most.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Is it not yet known which points it has?
    #[must_use]
    pub fn awaits_selection(&self) -> bool {
        self.awaits_selection
    }

    /// The number of each factor's level at a design point (0-based); none where the factor does not apply.
    #[must_use]
    pub fn levels_of(&self, point: usize) -> Vec<Option<usize>> {
        if let Points::Listed(points) = &self.points {
            return points[point].clone();
        }
        let mut rest = point;
        let mut levels: Levels = self
            .factors
            .iter()
            .rev()
            .map(|factor| {
                let level = rest % factor.levels.len();
                rest /= factor.levels.len();
                Some(level)
            })
            .collect();
        levels.reverse();
        levels
    }

    /// The text of each factor's level at a design point, without what other factors of the point set inside it; none where
    /// the factor does not apply.
    #[must_use]
    pub fn texts_of(&self, point: usize) -> Vec<Option<Cow<'_, str>>> {
        self.texts(&self.levels_of(point))
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

    /// All texts that the levels of a factor have at the points, in the order of the levels.
    pub(super) fn shown_levels(&self, place: usize) -> Vec<String> {
        let Factor { key, levels, .. } = &self.factors[place];
        if !self.factors.iter().any(|other| is_below(&other.key, key)) {
            return levels.iter().map(|level| level.text.clone()).collect();
        }
        let of = |point| {
            let levels = self.levels_of(point);
            let text = self.texts(&levels).swap_remove(place)?.into_owned();
            Some((levels[place]?, text))
        };
        let mut seen = HashSet::new();
        let mut found: Vec<_> = (0..self.points()).filter_map(of).filter(|found| seen.insert(found.clone())).collect();
        found.sort_by_key(|(level, _)| *level);
        found.into_iter().map(|(_, text)| text).collect()
    }

    /// The factors in the order in which they are applied.
    pub(super) fn order(&self) -> &[usize] {
        &self.order
    }

    /// The settings of a configuration to race, without those of factors that do not apply to the others.
    pub(super) fn applying(
        &self,
        settings: Vec<Option<FactorValue>>,
        start: &PartialConfiguration<'_>,
    ) -> Vec<Option<FactorValue>> {
        points::applying(&self.factors, &self.order, settings, start)
    }

    /// A design point by name, `key=level,key=level` with the keys in alphabetical order: what its random numbers
    /// depend on. Empty for the only point of a stage without factors, and where none applies.
    #[must_use]
    pub fn point_name(&self, point: usize) -> String {
        let texts = self.factors.iter().zip(self.texts_of(point));
        let mut parts: Vec<String> =
            texts.filter_map(|(factor, text)| Some(format!("{}={}", factor.key, text?))).collect();
        parts.sort();
        parts.join(",")
    }

    /// The levels that a design point adds to the base.
    fn overrides(&self, point: usize) -> impl Iterator<Item = Override<'_, toml::Value>> {
        let levels = self.levels_of(point);
        self.order.iter().filter_map(move |&place| {
            let factor = &self.factors[place];
            Some(Override { key: &factor.key, place: 0..0, value: &factor.levels[levels[place]?].value })
        })
    }

    /// The levels of a point without those of factors that no condition depends on.
    fn decisive_part(&self, levels: &[Option<usize>], decisive: &BTreeSet<String>) -> Levels {
        let part = |(factor, level): (&Factor, &Option<usize>)| level.filter(|_| decisive.contains(head(&factor.key)));
        self.factors.iter().zip(levels).map(part).collect()
    }

    /// What a selection of the stages before can be followed by, as far as conditions depend on it.
    fn decisive_levels(&self, selection: &SelectedLevels, decisive: &BTreeSet<String>) -> BTreeSet<Levels> {
        let open = self.open.as_ref().and_then(|open| open.after(selection));
        match open.as_ref().unwrap_or(&self.points) {
            Points::Listed(points) => points.iter().map(|levels| self.decisive_part(levels, decisive)).collect(),
            Points::All => self.factors.iter().fold(BTreeSet::from([Levels::new()]), |all, factor| {
                let is_decisive = decisive.contains(head(&factor.key));
                let levels = || (0..factor.levels.len()).map(|level| is_decisive.then_some(level));
                let longer = |known: &Levels, level| known.iter().copied().chain([level]).collect();
                let each = all.iter().flat_map(|known| levels().map(move |level| longer(known, level)));
                each.collect()
            }),
        }
    }
}

impl Sweep {
    /// Reads and checks a sweep file; instance files are looked for beside the sweep, then from the present folder.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place.
    pub fn read(path: &Path) -> Result<Self, SweepError> {
        file::read(path)
    }

    /// Checks the text of a sweep file.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place; `path` is only named in it and tells where instance files are.
    pub fn parse(text: &str, path: &Path) -> Result<Self, SweepError> {
        file::parse(text, path)
    }

    /// The puzzle of the whole sweep.
    #[must_use]
    pub fn puzzle(&self) -> &AnyPuzzle {
        &self.base.config.puzzle
    }

    /// The root of all random numbers.
    #[must_use]
    pub fn master(&self) -> Seed {
        Seed::from_number(self.seed)
    }

    /// A design point, when the earlier stages were won by these points.
    ///
    /// # Errors
    /// If the winners' settings and the point's do not go together.
    pub fn point(&self, stage: usize, winners: &[usize], point: usize) -> Result<DesignPoint, String> {
        let earlier = self.stages.iter().zip(winners).take(stage);
        let mut overrides: Vec<_> = earlier.flat_map(|(stage, &winner)| stage.overrides(winner)).collect();
        overrides.extend(self.stages[stage].overrides(point));
        overrides::point(&self.base_value, &overrides).map_err(|(message, _)| message)
    }

    /// Gives stages their points after what the stages before have selected (the index of each one's point), as far as
    /// that is known.
    pub fn settle(&mut self, selected: &[usize]) {
        let mut selection = SelectedLevels::new();
        for number in 0..self.stages.len() {
            let stage = &mut self.stages[number];
            if let Some(points) = stage.open.as_ref().and_then(|open| open.after(&selection)) {
                stage.points = points;
                stage.awaits_selection = false;
            }
            let Some(&point) = selected.get(number).filter(|point| **point < stage.points()) else { return };
            selection.push(stage.decisive_part(&stage.levels_of(point), &self.decisive));
        }
    }

    /// The base with other settings, each a key of it.
    ///
    /// # Errors
    /// If a key or a value is none, or if they do not go together.
    pub fn with(&self, overrides: &Overrides) -> Result<DesignPoint, PointError> {
        overrides.over(&self.base_value)
    }

    /// The base, over which a configuration is made. `resolved` remembers what was found on the way.
    pub(super) fn start<'a>(&'a self, resolved: &'a DefaultsCache) -> PartialConfiguration<'a> {
        PartialConfiguration::new(&self.base_value, resolved)
    }

    /// The sweep after its stages have selected these points: itself, unless the points of a stage depend on it.
    #[must_use]
    pub fn settled(&self, selected: &[usize]) -> Cow<'_, Self> {
        if !self.stages.iter().any(Stage::is_open) {
            return Cow::Borrowed(self);
        }
        let mut sweep = self.clone();
        sweep.settle(selected);
        Cow::Owned(sweep)
    }

    /// What the base says of a key.
    pub(super) fn base_value(&self, key: &str) -> Option<&toml::Value> {
        condition::at(&self.base_value, key)
    }

    /// What the base says of a key, if that is a number.
    pub(super) fn base_number(&self, key: &str) -> Option<f64> {
        self.base_value(key).and_then(condition::number)
    }

    /// The alphabets of the sweep, each once, in the order in which they first come: that of `[base]`, and those of the
    /// points of every stage that varies one.
    #[must_use]
    pub fn alphabets(&self) -> Vec<AlphabetConfig> {
        let mut all = vec![self.base.config.alphabet.clone()];
        for (number, stage) in self.stages.iter().enumerate() {
            // Only the factors of the alphabet matter: one point of each combination of their levels will do.
            let varies = |factor: &Factor| factor.key == "alphabet" || factor.key.starts_with("alphabet.");
            let mut seen = HashSet::new();
            let first_of_its_kind = |point: &usize| {
                let levels = stage.factors.iter().zip(stage.levels_of(*point)).filter(|(factor, _)| varies(factor));
                seen.insert(levels.map(|(_, level)| level).collect::<Levels>())
            };
            for point in (0..stage.points()).filter(first_of_its_kind) {
                let alphabet = self.point(number, &[], point).map(|point| point.config.alphabet);
                if let Some(alphabet) = alphabet.ok().filter(|alphabet| !all.contains(alphabet)) {
                    all.push(alphabet);
                }
            }
        }
        all
    }

    /// The keys of all factors of all stages, each once.
    #[must_use]
    pub fn factor_keys(&self) -> &[String] {
        &self.factor_keys
    }

    /// The sweep as a sweep file again, with every default written out and every instance as its state: what the
    /// manifest keeps. Reading it gives the same sweep.
    #[must_use]
    pub fn to_table(&self) -> toml::Table {
        file::to_table(self)
    }
}

#[cfg(test)]
mod tests;
