//! Enlarging the sweep of a results folder: a preview that counts kept and new trials, the check of which differences are allowed, and the
//! beginning of the larger sweep. Races, shards and folders of other versions are not enlarged. [`KnownRows`] has the kept rows.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::checksum::{exists, write_whole};
use super::earlier_folders;
use super::error::StoreError;
use super::known_rows::{KnownRows, includes_limit};
use super::manifest::{Manifest, VERSION, first_difference};
use super::program::add_accepted;
use super::recorded_sweep::sweep_of;
use crate::design::Design;
use crate::plan::Plan;
use crate::record::file;
use crate::run_state::RunState;
use crate::sweep::{Level, Stage, Sweep, ValueRange};
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
    /// Recorded trials among these, which a smaller limit of generations or evaluations ended.
    pub ended: usize,
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
    let trials = KnownRows::open(&folders, None)?;
    let mut preview = ExtensionPreview::default();
    let mut state = RunState::new(sweep, plan);
    let mut is_selection_sure = true;
    for number in 0..sweep.stages.len() {
        let (sweep, stage) = (&state.sweep, &state.sweep.stages[number]);
        let points: Result<Vec<_>, _> =
            (0..stage.points()).map(|point| sweep.point(number, &state.selected, point)).collect();
        let Ok(points) = points else { break };
        let reuse = trials.stage_reuse(&state, number, &points)?;
        preview.kept += reuse.count();
        preview.absent += reuse.absent;
        preview.ended += reuse.ended;
        preview.depends_on_selection |= reuse.count() > 0 && !is_selection_sure;
        is_selection_sure &= reuse.count() == reuse.planned;
        let name = trials.selected(&stage.name);
        let same = name.and_then(|name| (0..stage.points()).find(|point| stage.seed_key(*point) == name));
        let Some(point) = same else { break };
        state.select(point);
    }
    preview.run = state.plan.len() - preview.kept;
    preview.is_bound = state.plan.is_bound();
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
    if !exists(&folder.join(file::MANIFEST))? {
        return Ok(false);
    }
    let mut manifest = Manifest::read(folder)?;
    if first_difference(&manifest.sweep, &sweep.to_table()).is_none() && manifest.version == VERSION {
        return Ok(false);
    }
    if sweep.race_design().is_some() {
        let (key, difference) =
            ("design".to_owned(), "the trials of a race depend on all trials before them".to_owned());
        return Err(StoreError::NotExtendable { key, difference });
    }
    let mut source = folder.to_owned();
    // An unfinished extension is compared by the sweep that it began with, since the larger one was only planned.
    if let Some(first) = earlier_folders::all(folder)?.into_iter().next().filter(|_| !manifest.complete) {
        manifest = Manifest::read(&first)?;
        source = first;
    }
    let refused = |(key, difference)| StoreError::NotExtendable { key, difference };
    check_writer(&manifest).map_err(refused)?;
    let smaller = sweep_of(&manifest, &source, sweep.registry())?;
    check_keys(&smaller, sweep).and_then(|()| check_points(&smaller, sweep)).map_err(refused)?;
    manifest.check_program(sweep, folder)?;
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

