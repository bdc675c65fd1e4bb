//! The sections about the best trial and the best solution of each instance: figures and, for cubes, viewers of the first [`MAX_SHOWN`]
//! instances, and a table of all.

use super::Analysis;
use crate::document::{Block, MAX_ROWS, Table, code, folded, plain, subheading};
use crate::figures::{best_trial, draw_for_screens};
use crate::result_index::ResultIndex;
use crate::solution_viewer::SolutionViewer;
use crate::wording::grouped;
use evocube_experiment::instance::Instance;
use evocube_experiment::record::file;

/// Maximum number of instances with a figure or a viewer; the table has all instances.
const MAX_SHOWN: usize = 12;

/// Returns the best trial of each instance, as figures; empty as long as nothing is logged.
pub(super) fn best_trials(analysis: &Analysis<'_>) -> Vec<Block> {
    let instances = &analysis.index.results.sweep.instances;
    let shown = (1..).zip(instances).take(MAX_SHOWN);
    let figures: Vec<Block> = shown
        .filter_map(|(number, instance)| {
            draw_for_screens(|page| best_trial::draw(&analysis.index, number, &instance.name, page))
        })
        .map(|figure| Block::Figure(vec![figure]))
        .collect();
    if figures.is_empty() {
        return figures;
    }
    let table = if instances.len() > MAX_ROWS { file::SOLUTIONS } else { "the table below" };
    let text = format!("The first {MAX_SHOWN} of {} instances; {table} has them all.", grouped(instances.len() as u64));
    let limited = (instances.len() > MAX_SHOWN).then(|| Block::Paragraph(vec![plain(text)]));
    folded("Best trial of each instance", limited.into_iter().chain(figures).collect()).into_iter().collect()
}

/// Returns the best solution of each instance, as a table and, for cubes, in viewers.
pub(super) fn section(analysis: &Analysis<'_>) -> Vec<Block> {
    let index = &analysis.index;
    let viewed: Vec<&Instance> =
        index.results.sweep.instances.iter().filter(|instance| SolutionViewer::shows(&instance.state)).collect();
    let best = if index.stages.iter().all(|stage| stage.summary.selection.comparable_penalties) {
        "Over all trials: lowest penalty, then fewest moves."
    } else {
        "Over all trials: solved with the fewest moves; of an instance that no trial solved, the lowest penalty that the \
         leading configuration has reached, since penalties of different objectives are not compared."
    };
    let keys = " A solution is replayed with its buttons, or by the arrow keys once it has the focus.";
    let text = format!("{best}{}", if viewed.is_empty() { "" } else { keys });
    let mut blocks = vec![Block::Paragraph(vec![plain(text)]), Block::Table(table(index))];
    for instance in viewed.into_iter().take(MAX_SHOWN) {
        if let Some(row) = index.best_solution(&instance.name) {
            blocks.push(subheading(&instance.name));
            blocks.push(Block::SolutionViewer(SolutionViewer::new(index, &instance.state, row)));
            let genes = (!row.genes.is_empty()).then(|| vec![plain("Genes: "), code(&row.genes)]);
            blocks.extend(genes.map(Block::Paragraph));
        }
    }
    folded("Best solutions", blocks).into_iter().collect()
}

fn table(index: &ResultIndex<'_>) -> Table {
    // Moves and genes beside a viewer below need not be in the table, too.
    let instances = &index.results.sweep.instances;
    let all_viewed = instances.len() <= MAX_SHOWN && instances.iter().all(|it| SolutionViewer::shows(&it.state));
    let columns = ["penalty", "moves (HTM)", "quarter turns (QTM)", "trial"];
    let mut table = Table::new("Best solution of each instance").texts(plain("instance")).numbers(&columns);
    if !all_viewed {
        table = table.texts(plain("moves")).texts(plain("genes"));
    }
    for instance in instances {
        let mut cells = vec![plain(&instance.name)];
        match index.best_solution(&instance.name) {
            Some(row) => {
                cells.extend([row.penalty, row.htm, row.qtm, row.trial].map(|value| plain(grouped(value))));
                cells.extend([&row.moves, &row.genes].map(code));
            }
            None => cells.extend([""; 6].map(plain)),
        }
        cells.truncate(table.columns.len());
        table.row(cells, false);
    }
    table
}
