//! Several factors, dependence between them, instances like these, and plans.

use evocube_stats::{Draws, TrialGroup, WinDesign, WinFamily};

use crate::laws::{Law, normal, share};
use crate::{Page, Tally, is_chosen, pages_or, percent, run, seed};

/// The laws of a factor of two levels in three slices of another one, without interaction but where it says so.
fn slices() -> Vec<(&'static str, bool, Vec<Vec<Law>>)> {
    let cells = |law: &dyn Fn(f64, f64) -> Law| -> Vec<Vec<Law>> {
        [0.0, 1.0, 2.0].iter().map(|slice| [0.0, 1.0].iter().map(|level| law(*level, *slice)).collect()).collect()
    };
    vec![
        ("equal", false, cells(&|_, _| Law::Normal(0.0, 1.0))),
        ("few values", false, cells(&|_, _| Law::Ties(0.4))),
        ("level 1 sd", false, cells(&|level, _| Law::Normal(level, 1.0))),
        ("level 2 sd, slice 2 sd", false, cells(&|level, slice| Law::Normal(2.0 * level + 2.0 * slice, 1.0))),
        ("slice changes the spread", false, cells(&|_, slice| Law::Normal(0.0, 1.0 + 2.0 * slice))),
        ("slice from ceiling to floor", false, cells(&|_, slice| Law::Times(0.05 * 20.0_f64.powf(slice), 0.0))),
        ("true: reverses", true, cells(&|level, slice| Law::Normal(level * (1.0 - slice), 1.0))),
        (
            "true: in one slice",
            true,
            cells(&|level, slice| Law::Normal(if slice == 0.0 { 1.5 * level } else { 0.0 }, 1.0)),
        ),
    ]
}

#[test]
#[ignore = "some 60 kinds of 1,000 pages: minutes"]
fn dependence_is_shown_where_it_is() {
    let (mut shown, mut reversals, mut intervals) = (Tally::default(), Tally::default(), Tally::default());
    for (instances, trials) in [(1, 5), (1, 10), (3, 2), (3, 5), (1, 31), (10, 3), (12, 1)] {
        for (name, is_there, laws) in slices() {
            let kind = format!("{instances} × {trials}: {name}");
            if !is_chosen(&kind) {
                continue;
            }
            let truth: Vec<f64> = laws.iter().map(|laws| share(laws[0], laws[1])).collect();
            let pages = pages_or(1_000);
            let verdicts = run(pages, |page| {
                let page_seed = seed(&kind, page);
                let page = Page::of_slices(&laws, (instances, trials), 0.0, &mut Draws::new(page_seed));
                let family = WinFamily::new(2, &page.groups(), 1, 1);
                let dependence = family.dependence(3, |slice| slice, 1, 1).unwrap();
                let misses = dependence.differences.iter().any(|difference| {
                    let truth = truth[difference.slices.0] - truth[difference.slices.1];
                    truth < difference.interval.low - 1e-9 || truth > difference.interval.high + 1e-9
                });
                let is_false = dependence.reversals().iter().any(|difference| {
                    let [a, b] = [truth[difference.slices.0], truth[difference.slices.1]];
                    (a - 0.5) * (b - 0.5) >= 0.0
                });
                [dependence.is_shown(), !dependence.reversals().is_empty(), is_false, misses]
            });
            let count = |place: usize| verdicts.iter().filter(|verdict| verdict[place]).count();
            let (is_shown, misses) = (count(0), count(3));
            println!(
                "{kind:40} | depends {} | reverses {} | false {} | misses {}",
                percent(is_shown, pages),
                percent(count(1), pages),
                percent(count(2), pages),
                percent(misses, pages)
            );
            if !is_there {
                shown.add(kind.clone(), is_shown, pages);
            }
            reversals.add(kind.clone(), count(2), pages);
            intervals.add(kind, misses, pages);
        }
    }
    shown.check("dependence", 0.05);
    reversals.check("reversals", 0.05);
    intervals.check("intervals of differences", 0.07);
}

#[test]
#[ignore = "some 40 kinds of 500 pages: minutes"]
fn factors_and_their_interactions_share_the_level() {
    let mut claims = Tally::default();
    for (instances, trials) in [(1, 2), (1, 5), (3, 5), (6, 1)] {
        for (name, law) in [
            ("normal", Law::Normal(0.0, 1.0)),
            ("skewed", Law::Skewed(1.0)),
            ("stuck", Law::Stuck(0.1)),
            ("few values", Law::Ties(0.4)),
            ("fast or stuck", Law::FastOrStuck(0.8)),
            ("spreads", Law::Normal(0.0, 5.0)),
        ] {
            let kind = format!("2 × 2 × 3 levels, {instances} × {trials}: {name}");
            if !is_chosen(&kind) {
                continue;
            }
            let pages = pages_or(500);
            let falses = run(pages, |page| {
                let page_seed = seed(&kind, page);
                // The cells of three factors; with spreads, one level of the first varies less.
                let laws: Vec<Law> = (0..12)
                    .map(|cell| if name == "spreads" && cell % 2 == 0 { Law::Normal(0.0, 1.0) } else { law })
                    .collect();
                let page = Page::draw(&laws, (instances, trials), 0.0, &mut Draws::new(page_seed));
                let sizes = [2, 2, 3];
                let level = |cell: usize, factor: usize| cell / [1, 2, 4][factor] % sizes[factor];
                let mut is_false = false;
                for factor in 0..3 {
                    let regroup = |group: TrialGroup<'_>| {
                        let cell = group.level;
                        let slice = cell - level(cell, factor) * [1, 2, 4][factor];
                        (level(cell, factor), slice)
                    };
                    let all = page.groups();
                    let groups: Vec<TrialGroup<'_>> = all
                        .iter()
                        .map(|group| {
                            let (level, slice) = regroup(*group);
                            TrialGroup { level, slice, ..*group }
                        })
                        .collect();
                    let family = WinFamily::new(sizes[factor], &groups, 6, 1);
                    is_false |= family.matters();
                    for other in factor + 1..3 {
                        let dependence = family.dependence(sizes[other], |slice| level(slice, other), 6, 1).unwrap();
                        is_false |= dependence.is_shown();
                    }
                }
                is_false
            });
            let count = falses.iter().filter(|is_false| **is_false).count();
            println!("{kind:50} | false {}", percent(count, pages));
            claims.add(kind, count, pages);
        }
    }
    claims.check("several factors", 0.05);
}

