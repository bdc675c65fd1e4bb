//! The part of the results that a figure shows: the stages, levels and instances that are named. Labels replace names; [`NameError`] is for
//! names that the results do not have. The rules by which a stage selects a configuration are in `evocube_experiment::record`.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::options::{AXES, INSTANCE};
use super::result_index::COMPARED;
use evocube_cube::text::{quoted, similar};
use evocube_experiment::record::{Results, StageSelection, StageSummary, TrialRow, rows_of, varies_objective};

/// Error: a name that the results do not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// No stage has the name.
    #[error("there is no {noun} {}{}", quoted(name), suggestion(name, names))]
    Unknown {
        /// The kinds of names that are accepted, for the message.
        noun: &'static str,
        /// The name.
        name: String,
        /// The names that the results have.
        names: Vec<String>,
    },
    /// Several factors have such a level.
    #[error("{} is a level of {}: write {} for the first", quoted(name), keys.join(" and of "), quoted(&format!("{}={name}", keys[0])))]
    Ambiguous {
        /// The level.
        name: String,
        /// The factors.
        keys: Vec<String>,
    },
    /// No stage has all names at once.
    #[error("no stage has all of {}", names.join(", "))]
    NoStage {
        /// The names.
        names: Vec<String>,
    },
    /// No configuration of the stage has all levels.
    #[error("stage {stage} has no configuration with {}", names.join(", "))]
    NoConfiguration {
        /// The stage.
        stage: String,
        /// The names.
        names: Vec<String>,
    },
    /// A label without a name.
    #[error("the label {} names nothing: write KEY=TEXT, for example {}", quoted(text), quoted(&format!("{key}=…")))]
    NoLabel {
        /// The label.
        text: String,
        /// A key that the results have, for the message.
        key: String,
    },
}

/// Returns the name that a misspelled one probably means, or the names that there are, for a message.
fn suggestion(name: &str, names: &[String]) -> String {
    // A number is not a misspelling of another.
    let is_number = name.parse::<f64>().is_ok();
    if let Some(similar) = similar(name, names.iter().map(String::as_str)).filter(|_| !is_number) {
        return format!("; did you mean {}?", quoted(similar));
    }
    const FEW: usize = 12;
    let more = if names.len() > FEW { ", …" } else { "" };
    let list: Vec<&str> = names.iter().take(FEW).map(String::as_str).collect();
    if list.is_empty() { String::new() } else { format!("; there are {}{more}", list.join(", ")) }
}

/// A part of a stage that a name selects.
enum Part {
    Instance(String),
    Level(usize, String),
}

/// Returns the parts of a stage with a name: an instance, a level of some factor, or `key=level`.
fn parts(results: &Results, stage: &StageSummary, name: &str) -> Vec<Part> {
    let instances = results.sweep.instances.iter().filter(|instance| instance.name == name);
    let mut parts: Vec<Part> = instances.map(|instance| Part::Instance(instance.name.clone())).collect();
    for (index, factor) in stage.factors.iter().enumerate() {
        let value = name.strip_prefix(&factor.key).and_then(|rest| rest.strip_prefix('='));
        let level = factor.levels.iter().find(|level| same(level, name) || value.is_some_and(|rest| same(level, rest)));
        parts.extend(level.map(|level| Part::Level(index, level.clone())));
    }
    parts
}

/// Returns whether a level is meant by a text: the same text, or the same number.
fn same(level: &str, text: &str) -> bool {
    level == text || matches!((level.parse::<f64>(), text.parse::<f64>()), (Ok(a), Ok(b)) if a == b)
}

