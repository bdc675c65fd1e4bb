//! [`Overrides`]: changes of a sweep from outside its file, to keys of `[base]`, the seed, the repetitions or the instances, which may be
//! read from a file here. Their errors, and the configuration that they make of `[base]`, are here, too. The levels of factors are changes
//! inside the sweep file: see `Override` in `overrides`.

use std::collections::HashMap;
use std::io;
use std::ops::Range;
use std::path::Path;

use super::base::Base;
use super::check::check_uses;
use super::conflicts::conflicts;
use super::diagnostic::Diagnostic;
use super::factor::Setting;
use super::key_path::{ALGORITHM, head, unvaried, value_at};
use super::overrides::{self, Override};
use super::sources::Sources;
use super::{Factor, Level, Sweep, keys};
use crate::instance::check_name;
use evocube_cube::document::{Node, ReadError, parse_value};
use evocube_cube::files::{open, read_text, reason};
use evocube_cube::list::{ListLine, lines};
use evocube_cube::text::{normalized, quoted};
use evocube_engine::evolve::config::TrialConfig;

/// Changes of a sweep from outside its file, in the order in which they are given. They count as if the file had these values.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    changes: Vec<Change>,
    /// Whether the caller samples the ranges of the sweep's only stage itself, so that they need no design.
    pub samples_ranges: bool,
    /// Whether the sweep is that of a results folder: its pairs of points were checked when it began.
    pub(super) is_recorded: bool,
}

/// A key with its value.
#[derive(Clone, Debug)]
struct Change {
    key: String,
    /// True for a key at the top of the file, false for one of `[base]`.
    is_at_top: bool,
    value: Node,
    /// The argument as it is written: the option, if it has one, and the value; empty for a computed value.
    argument: String,
    /// The file with the values, which stands for the argument in errors.
    file: Option<String>,
    /// The text to which the places of the value refer.
    text: String,
}

/// A change with its place among the sources of a sweep.
pub(super) struct Placed {
    pub(super) key: String,
    pub(super) is_at_top: bool,
    pub(super) place: Range<usize>,
    pub(super) value: Node,
}

/// Error: an argument does not change a sweep.
#[derive(Debug, thiserror::Error)]
#[error("{argument}: {mistake}")]
pub struct InvalidArgument {
    /// The argument as it is written: the option, if it has one, and the value.
    pub argument: String,
    /// The mistake.
    pub mistake: ArgumentMistake,
}

/// Mistake of an argument.
#[derive(Debug, thiserror::Error)]
pub enum ArgumentMistake {
    /// It is not a key with a value.
    #[error("expected KEY=VALUE with a key of [base], as in population=500")]
    NoChange,
    /// The key is none of `[base]`.
    #[error("{0} is a key at the top of the sweep file, not of [base]: change it in the file")]
    AtTop(String),
    /// The value is none of TOML.
    #[error("{0}")]
    Value(Box<ReadError>),
    /// A number of random instances is none.
    #[error("expected random:N, as in random:10")]
    NoNumber,
    /// A file cannot be read.
    #[error("{}", reason(.0))]
    File(io::Error),
    /// A file is too large.
    #[error("a file of instances has at most {MAX_BYTES} bytes")]
    Size,
    /// A file has no instances.
    #[error("the file is empty: expected a cube on each line")]
    Empty,
}

/// Error of a design point.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PointError {
    /// A key or a value is invalid.
    #[error("{0}")]
    Unreadable(String),
    /// The values conflict, or the sweep could not run them.
    #[error("{0}")]
    Conflict(String),
}

/// Maximum size of a file of instances, in bytes.
const MAX_BYTES: u64 = 1 << 26;

impl Overrides {
    /// Returns no changes for the sweep of a results folder.
    pub(crate) fn of_recorded() -> Self {
        Self { is_recorded: true, ..Self::default() }
    }

