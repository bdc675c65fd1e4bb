//! What a report says, in which order.

use super::answer::{self, grouped, interval, k_of_n};
use super::axis::number;
use super::document::{Block, Document, Span, Table, code, plain, strong};
use super::figure::{Figures, MOST_PROGRESS};
use super::study::{Stage, Study};
use crate::experiment::record::file;

/// The whole page.
pub(super) fn page<'a>(study: &Study<'_>, figures: &'a Figures) -> Document<'a> {
    let sweep = &study.results.sweep;
    let mut blocks = vec![];
    if !sweep.notes.trim().is_empty() {
        blocks.push(Block::Quote(sweep.notes.clone()));
    }
    if !study.results.complete {
        let (there, planned) = (study.results.trials.len(), grouped(study.results.planned_trials));
        let text = format!(" {there} of {planned} trials are there; everything below is about these.");
        blocks.push(Block::Notice(vec![strong("Unfinished."), plain(text)]));
    }
    let failed = study.failed().len();
    if failed > 0 {
        let text = if failed == 1 { "1 trial".to_owned() } else { format!("{failed} trials") };
        blocks.push(Block::Notice(vec![strong(format!("{text} failed.")), plain(" They count nowhere below.")]));
    }
    blocks.push(heading("Short answer"));
    blocks.push(Block::Paragraph(answer::overall(study)));
    blocks.push(Block::List(study.stages.iter().map(answer::stage).collect()));
    blocks.extend(answer::baselines(study).map(Block::Paragraph));
    for (stage, drawn) in study.stages.iter().zip(&figures.stages) {
        blocks.push(Block::Heading(2, vec![plain(format!("Stage {}: {}", stage.number, stage.facts.name))]));
        blocks.push(Block::Paragraph(varies(stage)));
        blocks.extend(drawn.iter().map(Block::Figure));
        blocks.push(Block::Table(points(stage)));
    }
    if !figures.progress.is_empty() {
        blocks.push(heading("Best trial of the last stage"));
        let instances = sweep.instances.len();
        if instances > MOST_PROGRESS {
            let text = format!("The first {MOST_PROGRESS} of {instances} instances; the table below has them all.");
            blocks.push(Block::Paragraph(vec![plain(text)]));
        }
        blocks.extend(figures.progress.iter().map(Block::Figure));
    }
    blocks.push(heading("Best solution of each instance"));
    blocks.push(Block::Paragraph(vec![plain(
        "Over all stages: lowest penalty, then fewest turns. Lengths in the half-turn and the quarter-turn metric.",
    )]));
    blocks.push(Block::Table(solutions(study)));
    if !study.results.baselines.is_empty() {
        blocks.push(heading("Baselines"));
        blocks.push(Block::Table(baselines(study)));
    }
    if failed > 0 {
        blocks.push(heading("Failed trials"));
        blocks.push(Block::Table(failures(study)));
    }
    blocks.extend(provenance(study));
    Document { title: sweep.name.clone(), blocks }
}

fn heading(text: &str) -> Block<'static> {
    Block::Heading(2, vec![plain(text)])
}

/// What a stage varies.
fn varies(stage: &Stage<'_>) -> Vec<Span> {
    if stage.facts.factors.is_empty() {
        return vec![plain("Varies nothing: one setting on every instance.")];
    }
    let mut spans = vec![plain("Varies ")];
    for (at, factor) in stage.facts.factors.iter().enumerate() {
        if at > 0 {
            spans.push(plain(" and "));
        }
        spans.push(code(&factor.key));
    }
    spans.push(plain(format!(": {} settings, chosen by ", stage.points.len())));
    spans.push(code(&stage.facts.choose));
    spans.push(plain("."));
    spans
}

/// The design points of a stage.
fn points(stage: &Stage<'_>) -> Table {
    let mut table = Table::new(format!("Settings of stage {}", stage.facts.name)).texts(plain("setting"));
    for factor in &stage.facts.factors {
        table = table.texts(code(&factor.key));
    }
    let mut table = table.numbers(&["mean best", "median", "min", "max", "solved", "rate, 95 %", "mean evaluations"]);
    for point in &stage.points {
        let name = if point.winner && stage.points.len() > 1 {
            format!("{}, winner", point.number)
        } else {
            point.number.to_string()
        };
        let mut cells = vec![plain(name)];
        // As code only what looks like it: a level can be a whole table.
        cells.extend(point.levels.iter().map(|level| if level.contains(' ') { code(level) } else { plain(level) }));
        match point.summary() {
            Some(summary) => {
                let values = [summary.mean, summary.median, summary.min, summary.max];
                cells.extend(values.map(|value| plain(number(value))));
                cells.push(plain(format!("{}/{}", point.solved().count, point.solved().of)));
                cells.push(plain(interval(point.solved())));
                cells.push(plain(point.mean_evaluations().map_or(String::new(), whole)));
            }
            None => cells.extend([""; 7].map(plain)),
        }
        table.row(cells, point.winner && stage.points.len() > 1);
    }
    table
}