/// Returns the stages that have all factors and a part of each name, each as results of its own with the selected parts alone. A
/// factor with one remaining level is dropped.
pub(super) fn selected(results: &Results, only: &[String], factors: &[&str]) -> Result<Vec<Results>, NameError> {
    let stages = &results.sweep.stages;
    let is_stage = |name: &String| {
        stages.iter().any(|stage| stage.name == *name)
            && stages.iter().all(|stage| parts(results, stage, name).is_empty())
    };
    let (named, parts_named): (Vec<&String>, Vec<&String>) = only.iter().partition(|name| is_stage(name));
    for name in &parts_named {
        if stages.iter().all(|stage| parts(results, stage, name).is_empty()) {
            let noun = "level, instance or stage";
            return Err(NameError::Unknown { noun, name: (*name).clone(), names: names(results) });
        }
    }
    let mut selected = Vec::new();
    for (index, stage) in stages.iter().enumerate() {
        let has = |key: &&str| *key == INSTANCE || stage.factors.iter().any(|factor| factor.key == **key);
        let is_named = named.is_empty() || named.contains(&&stage.name);
        let has_parts = parts_named.iter().all(|name| !parts(results, stage, name).is_empty());
        if is_named && has_parts && factors.iter().all(has) {
            selected.push(narrowed(results, index, &parts_named)?);
        }
    }
    if selected.is_empty() {
        let names = only.iter().map(String::as_str).chain(factors.iter().copied()).map(quoted).collect();
        return Err(NameError::NoStage { names });
    }
    Ok(selected)
}

