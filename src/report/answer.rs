//! The short answer: what the statistics say, in three sentences.

use super::document::{Block, Span, code, plain, strong};
use super::estimate::Estimates;
use super::study::{Point, Solved, Stage, Study};
use super::verdict::{Measure, Verdict, Verdicts};
use super::wording;
use crate::stats::{Unit, magnitude, mean};

/// The answer in three sentences; where there are several stages, about all of them, and each in one more.
pub(super) fn blocks(study: &Study<'_>, verdicts: &Verdicts) -> Vec<Block<'static>> {
    let both = || study.stages.iter().zip(&verdicts.stages);
    let Some((last, verdict)) = both().rev().find(|(_, verdict)| verdict.leader.is_some()) else {
        return vec![Block::Paragraph(vec![plain("No trial has finished yet.")])];
    };
    let several = study.stages.len() > 1;
    let sentences = if several {
        [came_out(study, verdicts, (last, verdict)), matters(study, verdicts), solved(study, last, verdict)]
    } else {
        [won(last, verdict, verdicts.unit), significance(last, verdict, verdicts), solved(study, last, verdict)]
    };
    let mut blocks = vec![Block::Answer(sentences.into_iter().filter(|sentence| !sentence.is_empty()).collect())];
    if several {
        blocks.push(Block::Paragraph(vec![plain("Stage by stage; the winner of each is fixed in the next:")]));
        blocks.push(Block::List(both().map(|(stage, verdict)| in_short(stage, verdict, verdicts)).collect()));
    }
    blocks
}

/// What all stages together have chosen, and how far it comes.
fn came_out(study: &Study<'_>, verdicts: &Verdicts, (last, verdict): (&Stage<'_>, &Verdict)) -> Vec<Span> {
    let settings: usize = study.stages.iter().map(|stage| stage.points.len()).sum();
    let mut spans = vec![
        plain(format!("Of {settings} settings in {} stages ", study.stages.len())),
        strong(if study.results.complete { "these won" } else { "these lead so far" }),
        plain(": "),
    ];
    let before = spans.len();
    for (stage, verdict) in study.stages.iter().zip(&verdicts.stages) {
        let Some(leader) = leader(stage, verdict).filter(|_| !stage.facts.factors.is_empty()) else { continue };
        if spans.len() > before {
            spans.push(plain(", "));
        }
        spans.extend(levels(stage, leader));
    }
    let Some(leader) = leader(last, verdict) else { return vec![] };
    if verdict.measure == Measure::Solved {
        spans.push(plain(format!(". With them {} trials solved their cube.", k_of_n(leader.solved()))));
    } else if let Some(own) = Estimates::of(leader, verdicts.unit, 0) {
        spans.push(plain(". With them the median trial ends at a penalty of "));
        spans.push(strong(wording::penalty(own.median.value)));
        let range = wording::range(own.median.interval, wording::penalty);
        spans.push(plain(format!(" (95 % interval {range}; 0 is solved).")));
    }
    spans
}

/// Whether it matters what the stages have chosen.
fn matters(study: &Study<'_>, verdicts: &Verdicts) -> Vec<Span> {
    let (mut best, mut some, mut open) = (vec![], vec![], vec![]);
    for (stage, verdict) in study.stages.iter().zip(&verdicts.stages) {
        let others: Vec<_> = verdict.against.iter().flatten().collect();
        let beaten = others.iter().filter(|other| other.is_significant() && other.a12 > 0.5).count();
        match (beaten, others.len()) {
            (_, 0) => {}
            (0, _) => open.push(stage.facts.name.as_str()),
            (beaten, all) if beaten == all => best.push(stage.facts.name.as_str()),
            _ => some.push(stage.facts.name.as_str()),
        }
    }
    let compared = best.len() + some.len() + open.len();
    let corrected = format!("after {} for {} comparisons", verdicts.correction, verdicts.family);
    if compared == 0 {
        return vec![plain("Nothing is compared yet.")];
    }
    let mut spans = vec![];
    if open.len() == compared {
        spans.push(strong("None of these choices is significant"));
        spans.push(plain(format!(": no winner is better than any other setting of its stage, {corrected}. ")));
        if verdicts.design.can_show() {
            spans.push(plain("Other random numbers might choose otherwise."));
        } else {
            let trials = study.results.sweep.repetitions;
            let words = format!(
                "With {trials} {} of each setting nothing else could come out, however large a difference is: the choices may \
                 be chance.",
                if trials == 1 { "trial" } else { "trials" }
            );
            spans.push(plain(words));
        }
    } else {
        spans.push(plain(format!("Of the {compared} choices, {corrected}, ")));
        let mut parts: Vec<Vec<Span>> = vec![];
        let named = |names: &[&str]| names.join(", ");
        if !best.is_empty() {
            parts.push(vec![
                strong(format!("{} beat every other setting significantly", best.len())),
                plain(format!(" ({})", named(&best))),
            ]);
        }
        if !some.is_empty() {
            let words = vec![
                strong(format!("{} beat some of the others significantly, not all", some.len())),
                plain(format!(" ({})", named(&some))),
            ];
            parts.push(words);
        }
        if !open.is_empty() {
            parts.push(vec![strong(format!("{} may be chance", open.len())), plain(format!(" ({})", named(&open)))]);
        }
        let last = parts.len() - 1;
        for (at, part) in parts.into_iter().enumerate() {
            spans.push(plain(if at == 0 {
                ""
            } else if at == last {
                " and "
            } else {
                ", "
            }));
            spans.extend(part);
        }
        spans.push(plain("."));
    }
    spans.push(plain(holds(verdicts.unit)));
    spans
}

