//! The conclusions of a page: its claims in words, sentences on the selected configuration and solved trials, and the figures and tables
//! that show them. Claims are decided by `model` and worded by `claim_words`; the section of a race is in `sections::race`. The list of all
//! claims with their words is made here, also of a race.

use std::collections::VecDeque;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::Analysis;
use super::levels::{leader_file, levels};
use super::{stages, tests};
use crate::claim_words::words;
use crate::claims::Claim;
use crate::document::{Block, Span, code, folded, heading, plain, strong};
use crate::estimate::{self, StageEstimates, tail};
use crate::figures::Figure;
use crate::markdown;
use crate::model::{Explained, Model, StageModel, StatedClaim};
use crate::options::REPORT;
use crate::result_index::{PointTrials, ResultIndex, SolvedCount, StageTrials};
use crate::stage_view::StageView;
use crate::wording::{self, counted, interval, k_of_n, trials};
use evocube_experiment::record::{Criterion, SelectionRule, Standing};
use evocube_stats::samples::{mean, median};

/// Maximum number of claims above the first figure of a sweep of one stage, and of each stage of several.
const MAX_CLAIMS: [usize; 2] = [3, 2];
/// Maximum number of factors of a sample whose effects stand above the first figure.
const MAX_EXPLAINS: usize = 5;
/// Maximum height of the curves that are not folded, in units of layout: beyond some rows of panels they hide what is below.
const MAX_HEIGHT: f64 = 900.0;
/// Maximum number of levels of a factor on which another one depends, in a claim above a figure.
const MAX_SLICES: usize = 2;

/// Returns the answer: the question, sentences that answer it, and below them the figure and the table that show it. With several
/// stages, each has a section of its own.
pub(super) fn section(analysis: &Analysis<'_>) -> Vec<Block> {
    let (index, model) = (&analysis.index, &analysis.model);
    if index.race().is_some() {
        // The section of the race has the answer; factors have no design on held-out instances.
        return analysis.stages(&REPORT).flat_map(|view| stages::details(&view)).collect();
    }
    let views: Vec<StageView<'_>> = analysis.stages(&REPORT).collect();
    let Some(last) = views.iter().rev().find(|view| view.model.leader.is_some()) else {
        return vec![heading("Answer"), Block::Paragraph(vec![plain("No trial has finished yet.")])];
    };
    let sweep = &index.results.sweep;
    let mut blocks = analysis.question();
    if views.len() > 1 {
        let answers = views.iter().filter_map(|view| {
            let answer = view.model.claims.iter().find(|claim| matches!(claim, Claim::Answer(_)))?;
            Some(words(&answer.clone().shortened(MAX_SLICES), view))
        });
        let answer = answers.take(1).next().unwrap_or_default();
        let held_out = last.model.claims.iter().find(|claim| matches!(claim, Claim::HeldOut(_)));
        let held_out = held_out.map_or(vec![], |claim| words(claim, last));
        let sentences = [answer, held_out, came_out(index, last.stage), matters(index, model)];
        blocks.push(Block::Conclusions(sentences.into_iter().filter(|sentence| !sentence.is_empty()).collect()));
        let mut details_blocks = paragraphs(vec![solved(index, last.stage)]);
        details_blocks.extend(sweep.leader.as_ref().map(|leader| Block::Code(leader.toml.clone())));
        blocks.extend(folded("The selected configuration", details_blocks));
    }
    blocks.extend(
        views.par_iter().with_max_len(1).flat_map_iter(|view| stage_blocks(view, views.len())).collect::<Vec<_>>(),
    );
    blocks
}

fn paragraphs(sentences: Vec<Vec<Span>>) -> Vec<Block> {
    sentences.into_iter().filter(|sentence| !sentence.is_empty()).map(Block::Paragraph).collect()
}

