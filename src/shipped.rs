//! [`ShippedSweep`]: the sweeps that are part of the program, by name: files of the folder `experiments`, with the states of their instance
//! files. Shipped puzzles and patterns are in `evocube_cube`.

use std::path::Path;

use crate::experiment::instance::stored;
use crate::puzzle::AnyPuzzle;
use crate::puzzle::notation::Dialect;
use crate::text::similar;

/// A sweep that is part of the program: a file of the folder `experiments`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShippedSweep {
    name: &'static str,
    file: &'static str,
}

/// Error: no shipped sweep has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no shipped sweep has this name{} expected {}", suggestion(.0), names().join(", "))]
pub struct UnknownSweep(pub String);

/// Returns the question for a similar name, or a semicolon.
fn suggestion(name: &str) -> String {
    similar(name, names()).map_or(";".to_owned(), |name| format!(": did you mean {name}?"))
}

/// Returns the names of all shipped sweeps.
fn names() -> Vec<&'static str> {
    ShippedSweep::ALL.map(ShippedSweep::name).into()
}

/// Lists files of the folder `experiments` by the names of their sweeps.
macro_rules! shipped {
    ($($name:literal,)+) => {
        [$(ShippedSweep { name: $name, file: include_str!(concat!("../experiments/", $name, ".toml")) },)+]
    };
}

/// The instance files that shipped sweeps name, with their names there.
const INSTANCES: [(&str, &str); 3] = [
    ("../instances/example-1.txt", include_str!("../instances/example-1.txt")),
    ("../instances/example-2.txt", include_str!("../instances/example-2.txt")),
    ("../instances/example-3.txt", include_str!("../instances/example-3.txt")),
];

impl ShippedSweep {
    /// All shipped sweeps, in alphabetical order.
    pub const ALL: [Self; 23] = shipped![
        "always-solve",
        "herdy-1994",
        "lexicase",
        "nsga-ii",
        "pocket-cube",
        "printed-settings",
        "pyraminx",
        "quick-strategy",
        "quickstart",
        "race",
        "reference",
        "reference-populations",
        "rotated-macros",
        "self-adaptation",
        "short-solutions",
        "skewb",
        "sousa",
        "sousa-31",
        "sousa-instances",
        "sousa-readings",
        "tes-2010",
        "three-switches",
        "what-makes-it-work",
    ];

    /// Returns the sweep of a name.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<Self, UnknownSweep> {
        Self::ALL.into_iter().find(|sweep| sweep.name == name).ok_or_else(|| UnknownSweep(name.to_owned()))
    }

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Returns the text of the sweep file, with states in place of instance files, so that no other file is needed.
    ///
    /// # Panics
    /// Never: tests read every shipped sweep.
    pub fn text(self) -> String {
        let mut text = self.file.to_owned();
        for (file, content) in INSTANCES {
            let name = Path::new(file).file_stem().unwrap_or_default().display();
            let state = stored(content, None, &AnyPuzzle::default(), Dialect::Wca).expect("a shipped cube");
            text = text.replace(&format!("file = \"{file}\""), &format!("name = \"{name}\"\nstate = \"{state}\""));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::sweep::Sweep;

    #[test]
    fn shipped_sweeps_equal_their_files() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments");
        for sweep in ShippedSweep::ALL {
            let name = format!("{}.toml", sweep.name());
            let from_text = Sweep::parse(&sweep.text(), Path::new(&name)).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(from_text.to_table(), Sweep::read(&folder.join(&name)).unwrap().to_table(), "{name}");
            assert_eq!(from_text.name, sweep.name());
            assert_eq!(ShippedSweep::named(sweep.name()), Ok(sweep));
        }
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let files = files.filter(|name| Path::new(name).extension().is_some_and(|extension| extension == "toml"));
        assert_eq!(files.count(), ShippedSweep::ALL.len());
    }

    #[test]
    fn an_unknown_shipped_sweep_is_refused_with_the_known_names() {
        let message = ShippedSweep::named("quickstrat").unwrap_err().to_string();
        let sentence = "no shipped sweep has this name: did you mean quickstart? expected always-solve, herdy-1994, ";
        assert!(message.starts_with(sentence), "{message}");
        let message = ShippedSweep::named("weather").unwrap_err().to_string();
        assert!(message.starts_with("no shipped sweep has this name; expected always-solve, "), "{message}");
    }
}
