//! [`Tail`]: mutation that replaces all genes behind a cut by random ones, or appends a few there, in a genome or in a batch.
//! [`PrefixCut`]: the cut at or within the best prefix, the genes up to the best state, which `crossover::prefix_point` has, too.

use super::{Cancelled, Context, Gene, Mutate, Requirements, mutate_scalar, rate, rated};
use crate::bounded::GenomeLength;
use crate::evaluation::CacheLineOps;
use crate::evolve::batch::{BATCH_SIZE, OffspringBatch, OffspringSet};
use evocube_cube::rng::{BatchedRange, CounterStream};

impl PrefixCut {
    /// Draws the cut for a best prefix of this length.
    #[inline(always)]
    pub(in crate::evolve) fn draw(self, prefix: usize, stream: &mut CounterStream) -> usize {
        match self {
            Self::At => prefix,
            Self::Within => stream.index(prefix + 1),
        }
    }

    /// Returns the requirements of an operator with this cut: only a cut at the best prefix needs best prefixes.
    pub(in crate::evolve) fn requirements(self, operator: &'static str) -> Requirements {
        Requirements { best_prefix: (self == Self::At).then_some(operator), ..Requirements::default() }
    }
}

rated! {
    /// Tail mutation (after N. El-Sourani and M. Borschbach, "Design and comparison of two evolutionary approaches for
    /// solving the Rubik's cube", 2010): all genes behind a cut are replaced by random ones.
    ///
    /// The moves to the best state stay, and the search continues from there. The mutation of the paper appends to a
    /// sequence; for genomes of bounded length it is truncated first.
    Tail { individual_rate per "individual",
        /// Position of the cut. Default `at`.
        pub cut: PrefixCut,
        /// Maximum number of appended genes: each number from 0 to this is equally likely, and no-ops fill the rest.
        /// Needs an alphabet with a no-op. Default: the genome is filled up.
        pub append: Option<GenomeLength>,
    }

    /// Position at which a genome is cut by its best prefix; the genes before the cut stay.
    #[derive(Default)]
    pub enum PrefixCut {
        /// Directly behind the parent's best prefix.
        #[default]
        At,
        /// Between the beginning and the end of the best prefix, each position equally likely.
        Within,
    }
}

impl Mutate for Tail {
    rate!(individual_rate);

    fn mutate(
        &self,
        genome: &mut [Gene],
        context: &mut Context<'_>,
        stream: &mut CounterStream,
    ) -> Result<bool, Cancelled> {
        let cut = self.cut.draw(context.parent.genes().min(genome.len()), stream);
        let tail = &mut genome[cut..];
        if tail.is_empty() {
            return Ok(false);
        }
        let new = match self.append {
            Some(max) => tail.len().min(stream.index(max.get() + 1)),
            None => tail.len(),
        };
        let (new, rest) = tail.split_at_mut(new);
        context.symbols.fill(new, stream);
        context.symbols.pad(rest, stream);
        Ok(true)
    }

    #[inline(always)]
    fn mutate_batch(&self, mutated: &OffspringSet, batch: &mut OffspringBatch<'_, '_>) -> Result<(), Cancelled> {
        let length = batch.rows.length();
        let is_usual = length <= 32 && self.cut == PrefixCut::At && self.append.is_none();
        let ops = batch.kernel.cache_line_ops().filter(|_| is_usual);
        let (Some(ops), Some(range)) = (ops, batch.symbols.without_no_op()) else {
            return mutate_scalar(self, mutated, batch);
        };
        for one_of_each_pair in mutated.first_siblings_then_others() {
            let mut offspring = [0; BATCH_SIZE];
            let count = one_of_each_pair.write_indices(batch.kernel, &mut offspring);
            for eight in offspring[..count].chunks(8) {
                self.replace_tails(eight, ops, range, batch);
            }
        }
        Ok(())
    }

    fn requirements(&self) -> Requirements {
        Requirements { no_op: self.append.map(|_| "append"), ..self.cut.requirements("tail") }
    }
}

