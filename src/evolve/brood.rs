//! [`Brood`]: the children that are made together, which operators may change all at once.

use super::crossover::{Cross, Pair};
use super::mutation::{Context, Mutate, Symbols};
use crate::puzzle::kernel::{Fitness, Kernel, RowsMut};
use crate::rng::Streams;

/// Children of a brood: few enough to stay in the nearest cache from copying to evaluation.
pub const BROOD: usize = 256;

/// Pairs of a brood.
pub const PAIRS: usize = BROOD / 2;

const _: () = assert!(PAIRS == Streams::MAX, "each pair has its stream");

/// Copies of parents, and what becomes of them.
#[derive(Debug)]
pub struct Brood<'r, 'a> {
    /// The genomes, two of each pair.
    pub rows: RowsMut<'r>,
    /// The fitness of the parent that each was copied from.
    pub parents: &'a [Fitness],
    /// What the machine can do.
    pub kernel: Kernel,
    /// What genes can be.
    pub symbols: &'a Symbols,
    /// The random numbers of each pair.
    pub streams: &'a mut Streams,
    /// Which may differ from the parent.
    pub changed: Bits<{ BROOD / 64 }>,
    /// One more than the number of the operator that changed a child, if the mutation learns; 0 if none did.
    pub operators: &'a mut [u8; BROOD],
}

impl Brood<'_, '_> {
    /// Recombines some pairs, one after the other.
    #[inline(always)]
    pub fn cross_one_by_one(&mut self, crossover: &(impl Cross + ?Sized), crossed: &Bits<{ PAIRS / 64 }>) {
        for pair in crossed.members() {
            let (a, b) = self.rows.pair_mut(2 * pair);
            let parents = [self.parents[2 * pair], self.parents[2 * pair + 1]];
            let context = Pair { symbols: self.symbols, parents };
            let mut stream = self.streams.get(pair);
            crossover.cross(a, b, context, &mut stream);
            self.streams.put(pair, &stream);
        }
    }

    /// Mutates some children, one after the other.
    #[inline(always)]
    pub fn mutate_one_by_one(&mut self, mutation: &(impl Mutate + ?Sized), mutated: &Bits<{ BROOD / 64 }>) {
        let learns = mutation.learns();
        for child in mutated.members() {
            let (genome, own) = self.rows.genome_and_own_mut(child);
            let mut context = Context { symbols: self.symbols, parent: self.parents[child], own };
            let mut stream = self.streams.get(child / 2);
            let operator = mutation.mutate_by(genome, &mut context, &mut stream);
            self.streams.put(child / 2, &stream);
            self.changed.0[child / 64] |= u64::from(operator.is_some()) << (child % 64);
            if learns && let Some(operator) = operator {
                self.operators[child] = operator_number(operator);
            }
        }
    }
}

/// One more than the number of an operator, so that 0 is none.
#[allow(clippy::cast_possible_truncation)] // there are MOST_OPERATORS
fn operator_number(operator: usize) -> u8 {
    operator as u8 + 1
}

/// A set of children or pairs of a brood: what cannot be foretold is a bit, not a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits<const WORDS: usize>(pub [u64; WORDS]);

impl<const WORDS: usize> Default for Bits<WORDS> {
    fn default() -> Self {
        Self([0; WORDS])
    }
}

impl<const WORDS: usize> Bits<WORDS> {
    /// The places that hold a 1, among zeros.
    #[inline(always)]
    #[must_use]
    pub fn of(places: &[[u8; 64]]) -> Self {
        let mut bits = Self::default();
        for (word, places) in bits.0.iter_mut().zip(places) {
            for (n, eight) in places.as_chunks().0.iter().enumerate() {
                // The product has in its highest byte, one beside the other, what was eight bits apart.
                let byte = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
                *word |= byte << (8 * n);
            }
        }
        bits
    }

    /// Adds both children of some pairs.
    #[inline(always)]
    pub fn add_children(&mut self, pairs: &[u64]) {
        for (n, word) in self.0.iter_mut().enumerate() {
            // Half a word, its bits spread over a whole one.
            let mut bits = pairs[n / 2] >> (32 * (n % 2)) & 0xFFFF_FFFF;
            for (apart, mask) in [
                (16, 0x0000_FFFF_0000_FFFF),
                (8, 0x00FF_00FF_00FF_00FF),
                (4, 0x0F0F_0F0F_0F0F_0F0F),
                (2, 0x3333_3333_3333_3333),
                (1, 0x5555_5555_5555_5555),
            ] {
                bits = (bits | bits << apart) & mask;
            }
            *word |= bits | bits << 1;
        }
    }

    /// Only those members that are below a number.
    #[inline(always)]
    #[must_use]
    pub fn before(mut self, end: usize) -> Self {
        for (n, word) in self.0.iter_mut().enumerate() {
            *word &= match end.saturating_sub(64 * n) {
                count @ 0..64 => (1 << count) - 1,
                _ => u64::MAX,
            };
        }
        self
    }

    /// Writes its members into a list, in order; says how many there are.
    ///
    /// # Panics
    /// If there is no room for as many as there could be.
    #[inline(always)]
    pub fn list(&self, kernel: Kernel, list: &mut [u32]) -> usize {
        assert!(list.len() >= 64 * WORDS, "there is room for all");
        if let Some(lines) = kernel.lines() {
            return lines.list(&self.0, list);
        }
        let mut count = 0;
        for (place, member) in list.iter_mut().zip(self.members()) {
            *place = u32::try_from(member).expect("broods are small");
            count += 1;
        }
        count
    }

