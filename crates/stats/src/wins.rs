//! Wins: the share of pairs of trials that one level wins against another, its test and its interval. Also shares on further instances, a
//! direction of ordered levels, the dependence of shares on another factor, and what a planned comparison can show.
//!
//! Of two trials on one instance, the better [`WinKey`] wins. The estimand θ of two levels is the mean over instances of the
//! probability that a trial of the first wins against one of the second; that of one level, w, is the mean of θ over the other levels.
//! Nothing is pooled over instances, and no rank is taken over several of them. A [`WinFamily`] has the estimates of all pairs and
//! levels of a factor with one critical value, so a share is claimed to differ from ½ exactly if its interval excludes ½.
//!
//! K. V. Price, A. Kumar and P. N. Suganthan, "Trial-based dominance for comparing both the speed and accuracy of stochastic optimizers
//! with standard non-parametric tests", Swarm and Evolutionary Computation 78 (2023), article 101287; M. Buyse, "Generalized pairwise
//! comparisons of prioritized outcomes in the two-sample problem", Statistics in Medicine 29 (2010), 3245–3257; E. Brunner and
//! U. Munzel, "The nonparametric Behrens-Fisher problem", Biometrical Journal 42 (2000), 17–25; K. Neubert and E. Brunner, "A studentized
//! permutation test for the non-parametric Behrens–Fisher problem", Computational Statistics & Data Analysis 51 (2007), 5192–5204.

mod blocks;
mod dependence;
mod direction;
mod family;
mod instances;
mod limits;
mod plan;
mod shares;
mod sign;
mod win_key;

pub use dependence::{Dependence, WinDifference};
pub use direction::{BetterLevels, Direction, DirectionVerdict};
pub use family::{WinFamily, WinLaw, WinShare};
pub use instances::InstanceShares;
pub use plan::WinDesign;
pub use win_key::{TrialGroup, WinKey};
