//! [`Rows::mark_changed`]: the genomes that differ from the parents that they began as copies of. Two genomes are compared in `equal`.

use super::equal::lines_differ;
use super::{Kernel, Rows};

impl Rows<'_> {
    /// Sets the bit of each row of a list whose genome differs from that of its parent. Row r began as a copy of row `selected[r]` of
    /// `parents`.
    ///
    /// # Panics
    /// If a row, a parent or a bit is out of range.
    #[inline(always)]
    pub fn mark_changed(&self, kernel: Kernel, parents: Rows<'_>, selected: &[u32], list: &[u32], bits: &mut [u64]) {
        let (lines, ops) = (self.single_lines().zip(parents.single_lines()), kernel.cache_line_ops());
        for &row in list {
            let (row, parent) = (row as usize, selected[row as usize] as usize);
            // Genomes of one line are compared without a branch, since nothing predicts their differences.
            let differs = match lines {
                Some((genomes, parents)) => lines_differ(ops, &genomes[row], &parents[parent]),
                None => self.differs(row, parents, parent),
            };
            bits[row / 64] |= u64::from(differs) << (row % 64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Gene, Genomes};
    use evocube_cube::rng::Seed;

    #[test]
    fn rows_that_differ_from_their_parents_are_marked() {
        let mut stream = Seed::from_number(3).stream();
        for (length, parameters) in [(1, 0), (30, 0), (30, 1), (32, 0), (33, 0), (70, 3)] {
            let genomes = || Genomes::with_parameters(130, length, parameters).unwrap();
            let (mut parents, mut children) = (genomes(), genomes());
            for row in 0..130 {
                let mut rows = children.rows_mut();
                let (genome, parameters) = rows.genome_and_parameters_mut(row);
                // Parents differ in one bit of a gene, or in strategy parameters alone.
                genome.iter_mut().for_each(|gene| gene.0 = u16::try_from(stream.below(60_000)).unwrap());
                parameters.fill(Gene(7));
                parents.rows_mut().copy(129 - row, children.rows(), row);
                let mut rows = parents.rows_mut();
                let (genome, parameters) = rows.genome_and_parameters_mut(129 - row);
                match row % 3 {
                    0 => genome[stream.index(length)].0 ^= 1 << (row % 16),
                    1 => parameters.fill(Gene(9)),
                    _ => {}
                }
            }
            let selected: Vec<u32> = (0..130).rev().collect();
            let list: Vec<u32> = (0..130).filter(|row| row % 2 == 0).collect();
            let bits = [0b10; 3];
            for kernel in Kernel::available() {
                let mut bits = bits;
                children.rows().mark_changed(kernel, parents.rows(), &selected, &list, &mut bits);
                for row in 0..130 {
                    let expected = row % 6 == 0 || row % 64 == 1;
                    assert_eq!(bits[row / 64] >> (row % 64) & 1 == 1, expected, "{kernel} {length} {parameters} {row}");
                }
            }
        }
    }
}
