//! Families: claims, bounds, exclusions from the best set, and intervals, of one factor and of several.

use evocube_stats::{Draws, WinFamily};

use crate::laws::{Law, share};
use crate::{Page, Tally, is_chosen, pages_or, percent, run, seed};

/// The levels of a factor with their laws, and their name.
pub(crate) fn kinds(levels: usize) -> Vec<(&'static str, Vec<Law>)> {
    let spread =
        |low: f64, high: f64| move |level: usize| low + (high - low) * level as f64 / (levels.max(2) - 1) as f64;
    let equal = |law: Law| vec![law; levels];
    let each = |law: &dyn Fn(usize) -> Law| (0..levels).map(law).collect::<Vec<_>>();
    let first = |first: Law, others: Law| each(&|level| if level == 0 { first } else { others });
    vec![
        ("equal: normal", equal(Law::Normal(0.0, 1.0))),
        ("equal: skewed", equal(Law::Skewed(1.0))),
        ("equal: stuck", equal(Law::Stuck(0.1))),
        ("equal: few values", equal(Law::Ties(0.4))),
        ("equal: times, 30 % reach", equal(Law::Times(2.8, 0.0))),
        ("equal: times, 90 % reach", equal(Law::Times(0.43, 0.0))),
        ("equal: fast or stuck", equal(Law::FastOrStuck(0.8))),
        ("equal: lucky", equal(Law::Lucky(0.03))),
        ("equal wins: spreads 1 to 5", each(&|level| Law::Normal(0.0, spread(1.0, 5.0)(level)))),
        ("equal wins: one wide", first(Law::Normal(0.0, 5.0), Law::Normal(0.0, 1.0))),
        ("one better", first(Law::Normal(-0.954, 1.0), Law::Normal(0.0, 1.0))),
        ("line", each(&|level| Law::Normal(spread(-1.0, 1.0)(level), 1.0))),
        (
            "one better, spreads 2 to 5",
            each(&|level| match level {
                0 => Law::Normal(-3.0, 1.0),
                _ => Law::Normal(0.0, spread(2.0, 5.0)(level)),
            }),
        ),
        ("line of times", each(&|level| Law::Times(spread(0.2, 1.0)(level), 0.0))),
        ("far apart", each(&|level| Law::Normal(spread(-8.0, 8.0)(level), 1.0))),
        ("one reaches, others do not", first(Law::Times(0.3, 0.0), Law::Normal(40.0, 8.0))),
        (
            "skews −1 to 6",
            each(&|level| match level % 2 {
                0 => Law::NegativeSkew(0.0),
                _ => Law::Skewed(spread(0.02, 0.03)(level)),
            }),
        ),
    ]
}

/// What is wrong with a page.
#[derive(Clone, Copy, Debug, Default)]
struct Verdict {
    is_false: bool,
    shows: bool,
    has_bound: bool,
    is_bound_false: bool,
    excludes_best: bool,
    misses: bool,
    bold_misses: bool,
    /// Pairs that differ, and those that are shown.
    pairs: (usize, usize),
}

/// The true shares of all pairs.
fn truth(laws: &[Law]) -> Vec<Vec<f64>> {
    laws.iter().map(|law| laws.iter().map(|other| share(*law, *other)).collect()).collect()
}

fn judge(family: &WinFamily, truth: &[Vec<f64>]) -> Verdict {
    let levels = truth.len();
    let mean = |level: usize| (truth[level].iter().sum::<f64>() - truth[level][level]) / (levels - 1) as f64;
    let mut verdict = Verdict { shows: family.matters(), ..Verdict::default() };
    let mut check = |share: Option<evocube_stats::WinShare>, truth: f64| {
        let Some(share) = share else { return };
        let is_equal = (truth - 0.5).abs() < 1e-3;
        verdict.is_false |= share.is_claimed && (is_equal || (share.share > 0.5) != (truth > 0.5));
        verdict.misses |= truth < share.interval.low - 1e-9 || truth > share.interval.high + 1e-9;
        verdict.pairs.0 += usize::from(!is_equal);
        verdict.pairs.1 += usize::from(!is_equal && share.is_claimed);
    };
    for first in 0..levels {
        for second in first + 1..levels {
            check(family.pair(first, second), truth[first][second]);
        }
    }
    let pairs = verdict.pairs;
    let mut check = |level: usize| {
        let share = family.level(level)?;
        let is_equal = (mean(level) - 0.5).abs() < 1e-3;
        verdict.is_false |= share.is_claimed && (is_equal || (share.share > 0.5) != (mean(level) > 0.5));
        let misses = mean(level) < share.interval.low - 1e-9 || mean(level) > share.interval.high + 1e-9;
        verdict.misses |= misses;
        Some(misses)
    };
    let levels_miss: Vec<bool> = (0..levels).map(|level| check(level).unwrap_or(false)).collect();
    verdict.pairs = pairs;
    verdict.bold_misses = family.best().is_some_and(|level| levels_miss[level]);
    let largest = truth.iter().flatten().copied().fold(0.5, f64::max);
    if !family.matters() && !family.is_too_small() {
        verdict.has_bound = true;
        verdict.is_bound_false = family.largest_end().is_some_and(|end| end < largest - 1e-9);
    }
    let is_truly_best = |level: usize| truth[level].iter().all(|share| *share >= 0.5 - 1e-3);
    let best = family.best_set();
    verdict.excludes_best = (0..levels).any(|level| is_truly_best(level) && !best.contains(&level));
    verdict
}

