//! Statistics for stochastic algorithms: wins, run times, rates and means with their intervals, rank tests, corrections.
//!
//! Two levels are compared by the share of pairs of trials that one [wins](WinFamily) against the other. The share is claimed to differ
//! from ½ exactly if its interval excludes ½:
//!
//! ```
//! use evocube_stats::{TrialGroup, WinFamily, WinKey};
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
//! Run times with restarts are a [`RunSample`], success rates a [`RateDifference`], means [`LevelMeans`]; their intervals have closed
//! forms or are inverted, and hold together for a [`LevelFamily`]. Rates of 0 and 1 have an interval, too:
//!
//! ```
//! use evocube_stats::{Counts, RateDifference};
//!
//! let counts = |solved| Counts { solved, trials: 8 };
//! let difference = RateDifference::new(&[(counts(8), counts(0)); 2]).expect("trials");
//! assert!(difference.value() == 1.0 && difference.interval(0.05).low > 0.7);
//! ```
//!
//! Rank tests are exact for small samples, and many p-values are corrected together:
//!
//! ```
//! use evocube_stats::{a12, holm, mann_whitney};
//!
//! let (first, second): (&[f64], &[f64]) = (&[120.0, 135.0, 150.0], &[200.0, 210.0, 230.0]);
//! let test = mann_whitney(first, second).expect("neither sample is empty");
//! assert!(test.exact && (test.p - 0.1).abs() < 1e-12 && a12(first, second) == Some(0.0));
//! assert_eq!(holm(&[0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
//! ```
#![cfg_attr(test, allow(clippy::disallowed_methods))]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod beta;
mod bootstrap;
mod chi_squared;
mod conover;
mod correlation;
mod draws;
mod ecdf;
mod effect;
mod expected_evaluations;
mod friedman;
mod holm;
mod incidence;
mod interval;
mod level_means;
mod normal;
mod profile;
mod rank_sum;
mod ranks;
mod rates;
mod response_surface;
mod root;
mod signed_rank;
mod student;
mod summary;
mod tails;
mod variance_shares;
mod wins;

pub use bootstrap::{RESAMPLES, bca_95};
pub use conover::conover_p;
pub use correlation::{autocorrelation, autocovariance, correlation_length, pearson, spearman};
pub use draws::Draws;
pub use ecdf::RunTimes;
pub use effect::a12;
pub use expected_evaluations::RunSample;
pub use friedman::{Friedman, friedman};
pub use holm::holm;
pub use incidence::{End, Run, cumulative_incidence};
pub use interval::{Interval, exact_rate_interval, rate_interval};
pub use level_means::{LevelMeans, MeanDifference, ValueGroup, mean_interval, student_interval};
pub use profile::{performance_profiles, profile_at};
pub use rank_sum::{RankSum, mann_whitney, rank_sum, rank_sum_normal};
use ranks::{doubled, tie_term};
pub use rates::{Counts, RateDifference};
pub use response_surface::{Effect, ResponseSurface, Term};
pub use signed_rank::{SignedRank, signed_rank};
pub use summary::{Summary, mean, median, quantile, sample_sd};
use tails::Sums;
pub use variance_shares::{VarianceShare, variance_shares};
pub use wins::{
    Dependence, Direction, DirectionVerdict, InstanceShares, LEVEL, LevelFamily, TrialGroup, WinDesign, WinDifference,
    WinFamily, WinKey, WinLaw, WinShare, interval_p,
};
