//! Expected evaluations, rates and means: the outcomes other than wins.

use evocube_stats::{Counts, Draws, ExpectedEvaluations, Interval, LevelFamily, LevelMeans, rate_difference};

use crate::laws::{normal, quantile_of_normal};
use crate::{Tally, pages_or, percent, run, seed};

/// A level by its rate and the mean of its times, on the scale of a budget of 1.
#[derive(Clone, Copy, Debug)]
struct Level {
    rate: f64,
    mean: f64,
    is_lognormal: bool,
}

impl Level {
    /// The mean of the times up to the budget.
    fn cut_mean(self) -> f64 {
        let quantile = |part: i32| self.time((f64::from(part) + 0.5) / 20_000.0);
        (0..20_000).map(quantile).sum::<f64>() / 20_000.0
    }

    fn time(self, share: f64) -> f64 {
        let time = if self.is_lognormal {
            self.mean * (quantile_of_normal(share) - 0.5).exp()
        } else {
            -self.mean * (1.0 - share).ln()
        };
        time.min(1.0)
    }

    fn expected(self) -> f64 {
        self.cut_mean() + (1.0 - self.rate) / self.rate
    }

    fn draw(self, count: usize, draws: &mut Draws) -> (Vec<f64>, usize) {
        let mut missed = 0;
        let mut reached = vec![];
        for _ in 0..count {
            let time = self.time(draws.uniform());
            if draws.uniform() < self.rate { reached.push(time) } else { missed += 1 }
        }
        (reached, missed)
    }
}

#[test]
#[ignore = "some 60 kinds of 1,000 pages: a minute"]
fn expected_evaluations_and_rates_of_several_levels_keep_their_level() {
    let (mut times, mut ratios, mut rates) = (Tally::default(), Tally::default(), Tally::default());
    let level = |rate: f64, mean: f64, is_lognormal: bool| Level { rate, mean, is_lognormal };
    for levels in [2, 3, 5] {
        for (name, law) in [
            ("all reach", level(1.0, 0.05, true)),
            ("95 %", level(0.95, 0.08, false)),
            ("99 %, lognormal", level(0.99, 0.02, true)),
            ("60 %", level(0.6, 0.2, false)),
            ("10 %", level(0.1, 0.2, false)),
        ] {
            // With the same expected evaluations, half of the levels reach always, and later.
            let equal = Level { rate: 1.0, mean: law.expected().min(0.9), is_lognormal: true };
            for mixed in [false, true] {
                if mixed && (law.rate > 0.999 || law.expected() > 0.3) {
                    continue;
                }
                for trials in [5, 10, 20, 50, 150] {
                    let laws: Vec<Level> =
                        (0..levels).map(|number| if mixed && number % 2 == 1 { equal } else { law }).collect();
                    let kind =
                        format!("{levels} levels × {trials}: {name}{}", if mixed { ", and later ones" } else { "" });
                    let truth: Vec<f64> = laws.iter().map(|law| law.expected()).collect();
                    let pages = pages_or(1_000);
                    let tail = LevelFamily { levels, families: 1 }.tail();
                    let verdicts = run(pages, |page| {
                        let mut draws = Draws::new(seed(&kind, page));
                        let drawn: Vec<(Vec<f64>, usize)> =
                            laws.iter().map(|law| law.draw(trials, &mut draws)).collect();
                        let expected: Vec<ExpectedEvaluations> = drawn
                            .iter()
                            .map(|(reached, missed)| ExpectedEvaluations::new(reached, *missed, 1.0, tail).unwrap())
                            .collect();
                        let misses = |interval: Interval, truth: f64| {
                            truth < interval.low * (1.0 - 1e-9) || truth > interval.high * (1.0 + 1e-9)
                        };
                        let time_misses = expected
                            .iter()
                            .zip(&truth)
                            .filter(|(expected, truth)| misses(expected.interval, **truth))
                            .count();
                        let (mut ratio_misses, mut rate_misses) = (false, false);
                        for first in 0..levels {
                            for second in first + 1..levels {
                                if let Some((_, interval)) = expected[first].ratio(&expected[second]) {
                                    ratio_misses |= misses(interval, truth[first] / truth[second]);
                                }
                                let counts = |level: usize| Counts {
                                    solved: drawn[level].0.len() as u64,
                                    trials: trials as u64,
                                };
                                let (_, interval) =
                                    rate_difference(&[(counts(first), counts(second))], 1.0 - tail).unwrap();
                                let difference = laws[first].rate - laws[second].rate;
                                rate_misses |= difference < interval.low - 1e-9 || difference > interval.high + 1e-9;
                            }
                        }
                        (time_misses, ratio_misses, rate_misses)
                    });
                    // Claims are those of ratios and rates; the time of each level has an interval of its own.
                    let all_times: usize = verdicts.iter().map(|verdict| verdict.0).sum();
                    let count = |place: usize| verdicts.iter().filter(|verdict| [verdict.1, verdict.2][place]).count();
                    println!(
                        "{kind:45} | times miss {} | ratios miss {} | rates miss {}",
                        percent(all_times, pages * levels),
                        percent(count(0), pages),
                        percent(count(1), pages)
                    );
                    times.add(kind.clone(), all_times, pages * levels);
                    ratios.add(kind.clone(), count(0), pages);
                    rates.add(kind, count(1), pages);
                }
            }
        }
    }
    times.check("expected evaluations", 0.07);
    ratios.check("ratios of expected evaluations", 0.07);
    rates.check("differences of rates", 0.07);
}

