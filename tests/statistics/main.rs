//! Simulated sweeps of which the truth is known: is every claim of a page true?
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::print_stdout)] // tables for people

mod cells;
mod design;
mod distributions;
mod judge;
mod sweeps;

use std::collections::BTreeSet;
use std::time::Instant;

use cells::{CELLS, Cell};
use design::Stage;
use distributions::exact_95;
use evocube::experiment::record::{LeaderSummary, Outcome, QuestionSummary, Results};
use evocube::report;
use evocube::report::claims::Claim;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use sweeps::{Kind, Sweep};

/// The kinds of claims that some page makes.
const KINDS: [&str; 8] = ["yes", "unasked", "matters", "depends", "equivalent", "rules out", "is the best", "best set"];

/// The counts of a cell.
#[derive(Default)]
struct Counts {
    pages: usize,
    /// Pages with a false claim, and those with one of each kind.
    false_pages: usize,
    effects: usize,
    directions: usize,
    equivalences: usize,
    exclusions: usize,
    /// Pages with a bound, and with one below the truth.
    bounds: (usize, usize),
    /// Intervals, and those that miss.
    intervals: (usize, usize),
    /// Main effects that are there, and those that are shown.
    shown: (usize, usize),
    kinds: BTreeSet<&'static str>,
    examples: Vec<String>,
}

impl Counts {
    fn add(&mut self, other: Self) {
        self.pages += other.pages;
        self.false_pages += other.false_pages;
        self.effects += other.effects;
        self.directions += other.directions;
        self.equivalences += other.equivalences;
        self.exclusions += other.exclusions;
        self.bounds = (self.bounds.0 + other.bounds.0, self.bounds.1 + other.bounds.1);
        self.intervals = (self.intervals.0 + other.intervals.0, self.intervals.1 + other.intervals.1);
        self.shown = (self.shown.0 + other.shown.0, self.shown.1 + other.shown.1);
        self.kinds.extend(other.kinds);
        self.examples.extend(other.examples.into_iter().take(2_usize.saturating_sub(self.examples.len())));
    }

    fn line(&self) -> String {
        let (low, high) = exact_95(self.false_pages, self.pages);
        let share = |count: usize, all: usize| {
            if all == 0 { "–".to_owned() } else { format!("{:.1} %", 100.0 * count as f64 / all as f64) }
        };
        format!(
            "{:6} | {:5} | {:4.1} to {:4.1} % | {:4} | {:4} | {:4} | {:4} | {:>4} of {:<5} | {:>5} of {:<6} | {:>7}",
            self.pages,
            self.false_pages,
            100.0 * low,
            100.0 * high,
            self.effects,
            self.directions,
            self.exclusions,
            self.equivalences,
            self.bounds.1,
            self.bounds.0,
            self.intervals.1,
            self.intervals.0,
            share(self.shown.1, self.shown.0),
        )
    }
}

const HEADER: &str =
    "  pages | false | exact interval | effe | dire | excl | equi | bounds below | intervals miss  | power";

/// The question of a page: none, one about a factor, or one about a factor at a level of another one. It expects a level to be the
/// best, larger numbers, smaller ones, or nothing.
fn question(stage: &Stage, number: usize) -> Option<QuestionSummary> {
    let count = stage.factors.len();
    let (kind, factor) = (number % 3, number / 3 % count);
    let names = &stage.factors[factor].1;
    let mut expected = vec![Some(names[0].clone()), None, Some(names[names.len() - 1].clone())];
    if names.iter().all(|name| name.parse::<f64>().is_ok()) {
        expected.extend(["larger", "smaller"].map(|word| Some(word.to_owned())));
    }
    let better = expected.swap_remove(number / 3 / count % expected.len());
    let other = (factor + 1) % count;
    let levels = &stage.factors[other].1;
    let around = (stage.factors[other].0.to_owned(), levels[number / 3 / count % levels.len()].clone());
    let levels = if kind == 2 && count > 1 { vec![around] } else { vec![] };
    let factor = Some(stage.factors[factor].0.to_owned());
    (kind > 0).then(|| QuestionSummary { text: "Does it matter?".to_owned(), factor, outcome: None, better, levels })
}

/// Draws a page of a cell and judges it.
fn page(cell: &Cell, number: usize) -> Counts {
    let sweep = cell.sweep();
    let (mut results, truths) =
        sweep.draw(&format!("{} {number}", cell.name()), |stage, levels| cell.effect(stage, levels));
    results.sweep.question = question(&truths[0].stage, number);
    let statistics = report::statistics(&results);
    let verdicts = judge::verdicts(&sweep, &truths, &statistics);
    Counts {
        pages: 1,
        false_pages: usize::from(verdicts.is_false()),
        effects: usize::from(verdicts.effects > 0),
        directions: usize::from(verdicts.directions > 0),
        equivalences: usize::from(verdicts.equivalences > 0),
        exclusions: usize::from(verdicts.exclusions > 0),
        bounds: (usize::from(verdicts.bounds.0 > 0), usize::from(verdicts.bounds.1 > 0)),
        intervals: verdicts.intervals,
        shown: verdicts.shown,
        kinds: verdicts.kinds,
        examples: verdicts.examples,
    }
}

