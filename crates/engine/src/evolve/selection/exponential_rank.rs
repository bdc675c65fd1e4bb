//! [`ExponentialRank`]: parent selection with probabilities that fall exponentially with the rank.

use super::{Cancelled, Candidates, CounterStream, ParentPool, RouletteTable, Select, UNIT, settings};
use crate::bounded::WeightRatio;

settings! {
    /// Exponential ranking (T. Blickle and L. Thiele, "A comparison of selection schemes used in evolutionary algorithms", 1996).
    ///
    /// The individual of rank r (0 = best) of N is drawn in proportion to c^r. The parameter `ratio` is c^(N − 1), so that
    /// the pressure does not depend on the size of the population. Ties are ranked by the order of the population.
    #[derive(Copy)]
    pub struct ExponentialRank {
        /// Weight of the worst individual divided by that of the best, c^(N − 1): 1 is no pressure. Default 0.05, with which the
        /// best of a large population is drawn 3.2 times as often as the average one.
        pub ratio: WeightRatio = WeightRatio::new(0.05),
    }
}

impl ExponentialRank {
    /// Returns c, by bisection: multiplication has the same bits on every platform.
    fn base(self, size: usize) -> f64 {
        let (ratio, last) = (self.ratio.get(), size.saturating_sub(1).max(1));
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..80 {
            let middle = 0.5 * (low + high);
            if power(middle, last) < ratio {
                low = middle;
            } else {
                high = middle;
            }
        }
        high
    }
}

/// Returns a power by repeated squaring.
fn power(mut base: f64, mut exponent: usize) -> f64 {
    let mut product = 1.0;
    while exponent > 0 {
        if exponent % 2 == 1 {
            product *= base;
        }
        base *= base;
        exponent /= 2;
    }
    product
}

impl Select for ExponentialRank {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 0 to 1 units
    fn prepare(
        &self,
        table: &mut RouletteTable,
        candidates: &Candidates<'_>,
        _: &mut CounterStream,
    ) -> Result<(), Cancelled> {
        let size = candidates.fitness.len();
        table.sort(candidates.fitness);
        let (base, mut weight) = (self.base(size), 1.0);
        table.set_weights((0..size).map(|_| {
            let present = weight;
            weight *= base;
            // Every individual can be drawn.
            ((present * UNIT) as u64).max(1)
        }));
        Ok(())
    }

    fn select(&self, pool: ParentPool<'_>, _: usize, stream: &mut CounterStream) -> Result<usize, Cancelled> {
        Ok(pool.table.order[pool.table.spin(stream)] as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::{LIMIT, chi_square, takeover, ten};
    use super::*;

    fn ranking(ratio: f64) -> ExponentialRank {
        ExponentialRank { ratio: WeightRatio::new(ratio) }
    }

    #[test]
    fn exponential_ranking_follows_its_probabilities() {
        for ratio in [0.001, 0.05, 0.5, 1.0] {
            let base = f64::powf(ratio, 1.0 / 9.0);
            let sum: f64 = (0..10).map(|rank| base.powi(rank)).sum();
            let probability: Vec<f64> = (0..10).map(|rank| base.powi(rank) / sum).collect();
            let chi = chi_square(&ranking(ratio), &ten(), &probability, 321);
            assert!(chi < LIMIT, "ratio {ratio}: chi-square {chi}");
        }
    }

    #[test]
    fn the_base_of_exponential_ranking_is_the_root_of_the_ratio() {
        for size in [2, 3, 1500, 1_000_000] {
            let root = f64::powf(0.05, 1.0 / (size as f64 - 1.0));
            assert!((ranking(0.05).base(size) / root - 1.0).abs() < 1e-12, "{size}");
        }
        assert!((ranking(1.0).base(9) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_best_takes_over_as_by_the_published_growth() {
        // A share p of best individuals has the share (1 − κ^p) / (1 − κ) of the next parents, κ = c^N.
        let (size, ratio) = (2000, 0.05f64);
        let (mut share, mut expected) = (1.0 / f64::from(size), 0.0);
        while share < 1.0 - 0.5 / f64::from(size) {
            share = (1.0 - ratio.powf(share)) / (1.0 - ratio);
            expected += 1.0;
        }
        let takeover_time = takeover(&ranking(ratio), size, 10, 322);
        assert!((takeover_time / expected - 1.0).abs() < 0.15, "{takeover_time} generations, not {expected}");
    }
}
