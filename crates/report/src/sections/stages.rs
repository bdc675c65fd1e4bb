//! The section of each stage: its figures, and a table of its configurations.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::levels::level_cell;
use super::{instances, moves};
use crate::document::{Block, Span, Table, code, folded, listed, plain, strong};
use crate::estimate::{Estimate, Estimates, MIN_DIFFERENCES, mean_moves};
use crate::figures::StageView;
use crate::model::outcome_description;
use crate::result_index::{PointTrials, ResultIndex, SolvedCount, StageTrials};
use crate::wording::{self, counted, interval};
use evocube_experiment::record::Outcome;
use evocube_stats::median;

/// Maximum number of configurations in the table below the answer.
const MAX_BEST: usize = 8;

/// Returns the best configurations, with a column for each factor; `None` with a single configuration.
pub(super) fn best_configurations(view: &StageView<'_>) -> Option<Block> {
    let StageView { index, stage, model, .. } = view;
    if stage.points.len() < 2 || model.leader.is_none() {
        return None;
    }
    let mut rows: Vec<&PointTrials<'_>> = stage.ranking().collect();
    rows.sort_by_key(|point| !point.selected);
    rows.truncate(MAX_BEST);
    // A factor that applies to none of them has no column.
    let applies = |place: &usize| rows.iter().any(|point| !point.levels[*place].is_empty());
    let factors: Vec<usize> = (0..stage.summary.factors.len()).filter(applies).collect();
    let mut table = Table::new(format!("Best configurations of stage {}", stage.summary.name));
    let keys = stage.summary.short_keys();
    for place in &factors {
        table = table.texts(code(keys[*place]));
    }
    let outcome = match model.outcome {
        Outcome::Penalty => "mean penalty",
        Outcome::Moves => "mean moves",
        Outcome::Solved | Outcome::RunTime => "evaluations to solve",
    };
    table = table.numbers(&["solved", outcome]);
    if model.set.is_some() {
        table = table.texts(plain("may be the best"));
    }
    let estimates: Vec<_> = rows.par_iter().map(|point| Estimates::new(index, point)).collect();
    for (point, estimates) in rows.into_iter().zip(estimates) {
        let mut cells: Vec<Span> = factors.iter().map(|place| level_cell(&point.levels[*place])).collect();
        let SolvedCount { count, trials } = point.solved();
        cells.push(plain(format!("{count}/{trials}")));
        cells.push(plain(estimates.map_or(String::new(), |estimates| match model.outcome {
            Outcome::Penalty => wording::estimate(estimates.mean, wording::number),
            Outcome::Moves => {
                mean_moves(index, point).map_or(String::new(), |moves| wording::estimate(moves, wording::number))
            }
            Outcome::Solved | Outcome::RunTime => running_time(estimates.running_time),
        })));
        if let Some(set) = &model.set {
            cells.push(plain(if set.contains(point.index()) { "yes" } else { "no" }));
        }
        table.row(cells, point.selected);
    }
    Some(Block::Table(table))
}

/// Returns the tables of a stage, below titles that unfold.
pub(super) fn details(view: &StageView<'_>) -> Vec<Block> {
    let stage = view.stage;
    let mut all = vec![Block::Paragraph(varies(view.index, stage)), Block::Table(points(view))];
    all.push(Block::Paragraph(vec![plain(columns(view))]));
    let title = match stage.points.len() {
        1 => "The configuration".to_owned(),
        2 => "Both configurations".to_owned(),
        several => format!("All {several} configurations"),
    };
    let by_instance = folded("By instance", instances::blocks(view));
    [folded(title, all), folded("Moves of the solutions", moves::blocks(view)), by_instance]
        .into_iter()
        .flatten()
        .collect()
}

/// Returns an expected running time; empty for a deterministic solver, which evaluates nothing.
fn running_time(estimate: Estimate) -> String {
    match estimate.value {
        value if value <= 0.0 => String::new(),
        value if value.is_finite() => wording::estimate(estimate, wording::short),
        value => wording::short(value),
    }
}

/// Returns the meaning of the columns.
fn columns(StageView { index, stage, model, .. }: &StageView<'_>) -> String {
    let enough = MIN_DIFFERENCES + 1;
    let unit = match (index.results.sweep.instances.len(), index.results.sweep.repetitions) {
        (1, _) => format!("trials, if there are {enough}"),
        (_, 1) => format!("instances, if there are {enough}"),
        (instances, _) if instances > MIN_DIFFERENCES => "the trials of each instance".to_owned(),
        (instances, _) => {
            format!("the trials of each instance, if there are {}", instances + MIN_DIFFERENCES)
        }
    };
    let penalties = if stage.summary.selection.comparable_penalties && model.outcome != Outcome::Moves {
        format!("BCa bootstrap of the lowest penalties, resampling {unit}; ")
    } else {
        String::new()
    };
    let against = if model.set.is_some() {
        format!(
            " Â₁₂ is the share of pairs of trials on one instance in which that of the leading configuration has the better {}, ties \
             counting half. Below 0.05, p rules a configuration out as the best.",
            outcome_description(model.outcome)
        )
    } else {
        String::new()
    };
    format!(
        "In parentheses intervals of 95 %: {penalties}Wilson's for the rate; percentiles for the expected running time \
         (ERT), the evaluations spent for each solved trial when trials are started again until one solves.{against}"
    )
}

