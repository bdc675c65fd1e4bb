//! What a report says, in which order.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::anytime;
use super::conclusions::{self, grouped, interval, k_of_n};
use super::document::{Block, Document, Span, Table, code, plain, strong};
use super::estimate::{Estimates, MANY_INSTANCES, MIN_UNITS};
use super::figure::{Figures, MAX_PROGRESS};
use super::result_index::{ResultIndex, Stage};
use super::solution_viewer::SolutionViewer;
use super::stage_comparison::{Comparisons, Measure, StageComparison};
use super::wording;
use super::wording::counted;
use crate::experiment::record::file;
use crate::stats::median;

/// The whole page.
pub(super) fn page<'a>(index: &ResultIndex<'_>, comparisons: &Comparisons, figures: &'a Figures) -> Document<'a> {
    let sweep = &index.results.sweep;
    let mut blocks: Vec<_> = damaged(&index.results.corruption).into_iter().collect();
    if !sweep.notes.trim().is_empty() {
        blocks.push(Block::Quote(sweep.notes.clone()));
    }
    if !index.results.complete {
        let (there, planned) = (index.results.trials.len(), grouped(index.results.planned_trials));
        let text = format!(" {there} of {}{planned} trials are there; everything below is about these.", most(index));
        blocks.push(Block::Notice(vec![strong("Unfinished."), plain(text)]));
    }
    let failed = index.failed().len();
    if failed > 0 {
        let text = if failed == 1 { "1 trial".to_owned() } else { format!("{failed} trials") };
        let rest = " In selection and tests they count as the worst; medians, means and rates are of the others.";
        blocks.push(Block::Notice(vec![strong(format!("{text} failed.")), plain(rest)]));
    }
    blocks.push(heading("Answer"));
    blocks.extend(conclusions::blocks(index, comparisons));
    if let Some(lead) = &sweep.leader {
        let title = if index.results.complete {
            "The leading configuration, to paste into a sweep file"
        } else {
            "The configuration that leads so far"
        };
        blocks.push(Block::Folded(title, lead.toml.clone()));
    }
    for ((stage, compared), drawn) in index.stages.iter().zip(&comparisons.stages).zip(&figures.stages) {
        blocks.push(Block::Heading(2, vec![plain(format!("Stage {}: {}", stage.number, stage.facts.name))]));
        blocks.push(Block::Paragraph(varies(stage)));
        if !drawn.curves.is_empty() {
            let names = ["by generation", "by evaluations", "by evaluations, log"];
            blocks.push(Block::Views(names.into_iter().zip(&drawn.curves).collect()));
        }
        let figures = drawn.ecdf.iter().chain(&drawn.profile).chain(&drawn.ends).chain(&drawn.ranks);
        blocks.extend(figures.chain(&drawn.fronts).map(Block::Figure));
        blocks.push(Block::Heading(3, vec![plain("All configurations")]));
        blocks.push(Block::Paragraph(vec![plain(explained(index, stage, compared, comparisons))]));
        blocks.push(Block::Table(points(index, stage, compared)));
    }
    if let Some(leader) = index.stages.iter().rev().find_map(Stage::leader) {
        if !index.results.baselines.is_empty() {
            blocks.push(heading("Baselines beside evolution"));
            blocks.push(Block::Paragraph(vec![
                plain("The leading configuration of the last stage, and the deterministic solvers on the same instances. Work is counted, not timed, so that it is the same on every machine; seconds are in "),
                code(file::TIMING),
                plain("."),
            ]));
            blocks.push(Block::Table(anytime::contenders(index, leader)));
        } else {
            blocks.push(heading("Evolution at each budget"));
        }
        blocks.extend(figures.budgets.iter().map(Block::Figure));
        blocks.extend(anytime::evolution(index, leader).map(Block::Table));
        if !index.results.baselines.is_empty() {
            blocks.push(Block::Table(baselines(index)));
        }
    }
    if !figures.progress.is_empty() {
        blocks.push(heading("Best trial of each instance"));
        let instances = sweep.instances.len();
        if instances > MAX_PROGRESS {
            let text = format!("The first {MAX_PROGRESS} of {instances} instances; the table below has them all.");
            blocks.push(Block::Paragraph(vec![plain(text)]));
        }
        blocks.extend(figures.progress.iter().map(Block::Figure));
    }
    blocks.push(heading("Best solutions"));
    let played: Vec<_> = sweep.instances.iter().filter(|instance| SolutionViewer::plays(&instance.state)).collect();
    let how = " A solution is played with its buttons, or by the arrow keys once it has the focus.";
    let how = if played.is_empty() { "" } else { how };
    let best = if index.stages.iter().all(|stage| stage.facts.selection.comparable_penalties) {
        "Over all trials: lowest penalty, then fewest moves."
    } else {
        "Over all trials: solved with the fewest moves; of an instance that no trial solved, the lowest penalty that the \
         leading configuration has reached, since penalties of different objectives are not compared."
    };
    blocks.push(Block::Paragraph(vec![plain(format!("{best}{how}"))]));
    blocks.push(Block::Table(solutions(index)));
    for instance in played.into_iter().take(MAX_PLAYERS) {
        if let Some(row) = index.best_solution(&instance.name) {
            blocks.push(Block::Heading(3, vec![plain(&instance.name)]));
            blocks.push(Block::SolutionViewer(SolutionViewer::new(index, &instance.state, row)));
        }
    }
    if failed > 0 {
        blocks.push(heading("Failed trials"));
        blocks.push(Block::Table(failures(index)));
    }
    blocks.extend(provenance(index));
    Document { title: sweep.name.clone(), blocks }
}