    /// Adds the change of a key of `[base]`, written `KEY=VALUE`. The value is TOML, but a word needs no quotes. `option` stands before
    /// the text in messages and in manifests; it may be empty.
    ///
    /// # Errors
    /// If the key or the value is invalid.
    pub fn set(&mut self, option: &str, text: &str) -> Result<(), InvalidArgument> {
        let argument = format!("{option} {text}").trim_start().to_owned();
        let wrong = |mistake| Err(InvalidArgument { argument: argument.clone(), mistake });
        let is_change = |(key, written): &(&str, &str)| key.split('.').all(is_name) && !written.is_empty();
        let Some((key, written)) = text.split_once('=').filter(is_change) else {
            return wrong(ArgumentMistake::NoChange);
        };
        if keys::OF_THE_TOP.contains(&key) {
            return wrong(ArgumentMistake::AtTop(key.to_owned()));
        }
        let value = match parse_value(written) {
            Ok(value) => value,
            // A value that begins like a text, a list or a table must be one, and digits are a number.
            Err(error) if written.starts_with(['"', '\'', '[', '{']) || is_integer(written) => {
                return wrong(ArgumentMistake::Value(error.into()));
            }
            Err(_) => Node::text(written).with_place(0..written.len()),
        };
        // Tuners write whole numbers as `100.0`, and every key that takes fractions takes whole numbers.
        let value = match whole(&value) {
            Some(number) => parse_value(&number.to_string()).expect("a number").with_place(value.span()),
            None => value,
        };
        let value = value.moved(key.len() + 1);
        self.add(key, false, value, argument, text);
        Ok(())
    }

    /// Adds the change of the master seed by an option.
    ///
    /// # Errors
    /// If the seed is greater than any integer of TOML.
    pub fn seed(&mut self, option: &str, seed: u64) -> Result<(), InvalidArgument> {
        self.number(option, "seed", seed)
    }

    /// Adds the change of the number of repetitions by an option.
    ///
    /// # Errors
    /// If the number is greater than any integer of TOML.
    pub fn repetitions(&mut self, option: &str, repetitions: u64) -> Result<(), InvalidArgument> {
        self.number(option, "repetitions", repetitions)
    }

    fn number(&mut self, option: &str, key: &str, number: u64) -> Result<(), InvalidArgument> {
        let text = number.to_string();
        let argument = format!("{option} {text}");
        match parse_value(&text) {
            Ok(value) => self.add(key, true, value, argument, &text),
            Err(error) => return Err(InvalidArgument { argument, mistake: ArgumentMistake::Value(error.into()) }),
        }
        Ok(())
    }

    /// Adds other instances in place of those of the sweep by an option: `random:N`, or a file with a cube on each line, or with one cube
    /// on several lines.
    ///
    /// # Errors
    /// If `N` is no number, or the file cannot be read, is empty or has more than 64 MiB.
    pub fn instances(&mut self, option: &str, text: &str) -> Result<(), InvalidArgument> {
        let argument = format!("{option} {text}");
        let wrong = |mistake| InvalidArgument { argument: argument.clone(), mistake };
        let whole = 0..text.len();
        let single = |key: &str, value: Node| {
            let mut table = Node::table().with_place(whole.clone());
            table.insert(key, whole.clone(), value.with_place(whole.clone()));
            Node::list(vec![table]).with_place(whole.clone())
        };
        if let Some(number) = text.strip_prefix("random:") {
            let number = number.parse::<u32>().map_err(|_| wrong(ArgumentMistake::NoNumber))?;
            let value = single("random", parse_value(&number.to_string()).expect("a number is a value"));
            self.add("instance", true, value, argument, text);
            return Ok(());
        }
        let content = open(Path::new(text)).and_then(|file| read_text(file, MAX_BYTES));
        let content = content.map_err(|error| wrong(ArgumentMistake::File(error)))?;
        let content = content.ok_or_else(|| wrong(ArgumentMistake::Size))?;
        let content = normalized(&content).into_owned();
        let (lines, others): (Vec<_>, Vec<_>) = lines(&content).into_iter().partition(ListLine::is_entry);
        if lines.is_empty() {
            return Err(wrong(ArgumentMistake::Empty));
        }
        // A cube in a file of its own may have comments of its notation.
        let begins_line = |line: &ListLine| {
            content[..line.place.start].rsplit('\n').next().is_none_or(|before| before.trim().is_empty())
        };
        let is_list = others.iter().any(|line| line.text.trim_start().starts_with('#')) || !begins_line(&lines[0]);
        if lines.len() == 1 && !is_list || is_one_cube(&content, &lines) {
            let value = single("file", Node::text(text));
            self.add("instance", true, value, argument, text);
            return Ok(());
        }
        let mut counts = HashMap::new();
        let state = |ListLine { place, text, name, .. }: &ListLine| {
            let mut table = Node::table().with_place(place.clone());
            table.insert("state", place.clone(), Node::text(text).with_place(place.clone()));
            if let Some(name) = name.as_deref().filter(|name| check_name(name).is_ok()) {
                // Comments need not be different.
                let count = counts.entry(name.to_owned()).or_insert(0);
                *count += 1;
                let name = if *count == 1 { name.to_owned() } else { format!("{name} ({count})") };
                table.insert("name", place.clone(), Node::text(&name).with_place(place.clone()));
            }
            table
        };
        let value = Node::list(lines.iter().map(state).collect()).with_place(0..content.len());
        let (key, file) = ("instance".to_owned(), Some(text.to_owned()));
        self.changes.push(Change { key, is_at_top: true, value, argument, file, text: content });
        Ok(())
    }

