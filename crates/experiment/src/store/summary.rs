//! The summary of a sweep for a reader of its results: its stages and their levels in words, its question, and the best configuration so
//! far. The rows are read in `read`.

use crate::record::{
    ConvergenceRow, Effort, FactorSummary, HeldOutRole, HeldOutSummary, LeaderSummary, QuestionSummary,
    SameConfigurations, StageSummary, SweepSummary, TrialRow,
};
use crate::run_state::RunState;
use crate::sweep::{HELD_OUT_STAGE, LevelWords, Question, Stage, Sweep};
use evocube_cube::document::Node;
use evocube_engine::evolve::config::TrialConfig;

/// Returns the summary of a sweep, without its best configuration, after the stages have selected these.
pub(super) fn sweep_summary(state: &RunState<'_>, selections: &[Option<usize>]) -> SweepSummary {
    let RunState { sweep, plan, selected: points } = state;
    let words = LevelWords::new(sweep);
    let summary = |(number, selected): (usize, Option<usize>)| {
        let stage = &sweep.stages[number];
        let racing = sweep.race_design().filter(|_| stage.is_racing()).map(|design| design.budget);
        let planned = racing.unwrap_or(plan.stage(number).len() as u64);
        let effort = sweep.effort(number, points);
        let same = sweep.same_configurations(number, points);
        StageSummary { effort, ..summarize(stage, planned, selected, &words) }.with_same(same)
    };
    let mut stages: Vec<StageSummary> = selections.iter().copied().enumerate().map(summary).collect();
    let held_out = stages.pop_if(|stage| stage.name == HELD_OUT_STAGE && !sweep.held_out.is_empty());
    let held_out = held_out.map(|stage| held_out_summary(sweep, stage, selections[0]));
    let points = stages.iter().map_while(|stage| usize::try_from(stage.selected? - 1).ok());
    let selected: Vec<usize> = points.collect();
    SweepSummary {
        leader: None,
        puzzle: sweep.puzzle().to_string(),
        factor_columns: sweep.factor_keys().to_vec(),
        base_toml: sweep.fixed_toml(&selected),
        baselines: sweep.baselines.iter().map(ToString::to_string).collect(),
        instances: sweep.instances.clone(),
        stages,
        held_out,
        name: sweep.name.clone(),
        notes: sweep.notes.clone(),
        question: sweep.question.as_ref().map(|question| summarize_question(question, sweep, &words)),
        seed: sweep.seed,
        repetitions: sweep.repetitions,
        log_every: sweep.log.every,
        choices: 0,
        differences: None,
    }
}

fn summarize(stage: &Stage, planned_trials: u64, selected: Option<usize>, words: &LevelWords) -> StageSummary {
    let word = |key: &str, text: &str| words.word(key, text).to_owned();
    let cells = |point| {
        let texts = stage.factors.iter().zip(stage.texts_of(point));
        texts.map(|(factor, text)| word(&factor.key, &text.unwrap_or_default())).collect()
    };
    StageSummary {
        name: stage.name.clone(),
        planned_trials,
        planned_is_bound: stage.awaits_selection() || stage.is_racing(),
        selection: stage.selection(),
        factors: stage
            .factors
            .iter()
            .enumerate()
            .map(|(place, factor)| {
                let (key, texts) = (factor.key.clone(), stage.shown_levels(place));
                let levels = texts.iter().map(|text| word(&key, text)).collect::<Vec<_>>();
                let keys = factor.keys().into_iter().map(str::to_owned).collect();
                let written = levels.iter().cloned().zip(texts).filter(|(word, text)| word != text).collect();
                FactorSummary { key, keys, levels, written }
            })
            .collect(),
        selected: selected.map(|point| point as u64 + 1),
        points: (0..stage.points()).map(cells).collect(),
        outcome: stage.comparison.outcome,
        outcomes: stage.comparison.outcomes.clone(),
        equivalence: stage.comparison.equivalence,
        effort: Effort::default(),
        same: SameConfigurations::default(),
        race: stage.race().cloned(),
    }
}

