//! [`HeavyTailed`]: uniform mutation with a gene rate that is drawn for each individual from a power law. Rates that learn are in
//! `one_fifth` and `self_adaptive`.

use std::borrow::Cow;

use super::{Cancelled, Context, Gene, Moment, Mutate, ScheduledRate, Uniform};
use crate::bounded::{PowerLawExponent, Rate};
use crate::evolve::operators::UNIT;
use crate::settings::settings;
use evocube_cube::rng::{Bernoulli, CounterStream};

settings! {
    /// Heavy-tailed mutation (B. Doerr, H. P. Le, R. Makhmara and T. D. Nguyen, "Fast genetic algorithms", 2017): as
    /// [`Uniform`], with a gene rate α / L that is drawn for each individual.
    ///
    /// L is the number of genes, and an integer α from 1 to L / 2 is drawn in proportion to α^−β. Most individuals change in about one
    /// gene, and some in many. As in the paper it is possible that no gene changes.
    pub struct HeavyTailed {
        /// Probability per individual that the operator is applied. Default 1.
        pub individual_rate: ScheduledRate = ScheduledRate::new(1.0),
        /// Exponent β of the power law. Default 1.5, as in the paper.
        pub beta: PowerLawExponent = PowerLawExponent::new(1.5),
        /// Running sums of the weights of α = 1, 2, … for the genome length of the run.
        #[serde(skip)]
        weights: Vec<u64>,
    }
}

impl HeavyTailed {
    /// Returns the running sums of the weights for this number of genes.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 0 to 1 units
    fn weights_of(&self, genes: usize) -> Vec<u64> {
        let weight = |alpha: usize| (libm::pow(alpha as f64, -self.beta.get()) * UNIT) as u64;
        let add = |sum: &mut u64, alpha| {
            *sum += weight(alpha);
            Some(*sum)
        };
        (1..=largest(genes)).scan(0, add).collect()
    }

    /// Draws α for this number of genes.
    fn draw(&self, genes: usize, stream: &mut CounterStream) -> usize {
        let weights = if self.weights.len() == largest(genes) {
            Cow::Borrowed(&self.weights)
        } else {
            Cow::Owned(self.weights_of(genes))
        };
        let point = stream.below(*weights.last().expect("there is an α"));
        1 + weights.partition_point(|&sum| sum <= point)
    }
}

/// Returns the largest α.
fn largest(genes: usize) -> usize {
    (genes / 2).max(1)
}

impl Mutate for HeavyTailed {
    fn individual_rate(&self) -> Bernoulli {
        self.individual_rate.bernoulli()
    }

    fn is_scheduled(&self) -> bool {
        self.individual_rate.is_scheduled()
    }

    fn schedule(&mut self, moment: Moment) {
        self.individual_rate.set(moment);
        if self.weights.len() != largest(moment.genes) {
            self.weights = self.weights_of(moment.genes);
        }
    }

    fn mutate(
        &self,
        genome: &mut [Gene],
        context: &mut Context<'_>,
        stream: &mut CounterStream,
    ) -> Result<bool, Cancelled> {
        let alpha = self.draw(genome.len(), stream);
        let rate = Rate::new(alpha as f64 / genome.len() as f64);
        Uniform::with_other_symbols(rate).mutate(genome, context, stream)
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::*;
    use super::*;
    use evocube_cube::rng::Seed;

    fn heavy_tailed(beta: f64) -> HeavyTailed {
        HeavyTailed { individual_rate: certain(), beta: PowerLawExponent::new(beta), weights: Vec::new() }
    }

    fn law(beta: f64, largest: usize) -> Vec<f64> {
        let weights: Vec<f64> = (1..=largest).map(|alpha| (alpha as f64).powf(-beta)).collect();
        let sum: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / sum).collect()
    }

    #[test]
    fn heavy_tailed_rates_follow_the_power_law() {
        for (beta, genes) in [(1.5, 40), (2.5, 41), (1.1, 1)] {
            let mut mutation = heavy_tailed(beta);
            mutation.schedule(Moment { generations: 0, evaluations: 0, genes });
            let law = law(beta, (genes / 2).max(1));
            let mut counts = vec![0u32; law.len()];
            let mut stream = Seed::from_number(221).key(0).stream(0);
            (0..DRAWS).for_each(|_| counts[mutation.draw(genes, &mut stream) - 1] += 1);
            let expected = law.iter().map(|share| share * f64::from(DRAWS));
            let chi: f64 = counts.iter().zip(expected).map(|(&n, share)| (f64::from(n) - share).powi(2) / share).sum();
            assert!(law.len() == 1 || chi < limit(law.len()), "exponent {beta}: chi-square {chi}");
        }
    }

    #[test]
    fn genes_changed_by_heavy_tailed_mutation_are_a_mixture_of_binomials() {
        let mut counts = [0u32; LENGTH + 1];
        draw(&heavy_tailed(1.5), 222, numbered(), &mut |genome| {
            counts[genome.iter().zip(numbered()).filter(|(gene, old_gene)| **gene != *old_gene).count()] += 1;
        });
        let choose = |k: usize| (0..k).map(|i| (LENGTH - i) as f64 / (i + 1) as f64).product::<f64>();
        let binomial = |k: usize, p: f64| {
            let [k, rest] = [k, LENGTH - k].map(|count| i32::try_from(count).unwrap());
            choose(usize::try_from(k).unwrap()) * p.powi(k) * (1.0 - p).powi(rest)
        };
        let share = |k: usize| -> f64 {
            let rate = |alpha: usize| (alpha + 1) as f64 / LENGTH as f64;
            law(1.5, LENGTH / 2).iter().enumerate().map(|(alpha, share)| share * binomial(k, rate(alpha))).sum()
        };
        let chi: f64 = (0..=LENGTH)
            .map(|k| (f64::from(counts[k]) - share(k) * f64::from(DRAWS)).powi(2) / (share(k) * f64::from(DRAWS)))
            .sum();
        assert!(chi < limit(LENGTH + 1), "chi-square {chi}: {counts:?}");
    }
}
