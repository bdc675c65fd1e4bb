//! Directions: each answer, and the interval of the share of pairs that the larger level wins.

use evocube_stats::{Direction, DirectionVerdict, Draws, WinFamily};

use crate::laws::{Law, share};
use crate::{Page, Tally, is_chosen, pages_or, percent, run, seed};

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

/// Returns whether an answer, or a claim of its family, is false, given the shares of pairs that laws win.
fn is_false(family: &WinFamily, verdict: DirectionVerdict, truth: &[Vec<f64>], trend: f64) -> bool {
    let levels = truth.len();
    let is_better = |level: usize, other: usize| truth[level][other] > 0.5 + 1e-3;
    let pairs = |lowest: usize| {
        (lowest..levels).flat_map(move |smaller| (smaller + 1..levels).map(move |larger| (smaller, larger)))
    };
    // No level is worse than one before it, and the further half has a trend.
    let is_throughout = |is_better: &dyn Fn(usize, usize) -> bool, half: &dyn Fn(usize, usize) -> bool| {
        !pairs(0).any(|(smaller, larger)| is_better(smaller, larger))
            && pairs(0).any(|(smaller, larger)| half(smaller, larger) && is_better(larger, smaller))
    };
    let upper = levels - (levels / 2 + 1);
    let is_family_false = pairs(0).any(|(smaller, larger)| {
        family.pair(smaller, larger).is_some_and(|share| {
            share.is_claimed
                && if share.share > 0.5 { !is_better(smaller, larger) } else { !is_better(larger, smaller) }
        })
    });
    is_family_false
        || match verdict {
            DirectionVerdict::Yes => !is_throughout(&is_better, &|smaller, _| smaller >= upper || levels == 2),
            DirectionVerdict::Opposite => {
                !is_throughout(&|a, b| is_better(b, a), &|_, larger| larger <= levels / 2 || levels == 2)
            }
            DirectionVerdict::NotThroughout { worse, than, .. } => !is_better(than, worse),
            DirectionVerdict::UpTo { level } => !is_better(level, 0) || trend <= 0.5 + 1e-3,
            DirectionVerdict::OnTheWhole { .. } => trend <= 0.5 + 1e-3,
            DirectionVerdict::OppositeOnTheWhole { .. } => trend >= 0.5 - 1e-3,
            DirectionVerdict::NotShown => false,
        }
}

#[test]
#[ignore = "some 130 kinds of 500 pages: minutes"]
fn directions_are_true() {
    let (mut answers, mut yes, mut opposite, mut intervals) =
        (Tally::default(), Tally::default(), Tally::default(), Tally::default());
    println!(
        "{:50} | false | Yes | up to | on the whole | not throughout | opposite | opposite on the whole | none | J claimed | J misses",
        "kind"
    );
    for (levels, size, divisor) in [
        (2, (1, 10), 1),
        (3, (1, 10), 1),
        (5, (1, 10), 1),
        (7, (1, 10), 2),
        (5, (5, 3), 2),
        (5, (10, 1), 1),
        (4, (31, 1), 1),
        (5, (1, 25), 1),
        (5, (3, 100), 2),
    ] {
        for (name, laws) in kinds(levels) {
            let kind = format!("{levels} levels, {} × {}: {name}", size.0, size.1);
            if !is_chosen(&kind) {
                continue;
            }
            let truth: Vec<Vec<f64>> =
                laws.iter().map(|law| laws.iter().map(|other| share(*law, *other)).collect()).collect();
            let pairs = (levels * (levels - 1) / 2) as f64;
            let trend: f64 = (0..levels)
                .flat_map(|larger| (0..larger).map(move |smaller| (larger, smaller)))
                .map(|(larger, smaller)| truth[larger][smaller])
                .sum::<f64>()
                / pairs;
            let pages: usize = pages_or(500).div_ceil(divisor);
            let directions = run(pages, |page| {
                let page_seed = seed(&kind, page);
                let page = Page::draw(&laws, size, 0.0, &mut Draws::new(page_seed));
                let (family, direction) = WinFamily::new(levels, &page.groups(), 1, 1).directed(true, 1);
                let direction = direction.unwrap();
                (is_false(&family, direction.verdict, &truth, trend), direction)
            });
            let count = |is_counted: &dyn Fn(&Direction) -> bool| {
                directions.iter().filter(|(_, direction)| is_counted(direction)).count()
            };
            let is = |verdict: DirectionVerdict| count(&|direction| direction.verdict == verdict);
            let falses = |is_counted: &dyn Fn(DirectionVerdict) -> bool| {
                directions.iter().filter(|(is_false, direction)| *is_false && is_counted(direction.verdict)).count()
            };
            let is_yes = |verdict: DirectionVerdict| verdict == DirectionVerdict::Yes;
            let is_opposite = |verdict: DirectionVerdict| verdict == DirectionVerdict::Opposite;
            let misses = count(&|direction| {
                trend < direction.share.interval.low - 1e-9 || trend > direction.share.interval.high + 1e-9
            });
            let columns = [
                falses(&|_| true),
                is(DirectionVerdict::Yes),
                count(&|direction| matches!(direction.verdict, DirectionVerdict::UpTo { .. })),
                count(&|direction| matches!(direction.verdict, DirectionVerdict::OnTheWhole { .. })),
                count(&|direction| matches!(direction.verdict, DirectionVerdict::NotThroughout { .. })),
                is(DirectionVerdict::Opposite),
                count(&|direction| matches!(direction.verdict, DirectionVerdict::OppositeOnTheWhole { .. })),
                is(DirectionVerdict::NotShown),
                count(&|direction| direction.share.is_claimed),
                misses,
            ];
            println!("{kind:50} | {}", columns.map(|count| percent(count, pages)).join(" | "));
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
