//! [`Clearing`]: fitness-proportionate parent selection, only from the best individuals of each niche of similar genomes. The type of the
//! radius of a niche is in `sharing`.

use super::sharing::NicheRadius;
use super::{Cancelled, Candidates, CounterStream, RouletteTable, Select, settings};
use crate::bounded::bounded;

bounded! { integers:
    /// Number of individuals of a niche that are not cleared.
    NicheCapacity, "capacity" 1..=1_000_000;
}

settings! {
    /// Clearing: the best individuals of a niche have its resources, and the others none (A. Pétrowski, "A clearing procedure as a niching
    /// method for genetic algorithms", ICEC 1996).
    ///
    /// Individuals are visited from the best to the worst, equally fit ones in the order of the population. Each one that
    /// is not cleared dominates a niche: itself and the later individuals that differ from it in fewer than `radius` genes.
    /// All of the niche but the best `capacity` are cleared. Individuals that are not cleared are drawn in proportion to
    /// their roulette weights.
    #[derive(Copy)]
    pub struct Clearing {
        /// Minimum number of differing genes of an individual in another niche. Default 5.
        pub radius: NicheRadius = NicheRadius::new(5),
        /// Individuals of a niche that are not cleared, the dominant one included. Default 1.
        pub capacity: NicheCapacity = NicheCapacity::new(1),
    }
}

impl Select for Clearing {
    fn prepare(
        &self,
        table: &mut RouletteTable,
        candidates: &Candidates<'_>,
        _: &mut CounterStream,
    ) -> Result<(), Cancelled> {
        let fitness = candidates.fitness;
        table.sort(fitness);
        let mut is_cleared = vec![false; fitness.len()];
        let mut distances = vec![0; fitness.len()];
        for (rank, &dominant) in table.order.iter().enumerate() {
            if is_cleared[dominant as usize] {
                continue;
            }
            candidates.individuals.distances(dominant as usize, &mut distances);
            let mut winners = 1;
            for other in table.order[rank + 1..].iter().map(|&other| other as usize) {
                if !is_cleared[other] && usize::from(distances[other]) < self.radius.get() {
                    is_cleared[other] = winners == self.capacity.get();
                    winners += usize::from(!is_cleared[other]);
                }
            }
        }
        let worst = fitness.iter().map(|fitness| fitness.penalty()).max().unwrap_or(0);
        let weight = |fitness: &crate::evaluation::Fitness| u64::from(worst - fitness.penalty()) + 1;
        let weight = |(fitness, is_cleared)| if is_cleared { 0 } else { weight(fitness) };
        let weights = fitness.iter().zip(is_cleared).map(weight);
        table.set_weights(weights);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::{LIMIT, Measured, chi_square_of};
    use super::*;
    use crate::evaluation::Fitness;

    #[test]
    fn cleared_individuals_have_no_offspring_and_the_others_their_weights() {
        // Two niches of five individuals, with penalties 0, 10 … and 5, 15 …; an individual of the second differs in one gene from
        // the dominant one of the first, but is not in its niche of radius 1.
        let genomes = (0..10).map(|individual| vec![u16::from(individual >= 5), 0]).collect();
        let individuals = Measured { genomes, ..Measured::default() };
        let fitness: Vec<_> = (0..10u16).map(|n| Fitness::new(n % 5 * 10 + n / 5 * 5, 2)).collect();
        for (radius, capacity, survivors) in [(1, 1, vec![0, 5]), (1, 2, vec![0, 5, 1, 6]), (2, 3, vec![0, 5, 1])] {
            let clearing = Clearing { radius: NicheRadius::new(radius), capacity: NicheCapacity::new(capacity) };
            let weight = |n: usize| 46.0 - f64::from(fitness[n].penalty());
            let sum: f64 = survivors.iter().map(|&n| weight(n)).sum();
            // By rank: 0, 5, 1, 6, 2, 7 …
            let ranked = (0..10).map(|rank| rank / 2 + rank % 2 * 5);
            let probability: Vec<f64> =
                ranked.map(|n| if survivors.contains(&n) { weight(n) / sum } else { 0.0 }).collect();
            let chi = chi_square_of(&clearing, &fitness, &individuals, &probability, 421);
            assert!(chi < LIMIT, "radius {radius}, capacity {capacity}: chi-square {chi}");
        }
    }

    #[test]
    fn a_niche_is_that_of_its_dominant_individual() {
        // In a row, each differs from the next in one gene; of radius 2. The first clears the second, but not the third, which clears
        // the fourth.
        let genomes = vec![vec![0, 0, 0], vec![1, 0, 0], vec![1, 1, 0], vec![1, 1, 1]];
        let individuals = Measured { genomes, ..Measured::default() };
        let clearing = Clearing { radius: NicheRadius::new(2), ..Clearing::default() };
        let chi = chi_square_of(&clearing, &[Fitness::new(7, 3); 4], &individuals, &[0.5, 0.0, 0.5, 0.0], 422);
        // One degree of freedom.
        assert!(chi < 10.8, "chi-square {chi}");
    }
}
