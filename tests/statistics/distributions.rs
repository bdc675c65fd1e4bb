//! Tail probabilities, the inversion of a function by halving, and an exact interval, for the other tests of this folder. They are computed
//! without `evocube-stats`.

/// The normal distribution function.
pub(crate) fn normal(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}

/// The probability of at least so many successes.
pub(crate) fn at_least(count: usize, trials: usize, rate: f64) -> f64 {
    // The logarithm of each probability, since the first may be too small for a number.
    let mut logarithm = trials as f64 * (1.0 - rate).ln();
    let mut below = 0.0;
    for successes in 0..count {
        below += logarithm.exp();
        logarithm += ((trials - successes) as f64 / (successes + 1) as f64 * rate / (1.0 - rate)).ln();
    }
    1.0 - below
}

/// The end of the values from `low` on, up to `high`, of which something is true.
pub(crate) fn inverse(mut low: f64, mut high: f64, is_below: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if is_below(middle) { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

/// Clopper and Pearson's interval of 95 % for a share.
pub(crate) fn exact_95(count: usize, all: usize) -> (f64, f64) {
    let low = if count == 0 { 0.0 } else { inverse(0.0, 1.0, |rate| at_least(count, all, rate) < 0.025) };
    let high = if count == all { 1.0 } else { inverse(0.0, 1.0, |rate| at_least(count + 1, all, rate) < 0.975) };
    (low, high)
}

#[test]
fn tails_are_those_of_tables() {
    // R: pnorm(1.5), binom.test(3, 10)$conf.int
    let close = |ours: f64, table: f64| assert!((ours - table).abs() < 1e-6, "{ours} {table}");
    close(normal(1.5), 0.933_192_8);
    let (low, high) = exact_95(3, 10);
    close(low, 0.066_739_5);
    close(high, 0.652_452_9);
}
