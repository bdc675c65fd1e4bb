//! Statistics for stochastic algorithms: exact tests, effect sizes, intervals, corrections, running times, importance.
//!
//! Two algorithms are compared by an exact test, and by an effect size:
//!
//! ```
//! use evocube_stats::{a12, mann_whitney};
//!
//! let first: &[f64] = &[120.0, 135.0, 150.0, 160.0, 180.0];
//! let second: &[f64] = &[200.0, 210.0, 230.0, 250.0, 260.0];
//! let test = mann_whitney(first, second).expect("neither sample is empty");
//! assert!(test.exact && (test.p - 2.0 / 252.0).abs() < 1e-12);
//! assert_eq!(a12(first, second), Some(0.0));
//! ```
//!
//! The p-values of many comparisons are corrected together. Of three below 0.05, one remains:
//!
//! ```
//! let adjusted = evocube_stats::holm(&[0.01, 0.04, 0.03]);
//! assert_eq!(adjusted, [0.03, 0.06, 0.06]);
//! assert_eq!(adjusted.iter().filter(|&&p| p < 0.05).count(), 1);
//! ```
//!
//! Success rates of trials on several instances, 0 and 1 among them, have a score interval of their difference, which is one of
//! fractions:
//!
//! ```
//! use evocube_stats::{Counts, rate_difference};
//!
//! let counts = |solved| Counts { solved, trials: 8 };
//! let (difference, interval) = rate_difference(&[(counts(8), counts(0)); 2], 0.95).expect("trials");
//! assert!(difference == 1.0 && interval.low > 0.7);
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
pub use expected_evaluations::ExpectedEvaluations;
pub use friedman::{Friedman, friedman};
pub use holm::holm;
pub use incidence::{End, Run, cumulative_incidence};
pub use interval::{Interval, exact_rate_interval, rate_interval};
pub use level_means::{LevelMeans, ValueGroup, mean_interval, student_interval};
pub use profile::{performance_profiles, profile_at};
pub use rank_sum::{RankSum, mann_whitney, rank_sum, rank_sum_normal};
use ranks::{doubled, tie_term};
pub use rates::{Counts, rate_difference};
pub use response_surface::{Effect, ResponseSurface, Term};
pub use signed_rank::{SignedRank, signed_rank};
pub use summary::{Summary, mean, median, quantile, sample_sd};
use tails::Sums;
pub use variance_shares::variance_shares;
pub use wins::{
    Dependence, Direction, DirectionVerdict, InstanceShares, LEVEL, LevelFamily, TrialGroup, WinDesign, WinDifference,
    WinFamily, WinKey, WinLaw, WinShare, interval_p,
};
