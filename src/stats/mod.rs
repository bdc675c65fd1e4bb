//! Statistics: small, exact where they can be, each with its reference.

mod interval;
mod summary;

pub use interval::{Interval, wilson_95};
pub use summary::{Summary, mean, median, population_sd, quantile, sample_sd};
