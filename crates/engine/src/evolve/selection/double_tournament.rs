//! [`DoubleTournament`]: parent selection by tournaments of fitness and of length, against growing genomes.

use super::{Cancelled, Candidates, ParentPool, RouletteTable, Select, TournamentSize, settings};
use crate::bounded::Parsimony;
use evocube_cube::rng::{BatchedRange, Bernoulli, CounterStream};

settings! {
    /// Double tournament, a selection for short genomes (S. Luke and L. Panait, "Fighting bloat with nonparametric parsimony
    /// pressure", 2002).
    ///
    /// The individuals of a tournament by fitness are the winners of tournaments of two by length, which the shorter individual wins
    /// with probability `parsimony` / 2. With `first = "fitness"` the layers are exchanged. All draws are with replacement. The
    /// length is that of the best prefix, or the number of genes without trailing no-ops.
    #[derive(Copy)]
    pub struct DoubleTournament {
        /// Number of individuals of a tournament by fitness. Default 7, as in the paper.
        pub size: TournamentSize = TournamentSize::new(7),
        /// Twice the probability that the shorter of two wins: 1 is no pressure. Default 1.4, as in the paper.
        pub parsimony: Parsimony = Parsimony::new(1.4),
        /// The tournament that comes first. Default `length`.
        pub first: Layer,
    }

    /// A layer of a double tournament.
    #[derive(Default)]
    pub enum Layer {
        /// Tournaments of two by length.
        #[default]
        Length,
        /// Tournaments by fitness.
        Fitness,
    }
}

impl DoubleTournament {
    /// Draws the winner of a tournament by length. Each of two equally long individuals wins with probability one half.
    fn length_tournament(
        self,
        lengths: &[u16],
        stream: &mut CounterStream,
        mut draw: impl FnMut(&mut CounterStream) -> usize,
    ) -> usize {
        let [a, b] = [draw(stream), draw(stream)];
        let (shorter, longer) = if lengths[b] < lengths[a] { (b, a) } else { (a, b) };
        let probability = if lengths[a] == lengths[b] { 0.5 } else { self.parsimony.get() / 2.0 };
        if stream.bernoulli(Bernoulli::new(probability)) { shorter } else { longer }
    }

    /// Draws the winner of a tournament by fitness; the first of equally fit individuals.
    fn fitness_tournament(
        self,
        pool: ParentPool<'_>,
        stream: &mut CounterStream,
        mut draw: impl FnMut(&mut CounterStream) -> usize,
    ) -> usize {
        let mut best = draw(stream);
        for _ in 1..self.size.get() {
            let other = draw(stream);
            if pool.fitness[other] < pool.fitness[best] {
                best = other;
            }
        }
        best
    }
}

impl Select for DoubleTournament {
    #[allow(clippy::cast_possible_truncation)] // genomes have at most 1000 genes
    fn prepare(
        &self,
        table: &mut RouletteTable,
        candidates: &Candidates<'_>,
        _: &mut CounterStream,
    ) -> Result<(), Cancelled> {
        let size = candidates.fitness.len();
        table.individuals = BatchedRange::new(size as u64);
        table.lengths.clear();
        table.lengths.extend((0..size).map(|individual| candidates.individuals.genes(individual) as u16));
        Ok(())
    }

    fn select(&self, pool: ParentPool<'_>, _: usize, stream: &mut CounterStream) -> Result<usize, Cancelled> {
        let lengths = &pool.table.lengths;
        let any = |stream: &mut CounterStream| stream.index(lengths.len());
        Ok(match self.first {
            Layer::Length => {
                self.fitness_tournament(pool, stream, |stream| self.length_tournament(lengths, stream, any))
            }
            Layer::Fitness => {
                self.length_tournament(lengths, stream, |stream| self.fitness_tournament(pool, stream, any))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::{LIMIT, Measured, chi_square_of, ordered, ten};
    use super::*;

    /// Lengths of the individuals of ranks 0 to 9; some are equal.
    const LENGTHS: [u16; 10] = [9, 4, 4, 7, 1, 12, 7, 7, 2, 3];

    /// Probability of each rank to win a tournament by length among individuals with these probabilities.
    fn length_layer(draw: &[f64], parsimony: f64) -> Vec<f64> {
        let wins = |a: usize, b: usize| match LENGTHS[a].cmp(&LENGTHS[b]) {
            std::cmp::Ordering::Less => parsimony / 2.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0 - parsimony / 2.0,
        };
        (0..10).map(|a| (0..10).map(|b| 2.0 * draw[a] * draw[b] * wins(a, b)).sum()).collect()
    }

    /// Probability of each rank to be the best of some individuals with these probabilities.
    fn fitness_layer(draw: &[f64], size: i32) -> Vec<f64> {
        let tail = |rank: usize| draw[rank..].iter().sum::<f64>();
        (0..10).map(|rank| tail(rank).powi(size) - tail(rank + 1).powi(size)).collect()
    }

    #[test]
    fn double_tournament_follows_the_probabilities_of_its_layers() {
        let fitness = ten();
        let order = ordered(&fitness);
        let mut genes = vec![0; 10];
        order.iter().zip(LENGTHS).for_each(|(&individual, length)| genes[individual] = length);
        let individuals = Measured { genes, ..Measured::default() };
        let even = [0.1; 10];
        for (size, parsimony) in [(2, 1.4), (7, 1.4), (3, 1.0), (3, 2.0)] {
            for first in [Layer::Length, Layer::Fitness] {
                let settings = (TournamentSize::new(size), Parsimony::new(parsimony));
                let selection = DoubleTournament { size: settings.0, parsimony: settings.1, first };
                let size = i32::try_from(size).unwrap();
                let probability = match first {
                    Layer::Length => fitness_layer(&length_layer(&even, parsimony), size),
                    Layer::Fitness => length_layer(&fitness_layer(&even, size), parsimony),
                };
                let chi = chi_square_of(&selection, &fitness, &individuals, &probability, 331);
                assert!(chi < LIMIT, "{selection:?}: chi-square {chi}");
            }
        }
    }
}
