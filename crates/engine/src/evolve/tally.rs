//! [`Tally`]: the results of making a block of individuals, added up over blocks: their number, evaluations, best fitness, and the best
//! genome that learning found. Also [`Success`]: how recombined offspring compare with their parents, and the credits of operators that
//! learn.

use serde::{Deserialize, Serialize};

use super::mutation::OperatorCredits;
use crate::evaluation::{Fitness, Gene};
use crate::optimizer::Children;

/// Success of the offspring of a generation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Success {
    /// Comparison of recombined offspring with their parents.
    pub(super) children: Children,
    /// Credits of the mutations, if they learn.
    pub(super) mutations: OperatorCredits,
    /// Credits of the crossovers, if they learn.
    pub(super) crossovers: OperatorCredits,
}

impl Success {
    /// No offspring.
    pub(super) const NONE: Self = Self {
        children: Children { better: 0, worse: 0 },
        mutations: OperatorCredits::NONE,
        crossovers: OperatorCredits::NONE,
    };

    /// Adds the success of other offspring.
    pub(super) fn add(&mut self, other: &Self) {
        self.children.better += other.children.better;
        self.children.worse += other.children.worse;
        self.mutations.add(&other.mutations);
        self.crossovers.add(&other.crossovers);
    }
}

/// Results of initialized or bred rows, which are added up over blocks.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    /// Number of individuals made: all rows, or those before the first genome that the budget left out.
    pub(super) made: usize,
    /// Number of evaluations.
    pub(super) evaluated: u64,
    pub(super) success: Success,
    /// The lowest fitness, and the first row of the first block with it.
    pub(super) best: (Fitness, usize),
    /// The fittest genome that Baldwinian learning found, which no individual keeps, with its fitness.
    pub(super) learned: Option<(Fitness, Vec<Gene>)>,
}

impl Tally {
    /// No rows.
    pub(super) const NONE: Self =
        Self { made: 0, evaluated: 0, success: Success::NONE, best: (Fitness::WORST, usize::MAX), learned: None };

    /// Returns the results of rows from `first` on, which have this fitness; `evaluated` of them were evaluated.
    #[inline(always)]
    pub(super) fn of_rows(first: usize, fitness: &[Fitness], evaluated: usize) -> Self {
        let least = fitness.iter().fold(Fitness::WORST, |least, &fitness| least.min(fitness));
        Self { made: fitness.len(), evaluated: evaluated as u64, best: (least, first), ..Self::NONE }
    }

    /// Adds the results of later rows. The earlier of two equally good genomes stays the best.
    pub(super) fn merge(mut self, later: Self) -> Self {
        self.made += later.made;
        self.evaluated += later.evaluated;
        self.success.add(&later.success);
        self.best = self.best.min(later.best);
        self.learned = fitter(self.learned, later.learned);
        self
    }
}

/// Returns the fitter of two genomes; the first if they are equally fit.
pub(super) fn fitter(
    first: Option<(Fitness, Vec<Gene>)>,
    second: Option<(Fitness, Vec<Gene>)>,
) -> Option<(Fitness, Vec<Gene>)> {
    [first, second].into_iter().flatten().min_by_key(|(fitness, _)| *fitness)
}
