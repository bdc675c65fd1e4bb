//! [`Instance`]: a start state and a goal to solve, and what the seeds of its trials depend on. An `[[instance]]` entry of a sweep file,
//! names and goals are read here, and random and held-out instances are drawn. [`stored`] converts a state in any format to the form of
//! results. All entries of a sweep are read in `sweep::states`.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::named_file::read_file;
use evocube_cube::puzzle::notation::{Dialect, Format, Notation, NotationError};
use evocube_cube::puzzle::{AnyPuzzle, CUBE3, Puzzle, PuzzleKind, UnknownName};
use evocube_cube::rng::Seed;
use evocube_cube::route::Pattern;
use evocube_cube::text::{is_formula, is_printable, quoted};
use evocube_cube::with_puzzle;

/// A start state and a goal, with a name that is unique in its sweep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Instance {
    /// Name: the one that it is given, that of its file, or one of its own such as `random-3`, `held-out-2`, or `scramble-` and the first
    /// hexadecimal digits of its state's digest.
    pub name: String,
    /// Start state as [`Puzzle::write_state`] writes it, checked to be reachable: facelets of a cube, pieces of another puzzle.
    pub state: String,
    /// Goal in the same form; `None` for the solved state.
    #[serde(skip)]
    pub goal: Option<String>,
}

impl Instance {
    /// Returns the start state.
    ///
    /// # Panics
    /// If the instance is one of another puzzle.
    pub fn start<P: Puzzle>(&self, puzzle: &P) -> P::State {
        puzzle.read_state(&self.state).expect("it was checked when it was read")
    }

    /// Returns the goal.
    ///
    /// # Panics
    /// As [`Instance::start`].
    pub fn goal<P: Puzzle>(&self, puzzle: &P) -> P::State {
        let read = |goal: &String| puzzle.read_state(goal).expect("it was checked when it was read");
        self.goal.as_ref().map_or(puzzle.solved(), read)
    }

    /// Returns the state whose solutions lead from the start state to the goal. It is the start state itself if the goal is the
    /// solved state.
    ///
    /// # Panics
    /// As [`Instance::start`].
    pub fn problem<P: Puzzle>(&self, puzzle: &P) -> P::State {
        self.states(puzzle).1
    }

    /// Returns the start state and the [problem](Self::problem).
    pub(crate) fn states<P: Puzzle>(&self, puzzle: &P) -> (P::State, P::State) {
        let start = self.start(puzzle);
        (start, puzzle.between(start, self.goal(puzzle)))
    }
}

/// Returns what the seeds of the trials on each instance depend on: its start and its goal, and its number among instances that have the
/// same. Its name has no part in it.
pub(super) fn seed_keys(puzzle: &AnyPuzzle, instances: &[Instance]) -> Vec<String> {
    let solved = with_puzzle!(puzzle, |puzzle| puzzle.write_state(puzzle.solved()));
    let mut counts = HashMap::new();
    let mut key = |instance: &Instance| {
        let goal = instance.goal.as_ref().unwrap_or(&solved);
        let count = counts.entry((instance.state.clone(), goal.clone())).or_insert(0u64);
        *count += 1;
        format!("{}\n{goal}\n{count}", instance.state)
    };
    instances.iter().map(&mut key).collect()
}

/// Maximum size of an instance file, in bytes.
const MAX_BYTES: u64 = 1 << 20;
/// Maximum number of random instances of one entry.
pub(super) const MAX_RANDOM: u32 = 100_000;

