//! [`compare`]: several sweeps as the results of one: their leading configurations are the levels of one factor, on the instances that all
//! have in common. Other configurations are left out, and trials are not run again: if targets of one objective differ, the highest one
//! counts. Sweeps without a common instance, for example, are [`Incomparable`]. Their report is drawn like that of any results.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::markdown::escaped;
use super::result_index::COMPARED;
use super::wording::counted;
use evocube_experiment::instance::Instance;
use evocube_experiment::record::{
    BaselineRow, ConvergenceRow, Differences, Effort, EffortRule, FactorSummary, FailureRow, LeaderSummary, Outcome,
    Results, SameConfigurations, SelectionRule, SolutionRow, StageSelection, StageSummary, SweepSummary, TrialOutcome,
    TrialRow,
};

/// Error: sweeps cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Incomparable {
    /// A folder without any trial.
    #[error("{name} has no trial yet, so there is nothing to compare")]
    Empty {
        /// The folder.
        name: String,
    },
    /// The sweeps have different puzzles.
    #[error("{first} is about {first_puzzle}, {other} about {other_puzzle}: they cannot be compared")]
    Puzzle {
        /// The first folder.
        first: String,
        /// Its puzzle.
        first_puzzle: String,
        /// The other folder.
        other: String,
        /// Its puzzle.
        other_puzzle: String,
    },
    /// The sweeps have no instance in common.
    #[error(
        "{other} has no instance in common with the folders before it: on different instances nothing can be compared"
    )]
    Instances {
        /// The folder.
        other: String,
    },
}

/// Returns the results of several folders, each with its name, as those of one sweep: its only stage has a point for
/// each folder, with the trials of the folder's [leader](evocube_experiment::record::SweepSummary::leader), on the
/// instances that all have in common. Folders whose leaders are the same configuration are one point, and their equal trials are
/// counted once. Where they minimize different objectives, solved trials, run times and moves are
/// compared, but not penalties.
///
/// # Errors
/// If a folder has no trial, if the sweeps are about different puzzles, or if they share no instance.
///
/// # Panics
/// If there is no folder.
pub fn compare(folders: &[(String, Results)]) -> Result<Results, Incomparable> {
    let instances = shared_instances(folders)?;
    let names: BTreeMap<&str, &str> = instances.iter().map(|i| (i.state.as_str(), i.name.as_str())).collect();

    let configurations = configurations(folders);
    // Differing versions of the program are listed.
    let mut versions: Vec<&str> = folders.iter().map(|(_, results)| results.version.as_str()).collect();
    versions.dedup();
    let mut all = Results {
        sweep: facts(folders, &configurations),
        version: versions.join(", "),
        complete: folders.iter().all(|(_, results)| results.complete),
        ..Results::default()
    };
    let target = highest_target(&configurations);
    let mut repeated = 0;
    for (name, results) in folders {
        let names: BTreeMap<&str, &str> = results
            .sweep
            .instances
            .iter()
            .filter_map(|i| Some((i.name.as_str(), *names.get(i.state.as_str())?)))
            .collect();
        repeated += add_trials(&mut all, &configurations, results, &names, target);
        for row in &results.baselines {
            let Some(instance) = names.get(row.instance.as_str()) else { continue };
            if !all.baselines.iter().any(|listed| listed.instance == *instance && listed.solver == row.solver) {
                all.baselines.push(BaselineRow { instance: (*instance).to_owned(), ..row.clone() });
            }
        }
        all.digests.extend(results.digests.iter().map(|(file, digest)| (format!("{name}/{file}"), digest.clone())));
    }
    let first = all.sweep.stages[0].order(&all.trials, &all.convergence).first().map_or(0, |ranked| ranked.point);
    all.sweep.leader = Some(configurations[first].leader.clone());
    all.sweep.notes.push_str(&pooled(&configurations, repeated));
    all.sweep.instances = instances;
    all.planned_trials = all.trials.len() as u64;
    all.sweep.stages[0].planned_trials = all.planned_trials;
    Ok(all)
}