    fn add(&mut self, key: &str, is_at_top: bool, value: Node, argument: String, text: &str) {
        let (key, text) = (key.to_owned(), text.to_owned());
        self.changes.push(Change { key, is_at_top, value, argument, file: None, text });
    }

    /// Adds what a level sets.
    pub(crate) fn compute(&mut self, level: &Level) {
        level.settings().iter().for_each(|setting| self.compute_key(&setting.key, setting.node.clone()));
    }

    /// Adds the change of a key of `[base]` to a computed value.
    pub(crate) fn compute_key(&mut self, key: &str, value: Node) {
        self.add(key, false, value, String::new(), "");
    }

    /// Returns the value of the last change.
    pub(crate) fn last(&self) -> Option<toml::Value> {
        self.changes.last().map(|change| change.value.value())
    }

    /// Returns the arguments as they are written.
    pub fn arguments(&self) -> impl Iterator<Item = &str> {
        self.changes.iter().map(|change| change.argument.as_str()).filter(|argument| !argument.is_empty())
    }

    /// Adds the texts of the changes to sources, and returns the changes with their places there. A key inside another comes
    /// after it, and the algorithm first.
    pub(super) fn placed(&self, sources: &mut Sources) -> Vec<Placed> {
        let place = |Change { key, is_at_top, value, argument, file, text }: &Change| {
            let start = match file {
                Some(file) => sources.add_file(Path::new(file), text),
                None if argument.is_empty() => 0,
                None => sources.add_argument(argument, text),
            };
            let (place, value) = (start..start + text.len(), value.clone().moved(start));
            Placed { key: key.clone(), is_at_top: *is_at_top, place, value }
        };
        let mut placed: Vec<Placed> = self.changes.iter().map(place).collect();
        placed.sort_by_key(|change| (head(&change.key) != ALGORITHM, change.key.matches('.').count()));
        placed
    }