/// A law of values by its name, with its mean.
type ValueLaw = (&'static str, f64, fn(&mut Draws) -> f64);

const VALUES: &[ValueLaw] = &[
    ("normal", 0.0, normal),
    ("exponential", 1.0, |draws| -draws.uniform().ln()),
    ("lognormal", 1.648_721_27, |draws| normal(draws).exp()),
    ("stuck, 2 %", 36.0, |draws| stuck(0.02, 330.0, draws)),
    ("stuck, 5 %", 45.0, |draws| stuck(0.05, 330.0, draws)),
    ("stuck, 10 %", 60.0, |draws| stuck(0.1, 330.0, draws)),
    ("stuck, 10 % at five times", 42.0, |draws| stuck(0.1, 150.0, draws)),
    ("stuck, 30 %", 120.0, |draws| stuck(0.3, 330.0, draws)),
    ("lucky, 3 %", 29.1, |draws| stuck(0.03, 0.0, draws)),
    ("few values", 1.2, |draws| (0..3).map(|_| f64::from(u8::from(draws.uniform() < 0.4))).sum()),
];

fn stuck(rate: f64, value: f64, draws: &mut Draws) -> f64 {
    5.0 * normal(draws) + if draws.uniform() < rate { value } else { 30.0 }
}

#[test]
#[ignore = "some 120 kinds of 500 pages: a minute"]
fn printed_intervals_of_means_cover() {
    let (mut rare, mut others, mut claims) = (Tally::default(), Tally::default(), Tally::default());
    for levels in [2, 5] {
        for (instances, trials) in [(1, 10), (1, 25), (12, 2), (5, 10), (31, 1), (1, 100)] {
            for (name, mean, law) in VALUES {
                let kind = format!("{levels} levels, {instances} × {trials}: {name}");
                let pages = pages_or(500);
                let tail = LevelFamily { levels, families: 1 }.tail();
                let verdicts = run(pages, |page| {
                    let mut draws = Draws::new(seed(&kind, page));
                    let mut level = || (0..instances).map(|_| (0..trials).map(|_| law(&mut draws)).collect()).collect();
                    let means = LevelMeans::new((0..levels).map(|_| level()).collect());
                    let misses = |interval: Option<Interval>, truth: f64| {
                        interval.is_some_and(|interval| truth < interval.low || truth > interval.high)
                    };
                    let missed = (0..levels).filter(|level| misses(means.interval(*level, 0.05), *mean)).count();
                    let is_false = (0..levels).any(|first| {
                        (first + 1..levels).any(|second| {
                            misses(means.difference(first, second, tail).map(|difference| difference.1), 0.0)
                        })
                    });
                    (missed, is_false, means.has_intervals())
                });
                let missed: usize = verdicts.iter().map(|verdict| verdict.0).sum();
                let falses = verdicts.iter().filter(|verdict| verdict.1).count();
                let printed = verdicts.iter().filter(|verdict| verdict.2).count();
                println!(
                    "{kind:50} | printed {} | miss {} of all, {} of printed | false {}",
                    percent(printed, pages),
                    percent(missed, pages * levels),
                    percent(missed, printed * levels),
                    percent(falses, pages)
                );
                // A part of which fewer than three are expected among all trials may not be seen.
                let rate = [("stuck, 2 %", 0.02), ("stuck, 5 %", 0.05)]
                    .iter()
                    .find(|law| law.0 == *name)
                    .map_or(1.0, |law| law.1);
                let is_unseen = rate * ((levels * instances * trials) as f64) < 3.0;
                let tally = if is_unseen { &mut rare } else { &mut others };
                tally.add(kind.clone(), missed, pages * levels);
                claims.add(kind, falses, pages);
            }
        }
    }
    for (kind, missed, all) in &rare.kinds {
        println!("not to be seen: {kind}: {} of all intervals", percent(*missed, *all));
    }
    others.check("printed intervals of means", 0.07);
    claims.check("differences of means", 0.05);
}
