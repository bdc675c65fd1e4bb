//! The tables of the configurations of a stage: the best ones beside the answer; below, all in detail. Those by targets and budgets, moves
//! and instances are placed here and made in `budgets`, `moves` and `instances`. Figures of the stage are placed by `conclusions`.

use super::levels::level_cell;
use super::{budgets, instances, moves};
use crate::claims::{Claim, Measure};
use crate::document::{Block, Span, Table, code, estimate, folded, listed, plain, strong, with_interval};
use crate::estimate::{StageEstimates, measure, tail};
use crate::model::{Configurations, Tested, asked};
use crate::result_index::{PointTrials, ResultIndex, SolvedCount, StageTrials};
use crate::stage_view::StageView;
use crate::wording::{self, counted, interval};
use evocube_experiment::record::Outcome;
use evocube_stats::Estimate;
use evocube_stats::samples::{Summary, median};

/// Maximum number of configurations in the table below the answer.
const MAX_BEST: usize = 8;

/// Returns a table of the best configurations, with a column for each factor in which they differ; empty with a single configuration.
pub(super) fn best_configurations(view: &StageView<'_>) -> Vec<Block> {
    let StageView { index, stage, model, .. } = view;
    if stage.summary.configurations() < 2 || model.leader.is_none() {
        return vec![];
    }
    let outcome = answered(view);
    let tests = model.tests.iter().find(|tests| tests.sample.outcome == outcome);
    let configurations = tests.and_then(|tests| tests.configurations.as_ref());
    let estimates = StageEstimates::at_limit(index, stage);
    let rows = best(view, outcome, configurations, &estimates);
    let all: Vec<usize> = (0..stage.summary.factors.len()).collect();
    // A factor in which they do not differ has no column.
    let varies =
        |place: &usize| rows.len() < 2 || rows.iter().any(|point| point.levels[*place] != rows[0].levels[*place]);
    let (factors, constant): (Vec<usize>, Vec<usize>) = all.into_iter().partition(varies);
    let mut table = Table::new(format!("Best configurations of stage {}", stage.summary.name));
    let keys = stage.summary.short_keys();
    for place in &factors {
        table = table.texts(code(keys[*place]));
    }
    if outcome == Outcome::Wins {
        table = table.numbers(&["wins"]);
    }
    // Values within the evaluations at which trials are compared, and those at the end where they differ.
    let reached = if stage.reaches_targets() { "reached" } else { "solved" };
    let is_cut = rows.iter().any(|point| at_limit(view, point) != point.solved());
    let limit = stage.summary.effort.limit().filter(|_| is_cut);
    table = match limit {
        Some(limit) => table.numbers(&[&format!("{reached} within {}", wording::grouped(limit)), "at the end"]),
        None => table.numbers(&[reached]),
    };
    let size = measure(stage, outcome);
    table = table.numbers(&[match size {
        Measure::MeanPenalty if estimates.has_mean_penalties => "mean penalty",
        Measure::MeanPenalty => "median penalty, quartiles",
        Measure::MeanMoves => "mean moves",
        Measure::ExpectedEvaluations | Measure::Reached => "expected evaluations",
    }]);
    if configurations.is_some() {
        table = table.texts(plain("may be the best"));
    }
    for point in &rows {
        let mut cells: Vec<Span> = factors.iter().map(|place| level_cell(&point.levels[*place])).collect();
        if outcome == Outcome::Wins {
            let tested = configurations.and_then(|all| all.levels.get(point.index()).copied().flatten());
            cells.push(tested.map_or(plain(""), wins));
        }
        let SolvedCount { count, trials } = at_limit(view, point);
        cells.push(plain(format!("{count}/{trials}")));
        if limit.is_some() {
            cells.push(plain(format!("{}/{trials}", point.solved().count)));
        }
        cells.push(match (estimates.configurations[point.index()], size) {
            (None, _) => plain(""),
            (Some(all), Measure::MeanPenalty) if !estimates.has_mean_penalties => quartiles(all.penalties),
            (Some(all), Measure::MeanPenalty | Measure::MeanMoves) => estimate(all.of(size), wording::number),
            (Some(all), _) => evaluations(all.evaluations, reached),
        });
        if let Some(configurations) = configurations {
            let is_compared = configurations.compared.contains(&point.index());
            let answer = if configurations.may_be_best(point.index()) { "yes" } else { "no" };
            cells.push(plain(if is_compared { answer } else { "" }));
        }
        table.row(cells, point.selected);
    }
    let few = matches!(size, Measure::MeanPenalty) && !estimates.has_mean_penalties;
    let note = few.then(|| Block::Paragraph(vec![plain("There are too few trials for an interval of the mean.")]));
    let level = |place: usize| Some(rows.first()?.levels[place].as_str()).filter(|level| !level.is_empty());
    let constant: Vec<Vec<Span>> = constant
        .into_iter()
        .filter_map(|place| Some(vec![code(format!("{} = {}", keys[place], level(place)?))]))
        .collect();
    let constant = (!constant.is_empty())
        .then(|| Block::Paragraph([vec![plain("All of these have ")], listed(constant), vec![plain(".")]].concat()));
    [Block::Table(table)].into_iter().chain(constant).chain(note).collect()
}

