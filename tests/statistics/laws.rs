//! [`Law`]: the distribution of the results of a simulated trial, as probabilities of single results, so that true values are exact sums. A
//! [`Kind`] says its shape. [`Catalog`] keeps laws that were made; [`grid`] has the values that hardness and advantages take. `cells` lists
//! the kinds of the simulation.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use evocube::Stream;

use crate::distributions::{inverse, normal};

/// Evaluations of a trial that spends all that it may.
pub(crate) const BUDGET: f64 = 100_000.0;
/// The numbers of evaluations after which trials reach their target, from [`FIRST`] on in equal parts of the logarithm.
const TIMES: usize = 200;
const FIRST: f64 = 100.0;
/// The largest penalty and the largest number of moves.
const LARGEST: usize = 400;
/// The penalty of an instance of average hardness, and the standard deviation of the penalties of one configuration.
pub(crate) const PENALTY: (f64, f64) = (60.0, 6.0);

/// The results of trials, and what effects change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// None reaches the target: penalties of this skewness.
    Penalty(f64),
    /// A share of the trials has five times the penalty of the rest.
    Stuck(f64),
    /// A share has an excellent penalty.
    Lucky(f64),
    /// Three penalties.
    Ties,
    /// Penalties within a floor and a ceiling that many reach.
    Clamped,
    /// Exponential times, of which this share is within the budget.
    Exponential(f64),
    /// Lognormal times, likewise.
    Lognormal(f64),
    /// Times about a twentieth of the budget, or never: the share that reaches.
    FastOrStuck(f64),
    /// Half of the trials reach; the others spend all evaluations, or give up after a quarter of them.
    Rate { gives_up: bool },
    /// All solve, or all but one in fifty. Their moves vary as penalties do, or are one of three numbers.
    Moves { ties: bool, all_solve: bool },
}

/// The law of the trials of a configuration on an instance.
#[derive(Debug)]
pub(crate) struct Law {
    /// The probabilities of the results, the best first: evaluations of trials that reach their target, then penalties.
    pub(crate) results: Vec<f64>,
    cumulative: Vec<f64>,
    /// The cumulative probabilities of moves.
    moves: Vec<f64>,
    /// Mean penalty, share that reaches, mean moves, and mean evaluations.
    pub(crate) means: [f64; 4],
    /// The evaluations that a trial spends that does not reach.
    pub(crate) spent: f64,
}

/// A trial: its penalty, the evaluations until it reached its target if it did, and its moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawn {
    pub(crate) penalty: u64,
    pub(crate) reached: Option<u64>,
    pub(crate) moves: u64,
}