/// Returns all names of parts of the results.
fn names(results: &Results) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let stages = &results.sweep.stages;
    let factors = || stages.iter().flat_map(|stage| &stage.factors);
    let all = factors()
        .flat_map(|factor| factor.levels.iter().cloned())
        .chain(results.sweep.instances.iter().map(|instance| instance.name.clone()))
        .chain(stages.iter().map(|stage| stage.name.clone()))
        .chain(factors().flat_map(|factor| factor.levels.iter().map(move |level| format!("{}={level}", factor.key))));
    for name in all {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Returns the results of one stage with the named parts alone, in the tables that figures of one kind read.
fn narrowed(results: &Results, number: usize, names: &[&String]) -> Result<Results, NameError> {
    let stage = &results.sweep.stages[number];
    let mut levels: Vec<Vec<String>> = vec![vec![]; stage.factors.len()];
    let mut instances: BTreeSet<String> = BTreeSet::new();
    for name in names {
        let mut matching = parts(results, stage, name);
        if matching.len() > 1 {
            let key = |part: &Part| match part {
                Part::Instance(_) => INSTANCE.to_owned(),
                Part::Level(factor, _) => stage.factors[*factor].key.clone(),
            };
            // A factor first, since an instance has no longer name.
            let mut keys: Vec<String> = matching.iter().map(key).collect();
            keys.sort_by_key(|key| key == INSTANCE);
            return Err(NameError::Ambiguous { name: (*name).clone(), keys });
        }
        match matching.pop() {
            Some(Part::Instance(name)) => drop(instances.insert(name)),
            Some(Part::Level(factor, level)) => levels[factor].push(level),
            None => {}
        }
    }
    let is_kept =
        |point: &[String]| levels.iter().zip(point).all(|(kept, level)| kept.is_empty() || kept.contains(level));
    let points: Vec<usize> = (0..stage.points.len()).filter(|point| is_kept(&stage.points[*point])).collect();
    if points.is_empty() {
        let names = names.iter().map(|name| quoted(name)).collect();
        return Err(NameError::NoConfiguration { stage: stage.name.clone(), names });
    }
    let factors: Vec<usize> = (0..stage.factors.len()).filter(|factor| levels[*factor].len() != 1).collect();
    let number =
        |old: u64| points.binary_search_by_key(&old, |point| *point as u64 + 1).ok().map(|place| place as u64 + 1);
    let varies = |place: &usize| stage.factors[*place].sets(|key| varies_objective(key) || key == COMPARED);
    // The selected parts may have one objective.
    let comparable_penalties = stage.selection.comparable_penalties || !factors.iter().any(varies);
    let summary = StageSummary {
        race: None,
        selection: StageSelection { comparable_penalties, ..stage.selection },
        factors: factors
            .iter()
            .map(|index| {
                let mut factor = stage.factors[*index].clone();
                factor.levels.retain(|level| levels[*index].is_empty() || levels[*index].contains(level));
                factor
            })
            .collect(),
        selected: stage.selected.and_then(number),
        effort: stage.effort.among(&points),
        same: stage.same.among(&points),
        points: points
            .iter()
            .map(|point| factors.iter().map(|factor| stage.points[*point][*factor].clone()).collect())
            .collect(),
        ..stage.clone()
    };
    let has_instance = |name: &str| instances.is_empty() || instances.iter().any(|other| other == name);
    // A folder has many rows, of which a part may have few: the others are not copied.
    let stage_trials =
        results.trials.iter().filter(|trial| *trial.stage == *stage.name && has_instance(&trial.instance));
    let trials: Vec<TrialRow> =
        stage_trials.filter_map(|trial| Some(TrialRow { point: number(trial.point)?, ..trial.clone() })).collect();
    let numbers = || trials.iter().map(|trial| trial.trial);
    let mut sweep = results.sweep.clone();
    sweep.instances.retain(|instance| has_instance(&instance.name));
    (sweep.stages, sweep.held_out) = (vec![summary], None);
    Ok(Results {
        sweep,
        complete: results.complete,
        convergence: numbers()
            .flat_map(|trial| rows_of(&results.convergence, trial, |row| row.trial))
            .cloned()
            .collect(),
        fronts: numbers().flat_map(|trial| rows_of(&results.fronts, trial, |row| row.trial)).cloned().collect(),
        baselines: results.baselines.iter().filter(|row| has_instance(&row.instance)).cloned().collect(),
        trials,
        ..Results::default()
    })
}

/// Checks that some stage has a factor.
pub(super) fn check_factor(results: &Results, key: &str) -> Result<(), NameError> {
    let factors = results.sweep.stages.iter().flat_map(|stage| &stage.factors).map(|factor| factor.key.clone());
    let mut names: Vec<String> = factors.chain([INSTANCE.to_owned()]).collect();
    names.dedup();
    if names.iter().any(|name| name == key) {
        return Ok(());
    }
    Err(NameError::Unknown { noun: "factor", name: key.to_owned(), names })
}

/// Returns the labels of `KEY=TEXT`: KEY is a factor, level, instance, stage or axis, and may have equals signs itself.
pub(super) fn labels(results: &Results, texts: &[String]) -> Result<Vec<(String, String)>, NameError> {
    let keys = results.sweep.stages.iter().flat_map(|stage| &stage.factors).map(|factor| factor.key.clone());
    let names: Vec<String> = keys.chain(names(results)).chain(AXES.map(str::to_owned)).collect();
    let label = |text: &String| {
        let mut pairs = text.match_indices('=').map(|(place, _)| (&text[..place], &text[place + 1..]));
        let first = pairs.clone().next();
        if let Some((key, label)) = pairs.find(|(key, _)| names.iter().any(|name| name == key)) {
            return Ok((key.to_owned(), label.to_owned()));
        }
        let Some((key, _)) = first else {
            return Err(NameError::NoLabel { text: text.clone(), key: names[0].clone() });
        };
        let noun = "factor, level, instance, stage or axis";
        Err(NameError::Unknown { noun, name: key.to_owned(), names: names.clone() })
    };
    texts.iter().map(label).collect()
}

/// Returns the results under other labels.
pub(super) fn labeled(results: &Results, labels: &[(String, String)]) -> Results {
    let text = |name: &str| labels.iter().find(|(key, _)| key == name).map(|(_, text)| text);
    let label = |name: &mut String| {
        if let Some(text) = text(name) {
            name.clone_from(text);
        }
    };
    let mut results = results.clone();
    for stage in &mut results.sweep.stages {
        let old = stage.name.clone();
        label(&mut stage.name);
        for factor in &mut stage.factors {
            label(&mut factor.key);
            factor.levels.iter_mut().for_each(label);
        }
        stage.points.iter_mut().flatten().for_each(label);
        let new: Arc<str> = stage.name.as_str().into();
        let trials = results.trials.iter_mut().filter(|trial| *trial.stage == *old);
        trials.for_each(|trial| trial.stage = Arc::clone(&new));
    }
    if let Some(question) = &mut results.sweep.question {
        question.factor.iter_mut().for_each(label);
        question.levels.iter_mut().flat_map(|(key, level)| [key, level]).for_each(label);
    }
    results.sweep.instances.iter_mut().for_each(|instance| label(&mut instance.name));
    for trial in &mut results.trials {
        if let Some(text) = text(&trial.instance) {
            trial.instance = text.as_str().into();
        }
    }
    results.baselines.iter_mut().for_each(|row| label(&mut row.instance));
    results
}
