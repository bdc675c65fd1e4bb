//! [`Truncation`]: parent selection, uniform among the best share of the population.

use super::{Cancelled, Candidates, CounterStream, ParentPool, RouletteTable, Select, settings};
use crate::bounded::Rate;

settings! {
    /// Uniform selection from the best fraction of the population (H. Mühlenbein and D. Schlierkamp-Voosen 1993).
    ///
    /// At least one individual can be drawn; ties are ranked by the order of the population.
    #[derive(Copy)]
    pub struct Truncation {
        /// Fraction of the population, rounded up. Default 0.5.
        pub fraction: Rate = Rate::new(0.5),
    }
}

impl Select for Truncation {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at most the population
    fn prepare(
        &self,
        table: &mut RouletteTable,
        candidates: &Candidates<'_>,
        _: &mut CounterStream,
    ) -> Result<(), Cancelled> {
        let fitness = candidates.fitness;
        table.sort(fitness);
        let keep = (self.fraction.get() * fitness.len() as f64).ceil() as usize;
        table.order.truncate(keep.clamp(1, fitness.len()));
        Ok(())
    }

    fn select(&self, pool: ParentPool<'_>, _: usize, stream: &mut CounterStream) -> Result<usize, Cancelled> {
        Ok(pool.table.order[stream.index(pool.table.order.len())] as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::{LIMIT, chi_square, ten};
    use super::*;

    #[test]
    fn truncation_selection_draws_the_best_fraction_uniformly() {
        for (fraction, keep) in [(0.0, 1), (0.3, 3), (0.31, 4), (1.0, 10)] {
            let selection = Truncation { fraction: Rate::new(fraction) };
            let share = |rank| if rank < keep { 1.0 / f64::from(keep) } else { 0.0 };
            let chi = chi_square(&selection, &ten(), &(0..10).map(share).collect::<Vec<_>>(), 41);
            assert!(chi < LIMIT, "fraction {fraction}: chi-square {chi}");
        }
    }
}
