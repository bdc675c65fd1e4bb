//! Two-level uniform mutation.

use serde::{Deserialize, Serialize};

use super::{Context, Gene, Mutate, Symbols};
use crate::evolve::bounded::Rate;
use crate::evolve::brood::{BROOD, Bits, Brood};
use crate::evolve::population::gene_of;
use crate::rng::{BatchedRange, Bernoulli, CounterStream, Lane8};

/// An individual is chosen, then each of its genes may be replaced by a random one (the two levels of B. L. Sousa's
/// paper, which calls the second the uniform-mutation rate).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Uniform {
    /// The probability per individual to be mutated at all.
    pub individual_rate: Rate,
    /// The probability per gene of a chosen individual to be replaced. It may happen that none is.
    pub gene_rate: Rate,
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
        Self { individual_rate: Rate::new(0.15), gene_rate: Rate::new(0.15), replacement: Replacement::Other }
    }
}

impl Mutate for Uniform {
    fn individual_rate(&self) -> Bernoulli {
        self.individual_rate.bernoulli()
    }

    #[inline(always)]
    fn mutate(&self, genome: &mut [Gene], context: &mut Context<'_>, stream: &mut CounterStream) -> bool {
        let mut changed = false;
        for part in genome.chunks_mut(64) {
            let mutated = stream.bernoulli_mask(self.gene_rate.bernoulli(), part.len());
            changed |= mutated != 0;
            self.replace_all(part, mutated, context.symbols, stream);
        }
        changed
    }

    #[inline(always)]
    fn mutate_each(&self, mutated: &Bits<{ BROOD / 64 }>, brood: &mut Brood<'_, '_>) {
        if brood.rows.length() > 64 || self.replacement.dice(brood.symbols).is_none_or(|dice| dice.at_once() != AT_ONCE)
        {
            brood.mutate_one_by_one(self, mutated);
            return;
        }
        // A pair has one stream, from which its second child draws when the first is done.
        let (mut firsts, mut seconds) = (*mutated, *mutated);
        for (first, second) in firsts.0.iter_mut().zip(&mut seconds.0) {
            *second &= *first << 1 & SECONDS;
            *first ^= *second;
        }
        for one_of_each_pair in [firsts, seconds] {
            self.mutate_of_each_pair(&one_of_each_pair, brood);
        }
    }
}

/// Children that are mutated together: most of those of a brood, with the usual rates.
const TOGETHER: usize = 48;

/// Second children of pairs.
const SECONDS: u64 = 0xAAAA_AAAA_AAAA_AAAA;

impl Uniform {
    /// Mutates children no two of which have the same parents.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // a pair's number is a byte
    fn mutate_of_each_pair(&self, mutated: &Bits<{ BROOD / 64 }>, brood: &mut Brood<'_, '_>) {
        let Some(dice) = self.replacement.dice(brood.symbols) else { return };
        let lines = brood.kernel.lines().filter(|_| brood.rows.length() <= 32);
        let go_round = self.replacement == Replacement::Other;
        let mut children = [0; BROOD];
        let count = mutated.list(brood.kernel, &mut children);
        for children in children[..count].chunks(TOGETHER) {
            let mut pairs = [0; TOGETHER];
            for (pair, child) in pairs.iter_mut().zip(children) {
                *pair = (child / 2) as u8;
            }
            // One thing is done for all of them before the next is, so that none waits for what another has drawn.
            let groups = children.len().div_ceil(8);
            let mut drawn = [(Lane8::default(), [0; 8], [[0; 8]; 2]); TOGETHER / 8];
            for ((streams, heads, _), pairs) in drawn[..groups].iter_mut().zip(pairs.as_chunks().0) {
                *streams = brood.streams.lane8(*pairs);
                *heads = streams.bernoulli_mask(self.gene_rate.bernoulli(), brood.rows.length());
            }
            for (streams, heads, numbers) in &mut drawn[..groups] {
                *numbers = dice.sample_lane8(streams, *heads);
            }
            for (n, &child) in children.iter().enumerate() {
                let (child, (streams, heads, [first, others])) = (child as usize, &drawn[n / 8]);
                let (mut mutated, numbers) = (heads[n % 8], [first[n % 8], others[n % 8]]);
                brood.changed.0[child / 64] |= u64::from(mutated != 0) << (child % 64);
                mutated = match lines {
                    Some(lines) => u64::from(lines.replace(&mut brood.rows, child, mutated as u32, numbers, go_round)),
                    None => self.replace_first(brood.rows.genome_mut(child), mutated, numbers),
                };
                let mut stream = streams.get(n % 8);
                if mutated != 0 {
                    self.replace_all(brood.rows.genome_mut(child), mutated, brood.symbols, &mut stream);
                }
                brood.streams.put(child / 2, &stream);
            }
        }
    }

