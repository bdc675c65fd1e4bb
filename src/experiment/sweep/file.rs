//! The sweep file as it is written.

use std::collections::HashSet;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::error::SweepError;
use super::error_text::{self, grouped};
use super::heeds::HeedsStop;
use super::overrides::{self, Diagnostic, Override, PUZZLE};
use super::stages::{Context, Only, Value, Written};
use super::{Choose, Factor, MAX_TRIALS, Scale, Stage, Sweep, ValueRange};
use crate::alphabet::{Alphabet, AlphabetConfig};
use crate::evolve::config::TrialConfig;
use crate::experiment::design::Design;
use crate::experiment::instance::{Instance, InstanceEntry, read_file, read_goal};
use crate::experiment::recorder::{MAX_ROWS, default_log_every};
use crate::puzzle::AnyPuzzle;
use crate::puzzle::spec::{MAX_BYTES as MAX_DEFINITION, PuzzleSpec};
use crate::rng::Seed;
use crate::search::SolverKind;
use crate::text::quoted;
use crate::with_puzzle;

/// The largest sweep file that is read.
const MAX_BYTES: u64 = 1 << 20;
/// The most pairs of an earlier stage's point and a later one's that are tried before anything runs.
const MAX_PAIRS: usize = 20_000;

/// The part of the file that maps onto plain fields. The others are read apart and stand here for the error that lists
/// the known ones.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Head {
    name: Option<Spanned<String>>,
    #[serde(default)]
    notes: String,
    seed: Option<Spanned<i64>>,
    #[serde(default = "one")]
    repetitions: Spanned<i64>,
    log_every: Option<Spanned<i64>>,
    #[serde(default)]
    baselines: Vec<Spanned<String>>,
    goal: Option<Spanned<String>>,
    #[serde(default)]
    instance: Vec<Spanned<InstanceEntry>>,
    design: Option<Spanned<Design>>,
    points: Option<Spanned<i64>>,
    #[serde(default, rename = "base")]
    _base: IgnoredAny,
    #[serde(default, rename = "stage")]
    _stage: IgnoredAny,
    #[serde(default, rename = "factor")]
    _factor: IgnoredAny,
}

fn one() -> Spanned<i64> {
    Spanned::new(0..0, 1)
}

pub(super) fn reject<T>(message: impl Into<String>, span: Range<usize>) -> Result<T, Diagnostic> {
    Err((message.into(), Some(span)))
}

pub(super) fn read(path: &Path) -> Result<Sweep, SweepError> {
    let failed = |message: String| SweepError::new(path, "", None, message);
    // It may be a pipe: who names it here also writes to it.
    let text = std::fs::File::open(path).and_then(|file| read_text(file, MAX_BYTES));
    let text = text.map_err(|error| failed(reason(&error)))?;
    let Some(text) = text else {
        return Err(failed(format!("a sweep file has at most {MAX_BYTES} bytes")));
    };
    parse(&text, path)
}

/// The text of a file of at most so many bytes; `None` if it has more (also if it never ends, as `/dev/zero`).
pub(in crate::experiment) fn read_text(file: std::fs::File, most: u64) -> std::io::Result<Option<String>> {
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Ok(None);
    }
    let text = String::from_utf8(bytes).map_err(|error| std::io::Error::new(std::io::ErrorKind::InvalidData, error))?;
    Ok(Some(text))
}

/// The reason of a file error, in lower case and without the number.
#[must_use]
pub fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        std::io::ErrorKind::IsADirectory => "this is a folder, expected a file".to_owned(),
        std::io::ErrorKind::NotADirectory => "this is a file, expected a folder".to_owned(),
        std::io::ErrorKind::InvalidData => "not a text in UTF-8".to_owned(),
        std::io::ErrorKind::StorageFull => "no space left on the disk".to_owned(),
        std::io::ErrorKind::ReadOnlyFilesystem => "the file system is read-only".to_owned(),
        _ => {
            let text = error.to_string().to_lowercase();
            text.split(" (os error").next().unwrap_or(&text).to_owned()
        }
    }
}