/// Returns the answer of a stage: the first sentences, a figure and a table, and what is behind them below titles that unfold.
fn stage_blocks(view: &StageView<'_>, stages: usize) -> Vec<Block> {
    let (index, stage) = (view.index, view.stage);
    let several = stages > 1;
    let mut blocks = vec![];
    if several {
        blocks.push(heading(format!("Stage {}: {}", stage.number, stage.summary.name)));
    }
    if view.model.leader.is_none() {
        blocks.push(Block::Paragraph(vec![plain("No trial has finished yet.")]));
        return blocks;
    }
    let claims = distinct(&view.model.claims);
    // Claims that explain a sample are short: more of them may be shown than of others.
    let first = claims.iter().take_while(|claim| matches!(claim, Claim::Explains(_))).count().min(MAX_EXPLAINS);
    let (shown, others) = claims.split_at(claims.len().min(MAX_CLAIMS[usize::from(several)].max(first)));
    // The conditions of all claims stand beside the first of them.
    let (conditions, others): (Vec<&Claim>, Vec<&Claim>) = others.iter().partition(|claim| {
        matches!(
            claim,
            Claim::UnequalEffort(_)
                | Claim::Same(_)
                | Claim::LeftOut(_)
                | Claim::Exaggerates(_)
                | Claim::OnAverage(_)
                | Claim::NotCompared(_)
        )
    });
    let shown: Vec<&Claim> = shown.iter().copied().chain(conditions).collect();
    let mut sentences: Vec<Vec<Span>> =
        shown.iter().map(|claim| words(&(*claim).clone().shortened(MAX_SLICES), view)).collect();
    sentences.extend(coin_toss(view, stages));
    let mut details: Vec<Vec<Span>> = vec![];
    if stage.summary.configurations() == 1 {
        sentences.push(solved(index, stage));
        sentences.push(size(index, stage));
    } else {
        // The claims that are shortened above, in full.
        let is_shortened = |claim: &&&Claim| ***claim != (**claim).clone().shortened(MAX_SLICES);
        details.extend(shown.iter().filter(is_shortened).map(|claim| words(claim, view)));
        details.extend(others.into_iter().map(|claim| words(claim, view)));
        details.push(selected(index, stage));
        details.push(if several { vec![] } else { solved(index, stage) });
    }
    let shown = sentences.into_iter().filter(|sentence| !sentence.is_empty()).collect();
    blocks.push(Block::Conclusions(shown));
    let (figures, stage_details) = rayon::join(|| view.figures(), || stages::details(view));
    let mut figures: VecDeque<Vec<Figure>> = figures.into();
    blocks.extend(figures.pop_front().map(Block::Figure));
    blocks.extend(stages::best_configurations(view));
    let is_low = |figure: &Figure| figure.drawing.height <= MAX_HEIGHT;
    let curves = figures.iter().position(|views| !views[0].view.is_empty() && is_low(&views[0]));
    blocks.extend(curves.filter(|_| !several).and_then(|place| figures.remove(place)).map(Block::Figure));
    let mut tests = paragraphs(details);
    tests.extend(tests::table(view));
    blocks.extend(folded("How this was tested", tests));
    let more: Vec<Block> = figures.into_iter().map(Block::Figure).collect();
    blocks.extend(folded("More figures", more));
    blocks.extend(stage_details);
    if !several {
        blocks.extend(leader_file(index.results, "selected"));
    }
    blocks
}

/// Returns the claims without those that an answer has as its evidence.
fn distinct(claims: &[Claim]) -> Vec<&Claim> {
    let is_repeated = |place: usize| claims[..place].iter().any(|earlier| claims[place].repeats(earlier));
    (0..claims.len()).filter(|place| !is_repeated(*place)).map(|place| &claims[place]).collect()
}

/// Returns the claims on each stage with their words.
pub(crate) fn claims(analysis: &Analysis<'_>) -> Vec<Vec<StatedClaim>> {
    let stated = |view: StageView<'_>| {
        let claims = distinct(&view.model.claims).into_iter();
        let stated = claims.map(|claim| StatedClaim {
            stage: view.stage.summary.name.clone(),
            claim: claim.clone(),
            words: markdown::spans(&words(claim, &view)),
        });
        stated.collect()
    };
    analysis.stages(&REPORT).map(stated).collect()
}

/// Returns the sentence that several configurations may be the best, although later stages depend on the selected one.
fn coin_toss(view: &StageView<'_>, stages: usize) -> Option<Vec<Span>> {
    let members = view.model.configurations()?.best().len();
    let text = format!("Later stages depend on one of {members} configurations that may be the best.");
    (members > 1 && view.stage.number < stages).then(|| vec![plain(text)])
}

