//! The short answer: what the data say, in sentences.

use super::axis::number;
use super::document::{Span, code, plain, strong};
use super::study::{Point, Solved, Stage, Study};
use crate::stats::mean;

/// Points named in a sentence, at most.
const MOST_NAMED: usize = 6;

/// Everything in one sentence or two: how many trials solved, or how near the best came.
pub(super) fn overall(study: &Study<'_>) -> Vec<Span> {
    let solved = study.solved();
    if solved.of == 0 {
        return vec![plain("No trial has finished yet.")];
    }
    if solved.count > 0 {
        return vec![strong(format!("{} trials solved the cube", k_of_n(solved))), plain(confidence(solved))];
    }
    let finished = study.results.trials.iter().filter_map(|trial| Some((trial, trial.outcome.as_ref()?)));
    let (trial, outcome) =
        finished.min_by_key(|(trial, outcome)| (outcome.best, trial.trial)).expect("some trial has finished");
    vec![
        strong(format!("None of {} solved the cube.", trials(solved.of))),
        plain(format!(" The nearest is trial {} of stage {} with a penalty of ", trial.trial, trial.stage)),
        strong(outcome.best.to_string()),
        plain("."),
    ]
}

/// What the deterministic solvers did on the same instances; `None` without any.
pub(super) fn baselines(study: &Study<'_>) -> Option<Vec<Span>> {
    let rows = &study.results.baselines;
    let mut solvers: Vec<&str> = vec![];
    for row in rows {
        if !solvers.contains(&row.solver.as_str()) {
            solvers.push(&row.solver);
        }
    }
    let sentences: Vec<String> = solvers
        .iter()
        .map(|solver| {
            let of: Vec<_> = rows.iter().filter(|row| row.solver == *solver).collect();
            let solved: Vec<_> = of.iter().filter(|row| row.solved == 1).collect();
            let turns: Vec<f64> = solved.iter().filter_map(|row| row.htm).map(|turns| turns as f64).collect();
            let average = if turns.len() > 1 { " on average" } else { "" };
            let length = mean(&turns).map_or(String::new(), |turns| format!(", in {} turns{average}", number(turns)));
            format!("{solver} solved {} of {}{length}", solved.len(), of.len())
        })
        .collect();
    if sentences.is_empty() {
        return None;
    }
    Some(vec![plain(format!("The baselines beside, on the same instances: {}.", sentences.join("; ")))])
}

/// A stage's winner, and what solves in it.
pub(super) fn stage(stage: &Stage<'_>) -> Vec<Span> {
    let mut spans = vec![strong(stage.facts.name.clone()), plain(": ")];
    let Some((leader, best)) = stage.leader().and_then(|point| Some((point, point.summary()?.mean))) else {
        spans.push(plain("no trial has finished yet."));
        return spans;
    };
    if !stage.facts.factors.is_empty() {
        spans.extend(levels(stage, leader));
        spans.push(plain(if leader.winner { " won (" } else { " leads so far (" }));
        spans.push(code(&stage.facts.choose));
        spans.push(plain(") with a "));
    }
    spans.push(plain("mean best of "));
    spans.push(strong(number(best)));
    spans.push(plain(format!("; it solved {} trials{}", k_of_n(leader.solved()), confidence(leader.solved()))));
    if stage.points.len() > 1 {
        spans.push(plain(format!(" {}", what_solves(stage))));
    }
    spans
}

/// Which points solve, and which never did.
fn what_solves(stage: &Stage<'_>) -> String {
    let tried: Vec<&Point<'_>> = stage.points.iter().filter(|point| point.solved().of > 0).collect();
    let (mut solving, never): (Vec<_>, Vec<_>) = tried.into_iter().partition(|point| point.solved().count > 0);
    if solving.is_empty() {
        return format!("No setting of this stage ever solved the cube ({}).", trials(stage.solved().of));
    }
    let always = never.is_empty() && solving.iter().all(|point| point.solved().count == point.solved().of);
    if always {
        let quick = solving.iter().filter_map(|point| Some((point.mean_evaluations()?, point)));
        let quick = quick.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, point)| point.label());
        let quick = quick.map_or(String::new(), |label| format!("; {label} with the fewest evaluations"));
        return format!("Every setting solved every trial{quick}.");
    }
    let rate = |point: &Point<'_>| point.solved().count as f64 / point.solved().of as f64;
    solving.sort_by(|a, b| rate(b).total_cmp(&rate(a)));
    let name = |point: &Point<'_>| {
        let Solved { count, of } = point.solved();
        format!("{} ({count}/{of})", point.label())
    };
    let solving = some(solving.iter().map(|point| name(point)).collect());
    if never.is_empty() {
        return format!("Every setting solved at least once: {solving}.");
    }
    let never = some(never.iter().map(|point| point.label()).collect());
    format!("Solved at least once: {solving}. Never solved: {never}.")
}

/// The first names, and how many are left out.
fn some(mut names: Vec<String>) -> String {
    let others = names.len().saturating_sub(MOST_NAMED);
    if others > 1 {
        names.truncate(MOST_NAMED);
        return format!("{} and {others} others", names.join(", "));
    }
    names.join(", ")
}

/// `key = level and key = level`.
fn levels(stage: &Stage<'_>, point: &Point<'_>) -> Vec<Span> {
    let mut spans = vec![];
    for (at, (factor, level)) in stage.facts.factors.iter().zip(point.levels).enumerate() {
        if at > 0 {
            spans.push(plain(" and "));
        }
        spans.push(code(format!("{} = {level}", factor.key)));
    }
    spans
}

/// `3 of 5`.
pub(super) fn k_of_n(solved: Solved) -> String {
    format!("{} of {}", grouped(solved.count), grouped(solved.of))
}

/// `1 trial`, `2 trials`.
pub(super) fn trials(count: u64) -> String {
    if count == 1 { "1 trial".to_owned() } else { format!("{} trials", grouped(count)) }
}

/// The end of a sentence about a rate.
fn confidence(solved: Solved) -> String {
    let interval = interval(solved);
    if interval.is_empty() { ".".to_owned() } else { format!(" (rate {interval} with 95 % confidence).") }
}

/// `23 to 88 %`: Wilson's interval for the rate; empty without trials.
pub(super) fn interval(solved: Solved) -> String {
    let percent = |share: f64| format!("{:.0}", share * 100.0);
    solved.interval().map_or(String::new(), |ends| format!("{} to {} %", percent(ends.low), percent(ends.high)))
}

/// A whole number with thin spaces between thousands.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) && digits.len() > 4 {
            grouped.push('\u{202f}');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_and_numbers() {
        assert_eq!(interval(Solved { count: 3, of: 5 }), "23 to 88 %");
        assert_eq!(interval(Solved::default()), "");
        assert_eq!([7, 1500, 1_234_567].map(grouped), ["7", "1500", "1\u{202f}234\u{202f}567"]);
        assert_eq!(trials(1), "1 trial");
    }

    #[test]
    fn long_lists_are_cut() {
        let names = |count: usize| (1..=count).map(|name| name.to_string()).collect();
        assert_eq!(some(names(7)), "1, 2, 3, 4, 5, 6, 7");
        assert_eq!(some(names(9)), "1, 2, 3, 4, 5, 6 and 3 others");
    }
}
