//! [`Sweep`]: a checked sweep file.

mod error;
mod factor;
mod fixed;
mod heeds;
mod overlay;
mod range;
mod stages;
mod wire;
mod wording;

pub use error::SweepError;
pub use factor::{Factor, Level, Setting};
pub use overlay::{Overrides, PointError};
pub use range::{Scale, ValueRange};
pub(super) use wire::read_text;
pub use wire::{read_puzzle, reason};

use std::collections::HashSet;
use std::path::Path;

use serde::Deserialize;

use overlay::Overlay;

use super::contender::DesignPoint;
use super::design::Design;
use super::instance::Instance;
pub use super::record::Choose;
use super::record::{Selection, varies_objective};
use crate::evolve::alphabet::AlphabetConfig;
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
    /// [`usual_log_every`](super::trial::usual_log_every)); the first and the last always are.
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
}

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
    /// Of a design that fills ranges: the level of each factor at each point.
    sampled: Vec<Vec<usize>>,
}

/// An alphabet that is written as the keys of `alphabet` in a sweep file, each on its line or separated by commas.
///
/// # Errors
/// What is wrong, in one sentence.
pub fn read_alphabet(puzzle: &AnyPuzzle, text: &str) -> Result<AlphabetConfig, String> {
    let keys = if text.contains('\n') { format!("[alphabet]\n{text}") } else { format!("alphabet = {{ {text} }}") };
    let plain = |error: toml::de::Error| wording::plain(error.message());
    let mut base: toml::Table = toml::from_str(&keys).map_err(plain)?;
    base.insert(overlay::PUZZLE.to_owned(), toml::Value::try_from(puzzle).expect("a puzzle prints"));
    let point = overlay::point(&toml::Value::Table(base), &[]).map_err(|(message, _)| message)?;
    Ok(point.config.alphabet)
}

impl Stage {
    /// The rule that selects the configuration which the later stages fix.
    #[must_use]
    pub fn selection(&self) -> Selection {
        let comparable_penalties = !self.factors.iter().any(|factor| varies_objective(&factor.key));
        Selection { choose: self.choose, comparable_penalties }
    }

    /// How many design points there are: all combinations of levels, or as many as the design has.
    #[must_use]
    pub fn points(&self) -> usize {
        if self.design != Design::Factorial {
            return self.sampled.len();
        }
        self.factors.iter().map(|factor| factor.levels.len()).product()
    }

    /// The number of each factor's level at a design point (0-based).
    #[must_use]
    pub fn levels_of(&self, point: usize) -> Vec<usize> {
        if self.design != Design::Factorial {
            return self.sampled[point].clone();
        }
        let mut rest = point;
        let mut levels: Vec<usize> = self
            .factors
            .iter()
            .rev()
            .map(|factor| {
                let level = rest % factor.levels.len();
                rest /= factor.levels.len();
                level
            })
            .collect();
        levels.reverse();
        levels
    }

    /// A design point by name, `key=level,key=level` with the keys in alphabetical order: what its random numbers
    /// depend on. Empty for the only point of a stage without factors.
    #[must_use]
    pub fn point_name(&self, point: usize) -> String {
        let levels = self.levels_of(point).into_iter();
        let mut parts: Vec<String> = self
            .factors
            .iter()
            .zip(levels)
            .map(|(factor, level)| format!("{}={}", factor.key, factor.levels[level].text))
            .collect();
        parts.sort();
        parts.join(",")
    }

    /// The settings a design point adds to the base.
    fn overlays(&self, point: usize) -> impl Iterator<Item = Overlay<'_, toml::Value>> {
        let levels = self.factors.iter().zip(self.levels_of(point));
        levels.map(|(factor, level)| Overlay { key: &factor.key, place: 0..0, value: &factor.levels[level].value })
    }
}

impl Sweep {
    /// Reads and checks a sweep file; instance files are looked for beside the sweep, then from the present folder.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place.
    pub fn read(path: &Path) -> Result<Self, SweepError> {
        wire::read(path)
    }

    /// Checks the text of a sweep file.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place; `path` is only named in it and tells where instance files are.
    pub fn parse(text: &str, path: &Path) -> Result<Self, SweepError> {
        wire::parse(text, path)
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
        let mut overlays: Vec<_> = earlier.flat_map(|(stage, &winner)| stage.overlays(winner)).collect();
        overlays.extend(self.stages[stage].overlays(point));
        overlay::point(&self.base_value, &overlays).map_err(|(message, _)| message)
    }

    /// The base with other settings, each a key of it.
    ///
    /// # Errors
    /// If a key or a value is none, or if they do not go together.
    pub fn with(&self, overrides: &Overrides) -> Result<DesignPoint, PointError> {
        overrides.over(&self.base_value)
    }

    /// What the base says of a key, if that is a number.
    pub(super) fn base_number(&self, key: &str) -> Option<f64> {
        let value = key.split('.').try_fold(&self.base_value, |table, name| table.get(name))?;
        #[allow(clippy::cast_precision_loss)] // settings are small
        value.as_float().or_else(|| value.as_integer().map(|number| number as f64))
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
                seen.insert(levels.map(|(_, level)| level).collect::<Vec<_>>())
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
        wire::to_table(self)
    }
}