/// Returns the instances that all folders have in common, with their names in the first one.
fn shared_instances(folders: &[(String, Results)]) -> Result<Vec<Instance>, Incomparable> {
    let ((first, results), rest) = folders.split_first().expect("at least one folder is compared");
    let empty = folders.iter().find(|(_, results)| results.sweep.leader.is_none());
    if let Some((name, _)) = empty {
        return Err(Incomparable::Empty { name: name.clone() });
    }
    let mut shared = results.sweep.instances.clone();
    for (other, theirs) in rest {
        if theirs.sweep.puzzle != results.sweep.puzzle {
            return Err(Incomparable::Puzzle {
                first: first.clone(),
                first_puzzle: results.sweep.puzzle.clone(),
                other: other.clone(),
                other_puzzle: theirs.sweep.puzzle.clone(),
            });
        }
        shared.retain(|instance| theirs.sweep.instances.iter().any(|other| other.state == instance.state));
        if shared.is_empty() {
            return Err(Incomparable::Instances { other: other.clone() });
        }
    }
    Ok(shared)
}

/// A leading configuration of one or more folders.
struct Configuration<'a> {
    leader: &'a LeaderSummary,
    /// The names of the folders.
    folders: Vec<&'a str>,
}

impl Configuration<'_> {
    /// Returns whether a folder's leader is this configuration.
    fn is_of(&self, leader: &LeaderSummary) -> bool {
        (&self.leader.toml, &self.leader.objective) == (&leader.toml, &leader.objective)
    }

    /// Returns the names of the folders as a level.
    fn name(&self) -> String {
        self.folders.join(" and ")
    }
}

/// Returns the leading configurations, in the order of the folders.
fn configurations(folders: &[(String, Results)]) -> Vec<Configuration<'_>> {
    let mut configurations: Vec<Configuration<'_>> = vec![];
    for (name, results) in folders {
        let Some(leader) = &results.sweep.leader else { continue };
        match configurations.iter_mut().find(|other| other.is_of(leader)) {
            Some(same) => same.folders.push(name),
            None => configurations.push(Configuration { leader, folders: vec![name] }),
        }
    }
    configurations
}

/// Returns a paragraph on the folders whose configurations are the same, with the number of trials that several have; empty without
/// any.
fn pooled(configurations: &[Configuration<'_>], repeated: usize) -> String {
    let same = configurations.iter().filter(|configuration| configuration.folders.len() > 1);
    let sentence = |configuration: &Configuration<'_>| {
        format!("\n\n{} lead with the same configuration, which is one here.", escaped(&configuration.name()))
    };
    let mut text: String = same.map(sentence).collect();
    if repeated > 0 {
        let verb = if repeated == 1 { "is" } else { "are" };
        text.push_str(&format!(" {} of equal seeds {verb} counted once.", counted(repeated as u64, "trial")));
    }
    text
}