fn logistic(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

fn evaluations(place: usize) -> f64 {
    (FIRST * (BUDGET / FIRST).powf(place as f64 / (TIMES - 1) as f64)).round()
}

/// The probability that a value of mean 0 and variance 1 with this skewness is at most this: a shifted lognormal distribution.
fn at_most(value: f64, skewness: f64) -> f64 {
    if skewness < 0.0 {
        return 1.0 - at_most(-value, -skewness);
    }
    if skewness < 1e-9 {
        return normal(value);
    }
    let skewness_of = |spread: f64| ((spread * spread).exp() + 2.0) * ((spread * spread).exp() - 1.0).sqrt();
    let spread = inverse(0.0, 2.0, |spread| skewness_of(spread) < skewness);
    let (mean, variance) = ((spread * spread / 2.0).exp(), (spread * spread).exp() - 1.0);
    let shifted = mean * (1.0 + value * variance.sqrt());
    if shifted <= 0.0 { 0.0 } else { normal(shifted.ln() / spread) }
}

/// The probabilities of whole numbers from 1 on, given the probability that a value is at most a number.
fn whole(at_most: impl Fn(f64) -> f64) -> Vec<f64> {
    let ends = (1..=LARGEST).map(|number| if number == LARGEST { 1.0 } else { at_most(number as f64 + 0.5) });
    let ends: Vec<f64> = ends.collect();
    ends.iter().enumerate().map(|(place, end)| end - if place == 0 { 0.0 } else { ends[place - 1] }).collect()
}

impl Law {
    /// The law of a configuration that is worse by some standard deviations, on an instance that is harder by some, with a spread.
    pub(crate) fn new(kind: Kind, effect: f64, shift: f64, spread: f64, target: f64) -> Self {
        let rate = |base: f64| match effect {
            effect if effect >= 6.0 => 0.0,
            effect if effect <= -6.0 => 1.0,
            _ => logistic(base - effect - shift),
        };
        let (center, deviation) = (PENALTY.0 + PENALTY.1 * (effect + shift), PENALTY.1 * spread);
        let penalties = |skewness: f64| whole(|value| at_most((value - center) / deviation, skewness));
        let others = || whole(|value| at_most((value - PENALTY.0 - PENALTY.1 * shift) / PENALTY.1, 1.0));
        // The probabilities of times whose logarithm is at most this, within the budget.
        let times = |below: &dyn Fn(f64) -> f64| -> Vec<f64> {
            let ends: Vec<f64> = (0..TIMES).map(|place| below(evaluations(place).ln())).collect();
            ends.iter().enumerate().map(|(place, end)| end - if place == 0 { 0.0 } else { ends[place - 1] }).collect()
        };
        let scaled = |times: Vec<f64>, share: f64| -> Vec<f64> {
            let sum: f64 = times.iter().sum();
            times.into_iter().map(|part| part / sum * share).collect()
        };
        let lognormal = |middle: f64, spread: f64| times(&|log| normal((log - middle) / spread));
        let mix = |usual: Vec<f64>, share: f64, rare: f64| -> Vec<f64> {
            let at = |number: usize| {
                if ((number + 1) as f64 - rare.min(LARGEST as f64).round()).abs() < 0.5 { share } else { 0.0 }
            };
            usual.into_iter().enumerate().map(|(number, part)| (1.0 - share) * part + at(number)).collect()
        };
        let log_factor = 0.8 * effect + 0.5 * shift;
        let middle = BUDGET.ln() - 2.6;
        let (mut spent, mut moves) = (BUDGET, vec![1.0]);
        let (reached, missed) = match kind {
            Kind::Penalty(skewness) => (vec![], penalties(skewness)),
            Kind::Stuck(share) => (vec![], mix(penalties(0.0), share, 5.0 * center)),
            Kind::Lucky(share) => (vec![], mix(penalties(0.0), share, 2.0)),
            Kind::Ties => {
                let p = logistic(effect + shift - 0.4);
                let parts = [(10, (1.0 - p) * (1.0 - p)), (20, 2.0 * p * (1.0 - p)), (30, p * p)];
                let part = |number| parts.iter().find(|part| part.0 == number).map_or(0.0, |part| part.1);
                (vec![], (1..=LARGEST).map(part).collect())
            }
            Kind::Clamped => {
                let at_most = |value: f64| at_most((value - center) / deviation, 0.0);
                let clamped = |value: f64| match value {
                    value if value < 56.0 => 0.0,
                    value if value > 65.0 => 1.0,
                    value => at_most(value),
                };
                (vec![], whole(clamped))
            }
            Kind::Exponential(share) => {
                let mean = BUDGET / -(1.0 - share.min(1.0 - 1e-9)).ln() * log_factor.exp();
                (times(&|log| 1.0 - (-log.exp() / mean).exp()), others())
            }
            Kind::Lognormal(share) => {
                let quantile = inverse(-8.0, 8.0, |z| normal(z) < share.min(1.0 - 1e-4));
                (lognormal(BUDGET.ln() - quantile + log_factor, 1.0), others())
            }
            Kind::FastOrStuck(share) => {
                let reach = rate((share / (1.0 - share)).ln());
                (scaled(lognormal((0.05 * BUDGET).ln(), 0.3), reach), mix(others(), 1.0, 50.0))
            }
            Kind::Rate { gives_up } => {
                spent = if gives_up { BUDGET / 4.0 } else { BUDGET };
                (scaled(lognormal(middle + 0.4 * shift, 1.0), rate(0.0)), others())
            }
            Kind::Moves { ties, all_solve } => {
                moves = if ties {
                    let p = logistic(effect + shift - 1.0);
                    let parts = [(20, (1.0 - p) * (1.0 - p)), (21, 2.0 * p * (1.0 - p)), (22, p * p)];
                    (1..=LARGEST)
                        .map(|number| parts.iter().find(|part| part.0 == number).map_or(0.0, |part| part.1))
                        .collect()
                } else {
                    penalties(1.0)
                };
                (scaled(lognormal(middle, 1.0), if all_solve { 1.0 } else { 0.98 }), others())
            }
        };
        let reached = if reached.is_empty() { vec![0.0; TIMES] } else { reached };
        let share: f64 = reached.iter().sum();
        let (missing, sum) = (1.0 - share, missed.iter().sum::<f64>());
        // Penalties of trials that miss are above the target.
        let penalty_of = |number: usize| target + (number + 1) as f64;
        let missed: Vec<f64> = missed.into_iter().map(|part| part / sum * missing).collect();
        let mean_time = reached.iter().enumerate().map(|(place, part)| part * evaluations(place)).sum::<f64>();
        let mean_moves = moves.iter().enumerate().map(|(place, part)| part * (place + 1) as f64).sum::<f64>();
        let penalty = missed.iter().enumerate().map(|(number, part)| part * penalty_of(number)).sum::<f64>();
        let means = [share * target + penalty, share, mean_moves, mean_time + missing * spent];
        let cumulated = |parts: &[f64]| -> Vec<f64> {
            let mut sum = 0.0;
            parts
                .iter()
                .map(|part| {
                    sum += part;
                    sum
                })
                .collect()
        };
        let results: Vec<f64> = reached.into_iter().chain(missed).collect();
        Self { cumulative: cumulated(&results), moves: cumulated(&moves), results, means, spent }
    }

    pub(crate) fn draw(&self, stream: &mut Stream, target: u64) -> Drawn {
        let place = |cumulative: &[f64], stream: &mut Stream| {
            let share = uniform(stream) * cumulative[cumulative.len() - 1];
            cumulative.partition_point(|sum| *sum < share).min(cumulative.len() - 1)
        };
        let result = place(&self.cumulative, stream);
        let moves = place(&self.moves, stream) as u64 + 1;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // positive, at most the budget
        match result.checked_sub(TIMES) {
            None => Drawn { penalty: target, reached: Some(evaluations(result) as u64), moves },
            Some(number) => Drawn { penalty: target + number as u64 + 1, reached: None, moves },
        }
    }

    /// The share of trials that reach their target within so many evaluations.
    pub(crate) fn reached_by(&self, time: f64) -> f64 {
        (0..TIMES).filter(|place| evaluations(*place) <= time).map(|place| self.results[place]).sum()
    }

    /// The share of pairs that this law wins against another one.
    pub(crate) fn share(&self, other: &Self) -> f64 {
        let mut worse = 1.0;
        let share = self.results.iter().zip(&other.results).map(|(a, b)| {
            worse -= b;
            a * (worse + b / 2.0)
        });
        share.sum()
    }
}

pub(crate) fn uniform(stream: &mut Stream) -> f64 {
    (stream.below(1 << 30) as f64 + 0.5) / f64::from(1 << 30)
}

/// The places of a standard normal value that hardness and advantages take, with their probabilities.
pub(crate) fn grid(count: i32) -> Vec<(f64, f64)> {
    let places = (0..count).map(|place| 6.0 * f64::from(place) / f64::from((count - 1).max(1)) - 3.0);
    let places: Vec<f64> = if count == 1 { vec![0.0] } else { places.collect() };
    let sum: f64 = places.iter().map(|z| (-z * z / 2.0).exp()).sum();
    places.into_iter().map(|z| (z, (-z * z / 2.0).exp() / sum)).collect()
}

/// Draws one of the places of a grid.
pub(crate) fn draw_place(grid: &[(f64, f64)], stream: &mut Stream) -> f64 {
    let mut share = uniform(stream);
    let place = grid.iter().position(|(_, part)| {
        share -= part;
        share < 0.0
    });
    grid[place.unwrap_or(grid.len() - 1)].0
}

/// Effect, hardness and spread of a law.
pub(crate) type Parameters = [f64; 3];

/// The laws of a kind that were made, and the shares of pairs on all instances.
#[derive(Default)]
pub(crate) struct Catalog {
    laws: Mutex<HashMap<[u64; 3], Arc<Law>>>,
    shares: Mutex<HashMap<[u64; 4], f64>>,
}

impl Catalog {
    pub(crate) fn law(&self, kind: Kind, [effect, shift, spread]: Parameters, target: f64) -> Arc<Law> {
        let key = [effect, shift, spread].map(f64::to_bits);
        if let Some(law) = self.laws.lock().unwrap().get(&key) {
            return Arc::clone(law);
        }
        let law = Arc::new(Law::new(kind, effect, shift, spread, target));
        Arc::clone(self.laws.lock().unwrap().entry(key).or_insert(law))
    }

    pub(crate) fn share(&self, first: (f64, f64), second: (f64, f64), make: impl Fn() -> f64) -> f64 {
        let key = [first.0, first.1, second.0, second.1].map(f64::to_bits);
        if let Some(share) = self.shares.lock().unwrap().get(&key) {
            return *share;
        }
        let share = make();
        *self.shares.lock().unwrap().entry(key).or_insert(share)
    }
}

#[test]
fn laws_have_the_moments_of_their_names() {
    let moments = |law: &Law| {
        let mean = law.means[0];
        let power = |power: i32| {
            let penalties = law.results[TIMES..].iter().enumerate();
            penalties.map(|(number, part)| part * ((number + 1) as f64 - mean).powi(power)).sum::<f64>()
        };
        (mean, power(2).sqrt(), power(3) / power(2).powf(1.5))
    };
    for skewness in [-1.0, 0.0, 1.0, 3.0] {
        let (mean, deviation, third) = moments(&Law::new(Kind::Penalty(skewness), 0.0, 0.0, 1.0, 0.0));
        assert!((mean - 60.0).abs() < 0.2 && (deviation - 6.0).abs() < 0.2, "{mean} {deviation}");
        assert!((third - skewness).abs() < 0.1 + 0.1 * skewness.abs(), "{skewness}: {third}");
    }
    let [half, quick, slow] = [0.8, 0.99, 0.9].map(|share| Law::new(Kind::Exponential(share), 0.0, 0.0, 1.0, 0.0));
    assert!((half.means[1] - 0.8).abs() < 1e-9 && (slow.means[1] - 0.9).abs() < 1e-9);
    assert!(quick.share(&slow) > 0.6 && (quick.share(&slow) + slow.share(&quick) - 1.0).abs() < 1e-12);
    assert!((half.share(&half) - 0.5).abs() < 1e-12);
}
