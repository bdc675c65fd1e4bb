//! [`Estimate`] and [`Interval`]: an estimated value, such as a mean, a rate, a run time or a share of variance, and its confidence
//! interval; and the significance level of 5 %. Shares of pairs that are won are `wins::WinShare`.

/// The significance level of corrected p-values.
pub const LEVEL: f64 = 0.05;

/// A confidence interval, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// An estimate with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The interval; `None` if trials are too few for one, or do not vary.
    pub interval: Option<Interval>,
}