/// The tallies of all kinds.
#[derive(Default)]
struct Tallies {
    claims: Tally,
    bounds: Tally,
    exclusions: Tally,
    intervals: Tally,
    bold: Tally,
}

impl Tallies {
    fn add(&mut self, kind: &str, verdicts: &[Verdict]) {
        let count = |is_counted: fn(&Verdict) -> bool| verdicts.iter().filter(|verdict| is_counted(verdict)).count();
        let pages = verdicts.len();
        let bounds = count(|verdict| verdict.has_bound);
        let pairs = verdicts.iter().fold((0, 0), |sum, verdict| (sum.0 + verdict.pairs.0, sum.1 + verdict.pairs.1));
        println!(
            "{kind:55} | false {} | shows {} | bounds {} of {bounds:4} | excludes {} | misses {} | bold {} | pairs {}",
            percent(count(|verdict| verdict.is_false), pages),
            percent(count(|verdict| verdict.shows), pages),
            percent(count(|verdict| verdict.is_bound_false), bounds),
            percent(count(|verdict| verdict.excludes_best), pages),
            percent(count(|verdict| verdict.misses), pages),
            percent(count(|verdict| verdict.bold_misses), pages),
            percent(pairs.1, pairs.0),
        );
        self.claims.add(kind.to_owned(), count(|verdict| verdict.is_false), pages);
        // Of all pages: where most pages make a claim, those with a bound are the unusual ones.
        self.bounds.add(kind.to_owned(), count(|verdict| verdict.is_bound_false), pages);
        self.exclusions.add(kind.to_owned(), count(|verdict| verdict.excludes_best), pages);
        self.intervals.add(kind.to_owned(), count(|verdict| verdict.misses), pages);
        self.bold.add(kind.to_owned(), count(|verdict| verdict.bold_misses), pages);
    }

    fn check(&self) {
        self.claims.check("claims", 0.05);
        self.bounds.check("bounds", 0.05);
        self.exclusions.check("exclusions", 0.05);
        self.intervals.check("families of intervals", 0.07);
        self.bold.check("intervals of the best level", 0.05);
    }
}

/// Designs: levels, instances, trials of each level, the share of trials that fail, and by how many the pages are divided.
const DESIGNS: &[(usize, (usize, usize), f64, usize)] = &[
    (2, (1, 5), 0.0, 1),
    (2, (1, 10), 0.0, 1),
    (2, (3, 3), 0.0, 1),
    (2, (12, 1), 0.0, 1),
    (2, (31, 1), 0.0, 1),
    (2, (5, 10), 0.0, 1),
    (2, (3, 6), 0.3, 1),
    (2, (1, 2000), 0.0, 5),
    (3, (1, 10), 0.0, 1),
    (3, (4, 2), 0.0, 1),
    (3, (31, 1), 0.0, 1),
    (5, (1, 10), 0.0, 2),
    (5, (3, 5), 0.3, 2),
    (5, (3, 10), 0.0, 2),
    (5, (10, 1), 0.0, 1),
    (5, (1, 1000), 0.0, 10),
    (9, (1, 10), 0.0, 5),
    (9, (8, 5), 0.0, 2),
    (15, (3, 10), 0.0, 2),
    (30, (2, 10), 0.0, 5),
    (30, (3, 3), 0.0, 2),
];

#[test]
#[ignore = "some 300 kinds of 500 pages: minutes"]
fn families_keep_their_level() {
    let mut tallies = Tallies::default();
    for (levels, size, failing, divisor) in DESIGNS {
        for (name, laws) in kinds(*levels) {
            let kind = format!("{levels} levels, {} × {}, {failing} failing: {name}", size.0, size.1);
            if !is_chosen(&kind) {
                continue;
            }
            let truth = truth(&laws);
            let pages = pages_or(500).div_ceil(*divisor);
            let verdicts = run(pages, |page| {
                let page_seed = seed(&kind, page);
                let page = Page::draw(&laws, *size, *failing, &mut Draws::new(page_seed));
                judge(&WinFamily::new(*levels, &page.groups(), 1, 1), &truth)
            });
            tallies.add(&kind, &verdicts);
        }
    }
    tallies.check();
}
