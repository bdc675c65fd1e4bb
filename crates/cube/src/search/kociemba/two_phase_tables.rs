//! [`TwoPhaseTables`]: the interface that the large and the small tables of Kociemba's search have in common, by which a `worker` searches.

use std::fmt::Debug;

use super::path::MovePath;
use super::phase2::{DominoBounds, DominoState, Phase2};
use super::pre_moves::PreMoves;
use super::schedule::DirectionRoot;
use crate::puzzle::Cube3;

/// The maximum number of nodes of a batch.
pub(super) const BATCH: usize = 128;

/// A set of tables, and the searches of both phases with it.
pub(super) trait TwoPhaseTables: Sync {
    /// The root of the paths of phase 1 in a direction.
    type Root: Copy + Debug + Send;
    /// A search of phase 1 in progress.
    type Search: Default;
    /// The end of a path of phase 1.
    type End: Copy;
    /// The lower bounds of phase 2.
    type Bounds: DominoBounds;

    /// Returns the root of the paths from a state, and a lower bound of its distance from the domino group.
    fn root(&self, view: Cube3) -> (Self::Root, usize);

    /// Starts the search for the paths of a length from a root into the domino group whose last move is not of that
    /// group. A path that ends with a move of the group is found as a shorter path with a longer phase 2.
    fn start(&self, search: &mut Self::Search, root: &DirectionRoot<Self::Root>, length: usize);

    /// Expands the next batch of nodes. Returns their number, 0 at the end of the search.
    fn advance(&self, search: &mut Self::Search) -> usize;

    /// Returns the ends of the paths that the last batch found.
    fn ends(search: &Self::Search) -> &[Self::End];

    /// Returns the path to an end.
    fn path(end: &Self::End) -> MovePath;

    /// Returns the moves before the root of the path, whose number is a part of the length.
    fn pre_moves(_end: &Self::End) -> PreMoves {
        PreMoves::default()
    }

    /// Returns the corners and the slice at an end, as coordinates of phase 2.
    fn corners_and_slice(end: &Self::End) -> (u16, u16);

    /// Returns the state at an end, as coordinates of phase 2.
    fn domino(&self, end: &Self::End) -> DominoState;

    /// Returns a lower bound of the length of phase 2, given that of corners and slice.
    fn bound(&self, end: &Self::End, corner_distance: usize) -> usize {
        self.phase2().bound(self.domino(end), corner_distance)
    }

    /// Returns the tables of phase 2.
    fn phase2(&self) -> &Phase2<Self::Bounds>;
}
