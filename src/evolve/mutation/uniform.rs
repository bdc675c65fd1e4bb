//! Two-level uniform mutation.

use serde::{Deserialize, Serialize};

use super::{Gene, Mutate};
use crate::evolve::bounded::{GeneRate, Rate};
use crate::rng::Stream;

/// An individual is chosen, then each of its genes may be replaced by a random one (the two levels of B. L. Sousa's
/// paper, which calls the second the uniform-mutation rate).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Uniform {
    /// The probability per individual to be mutated at all.
    pub individual_rate: Rate,
    /// The probability per gene of a chosen individual to be replaced. It may happen that none is.
    pub gene_rate: GeneRate,
    /// By what. Default `other`.
    #[serde(default)]
    pub replacement: Replacement,
}

/// What a mutated gene is replaced by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Replacement {
    /// Any of the other symbols, each as likely.
    #[default]
    Other,
    /// Any symbol, so that one in as many as there are leaves the gene as it was.
    Any,
}

impl Default for Uniform {
    fn default() -> Self {
        Self {
            individual_rate: Rate::try_from(0.15).expect("a probability"),
            gene_rate: GeneRate::try_from(0.15).expect("a probability"),
            replacement: Replacement::Other,
        }
    }
}

impl Mutate for Uniform {
    #[inline]
    fn mutate(&self, genome: &mut [Gene], symbols: usize, stream: &mut Stream) -> bool {
        if !stream.chance(self.individual_rate.chance()) {
            return false;
        }
        let mut changed = false;
        let mut position = self.gene_rate.gap().draw(stream, genome.len());
        while position < genome.len() {
            genome[position] = self.replacement.draw(genome[position], symbols, stream);
            changed = true;
            position += 1 + self.gene_rate.gap().draw(stream, genome.len() - position);
        }
        changed
    }
}

impl Replacement {
    #[inline]
    fn draw(self, old: Gene, symbols: usize, stream: &mut Stream) -> Gene {
        match self {
            Self::Any => crate::evolve::population::random_gene(symbols, stream),
            // There is no other symbol in an alphabet of one.
            Self::Other if symbols == 1 => old,
            Self::Other => {
                let gene = crate::evolve::population::random_gene(symbols - 1, stream);
                if gene < old { gene } else { Gene(gene.0 + 1) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;

    fn uniform(individual: f64, gene: f64, replacement: Replacement) -> Uniform {
        Uniform {
            individual_rate: Rate::try_from(individual).unwrap(),
            gene_rate: GeneRate::try_from(gene).unwrap(),
            replacement,
        }
    }

    #[test]
    fn the_number_of_mutated_genes_is_binomial_and_every_position_alike() {
        let (length, draws) = (20usize, 1_000_000u32);
        let mutation = uniform(1.0, 0.15, Replacement::Other);
        let mut stream = Seed::from_number(81).stream();
        let (mut by_number, mut by_position) = ([0u32; 21], [0u32; 20]);
        for _ in 0..draws {
            let mut genome = [Gene(5); 20];
            let changed = mutation.mutate(&mut genome, 30, &mut stream);
            let mutated: Vec<usize> = (0..length).filter(|&i| genome[i] != Gene(5)).collect();
            assert_eq!(changed, !mutated.is_empty());
            by_number[mutated.len()] += 1;
            mutated.iter().for_each(|&position| by_position[position] += 1);
        }
        let choose = |k: usize| (0..k).map(|i| (20 - i) as f64 / (i + 1) as f64).product::<f64>();
        let power = |x: f64, k: usize| x.powi(i32::try_from(k).unwrap());
        // Up to 10 mutated genes; more are expected 24 times in a million, one class of their own.
        let share: Vec<f64> = (0..=10).map(|k| choose(k) * power(0.15, k) * power(0.85, length - k)).collect();
        let rest = 1.0 - share.iter().sum::<f64>();
        let mut chi = (f64::from(by_number[11..].iter().sum::<u32>()) - rest * 1e6).powi(2) / (rest * 1e6);
        for (k, share) in share.iter().enumerate() {
            chi += (f64::from(by_number[k]) - share * 1e6).powi(2) / (share * 1e6);
        }
        // 11 degrees of freedom: 31.3 is exceeded once in 1000.
        assert!(chi < 31.3, "chi-square {chi}");
        let chi: f64 =
            by_position.iter().map(|&count| (f64::from(count) - 150_000.0).powi(2) / (150_000.0 * 0.85)).sum();
        // 20 degrees of freedom: 45.3.
        assert!(chi < 45.3, "chi-square {chi}");
    }

    #[test]
    fn replacements_are_uniform() {
        let mut stream = Seed::from_number(82).stream();
        for (replacement, own) in [(Replacement::Other, 0.0), (Replacement::Any, 1e5)] {
            let mut counts = [0u32; 10];
            for _ in 0..1_000_000 {
                counts[replacement.draw(Gene(3), 10, &mut stream).index()] += 1;
            }
            let expected = (1e6 - own) / 9.0;
            assert!((f64::from(counts[3]) - own).abs() < 1000.0);
            let chi: f64 =
                (0..10).filter(|&i| i != 3).map(|i| (f64::from(counts[i]) - expected).powi(2) / expected).sum();
            // 9 degrees of freedom: 27.9.
            assert!(chi < 27.9, "{replacement:?}: chi-square {chi}");
        }
        assert_eq!(Replacement::Other.draw(Gene(0), 1, &mut stream), Gene(0));
    }

    #[test]
    fn the_first_rate_is_per_individual() {
        let mut stream = Seed::from_number(83).stream();
        let mutation = uniform(0.15, 1.0, Replacement::Other);
        let mutated = (0..1_000_000).filter(|_| mutation.mutate(&mut [Gene(0); 2], 30, &mut stream)).count();
        // A standard deviation of 357.
        assert!((150_000 - 1178..=150_000 + 1178).contains(&mutated), "{mutated}");
    }
}