/// Of what cubes it holds.
fn holds(unit: Unit) -> &'static str {
    match unit {
        Unit::Trial => " This holds for the one cube that was tried.",
        Unit::TrialOnEachCube => " This holds for the cubes that were tried; they are too few to speak of others.",
        Unit::Cube => " The unit is the cube, so this holds for cubes like these.",
    }
}

fn leader<'a, 'b>(stage: &'b Stage<'a>, verdict: &Verdict) -> Option<&'b Point<'a>> {
    stage.points.get(verdict.leader?)
}

/// Who won, and by how much.
fn won(stage: &Stage<'_>, verdict: &Verdict, unit: Unit) -> Vec<Span> {
    let Some(leader) = leader(stage, verdict) else { return vec![] };
    let Some(own) = Estimates::of(leader, unit, 0) else { return vec![] };
    let mut spans =
        if stage.facts.factors.is_empty() { vec![plain("There is one setting")] } else { levels(stage, leader) };
    if !stage.facts.factors.is_empty() {
        spans.push(plain(" "));
        spans.push(strong(if leader.winner { "won" } else { "leads so far" }));
    }
    if verdict.measure == Measure::Solved {
        spans.push(plain(": solved "));
        spans.push(strong(k_of_n(leader.solved())));
        if let Some((other, theirs)) = next(stage, leader) {
            spans.push(plain(format!(", against {} of the next best, ", k_of_n(other.solved()))));
            spans.extend(theirs);
        }
        spans.push(plain("; penalties are not compared, since the stage varies what a penalty is."));
        return spans;
    }
    spans.push(plain(": median penalty "));
    spans.push(strong(wording::penalty(own.median.value)));
    spans.push(plain(format!(" (95 % interval {})", wording::range(own.median.interval, wording::penalty))));
    match next(stage, leader) {
        Some((other, theirs)) => {
            let other =
                Estimates::of(other, unit, 0).map(|other| wording::penalty(other.median.value)).unwrap_or_default();
            spans.push(plain(format!(", against {other} of the next best, ")));
            spans.extend(theirs);
        }
        None => spans.push(plain(format!(", mean {}", wording::estimate(own.mean, wording::penalty)))),
    }
    spans.push(plain("."));
    spans
}

/// The second in the stage's ranking, with its levels.
fn next<'a, 'b>(stage: &'b Stage<'a>, leader: &Point<'_>) -> Option<(&'b Point<'a>, Vec<Span>)> {
    let other = stage.ranking().into_iter().find(|point| point.number != leader.number)?;
    Some((other, levels(stage, other)))
}

