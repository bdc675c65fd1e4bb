//! [`TwoPoint`]: crossover that exchanges the genes between two cuts of a genome that is a ring. Genes keep their positions. `k_point` has
//! any number of cuts, and no ring.

use super::exchange::exchange;
use super::{Cancelled, CounterStream, Cross, Gene, Pair, rate, rated};

rated! {
    /// Two-point crossover (K. A. De Jong 1975): the genomes exchange the stretch between two different cuts.
    ///
    /// The genome is a ring whose ends meet in one cut, so there are L cuts. The L (L − 1) / 2 pairs of them are equally
    /// likely.
    TwoPoint { rate per "pair of parents", }
}

impl Cross for TwoPoint {
    rate!(rate);

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // genomes are shorter than 65,536 genes
    fn cross(&self, a: &mut [Gene], b: &mut [Gene], _: Pair<'_>, stream: &mut CounterStream) -> Result<(), Cancelled> {
        if a.len() < 2 {
            return Ok(());
        }
        let (x, mut y) = (stream.index(a.len()), stream.index(a.len() - 1));
        if y >= x {
            y += 1;
        }
        let (start, end) = (x.min(y) as u16, x.max(y) as u16);
        let _ = exchange(a, b, |position| start <= position && position < end);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::{LENGTH, chi_square, patterns};
    use super::*;
    use crate::evolve::schedule::ScheduledRate;

    #[test]
    fn two_point_crossover_exchanges_each_stretch_with_equal_probability() {
        let (counts, copies) = patterns(&TwoPoint { rate: ScheduledRate::new(1.0) }, 1_000_000, 61);
        assert_eq!(copies, 0);
        let mut stretches = Vec::new();
        for start in 0..LENGTH {
            for end in start + 1..LENGTH {
                stretches.push((1usize << end) - (1 << start));
            }
        }
        assert_eq!(stretches.len(), 45);
        // 44 degrees of freedom: 78.7 is exceeded once in 1000.
        assert!(chi_square(&counts, &stretches) < 78.7);
    }
}
