//! The section of a race: its claims, the table of the elites, and the figures of the comparison on held-out instances and of the
//! eliminations. The comparison is computed in `crate::race`; the figures are drawn in `figures::race`.

use super::Analysis;
use super::levels::{leader_file, level_cell};
use crate::claim_words::words;
use crate::claims::Claim;
use crate::document::{Block, Table, code, estimate, folded, plain, strong};
use crate::figures::race::figures;
use crate::options::REPORT;
use crate::race::{Comparison, compare};
use crate::wording::{counted, mean_text, p_value};
use evocube_experiment::record::{HeldOutRole, RaceSummary, Results, StageSummary};
use evocube_stats::Estimate;

/// Returns the section of a race; nothing for another sweep.
pub(super) fn section(analysis: &Analysis<'_>) -> Vec<Block> {
    let results = analysis.index.results;
    let stage = results.sweep.stages.first();
    let Some((stage, race)) = stage.and_then(|stage| Some((stage, stage.race.as_ref()?))) else { return vec![] };
    let compared = compare(results);
    let mut blocks = analysis.question();
    let mut sentences = vec![];
    let (mut is_compared, mut is_better) = (false, !race.is_complete);
    for view in analysis.stages(&REPORT) {
        for claim in &view.model.claims {
            sentences.push(words(claim, &view));
            if let Claim::Race(result) = claim {
                (is_compared, is_better) = (true, result.is_better);
            }
        }
    }
    if !is_compared {
        sentences.insert(0, vec![strong(incomplete(&compared, race))]);
    }
    blocks.push(Block::Conclusions(sentences));
    // Nothing is offered in place of [base] unless it is shown to be better, or cannot be compared.
    blocks.extend(leader_file(results, "selected").filter(|_| is_better || !is_compared));
    let mut drawn = figures(results, &compared).into_iter().map(|figure| Block::Figure(vec![figure]));
    blocks.extend(drawn.by_ref().take(1));
    if !race.elites.is_empty() {
        blocks.push(Block::Table(elites(results, stage, race, &compared)));
    }
    let trials = race.iterations.last().map_or(0, |iteration| iteration.trials);
    let mut explained = format!(
        "Costs of the race itself are biased: a configuration survives because its trials were lucky, too, and better ones have \
         more trials. So nothing on this page follows from them. The race ran {} of {} in {}.",
        counted(trials as u64, "trial"),
        counted(race.configurations.len() as u64, "configuration"),
        counted(race.iterations.len() as u64, "iteration"),
    );
    explained.push_str(match compared.is_empty() {
        true if results.complete => {
            " This race has no held-out instances, so that no configuration can be compared with [base]."
        }
        true => "",
        false => " The comparisons are on held-out instances, with one trial of each configuration on each.",
    });
    blocks.extend(drawn.by_ref().take(usize::from(!compared.is_empty())));
    blocks.extend(folded("How this was tested", vec![Block::Paragraph(vec![plain(explained)])]));
    blocks.extend(folded("More figures", drawn.collect()));
    blocks
}

/// Returns why the selected configuration is not compared with `[base]`.
fn incomplete(compared: &[Comparison], race: &RaceSummary) -> &'static str {
    let selected = race.elites.first().map(|&point| HeldOutRole::Elite(point));
    match compared.iter().any(|comparison| Some(comparison.role) == selected) {
        true => {
            "The selected configuration is not compared with [base], because a trial on a held-out instance failed."
        }
        false if race.is_complete => "The race is complete; its elites have not been compared on held-out instances.",
        false => "The race is not complete.",
    }
}

/// Returns the table of the elites and `[base]`.
fn elites(results: &Results, stage: &StageSummary, race: &RaceSummary, compared: &[Comparison]) -> Table {
    let mut table = Table::new("Elites of the race".to_owned()).texts(plain("configuration"));
    for key in stage.short_keys() {
        table = table.texts(code(key));
    }
    table = table.numbers(&["trials in the race", "mean on held-out instances", "solved", "difference to [base]", "p"]);
    let held_out = results.sweep.held_out.as_ref();
    let mut row = |name: String, values: &[String], trials: String, role: HeldOutRole, is_selected: bool| {
        let comparison = compared.iter().find(|comparison| comparison.role == role);
        let mut cells = vec![plain(name)];
        cells.extend(values.iter().map(level_cell));
        cells.push(plain(trials));
        let text = |show: &dyn Fn(&Comparison) -> String| plain(comparison.map_or(String::new(), show));
        cells.push(text(&|comparison| mean_text(comparison.mean)));
        cells.push(text(&|comparison| format!("{}/{}", comparison.solved, comparison.instances)));
        let difference = comparison.and_then(|comparison| comparison.difference);
        cells.push(difference.map_or(plain(""), |difference| {
            estimate(Estimate { value: difference.mean, interval: difference.interval }, mean_text)
        }));
        cells.push(plain(difference.map_or(String::new(), |difference| p_value(difference.p))));
        table.row(cells, is_selected);
    };
    for (rank, &point) in race.elites.iter().enumerate() {
        let number = point as u64 + 1;
        let trials = results.trials.iter().filter(|trial| *trial.stage == *stage.name && trial.point == number).count();
        let is_base = if race.base == Some(point) { ", [base]" } else { "" };
        let name = format!("{number}{is_base}{}", if rank == 0 { ", selected" } else { "" });
        row(name, &stage.points[point], trials.to_string(), HeldOutRole::Elite(point), rank == 0);
    }
    let base = held_out.and_then(|held_out| {
        let place = held_out.roles.iter().position(|role| *role == HeldOutRole::Base)?;
        held_out.stage.points.get(place)
    });
    if let Some(values) = base {
        row("[base]".to_owned(), values, String::new(), HeldOutRole::Base, false);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Span, TableRow};
    use crate::made_up::race;

    #[test]
    fn the_table_of_elites_begins_with_the_selected_one() {
        let made = race();
        let stage = &made.sweep.stages[0];
        let table = elites(&made, stage, stage.race.as_ref().unwrap(), &compare(&made));
        let row =
            |row: &TableRow| (row.cells.iter().map(Span::text).take(6).collect::<Vec<_>>().join(" | "), row.strong);
        let rows: Vec<_> = table.rows.iter().map(row).collect();
        let expected = [("3, selected | a | 2 | 8 | 13.5 | 0/8", true), ("1, [base] | a | 1 | 8 | 33.5 | 0/8", false)];
        assert_eq!(rows, expected.map(|(text, strong)| (text.to_owned(), strong)));
    }
}