pub(super) fn parse(text: &str, path: &Path) -> Result<Sweep, SweepError> {
    sweep(text, path)
        .map_err(|(message, span)| SweepError::new(path, text, span.filter(|span| !span.is_empty()), message))
}

fn plain(error: &toml::de::Error) -> Diagnostic {
    (error_text::plain(error.message()), error.span())
}

pub(super) fn deserialize<'t, T: Deserialize<'t>>(value: Value<'t>) -> Result<T, Diagnostic> {
    T::deserialize(ValueDeserializer::from(value)).map_err(|error| plain(&error))
}

fn sweep(text: &str, path: &Path) -> Result<Sweep, Diagnostic> {
    let root = DeTable::parse(text).map_err(|error| plain(&error))?;
    let span = root.span();
    let mut root = root.into_inner();
    let base = root.remove("base").unwrap_or_else(|| Spanned::new(0..0, DeValue::Table(DeTable::new())));
    let definition = read_definition(&base, path)?;
    let base = with_definition(base, definition.as_deref());
    let stages = root.remove("stage");
    let factors = root.remove("factor");
    if let Some(instance) = root.get("instance").filter(|instance| !instance.get_ref().is_array()) {
        return reject("instance is written as [[instance]]", instance.span());
    }
    let head: Head = deserialize(Spanned::new(span, DeValue::Table(root)))?;

    let Some(name) = &head.name else {
        return Err(("a sweep needs a name, as in name = \"crossover\"".to_owned(), None));
    };
    let name = checked_name(name)?;
    let Some(seed) = &head.seed else {
        return Err(("a sweep needs a seed, as in seed = 2016".to_owned(), None));
    };
    let Ok(seed) = u64::try_from(*seed.get_ref()) else {
        return reject(format!("seed {} is out of range: 0 to {}", seed.get_ref(), i64::MAX), seed.span());
    };
    let repetitions = within("repetitions", &head.repetitions, 1_000_000)?;
    let log_every = head.log_every.as_ref().map(|every| within("log-every", every, 1_000_000_000)).transpose()?;
    let point = overrides::point(&base, &[])?;
    let puzzle = &point.config.puzzle;
    let complete = toml::Value::Table(point.to_table());
    let seed_of_designs = Seed::from_number(seed).child(&name).child("design");
    let context = Context { base: &base, complete: &complete, seed: seed_of_designs };
    let written = match (stages, factors) {
        (Some(_), Some(factors)) => {
            return reject("a sweep has either stages or factors at the top, not both", factors.span());
        }
        (Some(stages), None) => {
            if let Some(place) = head.design.as_ref().map(Spanned::span).or(head.points.as_ref().map(Spanned::span)) {
                return reject("the design and its points are those of a stage: write them there", place);
            }
            Ok(stages)
        }
        (None, factors) => {
            let (design, points) = (head.design.clone(), head.points.clone());
            Err(Only { factors, design, points })
        }
    };
    let (stages, decisive) = Written::read_all(written, &context)?;
    let goal = head
        .goal
        .as_ref()
        .map(|goal| read_goal(goal.get_ref(), puzzle).map_err(|message| (message, Some(goal.span()))));
    let goal = goal.transpose()?;
    let mut instances = read_instances(&head, puzzle, Seed::from_number(seed), path)?;
    instances.iter_mut().for_each(|instance| instance.goal.clone_from(&goal));
    let baselines = read_baselines(&head, puzzle)?;
    check_size(&stages, instances.len(), repetitions)?;
    check_points(&base, &stages, log_every)?;
    let stages: Vec<Stage> = stages.into_iter().map(|written| written.stage).collect();
    let mut seen = HashSet::new();
    let keys = stages.iter().flat_map(|stage| &stage.factors).map(|factor| &factor.key);
    let factor_keys = keys.filter(|key| seen.insert(*key)).cloned().collect();
    Ok(Sweep {
        name,
        notes: head.notes,
        seed,
        repetitions,
        log_every,
        baselines,
        goal,
        instances,
        stages,
        base: point,
        base_value: complete,
        factor_keys,
        decisive,
    })
}

