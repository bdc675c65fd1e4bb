//! Simulated sweeps of which the truth is known: is every claim of a page true, and does it claim what a textbook would?
#![allow(clippy::unwrap_used, clippy::print_stdout)] // tables for people

mod cells;
mod design;
mod distributions;
mod expectation;
mod judge;
mod sentence;
mod sweeps;
mod textbook;

use std::collections::BTreeSet;
use std::time::Instant;

use cells::{CELLS, Cell};
use design::Stage;
use distributions::exact_95;
use evocube::experiment::record::{LeaderSummary, QuestionSummary, Results};
use evocube::report;
use judge::{Judge, Verdict};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use sentence::TEMPLATES;
use sweeps::{Kind, Sweep};

/// The level of the textbook at which, as of the report, 5 % of the pages of its worst kind have a false claim. That kind has levels
/// with different variances, where the common variance of the textbook at 5 % makes 7 to 8 % false claims.
const TEXTBOOK_LEVEL: f64 = 0.03;

/// The counts of a cell.
#[derive(Default)]
struct Counts {
    pages: usize,
    /// Pages with a false claim, and those with one of each kind.
    false_pages: usize,
    effects: usize,
    directions: usize,
    rows: usize,
    equivalences: usize,
    exclusions: usize,
    /// Pages with a bound, and with one below the truth.
    bounds: (usize, usize),
    /// Intervals, and those that miss.
    intervals: (usize, usize),
    /// Main effects that are there, those that are shown, and those that the textbook shows.
    shown: (usize, usize, usize),
    /// Pages on which the textbook shows an effect that is none.
    textbook_false: usize,
    templates: BTreeSet<&'static str>,
    examples: Vec<String>,
}

impl Counts {
    fn add(&mut self, other: Self) {
        self.pages += other.pages;
        self.false_pages += other.false_pages;
        self.effects += other.effects;
        self.directions += other.directions;
        self.rows += other.rows;
        self.equivalences += other.equivalences;
        self.exclusions += other.exclusions;
        self.bounds = (self.bounds.0 + other.bounds.0, self.bounds.1 + other.bounds.1);
        self.intervals = (self.intervals.0 + other.intervals.0, self.intervals.1 + other.intervals.1);
        let (there, shown, textbook) = other.shown;
        self.shown = (self.shown.0 + there, self.shown.1 + shown, self.shown.2 + textbook);
        self.textbook_false += other.textbook_false;
        self.templates.extend(other.templates);
        self.examples.extend(other.examples.into_iter().take(2_usize.saturating_sub(self.examples.len())));
    }

    fn line(&self) -> String {
        let (low, high) = exact_95(self.false_pages, self.pages);
        let share = |count: usize, all: usize| {
            if all == 0 { "–".to_owned() } else { format!("{:.1} %", 100.0 * count as f64 / all as f64) }
        };
        format!(
            "{:6} | {:5} | {:4.1} to {:4.1} % | {:4} | {:4} | {:4} | {:4} | {:4} | {:>4} of {:<5} | {:>5} of {:<6} | {:>7} | {:>7} | {:>6}",
            self.pages,
            self.false_pages,
            100.0 * low,
            100.0 * high,
            self.effects,
            self.directions,
            self.exclusions,
            self.equivalences,
            self.rows,
            self.bounds.1,
            self.bounds.0,
            self.intervals.1,
            self.intervals.0,
            share(self.shown.1, self.shown.0),
            share(self.shown.2, self.shown.0),
            share(self.textbook_false, self.pages),
        )
    }
}

const HEADER: &str = "  pages | false | exact interval | effe | dire | excl | equi | rows | bounds below | intervals miss  | power   | textbook | its false";

