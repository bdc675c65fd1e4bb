//! Directions: each answer, and the interval of the share of pairs that the larger level wins.

use evocube_stats::{Direction, DirectionVerdict, Draws, WinFamily};

use crate::laws::{Law, share};
use crate::{Page, Tally, pages_or, percent, run, seed};

/// The laws of levels in ascending order, of which lower penalties are better.
fn kinds(levels: usize) -> Vec<(&'static str, Vec<Law>)> {
    let last = (levels - 1) as f64;
    let middle = last / 2.0;
    let normal = |mean: &dyn Fn(f64) -> f64| (0..levels).map(|level| Law::Normal(mean(level as f64), 1.0)).collect();
    vec![
        ("equal", normal(&|_| 0.0)),
        ("equal, spreads 1 to 5", (0..levels).map(|level| Law::Normal(0.0, 1.0 + 4.0 * level as f64 / last)).collect()),
        ("line", normal(&|level| -1.5 * level / last)),
        ("line of times", (0..levels).map(|level| Law::Times(1.2 - 0.8 * level as f64 / last, 0.0)).collect()),
        ("plateau from the middle", normal(&|level| -1.5 * (level / middle).min(1.0))),
        ("plateau to the middle", normal(&|level| -1.5 * (level / middle - 1.0).max(0.0))),
        ("hump, middle best", normal(&|level| -1.5 * (1.0 - (level - middle).abs() / middle))),
        (
            "hump, falls at the end",
            normal(&|level| if level < last { -1.5 * (level / middle).min(1.0) } else { -0.75 }),
        ),
        ("middle worst", normal(&|level| -1.5 * (level - middle).abs() / middle)),
        ("jump at the last", normal(&|level| if level < last { 0.0 } else { -1.2 })),
        ("line down", normal(&|level| 1.5 * level / last)),
        ("down, but the second best", normal(&|level| if level == 1.0 { -0.5 } else { 1.5 * level / last })),
        (
            "steep line, spreads",
            (0..levels).map(|level| Law::Normal(-4.0 * level as f64 / last, 1.0 + level as f64)).collect(),
        ),
    ]
}

/// Returns whether an answer is false, given the shares of pairs that laws win.
fn is_false(verdict: DirectionVerdict, truth: &[Vec<f64>], trend: f64) -> bool {
    let levels = truth.len();
    let is_better = |level: usize, other: usize| truth[level][other] > 0.5 + 1e-3;
    let any = |is_counted: &dyn Fn(usize, usize) -> bool| {
        (0..levels).any(|smaller| (smaller + 1..levels).any(|larger| is_counted(smaller, larger)))
    };
    match verdict {
        DirectionVerdict::Opposite => trend >= 0.5 - 1e-3 || any(&|smaller, larger| is_better(larger, smaller)),
        DirectionVerdict::NotThroughout { worse, than, .. } => !is_better(than, worse),
        DirectionVerdict::Yes => any(&|smaller, larger| !is_better(larger, smaller)),
        DirectionVerdict::UpTo { level } => !is_better(level, 0),
        DirectionVerdict::OnTheWhole { .. } => trend <= 0.5 + 1e-3,
        DirectionVerdict::NotShown => false,
    }
}

#[test]
#[ignore = "some 130 kinds of 500 pages: minutes"]
fn directions_are_true() {
    let (mut answers, mut yes, mut opposite, mut intervals) =
        (Tally::default(), Tally::default(), Tally::default(), Tally::default());
    println!("{:60} | false | Yes | UpTo | whole | NotThroughout | Opposite | none | J claimed | J misses", "kind");
    for (levels, size, weight) in [
        (2, (1, 10), 1.0),
        (3, (1, 10), 1.0),
        (5, (1, 10), 1.0),
        (7, (1, 10), 0.4),
        (5, (5, 3), 0.6),
        (5, (10, 1), 1.0),
        (4, (31, 1), 1.0),
        (5, (1, 25), 1.0),
        (5, (3, 100), 0.4),
    ] {
        for (name, laws) in kinds(levels) {
            let kind = format!("{levels} levels, {} × {}: {name}", size.0, size.1);
            let truth: Vec<Vec<f64>> =
                laws.iter().map(|law| laws.iter().map(|other| share(*law, *other)).collect()).collect();
            let pairs = (levels * (levels - 1) / 2) as f64;
            let trend: f64 = (0..levels)
                .flat_map(|larger| (0..larger).map(move |smaller| (larger, smaller)))
                .map(|(larger, smaller)| truth[larger][smaller])
                .sum::<f64>()
                / pairs;
            let pages = (pages_or(500) as f64 * weight).ceil() as usize;
            let directions = run(pages, |page| {
                let page_seed = seed(&kind, page);
                let page = Page::draw(&laws, size, 0.0, &mut Draws::new(page_seed));
                Direction::new(&WinFamily::new(levels, &page.groups(), 1, 1), true, 1).unwrap()
            });
            let count = |is_counted: &dyn Fn(&Direction) -> bool| {
                directions.iter().filter(|direction| is_counted(direction)).count()
            };
            let falses = |is_counted: &dyn Fn(DirectionVerdict) -> bool| {
                count(&|direction| is_counted(direction.verdict) && is_false(direction.verdict, &truth, trend))
            };
            let is_yes = |verdict: DirectionVerdict| verdict == DirectionVerdict::Yes;
            let is_opposite = |verdict: DirectionVerdict| verdict == DirectionVerdict::Opposite;
            let misses = count(&|direction| {
                trend < direction.share.interval.low - 1e-9 || trend > direction.share.interval.high + 1e-9
            });
            println!(
                "{kind:60} | {} | {} | {} | {} | {} | {} | {} | {} | {}",
                percent(falses(&|_| true), pages),
                percent(count(&|direction| is_yes(direction.verdict)), pages),
                percent(count(&|direction| matches!(direction.verdict, DirectionVerdict::UpTo { .. })), pages),
                percent(count(&|direction| matches!(direction.verdict, DirectionVerdict::OnTheWhole { .. })), pages),
                percent(count(&|direction| matches!(direction.verdict, DirectionVerdict::NotThroughout { .. })), pages),
                percent(count(&|direction| is_opposite(direction.verdict)), pages),
                percent(count(&|direction| direction.verdict == DirectionVerdict::NotShown), pages),
                percent(count(&|direction| direction.share.is_claimed), pages),
                percent(misses, pages),
            );
            answers.add(kind.clone(), falses(&|_| true), pages);
            yes.add(kind.clone(), falses(&is_yes), pages);
            opposite.add(kind.clone(), falses(&is_opposite), pages);
            intervals.add(kind, misses, pages);
        }
    }
    yes.check("false Yes", 0.05);
    opposite.check("false No", 0.05);
    intervals.check("intervals of the direction", 0.07);
    answers.check("answers", 0.05);
}
