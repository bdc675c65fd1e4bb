//! Distributions of test statistics: probabilities, quantiles, and the root finding that inverts them. For this crate only.

pub(crate) mod beta;
pub(crate) mod chi_squared;
pub(crate) mod maximum;
pub(crate) mod normal;
pub(crate) mod root;
pub(crate) mod student;
pub(crate) mod sums;