/// An `[[instance]]` of a sweep file: exactly one of `file`, `scramble`, `state` and `random`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schemars(extend("oneOf" = [{ "required": ["file"] }, { "required": ["scramble"] }, { "required": ["state"] }, { "required": ["random"] }])))]
pub(super) struct InstanceEntry {
    /// A file in any format.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    file: Option<Spanned<PathBuf>>,
    /// Moves from the solved state.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    scramble: Option<Spanned<String>>,
    /// A state in any format.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    state: Option<Spanned<String>>,
    /// Number of uniform random states, drawn from the master seed.
    #[cfg_attr(feature = "schema", schemars(with = "Option<i64>", range(min = 1, max = 100_000)))]
    random: Option<Spanned<i64>>,
    /// Name; for random states the part before the number.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    name: Option<Spanned<String>>,
    /// Format of the text; recognized if absent.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>", extend("enum" = Format::NAMES)))]
    format: Option<Spanned<String>>,
    /// Meaning of a bare digit 1 in moves.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>", extend("enum" = Dialect::NAMES)))]
    dialect: Option<Spanned<String>>,
}

/// Error: an entry has no instances.
#[derive(Debug)]
pub(super) struct EntryError {
    pub(super) message: String,
    /// Byte range of the wrong value in the file; `None` for the whole entry.
    pub(super) place: Option<Range<usize>>,
    /// Line and column of the wrong character in the text of the value, from 1.
    pub(super) position: Option<(usize, usize)>,
}

impl EntryError {
    fn new(message: impl ToString, place: Option<Range<usize>>) -> Self {
        Self { message: message.to_string(), place, position: None }
    }
}

impl InstanceEntry {
    /// Returns whether the instance is named after its state.
    pub(super) fn is_named_by_state(&self) -> bool {
        self.name.is_none() && self.file.is_none() && self.random.is_none()
    }

    /// Returns the instances of the entry. One that is named after its state has the whole digest, for [`shorten_digests`].
    ///
    /// # Errors
    /// A message with the place of the wrong value.
    pub(super) fn instances(
        &self,
        puzzle: &AnyPuzzle,
        master: Seed,
        sweep: &Path,
    ) -> Result<Vec<Instance>, EntryError> {
        if let Some(name) = &self.name {
            check_name(name.get_ref()).map_err(|invalid| EntryError::new(invalid, Some(name.span())))?;
        }
        let file = self.file.as_ref().map(Spanned::span);
        let texts = [&self.scramble, &self.state].into_iter().flatten().map(Spanned::span);
        let mut places: Vec<_> = file.into_iter().chain(texts).chain(self.random.as_ref().map(Spanned::span)).collect();
        places.sort_by_key(|place| place.start);
        let [place] = &places[..] else {
            let message = "an instance needs exactly one of file, scramble, state and random";
            return Err(EntryError::new(message, places.get(1).cloned()));
        };
        let wrong = |message: String| EntryError::new(message, Some(place.clone()));
        if let Some(random) = &self.random {
            let count = u32::try_from(*random.get_ref()).ok().filter(|count| (1..=MAX_RANDOM).contains(count));
            let out_of_range = || wrong(format!("random {} is out of range: 1 to {MAX_RANDOM}", random.get_ref()));
            let prefix = self.name.as_ref().map_or("random", |name| name.get_ref());
            return Ok(random_instances(puzzle, master, prefix, count.ok_or_else(out_of_range)?));
        }
        let (dialect, format): (Option<Dialect>, Option<Format>) = (parsed(&self.dialect)?, parsed(&self.format)?);
        let (name, text, format) = if let Some(file) = &self.file {
            let (path, text) =
                read_file(file.get_ref(), sweep, "an instance", MAX_BYTES).map_err(|error| wrong(error.to_string()))?;
            let stem = path.file_stem().map_or_else(|| "file".to_owned(), |stem| stem.to_string_lossy().into_owned());
            (Some(stem), text, format)
        } else if let Some(scramble) = &self.scramble {
            (None, scramble.get_ref().clone(), Some(Format::Moves))
        } else {
            (None, self.state.as_ref().map(|state| state.get_ref().clone()).unwrap_or_default(), format)
        };
        let key = if self.scramble.is_some() { "scramble" } else { "state" };
        let state =
            stored(&text, format, puzzle, dialect.unwrap_or(Dialect::Wca)).map_err(|error| match &self.file {
                Some(file) => wrong(format!("{}: {error}", file.get_ref().display())),
                None => {
                    let (message, position) = error_of(key, error);
                    EntryError { position, ..wrong(message) }
                }
            })?;
        // Named by content, not by place in the list: another entry before it would change the name.
        let name_by_state = || format!("{key}-{}", blake3::hash(state.as_bytes()).to_hex());
        let name = self.name.as_ref().map(|name| name.get_ref().clone()).or(name).unwrap_or_else(name_by_state);
        check_name(&name).map_err(|invalid| wrong(invalid.to_string()))?;
        Ok(vec![Instance { name, state, goal: None }])
    }
}

