//! [`StandardMutation`]: standard bit mutation of run time analysis, on genomes: each gene changes with one probability, and copies are
//! drawn again. [`Changes`] is the expected number of changed genes. It is the default change of `one_plus_one`, `mu_lambda` and
//! `map_elites`, which the key `mutation` replaces by an operator of `evolve::mutation`.

use std::ops::Range;

use super::{Gene, RowsMut, Space, bounded};
use evocube_cube::rng::{Bernoulli, CounterStream, Streams};

bounded! { reals:
    /// Expected number of genes that change per draw of an offspring; draws without a change are repeated.
    Changes, "changes" 0.001..=1000.0, default 1.0;
}

/// Standard mutation without copies: changes every gene to another symbol with the same probability, and draws a genome without
/// a changed gene again.
#[derive(Clone, Copy, Debug)]
pub(super) struct StandardMutation {
    rate: Bernoulli,
}

impl StandardMutation {
    /// Returns the mutation with this expected number of changes.
    pub(super) fn new(changes: Changes, space: &Space) -> Self {
        Self { rate: Bernoulli::new(changes.get() / space.length as f64) }
    }

    /// Mutates genomes as [`mutate`](Self::mutate) does, each with the stream of its number. Eight draw together.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // there are at most `Streams::MAX` genomes
    pub(super) fn mutate_all(self, space: &Space, rows: &mut RowsMut<'_>, places: Range<usize>, streams: &mut Streams) {
        let length = space.length;
        if length > 64 || space.neighbors() == 0 {
            for (number, row) in places.enumerate() {
                self.mutate(space, rows.genome_mut(row), &mut streams.get(number));
            }
            return;
        }
        // The numbers of the genomes that are still copies.
        let mut copies = [0; Streams::MAX];
        for number in 0..Streams::MAX {
            copies[number] = number as u8;
        }
        let mut count = places.len();
        while count > 0 {
            let mut left = 0;
            for begin in (0..count).step_by(8) {
                let mut which = [0; 8];
                for n in 0..8 {
                    which[n] = copies[(begin + n).min(count - 1)];
                }
                let mut lanes = streams.lane8(which);
                let masks = lanes.bernoulli_mask(self.rate, length);
                for (n, (&number, mut mask)) in which.iter().zip(masks).enumerate().take(count - begin) {
                    let mut stream = lanes.get(n);
                    if mask == 0 {
                        streams.put(number.into(), &stream);
                        copies[left] = number;
                        left += 1;
                    }
                    let genome = rows.genome_mut(places.start + usize::from(number));
                    while mask != 0 {
                        space.change_gene(&mut genome[mask.trailing_zeros() as usize], &mut stream);
                        mask &= mask - 1;
                    }
                }
            }
            count = left;
        }
    }

    /// Mutates a genome. With an alphabet of one symbol the genome stays.
    #[inline]
    pub(super) fn mutate(self, space: &Space, genome: &mut [Gene], stream: &mut CounterStream) {
        if space.neighbors() == 0 {
            return;
        }
        let mut is_copy = true;
        while is_copy {
            for part in genome.chunks_mut(64) {
                let mut mask = stream.bernoulli_mask(self.rate, part.len());
                is_copy &= mask == 0;
                while mask != 0 {
                    space.change_gene(&mut part[mask.trailing_zeros() as usize], stream);
                    mask &= mask - 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Genomes, Kernel, KernelTask};
    use crate::evolve::symbols::Symbols;
    use evocube_cube::rng::Seed;

    struct MutateAll<'a>(StandardMutation, &'a Space, RowsMut<'a>, usize, &'a mut Streams);

    impl KernelTask for MutateAll<'_> {
        type Output = ();

        fn run(mut self) {
            self.0.mutate_all(self.1, &mut self.2, 1..1 + self.3, self.4);
        }
    }

    #[test]
    fn genomes_that_mutate_together_are_those_that_mutate_alone() {
        for (length, symbols) in [(30, 234), (1, 2), (64, 9), (65, 9), (7, 1)] {
            let space = Space::new(length, None, Symbols::new(symbols), symbols);
            for (changes, count) in [(0.3, 64), (1.0, 64), (1.0, 13), (length as f64, 8), (4.5, 1)] {
                let mutation = StandardMutation::new(Changes::new(changes), &space);
                let key = Seed::from_number(61).key(7);
                for kernel in Kernel::available() {
                    let mut genomes = Genomes::new(66, length).unwrap();
                    let mut streams = Streams::new(key, 40, count);
                    kernel.run(MutateAll(mutation, &space, genomes.rows_mut(), count, &mut streams));
                    for (row, number) in (0..66).zip(39u32..) {
                        let mut genome = vec![Gene(0); length];
                        if (1..=count).contains(&row) {
                            mutation.mutate(&space, &mut genome, &mut key.stream(number));
                        }
                        assert_eq!(
                            genomes.rows().genome(row),
                            genome,
                            "{kernel}, {length} genes, {changes}, row {row}"
                        );
                    }
                }
            }
        }
    }
}