/// The puzzle that a file defines.
///
/// # Errors
/// In a sentence, with the file's name and the line.
pub fn read_puzzle(file: &Path) -> Result<AnyPuzzle, String> {
    let (_, text) = read_file(file, Path::new(""), "a puzzle", MAX_DEFINITION)?;
    let failed = |message: String| format!("{}: {message}", file.display());
    let definition = PuzzleSpec::parse(&text).map_err(|error| failed(error.to_string()))?;
    AnyPuzzle::of_spec(definition).map_err(failed)
}

/// The text of the file that the puzzle is defined in, if it is; checked.
fn read_definition(base: &Value<'_>, path: &Path) -> Result<Option<String>, Diagnostic> {
    let Some(puzzle) = base.get_ref().as_table().and_then(|base| base.get(PUZZLE)) else { return Ok(None) };
    let Some(file) = puzzle.get_ref().as_str().filter(|name| name.ends_with(".toml")) else { return Ok(None) };
    let at = |message: String| (message, Some(puzzle.span()));
    let (_, text) = read_file(Path::new(file), path, "a puzzle", MAX_DEFINITION).map_err(at)?;
    let definition = PuzzleSpec::parse(&text).map_err(|error| at(format!("{file}: {error}")))?;
    AnyPuzzle::of_spec(definition).map_err(|message| at(format!("{file}: {message}")))?;
    Ok(Some(text))
}

/// The base with the table of a definition, which was checked, in the place of its file's name.
fn with_definition<'t>(mut base: Value<'t>, definition: Option<&'t str>) -> Value<'t> {
    if let (Some(text), DeValue::Table(table)) = (definition, base.get_mut())
        && let Some(puzzle) = table.get_mut(PUZZLE)
    {
        let root = DeTable::parse(text).expect("it was parsed before").into_inner();
        *puzzle = Spanned::new(puzzle.span(), DeValue::Table(root));
    }
    base
}

pub(super) fn within(what: &str, value: &Spanned<i64>, most: u64) -> Result<u64, Diagnostic> {
    match u64::try_from(*value.get_ref()) {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => reject(format!("{what} {} is out of range: 1 to {most}", value.get_ref()), value.span()),
    }
}

pub(super) fn checked_name(name: &Spanned<String>) -> Result<String, Diagnostic> {
    let text = name.get_ref();
    let good = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if text.is_empty() || text.len() > 100 || text.starts_with(['.', '-']) || !text.chars().all(good) {
        let rule = "must be 1 to 100 letters, digits, - _ or . and begin with a letter, a digit or _";
        return reject(format!("name {} {rule}", quoted(text)), name.span());
    }
    Ok(text.clone())
}

fn read_instances(head: &Head, puzzle: &AnyPuzzle, master: Seed, path: &Path) -> Result<Vec<Instance>, Diagnostic> {
    let mut instances: Vec<Instance> = Vec::new();
    let mut names = HashSet::new();
    for entry in &head.instance {
        let more = entry.get_ref().instances(puzzle, master, path).map_err(|message| (message, Some(entry.span())))?;
        if let Some(twice) = more.iter().find(|instance| !names.insert(instance.name.clone())) {
            return reject(format!("two instances are called \"{}\"", twice.name), entry.span());
        }
        instances.extend(more);
        if instances.len() > MAX_TRIALS {
            return reject(format!("the sweep has more than the {MAX_TRIALS} instances allowed"), entry.span());
        }
    }
    if instances.is_empty() {
        return Err(("a sweep needs an [[instance]]: a cube to solve".to_owned(), None));
    }
    Ok(instances)
}

