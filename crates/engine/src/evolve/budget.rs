//! [`Budget`]: the evaluations that are left to a generation of the genetic algorithm, which is cut where they end. Other algorithms on
//! genomes count theirs in `genome_search`. The limits of a solver are another type, `evocube_cube::Budget`.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The evaluations that are left to a generation which may need more. Rows take them in their order, so that such a generation is made
/// on one thread.
#[derive(Debug)]
pub(super) struct Budget {
    left: AtomicU64,
    is_cut: AtomicBool,
}

impl Budget {
    /// Returns a budget of this number of evaluations.
    pub(super) const fn new(evaluations: u64) -> Self {
        Self { left: AtomicU64::new(evaluations), is_cut: AtomicBool::new(false) }
    }

    /// Returns the number of evaluations that are left.
    pub(super) fn left(&self) -> u64 {
        self.left.load(Ordering::Relaxed)
    }

    /// Returns whether a genome was left out.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut.load(Ordering::Relaxed)
    }

    /// Takes this number of evaluations; if fewer are left, takes these and cuts the generation. Returns the number taken.
    pub(super) fn take(&self, wanted: u64) -> u64 {
        let taken = wanted.min(self.left());
        self.left.store(self.left() - taken, Ordering::Relaxed);
        if taken < wanted {
            self.is_cut.store(true, Ordering::Relaxed);
        }
        taken
    }

    /// Takes an evaluation for each of these rows, new genomes among the first `count` rows. Returns those that are evaluated, and the
    /// number of rows before the first that is not.
    pub(super) fn take_rows<'a>(&self, new: &'a [u32], count: usize) -> (&'a [u32], usize) {
        let taken = usize::try_from(self.take(new.len() as u64)).expect("at most the number of rows");
        (&new[..taken], new.get(taken).map_or(count, |&row| row as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generation_is_cut_at_the_first_genome_that_is_left_out() {
        let budget = Budget::new(5);
        assert_eq!(budget.take_rows(&[0, 3], 8), (&[0, 3][..], 8));
        assert_eq!(budget.take(3), 3);
        assert_eq!(budget.take_rows(&[], 8), (&[][..], 8));
        assert!(!budget.is_cut(), "copies need no evaluation");
        assert_eq!((budget.take_rows(&[4, 6], 8), budget.left()), ((&[][..], 4), 0));
        assert!(budget.is_cut());
        assert_eq!(Budget::new(2).take_rows(&[1, 4, 6], 8), (&[1, 4][..], 6));
    }
}