    /// Its members in order.
    #[inline(always)]
    #[must_use]
    pub fn members(&self) -> Members<'_> {
        Members { words: &self.0, rest: 0, first: 0 }
    }
}

/// See [`Bits::members`].
#[derive(Clone, Debug)]
pub struct Members<'a> {
    words: &'a [u64],
    /// What is left of the word before these.
    rest: u64,
    /// The first member that the next word can have.
    first: usize,
}

impl Iterator for Members<'_> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.rest == 0 {
            let (&next, words) = self.words.split_first()?;
            (self.rest, self.words) = (next, words);
            self.first += 64;
        }
        let member = self.first - 64 + self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(member)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::bounded::Rate;
    use crate::evolve::crossover::OnePoint;
    use crate::evolve::mutation::{Replacement, Uniform};
    use crate::evolve::population::random_genes;
    use crate::puzzle::kernel::{Gene, Genomes};
    use crate::rng::Seed;

    /// What becomes of random genomes, and the next words of their streams.
    fn bred(
        (symbols, length, own): (usize, usize, usize),
        kernel: Kernel,
        breed: impl Fn(&mut Brood<'_, '_>, &Bits<2>, &Bits<4>),
    ) -> (Vec<Vec<Gene>>, Bits<4>, Vec<u64>) {
        let mut stream = Seed::from_number(41).stream();
        let mut genomes = Genomes::with_own(BROOD, length, own).unwrap();
        let symbols = Symbols::new(symbols);
        for row in 0..BROOD {
            random_genes(genomes.rows_mut().genome_mut(row), symbols.all(), &mut stream);
        }
        let parents = vec![Fitness::WORST; BROOD];
        let crossed = Bits([stream.word(), stream.word() & stream.word()]);
        let mutated = Bits(std::array::from_fn(|n| stream.word() & if n < 2 { u64::MAX } else { stream.word() }));
        let mut streams = Streams::new(Seed::from_number(42).key(1), 9, PAIRS);
        let mut operators = [0; BROOD];
        let mut brood = Brood {
            rows: genomes.rows_mut(),
            parents: &parents,
            kernel,
            symbols: &symbols,
            streams: &mut streams,
            changed: Bits::default(),
            operators: &mut operators,
        };
        breed(&mut brood, &crossed, &mutated);
        let changed = brood.changed;
        let genomes = (0..BROOD).map(|row| genomes.rows().genome(row).to_vec()).collect();
        (genomes, changed, (0..PAIRS).map(|pair| streams.get(pair).word()).collect())
    }

    #[test]
    fn all_at_once_is_one_after_the_other() {
        let rate = |p| Rate::try_from(p).unwrap();
        for shape in [
            (30, 30, 0),
            (30, 1, 0),
            (18, 2, 1),
            (18, 32, 0),
            (30, 33, 1),
            (7, 64, 0),
            (30, 65, 0),
            (400, 20, 0),
            (2, 9, 0),
            (1, 9, 0),
        ] {
            for (gene_rate, replacement) in [
                (0.15, Replacement::Other),
                (0.15, Replacement::Any),
                (0.5, Replacement::Other),
                (1.0, Replacement::Any),
                (0.0, Replacement::Other),
                (0.01, Replacement::Other),
            ] {
                let crossover = OnePoint { rate: rate(0.5) };
                let mutation = Uniform { individual_rate: rate(0.5), gene_rate: rate(gene_rate), replacement };
                let plain = bred(shape, Kernel::SCALAR, |brood, crossed, mutated| {
                    brood.cross_one_by_one(&crossover, crossed);
                    brood.mutate_one_by_one(&mutation, mutated);
                });
                for kernel in Kernel::available() {
                    let at_once = bred(shape, kernel, |brood, crossed, mutated| {
                        crossover.cross_each(crossed, brood);
                        mutation.mutate_each(mutated, brood);
                    });
                    assert!(at_once == plain, "{kernel}, {shape:?}, {mutation:?}");
                }
            }
        }
    }

    #[test]
    fn sets_have_the_members_they_were_given() {
        let mut places = [[0; 64]; 2];
        (places[0][0], places[0][63], places[1][5], places[1][6]) = (1, 1, 1, 1);
        let mut pairs = Bits::<2>::of(&places);
        assert_eq!(pairs.members().collect::<Vec<_>>(), [0, 63, 69, 70]);
        let mut children = Bits([8, 0, 0, 0]);
        children.add_children(&pairs.0);
        assert_eq!(children.members().collect::<Vec<_>>(), [0, 1, 3, 126, 127, 138, 139, 140, 141]);
        for kernel in Kernel::available() {
            let mut list = [u32::MAX; 256];
            assert_eq!(children.before(140).list(kernel, &mut list), 7);
            assert_eq!(list[..7], [0, 1, 3, 126, 127, 138, 139]);
            assert_eq!(Bits([u64::MAX; 4]).before(192).list(kernel, &mut list), 192);
            assert!((0..192).eq(list[..192].iter().copied()));
        }
        pairs.0 = [0; 2];
        assert_eq!(pairs.members().next(), None);
    }
}