#[test]
#[ignore = "some 20 kinds of 1,000 pages: a minute"]
fn claims_for_instances_like_these_allow_for_their_differences() {
    let (mut these, mut like_these) = (Tally::default(), Tally::default());
    for (instances, trials) in [(2, 10), (3, 5), (5, 10), (10, 3), (12, 1), (31, 3)] {
        for deviation in [0.0, 0.5, 1.5] {
            let kind = format!("{instances} × {trials}, advantages {deviation}");
            let pages = pages_or(1_000);
            let verdicts = run(pages, |page| {
                let mut draws = Draws::new(seed(&kind, page));
                let advantages: Vec<f64> = (0..instances).map(|_| deviation * normal(&mut draws)).collect();
                let blocks: Vec<Page> = advantages
                    .iter()
                    .map(|advantage| {
                        Page::draw(&[Law::Normal(0.0, 1.0), Law::Normal(*advantage, 1.0)], (1, trials), 0.0, &mut draws)
                    })
                    .collect();
                let groups: Vec<TrialGroup<'_>> = blocks
                    .iter()
                    .enumerate()
                    .flat_map(|(instance, page)| {
                        page.groups().into_iter().map(move |group| TrialGroup { instance, ..group })
                    })
                    .collect();
                let family = WinFamily::new(2, &groups, 1, 1);
                let truth = advantages
                    .iter()
                    .map(|advantage| share(Law::Normal(0.0, 1.0), Law::Normal(*advantage, 1.0)))
                    .sum::<f64>()
                    / instances as f64;
                let misses = |share: evocube_stats::WinShare, truth: f64| {
                    truth < share.interval.low - 1e-9 || truth > share.interval.high + 1e-9
                };
                let wins = family.pair(0, 1).unwrap();
                let others = family.pair_for_instances(&family.instance_shares(), 0, 1).unwrap();
                // Advantages are as likely as disadvantages: instances like these have a share of ½.
                (misses(wins, truth), misses(others, 0.5), wins.is_claimed)
            });
            let count =
                |place: usize| verdicts.iter().filter(|verdict| [verdict.0, verdict.1, verdict.2][place]).count();
            println!(
                "{kind:30} | these miss {} | like these miss {} | claimed {}",
                percent(count(0), pages),
                percent(count(1), pages),
                percent(count(2), pages)
            );
            these.add(kind.clone(), count(0), pages);
            like_these.add(kind, count(1), pages);
        }
    }
    these.check("these instances", 0.07);
    like_these.check("instances like these", 0.05);
}

#[test]
#[ignore = "four designs of 1,000 pages: seconds"]
fn plans_have_the_promised_power() {
    for design in [
        WinDesign { levels: 2, blocks: 3, trials: 2, families: 1 },
        WinDesign { levels: 2, blocks: 31, trials: 1, families: 1 },
        WinDesign { levels: 3, blocks: 5, trials: 5, families: 1 },
        WinDesign { levels: 5, blocks: 2, trials: 2, families: 3 },
        WinDesign { levels: 5, blocks: 3, trials: 100, families: 3 },
        WinDesign { levels: 2, blocks: 12, trials: 2, families: 1 },
        WinDesign { levels: 2, blocks: 2, trials: 5, families: 1 },
    ] {
        let Some(detectable) = design.detectable_share() else {
            println!("{design:?}: too few trials");
            continue;
        };
        let shift = std::f64::consts::SQRT_2 * inverse_normal(detectable);
        let mut laws = vec![Law::Normal(0.0, 1.0); design.levels];
        laws[0] = Law::Normal(-shift, 1.0);
        let pages = pages_or(1_000);
        let kind = format!("{design:?}");
        let found = run(pages, |page| {
            let page = Page::draw(&laws, (design.blocks, design.trials), 0.0, &mut Draws::new(seed(&kind, page)));
            WinFamily::new(design.levels, &page.groups(), design.families, 1).pair(0, 1).unwrap().is_better()
        });
        let power = found.iter().filter(|found| **found).count() as f64 / pages as f64;
        println!(
            "{kind}: {detectable:.3} is found in {:.1} %, too large by {:.2} at 0.6",
            100.0 * power,
            design.exaggeration(0.6).unwrap_or(f64::NAN)
        );
        assert!(power > 0.75 && power < 0.86, "{kind}: {power}");
    }
}

fn inverse_normal(probability: f64) -> f64 {
    let (mut low, mut high) = (-9.0, 9.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        // Level 0 wins against itself moved by this number with the probability of half the distance.
        if share_of_shift(middle) < probability { low = middle } else { high = middle }
    }
    low
}

/// The standard normal distribution function, by Simpson's rule.
fn share_of_shift(z: f64) -> f64 {
    let density = |x: f64| (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt();
    let step = z / 400.0;
    let inner: f64 = (0..200)
        .map(|part| {
            let x = 2.0 * f64::from(part) * step;
            density(x) + 4.0 * density(x + step) + density(x + 2.0 * step)
        })
        .sum();
    0.5 + inner * step / 3.0
}
