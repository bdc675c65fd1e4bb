//! Laws of trials by their quantiles, and the shares of pairs that they win, which no sample moves.

use evocube_stats::{Draws, Standing};

/// The law of a trial.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Law {
    /// Penalties: mean and standard deviation.
    Normal(f64, f64),
    /// Skewed to higher penalties: a lognormal distribution with this factor.
    Skewed(f64),
    /// Skewed to lower penalties.
    NegativeSkew(f64),
    /// Penalties about 30, and of a share of trials about 330.
    Stuck(f64),
    /// Few penalties.
    Ties(f64),
    /// Exponential times with this mean, of which those within the budget of 1 reach the target; others have rounded penalties.
    Times(f64, f64),
    /// Times about 0.05, or never: the share that reach the target.
    FastOrStuck(f64),
    /// A rare excellent result.
    Lucky(f64),
}

pub(crate) fn quantile_of_normal(probability: f64) -> f64 {
    // The quantile of the standard normal distribution: P. J. Acklam's approximation, accurate to 1e-9 relative.
    const A: [f64; 6] = [
        -3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2, 1.38357751867269e2, -3.066479806614716e1,
        2.506628277459239,
    ];
    const B: [f64; 5] =
        [-5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1, -1.328068155288572e1];
    const C: [f64; 6] = [
        -7.784894002430293e-3,
        -3.223964580411365e-1,
        -2.400758277161838,
        -2.549732539343734,
        4.374664141464968,
        2.938163982698783,
    ];
    const D: [f64; 4] = [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416];
    let polynomial = |coefficients: &[f64], x: f64| coefficients.iter().fold(0.0, |sum, part| sum * x + part);
    if probability < 0.02425 {
        let q = (-2.0 * probability.ln()).sqrt();
        polynomial(&C, q) / (polynomial(&D, q) * q + 1.0)
    } else if probability > 1.0 - 0.02425 {
        -quantile_of_normal(1.0 - probability)
    } else {
        let q = probability - 0.5;
        let r = q * q;
        polynomial(&A, r) * q / (polynomial(&B, r) * r + 1.0)
    }
}

pub(crate) fn normal(draws: &mut Draws) -> f64 {
    quantile_of_normal(draws.uniform())
}

impl Law {
    /// The result that this share of trials is at least as good as.
    pub(crate) fn quantile(self, share: f64) -> Standing {
        let z = || quantile_of_normal(share);
        let part = |low: f64, high: f64| quantile_of_normal(((share - low) / (high - low)).clamp(1e-9, 1.0 - 1e-9));
        match self {
            Self::Normal(mean, deviation) => Standing::missed(mean + deviation * z(), 0),
            Self::Skewed(factor) => Standing::missed(factor * z().exp(), 0),
            Self::NegativeSkew(shift) => Standing::missed(shift - (-z()).exp(), 0),
            Self::Stuck(rate) if share < 1.0 - rate => Standing::missed(30.0 + 5.0 * part(0.0, 1.0 - rate), 0),
            Self::Stuck(rate) => Standing::missed(330.0 + 5.0 * part(1.0 - rate, 1.0), 0),
            Self::Ties(rate) => {
                let coefficients = [(1.0, 0), (3.0, 1), (3.0, 2)];
                let probability = |(ways, k): &(f64, i32)| ways * rate.powi(*k) * (1.0 - rate).powi(3 - k);
                let below = coefficients.iter().scan(0.0, |sum, part| {
                    *sum += probability(part);
                    Some(*sum)
                });
                let count = below.filter(|sum| share > *sum).count();
                Standing::missed(count as f64, 0)
            }
            Self::Times(mean, shift) => {
                let time = -mean * (1.0 - share).ln();
                let reached = 1.0 - (-1.0 / mean).exp();
                if time < 1.0 {
                    Standing::reached(time)
                } else {
                    Standing::missed(((40.0 + shift + 10.0 * part(reached, 1.0)) / 5.0).round(), 0)
                }
            }
            Self::FastOrStuck(rate) if share < rate => Standing::reached(0.05 * (0.3 * part(0.0, rate)).exp()),
            Self::FastOrStuck(_) => Standing::missed(50.0, 0),
            Self::Lucky(rate) if share < rate => Standing::missed(1.0 + share, 0),
            Self::Lucky(rate) => Standing::missed(50.0 + 5.0 * part(rate, 1.0), 0),
        }
    }

    pub(crate) fn draw(self, draws: &mut Draws) -> Standing {
        self.quantile(draws.uniform())
    }
}

/// The share of pairs that one law wins against another, from 4,000 equally likely results of each.
pub(crate) fn share(law: Law, other: Law) -> f64 {
    if law == other {
        return 0.5;
    }
    const COUNT: usize = 4_000;
    let results = |law: Law| (0..COUNT).map(move |place| law.quantile((place as f64 + 0.5) / COUNT as f64));
    let others: Vec<Standing> = results(other).collect();
    // Both are in order of their results.
    let wins = |standing: Standing| {
        let lost = others.partition_point(|other| other.wins_against(standing) > 0.75);
        let not_won = others.partition_point(|other| other.wins_against(standing) > 0.25);
        (COUNT - not_won) as f64 + 0.5 * (not_won - lost) as f64
    };
    let share = results(law).map(wins).sum::<f64>() / (COUNT * COUNT) as f64;
    // The grid's error.
    if (share - 0.5).abs() < 1e-3 { 0.5 } else { share }
}

#[test]
fn shares_of_normal_laws_are_known() {
    // Φ(1/√2) = 0.760250, and equal means win equally.
    assert!((share(Law::Normal(0.0, 1.0), Law::Normal(1.0, 1.0)) - 0.760_250).abs() < 2e-4);
    assert_eq!(share(Law::Normal(0.0, 1.0), Law::Normal(0.0, 9.0)), 0.5);
    // Exponential times with means 1 and 3 and no end: 3/4; with rates 0.8647 and 0.4866 of a budget of 1.
    let quick = share(Law::Times(0.5, 0.0), Law::Times(1.5, 0.0));
    assert!(quick > 0.72 && quick < 0.78, "{quick}");
}