    /// Replaces the first eight of some genes by numbers of 16 bits; says which are left.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // 16 bits of many
    fn replace_first(&self, genome: &mut [Gene], mut mutated: u64, numbers: [u64; 2]) -> u64 {
        let mut numbers = u128::from(numbers[0]) | u128::from(numbers[1]) << 64;
        for _ in 0..AT_ONCE {
            if mutated == 0 {
                break;
            }
            let gene = &mut genome[mutated.trailing_zeros() as usize];
            *gene = self.replacement.replace(*gene, numbers as u32 & 0xFFFF);
            numbers >>= 16;
            mutated &= mutated - 1;
        }
        mutated
    }

    /// Replaces some genes of at most 64.
    #[inline(always)]
    fn replace_all(&self, genome: &mut [Gene], mut mutated: u64, symbols: &Symbols, stream: &mut CounterStream) {
        while mutated != 0 {
            self.replacement.draw(symbols, stream, |number| {
                let gene = &mut genome[mutated.trailing_zeros() as usize];
                *gene = self.replacement.replace(*gene, number);
                mutated &= mutated - 1;
                mutated != 0
            });
        }
    }
}

/// New symbols drawn at a time: as many as the usual rates need.
const AT_ONCE: usize = 8;

impl Replacement {
    /// What draws new symbols; the only symbol is its own replacement.
    #[inline(always)]
    fn dice(self, symbols: &Symbols) -> Option<&BatchedRange> {
        match self {
            Self::Other => symbols.others(),
            Self::Any => Some(symbols.all()),
        }
    }

    /// Draws numbers for new symbols as long as they are wanted, at most so many.
    #[inline(always)]
    fn draw(self, symbols: &Symbols, stream: &mut CounterStream, mut wanted: impl FnMut(u32) -> bool) {
        match self.dice(symbols) {
            Some(dice) => dice.sample_while::<AT_ONCE, _>(stream, wanted),
            None => _ = wanted(u32::MAX),
        }
    }

    /// The new symbol of a number that was drawn.
    #[inline(always)]
    fn replace(self, old: Gene, number: u32) -> Gene {
        match self {
            Self::Any => gene_of(number),
            Self::Other if number == u32::MAX => old,
            // Numbers go round the old symbol.
            Self::Other => gene_of(number + u32::from(number >= u32::from(old.0))),
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
            gene_rate: Rate::try_from(gene).unwrap(),
            replacement,
        }
    }

    fn context(symbols: &Symbols) -> Context<'_> {
        Context { symbols, parent: crate::puzzle::kernel::Fitness::WORST, own: &mut [] }
    }

    #[test]
    fn the_number_of_mutated_genes_is_binomial_and_every_position_alike() {
        let (length, draws) = (20usize, 1_000_000u32);
        let mutation = uniform(1.0, 0.15, Replacement::Other);
        let mut stream = Seed::from_number(81).key(0).stream(0);
        let (mut by_number, mut by_position) = ([0u32; 21], [0u32; 20]);
        for _ in 0..draws {
            let mut genome = [Gene(5); 20];
            let changed = mutation.mutate(&mut genome, &mut context(&Symbols::new(30)), &mut stream);
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
        let mut stream = Seed::from_number(82).key(0).stream(0);
        for (replacement, own) in [(Replacement::Other, 0.0), (Replacement::Any, 1e5)] {
            let mutation = uniform(1.0, 1.0, replacement);
            let mut counts = [0u32; 10];
            for _ in 0..100_000 {
                let mut genome = [Gene(3); 10];
                mutation.mutate(&mut genome, &mut context(&Symbols::new(10)), &mut stream);
                genome.iter().for_each(|gene| counts[gene.index()] += 1);
            }
            let expected = (1e6 - own) / 9.0;
            assert!((f64::from(counts[3]) - own).abs() < 1000.0);
            let chi: f64 =
                (0..10).filter(|&i| i != 3).map(|i| (f64::from(counts[i]) - expected).powi(2) / expected).sum();
            // 9 degrees of freedom: 27.9.
            assert!(chi < 27.9, "{replacement:?}: chi-square {chi}");
        }
        let mut genome = [Gene(0); 3];
        uniform(1.0, 1.0, Replacement::Other).mutate(&mut genome, &mut context(&Symbols::new(1)), &mut stream);
        assert_eq!(genome, [Gene(0); 3], "there is no other symbol");
    }

    #[test]
    fn the_first_rate_is_per_individual() {
        let mut stream = Seed::from_number(83).key(0).stream(0);
        let mutation = uniform(0.15, 1.0, Replacement::Other);
        let mutated = (0..1_000_000).filter(|_| stream.bernoulli(mutation.individual_rate())).count();
        // A standard deviation of 357.
        assert!((150_000 - 1178..=150_000 + 1178).contains(&mutated), "{mutated}");
    }
}