/// Judges so many pages of each cell and prints a table. Returns the counts of each cell and of all.
fn judged(pages: usize) -> (Vec<(String, Counts)>, Counts) {
    let only = std::env::var("EVOCUBE_CELL").unwrap_or_default();
    println!("{:42} | {HEADER}", "cell");
    let (mut cells, mut all) = (vec![], Counts::default());
    for cell in CELLS.iter().filter(|cell| cell.name().contains(&only)) {
        let begin = Instant::now();
        let numbers = (0..pages).into_par_iter();
        let join = |mut a: Counts, b: Counts| {
            a.add(b);
            a
        };
        let counts = numbers.map(|number| page(cell, number)).reduce(Counts::default, join);
        println!("{:42} | {} | {:.0} s", cell.name(), counts.line(), begin.elapsed().as_secs_f64());
        for example in &counts.examples {
            println!("    {example}");
        }
        cells.push((cell.name(), counts));
    }
    for (_, counts) in &mut cells {
        let copy = Counts { kinds: counts.kinds.clone(), examples: vec![], ..*counts };
        all.add(copy);
    }
    println!("{:42} | {}", "all", all.line());
    (cells, all)
}

/// Whether a share of 5 % is compatible with so many pages: 99.9 % of the cells with 5 % have fewer.
fn is_far_above(count: usize, pages: usize) -> bool {
    let (mean, deviation) = (0.05 * pages as f64, (0.05 * 0.95 * pages as f64).sqrt());
    count as f64 > mean + 3.1 * deviation + 0.5
}

fn check(cells: &[(String, Counts)], all: &Counts) {
    let (_, high) = exact_95(all.false_pages, all.pages);
    assert!(high <= 0.07, "{} of {} pages have a false claim", all.false_pages, all.pages);
    for (name, counts) in cells {
        assert!(
            !is_far_above(counts.false_pages, counts.pages),
            "{name}: {} of {} pages",
            counts.false_pages,
            counts.pages
        );
        assert!(!is_far_above(counts.bounds.1, counts.bounds.0), "{name}: {:?} bounds", counts.bounds);
        assert!(!is_far_above(counts.exclusions, counts.pages), "{name}: {} exclusions", counts.exclusions);
    }
    if cells.len() < CELLS.len() {
        return;
    }
    assert!(!is_far_above(all.intervals.1, all.intervals.0), "intervals: {:?}", all.intervals);
    let missing: Vec<_> = KINDS.iter().filter(|kind| !all.kinds.contains(**kind)).collect();
    assert!(missing.is_empty(), "claims never made: {missing:?}");
}

#[test]
fn few_pages_make_false_claims() {
    let (cells, all) = judged(10);
    check(&cells, &all);
}

/// A folder whose leading configuration has the lowest mean penalty of so many equal ones, but that the first is `better`.
fn folder(points: usize, seed: &str, better: f64) -> (String, Results) {
    let stage = Stage {
        name: "main",
        factors: vec![("x", (0..points).map(|level| level.to_string()).collect())],
        points: (0..points).map(|level| vec![Some(level)]).collect(),
        is_sampled: false,
    };
    let sweep = Sweep {
        kind: Kind::Penalty,
        instances: 3,
        repetitions: 5,
        variation: (0.0, 0.0),
        heteroscedastic: false,
        outcome: Outcome::Wins,
        equivalence: None,
        stages: vec![stage],
    };
    let (mut results, _) = sweep.draw(seed, |_, levels| if levels[0] == Some(0) { -better } else { 0.0 });
    let point = results.sweep.stages[0].selected.unwrap();
    let (stage, toml) = ("main".to_owned(), seed.to_owned());
    results.sweep.leader = Some(LeaderSummary { stage, point, toml, objective: String::new(), target: 0 });
    (seed.to_owned(), results)
}

/// Returns the number of pages that EVOCUBE_PAGES asks for.
fn pages_or(default: usize) -> usize {
    std::env::var("EVOCUBE_PAGES").map_or(default, |pages| pages.parse().unwrap())
}

#[test]
fn comparisons_of_selected_configurations_make_few_false_claims() {
    // Whether a page makes a claim, and whether it would without the correction.
    let claims = |number: usize, better: f64| {
        let folders = [folder(25, &format!("many {number}"), better), folder(1, &format!("one {number}"), 0.0)];
        let statistics = report::statistics(&report::compare(&folders).unwrap());
        // The interval of a claim is one of as many as the configurations that could have been selected.
        let row = statistics.effects.iter().find(|row| !row.reference.is_empty()).unwrap();
        assert_eq!(row.p_corrected <= 0.05, row.low.unwrap() > 0.5 || row.high.unwrap() < 0.5, "{row:?}");
        (statistics.claims[0].iter().any(|stated| matches!(stated.claim, Claim::Matters(_))), row.p < 0.05)
    };
    let pages = pages_or(200);
    let all: Vec<_> = (0..pages).into_par_iter().map(|number| claims(number, 0.0)).collect();
    let corrected = all.iter().filter(|claims| claims.0).count();
    let uncorrected = all.iter().filter(|claims| claims.1).count();
    println!("false claims on {corrected} of {pages} pages, without the correction on {uncorrected}");
    assert!(!is_far_above(corrected, pages) && is_far_above(uncorrected, pages), "{corrected} and {uncorrected}");
    assert!((0..10).all(|number| claims(number, 3.0).0), "large differences are shown");
}

#[test]
#[ignore = "500 pages of each of some 60 designs: an hour"]
fn pages_are_true() {
    let (cells, all) = judged(pages_or(500));
    check(&cells, &all);
}
