//! The section of each stage: its figures, and a table of its configurations.

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::{Analysis, factors, instances, moves};
use crate::document::{Block, Span, Table, code, heading, listed, plain, strong, subheading};
use crate::estimate::{Estimates, MIN_DIFFERENCES};
use crate::figures::StageView;
use crate::model::in_words;
use crate::options::REPORT;
use crate::result_index::StageTrials;
use crate::wording::{self, counted, interval};
use evocube_stats::median;

/// Returns a section for each stage.
pub(super) fn section(analysis: &Analysis<'_>) -> Vec<Block> {
    let views: Vec<StageView<'_>> = analysis.stages(&REPORT).collect();
    let sections = views.par_iter().with_max_len(1).flat_map_iter(|view| {
        let stage = view.stage;
        let mut blocks =
            vec![heading(format!("Stage {}: {}", stage.number, stage.summary.name)), Block::Paragraph(varies(stage))];
        blocks.extend(view.figures().into_iter().map(Block::Figure));
        blocks.extend(view.index.logs_too_few(stage).then(|| {
            let words =
                "Convergence is not drawn, because the median trial has fewer than ten logged generations: leave ";
            Block::Paragraph(vec![plain(words), code("log-every"), plain(" out to log every improvement.")])
        }));
        blocks.extend(factors::blocks(view));
        blocks.push(subheading("All configurations"));
        blocks.push(Block::Table(points(view)));
        blocks.push(Block::Explanation("Meaning of the columns", vec![plain(columns(view))]));
        blocks.extend(moves::blocks(view));
        blocks.extend(instances::blocks(view));
        blocks
    });
    sections.collect()
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
    let penalties = if stage.summary.selection.comparable_penalties {
        format!("BCa bootstrap of the lowest penalties, resampling {unit}; ")
    } else {
        String::new()
    };
    let against = if model.set.is_some() {
        format!(
            " Â₁₂ is the share of pairs of trials on one instance in which that of the leading configuration has the better {}, ties \
             counting half. Below 0.05, p rules a configuration out as the best.",
            in_words(model.outcome)
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
fn varies(stage: &StageTrials<'_>) -> Vec<Span> {
    if stage.summary.factors.is_empty() {
        return vec![plain("Varies nothing: one configuration on every instance.")];
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
    let penalties = stage.summary.selection.comparable_penalties;
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
        // A level that is a whole table is written as code.
        cells.extend(point.levels.iter().map(|level| if level.contains(' ') { code(level) } else { plain(level) }));
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
                // A deterministic solver evaluates nothing.
                cells.push(plain(if estimates.running_time.value == 0.0 {
                    String::new()
                } else if estimates.running_time.value.is_finite() {
                    wording::estimate(estimates.running_time, wording::short)
                } else {
                    wording::short(estimates.running_time.value)
                }));
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