/// Returns the limits of `[base]` that may grow.
fn limits(sweep: &Sweep) -> [(&'static str, Option<u64>); 2] {
    [("generations", sweep.base.stop.generations), ("evaluations", sweep.base.stop.evaluations)]
}

/// Checks that one sweep has all trials of another, as far as single keys tell.
fn check_keys(smaller: &Sweep, larger: &Sweep) -> Result<(), Refusal> {
    let fixed = |sweep: &Sweep| {
        let mut table = sweep.to_table();
        table.retain(|key, _| !GROWING.contains(&key));
        let stop = table.get_mut("base").and_then(|base| base.get_mut("stop")?.as_table_mut());
        stop.into_iter().for_each(|stop| stop.retain(|key, _| limits(sweep).iter().all(|(limit, _)| key != *limit)));
        table
    };
    if let Some(difference) = first_difference(&fixed(smaller), &fixed(larger)) {
        return refuse(dotted(&difference.key), format!("{difference}, which changes every trial"));
    }
    for ((key, there), (_, here)) in limits(smaller).into_iter().zip(limits(larger)) {
        if !includes_limit(here, there) {
            let text = |limit: Option<u64>| limit.map_or("no limit".to_owned(), |limit| limit.to_string());
            let (there, here) = (text(there), text(here));
            let difference =
                format!("base.stop.{key} is {there} there, {here} here, and a smaller limit changes every trial");
            return refuse(format!("base.stop.{key}"), difference);
        }
    }
    let repetitions = ("repetitions", smaller.repetitions, larger.repetitions);
    let holdout = ("holdout", smaller.held_out.len() as u64, larger.held_out.len() as u64);
    if let Some((key, there, here)) = [repetitions, holdout].into_iter().find(|(_, there, here)| there > here) {
        return refuse(key, format!("{key} is {there} there, {here} here"));
    }
    if let Some(baseline) = smaller.baselines.iter().find(|baseline| !larger.baselines.contains(baseline)) {
        return refuse("baselines", format!("baseline \"{baseline}\" is there, not here"));
    }
    let states: HashMap<&str, &str> =
        larger.instances.iter().map(|instance| (&*instance.name, &*instance.state)).collect();
    for instance in &smaller.instances {
        let difference = match states.get(&*instance.name) {
            Some(state) if **state == instance.state => continue,
            Some(_) => "is another state there",
            None => "is there, not here",
        };
        return refuse("instance", format!("instance {} {difference}", quoted(&instance.name)));
    }
    let stages = larger.selecting_stages();
    for (number, stage) in smaller.selecting_stages().iter().enumerate() {
        let other = stages.get(number).filter(|other| other.name == stage.name).ok_or_else(|| {
            let other = stages.get(number).map_or("nothing".to_owned(), |other| format!("\"{}\"", other.name));
            let name = &stage.name;
            let names = "stages keep their names and their order";
            let message = format!("stage {} is \"{name}\" there, {other} here, and {names}", number + 1);
            (format!("stage.{number}.name"), message)
        })?;
        check_stage(number, stage, other)?;
    }
    Ok(())
}

/// Checks the design and the values of the factors of a stage, which the points of a design follow.
fn check_stage(number: usize, smaller: &Stage, larger: &Stage) -> Result<(), Refusal> {
    let name = &smaller.name;
    let (there, here) = (smaller.design.name(), larger.design.name());
    if there != here {
        let key = format!("stage.{number}.design");
        return refuse(key, format!("the design of stage {name} is \"{there}\" there, \"{here}\" here"));
    }
    if let (Some(there), Some(here)) = (smaller.requested, larger.requested)
        && there > here
    {
        let message = format!("points of stage {name} is {there} there, {here} here");
        return refuse(format!("stage.{number}.points"), message);
    }
    for factor in &smaller.factors {
        let key = &factor.key;
        let Some(place) = larger.factors.iter().position(|other| other.key == *key) else {
            return refuse(format!("stage.{number}"), format!("factor \"{key}\" of stage {name} is there, not here"));
        };
        let other = &larger.factors[place];
        let part = if other.range.is_some() { "range" } else { "levels" };
        let difference = match (factor.range, other.range) {
            (None, None) => {
                let is_gone = |level: &&Level| !other.levels.iter().any(|other| other.sets_same(level));
                let Some(level) = factor.levels.iter().find(is_gone) else { continue };
                format!("level {} of factor \"{key}\" is there, not here", level.value())
            }
            (Some(range), Some(wider)) if wider.includes(range) => continue,
            (there, here) => {
                let text =
                    |range: Option<ValueRange>| range.map_or("listed".to_owned(), |range| format!("from {range}"));
                format!("the values of factor \"{key}\" are {} there, {} here", text(there), text(here))
            }
        };
        return refuse(format!("stage.{number}.factor.{place}.{part}"), difference);
    }
    Ok(())
}

/// Checks that the stages have the design points of the smaller sweep: all points of a factorial design, at least one of a
/// space-filling design. Points that depend on earlier selections are known later.
fn check_points(smaller: &Sweep, larger: &Sweep) -> Result<(), Refusal> {
    let stages = smaller.selecting_stages().iter().zip(larger.selecting_stages()).enumerate();
    for (number, (stage, other)) in stages.filter(|(_, (stage, other))| !stage.is_open() && !other.is_open()) {
        let keys: HashSet<String> = (0..other.points()).map(|point| other.seed_key(point)).collect();
        let is_removed = |point: &usize| !keys.contains(&stage.seed_key(*point));
        let removed: Vec<String> =
            (0..stage.points()).filter(is_removed).map(|point| stage.point_name(point)).collect();
        let Some(first) = removed.first() else { continue };
        let name = &stage.name;
        if stage.design == Design::Factorial {
            let first = if first.is_empty() { "without factors" } else { first };
            let added =
                other.factors.iter().position(|factor| stage.factors.iter().all(|other| other.key != factor.key));
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
            let [there, here] = [smaller, larger]
                .map(|sweep| sweep.to_table()["stage"][number].as_table().cloned().unwrap_or_default());
            let difference = first_difference(&there, &here);
            let key = difference.as_ref().map_or(String::new(), |difference| format!(".{}", dotted(&difference.key)));
            let why = difference.map_or(String::new(), |difference| format!(": {difference}"));
            let design = stage.design;
            let message = format!("the design \"{design}\" of stage {name} has none of its earlier points{why}");
            return refuse(format!("stage.{number}{key}"), message);
        }
    }
    Ok(())
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
