//! [`Sums`]: exact distributions of rank sums, by dynamic programming, and their p-values. Ranks are whole numbers: callers double them,
//! since ties have halves.

/// The distribution of a sum of ranks: entry s is the probability of the sum s.
#[derive(Clone, Debug)]
pub(crate) struct Sums(pub(crate) Vec<f64>);

impl Sums {
    /// Returns the distribution of the sum of `chosen` of these weights, if all choices are equally likely.
    pub(crate) fn from_choices(weights: &[usize], chosen: usize) -> Self {
        let mut largest = weights.to_vec();
        largest.sort_unstable_by(|a, b| b.cmp(a));
        let max: usize = largest.iter().take(chosen).sum();
        // ways[j][s]: choices of j of the weights so far with the sum s. Counts above 2^53 are rounded; their relative
        // error stays small, since counts are never subtracted.
        let mut ways = vec![vec![0.0; max + 1]; chosen + 1];
        ways[0][0] = 1.0;
        for (added_weights, &weight) in weights.iter().enumerate() {
            for count in (1..=chosen.min(added_weights + 1)).rev() {
                let (smaller, larger) = ways.split_at_mut(count);
                let (source, target) = (&smaller[count - 1], &mut larger[0]);
                for (target, source) in target[weight.min(max + 1)..].iter_mut().zip(source) {
                    *target += source;
                }
            }
        }
        Self::normalized(ways.swap_remove(chosen))
    }

    /// Returns the distribution of the sum of a random subset of these weights, each chosen with probability 0.5.
    pub(crate) fn from_coins(weights: &[usize]) -> Self {
        let mut sums = vec![0.0; weights.iter().sum::<usize>() + 1];
        sums[0] = 1.0;
        for &weight in weights {
            for sum in (0..sums.len()).rev() {
                let increment = if sum < weight { 0.0 } else { 0.5 * sums[sum - weight] };
                sums[sum] = 0.5 * sums[sum] + increment;
            }
        }
        Self(sums)
    }

    fn normalized(ways: Vec<f64>) -> Self {
        let all: f64 = ways.iter().sum();
        Self(ways.into_iter().map(|ways| ways / all).collect())
    }

    /// Returns the distribution of the sum of two independent sums.
    pub(crate) fn plus(&self, other: &Self) -> Self {
        let mut sums = vec![0.0; self.0.len() + other.0.len() - 1];
        for (a, &p) in self.0.iter().enumerate().filter(|(_, p)| **p > 0.0) {
            for (sum, q) in sums[a..].iter_mut().zip(&other.0) {
                *sum += p * q;
            }
        }
        Self(sums)
    }

    /// Returns the two-sided p-value of a sum: twice the smaller tail including it, at most 1.
    pub(crate) fn two_sided(&self, sum: usize) -> f64 {
        let lower: f64 = self.0[..=sum].iter().sum();
        let upper: f64 = self.0[sum..].iter().sum();
        (2.0 * lower.min(upper)).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distributions_of_small_sums_are_exact() {
        assert_eq!(Sums::from_choices(&[1, 2, 3], 2).0, [0.0, 0.0, 0.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0]);
        assert_eq!(Sums::from_coins(&[1, 2]).0, [0.25; 4]);
        let sums = Sums::from_coins(&[1]).plus(&Sums::from_coins(&[1]));
        assert_eq!(sums.0, [0.25, 0.5, 0.25]);
        assert!((sums.two_sided(2) - 0.5).abs() < 1e-15 && (sums.two_sided(1) - 1.0).abs() < 1e-15);
    }
}
