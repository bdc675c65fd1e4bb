//! Enlarging the sweep of a results folder: the differences that leave its trials as they are, and those that do not.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use toml::{Table, Value};

use super::checksum::write_whole;
use super::earlier::EarlierTrials;
use super::earlier_folders;
use super::error::StoreError;
use super::manifest::{Manifest, VERSION, first_difference};
use super::program::{add_accepted, program_difference};
use super::read;
use crate::design::Design;
use crate::plan::Plan;
use crate::record::{ProgramBlock, file};
use crate::sweep::Sweep;
use evocube_cube::text::quoted;

/// A difference that removes or changes trials: the key, as [`StoreError::NotExtendable`] names it, and a sentence.
type Refusal = (String, String);

/// Counts of the trials of a sweep that enlarges the one in a folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExtensionPreview {
    /// Recorded trials that the larger sweep keeps.
    pub kept: usize,
    /// Trials that remain to be run.
    pub run: usize,
    /// True if their number is an upper bound, because some depend on earlier selections.
    pub is_bound: bool,
    /// Recorded trials that the larger sweep does not have, since its designs have other points.
    pub absent: usize,
    /// True if a stage with recorded trials follows a stage with new ones, which may select another configuration.
    pub depends_on_selection: bool,
}

/// Checks that a folder holds a smaller sweep, and counts its trials. Writes nothing; returns `None` if the folder is new or of
/// the same sweep.
///
/// # Errors
/// If the sweep lacks trials that the folder holds, or the folder cannot be read.
pub fn preview_extension(folder: &Path, sweep: &Sweep, plan: &Plan) -> Result<Option<ExtensionPreview>, StoreError> {
    if !is_smaller(folder, sweep)? {
        return Ok(None);
    }
    let mut folders = earlier_folders::all(folder)?;
    folders.push(folder.to_owned());
    let trials = EarlierTrials::open_folders(&folders)?;
    let mut preview = ExtensionPreview::default();
    let (mut sweep, mut plan) = (sweep.clone(), plan.clone());
    let mut selected = Vec::new();
    let mut is_selection_sure = true;
    for number in 0..sweep.stages.len() {
        if sweep.stages[number].is_open() {
            sweep.settle(&selected);
            plan = plan.settled(&sweep).into_owned();
        }
        let stage = &sweep.stages[number];
        let points: Result<Vec<_>, _> =
            (0..stage.points()).map(|point| sweep.point(number, &selected, point)).collect();
        let Ok(points) = points else { break };
        let reuse = trials.stage_reuse(&sweep, plan.stage(number), &points);
        preview.kept += reuse.kept();
        preview.absent += reuse.absent;
        preview.depends_on_selection |= reuse.kept() > 0 && !is_selection_sure;
        is_selection_sure &= reuse.kept() == reuse.planned;
        let name = trials.selected(&stage.name);
        let same = name.and_then(|name| (0..stage.points()).find(|point| stage.point_name(*point) == name));
        let Some(point) = same else { break };
        selected.push(point);
    }
    let plan = plan.settled(&sweep);
    preview.run = plan.len() - preview.kept;
    preview.is_bound = plan.is_bound();
    Ok(Some(preview))
}

/// Turns a folder with a smaller sweep into an unfinished run of `sweep` with this manifest. The recorded trials are kept beside
/// the new tables until these are complete. At every moment the folder is valid for one of the two sweeps.
pub(super) fn begin(folder: &Path, sweep: &Sweep, manifest: &Manifest) -> Result<(), StoreError> {
    if is_smaller(folder, sweep)? {
        let mut manifest = manifest.clone();
        add_accepted(&mut manifest.programs, &Manifest::read(folder)?.programs);
        earlier_folders::keep(folder)?;
        write_whole(&folder.join(file::MANIFEST), manifest.to_text().as_bytes())?;
    }
    Ok(())
}

/// Returns whether a folder holds another sweep, all of whose trials `sweep` has.
///
/// # Errors
/// If it lacks some.
pub(super) fn is_smaller(folder: &Path, sweep: &Sweep) -> Result<bool, StoreError> {
    if !folder.join(file::MANIFEST).exists() {
        return Ok(false);
    }
    let mut manifest = Manifest::read(folder)?;
    let larger = sweep.to_table();
    if first_difference(&manifest.sweep, &larger).is_none() && manifest.version == VERSION {
        return Ok(false);
    }
    if sweep.race_design().is_some() {
        let (key, difference) =
            ("design".to_owned(), "the trials of a race depend on all trials before them".to_owned());
        return Err(StoreError::NotExtendable { path: folder.to_owned(), key, difference });
    }
    let mut source = folder.to_owned();
    // An unfinished extension is compared by the sweep that it began with, since the larger one was only planned.
    if let Some(first) = earlier_folders::all(folder)?.into_iter().next().filter(|_| !manifest.complete) {
        manifest = Manifest::read(&first)?;
        source = first;
    }
    let refused = |(key, difference)| StoreError::NotExtendable { path: folder.to_owned(), key, difference };
    check_writer(&manifest).map_err(refused)?;
    let smaller = read::sweep_of(&manifest, &source)?;
    check_tables(&manifest.sweep, &larger).and_then(|()| check_points(&smaller, sweep)).map_err(refused)?;
    if let Some(difference) = program_difference(&manifest.programs, &[ProgramBlock::here(sweep)]) {
        return Err(StoreError::OtherProgram { path: folder.to_owned(), difference, can_accept: true });
    }
    Ok(true)
}

