//! [`FactorSummary`]: a factor's key and levels, as a reader of results sees them. Also here: short forms of keys.

/// One factor of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactorSummary {
    /// The key it varies, e.g. `crossover.one-point.rate`, or the name of a factor whose levels have labels.
    pub key: String,
    /// The keys of `[base]` that it sets.
    pub keys: Vec<String>,
    /// The values it takes, in [words](crate::sweep::LevelWords).
    pub levels: Vec<String>,
    /// The words that differ from the text of the file, with that text.
    pub written: Vec<(String, String)>,
}

impl FactorSummary {
    /// Returns the summary of a factor that varies one key.
    pub fn new(key: &str, levels: Vec<String>) -> Self {
        Self { key: key.to_owned(), keys: vec![key.to_owned()], levels, written: vec![] }
    }

    /// Returns a level as the file of the sweep writes it.
    pub fn as_written<'a>(&'a self, level: &'a str) -> &'a str {
        self.written.iter().find(|(word, _)| word == level).map_or(level, |(_, text)| text)
    }

    /// Returns whether it sets a key that has a property.
    pub fn sets(&self, is_one: impl Fn(&str) -> bool) -> bool {
        self.keys.iter().any(|key| is_one(key))
    }
}

/// Returns the last two parts of each key, or more where those are ambiguous.
pub(super) fn short_keys<'a>(keys: &[&'a str]) -> Vec<&'a str> {
    fn ending(key: &str, parts: usize) -> &str {
        key.rmatch_indices('.').nth(parts - 1).map_or(key, |(dot, _)| &key[dot + 1..])
    }
    let is_unique =
        |key: &str, parts| keys.iter().filter(|other| ending(other, parts) == ending(key, parts)).count() == 1;
    let parts = |key: &str| (2..=key.split('.').count()).find(|parts| is_unique(key, *parts));
    keys.iter().map(|key| parts(key).map_or(*key, |parts| ending(key, parts))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_keys_differ() {
        let keys = ["population", "selection.tournament.size", "crossover.one-point.rate", "extra.one-point.rate"];
        let short = ["population", "tournament.size", "crossover.one-point.rate", "extra.one-point.rate"];
        assert_eq!(short_keys(&keys), short);
    }
}
