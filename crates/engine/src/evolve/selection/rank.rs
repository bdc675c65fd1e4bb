//! [`Rank`]: parent selection with probabilities that fall linearly with the rank. Only the order by fitness counts; `roulette` uses the
//! penalties themselves.

use super::{Cancelled, Candidates, CounterStream, ParentPool, RouletteTable, Select, UNIT, settings};
use crate::bounded::Pressure;

settings! {
    /// Linear ranking (J. E. Baker, "Adaptive selection methods for genetic algorithms", 1985).
    ///
    /// The individual of rank r (0 = best) of N is drawn with probability (s − 2 (s − 1) r / (N − 1)) / N. Ties are ranked by
    /// the order of the population.
    #[derive(Copy)]
    pub struct Rank {
        /// Selection pressure s, between 1 (none) and 2 (the worst individual is never drawn). Default 1.5.
        pub pressure: Pressure = Pressure::new(1.5),
    }
}

impl Select for Rank {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 0 to 2 units; small N
    fn prepare(
        &self,
        table: &mut RouletteTable,
        candidates: &Candidates<'_>,
        _: &mut CounterStream,
    ) -> Result<(), Cancelled> {
        let fitness = candidates.fitness;
        table.sort(fitness);
        let (s, last) = (self.pressure.get(), (fitness.len() - 1).max(1) as f64);
        table.set_weights((0..fitness.len()).map(|rank| ((s - 2.0 * (s - 1.0) * (rank as f64 / last)) * UNIT) as u64));
        Ok(())
    }

    fn select(&self, pool: ParentPool<'_>, _: usize, stream: &mut CounterStream) -> Result<usize, Cancelled> {
        Ok(pool.table.order[pool.table.spin(stream)] as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::{LIMIT, chi_square, ten};
    use super::*;

    #[test]
    fn rank_selection_follows_linear_probabilities() {
        for s in [1.0, 1.5, 2.0] {
            let selection = Rank { pressure: Pressure::new(s) };
            let probability: Vec<f64> =
                (0..10).map(|rank| (s - 2.0 * (s - 1.0) * f64::from(rank) / 9.0) / 10.0).collect();
            let chi = chi_square(&selection, &ten(), &probability, 31);
            assert!(chi < LIMIT, "pressure {s}: chi-square {chi}");
        }
    }
}
