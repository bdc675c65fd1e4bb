//! Descriptive statistics of samples: location, spread and correlation; and ranks, for this crate only. Tests and intervals are in
//! [`crate::rank_tests`] and [`crate::intervals`].

pub(crate) mod correlation;
pub(crate) mod ranks;
pub(crate) mod summary;

pub use correlation::{autocorrelation, autocovariance, correlation_length, pearson, spearman};
pub use summary::{Summary, mean, median, quantile, sample_sd};