/// Returns a median with its quartiles: `5, 3 to 7`.
fn quartiles(Summary { median, lower_quartile, upper_quartile, .. }: Summary) -> Span {
    let [median, low, high] = [median, lower_quartile, upper_quartile].map(wording::number);
    plain(format!("{median}, {low} to {high}"))
}

/// Returns the outcome of the first sentence: that of the question, if the stage answers it.
fn answered(StageView { index, model, .. }: &StageView<'_>) -> Outcome {
    let is_answered = model.claims.iter().any(|claim| matches!(claim, Claim::Answer(_)));
    let question = index.results.sweep.question.as_ref().filter(|_| is_answered);
    question.and_then(|question| question.outcome).unwrap_or(model.outcome)
}

/// Returns the configurations that are the best by an outcome, the best first, with the selected one.
fn best<'a>(
    view: &StageView<'a>,
    outcome: Outcome,
    configurations: Option<&Configurations>,
    estimates: &StageEstimates,
) -> Vec<&'a PointTrials<'a>> {
    let value = |point: &PointTrials<'_>| {
        let all = estimates.configurations[point.index()];
        let value = match outcome {
            Outcome::Wins => {
                let tested = configurations.and_then(|all| all.levels.get(point.index()).copied().flatten());
                tested.map(|tested| -tested.estimate)
            }
            Outcome::Solved => {
                let reached = at_limit(view, point);
                Some(-(reached.count as f64) / reached.trials.max(1) as f64)
            }
            Outcome::RunTime => all.map(|all| all.evaluations.value),
            Outcome::Penalty => all.map(|all| all.mean_penalty.value),
            Outcome::Moves => all.map(|all| all.mean_moves.value),
        };
        value.filter(|value| !value.is_nan()).unwrap_or(f64::INFINITY)
    };
    // Those at which the question is asked.
    let asked = asked(view.index, view.stage).map_or(vec![], |asked| asked.levels);
    let is_asked = |point: &&PointTrials<'_>| {
        let name = |(factor, level): &(usize, usize)| &view.stage.summary.factors[*factor].levels[*level];
        asked.iter().all(|level| point.levels[level.0] == *name(level))
    };
    let ranking = view.stage.ranking().filter(is_asked);
    let mut rows: Vec<(f64, &PointTrials<'_>)> = ranking.map(|point| (value(point), point)).collect();
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    let selected = rows.iter().position(|(_, point)| point.selected);
    if let Some(place) = selected.filter(|place| *place >= MAX_BEST) {
        rows.swap(MAX_BEST - 1, place);
    }
    rows.truncate(MAX_BEST);
    rows.into_iter().map(|(_, point)| point).collect()
}

/// Returns the trials of a configuration that reached their target within the evaluations at which trials are compared, and all of them.
fn at_limit(view: &StageView<'_>, point: &PointTrials<'_>) -> SolvedCount {
    let standings = point.trials.iter().filter_map(|trial| view.stage.standing(view.index, trial));
    standings.map(|standing| standing.reached).collect()
}

/// Returns a share of pairs with its interval, in percent: `81 % (72 to 88)`.
fn wins(tested: Tested) -> Span {
    with_interval(format!("{:.0} %", 100.0 * tested.estimate), tested.interval.map(wording::share_range))
}