fn refuse(key: impl Into<String>, difference: impl Into<String>) -> Result<(), Refusal> {
    Err((key.into(), difference.into()))
}

/// Checks that a folder was written by this version, and is the whole sweep.
fn check_writer(manifest: &Manifest) -> Result<(), Refusal> {
    if manifest.version != VERSION {
        return refuse("", format!("the trials were run by evocube {}, this is {VERSION}", manifest.version));
    }
    match manifest.shard {
        Some(shard) => refuse("", format!("the folder holds shard {shard}, and not a whole sweep")),
        None => Ok(()),
    }
}

/// Keys of the resolved sweep to which values may be added.
const GROWING: [&str; 5] = ["repetitions", "holdout", "baselines", "instance", "stage"];

/// Checks that one resolved sweep has all trials of another, as far as single keys tell.
fn check_tables(smaller: &Table, larger: &Table) -> Result<(), Refusal> {
    let fixed = |sweep: &Table| {
        let keys = sweep.iter().filter(|(key, _)| !GROWING.contains(&key.as_str()));
        keys.map(|(key, value)| (key.clone(), value.clone())).collect::<Table>()
    };
    if let Some(difference) = first_difference(&fixed(smaller), &fixed(larger)) {
        return refuse(dotted(&difference.key), format!("{difference}, which changes every trial"));
    }
    let repetitions = |sweep: &Table| sweep.get("repetitions").and_then(Value::as_integer).unwrap_or_default();
    let (there, here) = (repetitions(smaller), repetitions(larger));
    if there > here {
        return refuse("repetitions", format!("repetitions is {there} there, {here} here"));
    }
    let holdout = |sweep: &Table| sweep.get("holdout").and_then(Value::as_integer).unwrap_or_default();
    let (there, here) = (holdout(smaller), holdout(larger));
    if there > here {
        return refuse("holdout", format!("holdout is {there} there, {here} here"));
    }
    let baselines = listed(larger.get("baselines"));
    if let Some(baseline) = listed(smaller.get("baselines")).iter().find(|baseline| !baselines.contains(baseline)) {
        return refuse("baselines", format!("baseline {baseline} is there, not here"));
    }
    check_instances(smaller, larger)?;
    let stages = listed(larger.get("stage"));
    for (number, stage) in listed(smaller.get("stage")).iter().enumerate() {
        let name = text(stage, "name");
        match (stages.get(number), stages.get(number).map(|stage| text(stage, "name"))) {
            (Some(larger), Some(other)) if other == name => check_stage(number, stage, larger)?,
            (_, other) => {
                let other = other.map_or("nothing".to_owned(), |other| format!("\"{other}\""));
                let names = "stages keep their names and their order";
                return refuse(
                    format!("stage.{number}.name"),
                    format!("stage {} is \"{name}\" there, {other} here, and {names}", number + 1),
                );
            }
        }
    }
    Ok(())
}