/// Returns the summary of the trials on held-out instances, after a race with the roles of its configurations.
fn held_out_summary(sweep: &Sweep, mut stage: StageSummary, winner: Option<usize>) -> HeldOutSummary {
    let roles = sweep.stages.last().map_or(Vec::new(), |stage| stage.roles().to_vec());
    if !roles.is_empty() {
        let is_selected = |role: &HeldOutRole| Some(*role) == winner.map(HeldOutRole::Elite);
        stage.selected = roles.iter().position(is_selected).map(|place| place as u64 + 1);
    }
    HeldOutSummary { instances: sweep.held_out.len() as u64, stage, roles }
}

fn summarize_question(question: &Question, sweep: &Sweep, words: &LevelWords) -> QuestionSummary {
    let level = |(key, value): (&String, &toml::Value)| {
        let mut factors = sweep.stages.iter().flat_map(|stage| &stage.factors).filter(|factor| factor.key == *key);
        let text = factors.find_map(|factor| factor.levels.iter().find(|level| level.is(value)))?.text.clone();
        Some((key.clone(), words.word(key, &text).to_owned()))
    };
    QuestionSummary {
        text: question.text.clone(),
        factor: question.factor.clone(),
        outcome: question.outcome,
        better: question.better.as_ref().zip(question.factor.as_ref()).map(|(better, factor)| {
            level((factor, better)).map_or_else(|| better.as_str().unwrap_or_default().to_owned(), |(_, word)| word)
        }),
        levels: question.at.iter().filter_map(level).collect(),
    }
}

/// Returns the best configuration so far: the best of the last stage with a trial, with the selections of the earlier stages. `known` are
/// those of the first stages.
pub(super) fn leader(
    sweep: &Sweep,
    trials: &[TrialRow],
    log: &[ConvergenceRow],
    known: &[usize],
) -> Option<LeaderSummary> {
    let has_trials = |stage: &Stage| trials.iter().any(|row| *row.stage == *stage.name);
    let last = sweep.selecting_stages().iter().rposition(has_trials)?;
    let mut selected = vec![];
    for number in 0..=last {
        let point = || sweep.select_among(number, &selected, trials, log);
        let point = known.get(number).copied().unwrap_or_else(point);
        selected.push(point);
    }
    let point = sweep.point(last, &selected, selected[last]).ok()?;
    let mut base = point.to_printed_table();
    let objective = toml::Table::from_iter([("objective".to_owned(), base.get("objective")?.clone())]);
    let mut differing = base.clone();
    remove_defaults(&mut differing, &TrialConfig::default().to_printed_table());
    // A default may depend on another key.
    let read = sweep.registry().scope(|| Node::from(&toml::Value::Table(differing.clone())).read::<TrialConfig>());
    if read.is_ok_and(|read| read.to_printed_table() == base) {
        base = differing;
    }
    let table = toml::Table::from_iter([("base".to_owned(), toml::Value::Table(base))]);
    Some(LeaderSummary {
        stage: sweep.stages[last].name.clone(),
        point: selected[last] as u64 + 1,
        toml: toml::to_string(&table).ok()?,
        objective: toml::to_string(&objective).ok()?,
        target: point.stop.target.unwrap_or(0).into(),
    })
}

/// Removes the keys of a table that have their default.
fn remove_defaults(table: &mut toml::Table, defaults: &toml::Table) {
    table.retain(|key, value| match (value, defaults.get(key)) {
        (toml::Value::Table(inner), Some(toml::Value::Table(default))) => {
            // A component of another name has other keys.
            let is_same = inner.keys().eq(default.keys());
            if is_same {
                remove_defaults(inner, default);
            }
            !inner.is_empty()
        }
        (value, default) => default != Some(value),
    });
}
