//! The power of wins beside that of rank tests, at a nominal level of 5 % each.

use evocube_stats::{Draws, Standing, WinFamily, holm, rank_sum};

use crate::laws::Law;
use crate::{Page, pages_or, percent, run, seed};

/// A number in the order of results: evaluations of trials that reached their target, then penalties.
fn rank_value(standing: &Standing) -> f64 {
    // A budget of 1 is below every penalty.
    let is_reached = standing.wins_against(Standing::missed(0.0, 0)) > 0.75;
    if is_reached { standing.value() } else { 1e6 + standing.value() }
}

/// The p-value of van Elteren's test of two levels, or of Mann and Whitney's.
fn rank_p(page: &Page, (first, second): (usize, usize)) -> f64 {
    let values = |level: usize| -> Vec<Vec<f64>> {
        page.0[0].iter().map(|levels| levels[level].iter().map(rank_value).collect()).collect()
    };
    let (first, second) = (values(first), values(second));
    let strata: Vec<(&[f64], &[f64])> = first.iter().zip(&second).map(|(a, b)| (&a[..], &b[..])).collect();
    rank_sum(&strata).map_or(1.0, |test| test.p)
}

#[test]
#[ignore = "some 80 kinds of 500 pages: minutes"]
fn power_is_that_of_rank_tests() {
    let laws: &[(&str, Law, Law)] = &[
        ("normal, 1 sd", Law::Normal(0.0, 1.0), Law::Normal(1.0, 1.0)),
        ("normal, 0.7 sd", Law::Normal(0.0, 1.0), Law::Normal(0.7, 1.0)),
        ("spreads 1 and 3", Law::Normal(-1.5, 1.0), Law::Normal(0.0, 3.0)),
        ("skewed", Law::Skewed(1.0), Law::Skewed(2.5)),
        ("few values", Law::Ties(0.4), Law::Ties(0.6)),
        ("times, 90 % and 65 %", Law::Times(0.43, 0.0), Law::Times(0.95, 0.0)),
        ("times, 30 % and 10 %", Law::Times(2.8, 0.0), Law::Times(9.5, 0.0)),
        ("fast or stuck, 90 % and 60 %", Law::FastOrStuck(0.9), Law::FastOrStuck(0.6)),
        ("stuck, 10 % and 40 %", Law::Stuck(0.1), Law::Stuck(0.4)),
    ];
    let mut totals = (0.0, 0.0, 0.0);
    for size in [(1, 5), (1, 10), (1, 20), (3, 3), (3, 10), (5, 5), (10, 2), (1, 50)] {
        for (name, better, worse) in laws {
            let kind = format!("2 levels, {} × {}: {name}", size.0, size.1);
            let pages = pages_or(500);
            let shown = run(pages, |page| {
                let page = Page::draw(&[*better, *worse], size, 0.0, &mut Draws::new(seed(&kind, page)));
                (WinFamily::new(2, &page.groups(), 1, 1).matters(), rank_p(&page, (0, 1)) <= 0.05)
            });
            let (ours, ranks) =
                (shown.iter().filter(|shown| shown.0).count(), shown.iter().filter(|shown| shown.1).count());
            let loss = 100.0 * (ranks as f64 - ours as f64) / pages as f64;
            let mark = if loss > 5.0 { " more than 5 points less" } else { "" };
            println!("{kind:50} | wins {} | rank test {}{mark}", percent(ours, pages), percent(ranks, pages));
            totals = (totals.0 + 1.0, totals.1 + ours as f64 / pages as f64, totals.2 + ranks as f64 / pages as f64);
        }
    }
    let [ours, ranks] = [totals.1, totals.2].map(|sum| 100.0 * sum / totals.0);
    println!("mean power {ours:.1} %, of rank tests {ranks:.1} %");
    assert!(ours >= ranks - 2.0, "{ours} {ranks}");
    families_beside_holm();
}

/// Families beside Holm's correction of rank tests of all pairs.
fn families_beside_holm() {
    for (levels, size) in [(3, (1, 10)), (5, (1, 10)), (5, (3, 10)), (9, (3, 10))] {
        for (name, laws) in crate::families::kinds(levels) {
            if name.starts_with("equal") {
                continue;
            }
            let kind = format!("{levels} levels, {} × {}: {name}", size.0, size.1);
            let pages = pages_or(500) / 5 + 1;
            let pairs: Vec<(usize, usize)> =
                (0..levels).flat_map(|first| (first + 1..levels).map(move |second| (first, second))).collect();
            let shown = run(pages, |page| {
                let page = Page::draw(&laws, size, 0.0, &mut Draws::new(seed(&kind, page)));
                let family = WinFamily::new(levels, &page.groups(), 1, 1);
                let claimed =
                    pairs.iter().filter(|(a, b)| family.pair(*a, *b).is_some_and(|share| share.is_claimed)).count();
                let p: Vec<f64> = pairs.iter().map(|pair| rank_p(&page, *pair)).collect();
                let found = holm(&p).into_iter().filter(|p| *p <= 0.05).count();
                (family.matters(), claimed, found > 0, found)
            });
            let all = pages * pairs.len();
            println!(
                "{kind:50} | any {} pairs {} | Holm: any {} pairs {}",
                percent(shown.iter().filter(|shown| shown.0).count(), pages),
                percent(shown.iter().map(|shown| shown.1).sum(), all),
                percent(shown.iter().filter(|shown| shown.2).count(), pages),
                percent(shown.iter().map(|shown| shown.3).sum(), all)
            );
        }
    }
}
