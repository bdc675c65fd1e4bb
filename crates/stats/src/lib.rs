//! Statistics for stochastic algorithms: wins, run times, rates and means with their intervals, rank tests, corrections, correlations, what
//! factors explain, and what a planned comparison can show. Values come from the caller: the crate reads no files, makes no pictures and
//! knows no cube. Permutations and resamples are made from the seeded [`Draws`].
//!
//! The ratio of two expected run times, if trials that miss the target are started again, with its interval:
//!
//! ```
//! use evocube_stats::run_times::{Run, RunSample};
//!
//! let runs = |factor: f64| (1..=20).map(move |trial| Run::reached(factor * f64::from(100 + trial)));
//! let fast = RunSample::new(runs(1.0), Some(1000.0)).expect("20 trials");
//! let slow = RunSample::new(runs(3.0).chain([Run::censored(1000.0)]), None).expect("21 trials");
//! let ratio = slow.ratio(&fast, 0.05).expect("some reached it");
//! let interval = ratio.interval.expect("a ratio has one");
//! println!("{:.1} times as long ({:.1} to {:.1})", ratio.value, interval.low, interval.high);
//! assert!(ratio.value > 3.0 && interval.low > 1.0, "{ratio:?}");
//! ```
//!
//! Two levels are compared by the share of pairs of trials that one [wins] against the other. The share is claimed to differ
//! from ½ exactly if its interval excludes ½:
//!
//! ```
//! use evocube_stats::wins::{TrialGroup, WinFamily, WinKey};
//!
//! let trials = |first: f64| (0..10).map(|trial| WinKey::reached(first + f64::from(trial))).collect::<Vec<_>>();
//! let (fast, slow) = (trials(100.0), trials(200.0));
//! let group = |level, trials| TrialGroup { level, slice: 0, instance: 0, trials };
//! let family = WinFamily::new(2, &[group(0, &fast), group(1, &slow)], 1, 7);
//! let wins = family.pair(0, 1).expect("both levels have trials");
//! assert!(wins.is_claimed && wins.share == 1.0);
//! assert_eq!(format!("{:.2} to {:.2}", wins.interval.low, wins.interval.high), "0.72 to 1.00");
//! ```
//!
//! Run times are those of [`run_times::Run`]s; every estimate with an interval is an [`Estimate`]. The intervals of [`intervals`] have
//! closed forms, are inverted or, for any statistic, resampled; a [`intervals::LevelFamily`] corrects them so that they hold together.
//! [`rank_tests`] are for samples, [`designs`] for factors.
//!
//! # What no paper gives
//!
//! Most methods name their paper. What stands below a heading *Own rules* is in none: it was chosen by this crate's simulations, and holds
//! for what was simulated.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod distributions;
mod draws;
mod estimate;

pub mod designs;
pub mod intervals;
pub mod numbers;
pub mod rank_tests;
pub mod run_times;
pub mod samples;
pub mod wins;

pub use draws::Draws;
pub use estimate::{Estimate, Interval, LEVEL};