/// Returns the tables of a stage, below titles that unfold.
pub(super) fn details(view: &StageView<'_>) -> Vec<Block> {
    let stage = view.stage;
    let estimates = StageEstimates::at_end(stage);
    let mut all = vec![Block::Paragraph(varies(view.index, stage)), Block::Table(points(view, &estimates))];
    all.push(Block::Paragraph(vec![plain(columns(view, estimates.has_mean_penalties))]));
    let title = match stage.summary.configurations() {
        1 => "The configuration".to_owned(),
        2 => "Both configurations".to_owned(),
        several => format!("All {several} configurations"),
    };
    let by_instance = folded("By instance", instances::blocks(view));
    let budgets = folded("Evaluations for targets, penalties within budgets", budgets::blocks(view));
    [folded(title, all), budgets, folded("Moves of the solutions", moves::blocks(view)), by_instance]
        .into_iter()
        .flatten()
        .collect()
}

/// Returns expected evaluations; empty for a deterministic solver, which evaluates nothing. Trials have `reached` their target, or solved.
fn evaluations(all: Estimate, reached: &str) -> Span {
    match all.value {
        value if value <= 0.0 => plain(""),
        value if value.is_finite() => estimate(all, wording::short),
        // No trial reached its target.
        value => all.interval.map_or_else(
            || plain(wording::short(value)),
            |ends| Span::Estimate(format!("none {reached}"), format!("more than {}", wording::short(ends.low))),
        ),
    }
}

