//! [`Insert`]: mutation that inserts a random gene, in a genome or in a batch. The genes behind it move back, and the last one is dropped.

use super::{Cancelled, Context, Gene, Mutate, mutate_scalar, rate, rated};
use crate::evolve::batch::{OffspringBatch, OffspringSet};
use crate::evolve::symbols::gene_of;
use evocube_cube::rng::CounterStream;

rated! {
    /// Insertion (after J. R. Koza, "Genetic programming", 1992, for programs of any length): a random gene, a move or a macro,
    /// is inserted; the genes behind it move back, and the last one is dropped.
    ///
    /// Each position up to the first trailing no-op is equally likely, and so is each symbol that is not a no-op.
    Insert { individual_rate per "individual", }
}

impl Mutate for Insert {
    rate!(individual_rate);

    fn mutate(
        &self,
        genome: &mut [Gene],
        context: &mut Context<'_>,
        stream: &mut CounterStream,
    ) -> Result<bool, Cancelled> {
        let places = genome.len().min(context.symbols.length(genome) + 1);
        let place = stream.index(places);
        genome.copy_within(place..genome.len() - 1, place + 1);
        context.symbols.fill(&mut genome[place..=place], stream);
        Ok(true)
    }

    #[inline(always)]
    fn mutate_batch(&self, mutated: &OffspringSet, batch: &mut OffspringBatch<'_, '_>) -> Result<(), Cancelled> {
        let length = batch.rows.length();
        let ops = batch.kernel.cache_line_ops().filter(|_| length <= 32);
        let (Some(ops), Some(range)) = (ops, batch.symbols.without_no_op()) else {
            return mutate_scalar(self, mutated, batch);
        };
        for row in mutated.members() {
            let mut stream = batch.streams.get(row / 2);
            let place = stream.index(length);
            let [number] = range.sample_array(&mut stream);
            batch.streams.put(row / 2, &stream);
            ops.insert(&mut batch.rows, row, place, gene_of(number));
        }
        for (changed, mutated) in batch.changed.0.iter_mut().zip(mutated.0) {
            *changed |= mutated;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::*;
    use super::*;

    #[test]
    fn insertion_makes_each_position_and_symbol_with_equal_probability() {
        let insert = Insert { individual_rate: certain() };
        let mut counts = std::collections::HashMap::new();
        draw(&insert, 141, numbered(), &mut |genome| *counts.entry(genome).or_insert(0u32) += 1);
        // A gene inserted before an equal one may also have been inserted behind it.
        let mut expected = std::collections::HashMap::new();
        for place in 0..LENGTH {
            for symbol in 0..SYMBOLS {
                let mut genome = numbered();
                genome[place..].rotate_right(1);
                genome[place] = symbol;
                *expected.entry(genome).or_insert(0.0) += f64::from(DRAWS) / (LENGTH * usize::from(SYMBOLS)) as f64;
            }
        }
        assert_eq!(counts.len(), expected.len());
        let chi: f64 = expected.iter().map(|(genome, share)| (f64::from(counts[genome]) - share).powi(2) / share).sum();
        assert!(chi < limit(expected.len()), "chi-square {chi} of {} ways", expected.len());
    }

    #[test]
    fn insertion_lengthens_genomes_by_one_gene() {
        keeps_length(&Insert { individual_rate: certain() }, 142, &|old_length, new_length| {
            new_length == (old_length + 1).min(LENGTH)
        });
    }
}