/// Number of hexadecimal digits of a BLAKE3 digest.
const WHOLE_DIGEST: usize = 64;
/// Minimum number of its digits in a name: 48 bits.
const MIN_DIGITS: usize = 12;

/// Shortens the digests at the ends of names to 12 digits, or to as many as tell different names apart.
pub(super) fn shorten_digests<'a>(names: impl Iterator<Item = &'a mut String>) {
    let names: Vec<&mut String> = names.collect();
    let mut sorted: Vec<String> = names.iter().map(ToString::to_string).collect();
    sorted.sort_unstable();
    sorted.dedup();
    for name in names {
        let place = sorted.partition_point(|other| *other < *name);
        let neighbors =
            [place.checked_sub(1), Some(place + 1)].into_iter().flatten().filter_map(|neighbor| sorted.get(neighbor));
        let common = |other: &String| name.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
        let longest = neighbors.map(common).max().unwrap_or_default();
        name.truncate((name.len() - WHOLE_DIGEST + MIN_DIGITS).max(longest + 1));
    }
}

/// Parses an optional name.
fn parsed<T: FromStr<Err = UnknownName>>(word: &Option<Spanned<String>>) -> Result<Option<T>, EntryError> {
    let read = |word: &Spanned<String>| {
        word.get_ref().parse().map_err(|error: UnknownName| EntryError::new(error.to_string(), Some(word.span())))
    };
    word.as_ref().map(read).transpose()
}

/// Returns uniform random states, named `prefix-1`, `prefix-2` and so on.
pub(super) fn random_instances(puzzle: &AnyPuzzle, master: Seed, prefix: &str, count: u32) -> Vec<Instance> {
    (1..=u64::from(count)).map(|number| random_instance(puzzle, master, format!("{prefix}-{number}"))).collect()
}

/// Returns a uniform random state that depends on its name.
fn random_instance(puzzle: &AnyPuzzle, master: Seed, name: String) -> Instance {
    let mut stream = master.child("instance").child(&name).stream();
    let state = with_puzzle!(puzzle, |puzzle| puzzle.write_state(puzzle.random(&mut stream)));
    Instance { name, state, goal: None }
}

/// Returns uniform random states that are none of the given instances, named `held-out-1` and so on. They are fewer than `count`
/// if nearly all states of the puzzle are given.
pub(super) fn held_out_instances(
    puzzle: &AnyPuzzle,
    master: Seed,
    count: u64,
    instances: &[Instance],
) -> Vec<Instance> {
    /// Draws of a state for each one that is kept, at most on average; the states of a cube are hardly ever drawn twice.
    const DRAWS: u64 = 20;
    let states: HashSet<&str> = instances.iter().map(|instance| &*instance.state).collect();
    let draws = (1..=DRAWS * count).map(|number| random_instance(puzzle, master, format!("held-out-{number}")));
    let new = draws.filter(|instance| !states.contains(&*instance.state));
    new.take(usize::try_from(count).unwrap_or(usize::MAX)).collect()
}

/// Returns the message of a text that is the value of a key, and the line and column of the wrong character. Without a character the
/// message begins with the key.
fn error_of(key: &str, error: NotationError) -> (String, Option<(usize, usize)>) {
    let (message, position) = error.into_message();
    if position.is_some() { (message, position) } else { (format!("{key}: {message}"), None) }
}