/// Returns the stages in which a factor matters.
fn matters(index: &ResultIndex<'_>, model: &Model) -> Vec<Span> {
    let explained = |stage: &StageModel| stage.primary().map_or(vec![], |tests| tests.factors.explained());
    let tested: Vec<_> =
        index.stages.iter().zip(&model.stages).map(|(stage, model)| (stage, explained(model))).collect();
    let tested: Vec<_> = tested.into_iter().filter(|(_, explained)| !explained.is_empty()).collect();
    let is_shown = |explained: &[Explained]| explained.iter().any(|effect| effect.is_shown);
    let shown: Vec<&str> =
        tested.iter().filter(|(_, explained)| is_shown(explained)).map(|(stage, _)| &*stage.summary.name).collect();
    match (tested.len(), &shown[..]) {
        (0, _) => vec![],
        (all, []) => vec![plain(format!("No factor is shown to matter in {}.", counted(all as u64, "stage")))],
        (all, names) => {
            let count = format!("Factors matter in {} of {}", names.len(), counted(all as u64, "stage"));
            vec![strong(count), plain(format!(": {}.", names.join(", ")))]
        }
    }
}

/// Returns the configuration that all stages together have selected, and its result.
fn came_out(index: &ResultIndex<'_>, last: &StageTrials<'_>) -> Vec<Span> {
    let configurations: usize = index.stages.iter().map(|stage| stage.summary.configurations()).sum();
    let mut spans = vec![
        strong(if index.results.complete { "Selected" } else { "Leading so far" }),
        plain(format!(" of {configurations} configurations: ")),
    ];
    let before = spans.len();
    for stage in &index.stages {
        let varies = |point: &&PointTrials<'_>| point.levels.iter().any(|level| !level.is_empty());
        let Some(leader) = stage.leader().filter(varies) else { continue };
        if spans.len() > before {
            spans.push(plain("; "));
        }
        spans.extend(levels(stage, leader));
    }
    let Some(leader) = last.leader() else { return vec![] };
    let criterion = rule(last);
    if criterion == Criterion::Solved {
        let by_moves = last.summary.selection.rule == SelectionRule::FewestMoves;
        let moves = if by_moves { average_moves(&leader.moves_of_solved()) } else { String::new() };
        let solved = leader.solved();
        let trials = plain(format!(" {}{moves}.", trials(solved)));
        spans.extend([plain("; they solve "), strong(k_of_n(solved)), trials]);
    } else {
        spans.push(plain(format!("; {} ", name(criterion))));
        spans.extend(value(index, last, leader, criterion));
        spans.push(plain("."));
    }
    spans
}

/// Returns the first criterion of a stage's rule.
fn rule(stage: &StageTrials<'_>) -> Criterion {
    stage.summary.selection.criteria().next().expect("every rule compares something")
}

fn name(criterion: Criterion) -> &'static str {
    match criterion {
        Criterion::Wins => "pairs of trials won",
        Criterion::ExpectedEvaluations => "expected evaluations",
        Criterion::MedianPenalty => "median penalty",
        Criterion::MeanPenalty => "mean penalty",
        Criterion::Solved => "solved trials",
        Criterion::Evaluations => "evaluations per trial",
        Criterion::Moves => "moves a trial",
    }
}

/// Returns a statistic of a point's finished trials; by the outcome of the stage within the evaluations at which they are compared.
fn statistic(
    index: &ResultIndex<'_>,
    stage: &StageTrials<'_>,
    point: &PointTrials<'_>,
    criterion: Criterion,
) -> String {
    let moves = || point.outcomes().map(|outcome| outcome.htm as f64).collect::<Vec<_>>();
    let standings: Vec<Standing> = match stage.summary.selection.rule {
        SelectionRule::Outcome => point.trials.iter().filter_map(|trial| stage.standing(index, trial)).collect(),
        _ => point.trials.iter().filter_map(|trial| estimate::end(trial)).collect(),
    };
    let penalties = || standings.iter().map(|standing| standing.best as f64).collect::<Vec<_>>();
    let evaluations = || standings.iter().filter_map(|standing| Some(standing.evaluations? as f64)).collect::<Vec<_>>();
    let text = match criterion {
        Criterion::Wins => Some(stage.share(point).map_or_else(|| "unknown".to_owned(), wording::percent)),
        Criterion::ExpectedEvaluations => stage.expected_evaluations(index, point).map(wording::short),
        Criterion::MedianPenalty => median(&penalties()).map(wording::number),
        Criterion::MeanPenalty => mean(&penalties()).map(wording::number),
        Criterion::Solved => Some(k_of_n(standings.iter().map(|standing| standing.reached).collect())),
        Criterion::Evaluations => mean(&evaluations()).map(wording::count),
        Criterion::Moves => mean(&moves()).map(wording::number),
    };
    text.unwrap_or_default()
}

