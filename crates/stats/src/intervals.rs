//! Confidence intervals of rates, of means, of their differences, and of any statistic; p-values from intervals; and the families that are
//! corrected together. The probability `tail` with which an interval misses is above 0 and below 1. Run times and shares of won pairs have
//! theirs in `run_times` and `wins`.
//!
//! Rates of 0 and 1 have an interval, too:
//!
//! ```
//! use evocube_stats::intervals::{Counts, RateDifference};
//!
//! let counts = |solved| Counts { solved, trials: 8 };
//! let difference = RateDifference::new(&[(counts(8), counts(0)); 2]).expect("trials").estimate(0.05);
//! assert!(difference.value == 1.0 && difference.interval.is_some_and(|ends| ends.low > 0.7));
//! ```

mod bootstrap;
mod family;
mod level_means;
pub(crate) mod rate;
mod rate_difference;

pub use bootstrap::{RESAMPLES, bca_interval};
pub use family::{LevelFamily, interval_p};
pub use level_means::{LevelMeans, MeanDifference, MeanIntervals, ValueGroup, mean_interval, student_interval};
pub use rate::{exact_rate_interval, rate_interval};
pub use rate_difference::{Counts, RateDifference};