/// A notice that the tables are damaged, if they are.
fn damaged(damage: &str) -> Option<Block<'static>> {
    let text = format!(" Not as it was written: {damage}. What follows may be false. ");
    let way = " runs the damaged trials again and keeps the others.";
    let command = code("evocube run SWEEP --out DIR --resume");
    (!damage.is_empty()).then(|| Block::Notice(vec![strong("Damaged."), plain(text), command, plain(way)]))
}

/// More instances than this are not played; the table has them all.
const MAX_PLAYERS: usize = 12;

/// What the columns of a stage's table mean.
fn explained(
    index: &ResultIndex<'_>,
    stage: &Stage<'_>,
    compared: &StageComparison,
    comparisons: &Comparisons,
) -> String {
    let unit = match index.results.sweep.instances.len() {
        1 => format!("trials, if there are {MIN_UNITS}"),
        few if few < MANY_INSTANCES => format!("the trials of each instance, if each has {MIN_UNITS}"),
        _ => "whole instances".to_owned(),
    };
    let penalties = if compared.measure == Measure::Penalty {
        format!("BCa bootstrap of the lowest penalties, resampling {unit}; ")
    } else {
        String::new()
    };
    let against = if stage.points.len() > 1 {
        format!(
            " Â₁₂ is the share of pairs of trials on one instance in which that of the leading configuration is the better \
             one, ties counting half; p is that of the difference after {} over the whole report.",
            comparisons.correction
        )
    } else {
        String::new()
    };
    let timed = if compared.by_measure.iter().any(|comparison| comparison.measure == Measure::RunTime) {
        " Run times are evaluations until solved; a trial that does not solve its instance is slower than all that do."
    } else {
        ""
    };
    format!(
        "In parentheses intervals of 95 %: {penalties}Wilson's for the rate; percentiles for the expected running time \
         (ERT), the evaluations spent for each solved trial when trials are started again until one solves.{against}{timed}"
    )
}

fn heading(text: &str) -> Block<'static> {
    Block::Heading(2, vec![plain(text)])
}

/// What a stage varies.
fn varies(stage: &Stage<'_>) -> Vec<Span> {
    if stage.facts.factors.is_empty() {
        return vec![plain("Varies nothing: one configuration on every instance.")];
    }
    if stage.points.iter().all(|point| point.levels.iter().all(String::is_empty)) {
        let what = "Varies nothing: no factor of the stage applies to the configuration that was selected before.";
        return vec![plain(what)];
    }
    let mut spans = vec![plain("Varies ")];
    for (at, factor) in stage.facts.factors.iter().enumerate() {
        if at > 0 {
            spans.push(plain(" and "));
        }
        spans.push(code(&factor.key));
    }
    spans.push(plain(format!(": {}, selected by ", counted(stage.points.len() as u64, "configuration"))));
    spans.push(code(stage.facts.selection.choose.name()));
    let (first, last) = ("; ties go to fewer evaluations, then to fewer moves, then to the one listed first.", ".");
    spans.push(plain(if stage.points.len() > 1 { first } else { last }));
    spans
}