fn read_baselines(head: &Head, puzzle: &AnyPuzzle) -> Result<Vec<SolverKind>, Diagnostic> {
    let mut baselines = Vec::new();
    for name in &head.baselines {
        let solver: SolverKind = name.get_ref().parse().map_err(|error| (format!("{error}"), Some(name.span())))?;
        if puzzle.cube() != Some(solver.puzzle()) {
            return reject(format!("the solver {solver} does not solve {puzzle}"), name.span());
        }
        if baselines.contains(&solver) {
            return reject(format!("baseline {solver} is named twice"), name.span());
        }
        baselines.push(solver);
    }
    Ok(baselines)
}

fn check_size(stages: &[Written<'_>], instances: usize, repetitions: u64) -> Result<(), Diagnostic> {
    let points = stages.iter().map(|written| written.stage.points()).fold(0, usize::saturating_add);
    let repetitions = usize::try_from(repetitions).unwrap_or(usize::MAX);
    let trials = points.saturating_mul(instances).saturating_mul(repetitions);
    if trials > MAX_TRIALS {
        let trials = if trials == usize::MAX { "far too many".to_owned() } else { grouped(trials as u64) };
        return Err((format!("the sweep has {trials} trials: {} are allowed", grouped(MAX_TRIALS as u64)), None));
    }
    Ok(())
}

/// Tries every design point, alone and over the points of each earlier stage: over all of them, unless there are so
/// many pairs that a regular choice has to do; what it misses is found when the stage begins.
fn check_points(base: &Value<'_>, stages: &[Written<'_>], log_every: Option<u64>) -> Result<(), Diagnostic> {
    let (mut alphabet, mut heeds) = (None, HeedsStop::default());
    let numbers: Vec<_> = stages.iter().map(Written::numbers).collect();
    let mut tried = |overrides: &[Override<'_, Value<'_>>]| {
        let there = overrides::point(base, overrides)?;
        check_config(&there.config, log_every, &mut alphabet)
            .map_err(|(key, message)| (message, overrides::place_of(base, overrides, key)))?;
        Ok(there)
    };
    for (number, written) in stages.iter().enumerate() {
        if let Some(open) = &written.stage.open {
            // The points are known together with what was selected, as far as they depend on it.
            for (selection, points) in open.all() {
                let earlier = || stages.iter().zip(&numbers).zip(selection);
                for levels in points.iter() {
                    let earlier = earlier().map(|((stage, numbers), levels)| stage.overrides(numbers, levels));
                    let own = written.overrides(&numbers[number], levels);
                    let overrides: Vec<_> = earlier.flatten().chain(own.iter().cloned()).collect();
                    let there = tried(&overrides).map_err(|wrong| at_point(wrong, &written.stage, levels))?;
                    heeds.add(&there, &own)?;
                }
            }
            continue;
        }
        for point in 0..written.stage.points() {
            let levels = written.stage.levels_of(point);
            let own = written.overrides(&numbers[number], &levels);
            let there = tried(&own).map_err(|wrong| at_point(wrong, &written.stage, &levels))?;
            heeds.add(&there, &own)?;
            for (earlier, numbers) in stages[..number].iter().zip(&numbers) {
                let pairs = earlier.stage.points().saturating_mul(written.stage.points());
                let step = pairs.div_ceil(MAX_PAIRS).max(1);
                // Neighboring points begin elsewhere, so that all of the earlier ones have their turn.
                for winner in (point % step..earlier.stage.points()).step_by(step) {
                    let mut overrides = earlier.overrides(numbers, &earlier.stage.levels_of(winner));
                    overrides.extend(own.iter().cloned());
                    let there = tried(&overrides).map_err(|wrong| at_point(wrong, &written.stage, &levels))?;
                    heeds.add(&there, &own)?;
                }
            }
        }
    }
    heeds.check(base)
}

/// An error of a point that is written nowhere says which point it is.
fn at_point((message, place): Diagnostic, stage: &Stage, levels: &[Option<usize>]) -> Diagnostic {
    let point = (0..stage.points()).find(|point| stage.levels_of(*point) == levels);
    match point.filter(|_| stage.design != Design::Factorial) {
        None => (message, place),
        Some(point) => (format!("{message} (point {} of the design: {})", point + 1, stage.point_name(point)), place),
    }
}

