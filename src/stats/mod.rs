//! Statistics: summaries, intervals, tests and effect sizes, exact for small samples, each with its reference.
//! `docs/statistics.md` says when each is used.

mod bootstrap;
mod conover;
mod correlation;
mod design;
mod draws;
mod ecdf;
mod effect;
mod factorial;
mod forest;
mod friedman;
mod holm;
mod interval;
mod normal;
mod power;
mod profile;
mod rank_sum;
mod ranks;
mod running_time;
mod signed_rank;
mod student;
mod studentized_range;
mod summary;
mod tails;

pub use bootstrap::{RESAMPLES, bca_95, weighted_median};
pub use conover::conover_p;
pub use correlation::{autocorrelation, autocovariance, correlation_length, pearson, spearman};
pub use design::{Design, LEVEL};
pub use draws::Draws;
pub use ecdf::RunTimes;
pub use effect::{a12, a12_strata, magnitude};
pub use factorial::{Contrast, Effect, Factorial, ShareDraws, Unit};
pub use forest::{BINS, Forest, Importance, Variable};
pub use friedman::{Friedman, critical_difference, friedman, nemenyi_p};
pub use holm::{bonferroni, holm};
pub use interval::{Interval, wilson_95};
pub use power::{detectable_rank_sum, detectable_signed_rank, rank_sum_power, signed_rank_power, smallest_rank_sum_p};
pub use profile::{performance_profiles, profile_at};
pub use rank_sum::{RankSum, mann_whitney, rank_sum, rank_sum_normal};
pub use running_time::{expected_running_time, running_time_95};
pub use signed_rank::{SignedRank, signed_rank};
pub use summary::{Summary, mean, median, population_sd, quantile, sample_sd};