/// The words before a number of trials that is the most there can be.
fn most(index: &ResultIndex<'_>) -> &'static str {
    if index.results.planned_is_bound { "at most " } else { "" }
}

/// The design points of a stage. Penalties stand there only if they are all of one objective.
fn points(index: &ResultIndex<'_>, stage: &Stage<'_>, compared: &StageComparison) -> Table {
    let mut table = Table::new(format!("Configurations of stage {}", stage.facts.name)).texts(plain("configuration"));
    for factor in &stage.facts.factors {
        table = table.texts(code(&factor.key));
    }
    let several = stage.points.len() > 1;
    let penalties = compared.measure == Measure::Penalty;
    table = table.numbers(if penalties { &["median penalty", "mean penalty"] } else { &["moves of solved, median"] });
    table = table.numbers(&["solved", "rate", "ERT, evaluations"]);
    let shown = if several { &compared.by_measure[..] } else { &[] };
    for comparison in shown {
        let of = match comparison.measure {
            _ if shown.len() == 1 => "",
            Measure::Penalty => ", penalty",
            Measure::Solved => ", solved",
            Measure::RunTime => ", run time",
        };
        table = table.numbers(&[&format!("Â₁₂{of}"), &format!("p{of}")]);
    }
    // Ten thousand resamples each.
    let estimates: Vec<_> = stage.points.par_iter().map(|point| Estimates::of(index, point)).collect();
    for (point, found) in stage.points.iter().zip(estimates) {
        let number = point.number;
        let name = if point.selected && several { format!("{number}, selected") } else { number.to_string() };
        let mut cells = vec![plain(name)];
        // As code only what looks like it: a level can be a whole table.
        cells.extend(point.levels.iter().map(|level| if level.contains(' ') { code(level) } else { plain(level) }));
        match found {
            Some(found) => {
                if penalties {
                    cells.push(plain(wording::estimate(found.median, wording::penalty)));
                    cells.push(plain(wording::estimate(found.mean, wording::penalty)));
                } else {
                    let solved = point.outcomes().filter(|outcome| outcome.solved);
                    let moves = median(&solved.map(|outcome| outcome.htm as f64).collect::<Vec<_>>());
                    cells.push(plain(moves.map_or(String::new(), wording::penalty)));
                }
                cells.push(plain(format!("{}/{}", point.solved().count, point.solved().of)));
                cells.push(plain(interval(point.solved())));
                // A deterministic solver evaluates nothing.
                cells.push(plain(if found.running_time.value == 0.0 {
                    String::new()
                } else if found.running_time.value.is_finite() {
                    wording::estimate(found.running_time, wording::short)
                } else {
                    wording::short(found.running_time.value)
                }));
            }
            None => cells.extend(vec![plain(""); if penalties { 5 } else { 4 }]),
        }
        for comparison in shown {
            match comparison.against[point.index()] {
                Some(difference) => {
                    cells.push(plain(format!("{:.2}", difference.a12)));
                    let p = wording::p_value(difference.p);
                    cells.push(if difference.is_significant() { strong(p) } else { plain(p) });
                }
                None => cells.extend([""; 2].map(plain)),
            }
        }
        table.row(cells, compared.leader == Some(point.index()) && several);
    }
    table
}

/// The best solution of each instance.
fn solutions(index: &ResultIndex<'_>) -> Table {
    // Moves that are played below need not stand here too.
    let instances = &index.results.sweep.instances;
    let all_played =
        instances.len() <= MAX_PLAYERS && instances.iter().all(|instance| SolutionViewer::plays(&instance.state));
    let mut table = Table::new("Best solution of each instance").texts(plain("instance")).numbers(&[
        "penalty",
        "moves (HTM)",
        "quarter turns (QTM)",
        "trial",
    ]);
    if !all_played {
        table = table.texts(plain("moves"));
    }
    for instance in &index.results.sweep.instances {
        let mut cells = vec![plain(&instance.name)];
        match index.best_solution(&instance.name) {
            Some(row) => {
                cells.extend([row.penalty, row.htm, row.qtm, row.trial].map(|value| plain(grouped(value))));
                cells.push(code(&row.moves));
            }
            None => cells.extend([""; 5].map(plain)),
        }
        cells.truncate(table.columns.len());
        table.row(cells, false);
    }
    table
}

/// The deterministic solvers on each instance.
fn baselines(index: &ResultIndex<'_>) -> Table {
    let table = Table::new("Baselines").texts(plain("instance")).texts(plain("solver")).texts(plain("solved"));
    let mut table = table.numbers(&["htm", "qtm", "nodes"]).texts(plain("moves"));
    for row in &index.results.baselines {
        let length = |moves: Option<u64>| plain(moves.map_or(String::new(), grouped));
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
fn failures(index: &ResultIndex<'_>) -> Table {
    let table = Table::new("Failed trials").numbers(&["trial"]).texts(plain("stage"));
    let table = table.numbers(&["configuration"]).texts(plain("instance"));
    let mut table = table.numbers(&["repetition", "seed"]).texts(plain("reason"));
    for trial in index.failed() {
        let reason = index.results.failures.iter().find(|row| row.trial == trial.trial);
        let cells = vec![
            plain(trial.trial.to_string()),
            plain(&trial.stage),
            plain(trial.point.to_string()),
            plain(&trial.instance),
            plain(trial.repetition.to_string()),
            plain(trial.seed.to_string()),
            plain(reason.map_or("", |row| &row.reason)),
        ];
        table.row(cells, false);
    }
    table
}

/// With what it was made, and how to make it again.
fn provenance(index: &ResultIndex<'_>) -> Vec<Block<'static>> {
    let (sweep, with) = (&index.results.sweep, &index.results.provenance);
    let trials = index.results.trials.len();
    let finished = index.solved();
    let mut table = Table::new("Provenance").texts(plain("what")).texts(plain("value"));
    let planned = index.results.planned_trials;
    for (what, value) in [
        ("evocube", with.version.clone()),
        ("kernel", with.kernel.clone()),
        ("platform", with.platform.clone()),
        ("master seed", sweep.seed.to_string()),
        ("repetitions", sweep.repetitions.to_string()),
        ("instances", sweep.instances.len().to_string()),
        ("trials", format!("{trials} of {}{planned} there, solved {}", most(index), k_of_n(finished))),
    ] {
        table.row(vec![plain(what), plain(value)], false);
    }
    for (name, digest) in &index.results.digests {
        table.row(vec![plain(format!("BLAKE3 of {name}")), code(digest)], false);
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
