//! [`Uniform`]: mutation that replaces each gene of a chosen individual with the same probability: by another symbol, or, as [`ResetMode`]
//! says, by any. It changes a genome or a batch. `heavy_tailed`, `one_fifth` and `self_adaptive` call it with rates of their own. The
//! crossover of this name is in `crossover`.

use super::{Cancelled, Context, Gene, Mutate, ScheduledRate, mutate_scalar, rate, rated};
use crate::bounded::Rate;
use crate::evolve::batch::{BATCH_SIZE, OffspringBatch, OffspringSet};
use crate::evolve::symbols::{Symbols, gene_of};
use evocube_cube::rng::{BatchedRange, CounterStream};

rated! {
    /// Two-level uniform mutation (B. L. Sousa, whose "uniform-mutation rate" is the second level): an individual is chosen,
    /// then each of its genes may be replaced by a random symbol.
    Uniform { individual_rate per "individual",
        /// Probability that a gene of a chosen individual is replaced; possibly no gene is. Default 0.05.
        pub gene_rate: ScheduledRate = ScheduledRate::new(0.05),
        /// The new symbols. Default `other`.
        #[serde(rename = "replacement")]
        pub reset: ResetMode,
    }

    /// New symbol of a mutated gene (random resetting).
    #[derive(Default)]
    pub enum ResetMode {
        /// Another symbol, each equally likely.
        #[default]
        Other,
        /// Any symbol, each equally likely; the gene may stay as it is.
        Any,
    }
}

impl Mutate for Uniform {
    rate!(individual_rate, gene_rate);

    #[inline(always)]
    fn mutate(
        &self,
        genome: &mut [Gene],
        context: &mut Context<'_>,
        stream: &mut CounterStream,
    ) -> Result<bool, Cancelled> {
        let mut changed = false;
        for part in genome.chunks_mut(64) {
            let mutated = stream.bernoulli_mask(self.gene_rate.bernoulli(), part.len());
            changed |= mutated != 0;
            self.replace_all(part, mutated, context.symbols, stream);
        }
        Ok(changed)
    }

    #[inline(always)]
    fn mutate_batch(&self, mutated: &OffspringSet, batch: &mut OffspringBatch<'_, '_>) -> Result<(), Cancelled> {
        if batch.rows.length() > 64 || self.reset.range(batch.symbols).is_none() {
            return mutate_scalar(self, mutated, batch);
        }
        for one_of_each_pair in mutated.first_siblings_then_others() {
            self.mutate_of_each_pair(&one_of_each_pair, batch);
        }
        Ok(())
    }
}

impl Uniform {
    /// Returns the mutation to other symbols at this gene rate, for mutations that have their own rate per individual.
    pub(super) fn with_other_symbols(gene_rate: Rate) -> Self {
        Self { gene_rate: gene_rate.into(), ..Self::default() }
    }

    /// Mutates offspring without pairs of siblings.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // the number of a pair is a byte
    fn mutate_of_each_pair(&self, mutated: &OffspringSet, batch: &mut OffspringBatch<'_, '_>) {
        let Some(range) = self.reset.range(batch.symbols) else { return };
        let ops = batch.kernel.cache_line_ops().filter(|_| batch.rows.length() <= 32);
        let skip_old = self.reset == ResetMode::Other;
        let mut offspring = [0; BATCH_SIZE];
        let count = mutated.write_indices(batch.kernel, &mut offspring);
        for offspring in offspring[..count].chunks(8) {
            let mut pairs = [0; 8];
            for (pair, row) in pairs.iter_mut().zip(offspring) {
                *pair = (row / 2) as u8;
            }
            let mut streams = batch.streams.lane8(pairs);
            let masks = streams.bernoulli_mask(self.gene_rate.bernoulli(), batch.rows.length());
            let [first, others] = range.sample_lane8(&mut streams, masks, AT_ONCE);
            for (n, &row) in offspring.iter().enumerate() {
                let row = row as usize;
                let (mut mutated, numbers) = (masks[n], [first[n], others[n]]);
                batch.changed.0[row / 64] |= u64::from(mutated != 0) << (row % 64);
                mutated = match ops {
                    Some(ops) => u64::from(ops.replace(&mut batch.rows, row, mutated as u32, numbers, skip_old)),
                    None => self.replace_first(batch.rows.genome_mut(row), mutated, numbers),
                };
                let mut stream = streams.get(n);
                if mutated != 0 {
                    self.replace_all(batch.rows.genome_mut(row), mutated, batch.symbols, &mut stream);
                }
                batch.streams.put(row / 2, &stream);
            }
        }
    }

    /// Replaces the first eight mutated genes by the numbers drawn, of 16 bits each. Returns the mutated genes that remain.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // 16 bits of many
    fn replace_first(&self, genome: &mut [Gene], mut mutated: u64, numbers: [u64; 2]) -> u64 {
        let mut numbers = u128::from(numbers[0]) | u128::from(numbers[1]) << 64;
        for _ in 0..AT_ONCE {
            if mutated == 0 {
                break;
            }
            let gene = &mut genome[mutated.trailing_zeros() as usize];
            *gene = self.reset.replace(*gene, numbers as u32 & 0xFFFF);
            numbers >>= 16;
            mutated &= mutated - 1;
        }
        mutated
    }

