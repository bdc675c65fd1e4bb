//! [`StochasticUniversal`]: fitness-proportionate parent selection that draws all parents by one spin of the wheel.

use super::{Cancelled, Candidates, CounterStream, ParentPool, RouletteTable, Select};

/// Stochastic universal sampling: one spin of a wheel with one equally spaced pointer for each parent (J. E. Baker, "Reducing bias
/// and inefficiency in the selection algorithm", 1987).
///
/// Each individual is drawn its expected number of times, rounded down or up. The weights are those of
/// [`Roulette`](super::Roulette). The parents are shuffled, so that pairs are random.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StochasticUniversal;

impl Select for StochasticUniversal {
    fn prepare(
        &self,
        table: &mut RouletteTable,
        candidates: &Candidates<'_>,
        stream: &mut CounterStream,
    ) -> Result<(), Cancelled> {
        table.set_windowed_weights(candidates.fitness);
        // Pointer j is at (j + offset) / draws of the wheel, in units of 1 / draws, hence an integer.
        let (total, pointers) = (table.total(), candidates.draws as u64);
        let offset = stream.below(total);
        table.order.clear();
        let mut individual = 0;
        for pointer in 0..pointers {
            let point = pointer * total + offset;
            while table.sums[individual] * pointers <= point {
                individual += 1;
            }
            table.order.push(u32::try_from(individual).expect("populations are smaller"));
        }
        stream.shuffle(&mut table.order);
        Ok(())
    }

    fn select(&self, pool: ParentPool<'_>, draw: usize, _: &mut CounterStream) -> Result<usize, Cancelled> {
        Ok(pool.table.order[draw] as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::{Measured, ordered, prepared, ten};
    use super::super::roulette::tests::expected;
    use super::*;
    use evocube_cube::rng::Seed;

    #[test]
    fn stochastic_universal_sampling_draws_each_expected_number_rounded() {
        let fitness = ten();
        let ranked = ordered(&fitness);
        let mut stream = Seed::from_number(22).key(0).stream(0);
        for draws in [1, 7, 100, 1000] {
            let mut counts = [0u32; 10];
            let table = prepared(&StochasticUniversal, &fitness, &Measured::default(), draws, &mut stream);
            for draw in 0..draws {
                let pool = ParentPool { table: &table, fitness: &fitness };
                counts[StochasticUniversal.select(pool, draw, &mut stream).unwrap()] += 1;
            }
            for (rank, share) in expected().into_iter().enumerate() {
                let expected = share * f64::from(u32::try_from(draws).unwrap());
                let observed = f64::from(counts[ranked[rank]]);
                assert!(
                    observed >= expected.floor() && observed <= expected.ceil(),
                    "{draws} draws, rank {rank}: {observed} of {expected}"
                );
            }
        }
    }

    #[test]
    fn stochastic_universal_single_draws_follow_windowed_weights() {
        let chi = super::super::laws::chi_square(&Single, &ten(), &expected(), 23);
        assert!(chi < super::super::laws::LIMIT, "chi-square {chi}");
    }

    /// One spin per draw, so that draws are independent.
    struct Single;

    impl Select for Single {
        fn prepare(&self, _: &mut RouletteTable, _: &Candidates<'_>, _: &mut CounterStream) -> Result<(), Cancelled> {
            Ok(())
        }

        fn select(&self, pool: ParentPool<'_>, _: usize, stream: &mut CounterStream) -> Result<usize, Cancelled> {
            let table = prepared(&StochasticUniversal, pool.fitness, &Measured::default(), 1, stream);
            StochasticUniversal.select(ParentPool { table: &table, ..pool }, 0, stream)
        }
    }
}
