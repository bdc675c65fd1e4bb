//! The keys that a design point gives to the seeds of its trials: the canonical values of its levels as text, which are made in
//! `canonical`. On held-out instances a key is the name of the stage that selected or, after a race, the role of the point. The keys of
//! starts and goals are in `instance::seed_keys`; `plan` derives the seeds from both.

use std::borrow::Cow;

use super::Stage;
use super::canonical::{quoted, remove, text};
use super::key_path::is_below;

impl Stage {
    /// Returns what the seeds of the trials of a design point depend on: the keys that the levels set, each with its canonical value,
    /// in alphabetical order. Labels are no part of it. On held-out instances it is the stage that selected the configuration, or after
    /// a race its role.
    pub(crate) fn seed_key(&self, point: usize) -> String {
        if let Some(stage) = self.held_out.get(point) {
            return stage.clone();
        }
        let levels = self.levels_of(point);
        let applying = self.factors.iter().zip(levels).filter_map(|(factor, level)| Some(&factor.levels[level?]));
        let settings: Vec<_> = applying.flat_map(|level| level.settings()).collect();
        let pairs = settings.iter().map(|setting| {
            let key = &setting.key;
            let mut value = Cow::Borrowed(&setting.canonical);
            // Other factors set these.
            for inner in settings.iter().filter(|other| is_below(&other.key, key)) {
                let path: Vec<String> = inner.key[key.len() + 1..].split('.').map(str::to_owned).collect();
                remove(value.to_mut(), &path);
            }
            format!("{}:{}", quoted(key), text(&value))
        });
        let mut pairs: Vec<String> = pairs.collect();
        pairs.sort_unstable();
        format!("{{{}}}", pairs.join(","))
    }
}