    /// Replaces the mutated genes of at most 64.
    #[inline(always)]
    fn replace_all(&self, genome: &mut [Gene], mut mutated: u64, symbols: &Symbols, stream: &mut CounterStream) {
        // The only symbol of an alphabet stays.
        let Some(range) = self.reset.range(symbols) else { return };
        while mutated != 0 {
            range.sample_while::<AT_ONCE, _>(stream, |number| {
                let gene = &mut genome[mutated.trailing_zeros() as usize];
                *gene = self.reset.replace(*gene, number);
                mutated &= mutated - 1;
                mutated != 0
            });
        }
    }
}

/// Number of new symbols drawn at a time: as many as an offspring needs at the usual rates.
const AT_ONCE: usize = 8;

impl ResetMode {
    /// Returns the range of new symbols; `None` if there is no other symbol.
    #[inline(always)]
    fn range(self, symbols: &Symbols) -> Option<&BatchedRange> {
        match self {
            Self::Other => symbols.others(),
            Self::Any => Some(symbols.all()),
        }
    }

    /// Returns the new symbol of a number drawn.
    #[inline(always)]
    fn replace(self, old: Gene, number: u32) -> Gene {
        match self {
            Self::Any => gene_of(number),
            // Numbers from the old symbol on stand for the symbol behind.
            Self::Other => gene_of(number + u32::from(number >= u32::from(old.0))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evocube_cube::rng::Seed;

    fn uniform(individual: f64, gene: f64, reset: ResetMode) -> Uniform {
        Uniform { individual_rate: ScheduledRate::new(individual), gene_rate: ScheduledRate::new(gene), reset }
    }

    fn context(symbols: &Symbols) -> Context<'_> {
        Context { symbols, parent: crate::evaluation::Fitness::WORST, strategy: &mut [] }
    }

    #[test]
    fn mutated_genes_are_binomial_in_number_and_uniform_in_position() {
        let (length, draws) = (20usize, 1_000_000u32);
        let mutation = uniform(1.0, 0.15, ResetMode::Other);
        let mut stream = Seed::from_number(81).key(0).stream(0);
        let (mut number_counts, mut position_counts) = ([0u32; 21], [0u32; 20]);
        for _ in 0..draws {
            let mut genome = [Gene(5); 20];
            let is_changed = mutation.mutate(&mut genome, &mut context(&Symbols::new(30)), &mut stream).unwrap();
            let mutated: Vec<usize> = (0..length).filter(|&i| genome[i] != Gene(5)).collect();
            assert_eq!(is_changed, !mutated.is_empty());
            number_counts[mutated.len()] += 1;
            mutated.iter().for_each(|&position| position_counts[position] += 1);
        }
        let choose = |k: usize| (0..k).map(|i| (20 - i) as f64 / (i + 1) as f64).product::<f64>();
        let power = |x: f64, k: usize| x.powi(i32::try_from(k).unwrap());
        // Up to 10 mutated genes; more are expected 24 times in a million and form one class.
        let share: Vec<f64> = (0..=10).map(|k| choose(k) * power(0.15, k) * power(0.85, length - k)).collect();
        let rest = 1.0 - share.iter().sum::<f64>();
        let mut chi = (f64::from(number_counts[11..].iter().sum::<u32>()) - rest * 1e6).powi(2) / (rest * 1e6);
        for (k, share) in share.iter().enumerate() {
            chi += (f64::from(number_counts[k]) - share * 1e6).powi(2) / (share * 1e6);
        }
        // 11 degrees of freedom: 31.3 is exceeded once in 1000.
        assert!(chi < 31.3, "chi-square {chi}");
        let chi: f64 =
            position_counts.iter().map(|&count| (f64::from(count) - 150_000.0).powi(2) / (150_000.0 * 0.85)).sum();
        // 20 degrees of freedom: 45.3.
        assert!(chi < 45.3, "chi-square {chi}");
    }

    #[test]
    fn new_symbols_are_uniform() {
        let mut stream = Seed::from_number(82).key(0).stream(0);
        for (reset, unchanged) in [(ResetMode::Other, 0.0), (ResetMode::Any, 1e5)] {
            let mutation = uniform(1.0, 1.0, reset);
            let mut counts = [0u32; 10];
            for _ in 0..100_000 {
                let mut genome = [Gene(3); 10];
                mutation.mutate(&mut genome, &mut context(&Symbols::new(10)), &mut stream).unwrap();
                genome.iter().for_each(|gene| counts[gene.index()] += 1);
            }
            let expected = (1e6 - unchanged) / 9.0;
            assert!((f64::from(counts[3]) - unchanged).abs() < 1000.0);
            let chi: f64 =
                (0..10).filter(|&i| i != 3).map(|i| (f64::from(counts[i]) - expected).powi(2) / expected).sum();
            // 9 degrees of freedom: 27.9.
            assert!(chi < 27.9, "{reset:?}: chi-square {chi}");
        }
        let mut genome = [Gene(0); 3];
        uniform(1.0, 1.0, ResetMode::Other).mutate(&mut genome, &mut context(&Symbols::new(1)), &mut stream).unwrap();
        assert_eq!(genome, [Gene(0); 3], "there is no other symbol");
    }

    #[test]
    fn the_individual_rate_is_per_individual() {
        let mut stream = Seed::from_number(83).key(0).stream(0);
        let mutation = uniform(0.15, 1.0, ResetMode::Other);
        let mutated = (0..1_000_000).filter(|_| stream.bernoulli(mutation.individual_rate())).count();
        // A standard deviation of 357.
        assert!((150_000 - 1178..=150_000 + 1178).contains(&mutated), "{mutated}");
    }
}
