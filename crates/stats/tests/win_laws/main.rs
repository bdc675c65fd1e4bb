//! Simulated factors of which the truth is known by the law: do few claims, bounds and intervals of wins fail?
//!
//! `cargo test --profile work --test win_laws -- --ignored --nocapture` prints the tables; EVOCUBE_PAGES sets the pages of a kind, and
//! EVOCUBE_CELL chooses kinds.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::print_stdout)] // tables for people

mod designs;
mod direction;
mod families;
mod laws;
mod outcomes;
mod power;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use evocube_stats::{Draws, Standing, TrialGroup};
use laws::Law;

/// Returns the number of pages of a kind.
pub(crate) fn pages_or(default: usize) -> usize {
    std::env::var("EVOCUBE_PAGES").map_or(default, |pages| pages.parse().unwrap())
}

/// Returns whether EVOCUBE_CELL asks for a kind: names parts of kinds, with `|` between them; without it, all.
pub(crate) fn is_chosen(kind: &str) -> bool {
    std::env::var("EVOCUBE_CELL").map_or(true, |parts| parts.split('|').any(|part| kind.contains(part)))
}

/// Returns the seed of a page.
pub(crate) fn seed(name: &str, page: usize) -> u64 {
    name.bytes()
        .chain(page.to_le_bytes())
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Runs pages on all cores; their results in order.
pub(crate) fn run<T: Send>(pages: usize, page: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let (next, results) = (AtomicUsize::new(0), Mutex::new(vec![]));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= pages {
                        return;
                    }
                    let result = page(number);
                    results.lock().unwrap().push((number, result));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap();
    results.sort_by_key(|result| result.0);
    results.into_iter().map(|result| result.1).collect()
}

/// The trials of a page: `trials[slice][instance][level]`.
pub(crate) struct Page(pub(crate) Vec<Vec<Vec<Vec<Standing>>>>);

impl Page {
    /// Draws so many trials of each level on each instance, of which some fail.
    pub(crate) fn draw(laws: &[Law], (instances, trials): (usize, usize), failing: f64, draws: &mut Draws) -> Self {
        Self::of_slices(&[laws.to_vec()], (instances, trials), failing, draws)
    }

    pub(crate) fn of_slices(
        slices: &[Vec<Law>],
        (instances, trials): (usize, usize),
        failing: f64,
        draws: &mut Draws,
    ) -> Self {
        let level = |law: &Law, draws: &mut Draws| -> Vec<Standing> {
            let drawn: Vec<(bool, Standing)> =
                (0..trials).map(|_| (draws.uniform() >= failing, law.draw(draws))).collect();
            drawn.into_iter().filter(|trial| trial.0).map(|trial| trial.1).collect()
        };
        let instance = |laws: &Vec<Law>, draws: &mut Draws| laws.iter().map(|law| level(law, draws)).collect();
        Self(slices.iter().map(|laws| (0..instances).map(|_| instance(laws, draws)).collect()).collect())
    }

    pub(crate) fn groups(&self) -> Vec<TrialGroup<'_>> {
        let mut groups = vec![];
        for (slice, instances) in self.0.iter().enumerate() {
            for (instance, levels) in instances.iter().enumerate() {
                for (level, trials) in levels.iter().enumerate() {
                    groups.push(TrialGroup { level, slice, instance, trials });
                }
            }
        }
        groups
    }
}

/// Counts of failures by kind, with their numbers of pages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) kinds: Vec<(String, usize, usize)>,
}

impl Tally {
    pub(crate) fn add(&mut self, kind: String, failures: usize, pages: usize) {
        self.kinds.push((kind, failures, pages));
    }

    /// Checks the protocol: all kinds together at most 5 %, none whose exact lower limit at 0.05 / kinds is above 5 %, none above 7 %
    /// of at least 3,000 pages.
    pub(crate) fn check(&self, what: &str, nominal: f64) {
        let (failures, pages) = self.kinds.iter().fold((0, 0), |sum, kind| (sum.0 + kind.1, sum.1 + kind.2));
        let share = failures as f64 / pages.max(1) as f64;
        let worst = self.kinds.iter().max_by(|a, b| (a.1 * b.2).cmp(&(b.1 * a.2)));
        println!(
            "{what}: {failures} of {pages} fail ({:.1} %) in {} kinds; worst: {worst:?}",
            100.0 * share,
            self.kinds.len()
        );
        assert!(share <= nominal, "{what}: {failures} of {pages}");
        for (kind, failures, pages) in &self.kinds {
            // The binomial probability of at least so many failures at the nominal rate.
            let tail = binomial_tail(*failures, *pages, nominal);
            assert!(tail >= 0.05 / self.kinds.len() as f64, "{what}, {kind}: {failures} of {pages}");
            assert!(
                *pages < 3_000 || *failures as f64 <= (nominal + 0.02) * *pages as f64,
                "{what}, {kind}: {failures}"
            );
        }
    }
}

/// The probability of at least so many of these trials.
fn binomial_tail(count: usize, trials: usize, rate: f64) -> f64 {
    let mut logarithm = trials as f64 * (1.0 - rate).ln();
    let mut below = 0.0;
    for k in 0..count {
        below += logarithm.exp();
        logarithm += ((trials - k) as f64 / (k + 1) as f64 * rate / (1.0 - rate)).ln();
    }
    1.0 - below
}

/// Returns a share in percent.
pub(crate) fn percent(count: usize, all: usize) -> String {
    if all == 0 { "  – ".to_owned() } else { format!("{:4.1}", 100.0 * count as f64 / all as f64) }
}