/// A mean count, as a whole number.
fn whole(value: f64) -> String {
    // A mean of counts: not negative, and far below 2^53.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let rounded = value.round() as u64;
    grouped(rounded)
}

/// The best solution of each instance.
fn solutions(study: &Study<'_>) -> Table {
    let table = Table::new("Best solution of each instance").texts(plain("instance"));
    let mut table = table.numbers(&["penalty", "htm", "qtm", "trial"]).texts(plain("moves"));
    for instance in &study.results.sweep.instances {
        let mut cells = vec![plain(&instance.name)];
        match study.best_solution(&instance.name) {
            Some(row) => {
                cells.extend([row.penalty, row.htm, row.qtm, row.trial].map(|value| plain(grouped(value))));
                cells.push(code(&row.moves));
            }
            None => cells.extend([""; 5].map(plain)),
        }
        table.row(cells, false);
    }
    table
}

/// The deterministic solvers on each instance.
fn baselines(study: &Study<'_>) -> Table {
    let table = Table::new("Baselines").texts(plain("instance")).texts(plain("solver")).texts(plain("solved"));
    let mut table = table.numbers(&["htm", "qtm", "nodes"]).texts(plain("moves"));
    for row in &study.results.baselines {
        let length = |turns: Option<u64>| plain(turns.map_or(String::new(), grouped));
        let cells = vec![
            plain(&row.instance),
            plain(&row.solver),
            plain(if row.solved == 1 { "yes" } else { "no" }),
            length(row.htm),
            length(row.qtm),
            plain(grouped(row.nodes)),
            code(&row.moves),
        ];
        table.row(cells, false);
    }
    table
}

/// The trials without an outcome.
fn failures(study: &Study<'_>) -> Table {
    let table = Table::new("Failed trials").numbers(&["trial"]).texts(plain("stage"));
    let table = table.numbers(&["setting"]).texts(plain("instance"));
    let mut table = table.numbers(&["repetition", "seed"]);
    for trial in study.failed() {
        let cells = vec![
            plain(trial.trial.to_string()),
            plain(&trial.stage),
            plain(trial.point.to_string()),
            plain(&trial.instance),
            plain(trial.repetition.to_string()),
            plain(trial.seed.to_string()),
        ];
        table.row(cells, false);
    }
    table
}

/// With what it was made, and how to make it again.
fn provenance(study: &Study<'_>) -> Vec<Block<'static>> {
    let (sweep, with) = (&study.results.sweep, &study.results.provenance);
    let trials = study.results.trials.len();
    let finished = study.solved();
    let mut table = Table::new("Provenance").texts(plain("what")).texts(plain("value"));
    for (what, value) in [
        ("evocube", with.version.clone()),
        ("kernel", with.kernel.clone()),
        ("platform", with.platform.clone()),
        ("master seed", sweep.seed.to_string()),
        ("repetitions", sweep.repetitions.to_string()),
        ("instances", sweep.instances.len().to_string()),
        ("trials", format!("{trials} of {} there, solved {}", study.results.planned_trials, k_of_n(finished))),
    ] {
        table.row(vec![plain(what), plain(value)], false);
    }
    let mut blocks = vec![heading("Provenance"), Block::Table(table)];
    if !sweep.base_toml.trim().is_empty() {
        blocks.push(Block::Paragraph(vec![
            plain("What no stage varies. The whole resolved sweep and the digest of every file are in "),
            code(file::MANIFEST),
            plain("."),
        ]));
        blocks.push(Block::Code(sweep.base_toml.clone()));
    }
    blocks.push(Block::Paragraph(vec![plain(
        "To check these results, DIR being this folder, and to make them again from the sweep's file:",
    )]));
    blocks.push(Block::Code("evocube verify DIR\nevocube run SWEEP.toml --out ANOTHER-DIR".to_owned()));
    blocks
}
