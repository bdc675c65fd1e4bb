//! Location, spread and correlation of samples.

pub(crate) mod correlation;
pub(crate) mod ranks;
pub(crate) mod summary;

pub use correlation::{autocorrelation, autocovariance, correlation_length, pearson, spearman};
pub use summary::{Summary, mean, median, quantile, sample_sd};
