//! [`Sharing`]: fitness-proportionate parent selection in which similar genomes share their fitness. Its [`NicheRadius`] is also that of
//! `clearing`.

use super::{Cancelled, Candidates, RouletteTable, Select, settings};
use crate::bounded::bounded;
use evocube_cube::rng::CounterStream;

bounded! { integers:
    /// Minimum number of differing genes of two individuals that do not share.
    NicheRadius, "radius" 1..=1000;
}

bounded! { reals:
    /// Exponent of a sharing function.
    SharingExponent, "alpha" 0.01..=100.0;
}

settings! {
    /// Fitness sharing: the individuals of a niche share its fitness (D. E. Goldberg and J. Richardson, "Genetic algorithms with sharing
    /// for multimodal function optimization", ICGA 1987).
    ///
    /// An individual is drawn in proportion to its roulette weight divided by its niche count: the sum over all
    /// individuals, itself included, of 1 − (d / radius)^alpha, where d < radius is the number of differing genes.
    #[derive(Copy)]
    pub struct Sharing {
        /// Minimum number of differing genes of two individuals that do not share. Default 5.
        pub radius: NicheRadius = NicheRadius::new(5),
        /// Exponent. Default 1: the share falls linearly.
        pub alpha: SharingExponent = SharingExponent::new(1.0),
    }
}

/// Weight of an individual that is worst and alone: with it, sums of all weights fit 64 bits.
const LONE_WORST: f64 = 1_048_576.0;

impl Select for Sharing {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at most 2^36
    fn prepare(
        &self,
        table: &mut RouletteTable,
        candidates: &Candidates<'_>,
        _: &mut CounterStream,
    ) -> Result<(), Cancelled> {
        let fitness = candidates.fitness;
        let radius = self.radius.get() as f64;
        let share = |distance: usize| match distance {
            0 => 1.0,
            _ => 1.0 - libm::pow(distance as f64 / radius, self.alpha.get()),
        };
        let shares: Vec<f64> = (0..self.radius.get()).map(share).collect();
        let mut niche_counts = vec![1.0; fitness.len()];
        let mut distances = vec![0; fitness.len()];
        for individual in 0..fitness.len() {
            candidates.individuals.distances(individual, &mut distances[..individual]);
            for (other, &distance) in distances[..individual].iter().enumerate() {
                if let Some(share) = shares.get(usize::from(distance)) {
                    niche_counts[individual] += share;
                    niche_counts[other] += share;
                }
            }
        }
        let worst = fitness.iter().map(|fitness| fitness.penalty()).max().unwrap_or(0);
        let weight = |penalty: u32| f64::from(worst - penalty + 1) * LONE_WORST;
        let weights = fitness.iter().zip(&niche_counts).map(|(fitness, count)| weight(fitness.penalty()) / count);
        table.set_weights(weights.map(|weight| (weight as u64).max(1)));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::{LIMIT, Measured, chi_square_of};
    use super::*;
    use crate::evaluation::Fitness;

    /// Ten genomes of two genes: the first five differ from the others in both, and two of these from three.
    fn individuals() -> Measured {
        let genomes = [[1, 1]; 5].into_iter().chain([[2, 2]; 3]).chain([[3, 3]; 2]);
        Measured { genomes: genomes.map(|genes| genes.to_vec()).collect(), ..Measured::default() }
    }

    #[test]
    fn niches_have_offspring_in_proportion_to_their_fitness() {
        // The stable state of K. Deb and D. E. Goldberg, "An investigation of niche and species formation in genetic function
        // optimization", ICGA 1989: however many individuals a niche has, its share is that of its weight, here 10, 5 and 1 of 16.
        let niches = [(0, 5, 10.0), (5, 3, 5.0), (9, 2, 1.0)];
        let niche = |(penalty, count, weight): (u16, usize, f64)| {
            (
                vec![Fitness::new(penalty, 2); count],
                vec![weight / 16.0 / f64::from(u32::try_from(count).unwrap()); count],
            )
        };
        let (fitness, probability): (Vec<_>, Vec<_>) = niches.into_iter().map(niche).unzip();
        let sharing = Sharing { radius: NicheRadius::new(2), alpha: SharingExponent::new(3.0) };
        let chi = chi_square_of(&sharing, &fitness.concat(), &individuals(), &probability.concat(), 411);
        assert!(chi < LIMIT, "chi-square {chi}");
    }

    #[test]
    fn individuals_share_by_their_distance() {
        // Of equal fitness, in a row: each differs from the next in one gene, and shares 1 − (1 / 2)^2 with it.
        let genomes = vec![vec![0, 0, 0], vec![1, 0, 0], vec![1, 1, 0], vec![1, 1, 1]];
        let individuals = Measured { genomes, ..Measured::default() };
        let sharing = Sharing { radius: NicheRadius::new(2), alpha: SharingExponent::new(2.0) };
        let weights = [1.75, 2.5, 2.5, 1.75].map(|count: f64| 1.0 / count);
        let sum: f64 = weights.iter().sum();
        let probability = weights.map(|weight| weight / sum);
        let chi = chi_square_of(&sharing, &[Fitness::new(7, 3); 4], &individuals, &probability, 412);
        // Three degrees of freedom.
        assert!(chi < 16.3, "chi-square {chi}");
    }
}