/// Returns the statistic in bold; means and expected evaluations have their interval.
fn value(index: &ResultIndex<'_>, stage: &StageTrials<'_>, point: &PointTrials<'_>, criterion: Criterion) -> Vec<Span> {
    let estimates = |all: StageEstimates| all.configurations[point.index()];
    let (estimate, show): (_, fn(f64) -> String) = match criterion {
        Criterion::MeanPenalty => {
            let all = match stage.summary.selection.rule {
                SelectionRule::Outcome => StageEstimates::at_limit(index, stage),
                _ => StageEstimates::at_end(stage),
            };
            (estimates(all).map(|all| all.mean_penalty), wording::number)
        }
        Criterion::ExpectedEvaluations => {
            (estimates(StageEstimates::at_limit(index, stage)).map(|all| all.evaluations), wording::short)
        }
        _ => (None, wording::number),
    };
    let interval = estimate.and_then(|estimate| estimate.interval);
    let mut spans = vec![strong(statistic(index, stage, point, criterion))];
    spans.extend(interval.map(|ends| plain(format!(" (95 % interval {})", wording::range(ends, show)))));
    spans
}

/// Returns the selected configuration, its rule, and the distance to the next best.
fn selected(index: &ResultIndex<'_>, stage: &StageTrials<'_>) -> Vec<Span> {
    let Some(leader) = stage.leader() else { return vec![] };
    let criterion = rule(stage);
    let verb = match (leader.selected, index.results.complete) {
        (true, _) => "is selected",
        (false, true) => "leads",
        (false, false) => "leads so far",
    };
    let mut spans = levels(stage, leader);
    spans.extend([plain(" "), strong(verb), plain(" by "), code(stage.summary.selection.rule.name()), plain(": ")]);
    spans.push(plain(format!("{} ", name(criterion))));
    spans.extend(value(index, stage, leader, criterion));
    let mut quoted = vec![leader];
    if let Some((other, decided_by)) = stage.next_best() {
        quoted.push(other);
        if decided_by == Some(criterion) {
            spans.push(plain(format!(", against {} of the next best, ", statistic(index, stage, other, criterion))));
            spans.extend(levels(stage, other));
        } else {
            spans.push(plain(", as the next best, "));
            spans.extend(levels(stage, other));
            spans.extend(decided(index, stage, leader, other, decided_by));
        }
    } else if stage.ranking().next().is_some_and(|first| first.number != leader.number) {
        spans.push(plain(" here; the trials of all shards together select it"));
    }
    spans.push(plain("."));
    if quoted.iter().any(|point| point.outcomes().count() < point.trials.len()) {
        spans.push(plain(
            " Failed trials, which selection counts as worse than all others, are left out of these numbers.",
        ));
    }
    spans
}

/// Returns the criterion that decided between two configurations with the same statistic of the rule.
fn decided(
    index: &ResultIndex<'_>,
    stage: &StageTrials<'_>,
    leader: &PointTrials<'_>,
    other: &PointTrials<'_>,
    criterion: Option<Criterion>,
) -> Vec<Span> {
    let Some(criterion) = criterion else {
        return vec![
            plain(": a "),
            strong("tie"),
            plain(" in everything that selection compares, which goes to the configuration listed first"),
        ];
    };
    let (what, average) = match criterion {
        Criterion::Wins => ("more pairs won", ""),
        Criterion::ExpectedEvaluations => ("fewer expected evaluations", ""),
        Criterion::MedianPenalty | Criterion::MeanPenalty => ("a lower mean penalty", ""),
        Criterion::Solved => ("more solved trials", ""),
        Criterion::Evaluations => ("fewer evaluations per trial", " on average"),
        Criterion::Moves => ("fewer moves", " on average"),
    };
    vec![
        plain(", and "),
        strong(what),
        plain(format!(
            ": {} against {}{average}",
            statistic(index, stage, leader, criterion),
            statistic(index, stage, other, criterion)
        )),
    ]
}