    /// Applies the changes to the base of a sweep. The value `@N` is level N of the sweep's factor.
    pub(super) fn configure(&self, sweep: &Sweep, base: &Base) -> Result<TrialConfig, PointError> {
        let mut sources = Sources::none();
        let placed = self.placed(&mut sources);
        let message = |diagnostic: Diagnostic| sources.message(&diagnostic);
        let message_at = |text: String, place: &Range<usize>| message(Diagnostic::new(text, Some(place.clone())));
        let mut settings = vec![];
        for Placed { key, value, place, .. } in &placed {
            if let Some(text) = unvaried(key) {
                return Err(PointError::Unreadable(message_at(text.to_owned(), place)));
            }
            let placed = |setting: &Setting| Setting {
                place: place.clone(),
                node: setting.node.clone().with_place(place.clone()),
                ..setting.clone()
            };
            match level(sweep, key, value, place) {
                Ok(Some(level)) => settings.extend(level.settings().iter().map(placed)),
                Ok(None) => settings.push(Setting::new(key, place.clone(), value.clone())),
                Err(unknown) => return Err(PointError::Unreadable(message(unknown))),
            }
        }
        let overrides: Vec<_> = settings.iter().map(Setting::as_override).collect();
        let point = overrides::read(base, &overrides).map_err(|error| PointError::Unreadable(message(error)))?;
        if let Some(conflict) = conflicts(&point, base, &overrides).into_iter().next() {
            return Err(PointError::Conflict(message(conflict)));
        }
        if let [stage] = sweep.selecting_stages()
            && let forbidden = &stage.forbidden[..]
            && !forbidden.is_empty()
        {
            let values = toml::Value::Table(point.to_table());
            if let Some(combination) = forbidden.iter().find(|some| some.has(|key| value_at(&values, key).cloned())) {
                return Err(PointError::Conflict(format!("the sweep forbids {}", combination.text)));
            }
        }
        for change in &overrides {
            check_uses(&point, change.key)
                .map_err(|error| PointError::Conflict(message_at(error.to_string(), &change.place)))?;
        }
        Ok(point)
    }
}

impl Placed {
    /// Returns the change as an override of a base.
    pub(super) fn as_override(&self) -> Override<'_> {
        Override { key: &self.key, place: self.place.clone(), value: &self.value }
    }
}

/// Returns the whole number that a value is, written with a fraction of zero.
fn whole(value: &Node) -> Option<i64> {
    /// Up to here every whole number has a float of its own.
    const LIMIT: f64 = 9_007_199_254_740_992.0;
    let number = value.value().as_float().filter(|number| number.fract() == 0.0 && number.abs() < LIMIT)?;
    #[expect(clippy::cast_possible_truncation, reason = "it is whole and small enough")]
    Some(number as i64)
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

/// Returns whether a text consists of digits, perhaps after a sign.
fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the level of a factor of the sweep, by its label or, after `@`, by its number from 1; `None` for another value of a key.
fn level<'a>(sweep: &'a Sweep, key: &str, value: &Node, place: &Range<usize>) -> Result<Option<&'a Level>, Diagnostic> {
    let unknown = |message: String| Diagnostic::new(message, Some(place.clone()));
    let factors = sweep.stages.iter().flat_map(|stage| &stage.factors);
    let listed: Vec<&Factor> = factors.filter(|factor| factor.key == key && factor.range.is_none()).collect();
    if let Some(number) = value.as_text().and_then(|text| text.strip_prefix('@')) {
        let place = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let level = place.and_then(|place| listed.iter().find_map(|factor| factor.levels.get(place)));
        return level.map(Some).ok_or_else(|| unknown(format!("the sweep lists no level {number} of {key}")));
    }
    let levels: Vec<&Level> =
        listed.iter().filter(|factor| factor.is_labeled()).flat_map(|factor| &factor.levels).collect();
    if levels.is_empty() {
        return Ok(None);
    }
    let level = levels.iter().copied().find(|level| level.is(&value.value()));
    let labels = || levels.iter().map(|level| quoted(&level.text)).collect::<Vec<_>>().join(", ");
    let sentence = || format!("{} is no label of {key}: its labels are {}", value.value(), labels());
    level.map(Some).ok_or_else(|| unknown(sentence()))
}

/// Returns whether several lines are one cube: a face file, JSON that is not a document on each line, or facelets in short rows.
fn is_one_cube(text: &str, lines: &[ListLine]) -> bool {
    use evocube_cube::puzzle::notation::{Format, recognize};

    match recognize(text, None) {
        Format::Faces => true,
        Format::Facelets => lines.iter().all(|line| line.text.chars().filter(|c| c.is_alphanumeric()).count() < 24),
        Format::Json => {
            let is_content = |line: &&str| !line.is_empty() && !line.starts_with("//") && !line.starts_with('#');
            !text.lines().map(str::trim).filter(is_content).all(|line| line.starts_with('{'))
        }
        _ => false,
    }
}
