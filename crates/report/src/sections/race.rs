//! The section of a race: the comparison on held-out instances, the elites, and the eliminations.

use super::Analysis;
use super::levels::{leader_file, level_cell};
use crate::claims::{Claim, words};
use crate::document::{Block, Span, Table, code, folded, plain, strong};
use crate::estimate::Estimate;
use crate::figures::race::figures;
use crate::options::REPORT;
use crate::race::{Comparison, CostDifference, compare};
use crate::result_index::StageTrials;
use crate::wording::{counted, estimate, grouped, mean_text, p_value, range};
use evocube_experiment::record::{HeldOutRole, RaceSummary, Results, StageSummary};
use evocube_stats::{Interval, LEVEL};

/// Returns the section of a race; nothing for another sweep.
pub(super) fn section(analysis: &Analysis<'_>) -> Vec<Block> {
    let results = analysis.index.results;
    let stage = results.sweep.stages.first();
    let Some((stage, race)) = stage.and_then(|stage| Some((stage, stage.race.as_ref()?))) else { return vec![] };
    let compared = compare(results);
    let mut blocks = analysis.question();
    let verb = match analysis.index.stages.iter().any(StageTrials::reaches_targets) {
        true => "reaches its target on",
        false => "solves",
    };
    let mut sentences = vec![answer(&compared, race, verb)];
    for view in analysis.stages(&REPORT) {
        let effort = view.model.claims.iter().filter(|claim| matches!(claim, Claim::UnequalEffort(_)));
        sentences.extend(effort.map(|claim| words(claim, &view)));
    }
    blocks.push(Block::Conclusions(sentences));
    blocks.extend(leader_file(results, "selected"));
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

/// Returns whether the selected configuration is better than `[base]`. `verb` says what its trials do with their targets.
fn answer(compared: &[Comparison], race: &RaceSummary, verb: &str) -> Vec<Span> {
    let selected = race.elites.first().map(|&point| HeldOutRole::Elite(point));
    let Some(comparison) = compared.iter().find(|comparison| Some(comparison.role) == selected) else {
        return vec![plain(if race.is_complete {
            "The race is complete; its elites have not been compared on held-out instances."
        } else {
            "The race is not complete."
        })];
    };
    let Some(difference) = comparison.difference else {
        return vec![strong(if race.elites.first().copied() == race.base {
            "The race found nothing better than [base]."
        } else {
            "The selected configuration is not compared with [base], because a trial on a held-out instance failed."
        })];
    };
    let verdict = match difference.is_better() {
        None => "It cannot be told whether the selected configuration is better than [base].",
        Some(true) => "The selected configuration is better than [base].",
        Some(false) => "The selected configuration is worse than [base].",
    };
    // The interval is of this configuration alone, the test of all elites.
    let size = match difference.p {
        p if p >= LEVEL => format!("p = {} by Wilcoxon's signed ranks, of all elites together", p_value(p)),
        _ => size(difference),
    };
    vec![
        strong(verdict),
        plain(format!(
            " Mean {} on {}, of which it {verb} {}: {} against {}, {}.",
            race.cost.description(),
            counted(comparison.instances as u64, "held-out instance"),
            grouped(comparison.solved as u64),
            mean_text(comparison.mean),
            mean_text(difference.other_mean),
            size,
        )),
    ]
}

/// Returns a difference with its interval: `17.4 less (14.8 to 20)`.
fn size(difference: CostDifference) -> String {
    let is_less = difference.mean < 0.0;
    let size =
        |Interval { low, high }| if is_less { Interval { low: -high, high: -low } } else { Interval { low, high } };
    let ends = difference.interval.map(|ends| format!(" ({})", range(size(ends), mean_text)));
    let word = if is_less { "less" } else { "more" };
    format!("{} {word}{}", mean_text(difference.mean.abs()), ends.unwrap_or_default())
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
        cells.push(plain(difference.map_or(String::new(), |difference| {
            estimate(Estimate { value: difference.mean, interval: difference.interval }, mean_text)
        })));
        cells.push(plain(difference.map_or(String::new(), |difference| p_value(difference.p))));
        table.row(cells, is_selected);
    };
    for (rank, &point) in race.elites.iter().enumerate() {
        let number = point as u64 + 1;
        let trials = results.trials.iter().filter(|trial| trial.stage == stage.name && trial.point == number).count();
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
    use evocube_experiment::record::Cost;

    fn race(cost: Cost) -> RaceSummary {
        RaceSummary {
            cost,
            budget: 100,
            iterations: vec![],
            configurations: vec![],
            elites: vec![2],
            base: Some(0),
            is_complete: true,
        }
    }

    #[test]
    fn a_configuration_without_a_difference_is_base_or_has_a_failed_trial() {
        let text = |race: &RaceSummary| {
            let role = HeldOutRole::Elite(2);
            let comparison = Comparison { role, instances: 6, mean: f64::INFINITY, solved: 2, difference: None };
            format!("{:?}", answer(&[comparison], race, "solves"))
        };
        let failed = text(&race(Cost::Penalty));
        assert!(
            failed.contains("because a trial on a held-out instance failed.") && !failed.contains("nothing better")
        );
        let base = text(&RaceSummary { base: Some(2), ..race(Cost::Penalty) });
        assert!(base.contains("The race found nothing better than [base].") && !base.contains("failed"));
    }

    #[test]
    fn the_answer_has_the_interval_of_a_difference_or_the_p_of_a_test_that_tells_none() {
        let priced = |cost: Cost, mean: f64, p: f64| {
            let interval = Some(Interval { low: mean - 6.0, high: mean + 4.0 });
            let (other_mean, other_solved) = (10.0, 3);
            let difference = CostDifference { mean, interval, p, p_uncorrected: p, a12: 0.5, other_mean, other_solved };
            let role = HeldOutRole::Elite(2);
            let (mean, difference) = (other_mean + mean, Some(difference));
            let spans =
                answer(&[Comparison { role, instances: 6, mean, solved: 2, difference }], &race(cost), "solves");
            spans.iter().map(Span::text).collect::<String>()
        };
        let text = |mean: f64, p: f64| priced(Cost::Penalty, mean, p);
        let evaluations =
            "Mean evaluations until solved (unsolved: ten times) on 6 held-out instances, of which it solves 2: 2";
        assert!(priced(Cost::Evaluations, -8.0, 0.01).contains(evaluations));
        let means = "Mean penalty on 6 held-out instances, of which it solves 2";
        let better =
            format!("The selected configuration is better than [base]. {means}: 2 against 10, 8 less (4 to 14).");
        assert_eq!(text(-8.0, 0.01), better);
        let worse =
            format!("The selected configuration is worse than [base]. {means}: 22 against 10, 12 more (6 to 16).");
        assert_eq!(text(12.0, 0.01), worse);
        let open = "It cannot be told whether the selected configuration is better than [base].";
        let test = "p = 0.090 by Wilcoxon's signed ranks, of all elites together";
        assert_eq!(text(12.0, 0.09), format!("{open} {means}: 22 against 10, {test}."));
        // Ranks differ, and the mean may not.
        assert_eq!(text(-1.0, 0.01), format!("{open} {means}: 9 against 10, 1 less (-3 to 7)."));
        // One instance has no interval.
        let (mean, interval, p) = (-8.0, None, 1.0);
        let alone = CostDifference { mean, interval, p, p_uncorrected: p, a12: 0.5, other_mean: 10.0, other_solved: 3 };
        assert_eq!((size(alone), alone.is_better()), ("8 less".to_owned(), None));
    }
}
