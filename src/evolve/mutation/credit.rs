//! [`Credits`]: what became of the children that each operator changed.

use crate::puzzle::kernel::Fitness;

/// The most operators that are told apart.
pub const MOST_OPERATORS: usize = 16;

/// What became of the children that one operator changed in a generation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Credit {
    /// How many there were.
    pub uses: u64,
    /// How many are fitter than the parent whose copy they were.
    pub successes: u64,
    /// By how much their penalties are lower than those parents', added up over the children whose are.
    pub gain: u64,
}

impl Credit {
    /// The gain of a child, on average; nothing if there was none.
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // numbers of individuals
    pub fn mean_gain(self) -> Option<f64> {
        (self.uses > 0).then(|| self.gain as f64 / self.uses as f64)
    }
}

/// The credit of every operator: whole numbers, so that in whatever order blocks are added the sum is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Credits([Credit; MOST_OPERATORS]);

impl Credits {
    /// Nobody has changed anything.
    pub const NONE: Self = Self([Credit { uses: 0, successes: 0, gain: 0 }; MOST_OPERATORS]);

    /// Adds a child that an operator changed.
    #[inline]
    pub fn note(&mut self, operator: usize, parent: Fitness, child: Fitness) {
        let credit = &mut self.0[operator];
        credit.uses += 1;
        credit.successes += u64::from(child < parent);
        credit.gain += u64::from(parent.penalty().saturating_sub(child.penalty()));
    }

    /// Those of two parts of a generation.
    #[inline]
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let mut sum = *self;
        for (sum, other) in sum.0.iter_mut().zip(&other.0) {
            sum.uses += other.uses;
            sum.successes += other.successes;
            sum.gain += other.gain;
        }
        sum
    }

    /// The credit of an operator.
    #[must_use]
    pub const fn of(&self, operator: usize) -> Credit {
        self.0[operator]
    }

    /// The credit of one operator, as that of the only one.
    #[must_use]
    pub fn only(&self, operator: usize) -> Self {
        let mut only = Self::NONE;
        only.0[0] = self.0[operator];
        only
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credit_is_counted_against_the_parent() {
        let mut credits = Credits::NONE;
        for (parent, child) in [((9, 5), (4, 5)), ((9, 5), (9, 4)), ((9, 5), (12, 1)), ((9, 5), (9, 5))] {
            credits.note(3, Fitness::new(parent.0, parent.1), Fitness::new(child.0, child.1));
        }
        let expected = Credit { uses: 4, successes: 2, gain: 5 };
        assert_eq!((credits.of(3), credits.of(0)), (expected, Credit::default()));
        assert_eq!(credits.and(&credits).only(3).of(0), Credit { uses: 8, successes: 4, gain: 10 });
    }
}