/// Returns how far the trials of a single configuration get: their expected evaluations, or the mean penalty if few solve.
fn size(index: &ResultIndex<'_>, stage: &StageTrials<'_>) -> Vec<Span> {
    let Some(leader) = stage.leader() else { return vec![] };
    let few = 10 * leader.solved().count < leader.solved().trials;
    let criterion = if few { Criterion::MeanPenalty } else { Criterion::ExpectedEvaluations };
    if statistic(index, stage, leader, criterion).is_empty() || leader.is_solvers() {
        return vec![];
    }
    let verb = if few { "is" } else { "are" };
    let begin = vec![plain(format!("The {} {verb} ", name(criterion)))];
    [begin, value(index, stage, leader, criterion), vec![plain(".")]].concat()
}

/// Returns the numbers of solved trials.
fn solved(index: &ResultIndex<'_>, stage: &StageTrials<'_>) -> Vec<Span> {
    let Some(leader) = stage.leader() else { return vec![] };
    let solved = leader.solved();
    let several = index.stages.len() > 1;
    let beginning = match (several, stage.summary.configurations()) {
        (true, _) => format!("With the {} configuration of the last stage ", wording::leader(index.results)),
        (false, 1) => "The configuration solved ".to_owned(),
        (false, _) => "It solved ".to_owned(),
    };
    let mut spans = vec![
        plain(beginning),
        strong(format!("{} {}", k_of_n(solved), trials(solved))),
        plain(format!(
            "{} ({})",
            if several { " solved their instance" } else { "" },
            rate(solved, tail(stage.summary.configurations()))
        )),
        plain(average_moves(&leader.moves_of_solved())),
    ];
    let all = index.solved();
    if all != solved {
        spans.push(plain(format!("; all configurations together {}", k_of_n(all))));
    }
    if let Some(baselines) = baselines(index) {
        spans.push(plain(format!(". The solvers beside it: {baselines}")));
    }
    spans.push(plain("."));
    spans
}

/// Returns the results of the deterministic solvers on the same instances; `None` without any.
fn baselines(index: &ResultIndex<'_>) -> Option<String> {
    let rows = &index.results.baselines;
    let sentence = |solver: &str| {
        let runs: Vec<_> = rows.iter().filter(|row| row.solver == solver).collect();
        let moves: Vec<f64> = runs.iter().filter_map(|row| row.htm).map(|htm| htm as f64).collect();
        format!("{solver} {}{}", k_of_n(runs.iter().map(|row| row.solved).collect()), average_moves(&moves))
    };
    let sentences: Vec<String> = index.solvers().into_iter().map(sentence).collect();
    (!sentences.is_empty()).then(|| sentences.join("; "))
}

/// Returns the mean length of solutions: ` in 80 moves on average`; empty without any.
fn average_moves(moves: &[f64]) -> String {
    let average = if moves.len() > 1 { " on average" } else { "" };
    mean(moves).map_or(String::new(), |moves| format!(" in {} moves{average}", wording::number(moves)))
}

/// Returns the interval of a rate: `15 to 95 % with 95 % confidence`.
fn rate(solved: SolvedCount, tail: f64) -> String {
    format!("{} with 95 % confidence", interval(solved, tail))
}

#[cfg(test)]
mod sentences {
    use super::*;
    use crate::made_up::{levels, results};

    #[test]
    fn a_selection_by_the_trials_of_all_shards_is_named_where_those_here_prefer_another() {
        for (number, is_named) in [(1, false), (2, true)] {
            let mut made = results(&["rate"], levels("a b"), 5, |point, _| 10 + point as u64);
            made.sweep.stages[0].selected = Some(number);
            let analysis = Analysis::new(&made);
            let text: String = selected(&analysis.index, &analysis.index.stages[0]).iter().map(Span::text).collect();
            assert_eq!(text.contains(" here; the trials of all shards together select it."), is_named, "{text}");
            assert!(!text.contains("unknown"), "{text}");
        }
        let mut made = results(&["rate"], levels("a b"), 5, |point, _| 10 + point as u64);
        made.sweep.stages[0].selected = Some(2);
        made.trials.retain(|row| row.point == 1);
        let analysis = Analysis::new(&made);
        let text: String = selected(&analysis.index, &analysis.index.stages[0]).iter().map(Span::text).collect();
        assert!(text.contains(": pairs of trials won unknown here; the trials"), "{text}");
    }
}
