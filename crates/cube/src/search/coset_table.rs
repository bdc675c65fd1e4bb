//! [`CosetTable`]: the distances of all cosets of a step of a subgroup chain, for `thistlethwaite` and `pocket`. The chains, and the
//! numbers of cosets, are in `table::subgroups`.

use crate::puzzle::{Cube3, Metric, MoveSet};
use crate::solver::Cancelled;
use crate::table::subgroups::{Coset, SubgroupStep};
use crate::table::{BuildOptions, PackedTable, TableSlice};

/// A step with the distance of every coset from the next group, one byte each.
#[derive(Debug)]
pub(super) struct CosetTable {
    step: &'static SubgroupStep,
    distances: PackedTable<8, TableSlice<u8>>,
}

impl CosetTable {
    /// Returns the bytes of the table of a step for some of its moves, each of which costs 1.
    ///
    /// # Errors
    /// That of a step of the options.
    pub(super) fn bytes(step: &SubgroupStep, moves: MoveSet, options: BuildOptions<'_>) -> Result<Vec<u8>, Cancelled> {
        PackedTable::<8>::build(&step.space(moves), Metric::Htm, 0, options.sequential())
    }

    /// Returns the table of a step from its bytes.
    pub(super) fn from_bytes(step: &'static SubgroupStep, bytes: TableSlice<u8>) -> Self {
        Self { step, distances: PackedTable::from_bytes(bytes, step.sizes()[1]) }
    }

    /// Returns the step.
    pub(super) fn step(&self) -> &'static SubgroupStep {
        self.step
    }

    /// Returns the coset of a state of the step's group.
    ///
    /// # Panics
    /// If the state is not in the group.
    pub(super) fn coset(&self, state: Cube3) -> Coset {
        self.step.coset(state).expect("the state is in the group of the step")
    }

    /// Returns the distance of a coset from the next group.
    #[inline]
    pub(super) fn distance(&self, coset: Coset) -> usize {
        let (row, column) = coset.place();
        self.distances.get(row, column).into()
    }

    /// Returns the number of cosets at each distance, from 0 to the largest.
    pub(super) fn distribution(&self) -> Vec<u64> {
        self.distances.distribution(&self.step.space(self.step.moves()))
    }
}
