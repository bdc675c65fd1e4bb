//! Distributions of statistics, and the inversion of their functions.

pub(crate) mod beta;
pub(crate) mod chi_squared;
pub(crate) mod maximum;
pub(crate) mod normal;
pub(crate) mod root;
pub(crate) mod student;
pub(crate) mod sums;