/// Returns the factors of a stage, and the rule that selects a configuration.
fn varies(index: &ResultIndex<'_>, stage: &StageTrials<'_>) -> Vec<Span> {
    if index.race().is_some() {
        return vec![plain(
            "The elites of the race, [base], and the selected configuration without each of its changes, on held-out instances.",
        )];
    }
    if stage.summary.factors.is_empty() {
        return vec![plain("Varies nothing: one configuration on every instance.")];
    }
    if stage.points.len() == 1 && stage.summary.factors.iter().all(|factor| factor.levels.len() == 1) {
        return vec![plain("Varies nothing: each factor has one level.")];
    }
    if stage.points.iter().all(|point| point.levels.iter().all(String::is_empty)) {
        let what = "Varies nothing: no factor of the stage applies to the configuration that was selected before.";
        return vec![plain(what)];
    }
    let mut spans = vec![plain("Varies ")];
    spans.extend(listed(stage.summary.factors.iter().map(|factor| vec![code(&factor.key)]).collect()));
    spans.push(plain(format!(": {}, selected by ", counted(stage.points.len() as u64, "configuration"))));
    spans.push(code(stage.summary.selection.rule.name()));
    let (first, last) = ("; ties go to fewer evaluations, then to fewer moves, then to the one listed first.", ".");
    spans.push(plain(if stage.points.len() > 1 { first } else { last }));
    spans
}

/// Returns the design points. Penalties are shown only if they are all of one objective.
fn points(StageView { index, stage, model, .. }: &StageView<'_>) -> Table {
    let mut table = Table::new(format!("Configurations of stage {}", stage.summary.name)).texts(plain("configuration"));
    for factor in &stage.summary.factors {
        table = table.texts(code(&factor.key));
    }
    let several = stage.points.len() > 1;
    let penalties = stage.summary.selection.comparable_penalties && model.outcome != Outcome::Moves;
    table = table.numbers(if penalties { &["median penalty", "mean penalty"] } else { &["moves of solved, median"] });
    table = table.numbers(&["solved", "rate", "ERT, evaluations"]);
    let set = model.set.as_ref().zip(model.primary());
    if set.is_some() {
        table = table.numbers(&["Â₁₂", "p"]);
    }
    // Ten thousand resamples each.
    let estimates: Vec<_> = stage.points.par_iter().map(|point| Estimates::new(index, point)).collect();
    // By rank; those without a finished trial at the end.
    let mut rows: Vec<_> = stage.points.iter().zip(estimates).collect();
    let mut ranks = vec![usize::MAX; rows.len()];
    stage.ranking().enumerate().for_each(|(rank, point)| ranks[point.index()] = rank);
    rows.sort_by_key(|(point, _)| (!point.selected, ranks[point.index()]));
    for (point, estimates) in rows {
        let number = point.number;
        let name = if point.selected && several { format!("{number}, selected") } else { number.to_string() };
        let mut cells = vec![plain(name)];
        cells.extend(point.levels.iter().map(level_cell));
        match estimates {
            Some(estimates) => {
                if penalties {
                    cells.push(plain(wording::estimate(estimates.median, wording::number)));
                    cells.push(plain(wording::estimate(estimates.mean, wording::number)));
                } else {
                    let moves = median(&point.moves_of_solved());
                    cells.push(plain(moves.map_or(String::new(), wording::number)));
                }
                cells.push(plain(format!("{}/{}", point.solved().count, point.solved().trials)));
                cells.push(plain(interval(point.solved())));
                cells.push(plain(running_time(estimates.running_time)));
            }
            None => cells.extend(vec![plain(""); if penalties { 5 } else { 4 }]),
        }
        if let Some((set, tests)) = set {
            let a12 = tests.comparisons[point.index()].map(|comparison| format!("{:.2}", comparison.a12));
            cells.push(plain(a12.unwrap_or_default()));
            let p = wording::p_value(set.p[point.index()]);
            cells.push(if set.contains(point.index()) { plain(p) } else { strong(p) });
        }
        table.row(cells, model.leader == Some(point.index()) && several);
    }
    table
}