/// Adds a folder's trials of its leading configuration, numbered on, with everything that belongs to them, but those that another
/// folder has. Returns the number of the latter. Trials reach their target at the highest one of all folders.
fn add_trials(
    all: &mut Results,
    configurations: &[Configuration<'_>],
    results: &Results,
    instances: &BTreeMap<&str, &str>,
    target: Option<u64>,
) -> usize {
    let Some(lead) = &results.sweep.leader else { return 0 };
    let higher = target.filter(|target| *target > lead.target);
    let place = configurations.iter().position(|configuration| configuration.is_of(lead));
    let place = place.expect("the configuration of every folder is listed");
    let there: BTreeSet<(u64, Arc<str>, u64)> =
        all.trials.iter().map(|trial| (trial.point, Arc::clone(&trial.instance), trial.seed)).collect();
    let mut numbers = BTreeMap::new();
    let mut repeated = 0;
    for row in results.trials.iter().filter(|row| *row.stage == *lead.stage && row.point == lead.point) {
        let Some(instance) = instances.get(&*row.instance).map(|instance| Arc::from(*instance)) else { continue };
        if there.contains(&(place as u64 + 1, Arc::clone(&instance), row.seed)) {
            repeated += 1;
            continue;
        }
        let trial = all.trials.len() as u64 + 1;
        numbers.insert(row.trial, trial);
        all.trials.push(TrialRow {
            trial,
            stage: STAGE.into(),
            point: place as u64 + 1,
            levels: if configurations.len() > 1 { [configurations[place].name()].into() } else { [].into() },
            instance,
            outcome: row.outcome.clone().map(|outcome| match higher {
                Some(target) => at_target(outcome, target, results, row.trial),
                None => outcome,
            }),
            ..row.clone()
        });
    }
    let number = |trial: u64| numbers.get(&trial).copied();
    for row in &results.convergence {
        all.convergence.extend(number(row.trial).map(|trial| ConvergenceRow { trial, ..row.clone() }));
    }
    for row in &results.solutions {
        if let (Some(trial), Some(instance)) = (number(row.trial), instances.get(&*row.instance)) {
            let instance = (*instance).to_owned();
            all.solutions.push(SolutionRow { trial, instance, ..row.clone() });
        }
    }
    for row in &results.failures {
        all.failures.extend(number(row.trial).map(|trial| FailureRow { trial, ..row.clone() }));
    }
    repeated
}

/// Returns what a trial achieved if it had a higher target: the log has all improvements.
fn at_target(outcome: TrialOutcome, target: u64, results: &Results, trial: u64) -> TrialOutcome {
    let begin = results.convergence.partition_point(|row| row.trial < trial);
    let mut rows = results.convergence[begin..].iter().take_while(|row| row.trial == trial);
    let first = rows.find(|row| row.best <= target).map(|row| row.evaluations);
    let reached = outcome.best <= target;
    TrialOutcome { reached, evaluations_to_reach: first.filter(|_| reached), ..outcome }
}

/// Returns the highest target of the leading configurations, if they minimize one objective.
fn highest_target(configurations: &[Configuration<'_>]) -> Option<u64> {
    let (first, rest) = configurations.split_first()?;
    let has_one_objective = rest.iter().all(|other| other.leader.objective == first.leader.objective);
    configurations.iter().map(|configuration| configuration.leader.target).max().filter(|_| has_one_objective)
}

/// Returns the number of configurations of the stage that selected a folder's leader.
fn number_of_points(results: &Results) -> Option<u64> {
    let leader = results.sweep.leader.as_ref()?;
    let stage = results.sweep.stages.iter().find(|stage| stage.name == leader.stage)?;
    Some(stage.configurations().max(1) as u64)
}

/// Returns the evaluations that the leading configurations may spend, each in the first of its folders.
fn effort(folders: &[(String, Results)], configurations: &[Configuration<'_>]) -> Effort {
    let allowance = |configuration: &Configuration<'_>| {
        let (_, results) = folders.iter().find(|(name, _)| configuration.folders[0] == name)?;
        let stage = results.sweep.stages.iter().find(|stage| stage.name == configuration.leader.stage)?;
        let point = usize::try_from(configuration.leader.point).ok()?.checked_sub(1)?;
        stage.effort.allowances.get(point).copied().flatten()
    };
    let allowances: Vec<Option<u64>> = configurations.iter().map(allowance).collect();
    let is_own = folders
        .iter()
        .any(|(_, results)| results.sweep.stages.iter().all(|stage| stage.effort.rule == EffortRule::Own));
    let rule = if is_own { EffortRule::Own } else { EffortRule::Equal };
    let is_strategy = |configuration: &Configuration<'_>| {
        let folder = folders.iter().find(|(name, _)| configuration.folders[0] == name);
        let stages = folder.into_iter().flat_map(|(_, results)| &results.sweep.stages);
        let point = usize::try_from(configuration.leader.point).unwrap_or(1).saturating_sub(1);
        stages
            .filter(|stage| stage.name == configuration.leader.stage)
            .any(|stage| stage.effort.without_penalty.contains(&point))
    };
    let without_penalty = (0..configurations.len()).filter(|place| is_strategy(&configurations[*place])).collect();
    Effort { rule, allowances, without_penalty }
}

/// Returns what the sweeps differ in: values that no stage varies, and levels of factors.
fn differences(folders: &[(String, Results)]) -> Differences {
    let all: Vec<BTreeMap<String, String>> = folders.iter().map(|(_, results)| results.sweep.settings()).collect();
    let keys: BTreeSet<&String> = all.iter().flat_map(BTreeMap::keys).collect();
    let values = |key: &String| all.iter().map(|settings| settings.get(key).cloned()).collect::<Vec<_>>();
    let differing = keys.into_iter().map(|key| (key.clone(), values(key)));
    Differences {
        settings: differing.filter(|(_, values)| values.iter().any(|value| *value != values[0])).collect(),
        configurations: folders.iter().map(|(_, results)| number_of_points(results).unwrap_or(1)).collect(),
    }
}

/// The only stage.
const STAGE: &str = "comparison";

fn facts(folders: &[(String, Results)], configurations: &[Configuration<'_>]) -> SweepSummary {
    let several = configurations.len() > 1;
    let choices = folders.iter().filter_map(|(_, results)| number_of_points(results)).fold(1, u64::max);
    let levels: Vec<String> = configurations.iter().map(Configuration::name).collect();
    let names: Vec<String> = folders.iter().map(|(name, _)| name.clone()).collect();
    let sweep = &folders[0].1.sweep;
    let objective = |results: &Results| results.sweep.leader.as_ref().map(|lead| lead.objective.clone());
    let comparable_penalties = folders.iter().all(|(_, results)| objective(results) == objective(&folders[0].1));
    let mut notes = String::from(
        "Each sweep stands here by the configuration that leads its last stage, on the instances that all have in common. \
         Where many configurations were tried, the leading one was selected by the very trials that are shown, which \
         flatters it; only new trials on held-out instances would show by how much.",
    );
    if several && choices > 1 {
        notes.push_str(&format!(
            " Tests and intervals of differences, except those of figures, allow for the selection of one of {} (Bonferroni's \
             correction).",
            counted(choices, "configuration")
        ));
    }
    if !comparable_penalties {
        notes.push_str(
            "\n\nThe sweeps minimize different objectives, so penalties are not compared, but solved trials, evaluations until \
             solved, and moves.",
        );
    }
    for (name, results) in folders {
        let question = results.sweep.notes.trim();
        if !question.is_empty() {
            let name = escaped(name);
            notes.push_str(&format!("\n\n{name}: {}", question.split("\n\n").next().unwrap_or_default()));
        }
    }
    SweepSummary {
        name: names.join(" against "),
        notes,
        seed: sweep.seed,
        repetitions: folders.iter().map(|(_, results)| results.sweep.repetitions).min().unwrap_or(0),
        // Logs with other intervals have the generations on the grid in common.
        log_every: sweep
            .log_every
            .filter(|_| folders.iter().all(|(_, results)| results.sweep.log_every == sweep.log_every)),
        stages: vec![StageSummary {
            race: None,
            name: STAGE.to_owned(),
            planned_trials: 0,
            planned_is_bound: false,
            selection: StageSelection { rule: SelectionRule::Outcome, outcome: Outcome::Wins, comparable_penalties },
            points: levels.iter().map(|name| if several { vec![name.clone()] } else { vec![] }).collect(),
            factors: several.then(|| FactorSummary::new(COMPARED, levels)).into_iter().collect(),
            selected: None,
            outcome: Outcome::Wins,
            outcomes: vec![],
            equivalence: None,
            effort: effort(folders, configurations),
            same: SameConfigurations::default(),
        }],
        factor_columns: several.then(|| COMPARED.to_owned()).into_iter().collect(),
        puzzle: sweep.puzzle.clone(),
        choices,
        differences: Some(differences(folders)),
        ..SweepSummary::default()
    }
}