/// What a configuration does not know by itself; the key that is to blame, and the sentence. `good` is the last
/// alphabet that was tried.
fn check_config(
    config: &TrialConfig,
    log_every: Option<u64>,
    good: &mut Option<AlphabetConfig>,
) -> Result<(), (&'static str, String)> {
    let log_every = log_every.unwrap_or_else(|| default_log_every(config));
    if config.stop.generations.is_some_and(|generations| generations / log_every + 2 > MAX_ROWS as u64) {
        return Err(("stop", format!("more than {MAX_ROWS} rows of convergence a trial: set log-every higher")));
    }
    if good.as_ref() != Some(&config.alphabet) {
        with_puzzle!(&config.puzzle, |puzzle| Alphabet::new(puzzle, &config.alphabet).map(|_| ()))
            .map_err(|error| ("alphabet", error.to_string()))?;
        *good = Some(config.alphabet.clone());
    }
    Ok(())
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct ResolvedSweep<'a> {
    name: &'a str,
    notes: &'a str,
    seed: i64,
    repetitions: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    log_every: Option<u64>,
    baselines: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<&'a str>,
    instance: Vec<ResolvedInstance<'a>>,
    base: toml::Table,
    stage: Vec<ResolvedStage<'a>>,
}

#[derive(Serialize)]
struct ResolvedInstance<'a> {
    name: &'a str,
    state: &'a str,
}

#[derive(Serialize)]
struct ResolvedStage<'a> {
    name: &'a str,
    choose: Choose,
    #[serde(skip_serializing_if = "Option::is_none")]
    design: Option<Design>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<usize>,
    factor: Vec<ResolvedFactor<'a>>,
}

#[derive(Serialize)]
struct ResolvedFactor<'a> {
    key: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<Vec<&'a toml::Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<[toml::Value; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scale: Option<Scale>,
    #[serde(skip_serializing_if = "Option::is_none")]
    when: Option<ResolvedCondition<'a>>,
}

#[derive(Serialize)]
struct ResolvedCondition<'a> {
    key: &'a str,
    is: &'a [toml::Value],
}

impl<'a> ResolvedFactor<'a> {
    fn new(factor: &'a Factor) -> Self {
        let levels = factor.range.is_none().then(|| factor.levels.iter().map(|level| &level.value).collect());
        let ends = |range: ValueRange| [range.ends().0, range.ends().1].map(|end| range.value(end));
        let written = factor.conditions.iter().find(|condition| condition.is_written);
        Self {
            key: &factor.key,
            levels,
            range: factor.range.map(ends),
            scale: factor.range.map(|range| range.scale()),
            when: written.map(|condition| ResolvedCondition { key: &condition.key, is: &condition.is }),
        }
    }
}

pub(super) fn to_table(sweep: &Sweep) -> toml::Table {
    let resolved = ResolvedSweep {
        name: &sweep.name,
        notes: &sweep.notes,
        seed: i64::try_from(sweep.seed).expect("it was read as one"),
        repetitions: sweep.repetitions,
        log_every: sweep.log_every,
        baselines: sweep.baselines.iter().map(ToString::to_string).collect(),
        goal: sweep.goal.as_deref(),
        instance: sweep
            .instances
            .iter()
            .map(|instance| ResolvedInstance { name: &instance.name, state: &instance.state })
            .collect(),
        base: sweep.base.to_stored_table(),
        stage: sweep
            .stages
            .iter()
            .map(|stage| ResolvedStage {
                name: &stage.name,
                choose: stage.choose,
                design: (stage.design != Design::Factorial).then_some(stage.design),
                points: stage.asked,
                factor: stage.factors.iter().map(ResolvedFactor::new).collect(),
            })
            .collect(),
    };
    toml::Table::try_from(resolved).expect("plain fields make a table")
}