fn check_instances(smaller: &Table, larger: &Table) -> Result<(), Refusal> {
    let states: HashMap<&str, &Value> =
        listed(larger.get("instance")).iter().map(|instance| (text(instance, "name"), instance)).collect();
    for instance in listed(smaller.get("instance")) {
        let name = text(instance, "name");
        match states.get(name) {
            None => return refuse("instance", format!("instance {} is there, not here", quoted(name))),
            Some(other) if *other != instance => {
                return refuse("instance", format!("instance {} is another state there", quoted(name)));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// Checks the design and the values of the factors of a stage, which the points of a design follow.
fn check_stage(number: usize, smaller: &Value, larger: &Value) -> Result<(), Refusal> {
    let name = text(smaller, "name");
    let design =
        |stage| if text(stage, "design").is_empty() { Design::Factorial.name() } else { text(stage, "design") };
    let (there, here) = (design(smaller), design(larger));
    if there != here {
        let key = format!("stage.{number}.design");
        return refuse(key, format!("the design of stage {name} is \"{there}\" there, \"{here}\" here"));
    }
    let points = |stage: &Value| stage.get("points").and_then(Value::as_integer);
    if let (Some(there), Some(here)) = (points(smaller), points(larger))
        && there > here
    {
        let message = format!("points of stage {name} is {there} there, {here} here");
        return refuse(format!("stage.{number}.points"), message);
    }
    let factors = listed(larger.get("factor"));
    for factor in listed(smaller.get("factor")) {
        let key = text(factor, "key");
        let Some(place) = factors.iter().position(|other| text(other, "key") == key) else {
            return refuse(format!("stage.{number}"), format!("factor \"{key}\" of stage {name} is there, not here"));
        };
        let key_of = |part: &str| format!("stage.{number}.factor.{place}.{part}");
        let other = &factors[place];
        let is_gone = |level: &&Value| !listed(other.get("levels")).contains(level);
        if factor.get("range").is_none()
            && other.get("range").is_none()
            && let Some(level) = listed(factor.get("levels")).iter().find(is_gone)
        {
            return refuse(key_of("levels"), format!("level {level} of factor \"{key}\" is there, not here"));
        }
        let ends = |factor: &Value| match listed(factor.get("range")) {
            [low, high] => number_of(low).zip(number_of(high)),
            _ => None,
        };
        let factor_text = |factor: &Value| {
            let range = factor.get("range").map(|range| format!("from {range}"));
            range.unwrap_or_else(|| "listed".to_owned())
                + if text(factor, "scale") == "log" { " on a log scale" } else { "" }
        };
        let is_within = match (ends(factor), ends(other)) {
            (None, None) => true,
            (Some((low, high)), Some((lower, higher))) => {
                lower <= low && higher >= high && text(factor, "scale") == text(other, "scale")
            }
            _ => false,
        };
        if !is_within {
            let (there, here) = (factor_text(factor), factor_text(other));
            let part = if other.get("range").is_some() { "range" } else { "levels" };
            return refuse(key_of(part), format!("the values of factor \"{key}\" are {there} there, {here} here"));
        }
    }
    Ok(())
}

/// Checks that the stages have the design points of the smaller sweep: all points of a factorial design, at least one of a
/// space-filling design. Points that depend on earlier selections are known later.
fn check_points(smaller: &Sweep, larger: &Sweep) -> Result<(), Refusal> {
    let stages = smaller.selecting_stages().iter().zip(larger.selecting_stages()).enumerate();
    for (number, (stage, other)) in stages.filter(|(_, (stage, other))| !stage.is_open() && !other.is_open()) {
        let names: HashSet<String> = (0..other.points()).map(|point| other.point_name(point)).collect();
        let removed: Vec<String> =
            (0..stage.points()).map(|point| stage.point_name(point)).filter(|name| !names.contains(name)).collect();
        let Some(first) = removed.first() else { continue };
        let name = &stage.name;
        if stage.design == Design::Factorial {
            let first = if first.is_empty() { "without factors" } else { first };
            let added = other
                .factors
                .iter()
                .position(|factor| stage.factors.iter().all(|factor_here| factor_here.key != factor.key));
            let key = match added {
                Some(place) => format!("stage.{number}.factor.{place}.key"),
                None => format!("stage.{number}"),
            };
            let what = match added {
                Some(place) => format!("factor \"{}\" is new and applies to it", other.factors[place].key),
                None => "its factors apply under other conditions".to_owned(),
            };
            return refuse(key, format!("stage {name} no longer has the design point {first}: {what}"));
        }
        if removed.len() == stage.points() {
            let tables = (smaller.to_table(), larger.to_table());
            let stage_of = |sweep: &Table| listed(sweep.get("stage"))[number].as_table().cloned().unwrap_or_default();
            let difference = first_difference(&stage_of(&tables.0), &stage_of(&tables.1));
            let key = difference.as_ref().map_or(String::new(), |difference| format!(".{}", dotted(&difference.key)));
            let why = difference.map_or(String::new(), |difference| format!(": {difference}"));
            let design = stage.design;
            let message = format!("the design \"{design}\" of stage {name} has none of its earlier points{why}");
            return refuse(format!("stage.{number}{key}"), message);
        }
    }
    Ok(())
}

/// Returns the items of a list; none of a missing one.
fn listed(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Returns the text at a key; empty if there is none.
fn text<'a>(table: &'a Value, key: &str) -> &'a str {
    table.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn number_of(value: &Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|number| number as f64))
}

/// Converts a key with list items numbered from 1 in brackets, `stage[1].name`, to dots and numbers from 0, `stage.0.name`.
fn dotted(key: &str) -> String {
    let mut steps = key.split('[');
    let mut dotted = steps.next().unwrap_or_default().to_owned();
    for step in steps {
        let (number, rest) = step.split_once(']').unwrap_or((step, ""));
        let number = number.parse::<usize>().unwrap_or(1);
        dotted.push_str(&format!(".{}{rest}", number - 1));
    }
    dotted
}