impl Tail {
    /// Replaces the tails of up to eight offspring of different pairs, which draw together.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // the number of a pair is a byte
    fn replace_tails(
        &self,
        offspring: &[u32],
        ops: CacheLineOps,
        range: &BatchedRange,
        batch: &mut OffspringBatch<'_, '_>,
    ) {
        let length = batch.rows.length();
        let (mut pairs, mut lengths) = ([0; 8], [0; 8]);
        for (n, &row) in offspring.iter().enumerate() {
            pairs[n] = (row / 2) as u8;
            lengths[n] = length - batch.parents[row as usize].genes().min(length);
        }
        let mut streams = batch.streams.lane8(pairs);
        let mut numbers = [[0; 8]; 8];
        let longest = lengths.into_iter().max().unwrap_or(0);
        for word in 0..longest.div_ceil(BatchedRange::MAX).min(4) {
            let counts = lengths.map(|length: usize| length.saturating_sub(8 * word).min(8));
            let [first, others] = range.sample_lane8_counts(&mut streams, counts);
            for n in 0..8 {
                (numbers[n][2 * word], numbers[n][2 * word + 1]) = (first[n], others[n]);
            }
        }
        for (n, &row) in offspring.iter().enumerate() {
            let row = row as usize;
            ops.replace_tail(&mut batch.rows, row, length - lengths[n], &numbers[n]);
            batch.changed.0[row / 64] |= u64::from(lengths[n] != 0) << (row % 64);
            batch.streams.put(row / 2, &streams.get(n));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::*;
    use super::*;
    use crate::evaluation::Fitness;

    #[test]
    fn tail_mutation_cuts_at_the_best_prefix_or_within_it() {
        for (cut, prefix) in
            [(PrefixCut::At, 6), (PrefixCut::Within, 6), (PrefixCut::Within, 0), (PrefixCut::At, LENGTH)]
        {
            let tail = Tail { individual_rate: certain(), cut, append: None };
            let mut prefix_counts = [0u32; LENGTH + 1];
            draw_with(&tail, 161, numbered(), Fitness::new(0, u16::try_from(prefix).unwrap()), None, &mut |genome| {
                // A gene behind the cut may be drawn again.
                prefix_counts[(0..LENGTH).find(|&i| genome[i] != numbered()[i]).unwrap_or(LENGTH)] += 1;
            });
            let cuts = if cut == PrefixCut::At { prefix..=prefix } else { 0..=prefix };
            let same = 1.0 / f64::from(SYMBOLS);
            let count = cuts.clone().count() as f64;
            let share = |n: usize| -> f64 {
                let share_of_cut = |cut: usize| {
                    let run = same.powi(i32::try_from(n - cut).unwrap());
                    if n == LENGTH { run } else { run * (1.0 - same) }
                };
                cuts.clone().filter(|&cut| cut <= n).map(|cut| share_of_cut(cut) / count).sum()
            };
            for n in 0..=LENGTH {
                let expected = f64::from(DRAWS) * share(n);
                let deviation = (expected * (1.0 - share(n))).sqrt();
                assert!(
                    (f64::from(prefix_counts[n]) - expected).abs() <= 4.0 * deviation,
                    "{cut:?} {prefix}: {n} kept {prefix_counts:?}"
                );
            }
        }
    }

    #[test]
    fn tail_mutation_appends_each_allowed_number_with_equal_probability() {
        let tail = Tail { individual_rate: certain(), cut: PrefixCut::At, append: Some(GenomeLength::new(3)) };
        let no_op = SYMBOLS - 1;
        let mut appended = [0u32; 4];
        draw_with(&tail, 162, numbered(), Fitness::new(0, 2), Some(no_op), &mut |genome| {
            assert_eq!(genome[..2], numbered()[..2]);
            appended[genome[2..].iter().filter(|&&gene| gene != no_op).count()] += 1;
            assert!(genome[5..].iter().all(|&gene| gene == no_op));
        });
        assert!(chi_square(&appended) < limit(4), "{appended:?}");
    }
}