/// Converts a goal, the name of a shipped pattern or a state in any format, to the form of results.
///
/// # Errors
/// A message, and the line and column of the wrong character.
pub(super) fn read_goal(text: &str, puzzle: &AnyPuzzle) -> Result<String, (String, Option<(usize, usize)>)> {
    if let AnyPuzzle::Spec(definition, ()) = puzzle
        && definition.has_alike()
    {
        return Err((format!("a goal needs a puzzle whose pieces all look different, not {puzzle}"), None));
    }
    match Pattern::named(text) {
        Some(pattern) if puzzle.cube() == Some(PuzzleKind::Cube3) => Ok(CUBE3.write_state(pattern.state())),
        _ => stored(text, None, puzzle, Dialect::Wca).map_err(|error| match Pattern::similar(text) {
            Some(name) if puzzle.cube() == Some(PuzzleKind::Cube3) => {
                (format!("{} is not a pattern: did you mean \"{name}\"?", quoted(text)), None)
            }
            _ => error_of("goal", error),
        }),
    }
}

/// Error: a text is no name of an instance.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum InvalidName {
    #[error("instance name {} must be 1 to 200 bytes without control or invisible characters", quoted(.0))]
    Characters(String),
    #[error("instance name {} begins like a spreadsheet formula: write name = \"…\" with a letter first", quoted(.0))]
    Formula(String),
}

/// Checks a name, which is printed in CSV tables and on terminals.
pub(super) fn check_name(name: &str) -> Result<(), InvalidName> {
    if name.is_empty() || name.len() > 200 || !name.chars().all(is_printable) {
        return Err(InvalidName::Characters(name.to_owned()));
    }
    if is_formula(name) { Err(InvalidName::Formula(name.to_owned())) } else { Ok(()) }
}

/// Converts a state in any format of the puzzle to the form of results.
pub fn stored(
    text: &str,
    format: Option<Format>,
    puzzle: &AnyPuzzle,
    dialect: Dialect,
) -> Result<String, NotationError> {
    with_puzzle!(puzzle, |puzzle| Ok(
        puzzle.write_state(puzzle.read(text, Notation { format, puzzle: None, dialect })?.state)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::Sweep;

    #[test]
    fn names_by_state_have_48_bits_and_more_where_those_are_equal() {
        let digits = |start: &str| format!("state-{start:0<64}");
        let mut names = ["0123456789abcd", "0123456789abce", "0123456789ff", "9"].map(digits);
        let name = names[3].clone();
        shorten_digests(names.iter_mut());
        let expected = ["0123456789abcd", "0123456789abce", "0123456789ff", "900000000000"];
        assert_eq!(names, expected.map(|end| format!("state-{end}")));
        // Equal states have equal names, which is an error of the sweep.
        let mut equal_names = [name.clone(), name];
        shorten_digests(equal_names.iter_mut());
        assert_eq!(equal_names, ["state-900000000000"; 2]);
    }

    #[test]
    fn different_cubes_whose_digests_share_24_bits_have_different_names() {
        let (mut stream, mut states) = (Seed::from_number(2026).stream(), HashMap::new());
        let (state, other) = loop {
            let state = CUBE3.write_state(CUBE3.random(&mut stream));
            let start = blake3::hash(state.as_bytes()).to_hex()[..6].to_owned();
            if let Some(other) = states.insert(start, state.clone()) {
                break (state, other);
            }
        };
        let text = format!("name = 'x'\nseed = 1\n[[instance]]\nstate = '{state}'\n[[instance]]\nstate = '{other}'\n");
        let sweep = Sweep::parse(&text, Path::new("x.toml")).unwrap();
        let names: Vec<&str> = sweep.instances.iter().map(|instance| &*instance.name).collect();
        assert_eq!(names[0][..12], names[1][..12]);
        assert!(names[0] != names[1] && names.iter().all(|name| name.len() == "state-".len() + 12), "{names:?}");
    }
}