/// The question of a page: none, one about a factor, or one about a factor at a level of another one. It `expects` a level to be the
/// best, larger numbers, or smaller ones.
fn question(stage: &Stage, number: usize, expects: bool) -> Option<QuestionSummary> {
    let count = stage.factors.len();
    let (kind, factor) = (number % 3, number / 3 % count);
    let names = &stage.factors[factor].1;
    let mut expected = vec![names[0].clone(), names[names.len() - 1].clone()];
    if names.iter().all(|name| name.parse::<f64>().is_ok()) {
        expected.extend(["larger", "smaller"].map(str::to_owned));
    }
    let better = expects.then(|| expected.swap_remove(number / 3 / count % expected.len()));
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
    let expects = matches!(cell.kind, Kind::Moves { .. });
    results.sweep.question = question(&truths[0].stage, number, expects);
    let statistics = report::statistics(&results);
    let better = results.sweep.question.as_ref().and_then(|question| question.better.as_deref());
    let judge = Judge { sweep: &sweep, truths: &truths, statistics: &statistics, better };
    let verdict: Verdict = judge.verdict();
    let outcomes: Vec<_> = truths.iter().map(|truth| judge.primary(truth)).collect();
    let (mut textbook, mut textbook_false) = (0, false);
    for (stage, factor, p) in textbook::main_effects(&results, &truths, &outcomes) {
        let truth = &truths[stage];
        let means = if sweep.is_paired() { &truth.everywhere } else { &truth.here };
        let primary = outcomes[stage].expect("a tested stage");
        let is_there = judge::StageTruth { truth, primary, means, better }.matters(factor, &[]);
        textbook += usize::from(is_there && p < TEXTBOOK_LEVEL);
        textbook_false |= !is_there && p < TEXTBOOK_LEVEL;
    }
    Counts {
        pages: 1,
        false_pages: usize::from(verdict.is_false()),
        effects: usize::from(verdict.effects > 0),
        directions: usize::from(verdict.directions > 0),
        rows: usize::from(verdict.rows > 0),
        equivalences: usize::from(verdict.equivalences > 0),
        exclusions: usize::from(verdict.exclusions > 0),
        bounds: (usize::from(verdict.bounds.0 > 0), usize::from(verdict.bounds.1 > 0)),
        intervals: verdict.intervals,
        shown: (verdict.shown.0, verdict.shown.1, textbook),
        textbook_false: usize::from(textbook_false),
        templates: verdict.templates,
        examples: verdict.examples,
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
        let copy = Counts { templates: counts.templates.clone(), examples: vec![], ..*counts };
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
    let missing: Vec<_> = TEMPLATES.iter().filter(|words| !all.templates.contains(**words)).collect();
    assert!(missing.is_empty(), "sentences never printed: {missing:?}");
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
        equivalence: None,
        stages: vec![stage],
    };
    let (mut results, _) = sweep.draw(seed, |_, levels| if levels[0] == Some(0) { -better } else { 0.0 });
    let point = results.sweep.stages[0].selected.unwrap();
    let (stage, toml) = ("main".to_owned(), seed.to_owned());
    results.sweep.leader = Some(LeaderSummary { stage, point, toml, objective: String::new() });
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
        let row = statistics.effects.iter().find(|row| !row.level.is_empty()).unwrap();
        assert_eq!(row.p_corrected < 0.05, row.low.unwrap() > 0.0 || row.high.unwrap() < 0.0, "{row:?}");
        (statistics.sentences[0].iter().any(|sentence| sentence.contains("**matters**")), row.p < 0.05)
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
#[ignore = "500 pages of each of some 60 designs: 20 minutes"]
fn pages_are_true_and_show_what_a_textbook_shows() {
    let pages = pages_or(500);
    let (cells, all) = judged(pages);
    check(&cells, &all);
    let mut powers = (0.0, 0.0, 0.0);
    for (name, counts) in cells.iter().filter(|(_, counts)| counts.shown.0 > 0) {
        let (there, shown, textbook) = counts.shown;
        // Less than the textbook's by more than 4 points and twice the standard error of a paired difference: the textbook tests no
        // interactions of samples, and no simple effects.
        let error = (shown.abs_diff(textbook) as f64).sqrt();
        let least = textbook as f64 - 2.0 * error - 0.04 * there as f64;
        assert!(shown as f64 >= least, "{name}: {:?}", counts.shown);
        powers = (powers.0 + 1.0, powers.1 + shown as f64 / there as f64, powers.2 + textbook as f64 / there as f64);
    }
    println!("mean power {:.1} %, textbook {:.1} %", 100.0 * powers.1 / powers.0, 100.0 * powers.2 / powers.0);
    assert!(cells.len() < CELLS.len() || powers.1 >= powers.2, "less power than a textbook: {powers:?}");
}