/// Does it matter?
fn significance(stage: &Stage<'_>, verdict: &Verdict, verdicts: &Verdicts) -> Vec<Span> {
    let Some(leader) = leader(stage, verdict) else { return vec![] };
    let compared = verdict.against.iter().flatten().count();
    let Some((other, _)) = next(stage, leader).filter(|_| compared > 0) else {
        return vec![plain("Nothing else was tried, so nothing is compared.")];
    };
    let Some(nearest) = verdict.against[other.index()] else { return vec![] };
    let beaten = verdict.against.iter().flatten().filter(|other| other.is_significant() && other.a12 > 0.5).count();
    let settings = if compared == 1 { "setting" } else { "settings" };
    let mut spans = match beaten {
        0 => vec![
            strong(format!("No difference to the other {settings} is significant")),
            plain("; against the next best "),
        ],
        all if all == compared && compared == 1 => vec![strong("The difference is significant"), plain("; ")],
        all if all == compared => {
            vec![
                plain("It is "),
                strong(format!("significantly better than all {compared} other settings")),
                plain("; against the next best "),
            ]
        }
        some => vec![
            plain("It is "),
            strong(format!("significantly better than {some} of the {compared} other settings")),
            plain(if nearest.is_significant() {
                "; against the next best "
            } else {
                ", but not than the next best: there "
            }),
        ],
    };
    spans.push(plain(format!(
        "{} after {} for {} {}, and a trial of it is the better one in {:.0} % of pairs (Â₁₂ = {:.2}, a {} effect)",
        wording::p_is(nearest.p),
        verdicts.correction,
        verdicts.family,
        if verdicts.family == 1 { "comparison" } else { "comparisons" },
        nearest.a12 * 100.0,
        nearest.a12,
        magnitude(nearest.a12)
    )));
    spans.push(plain("."));
    spans.push(plain(holds(verdicts.unit)));
    spans
}

/// How many were solved.
fn solved(study: &Study<'_>, stage: &Stage<'_>, verdict: &Verdict) -> Vec<Span> {
    let Some(leader) = leader(stage, verdict) else { return vec![] };
    let own = leader.solved();
    let mut spans = vec![
        plain(if study.stages.len() > 1 { "With the last stage's winner " } else { "It solved " }),
        strong(format!("{} trials", k_of_n(own))),
        plain(format!("{} ({})", if study.stages.len() > 1 { " solved their cube" } else { "" }, rate(own))),
    ];
    let all = study.solved();
    if all != own {
        spans.push(plain(format!("; all settings together {}", k_of_n(all))));
    }
    if let Some(baselines) = baselines(study) {
        spans.push(plain(format!(". The solvers beside it: {baselines}")));
    }
    spans.push(plain("."));
    spans
}

/// What the deterministic solvers did on the same instances; `None` without any.
fn baselines(study: &Study<'_>) -> Option<String> {
    let rows = &study.results.baselines;
    let sentences: Vec<String> = study
        .solvers()
        .iter()
        .map(|solver| {
            let of: Vec<_> = rows.iter().filter(|row| row.solver == *solver).collect();
            let solved: Vec<_> = of.iter().filter(|row| row.solved == 1).collect();
            let turns: Vec<f64> = solved.iter().filter_map(|row| row.htm).map(|turns| turns as f64).collect();
            let average = if turns.len() > 1 { " on average" } else { "" };
            let length =
                mean(&turns).map_or(String::new(), |turns| format!(" in {} turns{average}", wording::penalty(turns)));
            format!("{solver} {} of {}{length}", solved.len(), of.len())
        })
        .collect();
    (!sentences.is_empty()).then(|| sentences.join("; "))
}

/// A stage in one line.
fn in_short(stage: &Stage<'_>, verdict: &Verdict, verdicts: &Verdicts) -> Vec<Span> {
    let mut spans = vec![strong(stage.facts.name.clone()), plain(": ")];
    let Some(leader) = leader(stage, verdict) else {
        spans.push(plain("no trial has finished yet."));
        return spans;
    };
    if !stage.facts.factors.is_empty() {
        spans.extend(levels(stage, leader));
        spans.push(plain(if leader.winner { " won with " } else { " leads so far with " }));
    }
    if let Some(own) = Estimates::of(leader, verdicts.unit, 0) {
        spans.push(plain(format!("a median penalty of {}", wording::penalty(own.median.value))));
    }
    spans.push(plain(format!(", solved {}", k_of_n(leader.solved()))));
    let others: Vec<_> = verdict.against.iter().flatten().collect();
    let beaten = others.iter().filter(|other| other.is_significant() && other.a12 > 0.5).count();
    spans.push(plain(match (beaten, others.len()) {
        (_, 0) => ".".to_owned(),
        (0, _) => format!("; not significantly better than any of the {} others.", others.len()),
        (some, all) => format!("; significantly better than {some} of {all} others."),
    }));
    spans
}

/// `key = level and key = level`.
pub(super) fn levels(stage: &Stage<'_>, point: &Point<'_>) -> Vec<Span> {
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

/// `23 to 88 % with 95 % confidence`.
fn rate(solved: Solved) -> String {
    format!("{} with 95 % confidence", interval(solved))
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
    }
}
