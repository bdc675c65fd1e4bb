//! The exchange of the genes of two genomes at given positions, for `one_point` and `two_point`. Other crossovers move genes in ways of
//! their own.

use crate::evaluation::Gene;

/// Number of genes exchanged in one step.
const WIDTH: usize = 16;

/// Exchanges the genes at some positions. Returns whether that changes the genomes.
///
/// All genes are processed, without a branch on the numbers drawn: at few instructions a step this is faster than a loop of
/// random length. The last step is a full one, too; it leaves the genes that it shares with the step before unchanged.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)] // genomes are shorter than 65,536 genes
pub(super) fn exchange(a: &mut [Gene], b: &mut [Gene], is_exchanged: impl Fn(u16) -> bool) -> bool {
    let exchange = |position: u16, is_new: bool, a: &mut Gene, b: &mut Gene| {
        let difference = if is_new & is_exchanged(position) { a.0 ^ b.0 } else { 0 };
        a.0 ^= difference;
        b.0 ^= difference;
        difference
    };
    let mut differences = [0; WIDTH];
    let length = a.len();
    for first in (0..length).step_by(WIDTH) {
        let begin = first.min(length.saturating_sub(WIDTH));
        if let (Some(a), Some(b)) = (a[begin..].first_chunk_mut::<WIDTH>(), b[begin..].first_chunk_mut::<WIDTH>()) {
            for n in 0..WIDTH {
                let position = (begin + n) as u16;
                differences[n] |= exchange(position, position >= first as u16, &mut a[n], &mut b[n]);
            }
        } else {
            for (position, (a, b)) in (0..).zip(a.iter_mut().zip(&mut *b)) {
                differences[0] |= exchange(position, true, a, b);
            }
        }
    }
    differences != [0; WIDTH]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn genes_are_exchanged_at_the_given_positions() {
        for length in 0..100u16 {
            let is_exchanged = |position: u16| (position * 7 + length) % 5 < 2;
            let mut a: Vec<_> = (0..length).map(Gene).collect();
            let mut b: Vec<_> = (1000..1000 + length).map(Gene).collect();
            let is_changed = exchange(&mut a, &mut b, is_exchanged);
            assert_eq!(is_changed, (0..length).any(is_exchanged));
            assert!(!exchange(&mut a.clone(), &mut a.clone(), is_exchanged), "equal genomes stay");
            for position in 0..length {
                let (first, second) = (Gene(position), Gene(1000 + position));
                let (gene, other_gene) = if is_exchanged(position) { (second, first) } else { (first, second) };
                assert_eq!(
                    (a[usize::from(position)], b[usize::from(position)]),
                    (gene, other_gene),
                    "{position} of {length}"
                );
            }
        }
    }
}
