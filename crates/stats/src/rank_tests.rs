//! Rank tests, their effect size, and the correction of their p-values. Values may be infinite, but not NaN.
//!
//! The tests of two samples are exact for small ones, ties included; those of several configurations are approximations:
//!
//! ```
//! use evocube_stats::rank_tests::{Method, a12, holm, mann_whitney};
//!
//! let (first, second): (&[f64], &[f64]) = (&[120.0, 135.0, 150.0], &[200.0, 210.0, 230.0]);
//! let test = mann_whitney(first, second).expect("neither sample is empty");
//! assert!(test.method == Method::Exact && (test.p - 0.1).abs() < 1e-12 && a12(first, second) == Some(0.0));
//! assert_eq!(holm(&[0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
//! ```

mod conover;
mod effect;
mod friedman;
mod holm;
mod rank_sum;
mod signed_rank;

pub use conover::conover_p;
pub use effect::a12;
pub use friedman::{Friedman, friedman};
pub use holm::holm;
pub use rank_sum::{RankSum, mann_whitney, rank_sum, rank_sum_normal};
pub use signed_rank::{SignedRank, signed_rank};

/// The method of a p-value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The share of all arrangements of the values, ties included.
    Exact,
    /// The normal approximation.
    Normal,
}