/// Returns the meaning of the columns.
fn columns(StageView { stage, model, .. }: &StageView<'_>, has_means: bool) -> String {
    let penalties = match stage.summary.selection.comparable_penalties && model.outcome != Outcome::Moves {
        true if has_means => "Student's t for the mean penalty; ",
        true => "none for the mean penalty, for which there are too few trials; ",
        false => "",
    };
    let against = match (model.configurations(), model.outcome) {
        (Some(_), Outcome::Wins) => {
            " The last columns compare the selected configuration with each other one: the share of pairs of trials that it wins, with an \
             interval that holds together with those of all pairs, and the corrected p-value."
        }
        (Some(_), _) => " p is the corrected p-value of the difference from the selected configuration.",
        (None, _) => "",
    };
    let together = if stage.summary.configurations() > 1 { ", which hold together for all configurations" } else { "" };
    format!(
        "In parentheses intervals of 95 %{together}: {penalties}Clopper and Pearson's for the rate; for the expected evaluations, which are those spent \
         for each solved trial when trials are started again until one solves, Zou and Donner's.{against}"
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
    if stage.summary.configurations() == 1 && stage.summary.factors.iter().all(|factor| factor.levels.len() == 1) {
        return vec![plain("Varies nothing: each factor has one level.")];
    }
    if stage.points.iter().all(|point| point.levels.iter().all(String::is_empty)) {
        let what = "Varies nothing: no factor of the stage applies to the configuration that was selected before.";
        return vec![plain(what)];
    }
    let mut spans = vec![plain("Varies ")];
    spans.extend(listed(stage.summary.factors.iter().map(|factor| vec![code(&factor.key)]).collect()));
    spans.push(plain(format!(": {}, selected by ", counted(stage.summary.configurations() as u64, "configuration"))));
    spans.push(code(stage.summary.selection.rule.name()));
    let (first, last) = ("; ties go to fewer evaluations, then to fewer moves, then to the one listed first.", ".");
    spans.push(plain(if stage.summary.configurations() > 1 { first } else { last }));
    spans
}

/// Returns the design points. Penalties are shown only if they are all of one objective.
fn points(StageView { stage, model, .. }: &StageView<'_>, estimates: &StageEstimates) -> Table {
    let mut table = Table::new(format!("Configurations of stage {}", stage.summary.name)).texts(plain("configuration"));
    let varies =
        |place: &usize| stage.points.iter().any(|point| point.levels[*place] != stage.points[0].levels[*place]);
    let factors: Vec<usize> = (0..stage.summary.factors.len()).filter(varies).collect();
    for place in &factors {
        table = table.texts(code(&stage.summary.factors[*place].key));
    }
    let several = stage.summary.configurations() > 1;
    let penalties = stage.summary.selection.comparable_penalties && model.outcome != Outcome::Moves;
    table = table.numbers(if penalties { &["median penalty", "mean penalty"] } else { &["moves of solved, median"] });
    let reached = if stage.reaches_targets() { "reached" } else { "solved" };
    table = table.numbers(&[reached, "rate", "expected evaluations"]);
    let configurations = model.configurations();
    if configurations.is_some() {
        table = table.numbers(if model.outcome == Outcome::Wins { &["the selected wins", "p"] } else { &["p"] });
    }
    // By rank; those without a finished trial at the end.
    let tail = tail(stage.summary.configurations());
    let mut rows: Vec<_> = stage.points.iter().zip(&estimates.configurations).collect();
    let mut ranks = vec![usize::MAX; rows.len()];
    stage.ranking().enumerate().for_each(|(rank, point)| ranks[point.index()] = rank);
    rows.sort_by_key(|(point, _)| (!point.selected, ranks[point.index()]));
    for (point, estimates) in rows {
        let number = point.number;
        let first = stage.summary.same.first_number(number);
        let name = match point.selected && several {
            true => format!("{number}, selected"),
            false if first != number => format!("{number}, the same as {first}"),
            false => number.to_string(),
        };
        let mut cells = vec![plain(name)];
        cells.extend(factors.iter().map(|place| level_cell(&point.levels[*place])));
        match estimates {
            Some(estimates) => {
                if penalties {
                    cells.push(plain(wording::number(estimates.penalties.median)));
                    cells.push(estimate(estimates.mean_penalty, wording::number));
                } else {
                    let moves = median(&point.moves_of_solved());
                    cells.push(plain(moves.map_or(String::new(), wording::number)));
                }
                cells.push(plain(format!("{}/{}", point.solved().count, point.solved().trials)));
                cells.push(plain(interval(point.solved(), tail)));
                cells.push(evaluations(estimates.evaluations, reached));
            }
            None => cells.extend(vec![plain(""); if penalties { 5 } else { 4 }]),
        }
        if let Some(configurations) = configurations {
            let against = configurations.against_leader[point.index()].map(|(tested, _)| tested);
            if model.outcome == Outcome::Wins {
                let leading = against.map(|tested| wins(tested.mirrored(Outcome::Wins)));
                cells.push(leading.unwrap_or_else(|| plain("")));
            }
            let p = against.map_or(String::new(), |tested| wording::p_value(tested.p_corrected));
            cells.push(if against.is_some_and(|tested| tested.is_shown) { strong(p) } else { plain(p) });
        }
        table.row(cells, model.leader == Some(point.index()) && several);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made_up::{levels, results};
    use crate::options::REPORT;
    use crate::sections::Analysis;

    #[test]
    fn eight_configurations_are_shown_of_which_one_is_the_selected_one() {
        for selected in [1, 8, 9] {
            let mut made = results(&["rate"], levels("a b c d e f g h i"), 5, |point, _| 10 + point as u64);
            made.sweep.stages[0].selected = Some(selected);
            let analysis = Analysis::new(&made);
            let blocks = best_configurations(&analysis.stages(&REPORT).next().unwrap());
            let [Block::Table(table), ..] = &blocks[..] else { panic!("no table") };
            let strong: Vec<usize> = (0..table.rows.len()).filter(|row| table.rows[*row].strong).collect();
            assert_eq!((table.rows.len(), &strong[..]), (8, &[if selected == 1 { 0 } else { 7 }][..]), "{selected}");
        }
    }

    #[test]
    fn the_table_of_configurations_has_the_meaning_of_its_columns_below_it() {
        let made = results(&["rate"], levels("a b"), 5, |point, _| 10 + point as u64);
        let analysis = Analysis::new(&made);
        let blocks = details(&analysis.stages(&REPORT).next().unwrap());
        let Block::Folded(title, blocks) = &blocks[0] else { panic!("nothing unfolds") };
        let [_, Block::Table(_), Block::Paragraph(columns)] = &blocks[..] else { panic!("no table in {title}") };
        assert!(columns[0].text().starts_with("In parentheses intervals of 95 %"), "{}", columns[0].text());
    }
}
